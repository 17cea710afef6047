"""Contract tests for players and methods of semeai and of other packages.

    from semeai.testing import check_method, check_player
    check_player("wally:noise=0.1")
    check_player(Mirror)
    check_method("sane:neurons=40,blueprints=10,hidden=5")

The checks raise AssertionError with the broken part of the contract (`go/player.py`, `evolve/method.py`).
"""

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.random import default_rng

from semeai.evolve import make_evolver
from semeai.evolve.evolver import Row
from semeai.evolve.method import Method
from semeai.go.board import Board
from semeai.go.game import Game
from semeai.go.player import Explanation, Genome, Player
from semeai.go.points import BLACK, PASS, RESIGN, WHITE, points, vertex
from semeai.go.rules import MAX_SIZE, MIN_SIZE, Rules
from semeai.lab.breed import ProblemRating, breed
from semeai.lab.options import problem_kind
from semeai.lab.order import Order
from semeai.lab.record import FILE as RECORD
from semeai.lab.run import LOCK, ROWS, TIMES
from semeai.nets.genes import Genes, Units
from semeai.parallel.executors import Executor, Workers
from semeai.players import as_player, read_bred
from semeai.problems.duels import DuelProblem
from semeai.problems.position import PositionProblem
from semeai.problems.problem import Problem
from semeai.problems.toys import Sphere, Xor

N_MOVES = 12
"""moves per game: enough for captures by both sides on small boards"""
N_CALLS = 1000
"""calls of `stop` after which a search must have ended"""
N_ROWS = 3
"""rows per run: the last one is bred after a stop"""


