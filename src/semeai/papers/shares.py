"""Shares of points in matches, with intervals: computed from rows with `games` and `points`, and drawn as dots."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from semeai.arena.ratings import share_interval
from semeai.drawing import INK
from semeai.papers.drawing import SERIES
from semeai.papers.paper import Row


@dataclass(frozen=True)
class Share:
    """A share of the points in percent, with the ends of its 95% interval. `str` gives all three."""

    mean: float
    low: float
    high: float
    n_games: int

    def __str__(self) -> str:
        return f"{self.mean:.1f}% [{self.low:.1f}, {self.high:.1f}]"


def share_of(rows: Sequence[Row]) -> Share:
    """The share of the points in all games of `rows` together. The interval is Wilson's, which also holds near 100%."""
    points, n_games = sum(row["points"] for row in rows), sum(row["games"] for row in rows)
    low, high = share_interval(points, n_games)
    return Share(100 * points / n_games, 100 * low, 100 * high, n_games)


def rows_where(table: Sequence[Row], **values: Any) -> list[Row]:
    """The rows that have these values."""
    return [row for row in table if all(row[name] == value for name, value in values.items())]


def draw_shares(
    axes: Any, shares: Sequence[Share], series: int = 0, label: str = "", first: int = 0, is_line: bool = True
) -> None:
    """The shares at `first`, `first` + 1, ... with their intervals, joined by a line if they are a sweep."""
    style = SERIES[series] | {"linewidth": 1.2, "markersize": 4.5, "capsize": 2}
    if not is_line:
        style["linestyle"] = ""
    means = [share.mean for share in shares]
    below = [share.mean - share.low for share in shares]
    above = [share.high - share.mean for share in shares]
    axes.errorbar(range(first, first + len(shares)), means, (below, above), label=label, **style)


def draw_level(axes: Any, percent: float, words: str) -> None:
    """Draw a dotted line at `percent` of the points, with a label."""
    axes.axhline(percent, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
    left, _ = axes.get_xlim()
    axes.text(left, percent, f" {words}", size=7, color=INK, va="bottom")
