"""Everything that plays, by name.

A player is named by a specification, the same in every command and file: `random`, or with settings
`name:key=value,key=value`. Another program is `gtp:COMMAND` and a champion `champion:FILE`, or `champion:NAME` where it
comes with semeai: there all of the rest is the command line, the path or the name.
"""

from typing import TYPE_CHECKING, Any

from semeai.specs import SpecError, Table, parse_settings

if TYPE_CHECKING:
    from semeai.go.player import Player
    from semeai.go.rules import Rules

PLAYERS = Table(
    "player",
    {
        "random": ("semeai.players.random", "RandomPlayer", "RandomParams"),
        "wally": ("semeai.players.wally", "WallyPlayer", "WallyParams"),
        "local": ("semeai.players.local", "LocalPlayer", "LocalParams"),
        "mcts": ("semeai.players.mcts", "MctsPlayer", "MctsParams"),
        "uct": ("semeai.players.uct", "UctPlayer", "UctParams"),
        "rave": ("semeai.players.rave", "RavePlayer", "RaveParams"),
        "strategy": ("semeai.players.strategy", "StrategyPlayer", "StrategyParams"),
        "champion": ("semeai.players.champion", "load_champion", "ChampionParams"),
        "gtp": ("semeai.players.external", "ExternalPlayer", "ExternalParams"),
    },
)

# Those with one parameter, which is all that follows the colon, and what to say where nothing does.
_WHOLE = {
    "gtp": "gtp needs the command of a program, such as gtp:gnugo --mode gtp",
    "champion": "champion needs a file, such as champion:runs/demo/champions/000010.npz, or a name; see: semeai list "
    "champions",
}


def check_spec(spec: str) -> None:
    """Raises SpecError when `spec` names no player. Loads nothing when it is a bare name, a program or a champion."""
    name, _, settings = spec.partition(":")
    PLAYERS.check_name(name)
    if name in _WHOLE:
        _parse_whole(name, settings)
    elif settings:
        parse_settings(name, settings, PLAYERS.load(name).params)


def make_player(spec: str) -> "Player":
    """The player that `spec` names. Raises SpecError, and what its parameters or its file say of it."""
    name, _, settings = spec.partition(":")
    entry = PLAYERS.load(name)
    params: Any
    if name in _WHOLE:
        params = entry.params(_parse_whole(name, settings))
    else:
        params = parse_settings(name, settings, entry.params)
    player: Player = entry.make(params)
    return player


def own_size(spec: str) -> int | None:
    """The board that a champion was bred on; None for other players. Raises what its file says of it."""
    name, _, path = spec.partition(":")
    if name != "champion":
        return None
    from semeai.players.champion import find_champion, read_champion

    champion = read_champion(find_champion(_parse_whole(name, path)))
    return champion.rules.size if champion.rules else None


def check_rules(player: "Player", rules: "Rules") -> None:
    """Raises ValueError when a player cannot play under such rules."""
    from semeai.players.compiled import Compiled

    if isinstance(player, Compiled):
        player.lineup.check(rules)


def _parse_whole(name: str, text: str) -> str:
    if not text.strip():
        raise SpecError(_WHOLE[name])
    return text
