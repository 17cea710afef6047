# mypy: ignore-errors
"""Simple tactics of chains: one liberty, two liberties, self-atari, ladders, vital points of eye spaces.

No count of liberties is kept. The pseudo-liberties tell whether a chain has one or two, or else a walk along the chain
that stops at the second or third one.
"""

import numpy as np

from semeai.go.board_kernel import EMPTY, MAX_AREA, PASS, STRIDE, breathes, copy_to, play
from semeai.jit import kernel

MAX_NAKADE = 6  # points of the largest eye space that one stone inside can kill
LADDER_MOVES = 3 * MAX_AREA

_FIELDS = [
    ("n", np.uint16),
    ("points", np.uint16, MAX_AREA),  # a list: liberties, or the points of a small region
]
LOOK = np.dtype((np.record, np.dtype(_FIELDS, align=True)))


@kernel
def only_liberty(b, x):
    """The liberty of the chain at the stone `x` if it has exactly one, else PASS."""
    if b.pseudo[b.chain[x]] > 4:  # no point is next to more stones than that
        return np.uint16(PASS)
    found = np.uint16(PASS)
    p = x
    while True:
        n = b.around[p] >> 8
        if n > 1:
            return np.uint16(PASS)
        if n:
            for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
                if b.color[q] == EMPTY and q != found:
                    if found != PASS:
                        return np.uint16(PASS)
                    found = q
        p = b.link[p]
        if p == x:
            return found


@kernel
def two_liberties(b, x):
    """The liberties of the chain at the stone `x` if it has exactly two, else PASS twice. A single liberty is returned
    with a PASS.

    The walk starts at `x`: more liberties are mostly found next to the stone played last.
    """
    first, second = np.uint16(PASS), np.uint16(PASS)
    if b.pseudo[b.chain[x]] > 8:
        return first, second
    p = x
    while True:
        n = b.around[p] >> 8
        if n > 2:
            return np.uint16(PASS), np.uint16(PASS)
        if n:
            for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
                if b.color[q] == EMPTY and q != first and q != second:
                    if first == PASS:
                        first = q
                    elif second == PASS:
                        second = q
                    else:
                        return np.uint16(PASS), np.uint16(PASS)
        p = b.link[p]
        if p == x:
            return first, second


@kernel
def will_be_empty(b, q, p):
    """True if `q` is empty, or will be after the side to play captures at `p`."""
    if b.color[q] != 3 - b.to_play:
        return b.color[q] == EMPTY
    x = b.chain[q]
    touches = 0
    for near in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        touches += b.chain[near] == x
    return b.pseudo[x] == touches


@kernel
def is_capture(b, p):
    """True if a friendly stone on the empty point `p` captures an enemy chain."""
    n1, n2, n3, n4 = np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)
    x1, x2, x3, x4 = b.chain[n1], b.chain[n2], b.chain[n3], b.chain[n4]
    b.pseudo[x1] -= 1
    b.pseudo[x2] -= 1
    b.pseudo[x3] -= 1
    b.pseudo[x4] -= 1
    c = b.to_play
    answer = (
        (x1 != 0 and b.color[n1] != c and b.pseudo[x1] == 0)
        or (x2 != 0 and b.color[n2] != c and b.pseudo[x2] == 0)
        or (x3 != 0 and b.color[n3] != c and b.pseudo[x3] == 0)
        or (x4 != 0 and b.color[n4] != c and b.pseudo[x4] == 0)
    )
    b.pseudo[x1] += 1
    b.pseudo[x2] += 1
    b.pseudo[x3] += 1
    b.pseudo[x4] += 1
    return answer


@kernel
def liberties_after(b, p, most):
    """The number of liberties, up to `most` (at most 4), that the chain of a friendly stone on the empty point `p`
    would have after captures."""
    if b.around[p] >> 8 >= most:
        return np.int64(most)
    captures = is_capture(b, p)
    found1, found2, found3 = np.uint16(PASS), np.uint16(PASS), np.uint16(PASS)
    n = 0
    for near in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        if b.color[near] != b.to_play:
            is_free = b.color[near] == EMPTY or (captures and will_be_empty(b, near, p))
            if is_free and near != found1 and near != found2 and near != found3:
                n += 1
                if n >= most:
                    return np.int64(n)
                found3, found2, found1 = found2, found1, near
            continue
        s = near
        while True:
            for q in (np.uint16(s + 1), np.uint16(s - 1), np.uint16(s + STRIDE), np.uint16(s - STRIDE)):
                is_free = b.color[q] == EMPTY or (captures and will_be_empty(b, q, p))
                if is_free and q != p and q != found1 and q != found2 and q != found3:
                    n += 1
                    if n >= most:
                        return np.int64(n)
                    found3, found2, found1 = found2, found1, q
            s = b.link[s]
            if s == near:
                break
    return np.int64(n)


