"""Cards: a name for people, a line, the strength, boards, speed and origin of every player.

`card(spec)` describes any player: built in, champion, other program or plugin. Nothing is compiled or started for it.
Strengths come from the ladder that was played last (`standings.json` in its folder).
"""

import json
import re
import shlex
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from semeai.players import PLAYERS, check_spec
from semeai.shipped import shipped_results

STANDINGS = "standings.json"
LADDER_SIZES = (7, 9, 13, 19)
ANY_BOARD = "2x2 to 19x19"
_INSTANT = "instant"
_LEVEL = re.compile(r"--level[ =](\d+)")


@dataclass(frozen=True)
class Strength:
    """The rating of a player on a ladder, with its 95% interval."""

    size: int
    elo: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"Elo {self.elo:.0f} ± {(self.high - self.low) / 2:.0f} on {self.size}x{self.size}"


@dataclass(frozen=True)
class Card:
    """A player as people see it."""

    spec: str
    name: str
    summary: str
    """one line about the kind of player and its origin"""
    boards: str
    speed: str
    """approximate time per move on 9x9"""
    origin: str
    """paper, program or person that it comes from"""
    strengths: tuple[Strength, ...] = ()
    """by board size; empty if it is on no ladder"""

    def strength(self, size: int | None = None) -> Strength | None:
        """Return its strength on a board; without a size on 9x9, or else on any board."""
        found = {one.size: one for one in self.strengths}
        return found.get(size) if size else found.get(9) or next(iter(self.strengths), None)

    def as_json(self) -> dict[str, Any]:
        """Return the card as JSON data."""
        return asdict(self)


@dataclass(frozen=True)
class _Kind:
    name: str
    summary: str
    origin: str


_KINDS = {
    "random": _Kind("Random", "Plays any legal move except into its own eyes.", "semeai"),
    "wally": _Kind(
        "Wally", "Attacks and defends by small patterns.", "after Bill Newman's Wally, the opponent in the papers"
    ),
    "local": _Kind("Local", "Rates each point by its neighbors, with eleven weights.", "semeai"),
    "mcts": _Kind("Plain Monte Carlo", "Tree search with random descent and random playouts.", "Howlett"),
    "uct": _Kind("UCT", "Tree search by upper confidence bounds.", "Howlett; Kocsis and Szepesvári"),
    "rave": _Kind("RAVE", "Tree search with move statistics and knowledge of Go.", "Howlett; Gelly and Silver"),
    "strategy": _Kind("Strategies", "Coevolves partial strategies for the position on the board.", "Drake"),
    "network": _Kind("Network", "An evolved neural network over the whole board.", "Richards et al."),
    "field": _Kind("Field", "A small evolved network that is moved over the board.", "semeai"),
    "shape": _Kind("Shape", "An evolved network that sees stones and tactics around a point.", "semeai"),
    "summation": _Kind("Agents", "An evolved weighting of simple agents.", "Blackman"),
}
_METHODS = {
    "sane2": "SANE",
    "sanei": "SANEi",
    "sane": "SANE",
    "esp": "ESP",
    "neat": "NEAT",
    "ga": "a genetic algorithm",
    "cma": "CMA-ES",
    "nes": "natural evolution strategies",
    "mapelites": "MAP-Elites",
    "cooperative": "cooperative coevolution",
}
_PAPERS = {
    "sane": "Richards, Moriarty and Miikkulainen (1998)",
    "sane2": "Richards, Moriarty and Miikkulainen (1998)",
    "sanei": "Zela and Zato",
    "esp": "Gomez and Miikkulainen",
    "neat": "Stanley and Miikkulainen",
}
_MOVE_SECONDS = {"mcts": 1e-5, "uct": 1e-5, "rave": 3e-5}  # per playout on 9x9
_STEP_SECONDS = 1e-3


def card(spec: str) -> Card:
    """Return the card of the player that a specification names. Raises SpecError, OSError and DamagedFile."""
    check_spec(spec)
    name, _, rest = spec.partition(":")
    if name == "champion":
        return _champion_card(spec, rest)
    if name == "gtp":
        return _program_card(spec, rest)
    settings = dict(part.partition("=")[::2] for part in rest.split(",")) if rest else {}
    kind = _KINDS.get(name)
    if kind is None:  # of another package, or added at run time
        summary = PLAYERS.summary(name)
        origin = PLAYERS.origin(name) or "added at run time"
        return Card(spec, spec, summary, ANY_BOARD, "", origin, strengths_of(spec))
    title = ", ".join([kind.name, *_settings_words(name, dict(settings))])
    return Card(spec, title, kind.summary, ANY_BOARD, _speed(name, settings), kind.origin, strengths_of(spec))


