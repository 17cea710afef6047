# mypy: ignore-errors
"""The board: one numpy record per position, and the kernels that play on it.

The layout, explained once. Boards of all sizes use the same padded grid of 20 columns:

    point = 20 * row + column        rows and columns count from 1, row 1 is the bottom row, column 1 is A

so D4 is 84 on any board, the four neighbours are +1, -1, +20, -20, and column 0 of the next row is the right border of
this one. Points off the board have the color EDGE. PASS and RESIGN are two border points, so that a move is always
one small unsigned number.

A chain (solidly connected stones) is known by one of its stones, its *id*; the stones form a circular list in `link`.
Liberties are counted as *pseudo-liberties*: each pair (stone of the chain, empty neighbour) counts one. They are zero
exactly when the real liberties are, which is all that the rules need, and cost one addition per neighbour to maintain.

`around` packs the neighbours of each point into nibbles: black, white, empty. An EDGE counts as black and as white, so
that a point is surrounded by a color exactly when that color's nibble is 4.
"""

import numpy as np

from semeai.jit import kernel
from semeai.rng import splitmix

STRIDE = 20
N_POINTS = STRIDE * (STRIDE + 1) + 1
MAX_SIZE = 19
MAX_AREA = MAX_SIZE * MAX_SIZE

PASS, RESIGN = 0, 1
EMPTY, BLACK, WHITE, EDGE = 0, 1, 2, 3
KO, POSITIONAL, SITUATIONAL = 0, 1, 2

_FIELDS = [
    ("hash", np.uint64),  # Zobrist hash of the stones alone
    ("size_", np.uint16),  # numpy owns the name `size`
    ("to_play", np.uint16),
    ("ko", np.uint16),  # the point that simple ko forbids now, or 0
    ("n_empty", np.uint16),
    ("n_passes", np.uint16),  # consecutive passes
    ("suicide", np.uint16),  # setting: 1 if suicide is allowed
    ("superko", np.uint16),  # setting: KO, POSITIONAL or SITUATIONAL
    ("prisoners", np.int32, 3),  # stones of each color that were captured, by color
    ("link", np.uint16, N_POINTS),  # next stone of the same chain
    ("chain", np.uint16, N_POINTS),  # id of the chain at a stone; 0 elsewhere
    ("pseudo", np.uint16, N_POINTS),  # pseudo-liberties, by chain id; entry 0 is a scratch pad
    ("stones", np.uint16, N_POINTS),  # number of stones, by chain id
    ("around", np.uint16, N_POINTS),  # packed neighbour counts
    ("slot", np.uint16, N_POINTS),  # index of an empty point in `empty`
    ("empty", np.uint16, MAX_AREA),  # the empty points, in any order
    ("color", np.uint8, N_POINTS),
]
BOARD = np.dtype((np.record, np.dtype(_FIELDS, align=True)))

ZOBRIST = splitmix(0x5E3EA1, 3 * N_POINTS).reshape(3, N_POINTS)  # by color and point; row 0 holds TURN
TURN = ZOBRIST[0, :3].copy()  # by side to play, for situational superko

EMPTY_ONE = 1 << 8  # one empty neighbour in `around`
STONE = np.array([0, 1, 1 << 4, 0], dtype=np.uint16)  # one neighbour of a color in `around`


@kernel
def reset(b, size):
    """Clear the board to the given `size`, black to play. Keeps the settings."""
    b.hash = 0
    b.size_ = size
    b.to_play = BLACK
    b.ko = PASS
    b.n_passes = 0
    b.prisoners[:] = 0
    b.link[:] = 0
    b.chain[:] = 0
    b.pseudo[:] = 0
    b.stones[:] = 0
    b.around[:] = 0
    b.color[:] = EDGE
    n = 0
    for row in range(1, size + 1):
        for column in range(1, size + 1):
            p = STRIDE * row + column
            b.color[p] = EMPTY
            b.empty[n] = p
            b.slot[p] = n
            n += 1
            for q in (p + 1, p - 1, p + STRIDE, p - STRIDE):
                b.around[q] += EMPTY_ONE
    b.n_empty = n
    for i in range(n):
        p = b.empty[i]
        edges = 4 - (b.around[p] >> 8)
        b.around[p] += edges * 0x11


