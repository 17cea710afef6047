"""Players whose moves are computed in kernels, seen from Python.

`settings` is all that a kernel needs to know of one: with it a batch of games is played without coming back to Python
in between (`arena/batch.py`).
"""

from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt
from numpy.random import Generator, default_rng

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD, PASS
from semeai.go.rules import Rules
from semeai.players.compiled_kernel import COMPILED, choose_on
from semeai.players.wally_kernel import NOTES
from semeai.rng import streams


@runtime_checkable
class Compiled(Protocol):
    """A player that can play inside a kernel."""

    settings: npt.NDArray[np.void]
    """one record of `compiled_kernel.COMPILED`"""


class CompiledPlayer:
    """What such players have in common: they ask the kernel."""

    def __init__(self, kind: int, noise: float = 0.0, weights: npt.ArrayLike = 0.0) -> None:
        self.settings = np.zeros(1, dtype=COMPILED)
        self.settings["kind"] = kind
        self.settings["noise"] = noise
        self.settings["weights"] = weights
        self.notes = np.zeros(1, dtype=NOTES)
        self.new_game(Rules(), default_rng(0))
        self.choose(Board(Rules(size=2)))  # compile the kernels, or load them, before any clock runs

    def new_game(self, rules: Rules, rng: Generator) -> None:
        self._stream = streams(1, int(rng.integers(1 << 63)))
        self.chosen = PASS

    def choose(self, board: Board) -> int:
        boards = np.array([board.record], dtype=BOARD)
        self.chosen = int(choose_on(self.settings, boards, board.keys, self._stream, self.notes))
        return self.chosen
