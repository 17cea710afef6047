"""Everything that plays, by name.

A player is named by a specification, the same in every command and file: `random`, or with settings
`name:key=value,key=value`. Another program is `gtp:COMMAND`, where all of the rest is its command line.
"""

from dataclasses import MISSING, dataclass, fields
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from semeai.go.player import Player

# name -> module, player, its parameters. The modules are loaded when they are needed: they compile, or load, kernels.
PLAYERS: dict[str, tuple[str, str, str]] = {
    "random": ("semeai.players.random", "RandomPlayer", "RandomParams"),
    "wally": ("semeai.players.wally", "WallyPlayer", "WallyParams"),
    "gtp": ("semeai.players.external", "ExternalPlayer", "ExternalParams"),
}


class SpecError(ValueError):
    """A specification that names no player; the message says what is wrong with it."""


@dataclass(frozen=True)
class Entry:
    """A player of the table."""

    make: type[Any]
    params: type[Any]
    summary: str


def load(name: str) -> Entry:
    """The player called `name`. Raises SpecError."""
    check_name(name)
    path, player, params = PLAYERS[name]
    module = import_module(path)
    return Entry(getattr(module, player), getattr(module, params), (module.__doc__ or "").partition("\n")[0])


def check_name(name: str) -> None:
    """Raises SpecError when no player has that name."""
    if name not in PLAYERS:
        raise SpecError(f"no player called {name!r}; there are {', '.join(sorted(PLAYERS))}")


def check_spec(spec: str) -> None:
    """Raises SpecError when `spec` names no player. Loads nothing when it is a bare name or another program."""
    name, _, settings = spec.partition(":")
    check_name(name)
    if name == "gtp":
        _parse_command(settings)
    elif settings:
        _parse_settings(name, settings, load(name).params)


def make_player(spec: str) -> "Player":
    """The player that `spec` names. Raises SpecError."""
    name, _, settings = spec.partition(":")
    entry = load(name)
    params = entry.params(_parse_command(settings)) if name == "gtp" else _parse_settings(name, settings, entry.params)
    player: Player = entry.make(params)
    return player


def _parse_command(text: str) -> str:
    """The command line of another program. Raises SpecError."""
    if not text.strip():
        raise SpecError("gtp needs the command of a program, such as gtp:gnugo --mode gtp")
    return text


def _parse_settings(name: str, text: str, params: type[Any]) -> Any:
    """The parameters in "key=value,key=value". Raises SpecError."""
    known: dict[str, Any] = {field.name: field.type for field in fields(params)}
    values: dict[str, Any] = {}
    for setting in filter(None, text.split(",")):
        key, _, value = setting.partition("=")
        if key not in known:
            raise SpecError(f"{name} has no setting {key!r}; it has {', '.join(known) or 'none'}")
        try:
            values[key] = known[key](value)
        except ValueError:
            raise SpecError(f"{name}:{key} is of type {known[key].__name__}, not {value!r}") from None
    return params(**values)


def describe_players() -> str:
    """All players with their settings, for people."""
    lines = []
    for name in PLAYERS:
        entry = load(name)
        lines.append(entry.summary)
        lines += [f"    {field.name}={field.default}" for field in fields(entry.params) if field.default is not MISSING]
    return "\n".join(lines)