@kernel
def freedom(b, p):
    """The number of liberties that the chain of a friendly stone on the empty point `p` would have after captures: 0,
    1, or 2 for more.

    The same as `liberties_after(b, p, 2)`, but faster if nothing is captured.
    """
    n = b.around[p] >> 8
    if n >= 2:
        return np.int64(2)
    c = b.to_play
    n1, n2, n3, n4 = np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)
    x1, x2, x3, x4 = b.chain[n1], b.chain[n2], b.chain[n3], b.chain[n4]
    b.pseudo[x1] -= 1
    b.pseudo[x2] -= 1
    b.pseudo[x3] -= 1
    b.pseudo[x4] -= 1
    is_free, is_open, is_capture = False, False, False
    for q, x in ((n1, x1), (n2, x2), (n3, x3), (n4, x4)):
        if x:
            left = b.pseudo[x]
            if b.color[q] == c:
                is_free |= left > 4  # no point is next to more stones than that
                is_open |= left > 0
            else:
                is_capture |= left == 0
    b.pseudo[x1] += 1
    b.pseudo[x2] += 1
    b.pseudo[x3] += 1
    b.pseudo[x4] += 1
    if is_free:
        return np.int64(2)
    if is_capture:
        return np.int64(liberties_after(b, p, 2))
    if not is_open:
        return np.int64(n)
    found = np.uint16(PASS)
    for q in (n1, n2, n3, n4):
        if b.color[q] == EMPTY:
            found = q
    for q in (n1, n2, n3, n4):
        if b.color[q] != c:
            continue
        s = q
        while True:
            if b.around[s] >> 8:
                for r in (np.uint16(s + 1), np.uint16(s - 1), np.uint16(s + STRIDE), np.uint16(s - STRIDE)):
                    if b.color[r] == EMPTY and r != p and r != found:
                        if found != PASS:
                            return np.int64(2)
                        found = r
            s = b.link[s]
            if s == q:
                break
    return np.int64(1)


@kernel
def is_self_atari(b, p):
    """True if the chain of a friendly stone on the empty point `p` would have at most one liberty after captures."""
    return freedom(b, p) < 2


@kernel
def own_stones_next_to(b, p, c):
    """The total number of stones of the chains of color `c` next to the empty point `p`."""
    n = 0
    x1 = x2 = x3 = np.uint16(0)
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        x = b.chain[q]
        if b.color[q] == c and x != x1 and x != x2 and x != x3:
            n += b.stones[x]
            x3, x2, x1 = x2, x1, x
    return n


@kernel
def is_killing_shape(n, n_pairs, most):
    """True if an eye space of `n` points is only one eye after its vital point is taken: `n_pairs` pairs of its points
    are neighbors, `most` of them at one point.

    Three points; four around one; the square with one more, the cross; the square with two more at one corner.
    """
    if n <= 3:
        return True
    if n == 4:
        return most == 3 or n_pairs == 4
    if n == 5:
        return most == 4 or n_pairs == 5
    return n == 6 and most == 4 and n_pairs >= 6


@kernel
def is_throw_in(b, p):
    """True if a self-atari on the empty point `p` makes sense: the stones are so few, and in such a shape, that the
    opponent is left with one eye after the capture."""
    c = b.to_play
    if own_stones_next_to(b, p, c) + 1 > MAX_NAKADE:
        return False
    # The shape of the chain to be: its stones are p and those linked to it.
    n, n_pairs, most = 1, 0, 0
    degree = 0
    x1 = x2 = x3 = np.uint16(0)
    for near in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        if b.color[near] != c:
            continue
        degree += 1
        x = b.chain[near]
        if x in (x1, x2, x3):
            continue
        x3, x2, x1 = x2, x1, x
        s = x
        while True:
            n += 1
            d = 0
            for q in (np.uint16(s + 1), np.uint16(s - 1), np.uint16(s + STRIDE), np.uint16(s - STRIDE)):
                d += q == p or b.chain[q] == x
            n_pairs += d
            most = max(most, d)
            s = b.link[s]
            if s == x:
                break
    n_pairs = (n_pairs + degree) // 2
    return is_killing_shape(n, n_pairs, max(most, degree))


