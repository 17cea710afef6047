"""`semeai bench sane`: a generation of SANE on 9x9 with the printed sizes, and its networks move by move."""

import os
import statistics
import time
from functools import partial

import numpy as np
import numpy.typing as npt
from rich.console import Console

from semeai.arena.batch import fixtures_of, play_batch
from semeai.bench.dense_kernel import repeat_dense, repeat_incremental
from semeai.bench.rounds import alternate, clocked, median_ratio
from semeai.evolve import make_evolver
from semeai.go.board import Board
from semeai.go.lineup import line_up
from semeai.go.points import BLACK, WHITE, points
from semeai.nets.network import pack_networks, read_network
from semeai.nets.network_kernel import STATE
from semeai.papers.paper import Scale
from semeai.papers.richards.generations import GENERATIONS
from semeai.papers.richards.networks import against, method
from semeai.parallel.executors import Workers
from semeai.players.random import RandomParams, RandomPlayer
from semeai.players.wally import WallyParams, WallyPlayer
from semeai.problems.games import GoProblem
from semeai.rng import generator, seeds, streams

ROUNDS, LOOK_ROUNDS = 5, 25  # rounds of generations, and of evaluations
N_NETWORKS, REPEATS = 20, 10  # networks that are evaluated move by move, and repetitions per round
PRINTED_GENERATIONS = 260


def bench(console: Console) -> dict[str, float]:
    params = GENERATIONS[9].trials(Scale.NIGHT)[0].params
    problem = against(f"wally:noise={params['noise']:g}", params)
    return _generations(console, problem, method(params)) | _evaluations(console, problem, method(params))


def _generations(console: Console, problem: GoProblem, spec: str) -> dict[str, float]:
    """Whole generations on all cores, including breeding."""
    with Workers(os.cpu_count() or 1) as workers:
        evolver, evaluate = make_evolver(spec, problem.genes, generator(1)), partial(problem.spread, workers=workers)
        evaluate(evolver.ask()[:4], seeds(4, 1))  # compiles, or loads
        taken, n_games = [], 0
        for generation in range(ROUNDS):
            start = time.perf_counter()
            candidates = evolver.ask()
            evolver.tell(evaluate(candidates, seeds(len(candidates), 1, generation)))
            taken.append(time.perf_counter() - start)
            n_games = len(candidates) * problem.n_games
        seconds = statistics.median(taken)
        console.print(
            f"{n_games / seconds:,.0f} games per second on {workers.n} cores, 9x9 against wally: a generation of "
            f"{n_games:,} games in {seconds:.2f} s, {PRINTED_GENERATIONS} of them in "
            f"{PRINTED_GENERATIONS * seconds / 60:.1f} minutes"
        )
    return {"games_per_s": n_games / seconds, "minutes_a_run": PRINTED_GENERATIONS * seconds / 60}


def _evaluations(console: Console, problem: GoProblem, spec: str) -> dict[str, float]:
    """The same networks on the positions of the same game, incrementally from move to move, and each position from
    scratch.
    """
    genomes = make_evolver(spec, problem.genes, generator(1)).ask()[:N_NETWORKS]
    nets = pack_networks([read_network(genome) for genome in genomes])
    inputs = _looks(problem)
    outputs = np.zeros((len(inputs), nets[0]["n_outputs"][0]))
    states, says = np.zeros(1, dtype=STATE), np.zeros(8192)
    repeat_incremental(nets, states, inputs, outputs, 1)  # compiles, or loads
    repeat_dense(nets, inputs, outputs, says, 1)
    seconds = alternate(
        LOOK_ROUNDS,
        incremental=clocked(lambda _: repeat_incremental(nets, states, inputs, outputs, REPEATS)),
        dense=clocked(lambda _: repeat_dense(nets, inputs, outputs, says, REPEATS)),
    )
    ratio = median_ratio(seconds["dense"], seconds["incremental"])
    n = REPEATS * N_NETWORKS * len(inputs)
    incremental, dense = (n / statistics.median(seconds[name]) for name in ("incremental", "dense"))
    console.print(
        f"{incremental:,.0f} network evaluations per second on one core, updated incrementally; "
        f"{dense:,.0f} with all connections evaluated each time: {ratio:.1f} times"
    )
    return {"evaluations_per_s": incremental, "incremental_over_dense": ratio}


def _looks(problem: GoProblem) -> npt.NDArray[np.float64]:
    """The inputs of a network at black's turns, in a game of wally against random."""
    players = line_up([RandomPlayer(RandomParams()).lineup, WallyPlayer(WallyParams()).lineup])
    board = Board(problem.rules)
    batch = play_batch(problem.rules, [board], players, fixtures_of(0, [0], [1]), streams(2, 1).reshape(1, 2), True)
    looks, on_board = [], points(problem.rules.size)
    for move in batch.games()[0].tolist():
        if board.to_play == BLACK:
            colors = board.colors[on_board]
            looks.append(np.concatenate([colors == BLACK, colors == WHITE]))
        board.play(move)
    return np.array(looks, dtype=np.float64)
