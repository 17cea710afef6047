# mypy: ignore-errors
"""The eight points around a point as one number, for tables of 3x3 patterns."""

import numpy as np

from semeai.go.board_kernel import STRIDE, WHITE
from semeai.jit import kernel

# Two bits per neighbor: its color. The order is that of `NEIGHBORS`, from the lowest bits up.
NEIGHBORS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))  # rows up, columns right
N_PATTERNS = 1 << 16


@kernel
def pattern_at(b, p):
    """The neighborhood of `p` as one number, with the side to play as black."""
    color = b.color
    code = (
        np.uint32(color[np.uint16(p + STRIDE)])
        | np.uint32(color[np.uint16(p + 1)]) << np.uint32(2)
        | np.uint32(color[np.uint16(p - STRIDE)]) << np.uint32(4)
        | np.uint32(color[np.uint16(p - 1)]) << np.uint32(6)
        | np.uint32(color[np.uint16(p + STRIDE + 1)]) << np.uint32(8)
        | np.uint32(color[np.uint16(p - STRIDE + 1)]) << np.uint32(10)
        | np.uint32(color[np.uint16(p - STRIDE - 1)]) << np.uint32(12)
        | np.uint32(color[np.uint16(p + STRIDE - 1)]) << np.uint32(14)
    )
    if b.to_play == WHITE:  # swap the bits of each pair: black and white change, empty and edge do not
        code = (code & np.uint32(0x5555)) << np.uint32(1) | (code >> np.uint32(1)) & np.uint32(0x5555)
    return code
