"""The figure of `wally`: fitness, first wins and diversity over the generations."""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.drawing import INK
from semeai.papers.bootstrap import bounds
from semeai.papers.claims import tell_verdicts
from semeai.papers.curves import draw_curve, draw_runs, runs_of
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Figure, Row
from semeai.papers.shares import rows_where
from semeai.papers.zela.noisy import CLAIM
from semeai.papers.zela.wally import COLORS
from semeai.papers.zela.wally_claims import CLAIMS, METHODS, STOPS, times_of

TITLE = "SANE and SANEi against wally, which plays without random moves"
_METHOD = (
    "Thick lines are means over seeds with 95% intervals, thin ones single runs. Differences are paired by seed, with "
    "bootstrap intervals; runs that never win are censored (log-rank test). No correction for the number of tests."
)


def draw_wally(rows: Mapping[str, list[Row]]) -> Any:
    """A column of panels for each color: best fitness, the share of the runs that have won, and diversity."""
    table = rows["wally"]
    seeds = [
        f"{len({row['seed'] for row in rows_where(table, immigration=rate)})} of {name}"
        for rate, name in METHODS.items()
    ]
    here = f"Seeds: {', '.join(seeds)}; {table[-1]['generation'] + 1} generations. {tell_verdicts(CLAIMS, rows)}"
    figure, axes = panels(6, TITLE, [("the paper", CLAIM), ("here", here), ("", _METHOD)], columns=2)
    for i, color in enumerate(COLORS):
        fitness, wins, diversity = axes[i::2]
        for series, (rate, name) in enumerate(METHODS.items()):
            its = rows_where(table, immigration=rate, color=color)
            draw_runs(fitness, its, _best, series)
            draw_curve(fitness, its, _best, series, name, band=bounds)
            draw_wins(wins, its, series, name)
            draw_curve(diversity, its, _diversity, series, name, band=bounds)
        name_axes(fitness, f"generation, as {color} (dots: SANE stops in print)", "best fitness, points ahead")
        name_axes(wins, f"generation, as {color}", "runs that have beaten wally, %")
        name_axes(diversity, f"generation, as {color}", "diversity of the neurons")
        fitness.axhline(0, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
        fitness.axvline(STOPS[color], color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
        wins.set_ylim(0, 100)
    axes[0].legend(frameon=False, fontsize=8, handlelength=3, loc="lower right")
    return figure


def draw_wins(axes: Any, table: Sequence[Row], series: int, label: str) -> None:
    """The share of the runs that have won by each generation (Kaplan-Meier)."""
    times, style = times_of(runs_of(table)), SERIES[series]
    at = list(range(times.length + 1))
    share = [100 * times.share(generation) for generation in at]
    axes.step(at, share, where="post", label=label, color=style["color"], linestyle=style["linestyle"], linewidth=1.2)


def _best(row: Row) -> float:
    return float(row["best"])


def _diversity(row: Row) -> float:
    return float(row["diversity"])


FIGURE = Figure("wally", TITLE, ("wally",), CLAIM, draw_wally)