@kernel
def vital_point(b, start, c, look):
    """The point that reduces the eye space of color `c` around the empty point `start` to one eye, or PASS.

    An eye space here is a region of three to six empty points that only `c` surrounds.
    """
    shift = 4 * (c - 1)
    look.points[0] = start
    look.n = 1
    n_pairs, most = 0, 0
    vital = np.uint16(PASS)
    i = 0
    while i < look.n:
        p = look.points[i]
        i += 1
        degree = np.int64(b.around[p] >> 8)
        if degree + ((b.around[p] >> shift) & 15) != 4:  # a stone of the other color
            return np.uint16(PASS)
        n_pairs += degree
        if degree > most:
            most = degree
            vital = p
        for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
            if b.color[q] == EMPTY:
                is_new = True
                for j in range(look.n):
                    is_new &= look.points[j] != q
                if is_new:
                    if look.n == MAX_NAKADE:
                        return np.uint16(PASS)
                    look.points[look.n] = q
                    look.n += 1
    if look.n < 3 or (look.n == 4 and most == 2):  # four in a row lives, a square is dead already
        return np.uint16(PASS)
    return vital if is_killing_shape(look.n, n_pairs // 2, most) else np.uint16(PASS)


@kernel
def captures_next_to(b, x):
    """A point that captures an enemy chain next to the chain with id `x`, or PASS."""
    enemy = 3 - b.color[x]
    p = x
    while True:
        for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
            if b.color[q] == enemy:
                e = only_liberty(b, b.chain[q])
                if e != PASS and e != b.ko:
                    return e
        p = b.link[p]
        if p == x:
            return np.uint16(PASS)


@kernel
def ends_in_capture(b, x):
    """True if the chain with id `x`, in atari and with its side to play, is caught in a ladder. Plays it out on `b`.

    A simple reader: the side in atari captures if it can, or else extends. The other side fills the liberty from which
    the chain would gain most.
    """
    for _ in range(LADDER_MOVES):
        e = only_liberty(b, x)
        if captures_next_to(b, x) != PASS:
            return False
        if e == b.ko or liberties_after(b, e, 3) >= 3:
            return False
        if liberties_after(b, e, 3) < 2:
            return True
        play(b, e)
        x = b.chain[e]
        first, second = two_liberties(b, x)
        if second == PASS:
            return True
        if b.around[first] >> 8 < b.around[second] >> 8:
            first, second = second, first
        if first == b.ko or not breathes(b, first) or is_self_atari(b, first):
            first = second
            if first == b.ko or not breathes(b, first) or is_self_atari(b, first):
                return False
        play(b, first)
    return False


@kernel
def escapes(b, x, scratch):
    """True if the chain with id `x` of the side to play, in atari, can escape. `scratch` is room for a board."""
    copy_to(scratch, b)
    return not ends_in_capture(scratch, x)


@kernel
def attack_works(b, x, p, scratch):
    """True if the enemy chain with id `x`, which has two liberties, is caught after the side to play fills the one at
    `p`. `scratch` is room for a board."""
    if p == b.ko or not breathes(b, p) or is_self_atari(b, p):
        return False
    copy_to(scratch, b)
    play(scratch, p)
    return ends_in_capture(scratch, scratch.chain[x])


@kernel
def is_snapback(b, p, scratch):
    """True if the chain that captures a friendly stone on the empty point `p` has more than one stone and then only one
    liberty. `scratch` is room for a board."""
    if p == b.ko or freedom(b, p) != 1:
        return False
    copy_to(scratch, b)
    play(scratch, p)
    e = only_liberty(scratch, p)
    if e == PASS or e == scratch.ko or own_stones_next_to(scratch, e, scratch.to_play) == 0:
        return False
    return liberties_after(scratch, e, 2) == 1
