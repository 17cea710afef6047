"""Forms: the entries from which a page starts a run or a match, and the command that follows from them.

The settings of a method are the fields of its parameters, with their descriptions. Quick checks of entries happen here;
the process that is started checks the rest.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Any

from semeai.bounds import kind_of, range_of
from semeai.evolve import METHODS
from semeai.go.rules import MAX_SIZE
from semeai.lab.options import options_of, usual_problem
from semeai.problems import PROBLEMS
from semeai.specs import Entry, field_docs, parse_settings

MAX_NAME = 80
_NAME = re.compile(r"[A-Za-z0-9][\w.=-]*", re.ASCII)
SIDES = ("black", "white")

NUMBERS, NETWORKS = "local", "network"
PLAYERS_OF = {NUMBERS: ("local", "shape"), NETWORKS: ("network", "network:last=true", "field")}
TOYS_OF = {NUMBERS: ("ones", "sphere"), NETWORKS: ("xor",)}
"""problems for methods that breed numbers, and for methods that breed networks"""


@dataclass(frozen=True)
class Setting:
    """One entry of a form."""

    name: str
    kind: type
    """bool, int, float, str, or a StrEnum: then one of its members"""
    default: Any
    words: str
    """its description"""

    @property
    def options(self) -> list[str]:
        """The choices; empty if it is not a choice."""
        return [str(option) for option in self.kind] if issubclass(self.kind, StrEnum) else []


def load_method(name: str) -> Entry:
    """Load the entry of a method. Raises SpecError."""
    return METHODS.load(name)


def settings_of(params: type[Any]) -> list[Setting]:
    """The settings of a dataclass of parameters, in its order."""
    words = field_docs(params)
    found = []
    for field in fields(params):
        assert field.default is not MISSING
        found.append(Setting(field.name, kind_of(params, field.name), field.default, words[field.name]))
    return found


def specification(name: str, params: type[Any], values: Mapping[str, Any]) -> str:
    """The specification of an entry with these settings. It lists only the settings that differ from their defaults.

    Raises SpecError, and the errors of the parameters for invalid values.
    """
    given = []
    for setting in settings_of(params):
        text = _text(values.get(setting.name, setting.default))
        if text == _text(setting.default):
            continue
        if "," in text:  # a comma separates settings
            raise ValueError(f"{name}:{setting.name} must not contain a comma")
        given.append(f"{setting.name}={text}")
    parse_settings(name, ",".join(given), params)
    return f"{name}:{','.join(given)}" if given else name


def _text(value: Any) -> str:
    """A value as it is written in a specification. A whole number from a page may be a float."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.12g}"
    return "" if value is None else str(value)


def problems_of(method: str) -> list[str]:
    """The problems that a method can breed for, the usual one first; empty if there is no choice."""
    kind = kind_of_method(method)
    if kind == "position":
        return []
    usual = usual_problem(method)
    others = [name for name in PROBLEMS if PROBLEMS.origin(name)]
    toys = [] if kind == "duels" else [*TOYS_OF.get(usual, ()), *others]
    return [*PLAYERS_OF.get(usual, (usual,)), *toys]


def kind_of_method(method: str) -> str:
    """The kind of problem of a method: games, duels or a position. Raises SpecError."""
    return str(getattr(load_method(method).make, "problem_kind", "games"))


def is_toy(problem: str) -> bool:
    """True if a problem is solved without a game."""
    return problem.partition(":")[0] in PROBLEMS


