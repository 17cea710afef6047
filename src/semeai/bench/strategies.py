"""`semeai bench strategies`: steps from the flower six position beside light playouts, and over cores."""

import statistics
import tempfile
import time
from pathlib import Path

from rich.console import Console

from semeai.bench.reference import PLAYOUTS, ROUNDS, compile_reference, over_cores
from semeai.evolve.strategies import Strategies, StrategiesParams
from semeai.go.board import Board
from semeai.go.playouts import play_out
from semeai.go.rules import Rules
from semeai.papers.drake.runs import load_board
from semeai.parallel.team import Team

STEPS = 2_048  # a round, less than a tenth of a second
GAMES_A_STEP = 8
EVOLVED = 1 << 18  # steps after which e2 has taken over, and games are others


def bench_strategies(quiet: bool = False) -> dict[str, float]:
    """Measure; print a report as it comes unless `quiet`. Returns the figures by name."""
    console = Console(quiet=quiet, highlight=False, soft_wrap=True)
    console.print("steps of 8 games a second on one core, alternating with light playouts from the empty 9x9 board:")
    fresh = Steps()
    figures = _one_core(console, fresh, "")
    evolved = Steps()
    with Team(1) as team:
        evolved.strategies.run(EVOLVED, team)
    evolved.begin_here()
    figures |= _one_core(console, evolved, "_evolved")
    with tempfile.TemporaryDirectory(prefix="semeai-bench-") as folder:
        figures |= over_cores(console, lambda n: fresh.timed(n, n * STEPS), "steps", compile_reference(Path(folder)))
    return figures


class Steps:
    """Steps from the same populations, again and again."""

    def __init__(self) -> None:
        self.strategies = Strategies(StrategiesParams(), load_board("flower_six", 7.5), seed=1)
        self.begin_here()

    def begin_here(self) -> None:
        self._state = self.strategies.state()

    def timed(self, n_cores: int, n_steps: int) -> float:
        """The seconds of so many steps on so many cores."""
        self.strategies.restore(self._state)
        with Team(n_cores) as team:
            start = time.perf_counter()
            self.strategies.run(n_steps, team)
            return time.perf_counter() - start


def _one_core(console: Console, steps: Steps, suffix: str) -> dict[str, float]:
    steps.timed(1, 1)  # compiles, or loads
    board = Board(Rules(size=9))
    play_out([board], 10, 0)
    ours, ratios = [], []
    for seed in range(ROUNDS):
        seconds = steps.timed(1, STEPS)
        start = time.perf_counter()
        play_out([board], PLAYOUTS, seed)
        playing = time.perf_counter() - start
        ours.append(seconds)
        ratios.append((STEPS * GAMES_A_STEP / seconds) / (PLAYOUTS / playing))
    figures = {
        f"steps_per_s{suffix}": STEPS / statistics.median(ours),
        f"games_over_playouts{suffix}": statistics.median(ratios),
    }
    console.print(
        f"  {'after ' + format(EVOLVED, ',') + ' steps' if suffix else 'fresh populations':22}"
        f"{figures[f'steps_per_s{suffix}']:9,.0f}   games over playouts {figures[f'games_over_playouts{suffix}']:.2f}"
    )
    return figures
