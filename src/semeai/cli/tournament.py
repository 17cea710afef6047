"""`semeai tournament`: a tournament of many players."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from semeai.cli.app import ExecutorName, Jobs, Json, Patience, app, read_means, resumable, wrong_call

if TYPE_CHECKING:
    from semeai.arena.match import Means
    from semeai.arena.report import Report
    from semeai.arena.store import StoredGames
    from semeai.arena.tournament import Tournament


@app.command()
def tournament(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.toml", help="tournament file with players and terms, as in the example")
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="folder for games and reports (default: runs/FILE)")
    ] = None,
    report: Annotated[bool, typer.Option("--report", help="only write the reports again")] = False,
    jobs: Jobs = None,
    executor: ExecutorName = "threads",
    patience: Patience = 60.0,
    as_json: Json = False,
) -> None:
    """Play a tournament, or continue it. Finished games are not repeated.

    \b
    A file:
      kind = "round-robin"  # or "gauntlet" (first - all), "ladder" (neighbours)
      games = 20            # of each pairing
      size = 9              # also: rules, komi, handicap, move_limit,
      anchor = "random"     # seed, colors, openings, random_opening,
      \\[players]             # time, ponder, sprt
      random = "random"
      wally = "wally"
      gnugo = "gtp:gnugo --mode gtp --level 1 --chinese-rules"

    \b
    Examples:
      semeai tournament nightly.toml
      semeai tournament nightly.toml --report --json
    """
    from semeai.arena.store import StoredGames
    from semeai.arena.tournament import read_tournament

    folder = out or Path("runs") / file.stem
    with wrong_call():
        its = read_tournament(file)
        means = read_means(jobs, executor, patience)
        games = StoredGames(folder) if report else None
    if games:
        with wrong_call():
            report_tournament(its, games, as_json)
    else:
        hold_tournament(its, means, folder, as_json)


def hold_tournament(its: "Tournament", means: "Means", folder: Path, as_json: bool) -> "Report":
    """Play a tournament, write its reports and print one."""
    from semeai.arena.running import check_players, hold
    from semeai.arena.store import Store

    with wrong_call():
        check_players(its.labels, its.terms.rules, means.patience)
        store = Store(folder)
    with store, resumable(f"the games so far are in {folder}"):
        hold(its.competition(store), means, its.labels, store.n_other(its.terms), quiet=as_json)
        return report_tournament(its, store, as_json)


def report_tournament(its: "Tournament", games: "StoredGames", as_json: bool) -> "Report":
    """Write the reports of a tournament and print one."""
    from semeai.arena.report import make_report, report_json
    from semeai.arena.report_text import report_text
    from semeai.arena.running import say_unchecked, write_reports

    say_unchecked(games)
    report = make_report(its.competition(games), its.labels, its.anchor)
    write_reports(report, games.path.parent)
    print(json.dumps(report_json(report)) + "\n" if as_json else report_text(report), end="")
    print(f"semeai: the games and this report are in {games.path.parent}", file=sys.stderr)
    return report
