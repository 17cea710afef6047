"""`semeai bench arena`: games of wally against random on 9x9, in batches, on several cores, and the overhead of
Python."""

import statistics
import time
from typing import Any
from unittest.mock import patch

import numpy as np
from rich.console import Console

from semeai.arena import batch
from semeai.arena.batch import Batch, fixtures_of, play_batch
from semeai.arena.games_kernel import play_games
from semeai.arena.match import Chunk, play_chunk
from semeai.arena.schedule import Pairing, Terms
from semeai.bench.rounds import ROUNDS, over_cores
from semeai.go.board import Board
from semeai.go.lineup import line_up
from semeai.go.rules import Rules
from semeai.parallel.executors import in_order
from semeai.players import make_player
from semeai.rng import streams

GAMES_A_TASK = 100
TASKS = 8  # games per round, about a tenth of a second


def bench(console: Console) -> dict[str, float]:
    bout = Bout()
    return _one_core(console, bout) | over_cores(console, lambda n: bout.time(n * TASKS, n), "games")


class Bout:
    """Games as in the fitness of evolution: many tasks for the same players, with results and margins."""

    def __init__(self) -> None:
        self.rules = Rules(size=9).limited()
        self.start = Board(self.rules)
        players = [make_player(spec) for spec in ("wally", "random")]
        self.players = line_up([player.lineup for player in players if player.lineup is not None])
        turn = np.arange(GAMES_A_TASK) % 2
        self.fixtures = fixtures_of(0, turn, 1 - turn)

    def play(self, seed: int) -> Batch:
        """Play the games of one task."""
        rngs = streams(2 * GAMES_A_TASK, seed).reshape(-1, 2)
        return play_batch(self.rules, [self.start], self.players, self.fixtures, rngs)

    def time(self, n_tasks: int, n_threads: int = 1) -> float:
        """The seconds that some tasks take."""
        start = time.perf_counter()
        for _ in in_order(self.play, range(n_tasks), n_threads):
            pass
        return time.perf_counter() - start


class KernelTime:
    """Adds up the seconds spent in the kernel that plays games."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self, *arguments: Any) -> None:
        start = time.perf_counter()
        play_games(*arguments)
        self.seconds += time.perf_counter() - start


def _one_core(console: Console, bout: Bout) -> dict[str, float]:
    bout.play(0)  # compiles, or loads
    speeds, outside, outside_match = [], [], []
    pairing, terms = Pairing("wally", "random", GAMES_A_TASK * TASKS), Terms(bout.rules)
    fixtures = list(pairing.fixtures(terms.colors))
    for _ in range(ROUNDS):
        with patch.object(batch, "play_games", KernelTime()) as kernel:
            seconds = bout.time(TASKS)
        speeds.append(GAMES_A_TASK * TASKS / seconds)
        outside.append(1 - kernel.seconds / seconds)
        start = time.perf_counter()
        with patch.object(batch, "play_games", KernelTime()) as kernel:
            for first in range(0, len(fixtures), GAMES_A_TASK):
                play_chunk(Chunk(pairing, terms, tuple(fixtures[first : first + GAMES_A_TASK])))
        outside_match.append(1 - kernel.seconds / (time.perf_counter() - start))
    figures = {
        "games_per_s": statistics.median(speeds),
        "outside_kernels": statistics.median(outside),
        "outside_kernels_match": statistics.median(outside_match),
    }
    console.print(
        f"{figures['games_per_s']:,.0f} games of wally against random per second on one core (9x9); outside kernels "
        f"{figures['outside_kernels']:.1%} of the time, {figures['outside_kernels_match']:.1%} when a match keeps moves"
    )
    return figures
