"""`semeai list`: players, champions, methods, papers and rules by name."""

from typing import Annotated

import typer

from semeai.cli.app import app, fail, wrong_call


@app.command("list")
def list_(
    what: Annotated[str, typer.Argument(metavar="players|champions|agents|methods|papers|rules")] = "players",
) -> None:
    """Show what there is.

    \b
    Examples:
      semeai list players
      semeai list champions
    """
    if what == "players":
        from semeai.players import PLAYERS

        print(PLAYERS.describe())
    elif what == "champions":
        from semeai.players.champion import list_champions

        with wrong_call():
            print(list_champions())
    elif what == "agents":
        from semeai.players.agents.agents import describe_agents

        print(describe_agents())
    elif what in ("methods", "evolvers"):  # evolvers is what they were called
        from semeai.evolve import METHODS

        print(METHODS.describe())
    elif what == "papers":
        from semeai.papers import describe_papers

        print(describe_papers())
    elif what == "rules":
        from semeai.go.rules import PRESETS

        for name, rules in PRESETS.items():
            print(f"{name:14}{rules.describe()}")
    else:
        fail(f"nothing to list called {what!r}; there are players, champions, agents, methods, papers and rules", 2)
