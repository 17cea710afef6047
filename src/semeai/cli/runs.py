"""`semeai runs` and `semeai show`: the runs of this folder, and the champions they bred."""

import json
from pathlib import Path
from typing import Annotated

import typer

from semeai.cli.app import RUNS, Json, app, wrong_call
from semeai.cli.completion import complete_champions


@app.command("runs")
def runs_(
    every: Annotated[
        bool, typer.Option("--all", help="also list trials of papers; --json always includes them")
    ] = False,
    as_json: Json = False,
) -> None:
    """List the runs in runs/ with their state, the strength of their champions, and their age.

    \b
    Example:
      semeai runs
    """
    from dataclasses import asdict

    from semeai.lab.listing import list_runs, listing_text

    with wrong_call():
        found = list_runs(RUNS)
    print(json.dumps([asdict(run) for run in found]) if as_json else listing_text(found, RUNS, every))


@app.command()
def show(
    what: Annotated[
        str,
        typer.Argument(
            metavar="CHAMPION|RUN",
            help="champion:NAME, a champion file, or the folder of a run",
            autocompletion=complete_champions,
        ),
    ],
) -> None:
    """Describe a champion, with its origin, strength and genome, or a run.

    \b
    Examples:
      semeai show champion:sane-9x9
      semeai show runs/demo/champions/000010.npz
      semeai show runs/demo
    """
    from semeai.players.champion import describe_champion, find_champion, read_champion

    with wrong_call():
        if Path(what).is_dir():
            print(describe_run(Path(what)))
        else:
            path = find_champion(what)
            print(describe_champion(read_champion(path), Path(what.removeprefix("champion:"))))


def describe_run(folder: Path) -> str:
    """A run in a few lines: its state, its settings, and its champions."""
    from semeai.lab.folder import RunFolder

    run = RunFolder(folder)
    run.look()
    champions = [str(path) for path in run.champions[-3:]]
    facts = {
        "run": str(folder),
        "state": str(run.state),
        "about": run.about,
        "rows": str(len(run.rows)),
        "best": run.merit,
    }
    lines = [f"{name:10} {value}" for name, value in facts.items() if value]
    return "\n".join([*lines, *(f"{'champion':10} {path}" for path in champions)])
