"""Positions as text: the diagrams of position files and tests, and the board that people see in a terminal.

A diagram has one line a row, the top row first: X black, O white, . empty. Spaces are free, and lines that start with
# are comments.
"""

import io
from collections.abc import Iterable, Mapping

from semeai.go.board_kernel import BLACK, EMPTY, WHITE
from semeai.go.points import COLUMNS, point
from semeai.go.rules import MAX_SIZE, MIN_SIZE

MAX_LINE = 1_000
"""characters of a row, spaces among them"""
_COLORS = {"X": BLACK, "x": BLACK, "O": WHITE, "o": WHITE, ".": EMPTY}
_LETTERS = {EMPTY: ".", BLACK: "X", WHITE: "O"}
STARS = {9: (3, 5, 7), 11: (3, 6, 9), 13: (4, 7, 10), 15: (4, 8, 12), 17: (4, 9, 14), 19: (4, 10, 16)}


class DiagramError(ValueError):
    """A text that is no diagram; says where."""


def parse_diagram(text: str) -> tuple[int, dict[int, int]]:
    """The size and the stones (point -> color) of a diagram. Raises DiagramError."""
    rows: list[tuple[int, str]] = []
    for number, whole in enumerate(io.StringIO(text, newline=None), 1):
        line = whole.strip()
        if not line or line.startswith("#"):
            continue
        if len(line) > MAX_LINE:
            raise DiagramError(f"line {number}: expected a row of a diagram, found {len(line)} characters")
        rows.append((number, "".join(line.split())))
        if len(rows) > MAX_SIZE:
            raise DiagramError(f"a diagram has {MIN_SIZE} to {MAX_SIZE} rows, this one has {len(rows)} or more")
    size = len(rows)
    if size < MIN_SIZE:
        raise DiagramError(f"a diagram has {MIN_SIZE} to {MAX_SIZE} rows, this one has {size}")
    stones: dict[int, int] = {}
    for index, (number, row) in enumerate(rows):
        if len(row) != size:
            raise DiagramError(f"line {number}: {len(row)} points in a row of a diagram with {size} rows")
        for column, letter in enumerate(row, 1):
            if letter not in _COLORS:
                raise DiagramError(f"line {number}: {letter!r} is none of X, O and .")
            if _COLORS[letter] != EMPTY:
                stones[point(size - index, column)] = _COLORS[letter]
    return size, stones


def format_diagram(size: int, stones: Mapping[int, int]) -> str:
    """The inverse of `parse_diagram`."""
    return "\n".join(
        "".join(_LETTERS[stones.get(point(row, column), EMPTY)] for column in range(1, size + 1))
        for row in range(size, 0, -1)
    )


def draw_board(size: int, stones: Mapping[int, int], last_move: int = 0, marks: Iterable[int] = ()) -> str:
    """The board for a terminal: # black, o white, + star points, (last move), [marked points]."""
    marked = set(marks)
    letters = " " * 3 + " ".join(COLUMNS[:size])
    lines = [letters]
    stars = STARS.get(size, ())
    for row in range(size, 0, -1):
        cells = ""
        after = ""
        for column in range(1, size + 1):
            p = point(row, column)
            star = "+" if row in stars and column in stars else "."
            letter = {BLACK: "#", WHITE: "o"}.get(stones.get(p, EMPTY), star)
            before, following = (
                ("(", ")") if p == last_move else ("[", "]") if p in marked else (after.strip() or " ", " ")
            )
            cells += before + letter
            after = following
        lines.append(f"{row:2}{cells}{after}{row}")
    lines.append(letters)
    return "\n".join(lines)
