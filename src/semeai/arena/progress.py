"""What a person sees while games are played: how many, the score so far, the Elo it means, and when it will end."""

import time
from collections.abc import Mapping
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from semeai.arena.match import Competition
from semeai.arena.ratings import elo_difference
from semeai.arena.report import make_report
from semeai.arena.schedule import Pairing, Played

SECONDS_BETWEEN_LINES = 10.0  # where there is no terminal
SECONDS_BETWEEN_RATINGS = 0.5  # for a joint rating costs some milliseconds


class Watcher:
    """Shows the course of a competition on stderr. To be used in a `with`, and called with each game."""

    def __init__(self, competition: Competition, labels: Mapping[str, str], quiet: bool = False) -> None:
        self._competition = competition
        self._labels = labels
        self._total = competition.n_found + competition.n_left
        self._n_done = competition.n_found
        self._console = Console(stderr=True, quiet=quiet, highlight=False, markup=False)
        self._next = time.monotonic() + (0 if self._console.is_terminal else SECONDS_BETWEEN_LINES)
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=self._console,
            disable=not self._console.is_terminal,
            transient=True,
        )

    def __enter__(self) -> "Watcher":
        self._bar.start()
        self._task = self._bar.add_task("playing", total=self._total, completed=self._n_done)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.stop()

    def __call__(self, pairing: Pairing, game: Played) -> None:
        self._n_done += 1
        if self._console.is_terminal:
            self._bar.update(self._task, completed=self._n_done)
        if time.monotonic() < self._next:
            return
        if self._console.is_terminal:
            self._next = time.monotonic() + SECONDS_BETWEEN_RATINGS
            self._bar.update(self._task, description=self._describe())
        else:
            self._next = time.monotonic() + SECONDS_BETWEEN_LINES
            self._console.print(f"{self._n_done} of {self._total} games: {self._describe()}", soft_wrap=True)

    def _describe(self) -> str:
        """The score of a match, or who leads a tournament."""
        if len(self._competition.pairings) > 1:
            best = make_report(self._competition, self._labels, None).ratings.rows[0]
            return f"{self._labels[best.name]} leads, Elo {best.elo:+.0f} [{best.low:+.0f}, {best.high:+.0f}]"
        (pairing,) = self._competition.pairings
        points = self._competition.points(pairing)
        elo, low, high = elo_difference(sum(points), len(points))
        a, b = self._labels[pairing.a], self._labels[pairing.b]
        return f"{a} {sum(points):g} : {len(points) - sum(points):g} {b}, Elo {elo:+.0f} [{low:+.0f}, {high:+.0f}]"
