"""Pictures of a run of `strategies`: how openings rise and fall, and the most common strategy."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from semeai.drawing import BLUE, GREY, INK, RUST, plain_axes, save_picture
from semeai.evolve.evolver import Row
from semeai.evolve.steady import SteadyStrategies, most_common
from semeai.evolve.strategies import FIRST
from semeai.evolve.strategy_picture import draw_plan
from semeai.evolve.strategy_text import read_plan
from semeai.go.points import BLACK, vertex

COURSE, STRATEGY = "course.svg", "strategy.svg"


def draw_course(rows: Sequence[Row], title: str, folder: Path) -> Path:
    """Draw how openings rise and fall. Returns the file. Raises OSError."""
    save_picture(partial(_draw_rows, rows, title), folder / COURSE)
    return folder / COURSE


def draw_strategy(method: SteadyStrategies, title: str, folder: Path) -> Path:
    """Draw the most common strategy of the side to play. Returns the file. Raises OSError."""
    tree, _, _ = most_common(method.populations, FIRST)
    is_black = method.stretch.board.to_play == BLACK
    save_picture(partial(draw_plan, read_plan(tree, FIRST), FIRST, vertex, is_black, title), folder / STRATEGY)
    return folder / STRATEGY


def _draw_rows(rows: Sequence[Row], title: str) -> Any:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 3.2), dpi=150, facecolor="white", layout="constrained")
    figure.suptitle(title, size=9, color=INK, x=0.01, ha="left")
    axes = figure.subplots()
    at = [row["steps"] for row in rows]
    axes.plot(at, [100 * row["support"] for row in rows], color=BLUE, linewidth=1.4, label="the most common opening")
    replies = [100 * row["reply_support"] for row in rows]
    axes.plot(at, replies, color=RUST, linestyle="--", linewidth=1.4, label="the most common answer to it")
    before = ""
    for row in rows:
        if row["plurality"] != before:
            before = row["plurality"]
            axes.annotate(before, (row["steps"], 100 * row["support"]), size=8, color=INK, ha="center", va="bottom")
    axes.set_ylim(0, 105)
    axes.set_xlabel("steps", size=9, color=GREY)
    axes.set_ylabel("individuals (%)", size=9, color=GREY)
    plain_axes(axes)
    axes.legend(fontsize=8, frameon=False, labelcolor=INK, loc="lower right")
    return figure
