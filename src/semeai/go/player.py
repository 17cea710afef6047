"""What a game asks of a player. The players themselves stand in `semeai.players`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from numpy.random import Generator

from semeai.go.board import Board
from semeai.go.rules import Rules


@dataclass(frozen=True)
class Candidate:
    """A move a player considered."""

    point: int
    visits: int = 1
    """simulations, games or individuals behind it"""
    winrate: float = 0.5
    """chance to win of the side to play, where the player has an opinion"""
    prior: float = 0.0
    """the player's first idea of the move, 0 to 1"""
    variation: tuple[int, ...] = ()
    """the moves expected, this one first"""


@dataclass(frozen=True)
class Explanation:
    """Why a player moved as it did: words, a value for every point it has one for, and its candidates, best first."""

    text: str
    values: Mapping[int, float] = field(default_factory=dict)
    candidates: tuple[Candidate, ...] = ()
    ownership: Mapping[int, float] = field(default_factory=dict)
    """who will own a point, from -1 (white) to 1 (black), by point, where the player has an idea of it"""
    score: float | None = None
    """the margin expected, black's points minus white's, komi included; None without an idea of it"""
    maps: Mapping[str, Mapping[int, float]] = field(default_factory=dict)
    """what each of those whom the player has asked says of the points, by name, where there are several"""


class Player(Protocol):
    """Chooses moves. Whoever asks owns board, rules, clock and record."""

    def new_game(self, rules: Rules, rng: Generator) -> None:
        """Forget everything; all randomness of the coming game is drawn from `rng`."""

    def choose(self, board: Board) -> int:
        """A legal point for the side to play, PASS or RESIGN. Leaves `board` as it is."""

    def explain(self) -> Explanation:
        """Why the last choice was made."""


@runtime_checkable
class PonderingPlayer(Protocol):
    """A player that can use the opponent's time."""

    def ponder(self, board: Board, stop: Callable[[], bool]) -> None:
        """Think about `board`, where the opponent is to play, until `stop` says True.

        Called in a thread of its own, after `new_game` and never during a `choose`. The board is the player's own copy.
        """


@runtime_checkable
class AnalyzingPlayer(Protocol):
    """A player that can say what it knows while it thinks."""

    def analyze(self, board: Board, seconds: float) -> Iterator[Explanation]:
        """Think about `board` for the side to play, without end, and say about every `seconds` what is known so far.

        It looks at `stop` (see `TimedPlayer` in gtp/clock.py) often and gives a last explanation at once when that says
        True; after that the iterator ends. Called after `new_game`. The board is the player's own copy. Who asks may
        leave the iterator after any explanation.
        """


@runtime_checkable
class JudgingPlayer(Protocol):
    """A player that knows what is dead when a game is over."""

    def judge(self, board: Board) -> frozenset[int]:
        """The stones of both colors that are dead where they stand, whole chains, if nobody plays on.

        Called after `new_game`. The board is the player's own copy.
        """
