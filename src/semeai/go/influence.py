"""Influence maps: the named kinds, and the map of a position. `influence_kernel` explains the method."""

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD, EMPTY
from semeai.go.influence_kernel import MAP, fill_all
from semeai.go.points import points, row_column

MOST_STEPS = 1000  # far more than useful; values must fit 16 bits, and a controller does not wait long


class InfluenceError(ValueError):
    """An unknown kind of influence map."""


@dataclass(frozen=True)
class Influence:
    """A kind of map: a number of dilations, then of erosions. Written `5/21`."""

    dilations: int
    erosions: int

    def __post_init__(self) -> None:
        """Check the numbers of steps. Raises InfluenceError."""
        if not (0 <= self.dilations <= MOST_STEPS and 0 <= self.erosions <= MOST_STEPS):
            raise InfluenceError(f"expected 0 to {MOST_STEPS} dilations and erosions, found {self}")

    def __str__(self) -> str:
        return f"{self.dilations}/{self.erosions}"


# After n dilations, 1 + n (n - 1) erosions exactly remove the gain of a lone stone in the middle, hence 5/21.
TERRITORY = Influence(5, 21)
"""points that are nearly surrounded"""
MOYO = Influence(5, 10)
"""points that may become territory"""
AREA = Influence(4, 0)
"""the whole area that the stones reach"""


def parse_influence(text: str) -> Influence:
    """Parse a kind of map such as `5/21`. Raises InfluenceError."""
    match = re.fullmatch(r"([0-9]{1,4})/([0-9]{1,4})", text)
    if match is None:
        raise InfluenceError(f"expected a map as dilations/erosions, such as {TERRITORY}, found {text[:20]!r}")
    return Influence(int(match[1]), int(match[2]))


def influence_map(board: Board, which: Influence = TERRITORY) -> npt.NDArray[np.int16]:
    """The values of the map by point: positive for black, negative for white, 0 for neutral or off the board."""
    maps = np.zeros(1, dtype=MAP)
    maps["dilations"], maps["erosions"] = which.dilations, which.erosions
    fill_all(np.array([board.record], dtype=BOARD), maps)
    return maps["value"][0]  # type: ignore[no-any-return]


def draw_influence(board: Board, which: Influence = TERRITORY) -> str:
    """The board as terminal text, with `b` on the empty points that belong to black and `w` on white's."""
    values = influence_map(board, which)
    lines = [list(line) for line in str(board).splitlines()]
    for p in points(board.size):
        if board.colors[p] == EMPTY and values[p] != 0:
            row, column = row_column(p)
            lines[board.size + 1 - row][2 * column + 1] = "b" if values[p] > 0 else "w"
    return "\n".join(map("".join, lines))
