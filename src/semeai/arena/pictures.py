"""A tournament as a picture: the ratings with their intervals and, row by row beside them, the crosstable."""

import math
import textwrap
from pathlib import Path
from typing import Any

import numpy as np

from semeai.arena.report import Report, format_percent
from semeai.drawing import BLUE, GREY, INK, PALE, plain_axes, save_picture

WIDTH, ROW = 10.0, 0.45  # inches
EDGE, GAP = 0.2, 0.3  # margin of the picture, and space between its parts
TOP, BOTTOM = 0.35, 0.6  # height of the column numbers, and of the Elo scale
TERMS_LINE, NOTES_LINE = 0.17, 0.11
MAX_CROSSTABLE = 4.9
MAX_LABEL, MAX_NOTE = 36, 52  # letters; notes continue on a second line

SCALE = ["#d9806b", "#f1cabd", "#f7f6f3", "#bfd6e7", "#6fa5d0"]  # from no points to all; dark text is readable on each


def draw_report(report: Report, path: Path) -> None:
    """Draw the report to `path`, as .svg or .png by its name. The same report gives the same SVG.

    Raises ValueError for another name, and OSError.
    """
    save_picture(lambda: _figure(report), path)


def _figure(report: Report) -> Any:
    """The picture, laid out in inches: terms above; below them labels, ratings and crosstable side by side."""
    from matplotlib.figure import Figure

    n = len(report.names)
    terms = textwrap.wrap(report.terms, 140)
    head = EDGE + TERMS_LINE * len(terms) + TOP
    height = head + ROW * n + BOTTOM
    figure = Figure(figsize=(WIDTH, height), dpi=150, facecolor="white")
    for i, line in enumerate(terms):
        y = 1 - (EDGE + TERMS_LINE * i) / height
        figure.text(EDGE / WIDTH, y, line, size=8, color=GREY, va="top")

    labels = _draw_labels(figure, report, head, height)
    left = EDGE + labels + GAP
    cell = min(ROW, MAX_CROSSTABLE / n)
    right = WIDTH - EDGE - cell * n
    bottom, tall = BOTTOM / height, ROW * n / height
    _draw_ratings(figure.add_axes((left / WIDTH, bottom, (right - GAP - left) / WIDTH, tall)), report)
    _draw_crosstable(figure.add_axes((right / WIDTH, bottom, cell * n / WIDTH, tall)), report, cell)
    captions = {
        left: ("left", "Elo, with 95% intervals"),
        WIDTH - EDGE: ("right", "% of the points, row against column"),
    }
    for x, (side, caption) in captions.items():
        figure.text(x / WIDTH, EDGE / height, caption, size=8, color=GREY, ha=side, va="bottom")
    return figure


def _draw_labels(figure: Any, report: Report, head: float, height: float) -> float:
    """Write rank, label and caveats of the rating. Returns their width in inches."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    indent = 0.3
    widths = [0.0]
    canvas: Any = FigureCanvasAgg(figure)

    def write(down: float, text: str, size: float, color: str) -> None:
        at = (EDGE + indent) / WIDTH, 1 - down / height
        written = figure.text(*at, text, size=size, color=color, va="center")
        widths.append(written.get_window_extent(canvas.get_renderer()).width / figure.dpi)

    for i, rating in enumerate(report.ratings.rows):
        notes = textwrap.wrap(rating.label, MAX_NOTE)
        middle = head + ROW * (i + 0.5)
        top = middle - NOTES_LINE / 2 * len(notes)
        rank_at = (EDGE + indent - 0.1) / WIDTH, 1 - top / height
        figure.text(*rank_at, str(i + 1), size=9.5, color=GREY, ha="right", va="center")
        write(top, _shorten(report.labels[rating.name]), 9.5, INK)
        for k, note in enumerate(notes):
            write(top + 0.15 + NOTES_LINE * k, note, 6.5, GREY)
    return indent + max(widths)


def _shorten(label: str) -> str:
    """The beginning and the end of a label, since programs of one kind differ in their last options."""
    half = (MAX_LABEL - 1) // 2
    return label if len(label) <= MAX_LABEL else f"{label[:half]}…{label[-half:]}"


def _draw_ratings(axes: Any, report: Report) -> None:
    """A point for each rating on its 95% interval; dotted where results are one-sided and the end of the interval is
    meaningless."""
    ends = []
    for i, rating in enumerate(report.ratings.rows):
        if math.isnan(rating.elo):
            continue
        low, high = rating.low, rating.high
        beyond: list[float] = []
        if rating.label.endswith("at least"):
            beyond, high = [rating.elo, high], rating.elo
        elif rating.label.endswith("at most"):
            beyond, low = [low, rating.elo], rating.elo
        ends += [low, high]
        axes.plot([low, high], [i, i], color=BLUE, linewidth=1.6, solid_capstyle="round")
        axes.plot(beyond, [i] * len(beyond), color=BLUE, linewidth=1.2, linestyle=(0, (1, 2)))
        fill = "white" if rating.label else BLUE
        axes.plot([rating.elo], [i], "o", markersize=6, markerfacecolor=fill, markeredgecolor=BLUE, zorder=3)

    low, high = (min(ends), max(ends)) if ends else (-100.0, 100.0)
    space = 0.06 * max(high - low, 100.0)
    axes.set_xlim(low - space, high + space)
    axes.set_ylim(len(report.names) - 0.5, -0.5)
    axes.set_yticks(range(len(report.names)), [])
    plain_axes(axes)


def _draw_crosstable(axes: Any, report: Report, cell: float) -> None:
    """Shares of the points, row against column, as colors and numbers."""
    from matplotlib.colors import LinearSegmentedColormap

    n = len(report.names)
    share = np.divide(report.wins, report.games, out=np.full((n, n), np.nan), where=report.games > 0)
    colors = LinearSegmentedColormap.from_list("share", SCALE)
    edges = np.arange(n + 1) - 0.5
    axes.pcolormesh(edges, edges, np.ma.masked_invalid(share), cmap=colors, vmin=0, vmax=1, edgecolors="white")
    axes.plot(range(n), range(n), "o", markersize=3, color=PALE)  # a player does not meet itself
    for i in range(n):
        for j in range(n):
            text = format_percent(report.wins[i, j], report.games[i, j])
            axes.text(j, i, text, size=min(9.0, 26 * cell), color=INK, ha="center", va="center_baseline")
    axes.set_xlim(-0.5, n - 0.5)
    axes.set_ylim(n - 0.5, -0.5)
    axes.set_xticks(range(n), [str(i + 1) for i in range(n)])
    axes.set_yticks([])
    axes.xaxis.tick_top()
    axes.tick_params(length=0, labelsize=min(9.0, 26 * cell), labelcolor=GREY)
    axes.spines[:].set_visible(False)