@kernel
def copy_to(other, b):
    """Copy the position of `b` to `other`, as an assignment does for elements of arrays."""
    other.hash = b.hash
    other.size_ = b.size_
    other.to_play = b.to_play
    other.ko = b.ko
    other.n_empty = b.n_empty
    other.n_passes = b.n_passes
    other.suicide = b.suicide
    other.superko = b.superko
    for c in (BLACK, WHITE):
        other.prisoners[c] = b.prisoners[c]
    n = STRIDE * (b.size_ + 2)
    for p in range(n):  # loops of one field each: those of several fields are not made of vector instructions
        other.link[p] = b.link[p]
    for p in range(n):
        other.chain[p] = b.chain[p]
    for p in range(n):
        other.pseudo[p] = b.pseudo[p]
    for p in range(n):
        other.stones[p] = b.stones[p]
    for p in range(n):
        other.around[p] = b.around[p]
    for p in range(n):
        other.slot[p] = b.slot[p]
    for p in range(n):
        other.color[p] = b.color[p]
    for i in range(b.n_empty):
        other.empty[i] = b.empty[i]


@kernel
def place(b, p, c):
    """Place a stone of color `c` on the empty point `p` and join it to its chains. Captures nothing."""
    b.n_empty -= 1
    last = b.empty[b.n_empty]
    b.empty[b.slot[p]] = last
    b.slot[last] = b.slot[p]
    b.color[p] = c
    b.hash ^= ZOBRIST[c, p]
    b.chain[p] = p
    b.link[p] = p
    b.stones[p] = 1
    b.pseudo[p] = b.around[p] >> 8
    change = STONE[c] - EMPTY_ONE
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        b.around[q] += change
        b.pseudo[b.chain[q]] -= 1
        if b.color[q] == c and b.chain[q] != b.chain[p]:
            join(b, b.chain[p], b.chain[q])


@kernel
def join(b, x, y):
    """Join the chains with ids `x` and `y`. The larger one keeps its id."""
    if b.stones[x] < b.stones[y]:
        x, y = y, x
    b.pseudo[x] += b.pseudo[y]
    b.stones[x] += b.stones[y]
    p = y
    while True:
        b.chain[p] = x
        p = b.link[p]
        if p == y:
            break
    b.link[x], b.link[y] = b.link[y], b.link[x]


@kernel
def remove_chain(b, x):
    """Remove the chain with id `x` from the board."""
    c = b.color[x]
    b.prisoners[c] += b.stones[x]
    change = EMPTY_ONE - STONE[c]
    p = x
    while True:
        b.color[p] = EMPTY
        b.chain[p] = 0
        b.hash ^= ZOBRIST[c, p]
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
def play(b, p):
    """Play the legal move `p` (a point or PASS) for the side to play."""
    c = b.to_play
    other = np.uint16(3 - c)
    b.to_play = other
    b.ko = PASS
    if p == PASS:
        b.n_passes += 1
        return
    b.n_passes = 0
    prisoners = b.prisoners[other]
    place(b, p, c)
    captured = np.uint16(0)
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        if b.color[q] == other and b.pseudo[b.chain[q]] == 0:
            remove_chain(b, b.chain[q])
            captured = q
    x = b.chain[p]
    if b.prisoners[other] - prisoners == 1 and b.stones[x] == 1 and b.pseudo[x] == 1:
        b.ko = captured
    if b.pseudo[x] == 0:
        remove_chain(b, x)


@kernel
def breathes(b, p):
    """True if a stone of the side to play on the empty point `p` would have a liberty, or make one by a capture."""
    return b.around[p] >> 8 != 0 or breathes_enclosed(b, p, b.to_play)


