# mypy: ignore-errors
"""The moves of `wally`: chains in danger, then patterns, then throw-ins. `wally.py` gives the source.

Everything is checked in the player's order of points (`SCANS`), so the move depends only on the position.
"""

import numpy as np

from semeai.go.board_kernel import EMPTY, LEGAL, MAX_AREA, MAX_SIZE, N_POINTS, PASS, STRIDE, is_eye, verdict
from semeai.jit import kernel
from semeai.rng import mix

# O is an enemy stone, X a friendly one, ! the move, . anything. Every picture applies in all orientations.
PICTURES = """
X ! X    X ! .    X O X    X ! . X    X . ! . X    X . !    X . X
. O .    . O X    . ! .    . O . .    . . O . .    . X O    . ! O
"""

# The reason for a move.
NOTHING, CAPTURE, RESCUE, ATTACK, PATTERN, THROW_IN, ANY, NOISE = range(8)
NO_URGENCY = MAX_AREA + 1

_FIELDS = [
    ("chosen", np.uint16),  # the best move so far
    ("urgency", np.uint16),  # its urgency; a smaller number is more urgent
    ("reason", np.uint16),  # its reason
    ("n_points", np.uint16),
    ("points", np.uint16, MAX_AREA),  # a list of points: liberties, or moves to choose from
    ("now", np.uint32),  # number of the current search; marks with another number are old
    ("marks", np.uint32, N_POINTS),
    ("met", np.uint8, N_POINTS),  # chains that have been checked, by id
]
NOTES = np.dtype((np.record, np.dtype(_FIELDS, align=True)))  # working memory of a player


def _variants():
    """The pictures in all orientations, in order: for each, the point to play and the two own stones, as rows and
    columns away from the enemy stone."""
    upper, lower = PICTURES.strip().splitlines()
    variants = []
    for picture in zip(upper.split("    "), lower.split("    "), strict=True):
        cells = {(-y, x): cell for y, line in enumerate(picture) for x, cell in enumerate(line.split())}
        row, column = next(at for at, cell in cells.items() if cell == "O")
        for symmetry in range(8):
            seen = {"!": [], "X": []}
            for (y, x), cell in cells.items():
                if cell in seen:
                    there = (row - y if symmetry & 2 else y - row, column - x if symmetry & 1 else x - column)
                    seen[cell].append(there[::-1] if symmetry & 4 else there)
            variant = (*seen["!"], *sorted(seen["X"]))
            if variant not in variants:
                variants.append(variant)
    return variants


# A match is a comparison of bits: bit i around an enemy stone stands for a friendly stone at PLACES[i], or (the
# last four) an empty point. WANTED[v] are the bits of a pattern in one orientation, MOVES[v] is where it plays.
_VARIANTS = _variants()
_OWN = sorted({place for variant in _VARIANTS for place in variant[1:]})
_FREE = sorted({variant[0] for variant in _VARIANTS})
PLACES = np.array(_OWN + _FREE, dtype=np.int64)
N_OWN = len(_OWN)
WANTED = np.array(
    [1 << (N_OWN + _FREE.index(v[0])) | 1 << _OWN.index(v[1]) | 1 << _OWN.index(v[2]) for v in _VARIANTS],
    dtype=np.uint32,
)
MOVES = np.array([STRIDE * row + column for (row, column), *_ in _VARIANTS], dtype=np.int64)


def _rows(size, row, column):
    """The sort key of a point: row by row from the bottom."""
    return row, column


def _center(size, row, column):
    """The sort key of a point: ring by ring from the center outwards; a ring row by row."""
    return max(abs(2 * row - size - 1), abs(2 * column - size - 1)), row, column


SCANS = (_rows, _center)  # the orders of points by number: keys for sorting


