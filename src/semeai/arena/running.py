"""Running a match or a tournament: count the stored games, play the missing ones, write the reports."""

import json
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from semeai.arena.match import Competition, Means
from semeai.arena.pictures import draw_report
from semeai.arena.ratings import elo_difference
from semeai.arena.report import Report, crosstable_csv, make_report, report_csv, report_json
from semeai.arena.report_text import report_text
from semeai.arena.schedule import Pairing, Played
from semeai.arena.store import REPORTS, StoredGames
from semeai.arena.tables import PATIENCE
from semeai.files import write_whole
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.status import StatusLine, format_seconds

BAR = 20  # letters
SECONDS_BETWEEN_RATINGS = 0.5  # since a joint rating costs some milliseconds


def check_players(specs: Iterable[str], rules: Rules | None = None, patience: float = PATIENCE) -> None:
    """Check that all players exist, can play under `rules` if given, and start within `patience` seconds each.

    Raises ValueError, or EngineError with a hint on how to install a missing engine.
    """
    for spec in specs:
        with make_player(spec) as player:
            if rules:
                try:
                    player.check_rules(rules)
                except ValueError as error:
                    raise ValueError(f"{spec}: {error}") from None
            player.timeout = patience
            player.check()


class Watcher(StatusLine):
    """The progress line of a match: games played, the score so far and the time left. It is called after each game."""

    def __init__(self, competition: Competition, labels: Mapping[str, str], quiet: bool = False) -> None:
        super().__init__(quiet)
        self._competition = competition
        self._labels = labels
        self._total = competition.n_found + competition.n_left
        self._n_new = 0
        self._started = time.monotonic()

    def __call__(self, pairing: Pairing, game: Played) -> None:
        self._n_new += 1
        self.show(self._line, SECONDS_BETWEEN_RATINGS)

    def _line(self) -> str:
        n_done = self._competition.n_found + self._n_new
        seconds = (time.monotonic() - self._started) / self._n_new * (self._total - n_done)
        bar = "━" * (BAR * n_done // self._total)
        return f"{bar:─<{BAR}} {n_done} of {self._total} games, {format_seconds(seconds)} left: {self._describe()}"

    def _describe(self) -> str:
        """The score of a match, or the leader of a tournament."""
        if len(self._competition.pairings) > 1:
            best = make_report(self._competition, self._labels, None).ratings.rows[0]
            return f"{self._labels[best.name]} leads, Elo {best.elo:+.0f} [{best.low:+.0f}, {best.high:+.0f}]"
        (pairing,) = self._competition.pairings
        points = self._competition.points(pairing)
        elo, low, high = elo_difference(sum(points), len(points))
        a, b = self._labels[pairing.a], self._labels[pairing.b]
        return f"{a} {sum(points):g} : {len(points) - sum(points):g} {b}, Elo {elo:+.0f} [{low:+.0f}, {high:+.0f}]"


def hold(
    competition: Competition, means: Means, labels: Mapping[str, str], n_other: int = 0, quiet: bool = False
) -> None:
    """Play the missing games, with progress on stderr. `n_other` games of the store are under other terms."""
    if not quiet:
        if n_other:
            _say(f"{n_other} stored games were played under other terms and are left out")
        if competition.n_found:
            left = f"{competition.n_left} to play" if competition.n_left else "nothing left to play"
            _say(f"{competition.n_found} games were played before and are skipped; {left}")
    with Watcher(competition, labels, quiet) as watcher:
        competition.run(means, watcher)


def say_unchecked(games: StoredGames) -> None:
    """Report stored games without a digest on stderr."""
    if games.n_unchecked:
        _say(
            f"{games.n_unchecked} games in {games.path} have no digest (an older version wrote them), so damage to "
            "them is not noticed"
        )


def write_reports(report: Report, folder: Path) -> None:
    """Write the report in all its forms. Raises OSError."""
    *names, picture = REPORTS
    texts = (
        report_text(report),
        json.dumps(report_json(report), indent=1, allow_nan=False) + "\n",
        report_csv(report),
        crosstable_csv(report),
    )
    for name, text in zip(names, texts, strict=True):
        write_whole(folder / name, text)
    draw_report(report, folder / picture)


def _say(text: str) -> None:
    print(f"semeai: {text}", file=sys.stderr)
