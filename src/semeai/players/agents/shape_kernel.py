# mypy: ignore-errors
"""Agents that look at the shape of the stones around a point: connections, cuts, eyes, patterns."""

import numpy as np

from semeai.go.board_kernel import EMPTY, STRIDE, is_eye
from semeai.go.patterns_kernel import pattern_at
from semeai.jit import kernel
from semeai.players.agents.room_kernel import CONNECT, CUT, EYE_BREAK, EYES, FILLER, N_KINDS, PATTERNS, say


@kernel
def connect_agent(b, p, values, room):
    """Moves that connect own chains. The rating is the number of chains minus one."""
    say(values, room, CONNECT, p, max(room.n_own - 1, 0))


@kernel
def cut_agent(b, p, values, room):
    """Moves that cut enemy chains: a stone of the enemy there would connect them. The rating is the number of chains
    minus one.
    """
    say(values, room, CUT, p, max(room.n_enemy - 1, 0))


@kernel
def eyes_agent(b, p, values, room):
    """Moves that complete own eyes: an empty neighbor is then surrounded by own stones or the edge. The rating is the
    number of eyes."""
    say(values, room, EYES, p, eyes_made(b, p, b.to_play))


@kernel
def eye_break_agent(b, p, values, room):
    """Moves on points where the enemy could complete eyes. The rating is the number of eyes."""
    say(values, room, EYE_BREAK, p, eyes_made(b, p, 3 - b.to_play))


@kernel
def eyes_made(b, p, c):
    """The number of empty neighbors of `p` that stones of `c` or the edge would surround after a move at `p`."""
    n = 0
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        n += b.color[q] == EMPTY and (b.around[q] >> (4 * (c - 1))) & 15 == 3
    return n


@kernel
def filler_agent(b, p, values, room):
    """All moves except those that fill the player's own eyes."""
    say(values, room, FILLER, p, not is_eye(b, p, b.to_play))


@kernel
def patterns_agent(b, p, values, room):
    """The 3x3 patterns of MoGo's playouts: hane, cuts, moves at the edge. Each kind has a channel, in any orientation
    and with either color."""
    kinds = room.kinds[pattern_at(b, p)]
    if kinds:
        for i in range(N_KINDS):
            say(values, room, PATTERNS + i, p, (kinds >> i) & 1)
