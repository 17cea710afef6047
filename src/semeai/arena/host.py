"""Holding a match or a tournament: what is there already is said, the rest is played, the reports are written."""

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from semeai.arena.match import Competition, Means
from semeai.arena.pictures import draw_report
from semeai.arena.progress import Watcher
from semeai.arena.report import Report, crosstable_csv, report_csv, report_json
from semeai.arena.report_text import report_text
from semeai.arena.store import REPORTS, StoredGames
from semeai.arena.tables import PATIENCE
from semeai.files import write_whole
from semeai.go.rules import Rules
from semeai.players import make_player


def check_players(specs: Iterable[str], rules: Rules | None = None, patience: float = PATIENCE) -> None:
    """Check that all players exist, can play under `rules` if given, and start within `patience` seconds each.

    Raises ValueError, or EngineError that says how to get a missing engine.
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


def hold(
    competition: Competition, means: Means, labels: Mapping[str, str], n_other: int = 0, quiet: bool = False
) -> None:
    """Play what is missing, with progress on stderr. `n_other` games of the store are under other terms."""
    if not quiet:
        if n_other:
            _say(f"{n_other} stored games were played under other terms and are left out")
        if competition.n_found:
            left = f"{competition.n_left} to play" if competition.n_left else "nothing left to play"
            _say(f"{competition.n_found} games were played before and are skipped; {left}")
    with Watcher(competition, labels, quiet) as watcher:
        competition.run(means, watcher)


def say_unchecked(games: StoredGames) -> None:
    """Say on stderr which stored games have no digest."""
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
