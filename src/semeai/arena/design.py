"""The choice of the next games: those that make the joint ratings more certain at the lowest cost.

Every rating has a normal prior around a guess, and the results so far give a posterior (Laplace's approximation). A
pair of games between i and j adds information 2 p q, where p is the expected score. The gain of a pairing is the
decrease of the variances of all ratings that are not certain enough, relative to the anchor. The pairing with the
highest gain per second is chosen, its expected information is added, and so on until the round is full. Pairings with a
predictable result carry no information and are not chosen. No random numbers or clocks are involved: the same results
give the same plan.

    V. V. Fedorov: Theory of Optimal Experiments. Academic Press 1972.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from semeai.arena.ratings import ELO, Z95, Matrix, Vector

PRIOR_ELO = 600.0
"""standard deviation of a rating before its first game"""
ROUND_SECONDS = 300.0
"""estimated time of a round on one core: long enough that cores rarely wait for the last game of a round"""
MAX_PAIRS = 500
"""pairs of games of one pairing in one round"""
PROBE_PAIRS, PROBE_ELO = 5, 200.0
"""pairs of games of a pairing whose difference is more uncertain than this (standard deviation in Elo); a player whose
rating is as uncertain has one such pairing in a round, since its result tells who its equals are"""
PARTS = 12
"""parts that the time of a round is divided into"""

_STEPS = 100
_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Knowledge:
    """Everything that the schedule depends on. Indices are those of the entries."""

    wins: Matrix
    """games won by the row's player against the column's, counting a draw as half a win"""
    seconds: Sequence[float]
    """estimated time of each player's moves in one game"""
    anchor: int
    targets: Vector
    """half of the widest 95% interval that is certain enough, in Elo"""
    closed: frozenset[int] = frozenset()
    """players that cannot play any more games; their ratings do not matter"""

    @property
    def n(self) -> int:
        """The number of players."""
        return len(self.seconds)


def plan_round(known: Knowledge, newcomers: Collection[int] | None = None) -> dict[tuple[int, int], int]:
    """Return the number of pairs of games to play next by pairing, (i, j) with i < j; empty if all ratings are certain
    enough.

    With `newcomers`, only their ratings matter, relative to the others, and only their games are played. The ratings of
    the others count as known: no game of a newcomer makes the ladder itself more certain.
    """
    strength, covariance = posterior(known.wins, known.anchor, newcomers)
    enough = (known.targets / ELO / Z95) ** 2
    matters = np.isin(np.arange(known.n), list(newcomers)) if newcomers is not None else np.ones(known.n, dtype=bool)
    matters[[known.anchor, *known.closed]] = False
    plan: dict[tuple[int, int], int] = {}
    unsure = set(np.flatnonzero(covariance.diagonal() > (PROBE_ELO / ELO) ** 2).tolist())
    left = ROUND_SECONDS
    while left > 0:
        weights = np.where(matters & (covariance.diagonal() > enough), 1 / enough, 0.0)
        if not weights.any():
            break
        probed = unsure & {i for pairing in plan for i in pairing}
        pairing, n_pairs, per_pair, seconds = _best(known, strength, covariance, weights, newcomers, plan, probed)
        if not n_pairs:
            break
        n_pairs = min(n_pairs, _pairs_needed(covariance, pairing, per_pair, enough, weights > 0))
        plan[pairing] = plan.get(pairing, 0) + n_pairs
        covariance = _updated(covariance, *pairing, n_pairs * per_pair)
        left -= n_pairs * seconds
    return plan


