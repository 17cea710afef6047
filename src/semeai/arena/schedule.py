"""The schedule of games: terms, pairings and fixtures, and the record of a played game.

A fixture is identified by its players, its number within the pairing and its terms. So a match can be stopped at any
time and continued later, with more games, more players or other terms: games under the same terms are not repeated, and
games under other terms are not mixed in.
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
    """The ways to assign colors."""

    SWAP = "swap"
    """both players have each color in turn, twice from each opening"""
    A_BLACK = "a-black"
    A_WHITE = "a-white"


COLORS = {"both": Colors.SWAP, "black": Colors.A_BLACK, "white": Colors.A_WHITE}
"""values of `--colors`: the color of the first player, or of a candidate"""


def parse_colors(word: str) -> Colors:
    """Parse the value of `--colors`. The values in match reports work, too. Raises ValueError."""
    if word in COLORS:
        return COLORS[word]
    if word in list(Colors):
        return Colors(word)
    raise ValueError(f"--colors must be one of {', '.join(COLORS)}, not {word!r}")


@dataclass(frozen=True)
class Terms:
    """The common terms of all games of a match."""

    rules: Rules
    """rules with a move limit; a default is set if there is none"""
    openings: Openings = NO_OPENING
    seed: int = 0
    colors: Colors = Colors.SWAP
    clock: Clock | None = None
    ponder: bool = False
    """True if players think in the opponent's time"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", self.rules.limited())
        if (self.rules.move_limit or 0) > MAX_MOVES:
            raise ValueError(f"expected a move limit of at most {MAX_MOVES}, found {self.rules.move_limit}")

    def describe(self) -> str:
        """The terms on one line. Games are counted together exactly if these lines are equal."""
        parts = [self.rules.describe(), str(self.openings), f"colors {self.colors}", f"seed {self.seed}"]
        if self.clock is not None:
            parts.append(f"time {format_time(self.clock)}")
        if self.ponder:
            parts.append("pondering")
        return "; ".join(parts)


def one_line(text: str) -> str:
    """A text as in the store: all white space becomes single spaces, and characters that UTF-8 cannot encode become
    question marks."""
    return " ".join(text.split()).encode(errors="replace").decode()


@dataclass(frozen=True)
class Fixture:
    """One game of a schedule."""

    black: str
    white: str
    """the specification of white"""
    number: int
    """number within the pairing, from 0"""
    opening: int
    """index of its opening"""


@dataclass(frozen=True)
class Pairing:
    """Two players, by their specifications, and the number of their games."""

    a: str
    b: str
    n_games: int

    def is_a_black(self, number: int, colors: Colors) -> bool:
        """True if the first player is black in a game."""
        return colors is Colors.A_BLACK or (colors is Colors.SWAP and number % 2 == 0)

    def fixtures(self, colors: Colors) -> Iterator[Fixture]:
        """All games of the pairing, in order."""
        for number in range(self.n_games):
            black, white = (self.a, self.b) if self.is_a_black(number, colors) else (self.b, self.a)
            yield Fixture(black, white, number, number // 2 if colors is Colors.SWAP else number)

    def streams(self, seed: int, first: int, n: int) -> npt.NDArray[np.void]:
        """The random streams of `n` games from number `first` on, black's before white's."""
        return streams(2 * n, seed, _number(self.a), _number(self.b), first=2 * first).reshape(-1, 2)


def _number(spec: str) -> int:
    """A number for a player that is the same on all machines."""
    return int.from_bytes(hashlib.sha256(spec.encode()).digest()[:8], "big")


@dataclass(frozen=True)
class Played:
    """The outcome of a played game."""

    black: str
    white: str
    number: int
    result: Result
    moves: str
    """a name for the moves of the game, equal exactly if the moves are"""

    def points(self, color: int) -> float:
        """The points of a color: 1, 0.5 or 0."""
        return 0.5 if self.result.winner is None else float(self.result.winner == color)

    @property
    def is_failure(self) -> bool:
        """True if the loser lost by an illegal move, a crash or a hang."""
        return self.result.reason == "forfeit"
