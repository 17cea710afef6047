"""The figure of `coevolution`: SANEi's share of the points, and the best networks against random moves."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from semeai.drawing import GREY, INK
from semeai.papers.bootstrap import bounds, percent
from semeai.papers.claims import tell_verdicts
from semeai.papers.curves import draw_curve, draw_runs, runs_of, whole_seeds
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Figure, Row
from semeai.papers.shares import rows_where
from semeai.papers.zela.coevolution import STARTS
from semeai.papers.zela.coevolution_claims import CLAIMS, WAYS, sanei_ends, sanei_points

TITLE = "SANEi against SANE in coevolution"
CLAIM = (
    '"SANEi playing black or white stones in the time have better results than SANE. The populations initially trained '
    "in the co-evolution of these populations shows that are beating more frequently to SANE than the populations not "
    'trained initially." (figures 6 to 9)'
)


def draw_coevolution(rows: Mapping[str, list[Row]]) -> Any:
    """In a panel for each start SANEi's share over the generations; at the end, both colors together; and in the second
    row the share of the points of the best against random moves, and diversity."""
    table = whole_seeds(rows["coevolution"])
    n_seeds, n_generations = len({row["seed"] for row in table}), table[-1]["generation"] + 1
    here = f"{n_seeds} seeds, {n_generations} generations. {tell_verdicts(CLAIMS, rows)}"
    lines = "Thick lines are means over seeds with 95% intervals, thin ones single runs."
    method = f"A draw is half a win. {lines} {_training(table)}"
    figure, axes = panels(6, TITLE, [("the paper", CLAIM), ("here", here), ("", method)], columns=2)
    for panel, start in zip(axes, STARTS, strict=False):
        for series, (way, words) in enumerate(WAYS.items()):
            its = rows_where(table, sanei=way, start=start)
            draw_runs(panel, its, sanei_points, series)
            draw_curve(panel, its, sanei_points, series, words, band=bounds)
        name_axes(panel, f"generation, {start} populations", "SANEi's share of the points, %")
    _draw_ends(axes[4], table)
    for panel in (*axes[:2], axes[4]):
        panel.set_ylim(0, 100)
        panel.axhline(50, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
    axes[0].legend(frameon=False, fontsize=7, handlelength=3)
    for panel, start in zip(axes[2:4], STARTS, strict=True):
        _draw_methods(panel, rows_where(table, start=start), "random", 100)
        panel.set_ylim(0, None)
        name_axes(panel, f"generation, {start} populations", "the best against random moves, %")
    _draw_methods(axes[5], table, "diversity", 1)
    name_axes(axes[5], "generation, all runs", "diversity of the neurons")
    axes[2].legend(frameon=False, fontsize=8, handlelength=3)
    return figure


def _draw_ends(panel: Any, table: list[Row]) -> None:
    """SANEi's share in the last quarter for each start, both ways round."""
    for place, start in enumerate(STARTS):
        ends = sanei_ends(table, start)
        mean, low, high = bounds(ends)
        panel.plot([place + 0.12] * len(ends), ends, "o", color=GREY, markersize=3, markerfacecolor="none")
        style = SERIES[0] | {"linestyle": "", "markersize": 4.5, "capsize": 2}
        panel.errorbar([place], [mean], ([mean - low], [high - mean]), **style)
    panel.set_xticks(range(len(STARTS)), STARTS)
    panel.set_xlim(-0.5, len(STARTS) - 0.5)
    name_axes(panel, "last quarter, both ways round (circles: seeds)", "SANEi's share of the points, %")


def _draw_methods(panel: Any, table: list[Row], column: str, unit: float) -> None:
    """Draw a column of the rows for SANEi and SANE, over all ways round: each way of a seed is a run."""
    runs = [{**row, "seed": f"{row['seed']:03} {row['sanei']} {row['start']}"} for row in table]
    for series, (name, words) in enumerate({"sanei": "SANEi", "sane": "SANE"}.items()):
        measure = partial(_scaled, f"{name}_{column}", unit)
        draw_runs(panel, runs, measure, series)
        draw_curve(panel, runs, measure, series, words, band=bounds)


def _scaled(column: str, unit: float, row: Row) -> float:
    return unit * float(row[column])


def _training(table: Sequence[Row]) -> str:
    """The length of the training in words."""
    runs = [run for way in WAYS for run in runs_of(rows_where(table, sanei=way, start="trained"))]
    taken = [run[0][f"{name}_trained"] for run in runs for name in ("sanei", "sane")]
    won = [n for n in taken if n > 0]
    mean = f", after {percent(won).replace('%', '')} generations" if len(won) > 1 else ""
    return f"In training {len(won)} of {len(taken)} populations beat wally{mean}."


FIGURE = Figure("coevolution", TITLE, ("coevolution",), CLAIM, draw_coevolution)
