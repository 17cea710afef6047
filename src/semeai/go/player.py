"""The contract of a player: everything that a game, a match, a page or evolution may ask of one.

`Player` has a default for everything except `choose`, so that a class with one method is a player. It overrides more
only where it can do more. `Breedable` is the contract of players that are made from genomes. The players are in
`semeai.players`, where `as_player` turns plain objects and functions into players.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, Self

import numpy.typing as npt
from numpy.random import Generator

from semeai.go.board import Board
from semeai.go.clock import Clock
from semeai.go.lineup import Lineup
from semeai.go.rules import MAX_SIZE, MIN_SIZE, Rules, check_size
from semeai.nets.genes import Genes, Units
from semeai.nets.summation import Shape

Genome = npt.NDArray[Any]
"""one row of numbers"""
Genomes = Sequence[Genome] | npt.NDArray[Any]


@dataclass(frozen=True)
class CandidateMove:
    """A move a player considered."""

    point: int
    visits: int = 1
    """simulations, games or individuals that support it"""
    winrate: float = 0.5
    """estimated chance of the side to play to win; 0.5 if unknown"""
    prior: float = 0.0
    """the move's prior probability, 0 to 1"""
    variation: tuple[int, ...] = ()
    """the expected continuation, this move first"""


@dataclass(frozen=True)
class Explanation:
    """The reasons for a move: text, values of points, and candidate moves, the best first."""

    text: str
    values: Mapping[int, float] = field(default_factory=dict)
    candidates: tuple[CandidateMove, ...] = ()
    ownership: Mapping[int, float] = field(default_factory=dict)
    """expected owner by point, from -1 (white) to 1 (black)"""
    score: float | None = None
    """expected margin, black's points minus white's, komi included; None if unknown"""
    maps: Mapping[str, Mapping[int, float]] = field(default_factory=dict)
    """values of points by source, for players that combine several"""

    @property
    def winrate(self) -> float | None:
        """The win rate of the position for the side to play: that of the best candidate. None if nothing was simulated
        to the end of the game."""
        return self.candidates[0].winrate if self.candidates and self.score is not None else None


def never() -> bool:
    """A `stop` that never stops anything."""
    return False


class Player:
    """Chooses moves. Board, rules, clock and record belong to the caller."""

    board_sizes: Collection[int] = range(MIN_SIZE, MAX_SIZE + 1)
    """the board sizes it can play on"""

    # The caller sets these before each question.
    clock: Clock = Clock()
    """time settings and the time left"""
    stop: Callable[[], bool] = staticmethod(never)
    """a long search calls it often, and returns its best move as soon as the result is True"""
    timeout: float = 60.0
    """seconds to wait for something else, such as another program, before raising an exception"""

    # -- a game --------------------------------------------------------------------------------------------------------

    def new_game(self, rules: Rules, rng: Generator) -> None:
        """Forget everything. All randomness of the next game comes from `rng`.

        Raises ValueError if it cannot play under these rules.
        """

    def choose(self, board: Board) -> int:
        """Return a legal point for the side to play, PASS or RESIGN. Leaves `board` unchanged."""
        raise NotImplementedError

    @property
    def winrate(self) -> float | None:
        """The chance to win that the last choice gave its own side, from 0 to 1; None if it estimates none."""
        return None

    def explain(self) -> Explanation:
        """Return the reasons for the last choice."""
        return Explanation(f"{type(self).__name__} does not explain its moves")

    # -- before and after ----------------------------------------------------------------------------------------------

    def check_rules(self, rules: Rules) -> None:
        """Check that it can play under these rules. Raises ValueError."""
        check_size(rules.size, self.board_sizes)

    def check(self) -> None:
        """Start whatever it needs. Raises an exception that says what is missing and how to get it."""

    def close(self) -> None:
        """Release what it holds, such as another program; a new game acquires it again.

        May be called several times, and by another thread in the middle of a game.
        """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # -- more than moves -----------------------------------------------------------------------------------------------

    @property
    def can_ponder(self) -> bool:
        """True if the player can use the opponent's time."""
        return type(self).ponder is not Player.ponder

    def ponder(self, board: Board, stop: Callable[[], bool]) -> None:
        """Think about `board`, where the opponent is to play, until `stop` returns True.

        Called in a thread of its own, after `new_game` and never during a `choose`. The board is the player's own copy.
        """

    @property
    def can_analyze(self) -> bool:
        """True if the player can report intermediate results while it thinks."""
        return type(self).analyze is not Player.analyze

    def analyze(self, board: Board, seconds: float) -> Iterator[Explanation]:
        """Think about `board` for the side to play, without end, and report about every `seconds`.

        It calls `stop` often. When `stop` returns True, it gives a last explanation and the iterator ends. Called after
        `new_game`. The board is the player's own copy. The caller may drop the iterator after any explanation.
        """
        return iter(())

    @property
    def can_judge(self) -> bool:
        """True if the player can tell dead stones when a game is over."""
        return type(self).judge is not Player.judge

    def judge(self, board: Board) -> frozenset[int]:
        """Return the dead stones of both colors as whole chains, assuming that the game is over.

        Called after `new_game`. The board is the player's own copy.
        """
        return frozenset()

    # -- kernels -------------------------------------------------------------------------------------------------------

    @property
    def lineup(self) -> Lineup | None:
        """This player alone, for a kernel; None if its games are played one by one."""
        return None


class Breedable:
    """The contract of the parameters of a player that is made from a genome.

    The parameters define the kind of player (the inputs of a network, the agents it asks), and a genome defines the
    rest. A dataclass of parameters that inherits from this can be evolved.
    """

    is_genome: ClassVar[bool] = False
    """True if the parameters themselves are the genome: they make a complete player, and evolution starts without any
    """
    plays_alone: ClassVar[bool] = False
    """True if the parameters make a player without a genome as well"""

    @property
    def is_compiled(self) -> bool:
        """True if the players of genomes have a line-up, so that their games are played inside kernels."""
        return type(self).lineup is not Breedable.lineup

    def genes(self, rules: Rules) -> Genes | Units:
        """Return the shape of the genomes, for games under these rules."""
        raise NotImplementedError

    def from_genome(self, genome: Genome, rules: Rules) -> Player:
        """Return the player of a genome. Raises ValueError if the genome does not fit."""
        raise NotImplementedError

    def lineup(self, genomes: Genomes, rules: Rules) -> Lineup:
        """Return the players of genomes for a kernel. Raises ValueError if a genome does not fit."""
        raise NotImplementedError

    def adopt(self, other: "Breedable", genome: Genome) -> Genome:
        """Return the genome that plays most like a genome of a player of the same kind with other parameters.

        Raises ValueError if there is none: by default, if the parameters differ.
        """
        if other != self:
            raise ValueError(f"it was bred as {other}, not {self}")
        return genome

    def describe(self, genome: Genome) -> str:
        """Return a genome as text for people, on several lines."""
        return " ".join(f"{x:.4g}" for x in genome.tolist())

    @property
    def imitator(self) -> "Imitator | None":
        """The trainer of genomes on recorded games; None if there is none."""
        return None


class Imitator(Protocol):
    """A summation network over agents. It can be trained on positions that the agents have rated once."""

    @property
    def names(self) -> tuple[str, ...]:
        """The agents, in the order of their weights."""

    @property
    def shape(self) -> Shape:
        """The sizes of the network."""
