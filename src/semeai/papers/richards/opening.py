"""First moves of the best networks on 5x5, 7x7 and 9x9 (section 8), in the runs of `generations`."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from semeai.papers.bootstrap import Difference, bootstrap, paired
from semeai.papers.curves import runs_of
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Figure, Row
from semeai.papers.richards.generations import GENERATIONS
from semeai.papers.richards.readings import CLAIM, PARTS, any_distance, part

TITLE = "How far from the center the best network of each generation begins"


def distances(table: Sequence[Row], i: int) -> list[float]:
    """The mean distance from the center in part `i` of each run."""
    return [fmean(part([row["from_center"] for row in run], i)) for run in runs_of(table)]


def drift(table: Sequence[Row]) -> Difference:
    """The change from the first part of runs to the last, in lines; negative means inwards."""
    return paired(distances(table, PARTS - 1), distances(table, 0))


def draw_opening(rows: Mapping[str, list[Row]]) -> Any:
    """Draw the distance over the course of runs: thin lines are runs, the band is the interval of the mean."""
    words = [("the paper", CLAIM), ("here", " ".join(_found(rows, size) for size in GENERATIONS))]
    figure, axes = panels(len(GENERATIONS), TITLE, words)
    at, color = [100 * (i + 0.5) / PARTS for i in range(PARTS)], SERIES[0]["color"]
    for panel, size in zip(axes, GENERATIONS, strict=True):
        found = [distances(rows[f"generations{size}"], i) for i in range(PARTS)]
        for run in zip(*found, strict=True):
            panel.plot(at, run, color=color, linewidth=0.4, alpha=0.4)
        means = [bootstrap(values) for values in found]
        panel.plot(at, [mean.mean for mean in means], color=color, linewidth=1.4)
        lows, highs = [mean.low for mean in means], [mean.high for mean in means]
        panel.fill_between(at, lows, highs, color=color, alpha=0.2, linewidth=0)
        panel.axhline(any_distance(size), color="black", linewidth=0.7, linestyle=(0, (1, 2)))
        panel.set_ylim(0, size // 2 + 1.1)
        name_axes(panel, f"part of a run on {size}x{size}, % (dotted: any point)", "lines from the center")
    return figure


def _found(rows: Mapping[str, list[Row]], size: int) -> str:
    table = rows[f"generations{size}"]
    first, last = (fmean(distances(table, i)) for i in (0, PARTS - 1))
    return (
        f"{size}x{size}: {first:.1f} lines in the first fifth of a run, {last:.1f} in the last ({drift(table)}, "
        f"{len(runs_of(table))} runs)."
    )


_NAMES = tuple(experiment.name for experiment in GENERATIONS.values())
FIGURE = Figure("opening", TITLE, _NAMES, CLAIM, draw_opening)
