# mypy: ignore-errors
"""The moves of `local`: the features around a point give its value. `local.py` explains the features."""

import numpy as np

from semeai.go.board_kernel import EMPTY, N_POINTS, PASS, STRIDE, breathes, is_eye, repeats
from semeai.go.tactics_kernel import is_self_atari, two_liberties
from semeai.jit import kernel
from semeai.rng import below

# The places of the weights, in the order of `LocalParams`.
LINE_1, LINE_2, LINE_3, OWN, ENEMY, OWN_DIAGONAL, ENEMY_DIAGONAL, CAPTURE, RESCUE, ATARI, SELF_ATARI = range(11)
N_FEATURES = 11


@kernel
def local_move(player, b, keys, n, rng, w):
    """The move with the highest value, ties drawn from `rng`; PASS if none is left. `keys[:n]` are the keys so far.

    Superko is checked only for the chosen move. If it is forbidden, the point is marked, and the search is repeated.
    """
    w.met[:] = 0
    while True:
        find_best(player, b, w)
        if w.n_points == 0:
            return np.uint16(PASS)
        p = w.points[below(rng, np.uint32(w.n_points))]
        if not repeats(b, p, keys, n):
            return p
        w.met[p] = 1


@kernel
def find_best(player, b, w):
    """Write the unmarked points with the highest value to `w.points`."""
    best = 0.0
    w.n_points = 0
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = np.uint16(STRIDE * row + column)
            if w.met[p] or not is_choice(b, p):
                continue
            worth = value(player, b, p)
            if w.n_points == 0 or worth > best:
                best = worth
                w.n_points = 0
            if worth == best:
                w.points[w.n_points] = p
                w.n_points += 1


@kernel
def is_choice(b, p):
    """True if `p` is legal, superko aside, and fills no own eye."""
    return b.color[p] == EMPTY and p != b.ko and (b.suicide or breathes(b, p)) and not is_eye(b, p, b.to_play)


@kernel
def value(player, b, p):
    """The value of the empty point `p` for the side to play: the sum of its features, each times its weight."""
    own = b.to_play
    enemy = 3 - own
    total = 0.0
    row, column = np.int64(p // STRIDE), np.int64(p % STRIDE)
    line = min(row, column, b.size_ + 1 - row, b.size_ + 1 - column)
    if line <= 3:
        total += player.weights[LINE_1 + line - 1]
    near = (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE))
    for i in range(4):
        q = near[i]
        x = b.chain[q]
        if x == 0:
            continue
        is_own = b.color[q] == own
        total += player.weights[OWN if is_own else ENEMY]
        touches = 0
        is_new = True  # a chain counts once, even if it touches the point several times
        for j in range(4):
            if b.chain[near[j]] == x:
                touches += 1
                is_new = is_new and j >= i
        if is_new:
            if b.pseudo[x] == touches:  # all its liberties are this point
                total += player.weights[RESCUE if is_own else CAPTURE]
            elif not is_own and two_liberties(b, x)[1] != PASS:
                total += player.weights[ATARI]
    for q in (
        np.uint16(p + STRIDE + 1),
        np.uint16(p + STRIDE - 1),
        np.uint16(p - STRIDE + 1),
        np.uint16(p - STRIDE - 1),
    ):
        if b.color[q] == own:
            total += player.weights[OWN_DIAGONAL]
        elif b.color[q] == enemy:
            total += player.weights[ENEMY_DIAGONAL]
    if is_self_atari(b, p):
        total += player.weights[SELF_ATARI]
    return total


@kernel
def values_on(players, boards, keys, values):
    """Write the value of each move for the first of `players` on the first of `boards`, and nan at all other points."""
    player, b = players[0], boards[0]
    for i in range(N_POINTS):
        p = np.uint16(i)
        is_move = is_choice(b, p) and not repeats(b, p, keys, len(keys))
        values[i] = value(player, b, p) if is_move else np.nan
