"""Players whose moves are computed in kernels, seen from Python.

A `Lineup` is all that a kernel needs to know of some: with it a batch of games is played without coming back to Python
in between (`arena/batch.py`).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt
from numpy.random import Generator, default_rng

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD, PASS
from semeai.go.rules import Rules
from semeai.nets.network import Nets, join_nets, pack_networks
from semeai.players.compiled_kernel import COMPILED, choose_on
from semeai.players.network_kernel import MEMORY
from semeai.players.wally_kernel import NOTES
from semeai.rng import streams

NO_NETS = pack_networks([])


@dataclass(frozen=True, eq=False)
class Lineup:
    """Players for a kernel, numbered from 0."""

    records: npt.NDArray[np.void]
    """a record of `compiled_kernel.COMPILED` for each"""
    nets: Nets = NO_NETS
    """their networks"""

    def __len__(self) -> int:
        return len(self.records)

    def check(self, rules: Rules) -> None:
        """Raises ValueError when one of them cannot play under such rules."""
        if others := sorted(set(self.records["only"].tolist()) - {0, rules.size}):
            raise ValueError(
                f"a network that plays on {others[0]}x{others[0]} alone cannot play on {rules.size}x{rules.size}"
            )

    def digest(self) -> str:
        """Tells lineups apart that play differently."""
        parts = [repr(self.records.tolist()).encode(), *(array.tobytes() for array in self.nets)]
        return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def line_up(lineups: Sequence[Lineup]) -> Lineup:
    """All of them, one after the other."""
    records = np.concatenate([lineup.records for lineup in lineups])
    n_before = np.cumsum([0, *(len(lineup.nets[0]) for lineup in lineups[:-1])])
    records["net"] += np.repeat(n_before, [len(lineup) for lineup in lineups])
    return Lineup(records, join_nets([lineup.nets for lineup in lineups]))


@runtime_checkable
class Compiled(Protocol):
    """A player that can play inside a kernel."""

    lineup: Lineup
    """it alone"""


class CompiledPlayer:
    """What such players have in common: they ask the kernel."""

    def __init__(self, lineup: Lineup) -> None:
        self.lineup = lineup
        self.notes = np.zeros(1, dtype=NOTES)
        self.warm_up()

    def warm_up(self) -> None:
        """Compile the kernels, or load them, before any clock runs; and be ready for a game."""
        self.new_game(Rules(), default_rng(0))
        self.choose(Board(Rules(size=2)))
        self.new_game(Rules(), default_rng(0))

    def new_game(self, rules: Rules, rng: Generator) -> None:
        self._stream = streams(1, int(rng.integers(1 << 63)))
        self.memory = np.zeros(1, dtype=MEMORY)
        self.memory["is_new"] = 1
        self.chosen = PASS

    def choose(self, board: Board) -> int:
        boards = np.array([board.record], dtype=BOARD)
        records, nets = self.lineup.records, self.lineup.nets
        self.chosen = int(choose_on(records, nets, boards, board.keys, self._stream, self.notes, self.memory))
        return self.chosen


def lineup_of(kind: int, noise: float = 0.0, weights: npt.ArrayLike = 0.0) -> Lineup:
    """A player without a network."""
    record = np.zeros(1, dtype=COMPILED)
    record["kind"], record["noise"], record["weights"] = kind, noise, weights
    return Lineup(record)