def _settings_words(name: str, settings: dict[str, str]) -> list[str]:
    """The settings of a player in words."""
    words = []
    if name in _MOVE_SECONDS:
        words.append(f"{int(settings.pop('playouts', '1000')):,} playouts")
    if name == "strategy":
        words.append(f"{int(settings.pop('steps', '2048')):,} steps")
    if name == "wally" and "noise" in settings:
        words.append(f"{float(settings.pop('noise')):.0%} random")
    truths = {"true": "{}", "false": "no {}"}
    for key, value in settings.items():
        text = key.replace("_", " ")
        words.append(truths[value].format(text) if value in truths else f"{text} {value}")
    return words


def _speed(name: str, settings: dict[str, str]) -> str:
    """The time per move on 9x9 in words."""
    if name == "strategy":
        seconds = _STEP_SECONDS * int(settings.get("steps", "2048"))
    elif name in _MOVE_SECONDS:
        seconds = _MOVE_SECONDS[name] * int(settings.get("playouts", "1000"))
    else:
        return _INSTANT
    return f"about {seconds * 1000:.2g} ms" if seconds < 1 else f"about {seconds:.2g} s"


def _champion_card(spec: str, path: str) -> Card:
    from semeai.players.champion import find_champion, read_champion, split_settings

    champion = read_champion(find_champion(path))
    name, _, rest = champion.player.partition(":")
    settings = dict(part.partition("=")[::2] for part in f"{rest},{split_settings(path)[1]}".split(",") if part)
    kind = _KINDS.get(name)
    method = champion.method.partition(":")[0]
    size = f"{champion.rules.size}x{champion.rules.size}" if champion.rules else ""
    bred_by = _METHODS.get(method, method)
    player = kind.name if kind else champion.player
    if settings.get("origin") == "nothing":
        player += " bred from nothing,"
    title = f"{bred_by[0].upper()}{bred_by[1:]} {player.lower()} {size}" if method in _PAPERS else f"{player} {size}"
    bred = f"Bred by {bred_by} on {size}, generation {champion.generation}."
    summary = f"{kind.summary} {bred}" if kind else bred
    boards = size if champion.player.startswith("network") else ANY_BOARD
    origin = _PAPERS.get(method, kind.origin if kind else "")
    return Card(spec, title.strip(), summary, boards, _speed(name, settings), origin, strengths_of(spec))


def _program_card(spec: str, command: str) -> Card:
    """The card of another program, from its command line; it is not started."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    program = Path(words[0]).name if words else command
    level = _LEVEL.search(command)
    names = {"gnugo": "GNU Go 3.8", "katago": "KataGo", "leelaz": "Leela Zero", "pachi": "Pachi", "fuego": "Fuego"}
    title = f"{names.get(program, program)}{f', level {level[1]}' if level else ''}"
    origin = "the GNU Go team (2009)" if program == "gnugo" else program
    return Card(
        spec, title, "Another program that speaks GTP.", "depends on the program", "", origin, strengths_of(spec)
    )


def kind_card(name: str) -> Card:
    """Return the card of a player with its default settings; also of those that need a file, command or genome."""
    if name == "champion":
        return Card(name, "Champion", "The best player of a run of evolution.", "its own", "", "semeai evolve")
    if name == "gtp":
        return Card(name, "Program", "Another program that speaks GTP.", "depends on the program", "", "other people")
    return card(name)


# -- strengths ---------------------------------------------------------------------------------------------------------


def shipped_ladder(size: int) -> Path:
    """Return the folder of the ladder that comes with semeai, whether or not there is one for this board."""
    return shipped_results("ladder") / f"{size}x{size}"


def strengths_of(spec: str) -> tuple[Strength, ...]:
    """Return the ratings of a player on the ladders that come with semeai."""
    return tuple(found[spec] for size in LADDER_SIZES if spec in (found := _standings(size)))


@lru_cache
def _standings(size: int) -> dict[str, Strength]:
    try:
        said = json.loads((shipped_ladder(size) / STANDINGS).read_text(encoding="utf-8"))
        return {
            entry["player"]: Strength(size, entry["elo"], entry["low"], entry["high"], entry["games"])
            for entry in said["entries"]
        }
    except (OSError, ValueError, KeyError, TypeError):
        return {}
