"""Points and colors as text: vertices ("D4", "pass"), color names. Also the eight symmetries.

Inside the program, a point is the padded number of `board_kernel` (20 * row + column). In text, it is a vertex as in
GTP: a letter without I, then the row, counted from the bottom.
"""

from semeai.go.board_kernel import BLACK, EMPTY, MAX_SIZE, N_POINTS, PASS, RESIGN, STRIDE, WHITE

COLUMNS = "ABCDEFGHJKLMNOPQRST"
COLOR_NAMES = {EMPTY: "empty", BLACK: "black", WHITE: "white"}


class VertexError(ValueError):
    """A text that is not a point of the board."""


def point(row: int, column: int) -> int:
    """The point at `row` and `column`, both counted from 1 at the lower left corner."""
    return STRIDE * row + column


def row_column(p: int) -> tuple[int, int]:
    """The inverse of `point`."""
    return divmod(p, STRIDE)


def points(size: int) -> list[int]:
    """All points of a board, row by row from the bottom, ascending."""
    return [point(row, column) for row in range(1, size + 1) for column in range(1, size + 1)]


def is_on_board(p: int, size: int) -> bool:
    row, column = row_column(p)
    return 1 <= row <= size and 1 <= column <= size


def vertex(p: int) -> str:
    """The vertex of a move: "D4", "pass" or "resign"."""
    if p == PASS:
        return "pass"
    if p == RESIGN:
        return "resign"
    row, column = row_column(p)
    return f"{COLUMNS[column - 1]}{row}"


def parse_vertex(text: str, size: int) -> int:
    """The move that `text` names, in upper or lower case: a point of a board of `size`, or PASS.

    Raises VertexError.
    """
    if text.lower() == "pass":
        return PASS
    column = COLUMNS.find(text[:1].upper()) + 1 if text else 0
    digits = text[1:]
    if column and digits.isascii() and digits.isdigit() and len(digits) <= 2:
        row = int(digits)
        if 1 <= row <= size and column <= size:
            return point(row, column)
    raise VertexError(f"expected a point of a {size}x{size} board, found {text[:20]!r}")


def opponent(color: int) -> int:
    """The other color."""
    return BLACK + WHITE - color


def parse_color(text: str) -> int:
    """BLACK or WHITE from "b", "black", "w", "white", in upper or lower case. Raises ValueError."""
    try:
        return {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}[text.lower()]
    except KeyError:
        raise ValueError(f"expected black or white, found {text[:20]!r}") from None


def transform(p: int, size: int, symmetry: int) -> int:
    """The image of a move under one of the eight symmetries of the square (0 is the identity).

    Bit 0 mirrors left and right, bit 1 mirrors top and bottom, bit 2 swaps rows and columns (last).
    """
    if not is_on_board(p, size):
        return p
    row, column = row_column(p)
    if symmetry & 1:
        column = size + 1 - column
    if symmetry & 2:
        row = size + 1 - row
    if symmetry & 4:
        row, column = column, row
    return point(row, column)


__all__ = [
    "BLACK",
    "COLOR_NAMES",
    "COLUMNS",
    "EMPTY",
    "MAX_SIZE",
    "N_POINTS",
    "PASS",
    "RESIGN",
    "WHITE",
    "VertexError",
    "is_on_board",
    "opponent",
    "parse_color",
    "parse_vertex",
    "point",
    "points",
    "row_column",
    "transform",
    "vertex",
]
