# mypy: ignore-errors
"""Light playouts: uniformly random legal moves that fill no own eye, until both sides have none left.

Simple ko alone is kept inside a playout, suicide is never played, and a playout is cut after three moves a point, so
that the rare endless cycles end. Nothing is allocated.
"""

import numpy as np

from semeai.go.board_kernel import BLACK, EMPTY, PASS, STRIDE, breathes, is_eye, play
from semeai.jit import kernel
from semeai.rng import below

MOVES_A_POINT = 3


@kernel
def light_move(b, rng):
    """A random move of the side to play: any legal point that is no own eye, with equal chance, else PASS.

    Draws from the list of empty points without replacement: what was drawn and refused moves to its end.
    """
    n = np.uint32(b.n_empty)
    c = b.to_play
    while n > 0:
        i = below(rng, n)
        p = b.empty[i]
        if p != b.ko and not is_eye(b, p, c) and breathes(b, p):
            return p
        n -= np.uint32(1)
        last = b.empty[n]
        b.empty[i] = last
        b.slot[last] = i
        b.empty[n] = p
        b.slot[p] = n
    return np.uint16(PASS)


@kernel
def light_playout(b, rng):
    """Play `b` to the end by light moves; returns their number."""
    limit = MOVES_A_POINT * b.size_ * b.size_
    n = 0
    while b.n_passes < 2 and n < limit:
        play(b, light_move(b, rng))
        n += 1
    return n


@kernel
def end_margin(b):
    """Black's area minus white's where a playout ended: there every empty point is one side's eye, or nobody's."""
    margin = 0
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = np.uint16(STRIDE * row + column)
            c = b.color[p]
            if c == EMPTY:
                margin += (b.around[p] & 15) == 4
                margin -= ((b.around[p] >> 4) & 15) == 4
            elif c == BLACK:
                margin += 1
            else:
                margin -= 1
    return margin


@kernel
def light_playouts(boards, which, work, streams, margins, lengths):
    """Playout k starts from `boards[which[k]]` with the stream `streams[k]`; its margin and length go to `margins[k]`
    and `lengths[k]`. `work` is room for one board."""
    b = work[0]
    for k in range(len(which)):
        work[0] = boards[which[k]]
        lengths[k] = light_playout(b, streams[k])
        margins[k] = end_margin(b)
