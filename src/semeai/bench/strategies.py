"""`semeai bench strategies`: steps from the flower six position compared with light playouts, and on several cores."""

import statistics
import time

from rich.console import Console

from semeai.bench.rounds import PLAYOUTS, ROUNDS, alternate, clocked, median_ratio, over_cores
from semeai.evolve.strategies import Strategies, StrategiesParams
from semeai.go.board import Board
from semeai.go.playouts import play_out
from semeai.go.rules import Rules
from semeai.papers.drake.runs import load_board
from semeai.parallel.team import Team

STEPS = 2_048  # steps per round, less than a tenth of a second
GAMES_A_STEP = 8
EVOLVED = 1 << 18  # steps after which e2 is dominant, and games differ


def bench(console: Console) -> dict[str, float]:
    console.print("steps of 8 games per second on one core, alternating with light playouts from the empty 9x9 board:")
    fresh = Steps()
    figures = _one_core(console, fresh, "")
    evolved = Steps()
    with Team(1) as team:
        evolved.strategies.run(EVOLVED, team)
    evolved.begin_here()
    figures |= _one_core(console, evolved, "_evolved")
    return figures | over_cores(console, lambda n: fresh.timed(n, n * STEPS), "steps")


class Steps:
    """Repeated steps from the same populations."""

    def __init__(self) -> None:
        self.strategies = Strategies(StrategiesParams(), load_board("flower_six", 7.5), seed=1)
        self.begin_here()

    def begin_here(self) -> None:
        self._state = self.strategies.state()

    def timed(self, n_cores: int, n_steps: int) -> float:
        """The seconds of `n_steps` steps on `n_cores` cores."""
        self.strategies.restore(self._state)
        with Team(n_cores) as team:
            start = time.perf_counter()
            self.strategies.run(n_steps, team)
            return time.perf_counter() - start


def _one_core(console: Console, steps: Steps, suffix: str) -> dict[str, float]:
    steps.timed(1, 1)  # compiles, or loads
    board = Board(Rules(size=9))
    play_out([board], 10, 0)
    seconds = alternate(
        ROUNDS,
        steps=lambda _: steps.timed(1, STEPS),
        playouts=clocked(lambda seed: play_out([board], PLAYOUTS, seed)),
    )
    ratio = median_ratio(seconds["playouts"], seconds["steps"]) * STEPS * GAMES_A_STEP / PLAYOUTS
    figures = {
        f"steps_per_s{suffix}": STEPS / statistics.median(seconds["steps"]),
        f"games_over_playouts{suffix}": ratio,
    }
    console.print(
        f"  {'after ' + format(EVOLVED, ',') + ' steps' if suffix else 'fresh populations':22}"
        f"{figures[f'steps_per_s{suffix}']:9,.0f}   games over playouts {figures[f'games_over_playouts{suffix}']:.2f}"
    )
    return figures