def _orders():
    """For each order and board size, the points in order; and for each point, its place in that order."""
    order = np.zeros((len(SCANS), MAX_SIZE + 1, MAX_AREA), dtype=np.uint16)
    places = np.zeros((len(SCANS), MAX_SIZE + 1, N_POINTS), dtype=np.uint16)
    for scan, key in enumerate(SCANS):
        for size in range(1, MAX_SIZE + 1):
            lines = range(1, size + 1)
            found = sorted(((row, column) for row in lines for column in lines), key=lambda at: key(size, *at))
            for place, (row, column) in enumerate(found):
                order[scan, size, place] = STRIDE * row + column
                places[scan, size, STRIDE * row + column] = place
    return order, places


ORDER, PLACE = _orders()


@kernel
def wally_move(player, b, keys, n, w):
    """The move of the side to play. `keys[:n]` are the keys of the game so far. The reason goes to `w.reason`.

    `player` holds the settings for points that the outline leaves open.
    """
    w.chosen = PASS
    w.urgency = NO_URGENCY
    w.reason = NOTHING
    look_at_own_chains(player, b, keys, n, w)
    look_at_enemy_chains(player, b, keys, n, w)
    if w.reason == CAPTURE:
        return w.chosen
    if player.throws_first and w.urgency >= 2 and throw_in(player, b, keys, n, w):
        return w.chosen
    look_for_patterns(player, b, keys, n, w)
    if w.chosen == PASS and not throw_in(player, b, keys, n, w):
        play_anywhere(b, keys, n, w)
    return w.chosen


@kernel
def look_at_own_chains(player, b, keys, n, w):
    """Step 1: give a friendly chain with one or two liberties one more liberty, off the edge line."""
    w.met[:] = 0
    for k in range(np.int64(b.size_) * b.size_):
        p = ORDER[player.scan, b.size_, k]
        x = b.chain[p]
        if b.color[p] != b.to_play or w.met[x]:
            continue
        w.met[x] = 1
        find_liberties(player, b, x, w)
        urgency = w.n_points
        if urgency <= 2:
            for i in range(urgency):
                q = w.points[i]
                if not on_edge(b, q) and consider(b, q, urgency, RESCUE, keys, n, w):
                    break


@kernel
def look_at_enemy_chains(player, b, keys, n, w):
    """Step 2: capture an enemy chain with one liberty at once; take a liberty of any other."""
    for k in range(np.int64(b.size_) * b.size_):
        p = ORDER[player.scan, b.size_, k]
        x = b.chain[p]
        if b.color[p] != 3 - b.to_play or w.met[x]:
            continue
        w.met[x] = 1
        find_liberties(player, b, x, w)
        urgency = w.n_points
        if urgency == 1 and verdict(b, w.points[0], keys, n) == LEGAL:
            w.chosen = w.points[0]
            w.reason = CAPTURE
            return
        if urgency <= w.urgency:
            attack(player, b, urgency, keys, n, w)


@kernel
def attack(player, b, urgency, keys, n, w):
    """Consider the liberties in `w.points` until one is accepted; those on the edge line come last if the player's
    settings say so.
    """
    for turn in range(1 + player.edge_last):
        for i in range(urgency):
            q = w.points[i]
            if player.edge_last and on_edge(b, q) != (turn == 1):
                continue
            if consider(b, q, urgency, ATTACK, keys, n, w):
                return


