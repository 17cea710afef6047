"""Tests of a generation against the first one, as papers print them beside their curves."""

from math import isfinite

import numpy as np

from semeai.evolve.evolver import Fitness, Row


def compare(fitness: Fitness, first: Fitness) -> Row:
    """Sum, variance and standard deviation of `fitness` (with n - 1 in the denominator), and three tests against
    `first`, each a statistic and its two-sided p.

    `f` is the quotient of the variances; `t` (Student) assumes equal variances, `t_unequal` (Welch) does not. Positive
    values of both mean that the fitness has grown. A test that is undefined because there is no variance has the
    statistic 0 and p 1, no evidence of a difference.
    """
    from scipy.stats import f as f_distribution
    from scipy.stats import ttest_ind_from_stats

    n, n_first = len(fitness), len(first)
    variance, variance_first = _variance(fitness), _variance(first)
    quotient, f_p = 0.0, 1.0
    if min(variance, variance_first) > 0:
        quotient = variance / variance_first
        below, above = (side(quotient, n - 1, n_first - 1) for side in (f_distribution.cdf, f_distribution.sf))
        f_p = min(1.0, 2 * float(min(below, above)))
    row: Row = {"sum": float(fitness.sum()), "variance": variance, "deviation": variance**0.5}
    row |= _sound("f", quotient, f_p)
    for name, is_equal in (("t", True), ("t_unequal", False)):
        statistic, p = 0.0, 1.0
        if max(variance, variance_first) > 0:
            statistic, p = ttest_ind_from_stats(
                fitness.mean(), variance**0.5, n, first.mean(), variance_first**0.5, n_first, equal_var=is_equal
            )
        row |= _sound(name, float(statistic), float(p))
    return row


def _variance(fitness: Fitness) -> float:
    """The variance, exactly 0 if all values are equal, in spite of rounding."""
    return float(fitness.var(ddof=1)) if np.ptp(fitness) > 0 else 0.0


def _sound(name: str, statistic: float, p: float) -> Row:
    """A test as two entries of a row that JSON can hold, since underflow can produce NaN for tiny variances."""
    is_sound = isfinite(statistic) and isfinite(p)
    return {name: statistic if is_sound else 0.0, f"{name}_p": p if is_sound else 1.0}
