"""`semeai bench shape`: players that know tactics against wally on 9x9: inside kernels, on several cores, and one by
one.

`shape` plays with random weights, the champion of `summation` with its own. All games start with four random stones.
"""

import statistics
import time

import numpy as np
from rich.console import Console

from semeai.arena.batch import fixtures_of, play_batch
from semeai.arena.openings import Openings
from semeai.bench.rounds import over_cores
from semeai.evolve.operators import random_genomes
from semeai.go.lineup import Lineup, line_up
from semeai.go.points import BLACK, WHITE
from semeai.go.rules import Rules
from semeai.parallel.executors import in_order
from semeai.players import make_player
from semeai.players.shape.shape import ShapeParams
from semeai.players.wally import WallyParams, WallyPlayer
from semeai.problems.singles import play_singly
from semeai.rng import generator, streams

SUMMATION = "champion:summation-9x9"
GENOMES = 10  # genomes of shape
GAMES = 40  # games per task: each genome plays two games from each of two openings
TASKS = 2  # a round
ROUNDS = 15
SINGLE_GAMES = 4  # games per round, one by one
RANDOM_STONES = 4
RULES = Rules(size=9, komi=7.5).limited()


def bench(console: Console) -> dict[str, float]:
    shape = ShapeParams()
    genomes = random_genomes(GENOMES, shape.genes(RULES), generator(1))
    figures = _shape(console, Bout(shape.lineup(genomes, RULES)))
    summation = make_player(SUMMATION).lineup
    assert summation is not None
    return figures | _summation(console, Bout(summation))


class Bout:
    """Games of some players against wally, with both colors."""

    def __init__(self, players: Lineup) -> None:
        self.lineup = line_up([players, WallyPlayer(WallyParams()).lineup])
        self.openings = [Openings(RANDOM_STONES).start(number, RULES, seed=0) for number in range(2)]
        turn, ours = np.arange(GAMES), np.arange(GAMES) // 4 % len(players)
        is_black = turn % 2 == 0
        wally = len(players)
        self.fixtures = fixtures_of(turn // 2 % 2, np.where(is_black, ours, wally), np.where(is_black, wally, ours))

    def play(self, seed: int) -> None:
        """Play the games of one task."""
        boards = [opening.board for opening in self.openings]
        play_batch(RULES, boards, self.lineup, self.fixtures, streams(2 * GAMES, seed).reshape(-1, 2))

    def time(self, n_tasks: int, n_threads: int = 1) -> float:
        """The seconds that some tasks take."""
        start = time.perf_counter()
        for _ in in_order(self.play, range(n_tasks), n_threads):
            pass
        return time.perf_counter() - start


def _shape(console: Console, bout: Bout) -> dict[str, float]:
    bout.play(0)  # compiles, or loads
    speed = statistics.median(TASKS * GAMES / bout.time(TASKS) for _ in range(ROUNDS))
    console.print(f"{speed:,.0f} games of shape against wally per second on one core (9x9)")
    return {"games_per_s": speed, **over_cores(console, lambda n: bout.time(n * TASKS, n), "games")}


def _summation(console: Console, bout: Bout) -> dict[str, float]:
    """Measure games inside kernels and one by one, in turn."""
    bout.play(0)
    _play_singly(bout, 1)
    speeds, ratios = [], []
    for _ in range(ROUNDS):
        speeds.append(TASKS * GAMES / bout.time(TASKS))
        start = time.perf_counter()
        _play_singly(bout, SINGLE_GAMES)
        ratios.append(speeds[-1] * (time.perf_counter() - start) / SINGLE_GAMES)
    speed, ratio = statistics.median(speeds), statistics.median(ratios)
    console.print(
        f"{speed:,.0f} games of summation against wally per second on one core (9x9), {ratio:.1f} times as many as one "
        "by one"
    )
    return {"summation_games_per_s": speed, "compiled_over_single": ratio}


def _play_singly(bout: Bout, n: int) -> None:
    """Play the first games of a task one by one, as if the player were not compiled."""
    players = make_player(SUMMATION), make_player("wally")
    for number in range(n):
        game = Openings(RANDOM_STONES).start(number // 2, RULES, seed=0)
        black, white = players if number % 2 == 0 else players[::-1]
        play_singly(game, {BLACK: black, WHITE: white}, {BLACK: 1, WHITE: 2})
