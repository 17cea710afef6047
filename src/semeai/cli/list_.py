"""`semeai list`: players, champions, agents, methods, papers and rules by name."""

import json
from typing import Annotated, Any

import typer

from semeai.cli.app import app, fail, wrong_call
from semeai.text import for_screen

KINDS = ("players", "champions", "agents", "methods", "papers", "rules")


@app.command("list")
def list_(
    what: Annotated[str, typer.Argument(metavar="|".join(KINDS), autocompletion=lambda: list(KINDS))] = "players",
    as_json: Annotated[bool, typer.Option("--json", help="print a JSON list of objects with name and summary")] = False,
) -> None:
    """List players, champions, agents, methods, papers or rules.

    \b
    Examples:
      semeai list players
      semeai list champions --json
    """
    what = "methods" if what == "evolvers" else what  # their earlier name
    if what not in KINDS:
        fail(f"cannot list {what!r}; choose one of {', '.join(KINDS)}", 2)
    with wrong_call():
        print(json.dumps(_entries(what)) if as_json else for_screen(_text(what)))


def _text(what: str) -> str:
    """All entries with their settings, for people."""
    if what == "players":
        return _players_text()
    if what == "champions":
        from semeai.players.champion import list_champions

        return list_champions()
    if what == "agents":
        from semeai.players.agents.agents import describe_agents

        return describe_agents()
    if what == "methods":
        from semeai.evolve import METHODS

        return METHODS.describe()
    if what == "papers":
        from semeai.papers import describe_papers

        return describe_papers()
    return "\n".join(f"{entry['name']:14}{entry['summary']}" for entry in _entries(what))


def _players_text() -> str:
    """The cards of all players, with their settings below."""
    from semeai.players import PLAYERS
    from semeai.players.cards import kind_card
    from semeai.specs import settings_lines

    lines = []
    for name, entry in PLAYERS.entries():
        found = kind_card(name)
        origin = PLAYERS.origin(name)
        lines.append(f"{found.name}: {entry.summary}{f' ({origin})' if origin else ''}")
        facts = [str(found.strength() or ""), f"boards: {found.boards}", found.speed, f"from: {found.origin}"]
        lines.append(f"    {'; '.join(filter(None, facts))}")
        lines += settings_lines(entry)
    return "\n".join(lines)


def _entries(what: str) -> list[dict[str, Any]]:
    """All entries as objects with at least a name and a summary."""
    if what == "players":
        from semeai.players import PLAYERS
        from semeai.players.cards import kind_card

        return [entry | {"card": kind_card(entry["name"]).as_json()} for entry in PLAYERS.as_json()]
    if what == "methods":
        from semeai.evolve import METHODS

        return METHODS.as_json()
    if what == "champions":
        from semeai.players.cards import card
        from semeai.players.champion import champions_json

        return [entry | {"card": card(f"champion:{entry['name']}").as_json()} for entry in champions_json()]
    if what == "agents":
        from semeai.players.agents.agents import AGENTS

        return [{"name": name, "summary": agent.says} for name, agent in AGENTS.items()]
    if what == "papers":
        from semeai.papers import PAPERS, load_paper

        papers = map(load_paper, PAPERS)
        return [
            {"name": paper.key, "summary": paper.summary, "figures": [figure.name for figure in paper.figures]}
            for paper in papers
        ]
    from semeai.go.rules import PRESETS

    return [{"name": name, "summary": rules.describe()} for name, rules in PRESETS.items()]
