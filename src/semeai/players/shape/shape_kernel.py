# mypy: ignore-errors
"""The moves of `shape`: the value of every point is the output of one small network for its inputs.

Weights are whole numbers, in units of 1/UNIT, and so are all sums of them, so the order of addition does not matter.
The sums over the stones around each point are updated by the changes from move to move, and a rotated board gives the
same scores to the last bit.
"""

import numpy as np

from semeai.go.board_kernel import EMPTY, PASS, STRIDE, breathes, is_eye, repeats
from semeai.go.influence_kernel import fill
from semeai.jit import kernel
from semeai.players.shape.chains_kernel import look_at_chains
from semeai.players.shape.inputs_kernel import (
    BEYOND,
    BIAS,
    CLASS,
    ENEMY,
    LANES,
    N_INPUTS,
    N_OFFSETS,
    OFFSETS,
    OWN,
    PHASE,
    STONES,
)
from semeai.players.shape.points_kernel import look
from semeai.rng import below

UNIT = 1 << 16
GAIN = np.float32(0.25 / UNIT)  # of hidden units, so that many inputs with random weights do not saturate them
LINEAR = np.float32(1.0 / UNIT)
PARTS = (0.12, 0.3, 0.55)  # shares of the board with stones at which the parts of the game end


@kernel
def shape_move(head, table, desk, seat, b, keys, n, last, before, rng):
    """The move of a genome for the side to play, ties drawn from `rng`; PASS if no move has a higher value or none is
    left.

    It does not pass while a move captures, catches or saves a chain. Superko is checked only for the chosen move.
    """
    rate_points(head, table, desk, desk.sights[seat], b, last, before)
    while True:
        find_best(desk, b)
        if desk.n_best == 0:
            return np.uint16(PASS)
        p = desk.best[below(rng, np.uint32(desk.n_best))]
        if desk.is_pending == 0 and desk.score[p] < pass_score(head, b):
            return np.uint16(PASS)
        if not repeats(b, p, keys, n):
            return p
        desk.met[p] = 1


@kernel
def pass_score(head, b):
    """The value of a pass: a constant, plus more as the board fills, plus more after a pass of the enemy."""
    area = np.float32(b.size_) * np.float32(b.size_)
    filled = np.float32(1) - np.float32(b.n_empty) / area
    answer = head.passing[2] if b.n_passes else np.float32(0)
    return head.passing[0] + head.passing[1] * filled + answer


@kernel
def find_best(desk, b):
    """Write the unmarked moves with the highest score to `desk.best`."""
    desk.n_best = 0
    most = np.float32(-np.inf)
    for row in range(1, b.size_ + 1):
        for at in range(STRIDE * row + 1, STRIDE * row + b.size_ + 1):
            p = np.uint16(at)
            if desk.met[p] or desk.score[p] < most:
                continue
            if desk.score[p] > most:
                most = desk.score[p]
                desk.n_best = 0
            desk.best[desk.n_best] = p
            desk.n_best += 1


@kernel
def is_choice(b, p):
    """True if a move on the empty point `p` is legal, superko aside, and fills no own eye."""
    return p != b.ko and (b.suicide or breathes(b, p)) and not is_eye(b, p, b.to_play)


@kernel
def rate_points(head, table, desk, sight, b, last, before):
    """Write the scores of all points that the side to play may choose to `desk.score`, and mark all others in
    `desk.met`.
    """
    look_at_position(head, table, desk, sight, b)
    desk.is_pending = 0
    for row in range(1, b.size_ + 1):
        for at in range(STRIDE * row + 1, STRIDE * row + b.size_ + 1):
            p = np.uint16(at)
            desk.met[p] = b.color[p] != EMPTY or not is_choice(b, p)
            if not desk.met[p]:
                look(b, p, last, before, head.has_tactics, desk)
                desk.score[p] = score(head, desk, sight, p)


@kernel
def look_at_position(head, table, desk, sight, b):
    """Compute the facts that concern all points of the position."""
    follow(head, table, sight, b)
    fill(b, desk.room.map)
    if head.has_tactics:
        look_at_chains(b, desk)
    part = part_of_game(b)
    for k in range(LANES):
        desk.common[k] = sight.weights[BIAS, k] + sight.weights[PHASE + part, k]


@kernel
def part_of_game(b):
    """The part of the game, 0 to 3, by the number of stones on the board."""
    area = np.int64(b.size_) * b.size_
    share = (area - np.int64(b.n_empty)) / area
    return (share >= PARTS[0]) + (share >= PARTS[1]) + (share >= PARTS[2])


