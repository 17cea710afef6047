"""Tournament files: the players, the schedule and the terms.

    kind = "round-robin"          # everybody meets everybody; "gauntlet": the first meets all others; "ladder":
    games = 100                   #   each meets the next.  games: of each pairing
    size = 9
    anchor = "random"             # this player's rating is 0

    [players]
    random = "random"
    wally = "wally"
    "wally 10%" = "wally:noise=0.1"
    gnugo = "gtp:gnugo --mode gtp --level 1 --chinese-rules"

The schedule follows from the current content of the file. Stored games count if the schedule has them, by players,
number and terms. So players and games can be added at any time. The games of a removed player leave the report, but
stay in the store, and count again if the player returns. If the rules, the board, the komi, the openings, the clock,
the colors or the seed change, all games are played again, and the games under the old terms stay in the store. A player
is identified by its specification; its label can change.
"""

import io
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from semeai.arena.clock import parse_time
from semeai.arena.match import Competition
from semeai.arena.openings import Openings, read_openings
from semeai.arena.schedule import Colors, Pairing, Terms, one_line
from semeai.arena.sprt import Sprt, parse_sprt
from semeai.arena.store import StoredGames
from semeai.go.rules import Rules
from semeai.gtp.protocol import clean
from semeai.players import check_spec

MAX_BYTES = 1_000_000
MAX_PLAYERS = 256
"""in a round robin they have 32,640 pairings"""
MAX_LINE = 10_000
"""characters of a line"""
MAX_PARTS = 20
"""maximum number of parts of a dotted key; its parsing time is quadratic"""
MAX_LISTED = 1_000
"""maximum number of entries of a list or a table"""
MAX_ERRORS = 20
"""maximum number of errors that are reported"""


_PART = r"""[ \t]*+(?:[A-Za-z0-9_-]++|"[^"\n]{0,100}+"|'[^'\n]{0,100}+')[ \t]*+"""
_LONG_KEY = re.compile(rf"(?:\.{_PART}){{{MAX_PARTS}}}")


class TournamentSettings(BaseModel):
    """The content of a tournament file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    players: dict[str, str] | list[str]
    """label -> specification, or a list of specifications without labels"""
    kind: Literal["round-robin", "gauntlet", "ladder"] = "round-robin"
    games: Annotated[int, Field(ge=1, le=1_000_000)] = 100
    rules: str = "chinese"
    size: int | None = None
    komi: float | None = None
    handicap: int = 0
    move_limit: int | None = None
    seed: int = 0
    colors: Colors = Colors.SWAP
    openings: list[str] = []
    """position files and folders of them, relative to the tournament file"""
    random_opening: Annotated[int, Field(ge=0)] = 0
    time: str | None = None
    ponder: bool = False
    sprt: str | None = None
    anchor: str | None = None

    @field_validator("players")
    @classmethod
    def _check_players(cls, players: dict[str, str] | list[str]) -> dict[str, str]:
        if len(players) > MAX_PLAYERS:
            raise ValueError(f"expected at most {MAX_PLAYERS} players, found {len(players)}")
        labels = players if isinstance(players, dict) else {spec: spec for spec in players}
        problems = []
        if len(labels) < 2 or len({one_line(spec) for spec in labels.values()}) < len(players):
            problems.append("expected two or more different players")
        for spec in labels.values():
            try:
                check_spec(spec)
            except ValueError as error:
                problems.append(str(error))
        if problems:
            raise ValueError("; ".join(problems[:MAX_ERRORS]))
        return labels

    @field_validator("anchor")
    @classmethod
    def _check_anchor(cls, anchor: str | None, info: ValidationInfo) -> str | None:
        """The specification of the anchor, which is given by its label or its specification."""
        players = info.data.get("players")
        if anchor is None or players is None:  # if the players are wrong, that is reported already
            return None
        if anchor not in players and anchor not in players.values():
            raise ValueError(f"{anchor!r} is not one of the players")
        return str(players.get(anchor, anchor))

    @field_validator("rules", "size", "komi", "move_limit", "time", "sprt")
    @classmethod
    def _check_alone(cls, value: Any, info: ValidationInfo) -> Any:
        """Find all errors that do not depend on the rest of the file, to report them at once."""
        if value is not None:
            _CHECKS[info.field_name or ""](value)
        return value


_CHECKS: dict[str, Callable[[Any], object]] = {
    "rules": Rules.preset,
    "size": lambda size: Rules(size=size),
    "komi": lambda komi: Rules(komi=komi),
    "move_limit": lambda limit: Rules(move_limit=limit),
    "time": parse_time,
    "sprt": parse_sprt,
}


@dataclass(frozen=True)
class Tournament:
    """A tournament as its file describes it."""

    labels: Mapping[str, str]
    """specification -> name in reports"""
    pairings: tuple[Pairing, ...]
    terms: Terms
    sprt: Sprt | None
    anchor: str | None
    """the specification of the player whose rating is 0"""

    def competition(self, store: StoredGames) -> Competition:
        """The tournament with its games in `store`."""
        return Competition(self.pairings, self.terms, store, self.sprt)


def read_tournament(path: Path) -> Tournament:
    """The tournament of a file. Raises OSError, and ValueError with all errors on one line.

    Errors of handicap and openings are reported only if the rest is right, since they depend on it.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"{path}: larger than {MAX_BYTES} bytes")
    try:
        text = data.decode()
        _check_lines(text)
        return make_tournament(tomllib.loads(text), path.parent)
    except ValidationError as error:
        problem = _all_errors(error)
    except RecursionError:
        problem = "nested too deeply"
    except ValueError as error:
        problem = str(error)
    raise ValueError(f"{path}: {one_line(clean(problem))}")


