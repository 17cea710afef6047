"""Everything that plays, by name.

A player is named by a specification, the same in every command and file: `random`, or with parameters
`name:key=value,key=value`.
"""

import sys
from dataclasses import fields
from typing import Any

from semeai.go.player import Player
from semeai.players.random import RandomParams, RandomPlayer

PLAYERS: dict[str, tuple[type[Any], type[Any]]] = {
    "random": (RandomPlayer, RandomParams),
}


class SpecError(ValueError):
    """A specification that names no player; the message says what is wrong with it."""


def make_player(spec: str) -> Player:
    """The player that `spec` names. Raises SpecError."""
    name, _, settings = spec.partition(":")
    if name not in PLAYERS:
        raise SpecError(f"no player called {name!r}; there are {', '.join(sorted(PLAYERS))}")
    player, params = PLAYERS[name]
    known: dict[str, Any] = {field.name: field.type for field in fields(params)}
    values: dict[str, Any] = {}
    for setting in filter(None, settings.split(",")):
        key, _, value = setting.partition("=")
        if key not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise SpecError(f"{name} has no setting {key!r}; {has}")
        kind = known[key]
        try:
            values[key] = kind(value)
        except ValueError:
            raise SpecError(f"{name}:{key} wants {kind.__name__}, not {value!r}") from None
    made: Player = player(params(**values))
    return made


def describe_players() -> str:
    """All players with their settings, for people."""
    lines = []
    for name, (player, params) in PLAYERS.items():
        module = sys.modules[player.__module__]
        lines.append((module.__doc__ or name).partition("\n")[0])
        lines += [f"    {field.name}={field.default}" for field in fields(params)]
    return "\n".join(lines)
