"""The figure of `wally`: fitness over the generations, and the share of the runs that have beaten wally."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from semeai.drawing import INK
from semeai.papers.bootstrap import bootstrap
from semeai.papers.curves import draw_curve, runs_of
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Figure, Row
from semeai.papers.shares import rows_where
from semeai.papers.zela.claims import METHODS, describe, times_of
from semeai.papers.zela.noisy import CLAIM
from semeai.papers.zela.wally import COLORS

TITLE = "SANE and SANEi against wally, which plays without random moves"
_METHOD = (
    "Lines are means over seeds with 95% intervals, thin ones single runs. Differences are paired by seed, with "
    "bootstrap intervals; runs that never win are censored. No correction for the number of tests."
)


def draw_wally(rows: Mapping[str, list[Row]]) -> Any:
    """Two panels for each color: best fitness, and the share of the runs that have won."""
    table = rows["wally"]
    words = [("the paper", CLAIM), *(("here", describe(table, color)) for color in COLORS)]
    figure, axes = panels(4, TITLE, [*words, ("", f"{_openings(table)} {_METHOD}")])
    for i, color in enumerate(COLORS):
        for series, (rate, name) in enumerate(METHODS.items()):
            its = rows_where(table, immigration=rate, color=color)
            draw_runs(axes[i], its, series)
            draw_curve(axes[i], its, _best, series, name)
            draw_wins(axes[2 + i], its, series, name)
        name_axes(axes[i], f"generation, as {color}", "best fitness, points ahead")
        name_axes(axes[2 + i], f"generation, as {color}", "runs that have beaten wally, %")
        axes[i].axhline(0, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
        axes[2 + i].set_ylim(0, 100)
    axes[0].legend(frameon=False, fontsize=8, handlelength=3, loc="lower right")
    return figure


def draw_runs(axes: Any, table: Sequence[Row], series: int) -> None:
    """The best fitness of each run as a thin line."""
    for run in runs_of(table):
        at, best = [row["generation"] + 1 for row in run], list(map(_best, run))
        axes.plot(at, best, color=SERIES[series]["color"], linewidth=0.4, alpha=0.25)


def draw_wins(axes: Any, table: Sequence[Row], series: int, label: str) -> None:
    """The share of the runs that have won by each generation (Kaplan-Meier)."""
    times, style = times_of(runs_of(table)), SERIES[series]
    at = list(range(times.length + 1))
    share = [100 * times.share(generation) for generation in at]
    axes.step(at, share, where="post", label=label, color=style["color"], linestyle=style["linestyle"], linewidth=1.2)


def _best(row: Row) -> float:
    return float(row["best"])


def _openings(table: Sequence[Row]) -> str:
    """How the best of the first generation and of the last ones do from random openings."""
    ends = []
    for rate, name in METHODS.items():
        both = [run for color in COLORS for run in runs_of(rows_where(table, immigration=rate, color=color))]
        found = bootstrap([100 * run[-1]["openings"] for run in both])
        ends.append(f"{name} {found.mean:.1f}% [{found.low:.1f}, {found.high:.1f}]")
    first = fmean(100 * row["openings"] for row in table if row["generation"] == 0)
    return (
        f"From random openings, which they have not met, the best of the last generations have of the points, both "
        f"colors together: {', '.join(ends)}; those of generation 1 {first:.1f}%."
    )


FIGURE = Figure("wally", TITLE, ("wally",), CLAIM, draw_wally)
