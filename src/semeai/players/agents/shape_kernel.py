# mypy: ignore-errors
"""Agents that look at the shape of the stones around a point: links, cuts, eyes, patterns."""

import numpy as np

from semeai.go.board_kernel import EMPTY, STRIDE, is_eye
from semeai.go.patterns_kernel import pattern_at
from semeai.jit import kernel
from semeai.players.agents.room_kernel import CONNECT, CUT, EYE_BREAK, EYES, FILLER, N_KINDS, PATTERNS, say


@kernel
def connect_agent(b, p, values, room):
    """Links own chains. It says how many there are beyond the first."""
    say(values, room, CONNECT, p, max(room.n_own - 1, 0))


@kernel
def cut_agent(b, p, values, room):
    """Keeps enemy chains apart that a stone there would link. It says how many there are beyond the first."""
    say(values, room, CUT, p, max(room.n_enemy - 1, 0))


@kernel
def eyes_agent(b, p, values, room):
    """Closes an own eye: an empty point next to the move has own stones, or the edge, on all sides then. It says how
    many."""
    say(values, room, EYES, p, eyes_made(b, p, b.to_play))


@kernel
def eye_break_agent(b, p, values, room):
    """Plays where the enemy could close an eye. It says how many."""
    say(values, room, EYE_BREAK, p, eyes_made(b, p, 3 - b.to_play))


@kernel
def eyes_made(b, p, c):
    """How many empty points next to `p` would have stones of `c`, or the edge, on all sides after a move there."""
    n = 0
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        n += b.color[q] == EMPTY and (b.around[q] >> (4 * (c - 1))) & 15 == 3
    return n


@kernel
def filler_agent(b, p, values, room):
    """Anything but a move that fills an own eye."""
    say(values, room, FILLER, p, not is_eye(b, p, b.to_play))


@kernel
def patterns_agent(b, p, values, room):
    """Knows the 3x3 patterns that MoGo's playouts answered with: hane, cuts, moves at the edge. Each kind has a
    channel, whichever color it shows and however it lies."""
    kinds = room.kinds[pattern_at(b, p)]
    if kinds:
        for i in range(N_KINDS):
            say(values, room, PATTERNS + i, p, (kinds >> i) & 1)
