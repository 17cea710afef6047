# mypy: ignore-errors
"""Light playouts: uniformly random legal moves that fill no own eye, until both sides have none left.

Only simple ko is checked inside a playout, suicide is never played, and a playout is cut after three moves per point,
so that the rare endless cycles end. Nothing is allocated.
"""

import numpy as np

from semeai.go.board_kernel import (
    BLACK,
    EMPTY,
    EMPTY_ONE,
    PASS,
    STONE,
    STRIDE,
    WHITE,
    breathes_enclosed,
    is_eye,
    join,
)
from semeai.jit import inlined, kernel
from semeai.rng import GOLDEN, below, mix

MOVES_A_POINT = 3
HALF = np.uint64(32)  # bits of a random number


@kernel
def light_move(b, rng):
    """A random move of the side to play: any legal point except its own eyes, with equal probability, else PASS.

    Draws from the list of empty points without replacement: refused points move to its end.
    """
    n = np.uint32(b.n_empty)
    c = b.to_play
    while n > 0:
        i = below(rng, n)
        p = b.empty[i]
        if is_playable(b, p, c):
            return p
        n -= np.uint32(1)
        refuse(b, p, i, n)
    return np.uint16(PASS)


@inlined
def is_playable(b, p, c):
    """True if a playout may play on the empty point `p`. A point with an empty neighbor is no eye, and a stone on it
    has a liberty."""
    return p != b.ko and (b.around[p] >> 8 != 0 or (not is_eye(b, p, c) and breathes_enclosed(b, p, c)))


@kernel
def refuse(b, p, i, n):
    """Move the empty point `p` from place `i` of the list to place `n`."""
    last = b.empty[n]
    b.empty[i] = last
    b.slot[last] = i
    b.empty[n] = p
    b.slot[p] = n


@kernel
def light_playout(b, rng):
    """Play `b` to the end by light moves. Returns their number."""
    return finish(b, rng, 0, MOVES_A_POINT * np.int64(b.size_) * b.size_)


@kernel
def finish(b, rng, n, limit):
    """Play `b`, after `n` moves, on to the end by light moves, or to move `limit`. Returns the number of the last move.

    The moves are those of `light_move` and `board_kernel.play`, in a fifth less time: every random number is mixed
    before it is needed, the hash and the prisoners are not updated, and chains are checked once per move.
    """
    state = rng.state
    ahead = mix(state + GOLDEN)
    while b.n_passes < 2 and n < limit:
        c = b.to_play
        p = np.uint16(PASS)
        left = np.uint64(b.n_empty)
        while left > 0:
            i = ((ahead >> HALF) * left) >> HALF
            state += GOLDEN
            ahead = mix(state + GOLDEN)
            drawn = b.empty[i]
            if is_playable(b, drawn, c):
                p = drawn
                break
            left -= np.uint64(1)
            refuse(b, drawn, i, left)
        n += 1
        put_or_pass(b, p)
    rng.state = state
    return n


@inlined
def put_or_pass(b, p):
    """Pass, or `put` on the point `p`."""
    if p == PASS:
        b.to_play = 3 - b.to_play
        b.ko = PASS
        b.n_passes += 1
    else:
        put(b, p)


@inlined
def put(b, p):
    """Play on the point `p`, where a stone of the side to play has a liberty. Updates neither hash nor prisoners."""
    c = b.to_play
    other = np.uint16(3 - c)
    b.to_play = other
    b.ko = PASS
    b.n_passes = 0
    b.n_empty -= 1
    last, slot = b.empty[b.n_empty], b.slot[p]
    b.empty[slot] = last
    b.slot[last] = slot
    b.color[p] = c
    b.chain[p] = p
    b.link[p] = p
    b.stones[p] = 1
    change = STONE[c] - EMPTY_ONE
    n1, n2, n3, n4 = np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)
    b.around[n1] += change
    b.around[n2] += change
    b.around[n3] += change
    b.around[n4] += change
    # The pseudo-liberties that the chains around p lose: all are read before any is written.
    x1, x2, x3, x4 = b.chain[n1], b.chain[n2], b.chain[n3], b.chain[n4]
    c1, c2, c3, c4 = b.color[n1], b.color[n2], b.color[n3], b.color[n4]
    s12, s13, s14 = np.int64(x1 == x2), np.int64(x1 == x3), np.int64(x1 == x4)
    s23, s24, s34 = np.int64(x2 == x3), np.int64(x2 == x4), np.int64(x3 == x4)
    left1 = np.uint16(b.pseudo[x1] - (1 + s12 + s13 + s14))
    left2 = np.uint16(b.pseudo[x2] - (1 + s12 + s23 + s24))
    left3 = np.uint16(b.pseudo[x3] - (1 + s13 + s23 + s34))
    left4 = np.uint16(b.pseudo[x4] - (1 + s14 + s24 + s34))
    b.pseudo[x1] = left1
    b.pseudo[x2] = left2
    b.pseudo[x3] = left3
    b.pseudo[x4] = left4
    b.pseudo[p] = b.around[p] >> 8
    if (c1 == c) | (c2 == c) | (c3 == c) | (c4 == c):
        if (c1 == c) & (b.chain[n1] != b.chain[p]):
            join(b, b.chain[p], b.chain[n1])
        if (c2 == c) & (b.chain[n2] != b.chain[p]):
            join(b, b.chain[p], b.chain[n2])
        if (c3 == c) & (b.chain[n3] != b.chain[p]):
            join(b, b.chain[p], b.chain[n3])
        if (c4 == c) & (b.chain[n4] != b.chain[p]):
            join(b, b.chain[p], b.chain[n4])
    if (
        ((c1 == other) & (left1 == 0))
        | ((c2 == other) & (left2 == 0))
        | ((c3 == other) & (left3 == 0))
        | ((c4 == other) & (left4 == 0))
    ):
        take_around(b, p, other)


@kernel
def take_around(b, p, other):
    """Capture the chains of the color `other` next to `p` that have no liberty, and note a ko."""
    n_empty, captured = b.n_empty, np.uint16(PASS)
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        if b.color[q] == other and b.pseudo[b.chain[q]] == 0:
            lift(b, b.chain[q])
            captured = q
    x = b.chain[p]
    if b.n_empty - n_empty == 1 and b.stones[x] == 1 and b.pseudo[x] == 1:
        b.ko = captured


@kernel
def lift(b, x):
    """Remove the chain with id `x` from the board. Updates neither hash nor prisoners."""
    change = EMPTY_ONE - STONE[b.color[x]]
    p = x
    while True:
        b.color[p] = EMPTY
        b.chain[p] = 0
        b.slot[p] = b.n_empty
        b.empty[b.n_empty] = p
        b.n_empty += 1
        for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
            b.around[q] += change
            b.pseudo[b.chain[q]] += 1
        p = b.link[p]
        if p == x:
            break


@kernel
def end_margin(b):
    """Black's area minus white's at the end of a playout, where every empty point is an eye or neutral."""
    margin = 0
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = STRIDE * row + column
            c, around = b.color[p], b.around[p]
            is_black = (c == BLACK) | ((c == EMPTY) & (around & 15 == 4))
            is_white = (c == WHITE) | ((c == EMPTY) & ((around >> 4) & 15 == 4))
            margin += np.int64(is_black) - np.int64(is_white)
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