def _best(
    known: Knowledge,
    strength: Vector,
    covariance: Matrix,
    weights: Vector,
    newcomers: Collection[int] | None,
    plan: dict[tuple[int, int], int],
    probed: set[int],
) -> tuple[tuple[int, int], int, float, float]:
    """The pairing with the highest gain per second, the number of pairs to play, and information and time of one.

    Players in `probed` play no more in this round.
    """
    variance = covariance.diagonal()
    spread = np.maximum(np.add.outer(variance, variance) - 2 * covariance, 0)
    # The expected information under the posterior, not at its mean: a newcomer's equal may be far from equal.
    shrink = 1 / np.sqrt(1 + np.pi * spread / 8)
    p = 1 / (1 + np.exp(-shrink * np.subtract.outer(strength, strength)))
    per_pair = 2 * p * (1 - p) * shrink
    cost = 2 * np.add.outer(np.array(known.seconds), np.array(known.seconds))
    counts = np.clip(np.floor(ROUND_SECONDS / PARTS / cost), 1, MAX_PAIRS)
    counts = np.where(spread > (PROBE_ELO / ELO) ** 2, np.minimum(counts, PROBE_PAIRS), counts)
    information = counts * per_pair
    # (C d)_k of d = e_i - e_j, squared, weighted and summed over k, without a loop over pairings
    weighted = covariance.T @ (weights[:, None] * covariance)
    reach = np.add.outer(weighted.diagonal(), weighted.diagonal()) - 2 * weighted
    gain = information * reach / (1 + information * spread) / (counts * cost)
    is_open = np.triu(np.ones_like(gain, dtype=bool), 1)
    closed = [*known.closed, *probed]
    is_open[closed] = is_open[:, closed] = False
    if newcomers is not None:
        is_new = np.isin(np.arange(known.n), list(newcomers))
        is_open &= is_new[:, None] | is_new[None, :]
    for (i, j), n in plan.items():
        is_open[i, j] &= n + counts[i, j] <= MAX_PAIRS
    gain = np.where(is_open, gain, 0.0)
    i, j = (int(k) for k in np.unravel_index(int(gain.argmax()), gain.shape))
    if gain[i, j] <= 0:
        return (i, j), 0, 0.0, 0.0
    return (i, j), int(counts[i, j]), float(per_pair[i, j]), float(cost[i, j])


def _pairs_needed(
    covariance: Matrix, pairing: tuple[int, int], per_pair: float, enough: Vector, is_wanted: npt.NDArray[np.bool_]
) -> int:
    """The pairs of games of this pairing that make both its players certain enough; `MAX_PAIRS` if no number does, or
    if they are certain and the games serve others. Above all a newcomer needs no more games than these."""
    i, j = pairing
    along = covariance[:, i] - covariance[:, j]
    needed = []
    for k in pairing:
        if is_wanted[k]:
            # Information I turns the variance C_kk into C_kk - a_k^2 I / (1 + I s), with a = along and s = a_i - a_j.
            excess = covariance[k, k] - enough[k]
            room = along[k] ** 2 - excess * (along[i] - along[j])
            needed.append(MAX_PAIRS if room <= 0 else math.ceil(excess / (per_pair * room)))
    return max(needed, default=MAX_PAIRS)


def posterior(wins: Matrix, anchor: int, newcomers: Collection[int] | None = None) -> tuple[Vector, Matrix]:
    """Return the strengths in natural units, the anchor's being 0, and their covariance, given a normal prior. With
    `newcomers`, the covariance of their strengths if all others are known."""
    n = len(wins)
    free = np.arange(n) != anchor
    games = wins + wins.T
    precision = np.where(free, (ELO / PRIOR_ELO) ** 2, 0.0)
    strength = np.zeros(n)
    information = np.eye(n)
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-np.subtract.outer(strength, strength)))
        weight = games * p * p.T
        information = np.diag(weight.sum(axis=1) + precision) - weight
        slope = (wins - games * p).sum(axis=1) - precision * strength
        step = np.zeros(n)
        step[free] = np.linalg.solve(information[np.ix_(free, free)], slope[free])
        step *= min(1.0, 1.0 / max(float(np.abs(step).max()), _TOLERANCE))
        strength += step
        if np.abs(step).max() < _TOLERANCE:
            break
    unknown = free if newcomers is None else free & np.isin(np.arange(n), list(newcomers))
    covariance = np.zeros((n, n))
    covariance[np.ix_(unknown, unknown)] = np.linalg.inv(information[np.ix_(unknown, unknown)])
    return strength, covariance


def _updated(covariance: Matrix, i: int, j: int, information: float) -> Matrix:
    """The covariance after more information on the difference of i and j (Sherman and Morrison)."""
    along: npt.NDArray[np.float64] = covariance[:, i] - covariance[:, j]
    updated: Matrix = covariance - np.outer(along, along) * (information / (1 + information * (along[i] - along[j])))
    return updated
