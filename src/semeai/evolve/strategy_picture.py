"""A strategy as a picture: discs for moves, branches for exceptions, "else" for the default (`strategies`).

As in figures 4 and 7 of the paper. Each row is a turn, so its discs are of one color, or it holds an "else".
"""

from collections.abc import Callable, Iterator
from enum import Enum, auto
from itertools import count
from typing import Any, NamedTuple

from semeai.drawing import GREY, INK
from semeai.evolve.strategy_text import Plan

DEPTH = 4  # consecutive moves of the player; deeper ones are drawn as "..."
INCHES = 0.5  # from one disc to the next
RADIUS = 0.36
LETTER = 0.09  # width of a letter of the title in inches


class _Look(Enum):
    MINE = auto()
    THEIRS = auto()
    WORD = auto()
    START = auto()


class _Node(NamedTuple):
    """A node of the drawing, with its children."""

    words: str
    look: _Look
    below: tuple["_Node", ...]


class _Spot(NamedTuple):
    """The place of a node: the first row has y = 0, the next one -1."""

    x: float
    y: int
    node: _Node
    below: tuple["_Spot", ...]


def draw_plan(plan: Plan, side: int, name: Callable[[int], str], first_is_black: bool, title: str) -> Any:
    """A figure of the plan of the side `side`, 0 for the side that moves first; `name` returns the text of a move."""
    from matplotlib.figure import Figure

    is_black = {_Look.MINE: first_is_black == (side == 0), _Look.THEIRS: first_is_black == (side == 1)}
    spots = list(_all(_place(_top(plan, side, name), 0, count())))
    n_columns, n_rows = max(spot.x for spot in spots) + 1, 1 - min(spot.y for spot in spots)
    width, height = max(n_columns * INCHES, LETTER * len(title)) + 0.2, n_rows * INCHES + 0.4
    figure = Figure(figsize=(width, height), dpi=150, facecolor="white")
    figure.text(0.1 / width, 1 - 0.1 / height, title, size=9, color=INK, va="top")
    axes = figure.add_axes((0.1 / width, 0.1 / height, n_columns * INCHES / width, n_rows * INCHES / height))
    axes.set(xlim=(-0.5, n_columns - 0.5), ylim=(0.5 - n_rows, 0.5))
    axes.set_axis_off()
    for spot in spots:
        for other in spot.below:
            turn = spot.y - 0.5  # between the rows, so that no line passes behind a disc
            line = (spot.x, spot.x, other.x, other.x), (spot.y, turn, turn, other.y)
            axes.plot(*line, color=GREY, linewidth=1, zorder=1)
        _draw(axes, spot, is_black)
    return figure


def _top(plan: Plan, side: int, name: Callable[[int], str]) -> _Node:
    """The node in the first row: for the side that moves first, its first move."""
    if plan.is_over:
        return _Node("any move", _Look.WORD, ())
    if side == 0 and plan.default is not None:
        return _node(plan.default, name, DEPTH - 1)
    return _node(plan, name, DEPTH)


def _node(plan: Plan, name: Callable[[int], str], depth: int) -> _Node:
    """The node of a plan's move, with its children: the exceptions from the left, then the default."""
    below = []
    if depth > 0:
        for move, response in plan.exceptions:
            answer = () if response is None else (_node(response, name, depth - 1),)
            below.append(_Node(name(move), _Look.THEIRS, answer))
        if plan.default is not None:
            below.append(_Node("else", _Look.WORD, (_node(plan.default, name, depth - 1),)))
    elif not plan.is_over:
        below.append(_Node("...", _Look.WORD, ()))
    if plan.move is None:
        return _Node("", _Look.START, tuple(below))
    return _Node(name(plan.move), _Look.MINE, tuple(below))


def _place(node: _Node, y: int, columns: Iterator[int]) -> _Spot:
    """Give every leaf a column of its own, and center the other nodes above their children."""
    below = tuple(_place(other, y - 1, columns) for other in node.below)
    x = (below[0].x + below[-1].x) / 2 if below else float(next(columns))
    return _Spot(x, y, node, below)


def _all(spot: _Spot) -> Iterator[_Spot]:
    yield spot
    for other in spot.below:
        yield from _all(other)


def _draw(axes: Any, spot: _Spot, is_black: dict[_Look, bool]) -> None:
    from matplotlib.patches import Circle

    words, look = spot.node.words, spot.node.look
    if look is _Look.START:
        axes.plot(spot.x, spot.y, "o", color=GREY, markersize=4)
        return
    color, box = GREY, None
    if look is _Look.WORD:
        box = {"facecolor": "white", "linewidth": 0, "pad": 1}
    else:
        face, color = (INK, "white") if is_black[look] else ("white", INK)
        axes.add_patch(Circle((spot.x, spot.y), RADIUS, facecolor=face, edgecolor=INK, linewidth=1, zorder=2))
    axes.text(spot.x, spot.y, words, size=8, color=color, ha="center", va="center", bbox=box, zorder=3)
