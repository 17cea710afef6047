"""Drawing shared by all papers: panels in a row, means with intervals over seeds, and the paper's words below.

Lines differ in marker and dashes as well as in color, so that they can be distinguished without color.
"""

import math
import textwrap
from collections.abc import Callable, Sequence
from statistics import fmean, median, stdev
from typing import Any

from semeai.drawing import BLUE, GREY, INK, RUST, plain_axes
from semeai.papers.bootstrap import bootstrap

WIDTH, PANEL = 10.0, 2.6  # inches: width of the picture, height of a panel
EDGE, GAP = 0.2, 0.25
Y_LABELS, X_LABELS = 0.55, 0.6  # room beside and below each panel
TITLE, LINE = 0.45, 0.17
WORDS, LETTERS = 0.85, 140  # indentation of quotes, and length of their lines

SERIES: list[dict[str, Any]] = [
    {"color": BLUE, "marker": "o", "linestyle": "-"},
    {"color": RUST, "marker": "s", "linestyle": (0, (5, 1.5))},
    {"color": GREY, "marker": "^", "linestyle": (0, (1.5, 1.5))},
]


Interval = Callable[[Sequence[float]], tuple[float, float, float]]
"""values -> their mean and the ends of its interval"""


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean and the ends of its 95% interval by Student's t; the ends are nan for a single value."""
    from scipy.special import stdtrit

    mean, n = fmean(values), len(values)
    if n == 1:
        return mean, math.nan, math.nan
    half = float(stdtrit(n - 1, 0.975)) * stdev(values) / math.sqrt(n)
    return mean, mean - half, mean + half


def panels(n: int, title: str, words: Sequence[tuple[str, str]], columns: int | None = None) -> tuple[Any, list[Any]]:
    """A figure with `n` panels, a title above, and below them `words`: sources and texts.

    Panels are in one row, or in rows of `columns`, since a page on a phone is narrow.
    """
    from matplotlib.figure import Figure

    columns = columns or n
    n_rows = -(-n // columns)
    said = [(who, textwrap.wrap(text, LETTERS, break_on_hyphens=False)) for who, text in words]
    n_lines = sum(len(lines) + 0.4 for _, lines in said)
    height = TITLE + n_rows * (PANEL + X_LABELS) + LINE * n_lines + EDGE
    figure = Figure(figsize=(WIDTH, height), dpi=150, facecolor="white")
    figure.text(EDGE / WIDTH, 1 - EDGE / height, title, size=11, color=INK, va="top")

    wide = (WIDTH - 2 * EDGE - GAP * (columns - 1)) / columns - Y_LABELS
    bottom = height - TITLE - PANEL
    axes = []
    for i in range(n):
        row, column = divmod(i, columns)
        left = EDGE + Y_LABELS + column * (wide + Y_LABELS + GAP)
        below = bottom - row * (PANEL + X_LABELS)
        axes.append(figure.add_axes((left / WIDTH, below / height, wide / WIDTH, PANEL / height)))
        plain_axes(axes[-1])
    bottom -= (n_rows - 1) * (PANEL + X_LABELS)

    y = bottom - X_LABELS
    for who, lines in said:
        figure.text(EDGE / WIDTH, y / height, who, size=8, color=INK, weight="bold", va="top")
        for line in lines:
            figure.text((EDGE + WORDS) / WIDTH, y / height, line, size=8, color=INK, va="top")
            y -= LINE
        y -= 0.4 * LINE
    return figure, axes


def name_axes(axes: Any, x: str, y: str) -> None:
    """Label both axes, with units."""
    axes.set_xlabel(x, size=8, color=INK)
    axes.set_ylabel(y, size=8, color=INK)


def draw_samples(
    axes: Any,
    at: Sequence[float],
    samples: Sequence[Sequence[float]],
    series: int,
    label: str,
    is_line: bool = True,
) -> None:
    """The mean of each sample with its bootstrap interval, joined by a line if they are a sweep, and faint marks for
    all values."""
    style = SERIES[series] | ({} if is_line else {"linestyle": ""})
    for x, sample in zip(at, samples, strict=True):
        axes.plot([x] * len(sample), sample, linestyle="", marker="_", markersize=5, color=style["color"], alpha=0.35)
    means = [bootstrap(sample) for sample in samples]
    below, above = [one.mean - one.low for one in means], [one.high - one.mean for one in means]
    line = {"linewidth": 1.2, "markersize": 4.5, "capsize": 2}
    axes.errorbar(at, [one.mean for one in means], (below, above), label=label, **style, **line)


def draw_runs(axes: Any, at: Sequence[float], runs: Sequence[Sequence[float]], label: str, **style: Any) -> None:
    """Draw every run as a thin line, and their median as a thick one."""
    for run in runs:
        axes.plot(at, run, linewidth=0.5, alpha=0.45, **style)
    axes.plot(at, [median(values) for values in zip(*runs, strict=True)], linewidth=1.8, label=label, **style)


def draw_means(
    axes: Any,
    samples: Sequence[Sequence[float]],
    series: int,
    label: str,
    is_open: bool = False,
    interval: Interval = mean_interval,
) -> None:
    """A line through the mean of each sample at 0, 1, ..., with its 95% interval; `series` is the style, 0 to 2."""
    style = SERIES[series]
    means, lows, highs = zip(*map(interval, samples), strict=True)
    below = [mean - low for mean, low in zip(means, lows, strict=True)]
    above = [high - mean for mean, high in zip(means, highs, strict=True)]
    fill = "white" if is_open else style["color"]
    line = {"linewidth": 1.2, "markersize": 4.5, "markerfacecolor": fill, "capsize": 2}
    axes.errorbar(range(len(means)), means, (below, above), label=label, **style, **line)
