# mypy: ignore-errors
"""Priors: the estimate of a move before its first visit, as a number of visits that were all won.

Each move has features (captures, distance from the last moves, the stones around it ...), and each feature has a
weight. The probability that a good player chooses a move is proportional to the exponential of the sum of its weights
(R. Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007). `PRIORS` is a record with the weights,
which `priors.py` loads, and working memory.
"""

import numpy as np

from semeai.go.board_kernel import EDGE, EMPTY, N_POINTS, PASS, STRIDE
from semeai.go.patterns_kernel import N_PATTERNS, pattern_at
from semeai.go.tactics_kernel import (
    attack_works,
    captures_next_to,
    escapes,
    freedom,
    is_snapback,
    is_throw_in,
    liberties_after,
    two_liberties,
)
from semeai.jit import kernel
from semeai.players.search.large_kernel import LARGE as LARGE_PATTERNS
from semeai.players.search.large_kernel import large_keys, large_weight, look_at

REACH = 5  # steps from a move that still count as near
N_LINES = 5
MANY = 81
LARGE = 12  # board size from which corners and sides are worth more than the center

# The first feature of each group; the others follow.
NEAR_LAST = 0  # 0 to REACH steps, then further away
NEAR_BEFORE = NEAR_LAST + REACH + 2
LINE = NEAR_BEFORE + REACH + 2  # 1 to N_LINES
LONELY = LINE + N_LINES  # 1 to N_LINES, where no stone is near
CAPTURE = LONELY + N_LINES  # of 1, 2, 3 and more stones
ESCAPE = CAPTURE + 3  # of 1, 2, 3 and more stones
HOPELESS = ESCAPE + 3
ATARI = HOPELESS + 1
CAUGHT = ATARI + 1  # an atari that ends in a capture
EXTENSION = CAUGHT + 1  # of a friendly chain with two liberties
PRESSURE = EXTENSION + 1  # on a chain with three
SELF_ATARI = PRESSURE + 1
THROW_IN = SELF_ATARI + 1
LIBERTIES = THROW_IN + 1  # 1 to 4 and more, after the move
PASSING = LIBERTIES + 4
N_LEARNED = PASSING + 1  # from games; the others are for board sizes without such games
OPENING = N_LEARNED  # instead of LONELY on a large board
CORNER = OPENING + N_LINES  # the same near two edges
# Features that are computed only if one of them has a weight, which evolution may give them.
DOUBLE_ATARI = CORNER + 1
CAPTURE_ATARI = DOUBLE_ATARI + 1  # captures one chain and puts another in atari
SAVING_CAPTURE = CAPTURE_ATARI + 1  # captures a chain next to a friendly one in atari
SNAPBACK = SAVING_CAPTURE + 1
RECAPTURE = SNAPBACK + 1  # captures the last stone
KO = RECAPTURE + 1  # takes a ko
RACE = KO + 1  # next to a friendly and an enemy chain with at most two liberties
CONNECTION = RACE + 1  # of own chains, one with at most two liberties
CUT = CONNECTION + 1  # of enemy chains, one with at most two liberties
CAUGHT_MANY = CUT + 1  # an atari that ends in the capture of three stones and more
OWN_EYE = CAUGHT_MANY + 1  # at the corner of one's own eye
ENEMY_EYE = OWN_EYE + 1
# Features that are computed only together with large patterns (`large_kernel`).
FAR = 8  # steps along one axis from a move that are still distinguished
N_OFFSETS = 1 + (FAR + 1) * (FAR + 2) // 2
PLACE = ENEMY_EYE + 1  # the lines of a point along both axes, by number of stones; on small boards only
PHASES = (8, 16, 30)  # stones on the board at which the next phase of a game begins
N_PLACES = N_LINES * (N_LINES + 1) // 2
OFFSET_LAST = PLACE + (len(PHASES) + 1) * N_PLACES  # rows and columns from the last move; first, those of no move
OFFSET_BEFORE = OFFSET_LAST + N_OFFSETS
N_FEATURES = OFFSET_BEFORE + N_OFFSETS
MAX_ACTIVE = 31  # features that one move can have

