"""The progress of a run in the terminal: generation, fitness, diversity, speed, time left, a sparkline."""

import sys
import time
from collections.abc import Callable, Sequence

from semeai.evolve.evolver import Row
from semeai.evolve.method import Method
from semeai.lab.breed import Watch
from semeai.lab.order import Order
from semeai.lab.rows import format_row
from semeai.lab.run import Run
from semeai.status import StatusLine, format_seconds

SPARKS = "▁▂▃▄▅▆▇█"
SPARKLINE = 24  # characters


class Tracker(Watch):
    """Calls a function with each new row: the way to any experiment tracker."""

    def __init__(self, track: Callable[[Row], None]) -> None:
        self._track = track

    def row(self, row: Row) -> None:
        self._track(dict(row))


class Progress(StatusLine, Watch):
    """Shows the progress of a run on stderr, and with `as_json` its rows on stdout. A context manager."""

    def __init__(self, quiet: bool = False, as_json: bool = False, others: Sequence[Watch] = ()) -> None:
        """`others` observe the run as well, such as trackers."""
        super().__init__(quiet or as_json)
        self._as_json = as_json
        self._others = others
        self._rows: list[Row] = []

    def __exit__(self, *exception: object) -> None:
        super().__exit__(*exception)
        for other in self._others:
            other.close()

    def begin(self, order: Order, run: Run, method: Method) -> None:
        self._order = order
        self._work, self._unit = _work(order, method)
        self._rows = list(run.rows)
        self._n_seen, self._done = 0, 0
        for other in self._others:
            other.begin(order, run, method)
        if 0 < len(self._rows) < order.generations:
            self.console.print(f"semeai: continuing {run.folder} after row {len(self._rows)}")

    def row(self, row: Row) -> None:
        if self._n_seen == 0:
            self._started = time.monotonic()  # since the first generation may compile kernels or start processes
        else:  # in a race, not all candidates play all games
            self._done += row["games"] + self._order.exam_games if "games" in row else self._work
        self._n_seen += 1
        self._rows.append(row)
        for other in self._others:
            other.row(row)
        if self._as_json:
            print(format_row(row), end="", flush=True)
        self.show(lambda: self._describe(row))

    def say(self, text: str) -> None:
        """Print a note, even in quiet mode, since it may concern lost data."""
        if self._as_json or self.console.quiet:
            print(f"semeai: {text}", file=sys.stderr)
        else:
            self.console.print(f"semeai: {text}")

    def _describe(self, row: Row) -> str:
        problem, n_rows = self._order.problem, self._order.generations
        steps = f"{row['steps']:,} steps" if "steps" in row else f"generation {row['generation']} of {n_rows}"
        curve = sparkline([problem.curve(before) for before in self._rows])
        return f"{steps}  {curve}  {problem.row_text(row)}{self._speed()}"

    def _speed(self) -> str:
        """The speed and the time left, from the second row on."""
        if self._n_seen < 2:
            return ""
        seconds = max(time.monotonic() - self._started, 1e-9) / (self._n_seen - 1)
        left = max(0, self._order.generations - len(self._rows)) * seconds
        return f"  {self._done / seconds / (self._n_seen - 1):,.0f} {self._unit}/s  {format_seconds(left)} left"


def _work(order: Order, method: Method) -> tuple[int, str]:
    """The work of one row, and its unit."""
    problem, n = order.problem, method.n_candidates
    if problem.n_games and n:
        return n * problem.n_games + order.exam_games, "games"
    if n:
        return n, "candidates"
    return problem.pace(1).get("every", 1), "steps"


def sparkline(values: Sequence[float], width: int = SPARKLINE) -> str:
    """A curve in one line of characters, from the smallest value to the largest. Long curves are averaged."""
    n = min(width, len(values))
    means = [_mean(values[len(values) * i // n : len(values) * (i + 1) // n]) for i in range(n)]
    low, high = min(means, default=0.0), max(means, default=0.0)
    top = len(SPARKS) - 1
    return "".join(SPARKS[round((value - low) / (high - low) * top) if high > low else 0] for value in means)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
