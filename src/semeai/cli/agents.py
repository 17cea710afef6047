"""`semeai agents`: pictures of the agents' ratings of a position."""

from pathlib import Path
from typing import Annotated

import typer

from semeai.cli.app import app, wrong_call


@app.command()
def agents(
    position: Annotated[
        Path | None, typer.Argument(metavar="[POSITION]", help="a diagram or an SGF file", dir_okay=False)
    ] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="folder for the pictures")] = Path("agents"),
) -> None:
    """Draw the ratings of each agent for a position, the end of a game, or an example.

    \b
    Examples:
      semeai agents --out pictures
      semeai agents game.sgf
    """
    from semeai.files import write_whole
    from semeai.players.agents.pictures import draw_agents, example_board
    from semeai.positions import read_board

    with wrong_call():
        pictures = draw_agents(read_board(position) if position else example_board())
        out.mkdir(parents=True, exist_ok=True)
        for name, svg in pictures.items():
            write_whole(out / f"{name}.svg", svg)
    print(f"{len(pictures)} pictures in {out}")
