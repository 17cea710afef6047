"""The champions of a run as ancestors of the last one: games between them, and the ones that a person has beaten."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from semeai.arena.game import play_game
from semeai.files import has_file
from semeai.go.game import Game
from semeai.go.points import BLACK, WHITE
from semeai.players import read_bred
from semeai.players.champion import read_champion
from semeai.sgf import text_value
from semeai.web.table import YOU

GAMES = "games"
"""the folder of the games of people, in the work folder"""
MAX_ANCESTORS = 10_000
TRIES = 12
"""games in which a champion may beat its parent"""
HEAD = 4096
"""bytes of a game record that are searched for its first node"""
MAX_GAMES = 500
"""maximum number of games of people that are read, the latest first"""
_NAME = re.compile(r"([0-9]{6,9})(?:-([a-z]{1,20}))?")
_PROPERTY = re.compile(r"\s*([A-Z]{1,8})((?:\s*\[(?:[^\]\\]|\\.)*\])+)", re.DOTALL)
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)


@dataclass(frozen=True)
class Ancestor:
    """A champion of a run."""

    generation: int
    side: str
    """the population it comes from; "" if the run has one population"""
    path: Path


def find_ancestors(champions: Sequence[Path]) -> list[Ancestor]:
    """The champions in these files, the oldest first. Files with other names are left out."""
    found = []
    for path in champions[:MAX_ANCESTORS]:
        if match := _NAME.fullmatch(path.stem):
            found.append(Ancestor(int(match[1]), match[2] or "", path))
    return sorted(found, key=lambda one: (one.generation, one.side))


def side_of(ancestors: Sequence[Ancestor], color: int) -> list[Ancestor]:
    """The champions that can play a color: those of its population, or all if the run has one."""
    name = "black" if color == BLACK else "white"
    return [one for one in ancestors if one.side in ("", name)]


def champion_at(ancestors: Sequence[Ancestor], generation: int) -> Ancestor | None:
    """The champion after a generation; None before the first one."""
    return next((one for one in reversed(ancestors) if one.generation <= generation), None)


def thinned(ancestors: Sequence[Ancestor], most: int) -> list[Ancestor]:
    """At most `most` ancestors, evenly spaced, including the first and the last."""
    n = len(ancestors)
    if n <= most:
        return list(ancestors)
    return [ancestors[(n - 1) * i // (most - 1)] for i in range(most)]


def duel(black: Path, white: Path, seed: int) -> Game:
    """Play a game between the champions in two files, under the rules of the first.

    Raises OSError, DamagedFile, and ValueError for champions that do not play Go or not on the same board.
    """
    champions = [read_champion(path) for path in (black, white)]
    rules = champions[0].rules
    if rules is None or champions[1].rules is None:
        raise ValueError("These champions do not play Go.")
    if champions[1].rules.size != rules.size:
        raise ValueError("These champions play on boards of different sizes.")
    players = [read_bred(one.player).from_genome(one.genome, rules) for one in champions]
    game = Game(rules)
    play_game(game, dict(zip((BLACK, WHITE), players, strict=True)), {BLACK: 2 * seed, WHITE: 2 * seed + 1})
    return game


@dataclass(frozen=True)
class Proof:
    """A game in which a champion beat its parent."""

    game: Game
    color: int
    """the color of the champion"""


def beat_parent(child: Path, parent: Path) -> Proof | None:
    """The first of a few games that a champion wins against its parent; None if it wins none. Raises the same errors as
    `duel`."""
    for i in range(TRIES):
        color = (BLACK, WHITE)[i % 2]
        game = duel(child, parent, i) if color == BLACK else duel(parent, child, i)
        if game.result is not None and game.result.winner == color:
            return Proof(game, color)
    return None


# -- games of people ---------------------------------------------------------------------------------------------------


def beaten_players(games: Path) -> set[str]:
    """The players that a person has beaten in the records of a folder, by their specifications."""
    if not games.is_dir():
        return set()
    paths = [path for path in games.glob("*.sgf") if has_file(games, path.name)]
    latest = sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)[:MAX_GAMES]
    return {name for path in latest if (name := _beaten(path))}


def _beaten(path: Path) -> str:
    """The player that a person has beaten in a record; "" if there is none."""
    try:
        with path.open("rb") as file:
            head = file.read(HEAD).decode(errors="replace")
    except OSError:
        return ""
    root = first_node(head)
    seats = [text_value(text, simple=True) for text in root.get("SEATS", [])]
    winner = root.get("RE", [""])[0][:1]
    if len(seats) != 2 or winner not in ("B", "W"):
        return ""
    won, lost = seats if winner == "B" else reversed(seats)
    return lost if won == YOU and lost != YOU else ""


def first_node(text: str) -> dict[str, list[str]]:
    """The properties of the first node of a record, as they are written."""
    start = text.find("(;")
    if start < 0:
        return {}
    found: dict[str, list[str]] = {}
    at = start + 2
    while match := _PROPERTY.match(text, at):
        found[match[1]] = _VALUE.findall(match[2])
        at = match.end()
    return found
