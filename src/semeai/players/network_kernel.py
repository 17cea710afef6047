# mypy: ignore-errors
"""The moves of `network`: the legal point with the highest positive output.

The inputs are 1 for own stones on each point, row by row from the bottom, then the same for enemy stones. Two optional
inputs are the last moves of both sides, own first: the number of the point, from 1, as a share of all points; 0 for
none.
"""

import numpy as np

from semeai.go.board_kernel import EMPTY, N_POINTS, PASS, STRIDE, breathes, is_eye, repeats
from semeai.go.tactics_kernel import is_capture
from semeai.jit import kernel
from semeai.nets.network_kernel import STATE, feed, rest, settle

NOTHING = 1e-9  # smaller outputs may be rounding errors of 0
_FIELDS = [
    ("is_new", np.int64),  # 1 before the first move of a game
    ("net", STATE),
    ("seen", np.uint8, N_POINTS),  # the colors at the last move
]
MEMORY = np.dtype((np.record, np.dtype(_FIELDS, align=True)))  # memory of a player from move to move


@kernel
def network_move(player, nets, memory, b, keys, n):
    """The move of a network for the side to play; PASS if no legal point has a positive output."""
    look(player, nets, memory, b)
    head, sums = nets[0][player.net], memory.net.sums
    chosen, most = PASS, NOTHING
    k = head.n_hidden
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = np.uint16(STRIDE * row + column)
            if sums[k] > most and b.color[p] == EMPTY and may_play(player, b, p, keys, n):
                chosen, most = p, sums[k]
            k += 1
    remember(head, memory, b, chosen)
    return np.uint16(chosen)


@kernel
def may_play(player, b, p, keys, n):
    """True if a move on an empty point is legal and the player's rules of thumb allow it."""
    if p == b.ko or not (b.suicide or breathes(b, p)):
        return False
    if player.avoids_eyes and is_eye(b, p, 3 - b.to_play):
        return False
    if player.avoids_airless and b.around[p] >> 8 == 0 and not is_capture(b, p):
        return False
    return not repeats(b, p, keys, n)


@kernel
def look(player, nets, memory, b):
    """Feed the changes on the board since the last move to the network."""
    i, state = player.net, memory.net
    if memory.is_new:
        memory.is_new = 0
        memory.seen[:] = EMPTY
        rest(nets, i, state)
    own, area = b.to_play, np.int64(b.size_) * b.size_
    has_last = nets[0][i].n_inputs > 2 * area
    if has_last:
        feed(state, 2 * area + 1, 0.0)
    k = 0
    for row in range(1, b.size_ + 1):
        for p in range(STRIDE * row + 1, STRIDE * row + 1 + b.size_):
            color, was = b.color[p], memory.seen[p]
            if color != was:
                memory.seen[p] = color
                if was != EMPTY:
                    feed(state, k if was == own else area + k, 0.0)
                if color != EMPTY:
                    feed(state, k if color == own else area + k, 1.0)
                    if has_last and color != own:  # the only new stone since then
                        feed(state, 2 * area + 1, (k + 1) / area)
            k += 1
    settle(nets, i, state)


@kernel
def remember(head, memory, b, chosen):
    """Store the chosen move as the player's last move, if there is an input for it."""
    area = np.int64(b.size_) * b.size_
    if head.n_inputs > 2 * area:
        k = (np.int64(chosen) // STRIDE - 1) * b.size_ + np.int64(chosen) % STRIDE - 1
        feed(memory.net, 2 * area, (k + 1) / area if chosen != PASS else 0.0)
