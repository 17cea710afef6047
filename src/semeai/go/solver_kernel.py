# mypy: ignore-errors
"""The proof search behind `solver`: can a color force a margin against every play of the opponent?

Depth first over all legal moves and passes, with the rules of repetition exact along the path. A line that reaches the
depth limit counts as not proven, so a proof is a proof at any depth, and a failure means only "not within this depth".
Where unconditional life decides already, the search stops.

The table stores results of positions. A result may depend on the history: a move was forbidden because it would have
repeated a position above. Such a result is not stored (`lean` is the highest position of the path that it depends on).
One known gap of such tables remains: a stored proof may contain a move that the current history forbids. If that
matters, solve without a table (`table` of length 0): then only the path decides.
"""

import numpy as np

from semeai.go.benson_kernel import WORK, safe_area
from semeai.go.board_kernel import (
    BLACK,
    EMPTY,
    KO,
    N_POINTS,
    PASS,
    TURN,
    ZOBRIST,
    breathes,
    key,
    key_after,
    play,
)
from semeai.go.score_kernel import COUNTING, count
from semeai.jit import kernel

ENTRY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint64),
                ("proven", np.int16),  # the highest margin proven for the prover
                ("failed", np.int16),  # the lowest margin that could not be proven ...
                ("depth", np.int16),  # ... with this many moves left
                ("move", np.uint16),  # the move that settled it
            ],
            align=True,
        ),
    )
)
ROOM = np.dtype((np.record, np.dtype([("life", WORK), ("counting", COUNTING)], align=True)))  # working memory
UNKNOWN = 1000  # no margin is as large
NOTHING = 1 << 30  # depends on no earlier position


@kernel
def table_key(b):
    """The table's key of a position: stones, side to play, ko, and whether a pass came before."""
    k = b.hash ^ TURN[b.to_play] ^ ZOBRIST[0, b.ko]
    return k ^ ZOBRIST[0, N_POINTS - 1] if b.n_passes else k


@kernel
def prove(boards, keys, n_past, prover, goal, points, max_depth, table, moves, order, counts, levels, rooms):
    """True if `prover` can force a margin of at least `goal`, by area, in a game that ends with two passes.

    boards[0] is the position, `keys[:n_past]` the keys of the game so far including it (with room for `max_depth`
    more). `points` are the points that may be played, besides passing. `moves[depth]` is room for a list of moves,
    `order` counts (by color and point) how often a move settled a position, `counts[0]` the positions visited. `levels`
    is room for three numbers by depth, `rooms` one record of ROOM.
    """
    n_moves, next_move, lean = levels[0], levels[1], levels[2]
    life, counting = rooms[0].life, rooms[0].counting
    area = np.int64(boards[0].size_) * boards[0].size_
    whole_board = len(points) == area  # on part of a board, unconditional life is too rare to be worth checking
    use_table = len(table) > 0
    mask = np.uint64(len(table) - 1)
    depth = 0
    arrived = True  # at a new position; otherwise back from a child with `won`
    won = False
    while True:
        b = boards[depth]
        if arrived:
            counts[0] += 1
            lean[depth] = NOTHING
            settled = True
            if b.n_passes >= 2:
                won = count(b, False, counting) * (1 if prover == BLACK else -1) >= goal
            elif whole_board and 2 * safe_area(b, prover, life) - area >= goal:
                won = True
            elif depth == max_depth or (whole_board and area - 2 * safe_area(b, 3 - prover, life) < goal):
                won = False
            else:
                settled = False
                best = np.uint16(PASS)
                if use_table:
                    k = table_key(b)
                    entry = table[k & mask]
                    if entry.key == k:
                        best = entry.move
                        if entry.proven >= goal:
                            settled = True
                            won = True
                        elif entry.failed <= goal and entry.depth >= max_depth - depth:
                            settled = True
                            won = False
                if not settled:
                    lean[depth] = list_moves(b, keys, n_past + depth, points, moves[depth], n_moves[depth : depth + 1])
                    sort_moves(b, moves[depth], n_moves[depth], best, order)
                    next_move[depth] = 0
        else:
            # One winning move settles the prover's choice, one losing move the opponent's.
            settled = won == (b.to_play == prover)
            if not settled and next_move[depth] == n_moves[depth]:
                settled = True
            if settled:
                last = moves[depth, next_move[depth] - 1]
                if won == (b.to_play == prover):
                    order[b.to_play, last] += 1
                if use_table and lean[depth] >= n_past + depth - 1:
                    remember(table[table_key(b) & mask], table_key(b), won, goal, max_depth - depth, last)
        if settled:
            if depth == 0:
                return won
            depth -= 1
            lean[depth] = min(lean[depth], lean[depth + 1])
            arrived = False
        else:
            p = moves[depth, next_move[depth]]
            next_move[depth] += 1
            depth += 1
            boards[depth] = boards[depth - 1]
            play(boards[depth], p)
            keys[n_past + depth - 1] = key(boards[depth])
            arrived = True


@kernel
def remember(entry, k, won, goal, depth, move):
    """Store a result. A new position replaces the old one."""
    if entry.key != k:
        entry.key = k
        entry.proven = -UNKNOWN
        entry.failed = UNKNOWN
        entry.depth = 0
    entry.move = move
    if won:
        entry.proven = max(entry.proven, goal)
    elif depth > entry.depth or (depth == entry.depth and goal < entry.failed):
        entry.failed = goal
        entry.depth = depth


@kernel
def list_moves(b, keys, n, points, out, count):
    """Write the legal moves among `points`, and PASS last, to `out`, and their number to `count[0]`. Returns the index
    of the first key that forbade a move, or NOTHING."""
    lean = NOTHING
    m = 0
    for i in range(len(points)):
        p = points[i]
        if b.color[p] != EMPTY or p == b.ko or (not b.suicide and not breathes(b, p)):
            continue
        if b.superko != KO:
            k = key_after(b, p)
            j = 0
            while j < n and keys[j] != k:
                j += 1
            if j < n:
                lean = min(lean, j)
                continue
        out[m] = p
        m += 1
    out[m] = PASS
    count[0] = m + 1
    return lean


@kernel
def sort_moves(b, moves, n, best, order):
    """Put the most promising moves first: the stored one, then those that settled most positions elsewhere."""
    for i in range(1, n):
        p = moves[i]
        worth = order[b.to_play, p] + (1 << 40) * (p == best)
        j = i
        while j > 0 and order[b.to_play, moves[j - 1]] + (1 << 40) * (moves[j - 1] == best) < worth:
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = p
