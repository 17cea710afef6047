"""The rules of a game, as one frozen value. The papers differ in nearly every field."""

from collections.abc import Collection
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

MIN_SIZE, MAX_SIZE = 2, 19
MOVES_A_POINT = 10


class RulesError(ValueError):
    """Settings that contradict each other or are out of range."""


class Scoring(StrEnum):
    """The ways to count a finished game."""

    AREA = "area"
    """own stones plus the points that only they surround"""
    TERRITORY = "territory"
    """the points that only own stones surround, plus captured stones"""


class Repetition(StrEnum):
    """The positions that may not be repeated."""

    KO = "ko"
    """simple ko: a single stone may not be retaken at once"""
    POSITIONAL = "positional"
    """no earlier position of the game"""
    SITUATIONAL = "situational"
    """no earlier position of the game with the same side to play"""


class AtLimit(StrEnum):
    """The result of a game that reaches its move limit."""

    SCORE = "score"
    """it is counted as it stands"""
    BLACK_LOSES = "black-loses"
    WHITE_LOSES = "white-loses"


class Placement(StrEnum):
    """The way to place handicap stones."""

    FIXED = "fixed"
    """on the traditional points"""
    FREE = "free"
    """on points of black's choice"""


@dataclass(frozen=True)
class Rules:
    """The rules that both players agree on. The defaults are Tromp-Taylor's, except for suicide."""

    size: int = 9
    """lines of the board, 2 to 19"""
    komi: float = 7.5
    """points given to white, a multiple of one half"""
    scoring: Scoring = Scoring.AREA
    """area or territory"""
    repetition: Repetition = Repetition.POSITIONAL
    """ko, positional or situational"""
    suicide: bool = False
    """allow a move that takes the last liberty of its own chain"""
    passes_to_end: int = 2
    """passes in a row that end the game, 2 or 3"""
    move_limit: int | None = None
    """maximum number of moves, including passes"""
    at_move_limit: AtLimit = AtLimit.SCORE
    """score, black-loses or white-loses"""
    handicap: int = 0
    """black stones on the board before white's first move, 0 or 2 and more"""
    placement: Placement = Placement.FIXED
    """where handicap stones go: fixed or free"""

    def __post_init__(self) -> None:
        for field, kind in _KINDS.items():
            try:
                object.__setattr__(self, field, kind(getattr(self, field)))
            except ValueError:
                options = ", ".join(kind)
                raise RulesError(f"{field} must be one of {options}, not {getattr(self, field)!r}") from None
        object.__setattr__(self, "komi", float(self.komi))
        _require(MIN_SIZE <= self.size <= MAX_SIZE, f"size must be {MIN_SIZE} to {MAX_SIZE}, not {self.size}")
        _require(abs(self.komi) <= MAX_SIZE**2, f"komi must be at most {MAX_SIZE**2} points, not {self.komi}")
        _require((2 * self.komi).is_integer(), f"komi must be a multiple of 0.5, not {self.komi}")
        _require(self.passes_to_end in (2, 3), f"passes_to_end must be 2 or 3, not {self.passes_to_end}")
        _require(self.move_limit is None or self.move_limit > 0, f"move_limit must be positive, not {self.move_limit}")
        _require(
            self.handicap == 0 or 2 <= self.handicap < self.size**2,
            f"handicap must be 0 or 2 to {self.size**2 - 1}, not {self.handicap}",
        )

    @classmethod
    def preset(cls, name: str, **changes: Any) -> "Rules":
        """The rules called `name` (see PRESETS) with those `changes` that are not None. Raises RulesError."""
        if name not in PRESETS:
            raise RulesError(f"unknown rules {name!r}; choose one of {', '.join(PRESETS)}")
        return replace(PRESETS[name], **{field: value for field, value in changes.items() if value is not None})

    def limited(self) -> "Rules":
        """The same rules with a move limit: their own, or ten moves per point, after which the game is scored.

        Superko alone also ends every game, but may take astronomically many moves.
        """
        return self if self.move_limit is not None else replace(self, move_limit=MOVES_A_POINT * self.size**2)

    @property
    def name(self) -> str:
        """The name of the preset that differs only in board, komi, handicap and move limit; "custom" if none does."""
        for name, preset in PRESETS.items():
            if all(getattr(self, field) == getattr(preset, field) for field in _CHARACTER):
                return name
        return "custom"

    def describe(self) -> str:
        """A summary on one line."""
        parts = [f"{self.size}x{self.size}", f"komi {self.komi:g}", f"{self.scoring} scoring"]
        parts.append("simple ko" if self.repetition is Repetition.KO else f"{self.repetition} superko")
        parts.append("suicide allowed" if self.suicide else "no suicide")
        parts.append(f"{self.passes_to_end} passes end")
        if self.handicap:
            parts.append(f"{self.placement} handicap {self.handicap}")
        if self.move_limit is not None:
            parts.append(f"after {self.move_limit} moves: {self.at_move_limit}")
        return ", ".join(parts)


_KINDS: dict[str, type[StrEnum]] = {
    "scoring": Scoring,
    "repetition": Repetition,
    "at_move_limit": AtLimit,
    "placement": Placement,
}
_CHARACTER = [f.name for f in fields(Rules) if f.name in ("scoring", "repetition", "suicide", "passes_to_end")]


def check_size(size: int, playable: Collection[int]) -> None:
    """Check that `size` is among the board sizes that a player can play on. Raises ValueError."""
    if size not in playable:
        known = ", ".join(f"{n}x{n}" for n in sorted(playable))
        raise ValueError(f"this player plays only on {known}, not on {size}x{size}")


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise RulesError(message)


# The papers' rules come from their texts. Where a paper is silent, the value is our choice: zela's ko (its referee is
# not described), howlett's komi (printed: optional), blackman's komi (printed: 0.5 to 5.5), richards' move limit
# (printed: "an upper bound"). The text of the Chinese rules forbids any earlier position, although servers differ.
PRESETS: dict[str, Rules] = {
    "tromp-taylor": Rules(suicide=True),
    "chinese": Rules(),
    "japanese": Rules(komi=6.5, scoring=Scoring.TERRITORY, repetition=Repetition.KO),
    "drake": Rules(),
    "zela": Rules(komi=0, scoring=Scoring.TERRITORY, repetition=Repetition.KO, passes_to_end=3),
    "howlett": Rules(komi=0, scoring=Scoring.TERRITORY, repetition=Repetition.KO),
    "blackman": Rules(komi=5.5, scoring=Scoring.TERRITORY),
    "richards": Rules(
        size=5,
        komi=0,
        repetition=Repetition.KO,
        passes_to_end=3,
        move_limit=200,
        at_move_limit=AtLimit.BLACK_LOSES,
    ),
}
