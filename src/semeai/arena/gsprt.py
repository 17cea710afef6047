"""The generalised sequential test for paired games: log likelihood ratios of pentanomial results.

Two games from one opening, with colors swapped, are one observation with five outcomes. The chances of the outcomes are
not known, only the mean is fixed by a hypothesis. The generalised likelihood ratio takes the most likely chances under
each hypothesis (Van den Bergh): p_i / (1 + x (a_i - s)), where p are the observed shares, a the scores, s the mean of
the hypothesis, and x solves the equation sum p_i (a_i - s) / (1 + x (a_i - s)) = 0. Pairs often have less variance than
two independent games, so the test needs fewer games.

Normalised Elo measures the difference of two players in standard deviations of a game, so that a bound means the same
for balanced and unbalanced openings: nElo = 800 / log(10) * (s - 1/2) / sigma. Under such a hypothesis the chances are
found by iteration.

    M. Van den Bergh: The generalized maximum likelihood ratio for the expectation value of a distribution; A practical
    introduction to the GSPRT. cantate.be/Fishtest, 2018-2020.
"""

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.float64]
Llrs = npt.NDArray[np.float64]

SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
"""mean points of a game by the outcome of a pair"""
NORMALISED = 800 / np.log(10)
PRIOR = np.array([0.25, 0.0, 0.5, 0.0, 0.25])
"""a pair that is added to the results; without it, outcomes that have not occurred yet would seem impossible"""
_TINY = 1e-3  # in place of an outcome that was not seen, as fishtest does
_STEPS = 40  # steps of bisection
_ROUNDS = 12  # steps of the iteration for normalised Elo


def llr_of_means(counts: Counts, mean0: float, mean1: float) -> Llrs:
    """Return the log likelihood ratio of mean1 over mean0 for each row of counts of the five outcomes."""
    shares, n = _shares(counts)
    one, zero = (_likeliest(shares, SCORES - mean) for mean in (mean1, mean0))
    ratio: Llrs = n * (shares * (np.log(one) - np.log(zero))).sum(axis=1)
    return ratio


def llr_of_normalised(counts: Counts, nelo0: float, nelo1: float) -> Llrs:
    """The same for two differences in normalised Elo."""
    shares, n = _shares(counts)
    one, zero = (_likeliest_normalised(shares, nelo) for nelo in (nelo1, nelo0))
    ratio: Llrs = n * (shares * (np.log(one) - np.log(zero))).sum(axis=1)
    return ratio


def _shares(counts: Counts) -> tuple[Counts, npt.NDArray[np.float64]]:
    """The observed shares of the outcomes with the prior pairs, none of them zero, and the number of pairs."""
    filled = np.maximum(counts + PRIOR, _TINY)
    return filled / filled.sum(axis=1, keepdims=True), counts.sum(axis=1)


def _likeliest(shares: Counts, distances: Counts) -> Counts:
    """The most likely chances with which the mean of `distances` is zero."""
    distances = np.broadcast_to(distances, shares.shape)
    low = -1 / distances.max(axis=1)
    high = -1 / distances.min(axis=1)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        slope = (shares * distances / (1 + middle[:, None] * distances)).sum(axis=1)
        low, high = np.where(slope > 0, middle, low), np.where(slope > 0, high, middle)
    chances: Counts = shares / (1 + ((low + high) / 2)[:, None] * distances)
    return chances


def _likeliest_normalised(shares: Counts, nelo: float) -> Counts:
    """The most likely chances under a difference in normalised Elo."""
    target = nelo / NORMALISED * np.sqrt(2)  # in standard deviations of a pair's mean
    chances = np.full_like(shares, 1 / len(SCORES))
    for _ in range(_ROUNDS):
        mean = chances @ SCORES
        sigma = np.sqrt(np.maximum(chances @ SCORES**2 - mean**2, 1e-12))
        z = (mean[:, None] - SCORES) / sigma[:, None]
        distances = SCORES - 0.5 - target * sigma[:, None] * (1 + z**2) / 2
        chances = _likeliest(shares, distances)
    return chances
