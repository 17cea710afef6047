# mypy: ignore-errors
"""Bouzy's influence maps: the reach of the stones of each color, by mathematical morphology.

B. Bouzy, "Mathematical morphology applied to computer Go", IJPRAI 17(2), 2003; as `howlett` used them.

1. A black stone is worth +128, a white one -128, an empty point 0.
2. Dilation, some number of times: a point that is not white's and has no neighbour of white's gains one for each
   neighbour of black's.
3. Erosion, some number of times: a point of black's loses one for each neighbour that is not black's, down to 0.

A point is black's if its value is positive, white's if it is negative. The rules for white are the same with opposite
signs. All points change at once, and points off the board are not neighbours.

Every step runs over whole rows of the padded grid without a branch, so that the compiler can process many points at a
time.
The value of a point off the board stays 0.
"""

import numpy as np

from semeai.go.board_kernel import BLACK, EDGE, N_POINTS, STRIDE, WHITE
from semeai.jit import kernel

STONE_VALUE = 128

_FIELDS = [
    ("dilations", np.uint16),  # setting: their number
    ("erosions", np.uint16),  # setting: their number
    ("value", np.int16, N_POINTS),  # the map, by point: black's positive, white's negative
    ("change", np.int16, N_POINTS),  # the change of the value by one step
    ("near", np.int16, N_POINTS),  # number of neighbours on the board; 0 off the board
]
MAP = np.dtype((np.record, np.dtype(_FIELDS, align=True)))


@kernel
def fill(b, m):
    """Make `m.value` the map of the position `b`, after `m.dilations` dilations and `m.erosions` erosions."""
    _start(b, m)
    for _ in range(m.dilations):
        _dilate(b, m)
    for _ in range(m.erosions):
        _erode(b, m)


@kernel
def counts(b, m):
    """The numbers of points that the map `m` gives to black and to white."""
    n_black = 0
    n_white = 0
    for p in range(STRIDE, STRIDE * (b.size_ + 1)):
        n_black += m.value[p] > 0
        n_white += m.value[p] < 0
    return n_black, n_white


@kernel
def fill_all(boards, maps):
    """`fill` for many: `maps[i]` becomes the map of `boards[i]`."""
    for i in range(len(boards)):
        fill(boards[i], maps[i])


@kernel
def _start(b, m):
    """Step 1, and the values that stay the same in all others."""
    for p in range(STRIDE * (b.size_ + 2)):
        m.value[p] = STONE_VALUE * (np.int16(b.color[p] == BLACK) - np.int16(b.color[p] == WHITE))
    for p in range(STRIDE, STRIDE * (b.size_ + 1)):
        n = np.int16(b.color[p + 1] != EDGE) + np.int16(b.color[p - 1] != EDGE)
        n += np.int16(b.color[p + STRIDE] != EDGE) + np.int16(b.color[p - STRIDE] != EDGE)
        m.near[p] = n * np.int16(b.color[p] != EDGE)


@kernel
def _dilate(b, m):
    """Step 2, once."""
    for p in range(STRIDE, STRIDE * (b.size_ + 1)):
        v = m.value[p]
        n_black, n_white = _near(m, p)
        gain = n_black * np.int16((v >= 0) & (n_white == 0))
        loss = n_white * np.int16((v <= 0) & (n_black == 0))
        m.change[p] = (gain - loss) * np.int16(m.near[p] > 0)
    _apply(b, m)


@kernel
def _erode(b, m):
    """Step 3, once."""
    for p in range(STRIDE, STRIDE * (b.size_ + 1)):
        v = m.value[p]
        n_black, n_white = _near(m, p)
        # A point that is not black's loses nothing: the smaller of the two is not positive.
        loss = max(np.int16(0), min(v, np.int16(m.near[p] - n_black)))
        gain = max(np.int16(0), min(np.int16(-v), np.int16(m.near[p] - n_white)))
        m.change[p] = gain - loss
    _apply(b, m)


@kernel
def _near(m, p):
    """The numbers of black's and white's neighbours of `p`."""
    east, west, north, south = m.value[p + 1], m.value[p - 1], m.value[p + STRIDE], m.value[p - STRIDE]
    n_black = np.int16(east > 0) + np.int16(west > 0) + np.int16(north > 0) + np.int16(south > 0)
    n_white = np.int16(east < 0) + np.int16(west < 0) + np.int16(north < 0) + np.int16(south < 0)
    return np.int16(n_black), np.int16(n_white)


@kernel
def _apply(b, m):
    """End a step: all points change at once."""
    for p in range(STRIDE, STRIDE * (b.size_ + 1)):
        m.value[p] += m.change[p]
