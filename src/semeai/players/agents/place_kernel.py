# mypy: ignore-errors
"""Agents that look at where a point lies: near the last moves, on which line, alone, in whose sphere."""

import numpy as np

from semeai.go.board_kernel import BLACK
from semeai.jit import kernel
from semeai.players.agents.room_kernel import INFLUENCE, LINE, LONELY, N_LINES, NEAR_BEFORE, NEAR_LAST, say
from semeai.players.search.priors_kernel import is_lonely

STRONG = 8  # chosen: from this value on the map, a point is as good as somebody's


@kernel
def near_last_agent(b, p, values, room):
    """Answers the last move: one to five steps from it, each with a channel, where going along a chain costs
    nothing."""
    if 1 <= room.last[p] <= 5:
        say(values, room, NEAR_LAST + room.last[p] - 1, p, 1)


@kernel
def near_before_agent(b, p, values, room):
    """Follows up the own move before: one to three steps from it, each with a channel."""
    if 1 <= room.before[p] <= 3:
        say(values, room, NEAR_BEFORE + room.before[p] - 1, p, 1)


@kernel
def line_agent(b, p, values, room):
    """Counts the lines from the edge, each with a channel; the fifth stands for all further in."""
    say(values, room, LINE + min(room.line, N_LINES) - 1, p, 1)


@kernel
def lonely_agent(b, p, values, room):
    """Where no stone stands within three steps: the first two lines, the third, the fourth, further in, each with a
    channel. Openings are made of such moves."""
    if is_lonely(b, room.row, room.column):
        say(values, room, LONELY + max(min(room.line, N_LINES) - 2, 0), p, 1)


@kernel
def influence_agent(b, p, values, room):
    """Knows whose sphere a point lies in, by a Bouzy map with 5 dilations and 10 erosions: deep in the own one, at its
    rim, at the rim of the enemy's, or deep in it, each with a channel. Nothing is said of points that are nobody's."""
    value = np.int64(room.map.value[p])
    if b.to_play != BLACK:
        value = -value
    if value > 0:
        say(values, room, INFLUENCE + (value < STRONG), p, 1)
    elif value < 0:
        say(values, room, INFLUENCE + 2 + (value <= -STRONG), p, 1)
