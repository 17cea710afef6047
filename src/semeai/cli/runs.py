"""`semeai runs` and `semeai show`: the runs of this folder, and the champions they bred."""

import json
from pathlib import Path
from typing import Annotated

import typer

from semeai.cli.app import RUNS, Json, app, wrong_call


@app.command("runs")
def runs_(
    every: Annotated[bool, typer.Option("--all", help="also list trials of papers, which --json always has")] = False,
    as_json: Json = False,
) -> None:
    """List the runs in runs/: their state, how good their champions are, how long ago they were active.

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
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="a champion, runs/NAME/champions/*.npz, or one of: list champions")
    ],
) -> None:
    """Describe a champion: what it is, how it was bred, how good it is, what is in its genome.

    \b
    Example:
      semeai show runs/demo/champions/000010.npz
    """
    from semeai.players.champion import describe_champion, find_champion, read_champion

    with wrong_call():
        print(describe_champion(read_champion(find_champion(str(file))), file))