_FIELDS = [
    ("even", np.float32),  # initial visits of every move, half of them won
    ("sure", np.float32),  # initial visits, all won, of a move that a good player is sure to choose;
    #                        more on boards of more than MANY points, where chances are smaller
    ("weights", np.float32, N_FEATURES),
    ("patterns", np.float32, N_PATTERNS),
    ("large", LARGE_PATTERNS),
    ("score", np.float32, N_POINTS),
    ("is_wide", np.uint16),  # 1 if one of the features from DOUBLE_ATARI to ENEMY_EYE has a weight
    ("n_active", np.uint16),
    ("active", np.uint16, MAX_ACTIVE),
    ("last", np.uint8, N_POINTS),  # distance of each point from the last move
    ("before", np.uint8, N_POINTS),  # and from the move before it
    ("n", np.uint16),
    ("points", np.uint16, N_POINTS),
]
PRIORS = np.dtype((np.record, np.dtype(_FIELDS, align=True)))


@kernel
def add_priors(edges, first, n, b, last, before, priors, scratch):
    """Set the priors of the edges of a new node, the position `b` after the moves `before` and `last`."""
    prepare(b, last, before, priors)
    most = np.float32(-1e9)
    for e in range(first, first + n):
        p = edges[e].point
        score = score_of(b, p, last, before, priors, scratch)
        priors.score[p] = score
        most = max(most, score)
    total = np.float32(0.0)
    for e in range(first, first + n):
        p = edges[e].point
        priors.score[p] = np.exp(priors.score[p] - most)
        total += priors.score[p]
    sure = np.float32(priors.sure * max(1.0, np.int64(b.size_) * b.size_ / MANY))
    for e in range(first, first + n):
        edge = edges[e]
        edge.prior = priors.score[edge.point] / total
        good = sure * np.sqrt(edge.prior)
        edge.prior_visits = priors.even + good
        edge.prior_wins = priors.even / 2 + good


@kernel
def prepare(b, last, before, priors):
    """Prepare for the features of moves in the position `b` after the moves `before` and `last`."""
    measure(b, last, priors.last, priors)
    measure(b, before, priors.before, priors)
    if priors.large.is_used:
        look_at(b, priors.large)


@kernel
def score_of(b, p, last, before, priors, scratch):
    """The sum of the weights of the move `p` after the moves `before` and `last`. Call `prepare` first."""
    find_features(b, p, last, before, priors, scratch)
    score = priors.patterns[pattern_at(b, p)] if p != PASS else np.float32(0.0)
    if priors.large.is_used and p != PASS:
        score += large_weight(p, priors.large)
    for i in range(priors.n_active):
        score += priors.weights[priors.active[i]]
    return score


@kernel
def scores_of(boards, last, before, priors, scratch, points, n, out):
    """Write the sums of the weights of the first `n` of `points` to `out`."""
    b = boards[0]
    prepare(b, last, before, priors[0])
    for k in range(n):
        out[k] = score_of(b, np.uint16(points[k]), np.uint16(last), np.uint16(before), priors[0], scratch[0])


@kernel
def note(priors, feature):
    """Add a feature of the current move."""
    priors.active[priors.n_active] = feature
    priors.n_active += 1