@kernel
def score(head, desk, sight, p):
    """The output of the network at the point `p`, after its inputs were collected.

    All sums are separate variables, so that they stay in registers.
    """
    common, kept, weights = desk.common, sight.kept, sight.weights
    a = common[0] + kept[p, 0]
    b = common[1] + kept[p, 1]
    c = common[2] + kept[p, 2]
    d = common[3] + kept[p, 3]
    e = common[4] + kept[p, 4]
    f = common[5] + kept[p, 5]
    g = common[6] + kept[p, 6]
    h = common[7] + kept[p, 7]
    i = common[8] + kept[p, 8]
    j = common[9] + kept[p, 9]
    k = common[10] + kept[p, 10]
    m = common[11] + kept[p, 11]
    n = common[12] + kept[p, 12]
    o = common[13] + kept[p, 13]
    q = common[14] + kept[p, 14]
    r = common[15] + kept[p, 15]
    for t in range(desk.n_active):
        u = desk.active[t]
        a += weights[u, 0]
        b += weights[u, 1]
        c += weights[u, 2]
        d += weights[u, 3]
        e += weights[u, 4]
        f += weights[u, 5]
        g += weights[u, 6]
        h += weights[u, 7]
        i += weights[u, 8]
        j += weights[u, 9]
        k += weights[u, 10]
        m += weights[u, 11]
        n += weights[u, 12]
        o += weights[u, 13]
        q += weights[u, 14]
        r += weights[u, 15]
    out = head.outputs
    total = np.float32(a) * LINEAR
    if head.n_hidden > 0:
        total += out[0] * squash(b) + out[1] * squash(c) + out[2] * squash(d) + out[3] * squash(e)
        total += out[4] * squash(f) + out[5] * squash(g) + out[6] * squash(h) + out[7] * squash(i)
    if head.n_hidden > 8:
        total += out[8] * squash(j) + out[9] * squash(k) + out[10] * squash(m) + out[11] * squash(n)
        total += out[12] * squash(o) + out[13] * squash(q) + out[14] * squash(r)
    return total


@kernel
def squash(total):
    """An approximation of tanh for a sum of weights: x (27 + x²) / (27 + 9 x²), which is 1 at 3, and the same on all
    machines.
    """
    x = min(max(np.float32(total) * GAIN, np.float32(-3)), np.float32(3))
    y = x * x
    return x * (np.float32(27) + y) / (np.float32(27) + np.float32(9) * y)


# -- the stones around each point --------------------------------------------------------------------------------------


@kernel
def follow(head, table, sight, b):
    """Update the sums over the stones around each point."""
    n = N_OFFSETS[head.reach]
    if sight.is_new:
        for i in range(N_INPUTS):
            for k in range(LANES):
                sight.weights[i, k] = table[head.first + i, k]
    if sight.is_new or sight.color != b.to_play or sight.size_ != b.size_:
        begin(sight, b, n)
        sight.is_new = 0
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = STRIDE * row + column
            color, was = b.color[p], sight.seen[p]
            if color != was:
                sight.seen[p] = color
                if was != EMPTY:
                    spread(sight, b, row, column, OWN if was == b.to_play else ENEMY, np.int32(-1), n)
                if color != EMPTY:
                    spread(sight, b, row, column, OWN if color == b.to_play else ENEMY, np.int32(1), n)


@kernel
def begin(sight, b, n):
    """Start with an empty board: only points beyond the edge count."""
    sight.color, sight.size_ = b.to_play, b.size_
    sight.seen[:] = EMPTY
    size = np.int64(b.size_)
    for row in range(1, size + 1):
        for column in range(1, size + 1):
            p = STRIDE * row + column
            for k in range(LANES):
                sight.kept[p, k] = 0
            for i in range(n):
                y, x = row + OFFSETS[i, 0], column + OFFSETS[i, 1]
                if y < 1 or x < 1 or y > size or x > size:
                    w = STONES + 3 * CLASS[i] + BEYOND
                    for k in range(LANES):
                        sight.kept[p, k] += sight.weights[w, k]


@kernel
def spread(sight, b, row, column, side, sign, n):
    """Update all points around a point where a stone was placed or removed."""
    size = np.int64(b.size_)
    for i in range(n):
        y, x = row + OFFSETS[i, 0], column + OFFSETS[i, 1]
        if 1 <= y <= size and 1 <= x <= size:
            p, w = STRIDE * y + x, STONES + 3 * CLASS[i] + side
            for k in range(LANES):
                sight.kept[p, k] += sign * sight.weights[w, k]


# -- for Python --------------------------------------------------------------------------------------------------------


@kernel
def rate_on(heads, table, desks, boards, keys, last, before, scores, counts):
    """Write the scores of all moves of the first genome on the first of `boards` to `scores`, nan elsewhere; and if
    `counts` has rows, the inputs of each move to the row of its point. Returns True if a move captures, catches or
    saves a chain.

    Uses the first desk, which must have the genome loaded (`is_new`).
    """
    head, desk, b = heads[0], desks[0], boards[0]
    sight = desk.sights[0]
    look_at_position(head, table, desk, sight, b)
    desk.is_pending = 0
    scores[:] = np.nan
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = np.uint16(STRIDE * row + column)
            if b.color[p] != EMPTY or not is_choice(b, p) or repeats(b, p, keys, len(keys)):
                continue
            look(b, p, np.uint16(last), np.uint16(before), head.has_tactics, desk)
            scores[p] = score(head, desk, sight, p)
            counts[p, BIAS] += 1
            counts[p, PHASE + part_of_game(b)] += 1
            for t in range(desk.n_active):
                counts[p, desk.active[t]] += 1
            for i in range(N_OFFSETS[head.reach]):
                y, x = row + OFFSETS[i, 0], column + OFFSETS[i, 1]
                if y < 1 or x < 1 or y > b.size_ or x > b.size_:
                    counts[p, STONES + 3 * CLASS[i] + BEYOND] += 1
                elif b.color[STRIDE * y + x] != EMPTY:
                    side = OWN if b.color[STRIDE * y + x] == b.to_play else ENEMY
                    counts[p, STONES + 3 * CLASS[i] + side] += 1
    return desk.is_pending
