"""Positions as text: diagrams in position files and tests, and the board in a terminal.

A diagram has one line per row, the top row first: X black, O white, . empty. Spaces are ignored. Lines that start with
# are comments.
"""

import io
from collections.abc import Iterable, Mapping

from semeai.go.board_kernel import BLACK, EMPTY, WHITE
from semeai.go.points import COLUMNS, point
from semeai.go.rules import MAX_SIZE, MIN_SIZE

MAX_LINE = 1_000
"""characters in a row, including spaces"""
_COLORS = {"X": BLACK, "x": BLACK, "O": WHITE, "o": WHITE, ".": EMPTY}
_LETTERS = {EMPTY: ".", BLACK: "X", WHITE: "O"}
_STAR_LINES = {9: (3, 5, 7), 11: (3, 6, 9), 13: (4, 7, 10), 15: (4, 8, 12), 17: (4, 9, 14), 19: (4, 10, 16)}
_SIDE_STARS = 15  # the smallest board that has star points in the middle of its sides


def is_star(size: int, row: int, column: int) -> bool:
    """True for the star points of a board: five on 9x9 to 13x13, nine from 15x15 on, none on other sizes."""
    lines, middle = _STAR_LINES.get(size, ()), (size + 1) // 2
    if row not in lines or column not in lines:
        return False
    return size >= _SIDE_STARS or (row == middle) == (column == middle)


class DiagramError(ValueError):
    """A malformed diagram. The message names the line."""


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
            raise DiagramError(f"expected {MIN_SIZE} to {MAX_SIZE} rows in a diagram, found {len(rows)} or more")
    size = len(rows)
    if size < MIN_SIZE:
        raise DiagramError(f"expected {MIN_SIZE} to {MAX_SIZE} rows in a diagram, found {size}")
    stones: dict[int, int] = {}
    for index, (number, row) in enumerate(rows):
        if len(row) != size:
            raise DiagramError(f"line {number}: expected {size} points, one for each row, found {len(row)}")
        for column, letter in enumerate(row, 1):
            if letter not in _COLORS:
                raise DiagramError(f"line {number}: expected X, O or ., found {letter!r}")
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
    """The board as terminal text: # black, o white, + star points, (last move), [marked points]."""
    marked = set(marks)
    letters = " " * 3 + " ".join(COLUMNS[:size])
    lines = [letters]
    for row in range(size, 0, -1):
        cells = ""
        after = ""
        for column in range(1, size + 1):
            p = point(row, column)
            star = "+" if is_star(size, row, column) else "."
            letter = {BLACK: "#", WHITE: "o"}.get(stones.get(p, EMPTY), star)
            before, following = (
                ("(", ")") if p == last_move else ("[", "]") if p in marked else (after.strip() or " ", " ")
            )
            cells += before + letter
            after = following
        lines.append(f"{row:2}{cells}{after}{row}")
    lines.append(letters)
    return "\n".join(lines)
