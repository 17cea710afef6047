"""Runs with several seeds: their curves, their ends, and tests of differences."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from statistics import fmean
from typing import Any

from semeai.papers.drawing import SERIES, mean_interval
from semeai.papers.paper import Row

Measure = Callable[[Row], float]
"""the measured value of a row; shares are in percent"""
Band = Callable[[Sequence[float]], tuple[float, float, float]]
"""values -> their mean and the ends of its interval"""


def runs_of(table: Sequence[Row]) -> list[list[Row]]:
    """The rows of each run, in the order of seeds."""
    return [[row for row in table if row["seed"] == seed] for seed in sorted({row["seed"] for row in table})]


def whole_seeds(table: Sequence[Row]) -> list[Row]:
    """The rows of the seeds that all variants have, so that variants can be compared seed by seed.

    A table may be unfinished. The columns before the seed are the variant.
    """
    names = list(takewhile(lambda name: name != "seed", table[0]))
    tried: dict[int, set[tuple[Any, ...]]] = {}
    for row in table:
        tried.setdefault(row["seed"], set()).add(tuple(row[name] for name in names))
    everything = set().union(*tried.values())
    return [row for row in table if tried[row["seed"]] == everything]


def quarter(run: Sequence[Row], measure: Measure, back: int = 0) -> float:
    """The mean over the last quarter of the generations, or over the quarter `back` quarters earlier."""
    n = max(1, len(run) // 4)
    end = len(run) - back * n
    return fmean(measure(row) for row in run[end - n : end])


def draw_curve(
    axes: Any, table: Sequence[Row], measure: Measure, series: int, label: str, band: Band = mean_interval
) -> None:
    """The mean over the seeds in each generation, with its 95% interval as a band."""
    runs = runs_of(table)
    at = [row["generation"] + 1 for row in runs[0]]
    means, lows, highs = zip(*(band(list(map(measure, rows))) for rows in zip(*runs, strict=True)), strict=True)
    style = SERIES[series]
    axes.plot(at, means, linewidth=1.2, label=label, color=style["color"], linestyle=style["linestyle"])
    axes.fill_between(at, lows, highs, color=style["color"], alpha=0.2, linewidth=0)


def draw_runs(axes: Any, table: Sequence[Row], measure: Measure, series: int) -> None:
    """Draw each run as a thin line."""
    for run in runs_of(table):
        at, values = [row["generation"] + 1 for row in run], list(map(measure, run))
        axes.plot(at, values, color=SERIES[series]["color"], linewidth=0.4, alpha=0.3)


# -- how sure ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MeanTest:
    """A mean over seeds, with tests against zero. `str` gives all of it."""

    mean: float
    low: float
    high: float
    """upper end of the 95% interval"""
    p_t: float
    """p of the one-sample t test; nan if the values do not differ"""
    p_wilcoxon: float
    """p of the signed-rank test, which assumes no distribution; nan if all values are zero"""

    @property
    def sign(self) -> int:
        """1 if the whole interval is above zero, -1 if it is below, otherwise 0."""
        return (self.low > 0) - (self.high < 0)

    def __str__(self) -> str:
        return (
            f"{self.mean:+.1f} [{self.low:+.1f}, {self.high:+.1f}], "
            f"{_probability(self.p_t)} (t test), {_probability(self.p_wilcoxon)} (Wilcoxon)"
        )


def judge(values: Sequence[float]) -> MeanTest:
    """Test whether values, one per seed, differ from zero, such as differences of pairs."""
    from scipy.stats import ttest_1samp, wilcoxon

    p_t = float(ttest_1samp(values, 0).pvalue) if len(set(values)) > 1 else math.nan
    p_wilcoxon = float(wilcoxon(values).pvalue) if any(values) else math.nan
    return MeanTest(*mean_interval(values), p_t, p_wilcoxon)


def _probability(p: float) -> str:
    if math.isnan(p):
        return "p unknown"
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def interval(values: Sequence[float]) -> str:
    """The mean of shares in percent, one per seed, with its 95% interval."""
    mean, low, high = mean_interval(values)
    return f"{mean:.1f}% [{low:.1f}, {high:.1f}]"