@kernel
def breathes_enclosed(b, p, c):
    """`breathes` for a stone of the color `c` on a point without empty neighbors."""
    n1, n2, n3, n4 = np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)
    x1, x2, x3, x4 = b.chain[n1], b.chain[n2], b.chain[n3], b.chain[n4]
    # How often p counts among the pseudo-liberties of each chain. All this is without branches, which processors could
    # not predict, and without changes of `pseudo`, which have to wait for each other.
    s12, s13, s14 = np.int64(x1 == x2), np.int64(x1 == x3), np.int64(x1 == x4)
    s23, s24, s34 = np.int64(x2 == x3), np.int64(x2 == x4), np.int64(x3 == x4)
    # A friendly chain must keep a liberty besides p, or an enemy chain must lose its last one.
    return (
        ((x1 != 0) & ((b.color[n1] == c) == (b.pseudo[x1] != 1 + s12 + s13 + s14)))
        | ((x2 != 0) & ((b.color[n2] == c) == (b.pseudo[x2] != 1 + s12 + s23 + s24)))
        | ((x3 != 0) & ((b.color[n3] == c) == (b.pseudo[x3] != 1 + s13 + s23 + s34)))
        | ((x4 != 0) & ((b.color[n4] == c) == (b.pseudo[x4] != 1 + s14 + s24 + s34)))
    )


@kernel
def key(b):
    """The superko key of the position: the stones, or the stones and the side to play."""
    return b.hash ^ TURN[b.to_play] if b.superko == SITUATIONAL else b.hash


@kernel
def key_after(b, p):
    """The `key` after the side to play has played on the empty point `p`."""
    c = b.to_play
    other = np.uint16(3 - c)
    h = b.hash ^ ZOBRIST[c, p]
    neighbors = (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE))
    for q in neighbors:
        b.pseudo[b.chain[q]] -= 1
    lives = b.around[p] >> 8 != 0
    for i in range(4):
        x = b.chain[neighbors[i]]
        if x == 0:
            continue
        if b.color[x] == c:
            lives |= b.pseudo[x] != 0
        elif b.pseudo[x] == 0:
            lives = True
            seen = False
            for j in range(i):
                seen |= b.chain[neighbors[j]] == x
            if not seen:
                h ^= chain_hash(b, x)
    if not lives:  # suicide: the stone and its chains are removed
        h ^= ZOBRIST[c, p]
        for i in range(4):
            x = b.chain[neighbors[i]]
            seen = x == 0 or b.color[x] != c
            for j in range(i):
                seen |= b.chain[neighbors[j]] == x
            if not seen:
                h ^= chain_hash(b, x)
    for q in neighbors:
        b.pseudo[b.chain[q]] += 1
    return h ^ TURN[other] if b.superko == SITUATIONAL else h


@kernel
def chain_hash(b, x):
    """The Zobrist hash of the stones of the chain with id `x`."""
    h = np.uint64(0)
    p = x
    while True:
        h ^= ZOBRIST[b.color[x], p]
        p = b.link[p]
        if p == x:
            return h


@kernel
def is_eye(b, p, c):
    """The eye test of Monte-Carlo Go: all neighbours are `c` or edge, and at most one diagonal (none at the edge) is
    the opponent's."""
    if (b.around[p] >> (4 * (c - 1))) & 15 != 4:
        return False
    other = 3 - c
    bad = 0
    edge = 0
    for q in (
        np.uint16(p + STRIDE + 1),
        np.uint16(p + STRIDE - 1),
        np.uint16(p - STRIDE + 1),
        np.uint16(p - STRIDE - 1),
    ):
        bad += b.color[q] == other
        edge |= b.color[q] == EDGE
    return bad + edge < 2


# -- the referee -------------------------------------------------------------------------------------------------------
# `keys[:n]` are the keys of the positions so far, the current one last.