@kernel
def find_features(b, p, last, before, priors, scratch):
    """Set `priors.active` to the features of the move `p` after the moves `before` and `last`. Call `prepare` first."""
    priors.n_active = 0
    if p == PASS:
        note(priors, PASSING)
        return
    note(priors, NEAR_LAST + priors.last[p])
    note(priors, NEAR_BEFORE + priors.before[p])
    row, column = np.int64(p) // STRIDE, np.int64(p) % STRIDE
    across, along = min(row, b.size_ + 1 - row, N_LINES + 1), min(column, b.size_ + 1 - column, N_LINES + 1)
    line = min(across, along, N_LINES)
    if not is_lonely(b, row, column):
        note(priors, LINE + line - 1)
    elif b.size_ < LARGE:
        note(priors, LONELY + line - 1)
    else:
        note(priors, OPENING + line - 1)
        if max(across, along) <= N_LINES:
            note(priors, CORNER)
    note(priors, LIBERTIES + max(1, liberties_after(b, p, 4)) - 1)
    is_risky = freedom(b, p) < 2
    if is_risky:
        note(priors, THROW_IN if is_throw_in(b, p) else SELF_ATARI)
    find_fights(b, p, is_risky, priors, scratch)
    if priors.is_wide:
        find_more(b, p, last, is_risky, priors, scratch)
    if priors.large.is_used:
        if b.size_ < LARGE:
            phase, n_stones = 0, np.int64(b.size_) * b.size_ - b.n_empty
            for first in PHASES:
                phase += n_stones >= first
            outer, inner = max(min(across, N_LINES), min(along, N_LINES)), line
            note(priors, PLACE + phase * N_PLACES + outer * (outer - 1) // 2 + inner - 1)
        note(priors, OFFSET_LAST + offset(p, last))
        note(priors, OFFSET_BEFORE + offset(p, before))


@kernel
def offset(p, q):
    """The number of rows and columns between two points, as one number, the same in all orientations; 0 if `q` is PASS
    or far away."""
    rows = abs(np.int64(p) // STRIDE - np.int64(q) // STRIDE)
    columns = abs(np.int64(p) % STRIDE - np.int64(q) % STRIDE)
    more, less = max(rows, columns), min(rows, columns)
    if q == PASS or more > FAR:
        return 0
    return 1 + more * (more + 1) // 2 + less


@kernel
def find_fights(b, p, is_risky, priors, scratch):
    """Add to `priors.active` the effects of the move `p` on the chains next to it: the largest of each kind."""
    enemy = 3 - b.to_play
    captured, rescued = 0, 0
    is_hopeless, is_atari, is_caught, is_extension, is_pressure = False, False, False, False, False
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        x = b.chain[q]
        if x == 0:
            continue
        one, other = two_liberties(b, x)
        n_stones = min(np.int64(b.stones[x]), 3)
        if one == PASS:
            is_pressure |= b.color[q] == enemy and b.pseudo[x] <= 6
        elif b.color[q] == enemy:
            if other == PASS:
                captured = max(captured, n_stones)
            elif not is_risky:
                if attack_works(b, x, p, scratch):
                    is_caught = True
                else:
                    is_atari = True
        elif other == PASS:
            if is_risky or not escapes(b, x, scratch):
                is_hopeless = True
            else:
                rescued = max(rescued, n_stones)
        else:
            is_extension = True
    if captured:
        note(priors, CAPTURE + captured - 1)
    if rescued:
        note(priors, ESCAPE + rescued - 1)
    if is_hopeless:
        note(priors, HOPELESS)
    if is_caught:
        note(priors, CAUGHT)
    if is_atari:
        note(priors, ATARI)
    if is_extension and not is_risky:
        note(priors, EXTENSION)
    if is_pressure:
        note(priors, PRESSURE)


@kernel
def find_more(b, p, last, is_risky, priors, scratch):
    """Add to `priors.active` the features from DOUBLE_ATARI on."""
    c, enemy = b.to_play, 3 - b.to_play
    n_own, n_own_weak, n_enemies, n_weak, n_ataris, n_captured = 0, 0, 0, 0, 0, 0
    is_saving, is_recapture, is_caught = False, False, False
    x1 = x2 = x3 = np.uint16(0)
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        x = b.chain[q]
        if x == 0 or x in (x1, x2, x3):
            continue
        x3, x2, x1 = x2, x1, x
        one, other = two_liberties(b, x)
        if b.color[q] == c:
            n_own += 1
            n_own_weak += one != PASS
            continue
        n_enemies += 1
        n_weak += one != PASS
        if one == PASS:
            continue
        if other == PASS:
            n_captured += np.int64(b.stones[x])
            is_saving |= captures_next_to(b, x) != PASS
            is_recapture |= last != PASS and b.chain[last] == x
        else:
            n_ataris += 1
            is_caught |= b.stones[x] >= 3 and not is_risky and attack_works(b, x, p, scratch)
    if is_risky and is_snapback(b, p, scratch):
        note(priors, SNAPBACK)
    if n_ataris >= 2 and not is_risky:
        note(priors, DOUBLE_ATARI)
    if n_captured and n_ataris:
        note(priors, CAPTURE_ATARI)
    if is_saving:
        note(priors, SAVING_CAPTURE)
    if is_recapture:
        note(priors, RECAPTURE)
    if n_captured == 1 and (b.around[p] >> 4 * (enemy - 1)) & 15 == 4:
        note(priors, KO)
    if n_own_weak and n_weak and not is_risky:
        note(priors, RACE)
    if n_own >= 2 and n_own_weak:
        note(priors, CONNECTION)
    if n_enemies >= 2 and n_weak and not is_risky:
        note(priors, CUT)
    if is_caught:
        note(priors, CAUGHT_MANY)
    is_own_eye, is_enemy_eye = False, False
    for q in (
        np.uint16(p + STRIDE + 1),
        np.uint16(p + STRIDE - 1),
        np.uint16(p - STRIDE + 1),
        np.uint16(p - STRIDE - 1),
    ):
        if b.color[q] == EMPTY:
            is_own_eye |= (b.around[q] >> 4 * (c - 1)) & 15 == 4
            is_enemy_eye |= (b.around[q] >> 4 * (enemy - 1)) & 15 == 4
    if is_own_eye:
        note(priors, OWN_EYE)
    if is_enemy_eye:
        note(priors, ENEMY_EYE)


@kernel
def is_lonely(b, row, column):
    """True if there is no stone within three steps."""
    around = b.around[STRIDE * row + column]
    n_stones_and_twice_edges = (around & 15) + ((around >> 4) & 15)
    if n_stones_and_twice_edges + 2 * (around >> 8) != 8:  # an edge counts for both colors, a stone for one
        return False
    for y in range(max(1, row - 3), min(b.size_, row + 3) + 1):
        for x in range(max(1, column - 3), min(b.size_, column + 3) + 1):
            if abs(y - row) + abs(x - column) <= 3 and b.color[STRIDE * y + x] != EMPTY:
                return False
    return True


@kernel
def measure(b, start, distance, priors):
    """Write to `distance` the distance of each point from the move `start`, where steps along a chain do not count (the
    common fate graph of Graepel, Goutrie, Krueger, Herbrich, 2001). REACH + 1 means further away, or no move."""
    distance[:] = REACH + 1
    if start == PASS:
        return
    priors.n = 0
    reach(b, start, 0, distance, priors)
    i = 0
    while i < priors.n:
        p = priors.points[i]
        i += 1
        d = distance[p]
        if d == REACH:
            continue
        for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
            if b.color[q] != EDGE and distance[q] > d + 1:
                reach(b, q, d + 1, distance, priors)


@kernel
def reach(b, p, d, distance, priors):
    """Set the distance of the point `p`, and of its chain, to `d` steps."""
    q = p
    while True:
        distance[q] = d
        priors.points[priors.n] = q
        priors.n += 1
        if b.color[p] == EMPTY:
            return
        q = b.link[q]
        if q == p:
            return


@kernel
def features_of(boards, last, before, priors, scratch, points, n, out, codes, large):
    """Write the features of the first `n` of `points` to `out`, the stones around them to `codes`, and the keys of
    their large patterns to `large` if these are used. The rest of each row stays unchanged. For learning weights."""
    b = boards[0]
    prepare(b, last, before, priors[0])
    for k in range(n):
        p = np.uint16(points[k])
        find_features(b, p, np.uint16(last), np.uint16(before), priors[0], scratch[0])
        for i in range(priors[0].n_active):
            out[k, i] = priors[0].active[i]
        if p != PASS:
            codes[k] = pattern_at(b, p)
            if priors[0].large.is_used:
                large_keys(p, priors[0].large, large[k])
