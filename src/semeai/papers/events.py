"""Times to an event over several runs. Runs that end before the event are censored.

All runs of an experiment are equally long, so the share of runs with the event by a generation is the Kaplan-Meier
estimate.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True)
class Times:
    """The generation of the event in each run; None if it has not happened within `length` generations."""

    firsts: Sequence[int | None]
    length: int

    @property
    def n_events(self) -> int:
        return sum(first is not None for first in self.firsts)

    def share(self, generation: int) -> float:
        """The share of the runs in which it has happened by this generation."""
        return sum(first is not None and first <= generation for first in self.firsts) / len(self.firsts)

    @property
    def median(self) -> int | None:
        """The first generation by which it has happened in half of the runs; None if it has not."""
        known = sorted(first for first in self.firsts if first is not None)
        half = (len(self.firsts) + 1) // 2
        return known[half - 1] if len(known) >= half else None

    @property
    def mean(self) -> float:
        """The mean time, where censored runs count with their length; used to order two samples."""
        return fmean(self.length if first is None else first for first in self.firsts)

    def __str__(self) -> str:
        median = f"median {self.median}" if self.median is not None else "no median"
        return f"{median}, {self.n_events} of {len(self.firsts)} runs"


def log_rank(one: Times, other: Times) -> float:
    """The p-value of the log-rank test that both have the same times; 1 if there are no events."""
    from scipy.stats import CensoredData, logrank

    if not one.n_events + other.n_events:
        return 1.0
    data = [
        CensoredData(
            uncensored=[first for first in times.firsts if first is not None],
            right=[times.length] * (len(times.firsts) - times.n_events),
        )
        for times in (one, other)
    ]
    return float(logrank(*data).pvalue)
