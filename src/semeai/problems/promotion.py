"""Promotion: a challenger replaces the current champion only if games show that it is stronger.

Both play from the same openings with both colors. The two games from an opening are not independent, so they form one
trial: its result is the challenger's share of the points, 0 to 1. If the challenger is not stronger the mean of that is
at most 1/2, so a gambler who bets on the challenger at even odds has no expected gain:

    wealth = the product of 1 + b (2 result - 1)        b: the share of the wealth that is bet each time

Such wealth reaches 1 / ERROR with probability at most ERROR, for any length and stopping time of the match
(Ville's inequality). Several gamblers bet different shares: large shares find large differences quickly, and only small
shares find small differences. Their mean wealth obeys the same inequality. The challenger is promoted when it reaches 1
/ ERROR. The match also ends early if gamblers who bet against the challenger reach it.

`arena/sprt.py` tests single games instead, which must be independent of each other.

    J. Ville: Etude critique de la notion de collectif. Gauthier-Villars 1939.
    I. Waudby-Smith, A. Ramdas: Estimating means of bounded random variables by betting. JRSS B 86 (2024), 1-27.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

ERROR = 0.05
"""maximum probability of promoting a challenger that is not stronger"""
BETS = np.array([0.1, 0.2, 0.4, 0.8])
AT_A_TIME = 25
"""openings played between two computations of the wealth"""

Results = npt.NDArray[np.float64]
"""the challenger's share of the points, by opening"""


def is_promoted(play: Callable[[int], Results], n_openings: int) -> bool:
    """Let a challenger play until it is shown to be stronger or weaker, or `n_openings` have been played.

    `play(n)` plays the next n openings. Returns True if the challenger is stronger.
    """
    results: Results = np.zeros(0)
    while len(results) < n_openings:
        results = np.concatenate([results, play(min(AT_A_TIME, n_openings - len(results)))])
        gains, losses = _wealth(results), _wealth(1 - results)
        ends = np.flatnonzero((gains >= 1 / ERROR) | (losses >= 1 / ERROR))
        if len(ends):
            return bool(gains[ends[0]] >= 1 / ERROR)
    return False


def _wealth(results: Results) -> Results:
    """The mean wealth of the gamblers after each of these results."""
    wealth: Results = np.cumprod(1 + BETS * (2 * results[:, np.newaxis] - 1), axis=0).mean(axis=1)
    return wealth
