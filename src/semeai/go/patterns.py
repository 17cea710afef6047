"""3x3 patterns for the replies of playouts, as pictures: hane, cuts and similar moves.

They are the patterns of MoGo (Gelly, Wang, Munos, Teytaud, "Modification of UCT with patterns in Monte-Carlo Go",
2006) in the form of Michi (P. Baudis, 2015). The move is in the middle.
"""

from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from semeai.go.board_kernel import BLACK, EDGE, EMPTY, WHITE
from semeai.go.patterns_kernel import N_PATTERNS, NEIGHBORS

# X and O are the two colors, either way round; x is anything but X, o anything but O; # is the edge, ? is anything.
PICTURES = """
XOX  XO.  XO?  .O.  XO?  XO?  ?X?  OX?  X.?  OX?  ?X?  ?XO  ?OX
...  ...  X..  X..  O.o  O.X  O.O  o.O  O.?  X.O  x.O  x.x  X.O
???  ?.?  x.?  ...  ?o?  ???  ooo  ???  ###  ###  ###  ###  ###
"""

_MEANS = {
    "X": (BLACK,),
    "O": (WHITE,),
    "x": (EMPTY, WHITE, EDGE),
    "o": (EMPTY, BLACK, EDGE),
    ".": (EMPTY,),
    "#": (EDGE,),
    "?": (EMPTY, BLACK, WHITE, EDGE),
}


@cache
def pattern_table() -> npt.NDArray[np.uint8]:
    """1 for every number of `pattern_at` that matches a picture in some orientation and either color."""
    return np.asarray(pictures_shown() != 0, dtype=np.uint8)


@cache
def pictures_shown() -> npt.NDArray[np.uint16]:
    """For every number of `pattern_at`, a bit for each picture that it matches, from the left."""
    table = np.zeros(N_PATTERNS, dtype=np.uint16)
    for i, cells in enumerate(zip(*(line.split() for line in PICTURES.split("\n") if line), strict=True)):
        for symmetry in range(8):
            for swap in (False, True):
                table[_codes(cells, symmetry, swap)] |= 1 << i
    return table


def _codes(cells: tuple[str, ...], symmetry: int, swap: bool) -> list[int]:
    """The numbers of one picture, turned and mirrored by `symmetry`."""
    options = []
    for row, column in NEIGHBORS:
        y, x = (row if symmetry & 1 else -row), (column if symmetry & 2 else -column)
        y, x = (x, y) if symmetry & 4 else (y, x)
        colors = _MEANS[cells[1 - y][1 + x]]
        options.append([_SWAPPED[c] if swap else c for c in colors])
    return [sum(c << 2 * i for i, c in enumerate(colors)) for colors in product(*options)]


_SWAPPED = {EMPTY: EMPTY, BLACK: WHITE, WHITE: BLACK, EDGE: EDGE}
