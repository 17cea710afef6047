# mypy: ignore-errors
"""Agents that look at the location of a point: the last moves, the line, stones nearby, the influence of both sides."""

import numpy as np

from semeai.go.board_kernel import BLACK
from semeai.jit import kernel
from semeai.players.agents.room_kernel import INFLUENCE, LINE, LONELY, N_LINES, NEAR_BEFORE, NEAR_LAST, say
from semeai.players.search.priors_kernel import is_lonely

STRONG = 8  # chosen: from this value on, influence counts as strong


@kernel
def near_last_agent(b, p, values, room):
    """Answers to the last move, with a channel each for one to five steps from it. Steps along a chain do not count."""
    if 1 <= room.last[p] <= 5:
        say(values, room, NEAR_LAST + room.last[p] - 1, p, 1)


@kernel
def near_before_agent(b, p, values, room):
    """Moves that continue the previous own move, with a channel each for one to three steps from it."""
    if 1 <= room.before[p] <= 3:
        say(values, room, NEAR_BEFORE + room.before[p] - 1, p, 1)


@kernel
def line_agent(b, p, values, room):
    """The line of the point, counted from the edge, with a channel each; the fifth covers all lines further in."""
    say(values, room, LINE + min(room.line, N_LINES) - 1, p, 1)


@kernel
def lonely_agent(b, p, values, room):
    """Points without a stone within three steps, with a channel each: the first two lines, the third, the fourth, and
    further in. Openings consist of such moves."""
    if is_lonely(b, room.row, room.column):
        say(values, room, LONELY + max(min(room.line, N_LINES) - 2, 0), p, 1)


@kernel
def influence_agent(b, p, values, room):
    """The influence at the point by a Bouzy map with 5 dilations and 10 erosions, with a channel each: strong own, weak
    own, weak enemy, or strong enemy influence. Neutral points have no rating."""
    value = np.int64(room.map.value[p])
    if b.to_play != BLACK:
        value = -value
    if value > 0:
        say(values, room, INFLUENCE + (value < STRONG), p, 1)
    elif value < 0:
        say(values, room, INFLUENCE + 2 + (value <= -STRONG), p, 1)
