"""`semeai report`: the results in a folder, as text or as one HTML file."""

from pathlib import Path
from typing import Annotated

import typer

from semeai.cli.app import app, wrong_call

NAME = "report.html"


@app.command()
def report(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder of a match, a tournament, a ladder or a run.", file_okay=False)
    ],
    html: Annotated[
        bool, typer.Option("--html", help="Write one self-contained HTML file with games to replay.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write it  (default: DIR/report.html)")
    ] = None,
) -> None:
    """Show the results of a match, tournament, ladder or run, or write them as one HTML file to send.

    \b
    Examples:
      semeai report runs/nightly
      semeai report runs/nightly --html
      semeai report results/ladder/9x9 --html --out ladder.html
    """
    from semeai.files import write_whole

    with wrong_call():
        if not folder.is_dir():
            raise ValueError(f"{folder}: no such folder")
        if not html and out is None:
            print(_text(folder), end="")
            return
        path = out or folder / NAME
        write_whole(path, _html(folder))
    print(f"semeai: wrote {path}")


def _text(folder: Path) -> str:
    """The report for a terminal."""
    from semeai.arena.ladder import Ladder
    from semeai.arena.ladder_store import LADDER, read_ladder
    from semeai.arena.ladder_text import ladder_text
    from semeai.arena.store import REPORTS
    from semeai.cli.runs import describe_run

    if (folder / LADDER).is_file():
        return ladder_text(Ladder(read_ladder(folder))) + "\n"
    if (folder / REPORTS[0]).is_file():
        return (folder / REPORTS[0]).read_text(encoding="utf-8")
    return describe_run(folder) + "\n"


def _html(folder: Path) -> str:
    from semeai.arena.html_report import ladder_html, tournament_html
    from semeai.arena.ladder import Ladder
    from semeai.arena.ladder_store import LADDER, read_ladder
    from semeai.arena.store import FILE
    from semeai.lab.html_run import run_html

    if (folder / LADDER).is_file():
        return ladder_html(Ladder(read_ladder(folder)))
    return tournament_html(folder) if (folder / FILE).is_file() else run_html(folder)
