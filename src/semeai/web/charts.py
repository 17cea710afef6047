"""Charts of a run, as options for ECharts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]
MAX_POINTS = 400
"""maximum number of points per line: more than a screen shows, and cheap to send every second"""


@dataclass(frozen=True)
class Chart:
    """Lines that belong together."""

    title: str
    words: str
    """an explanation for people who see the chart for the first time"""
    lines: dict[str, str]
    """column of the rows -> label"""
    is_share: bool = False
    """True if the values are shares, shown in percent"""


CHARTS = (
    Chart(
        "Exam",
        "Points won by the best of each generation in fresh games, which had no part in selecting it.",
        {"share": "best of the generation", "black_share": "black's best", "white_share": "white's best"},
        is_share=True,
    ),
    Chart("Fitness", "The score used for selection.", {"best": "best", "mean": "mean", "min": "worst"}),
    Chart(
        "Wins",
        "Games between the two populations.",
        {"black_wins": "won by black", "white_wins": "won by white"},
        is_share=True,
    ),
    Chart(
        "Openings",
        "Individuals that agree on the most common first move, and on the most common answer to it.",
        {"support": "first move", "reply_support": "answer"},
        is_share=True,
    ),
    Chart(
        "Diversity",
        "How much the genomes of the population differ.",
        {"diversity": "diversity", "black_diversity": "black", "white_diversity": "white", "openings": "openings"},
    ),
)
"""the charts of all methods; a run shows those whose columns it has"""

COLORS = ("#3b7dd8", "#d9822b", "#7d8590")
"""line colors that differ in light and dark mode"""
FAINT = "#80808050"
"""color of axes in light and dark mode"""
_AXIS = {"axisLine": {"onZero": False, "lineStyle": {"color": FAINT}}}
LEGEND = {"top": 0, "left": 0, "icon": "roundRect", "itemWidth": 16, "itemHeight": 3}
DASHES = ("solid", "dashed", "dotted")


def charts_of(row: Row) -> list[Chart]:
    """The charts for rows like this one."""
    return [chart for chart in CHARTS if any(name in row for name in chart.lines)]


def thin(rows: Sequence[Row], most: int = MAX_POINTS) -> list[Row]:
    """At most `most` of the rows, evenly spaced, including the first and the last."""
    if len(rows) <= most:
        return list(rows)
    return [rows[(len(rows) - 1) * i // (most - 1)] for i in range(most)]


def options(chart: Chart, rows: Sequence[Row]) -> dict[str, Any]:
    """A chart of rows, for ECharts. The page sets the colors of axes (see `style.css` and `pages/evolve.py`)."""
    shown = thin(rows)
    names = [name for name in chart.lines if shown and name in shown[0]]
    factor = 100 if chart.is_share else 1
    return axes(chart) | {
        "series": [
            {
                "name": chart.lines[name],
                "type": "line",
                "showSymbol": len(shown) < 2,
                "data": [[at, round(factor * row[name], 4)] for row in shown if name in row and (at := _at(row)) >= 0],
                "lineStyle": {"width": 2, "type": DASHES[i % len(DASHES)]},
                "itemStyle": {"color": COLORS[i % len(COLORS)]},
            }
            for i, name in enumerate(names)
        ],
    }


def axes(chart: Chart) -> dict[str, Any]:
    """A chart without lines."""
    return {
        "animation": False,
        "grid": {"left": 8, "right": 16, "top": 36, "bottom": 4, "containLabel": True},
        "legend": LEGEND,
        "tooltip": {"trigger": "axis", "confine": True, "className": "chart-tip"},
        "xAxis": {
            "type": "value",
            "min": "dataMin",
            "max": "dataMax",
            "minInterval": 1,
            **_AXIS,
            "splitLine": {"show": False},
        },
        "yAxis": {
            "type": "value",
            "splitLine": {"lineStyle": {"color": FAINT}},
            "scale": not chart.is_share,
            **({"min": 0, "max": 100, "axisLabel": {"formatter": "{value}%"}} if chart.is_share else {}),
        },
    }


def _at(row: Row) -> int:
    """The x value of a row: its generation, or its steps if it has no generation; -1 if it has neither."""
    return int(row[name]) if (name := next((name for name in ("generation", "steps") if name in row), "")) else -1
