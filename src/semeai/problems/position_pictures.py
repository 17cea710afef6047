"""Pictures of a run of `strategies`: the shares of opening moves over time, and the most common strategy."""

import hashlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from semeai.drawing import BLUE, GREY, INK, RUST, plain_axes, render, save_picture
from semeai.evolve.evolver import Row
from semeai.evolve.steady import SteadyStrategies, most_common, plan_of
from semeai.evolve.strategies import FIRST
from semeai.evolve.strategy_picture import draw_plan
from semeai.files import DamagedFile, read_bounded, write_whole
from semeai.go.points import BLACK, vertex

COURSE, STRATEGY = "course.svg", "strategy.svg"
MAX_BYTES = 16 << 20
_END = b"</svg>\n"


def draw_course(rows: Sequence[Row], title: str, folder: Path) -> Path:
    """Draw the shares of opening moves over time. Returns the file. Raises OSError."""
    save_picture(partial(_draw_rows, rows, title), folder / COURSE)
    return folder / COURSE


def draw_strategy(method: SteadyStrategies, title: str, folder: Path) -> Path:
    """Draw the most common strategy of the side to play. Returns the file. Raises OSError."""
    tree, _, _ = most_common(method.populations, FIRST)
    is_black = method.stretch.board.to_play == BLACK
    drawn = render(partial(draw_plan, plan_of(method.populations, tree, FIRST), FIRST, vertex, is_black, title))
    write_whole(folder / STRATEGY, drawn + _seal(drawn))
    return folder / STRATEGY


def read_strategy_picture(folder: Path) -> bytes:
    """The picture of the strategy of a run, as SVG. Raises OSError and DamagedFile.

    A comment at its end has its digest; pictures of older versions have none and are not checked.
    """
    path = folder / STRATEGY
    data = read_bounded(path, MAX_BYTES)
    end = data.rfind(_END) + len(_END)
    if data[end:] not in (b"", _seal(data[:end])):
        raise DamagedFile(f"{path} is damaged: the picture does not match its digest")
    return data


def _seal(picture: bytes) -> bytes:
    return f"<!-- sha256 {hashlib.sha256(picture).hexdigest()} -->\n".encode()


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
