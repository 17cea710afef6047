"""Tuning of cp during play: the "parameter sweep" that Howlett was advised to make.

Each batch of playouts is searched with one of a few constants, from a sixteenth of the given one to twice the given
one. The reward of a constant is the share of its playouts that the side to play has won, minus the mean of the same
search so far. The next constant is the one with the highest upper confidence bound of the mean reward. Rewards are kept
from move to move, so the constant is tuned during the game.

C. Sironi, M. Winands, "On-line parameter tuning for Monte-Carlo tree search in general game playing" (2018), tune by
the rewards of simulations in this way. The method favors immediate wins of playouts, and so less exploration.
"""

import math

import numpy as np
import numpy.typing as npt

from semeai.go.board import Board
from semeai.go.rules import Rules
from semeai.players.search.tree import Tree

STEPS = (0, -1, -2, -3, -4, 1)
"""the constants are the given one times these powers of 2, tried in this order at first"""
BOLDNESS = 0.1
"""exploration of constants that seem worse: about the standard deviation of a batch's reward"""


class Sweep:
    """The constants and their mean rewards."""

    def __init__(self, cp: float) -> None:
        self._cps = [cp * 2.0**step for step in STEPS]
        self._n = [0] * len(STEPS)
        self._gains = [0.0] * len(STEPS)

    @property
    def best(self) -> float:
        """The constant that was used most."""
        return self._cps[max(range(len(STEPS)), key=self._n.__getitem__)]

    def next(self) -> tuple[int, float]:
        """The index of the constant to use now, and the constant."""
        total = sum(self._n)

        def bound(i: int) -> float:
            if not self._n[i]:
                return math.inf
            return self._gains[i] / self._n[i] + BOLDNESS * math.sqrt(math.log(total) / self._n[i])

        i = max(range(len(STEPS)), key=bound)
        return i, self._cps[i]

    def tell(self, i: int, gain: float) -> None:
        """Record the reward of a batch with constant `i`."""
        self._n[i] += 1
        self._gains[i] += gain


class SweepingTree(Tree):
    """A tree whose constant may change with each call of `search`."""

    def __init__(self, settings: npt.NDArray[np.void], n_bytes: int) -> None:
        super().__init__(settings, n_bytes)
        self._first_cp = float(settings["cp"][0])
        self._sweep = Sweep(self._first_cp)
        self._n_before, self._won_before = 0, 0.0

    @property
    def cp(self) -> float:
        """The constant that was used most in this game."""
        return self._sweep.best

    def new_game(self, rules: Rules, seed: int) -> None:
        super().new_game(rules, seed)
        self._sweep = Sweep(self._first_cp)

    def go_to(self, board: Board) -> None:
        super().go_to(board)
        self._n_before, self._won_before = 0, 0.0

    def search(self, n: int, thread: int = 0) -> None:
        i, self._search["cp"] = self._sweep.next()
        before = self._won()
        super().search(n, thread)
        won = self._won() - before
        if self._n_before:  # the first batch of a search has no mean to compare with
            self._sweep.tell(i, won / n - self._won_before / self._n_before)
        self._n_before += n
        self._won_before += won

    def _won(self) -> float:
        """The playouts that the side to play has won at the root, including those of earlier searches."""
        return float(self._edges_of(int(self._search["root"][0]))["wins"].sum(dtype=np.float64))