def _check_lines(text: str) -> None:
    """Refuse absurd lines and keys, which `tomllib` takes long to parse. Raises ValueError."""
    if any(len(line) > MAX_LINE for line in io.StringIO(text)):
        raise ValueError(f"expected lines of at most {MAX_LINE} characters, found a longer one")
    if _LONG_KEY.search(text):
        raise ValueError(f"expected keys of at most {MAX_PARTS} parts, found a longer one")


def make_tournament(said: Mapping[str, Any], folder: Path) -> Tournament:
    """The tournament of the parsed content of a file in `folder`. Raises ValueError and OSError."""
    _check_lists(said)
    settings = TournamentSettings.model_validate(said)
    assert isinstance(settings.players, dict)  # the validator has checked it
    specs = list(settings.players.values())
    labels = {spec: label for label, spec in settings.players.items()}
    pairings = [Pairing(*pair, settings.games) for pair in _pairs(settings.kind, specs)]
    sprt = parse_sprt(settings.sprt) if settings.sprt else None
    return Tournament(labels, tuple(pairings), _terms(settings, folder), sprt, settings.anchor)


def _check_lists(said: Mapping[str, Any]) -> None:
    """Refuse more entries than a tournament can have, since an error in each would be reported. Raises ValueError."""
    for name, value in said.items():
        if isinstance(value, dict | list) and len(value) > MAX_LISTED:
            raise ValueError(f"{name[:40]}: expected at most {MAX_LISTED} entries, found {len(value)}")
    if len(said) > MAX_LISTED:
        raise ValueError(f"expected at most {MAX_LISTED} settings, found {len(said)}")


def _pairs(kind: str, specs: list[str]) -> list[tuple[str, str]]:
    """The pairings. The players of a pair are in the order of their names, not of the file."""
    pairs = {
        "round-robin": list(combinations(specs, 2)),
        "gauntlet": [(specs[0], spec) for spec in specs[1:]],
        "ladder": list(pairwise(specs)),
    }[kind]
    return [(min(pair), max(pair)) for pair in pairs]


def _terms(settings: TournamentSettings, folder: Path) -> Terms:
    changes = {name: getattr(settings, name) for name in ("size", "komi", "handicap", "move_limit")}
    rules = Rules.preset(settings.rules, **changes)
    clock = parse_time(settings.time) if settings.time else None
    openings = Openings(settings.random_opening, read_openings([folder / name for name in settings.openings]))
    rules = openings.fit(rules, is_size_given=settings.size is not None)
    return Terms(rules, openings, settings.seed, settings.colors, clock, settings.ponder)


def _all_errors(error: ValidationError) -> str:
    """All errors on one line."""
    found = []
    for one in error.errors():
        where = ".".join(str(step) for step in one["loc"] if step not in ("list[str]", "dict[str,str]"))
        found.append(f"{where}: {one['msg'].removeprefix('Value error, ')}")
    different = list(dict.fromkeys(found))
    more = [f"and {len(different) - MAX_ERRORS} more"] if len(different) > MAX_ERRORS else []
    return "; ".join(different[:MAX_ERRORS] + more)