@dataclass(frozen=True)
class Evolution:
    """A run of evolution to be started."""

    name: str
    """name of the run: its folder below runs/"""
    method: str
    values: Mapping[str, Any]
    """values of the method's settings"""
    problem: str = ""
    """"" if the method has no choice"""
    opponent: str = "wally:noise=0.1"
    """the player that candidates play"""
    size: int = 5
    """lines of the board, 2 to 19"""
    games: int = 20
    """games that rate a candidate, 1 or more"""
    generations: int = 50
    """generations in all, 1 or more"""
    seed: int = 1
    """seed of all random numbers, 0 or more"""

    def arguments(self, check_player: Callable[[str], object]) -> list[str]:
        """The command that starts or continues it. `check_player` raises ValueError for players that are not admitted.

        Raises ValueError with a message of one line for invalid entries.
        """
        check_name(self.name)
        entry = load_method(self.method)
        values = dict(self.values)
        # The methods of two sides have commas of their own, so they are options, not settings.
        kind = kind_of_method(self.method)
        sides = {side: str(values.pop(side)) for side in SIDES if kind == "duels" and side in values}
        entry.params(**sides)
        words = ["evolve", specification(self.method, entry.params, values)]
        for side, method in sides.items():
            words += [f"--{side}", method]
        if kind == "position":
            steps = whole("steps", self.generations, 1) * EVERY
            words += ["--size", self._number("size"), "--steps", str(steps), "--every", str(EVERY)]
        else:
            words += self._problem_words(check_player)
            words += ["--generations", self._number("generations")]
        return [*words, "--seed", str(whole("seed", self.seed, 0)), "--run", self.name, "--quiet"]

    def _problem_words(self, check_player: Callable[[str], object]) -> list[str]:
        if self.problem not in problems_of(self.method):
            raise ValueError(
                f"{self.method} cannot breed {self.problem!r}; choose one of {', '.join(problems_of(self.method))}"
            )
        words = ["--problem", self.problem]
        if is_toy(self.problem):
            return words
        check_player(self.opponent)
        words += ["--opponent", self.opponent, "--size", self._number("size")]
        if kind_of_method(self.method) != "duels":
            words += ["--games", self._number("games")]
        return words

    def _number(self, name: str) -> str:
        """A field with a whole number, within the range of the option of that name. Raises ValueError."""
        span = range_of(options_of(self.method), name)
        assert span is not None
        return str(whole(name, getattr(self, name), int(span.low or 0), None if span.high is None else int(span.high)))


EVERY = 4096
"""steps of `strategies` between two rows: with the usual population, one or two seconds"""


@dataclass(frozen=True)
class Match:
    """A match to be started."""

    a: str
    b: str
    games: int = 20
    size: int = 9
    seed: int = 0

    def arguments(self, folder: Path, check_player: Callable[[str], object]) -> list[str]:
        """The command that plays it in `folder`, or continues it. Raises ValueError with a message of one line."""
        for player in (self.a, self.b):
            check_player(player)
        if self.a == self.b:
            raise ValueError("expected two different players, found the same one twice")
        words = ["match", self.a, self.b, "--games", str(whole("games", self.games, 1, 1_000_000))]
        words += ["--size", str(whole("size", self.size, 2, MAX_SIZE)), "--seed", str(whole("seed", self.seed, 0))]
        return [*words, "--sgf", str(folder), "--json"]


def check_name(name: str) -> None:
    """Check that `name` is a valid name of a single folder. Raises ValueError."""
    if not _NAME.fullmatch(name) or len(name) > MAX_NAME:
        raise ValueError(f"A name consists of up to {MAX_NAME} letters, digits, dots and dashes; found {name[:40]!r}.")


def whole(what: str, value: Any, least: int, most: int | None = None) -> int:
    """A whole number within its range. Raises ValueError with the range in its message."""
    span = f"{least} or more" if most is None else f"{least} to {most}"
    is_whole = isinstance(value, int | float) and value == value // 1
    if not is_whole or value < least or (most is not None and value > most):
        raise ValueError(f"{what} must be a whole number, {span}, not {'nothing' if value is None else value}")
    return int(value)


def fresh_name(wanted: str, folder: Path) -> str:
    """`wanted` as a name, with a number added if `folder` already has an entry of that name."""
    base = re.sub(r"[^\w.=]+", "-", wanted, flags=re.ASCII).strip("-._=")[: MAX_NAME - 6] or "run"
    name, number = base, 1
    while (folder / name).exists():
        number += 1
        name = f"{base}-{number}"
    return name