def check_player(
    player: str | Callable[[], object], sizes: Iterable[int] | None = None, n_moves: int = N_MOVES, seed: int = 1
) -> None:
    """Check that a player keeps the contract.

    It plays legal moves with both colors on all its `board_sizes`, does not change the board, repeats a game with the
    same seed, refuses other board sizes, explains its moves, supports the optional methods it announces, and closes.

    Args:
        player: A specification, a class, or a function without arguments that makes a player.
        sizes: The board sizes to play on, by default all sizes of the player.
        n_moves: The length of each game.
        seed: The random seed.
    """

    def make() -> Player:
        return as_player(player if isinstance(player, str | type) else player())

    with make() as black, make() as white:
        claimed = set(black.board_sizes)
        _check(bool(claimed) and claimed <= set(range(MIN_SIZE, MAX_SIZE + 1)), "board_sizes are among 2 to 19")
        for size in range(MIN_SIZE, MAX_SIZE + 1):
            _check(_accepts(black, size) == (size in claimed), f"check_rules accepts the board_sizes: {size}")
        played = sorted(claimed if sizes is None else sizes)
        games = {size: _play({BLACK: black, WHITE: white}, size, n_moves, seed) for size in played}
        size = played[len(played) // 2]
        again = _play({BLACK: black, WHITE: white}, size, n_moves, seed)
        _check(again == games[size], f"the same seed gives the same game: {games[size]} and {again}")
        _check_more(black, Rules(size=size), seed)
        for one in (black, white):
            one.close()
        _check(_play({BLACK: black, WHITE: white}, size, 2, seed) == games[size][:2], "close does not end a player")


def check_bred(spec: str, rules: Rules | None = None, seed: int = 1) -> None:
    """Check that the genomes of a player type make players that keep the contract.

    Their line-up, if any, has a player for each genome. The first one plays the same game as `from_genome`.
    """
    bred, rules = read_bred(spec), rules or Rules(size=5)
    genomes = _genomes(bred.genes(rules), seed)
    _check(bool(bred.describe(genomes[0]).strip()), "describe returns text")
    check_player(lambda: bred.from_genome(genomes[0], rules), seed=seed, sizes=[rules.size])
    if bred.is_compiled:
        lineup = bred.lineup(genomes, rules)
        _check(len(lineup) == len(genomes), "lineup has a player for each genome")


def _genomes(genes: Genes | Units, seed: int) -> list[Genome]:
    """Some random genomes of a kind."""
    if isinstance(genes, Units):
        return list(make_evolver("sane:neurons=60,blueprints=4,hidden=20", genes, default_rng(seed)).ask())
    rows = default_rng(seed).uniform(genes.low, genes.high, (3, genes.n))
    return list(np.rint(rows).astype(np.int64) if genes.is_integer else rows)


def _play(players: dict[int, Player], size: int, n_moves: int, seed: int) -> list[str]:
    """Play a game, check each move, and return the moves."""
    game = Game(Rules(size=size, komi=0.5))
    for color, player in players.items():
        player.new_game(game.rules, default_rng([seed, color]))
    moves: list[str] = []
    while game.result is None and len(moves) < n_moves:
        board, player = game.board.copy(), players[game.to_play]
        chosen = player.choose(board)
        _check(
            not isinstance(chosen, bool) and isinstance(chosen, int | np.integer), f"choose returns a point: {chosen!r}"
        )
        _check(_state(board) == _state(game.board), "choose does not change the board")
        name = vertex(int(chosen))
        _check(chosen in (PASS, RESIGN) or board.is_legal(int(chosen)), f"choose returns a legal move: {name}\n{board}")
        said = player.explain()
        _check_explanation(said, size)
        _check(bool(said.text), "an explanation has text")
        moves.append(name)
        game.play(int(chosen))
    return moves


def _state(board: Board) -> tuple[int, int, list[int]]:
    return board.hash, board.to_play, list(board.moves)


def _check_explanation(said: object, size: int) -> None:
    _check(isinstance(said, Explanation), f"explain returns an Explanation: {said!r}")
    assert isinstance(said, Explanation)
    on_board = {*points(size), PASS}
    _check(set(said.values) <= on_board, "values are of points on the board")
    _check({candidate.point for candidate in said.candidates} <= on_board, "candidates are on the board")


def _check_more(player: Player, rules: Rules, seed: int) -> None:
    """Check that the optional methods end on `stop` and return points of the board."""
    board = Board(rules)
    board.play(points(rules.size)[0])
    player.new_game(rules, default_rng(seed))
    calls = count(1)
    player.stop = lambda: next(calls) > 3
    if player.can_ponder:
        player.ponder(board.copy(), lambda: next(calls) > 3)
    if player.can_analyze:
        for said in player.analyze(board.copy(), 0.01):
            _check_explanation(said, rules.size)
            _check(next(calls) < N_CALLS, "analyze ends when stop returns True")
    if player.can_judge:
        _check(player.judge(board.copy()) <= set(board.stones), "judge returns stones")


def _accepts(player: Player, size: int) -> bool:
    try:
        player.check_rules(Rules(size=size))
    except ValueError:
        return False
    return True


def _check(is_kept: bool, contract: str) -> None:
    if not is_kept:
        raise AssertionError(contract)


# -- methods -----------------------------------------------------------------------------------------------------------


def check_method(spec: str, problem: Problem | None = None, workers: Workers | None = None, seed: int = 1) -> None:
    """Check that a method keeps the contract (`evolve/method.py`), in small runs.

    The same seed gives the same history, and another seed gives another one. An interrupted run ends like an
    uninterrupted one. A state holds everything that the method needs to continue. Other workers give the same files.

    Args:
        spec: The specification of the method, with small populations: the check makes about twenty rows.
        problem: The problem to solve, by default a toy or tiny games.
        workers: Other workers, by default two processes that are started for the check.
        seed: The random seed.
    """
    problem = problem or _small_problem(spec)
    order = Order(spec, problem, seed, N_ROWS, exam_games=4)
    _check_state(order)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        one, two = (stack.enter_context(Workers(n)) for n in (1, 2))
        whole = _run(order, folder / "whole", one)
        _run(replace(order, generations=N_ROWS - 1), folder / "parts", two)
        _check_files(_run(order, folder / "parts", two), whole, "an interrupted run ends like an uninterrupted one")
        other = _run(replace(order, seed=seed + 1), folder / "other", one)
        _check(other[ROWS] != whole[ROWS], "another seed gives another history")
        if not order.begin().is_local:
            workers = workers or stack.enter_context(Workers(2, Executor.PROCESSES))
            _check_files(_run(order, folder / "elsewhere", workers), whole, "other workers give the same files")


def _small_problem(spec: str) -> Problem:
    """A fast problem that the method can solve. Raises ValueError if none is known."""
    rules = Rules(size=4, komi=0.5)
    known: dict[str, list[Problem]] = {
        "games": [Sphere(4), Xor()],
        "duels": [DuelProblem(player, rules, opponent="random") for player in ("local", "network")],
        "position": [PositionProblem(Board(rules), every=64)],
    }
    reasons = []
    for problem in known[problem_kind(spec)]:
        try:
            Order(spec, problem).begin()
            return problem
        except ValueError as error:
            reasons.append(str(error))
    raise ValueError(f"no small problem is known for {spec} ({'; '.join(reasons)}); pass one as `problem`")


def _run(order: Order, folder: Path, workers: Workers) -> dict[str, bytes]:
    """The files of a run that its order determines, by name."""
    breed(order, folder / "run", workers)
    paths = [path for path in (folder / "run").rglob("*") if path.is_file()]
    found = {path.relative_to(folder / "run").as_posix(): path.read_bytes() for path in paths}
    return {name: data for name, data in found.items() if name not in (LOCK, TIMES, RECORD)}


def _check_files(found: dict[str, bytes], expected: dict[str, bytes], contract: str) -> None:
    differing = [name for name in sorted({*found, *expected}) if found.get(name) != expected.get(name)]
    _check(not differing, f"{contract}: {', '.join(differing)} differ")


def _check_state(order: Order) -> None:
    """Check that a state survives a round trip, stays unchanged and is complete."""
    method, other = order.begin(), order.begin()
    with Workers() as workers:
        rows = [_advance(method, order, number, workers) for number in range(2)]
        _advance(other, order, 0, workers)
        _check(json.loads(json.dumps(rows, allow_nan=False)) == rows, "rows are JSON")
        _check(list(rows[0]) == list(rows[1]), "all rows have the same columns")
        state = method.state()
        before = _frozen(state)
        _check(_frozen(method.state()) == before, "state changes nothing")
        other.restore(state)
        _check(_frozen(other.state()) == before, "state returns the restored state")
        _check(_frozen(other.champions) == _frozen(method.champions), "the champions are restored")
        ends = [(_advance(one, order, 2, workers), _frozen(one.state())) for one in (method, other)]
        _check(ends[0] == ends[1], "a restored method continues like the original")
        _check(_frozen(state) == before, "a state stays unchanged when the method continues")


def _advance(method: Method, order: Order, number: int, workers: Workers) -> Row:
    return method.advance(ProblemRating(order.problem.at(number), order.seed, number, workers))


def _frozen(arrays: Mapping[str, Any]) -> dict[str, tuple[str, tuple[int, ...], bytes]]:
    """Arrays by name, for exact comparison."""
    return {name: (array.dtype.str, array.shape, array.tobytes()) for name, array in arrays.items()}
