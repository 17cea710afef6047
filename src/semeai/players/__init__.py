"""All players, by name.

A specification names a player, in the same way in every command and file: `random`, or with settings
`name:key=value,key=value`. An external engine is `gtp:COMMAND`. A champion is `champion:FILE`, or `champion:NAME` if it
comes with semeai. In these, everything after the colon is the command line, the path or the name.

Other packages add players by entry points of the group `semeai.players`; programs and notebooks use `PLAYERS.add`.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from semeai.specs import Entry, Registry, SpecError, make_entry, parse_settings

if TYPE_CHECKING:
    from semeai.go.board import Board
    from semeai.go.player import Breedable, Player

PLAYERS = Registry(
    "player",
    {
        "random": ("semeai.players.random", "RandomPlayer", "RandomParams"),
        "wally": ("semeai.players.wally", "WallyPlayer", "WallyParams"),
        "local": ("semeai.players.local", "LocalPlayer", "LocalParams"),
        "mcts": ("semeai.players.search.mcts", "MctsPlayer", "MctsParams"),
        "uct": ("semeai.players.search.uct", "UctPlayer", "UctParams"),
        "rave": ("semeai.players.search.rave", "RavePlayer", "RaveParams"),
        "network": ("semeai.players.network", "NetworkPlayer", "NetworkParams"),
        "field": ("semeai.players.field", "FieldPlayer", "FieldParams"),
        "shape": ("semeai.players.shape.shape", "ShapePlayer", "ShapeParams"),
        "summation": ("semeai.players.agents.summation", "SummationPlayer", "SummationParams"),
        "strategy": ("semeai.players.strategy", "StrategyPlayer", "StrategyParams"),
        "champion": ("semeai.players.champion", "load_champion", "ChampionParams"),
        "gtp": ("semeai.players.external", "ExternalPlayer", "ExternalParams"),
    },
    group="semeai.players",
)

add = PLAYERS.add

# Players whose only parameter is the whole text after the colon, and the message if it is missing.
_WHOLE = {
    "gtp": "gtp needs the command of a program, such as gtp:gnugo --mode gtp",
    "champion": "champion needs a file, such as champion:runs/demo/champions/000010.npz, or a name; see: semeai list "
    "champions",
}


def check_spec(spec: str) -> None:
    """Check that `spec` names a player. Loads nothing for a bare name, an engine or a champion. Raises SpecError."""
    name, _, settings = spec.partition(":")
    PLAYERS.check_name(name)
    if name in _WHOLE:
        _parse_whole(name, settings)
    elif settings:
        parse_settings(name, settings, PLAYERS.load(name).params)


def make_player(spec: str) -> "Player":
    """Return the player that `spec` names. Raises SpecError, and the errors of its parameters or its file."""
    name, _, settings = spec.partition(":")
    entry = PLAYERS.load(name)
    if _needs_genome(entry):
        raise SpecError(
            f"{name} needs a genome: breed one with semeai evolve, and play it as champion:FILE; "
            "see also: semeai list champions"
        )
    params: Any
    if name in _WHOLE:
        params = entry.params(_parse_whole(name, settings))
    else:
        params = parse_settings(name, settings, entry.params)
    return as_player(entry.make(params))


def as_player(thing: "str | Player | Callable[[Board], int] | object") -> "Player":
    """Return `thing` as a player.

    Args:
        thing: A player, a specification, a class or an object with `choose(board)`, or a function of the board. If a
            plain object also has `new_game`, `explain` or `close`, they are called too. A class gets the defaults of
            its `Params`, if it has any.

    Raises:
        SpecError: The specification is not a player.
        TypeError: `thing` is none of the above.
    """
    from semeai.go.player import Player
    from semeai.players.guest import Guest

    if isinstance(thing, str):
        return make_player(thing)
    if isinstance(thing, type):
        entry = make_entry(thing.__name__, thing)
        thing = entry.make(entry.params())
    return thing if isinstance(thing, Player) else Guest(thing)


def name_players(*things: "str | Player | Callable[[Board], int] | object") -> list[str]:
    """Return a specification for each of `things`, for matches and problems of this process.

    A specification stays as it is. Anything else that `as_player` accepts is added to PLAYERS under its own name and
    replaces an earlier entry. A class or a function makes a new player for every seat. An object is one player with one
    seat, and plays one game at a time.

    Raises the errors of `as_player`.
    """
    given: dict[str, object] = {}
    return [thing if isinstance(thing, str) else _enter(thing, given) for thing in things]


def _enter(thing: object, given: dict[str, object]) -> str:
    """Add a player to the table, under a name that is not yet in `given`."""
    as_player(thing)  # raises TypeError for anything else
    base = str(getattr(thing, "__name__", type(thing).__name__)).strip("<>_")
    name, number = base, 1
    while given.get(name, thing) is not thing or (name in PLAYERS and not PLAYERS.is_local(name)):
        number += 1
        name = f"{base}-{number}"
    if name not in given:
        PLAYERS.add(name, thing if isinstance(thing, type) else partial(as_player, thing))
        given[name] = thing
    return name


def check_reach(specs: Iterable[str], executor: str) -> None:
    """Check that other processes know a player if they have to: they do not know one that was added at run time. Raises
    ValueError.
    """
    for spec in specs:
        name = spec.partition(":")[0]
        if executor != "threads" and PLAYERS.is_local(name):
            raise ValueError(
                f"{name} was added in this process, so workers of {executor} cannot load it; use threads, or declare "
                "it in a package as an entry point of semeai.players"
            )


# -- breeding ----------------------------------------------------------------------------------------------------------


def read_bred(spec: str) -> "Breedable":
    """Return the player type of genomes: `local`, or `network:last=true`.

    Raises SpecError, and ValueError for invalid settings.
    """
    name, _, settings = spec.partition(":")
    entry = PLAYERS.load(name) if name in PLAYERS else None
    if entry is None or not _is_breedable(entry):
        raise SpecError(f"{name!r} cannot be bred; choose one of {', '.join(sorted(breedable()))}")
    return _read_bred(name, settings, entry)


@lru_cache(maxsize=64)  # limited, since the text may come from a file
def _read_bred(name: str, settings: str, entry: Entry) -> "Breedable":
    if settings and entry.params.is_genome:
        raise SpecError(f"{name} has no settings for breeding")
    bred: Breedable = parse_settings(name, settings, entry.params)
    return bred


def breedable() -> list[str]:
    """Return the names of the players that can be bred."""
    return [name for name, entry in PLAYERS.entries() if _is_breedable(entry)]


def playable() -> list[str]:
    """Return the names of players that need no genome, file or command."""
    return [name for name, entry in PLAYERS.entries() if name not in _WHOLE and not _needs_genome(entry)]


def _is_breedable(entry: Entry) -> bool:
    from semeai.go.player import Breedable

    return issubclass(entry.params, Breedable)


def _needs_genome(entry: Entry) -> bool:
    return _is_breedable(entry) and not entry.params.is_genome and not entry.params.plays_alone


# -- specifications ----------------------------------------------------------------------------------------------------


def own_size(spec: str) -> int | None:
    """Return the board size that a champion was bred on; None for other players.

    Raises the errors of its file.
    """
    name, _, path = spec.partition(":")
    if name != "champion":
        return None
    from semeai.players.champion import find_champion, read_champion

    champion = read_champion(find_champion(_parse_whole(name, path)))
    return champion.rules.size if champion.rules else None


def _parse_whole(name: str, text: str) -> str:
    if not text.strip():
        raise SpecError(_WHOLE[name])
    return text
