"""Which games are to be played: terms, pairings, fixtures. And what is kept of each once it has been played.

A fixture is known by its players, its number within the pairing and its terms. So a match can be broken off anywhere
and taken up again, and more games, more players or other terms can be asked for later: what has been played under the
same terms is not played again, and what has been played under others is not mixed in.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from semeai.arena.clock import format_time
from semeai.arena.openings import NO_OPENING, Openings
from semeai.go.board import MAX_MOVES
from semeai.go.clock import Clock
from semeai.go.game import Result
from semeai.go.rules import Rules
from semeai.rng import streams


class Colors(StrEnum):
    """The colors of the two players."""

    SWAP = "swap"
    """the two of a pairing in turn, twice from each opening"""
    A_BLACK = "a-black"
    A_WHITE = "a-white"


COLORS = {"both": Colors.SWAP, "black": Colors.A_BLACK, "white": Colors.A_WHITE}
"""by the word of `--colors`, which is the color of the first player, or of a candidate"""


def parse_colors(word: str) -> Colors:
    """The colors that a word of `--colors` names; those of match reports work, too. Raises ValueError."""
    if word in COLORS:
        return COLORS[word]
    if word in list(Colors):
        return Colors(word)
    raise ValueError(f"--colors is one of {', '.join(COLORS)}, not {word!r}")


@dataclass(frozen=True)
class Terms:
    """What all games of a match are played under."""

    rules: Rules
    """with a limit of moves: one is set where there is none"""
    openings: Openings = NO_OPENING
    seed: int = 0
    colors: Colors = Colors.SWAP
    clock: Clock | None = None
    ponder: bool = False
    """whether players think while the other one does"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", self.rules.limited())
        if (self.rules.move_limit or 0) > MAX_MOVES:
            raise ValueError(f"a limit of moves is at most {MAX_MOVES}, not {self.rules.move_limit}")

    def describe(self) -> str:
        """One line; games may be counted together exactly when theirs are equal."""
        parts = [self.rules.describe(), str(self.openings), f"colors {self.colors}", f"seed {self.seed}"]
        if self.clock is not None:
            parts.append(f"time {format_time(self.clock)}")
        if self.ponder:
            parts.append("pondering")
        return "; ".join(parts)


def one_line(text: str) -> str:
    """A text as the store keeps it: spaces and line breaks of any kind become single spaces, what UTF-8 cannot hold a
    question mark."""
    return " ".join(text.split()).encode(errors="replace").decode()


@dataclass(frozen=True)
class Fixture:
    """One game to be played."""

    black: str
    white: str
    """the specifications of the players"""
    number: int
    """within the pairing, from 0"""
    opening: int
    """which of the openings it starts from"""


@dataclass(frozen=True)
class Pairing:
    """Two players, by their specifications, and how often they meet."""

    a: str
    b: str
    n_games: int

    def is_a_black(self, number: int, colors: Colors) -> bool:
        """Who is black in a game."""
        return colors is Colors.A_BLACK or (colors is Colors.SWAP and number % 2 == 0)

    def fixtures(self, colors: Colors) -> Iterator[Fixture]:
        """All games of the pairing in order."""
        for number in range(self.n_games):
            black, white = (self.a, self.b) if self.is_a_black(number, colors) else (self.b, self.a)
            yield Fixture(black, white, number, number // 2 if colors is Colors.SWAP else number)

    def streams(self, seed: int, first: int, n: int) -> npt.NDArray[np.void]:
        """The random streams of `n` games from number `first` on, black's before white's."""
        return streams(2 * n, seed, _number(self.a), _number(self.b), first=2 * first).reshape(-1, 2)


def _number(spec: str) -> int:
    """A number for a player, the same everywhere and always."""
    return int.from_bytes(hashlib.sha256(spec.encode()).digest()[:8], "big")


@dataclass(frozen=True)
class Played:
    """The facts that count of a game that has been played."""

    black: str
    white: str
    number: int
    result: Result
    moves: str
    """names the moves of the game: equal exactly when they are"""

    def points(self, color: int) -> float:
        """What the game gave to a color: 1, 0.5 or 0."""
        return 0.5 if self.result.winner is None else float(self.result.winner == color)

    @property
    def is_failure(self) -> bool:
        """Whether somebody lost for another reason than playing worse: an illegal move, a crash, a hang."""
        return self.result.reason == "forfeit"
