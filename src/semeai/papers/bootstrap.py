"""Bootstrap intervals: they assume nothing about the distribution, and stay within the range of the observed values."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

N_SAMPLES = 10_000


@dataclass(frozen=True)
class Difference:
    """The mean difference of paired runs with its 95% interval. `str` gives all three."""

    mean: float
    low: float
    high: float

    @property
    def sign(self) -> int:
        """1 if the whole interval is above zero, -1 if it is below, otherwise 0."""
        return (self.low > 0) - (self.high < 0)

    def __str__(self) -> str:
        return f"{self.mean:+.1f} [{self.low:+.1f}, {self.high:+.1f}]"


def bootstrap(values: Sequence[float]) -> Difference:
    """The mean of values, one per seed, with the percentile interval of resampled means. It is deterministic."""
    found = np.asarray(values, dtype=np.float64)
    samples = np.random.default_rng(1).choice(found, size=(N_SAMPLES, len(found))).mean(axis=1)
    low, high = np.percentile(samples, [2.5, 97.5])
    return Difference(float(found.mean()), float(low), float(high))


def paired(ours: Sequence[float], theirs: Sequence[float]) -> Difference:
    """The differences of paired values, ours minus theirs, seed by seed."""
    return bootstrap([a - b for a, b in zip(ours, theirs, strict=True)])


def bounds(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean and the ends of its interval, as `drawing.mean_interval` gives them by Student's t."""
    found = bootstrap(values)
    return found.mean, found.low, found.high


def percent(shares: Sequence[float]) -> str:
    """The mean of shares in percent, one per seed, with its interval, which is cut at 0 and 100."""
    mean, low, high = bounds(shares)
    return f"{mean:.1f}% [{low:.1f}, {high:.1f}]"