@kernel
def look_for_patterns(player, b, keys, n, w):
    """Step 3: the first pattern around an enemy stone gives a move of urgency 2."""
    if w.urgency < 2:
        return
    enemy = 3 - b.to_play
    for k in range(np.int64(b.size_) * b.size_):
        p = np.int64(ORDER[player.scan, b.size_, k])
        if b.color[p] == enemy:
            q = match(b, p // STRIDE, p % STRIDE)
            if q != PASS:
                consider(b, q, 2, PATTERN, keys, n, w)


@kernel
def match(b, row, column):
    """The move of the first pattern that matches around the enemy stone, or PASS."""
    p = STRIDE * row + column
    if b.around[p] >> 8 == 0:  # all patterns play next to the stone
        return np.uint16(PASS)
    seen = np.uint32(0)
    for i in range(len(PLACES)):
        y, x = row + PLACES[i, 0], column + PLACES[i, 1]
        if 0 <= y <= STRIDE and 0 <= x <= STRIDE:  # else it is off any board
            wanted = b.to_play if i < N_OWN else EMPTY
            seen |= np.uint32(b.color[STRIDE * y + x] == wanted) << np.uint32(i)
    for v in range(len(WANTED)):
        if seen & WANTED[v] == WANTED[v]:
            return np.uint16(p + MOVES[v])
    return np.uint16(PASS)


@kernel
def consider(b, p, urgency, reason, keys, n, w):
    """Accept `p` if it is at least as urgent as the best so far, its chain will have two liberties, and the rules allow
    it.
    """
    if urgency > w.urgency or not has_room(b, p, w) or verdict(b, p, keys, n) != LEGAL:
        return False
    w.chosen = p
    w.urgency = urgency
    w.reason = reason
    return True


@kernel
def throw_in(player, b, keys, n, w):
    """Choose a self-atari at the end of an enemy eye space, which the enemy can capture only by filling its own eye.

    Returns True if there is one.
    """
    enemy = 3 - b.to_play
    for k in range(np.int64(b.size_) * b.size_):
        p = ORDER[player.scan, b.size_, k]
        if b.color[p] == EMPTY and is_dead_end(b, p, enemy) and verdict(b, p, keys, n) == LEGAL:
            w.chosen = p
            w.reason = THROW_IN
            return True
    return False


@kernel
def is_dead_end(b, p, enemy):
    """True if enemy stones surround the empty point `p` except for one empty neighbor, which touches no other color."""
    shift = 4 * (enemy - 1)
    if b.around[p] >> 8 != 1 or (b.around[p] >> shift) & 15 != 3:
        return False
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        if b.color[q] == EMPTY:
            return ((b.around[q] >> shift) & 15) + (b.around[q] >> 8) == 4
    return False


@kernel
def play_anywhere(b, keys, n, w):
    """A last resort: a move that fills no own eye and has room, drawn by the hash of the position."""
    w.n_points = 0
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = np.uint16(STRIDE * row + column)
            if (
                b.color[p] == EMPTY
                and not is_eye(b, p, b.to_play)
                and has_room(b, p, w)
                and verdict(b, p, keys, n) == LEGAL
            ):
                w.points[w.n_points] = p
                w.n_points += 1
    if w.n_points:
        w.chosen = w.points[mix(b.hash + np.uint64(b.to_play)) % np.uint64(w.n_points)]
        w.reason = ANY


@kernel
def find_liberties(player, b, x, w):
    """Write the liberties of the chain with id `x` to `w.points`, in the player's order."""
    place = PLACE[player.scan, b.size_]
    w.now += 1
    w.n_points = 0
    p = x
    while True:
        for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
            if b.color[q] == EMPTY and w.marks[q] != w.now:
                w.marks[q] = w.now
                i = w.n_points
                while i > 0 and place[w.points[i - 1]] > place[q]:
                    w.points[i] = w.points[i - 1]
                    i -= 1
                w.points[i] = q
                w.n_points += 1
        p = b.link[p]
        if p == x:
            return


@kernel
def has_room(b, p, w):
    """True if the chain of a friendly stone on the empty point `p` would have two liberties or more.

    Captures are not considered, because step 2 makes every possible capture at once.
    """
    if b.around[p] >> 8 >= 2:
        return True
    w.now += 1
    w.marks[p] = w.now
    found = 0
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        if b.color[q] == EMPTY and w.marks[q] != w.now:
            w.marks[q] = w.now
            found += 1
        elif b.color[q] == b.to_play:
            x = b.chain[q]
            r = x
            while found < 2:
                for s in (np.uint16(r + 1), np.uint16(r - 1), np.uint16(r + STRIDE), np.uint16(r - STRIDE)):
                    if b.color[s] == EMPTY and w.marks[s] != w.now:
                        w.marks[s] = w.now
                        found += 1
                r = b.link[r]
                if r == x:
                    break
        if found >= 2:
            return True
    return False


@kernel
def on_edge(b, p):
    """True if `p` is on the edge line."""
    row, column = p // STRIDE, p % STRIDE
    return row == 1 or column == 1 or row == b.size_ or column == b.size_
