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
    breathes,
    is_eye,
    join,
)
from semeai.jit import kernel
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
        # A point with an empty neighbour is not an eye, and a stone on it has a liberty.
        if p != b.ko and (b.around[p] >> 8 or (not is_eye(b, p, c) and breathes(b, p))):
            return p
        n -= np.uint32(1)
        refuse(b, p, i, n)
    return np.uint16(PASS)


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
            if drawn != b.ko and (b.around[drawn] >> 8 or (not is_eye(b, drawn, c) and breathes(b, drawn))):
                p = drawn
                break
            left -= np.uint64(1)
            refuse(b, drawn, i, left)
        n += 1
        if p == PASS:
            b.to_play = 3 - c
            b.ko = PASS
            b.n_passes += 1
        else:
            put(b, p)
    rng.state = state
    return n


@kernel
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
    b.pseudo[p] = b.around[p] >> 8
    change = STONE[c] - EMPTY_ONE
    takes = False
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        b.around[q] += change
        x, color = b.chain[q], b.color[q]
        left = np.uint16(b.pseudo[x] - 1)
        b.pseudo[x] = left
        if color == c:
            if x != b.chain[p]:
                join(b, b.chain[p], x)
        else:
            takes |= (left == 0) & (color == other)
    if takes:
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