LEGAL, OFF_BOARD, OCCUPIED, FORBIDDEN_KO, FORBIDDEN_SUICIDE, FORBIDDEN_SUPERKO = range(6)


@kernel
def verdict(b, p, keys, n):
    """LEGAL, or the reason why the side to play may not play on the point `p`."""
    if b.color[p] != EMPTY:
        return OFF_BOARD if b.color[p] == EDGE else OCCUPIED
    if p == b.ko:
        return FORBIDDEN_KO
    if not b.suicide and not breathes(b, p):
        return FORBIDDEN_SUICIDE
    return FORBIDDEN_SUPERKO if repeats(b, p, keys, n) else LEGAL


@kernel
def repeats(b, p, keys, n):
    """True if a move on the empty point `p` repeats a position that superko forbids."""
    if b.superko != KO:
        k = key_after(b, p)
        for i in range(n):
            if keys[i] == k:
                return True
    return False


@kernel
def set_stones(b, colors):
    """Place the stones of `colors` (by point) on the cleared board. Keeps prisoners and the side to play.

    Returns False if a chain has no liberty; `b` is then invalid.
    """
    to_play, black, white = b.to_play, b.prisoners[BLACK], b.prisoners[WHITE]
    reset(b, np.int64(b.size_))
    b.to_play, b.prisoners[BLACK], b.prisoners[WHITE] = to_play, black, white
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = np.uint16(STRIDE * row + column)
            if colors[p] != EMPTY:
                place(b, p, np.uint16(colors[p]))
    return all_breathe(b)


@kernel
def all_breathe(b):
    """True if every chain on the board has a liberty."""
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = np.uint16(STRIDE * row + column)
            if b.chain[p] == p and b.pseudo[p] == 0:
                return False
    return True


# -- for `Board` -------------------------------------------------------------------------------------------------------
# `boards[i]` and `keys[i]` are the position after i moves. Python calls a kernel six times faster with an array and an
# index than with a record.


@kernel
def start(boards, keys, size, to_play, suicide, superko, colors):
    """Set up `boards[0]`. Returns False if a chain has no liberty."""
    b = boards[0]
    b.suicide = suicide
    b.superko = superko
    reset(b, size)
    b.to_play = to_play
    ok = set_stones(b, colors)
    keys[0] = key(b)
    return ok


@kernel
def move_verdict(boards, keys, i, p):
    """`verdict` on a move after i moves."""
    return LEGAL if p == PASS else verdict(boards[i], np.uint16(p), keys, i + 1)


@kernel
def step(boards, keys, i, p, color):
    """Make `boards[i + 1]` the position after `color` played `p` (a point or PASS), if legal. Returns the verdict."""
    boards[i + 1] = boards[i]
    b = boards[i + 1]
    if color != b.to_play:
        b.to_play = color
        b.ko = PASS
    v = LEGAL if p == PASS else verdict(b, np.uint16(p), keys, i + 1)
    if v == LEGAL:
        play(b, np.uint16(p))
        keys[i + 1] = key(b)
    return v


@kernel
def set_up(boards, keys, i, to_play, colors):
    """Make `boards[i + 1]` the position with the stones of `colors`. Returns False if a chain has no liberty."""
    boards[i + 1] = boards[i]
    b = boards[i + 1]
    b.to_play = to_play
    ok = set_stones(b, colors)
    keys[i + 1] = key(b)
    return ok


@kernel
def legal_points(boards, keys, i, out):
    """Write the legal points (without PASS) after i moves to `out`, ascending, and return their number."""
    b = boards[i]
    n = 0
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = np.uint16(STRIDE * row + column)
            if verdict(b, p, keys, i + 1) == LEGAL:
                out[n] = p
                n += 1
    return n


@kernel
def eye_at(boards, i, p, color):
    """`is_eye` for an empty point after i moves."""
    return boards[i].color[p] == EMPTY and is_eye(boards[i], np.uint16(p), np.uint16(color))
