# mypy: ignore-errors
"""The six agents of the paper (T. Blackman, A. Agah), described in words in its section 3.9.

This module chooses the details that the description leaves open.
"""

import numpy as np

from semeai.go.board_kernel import EMPTY, STRIDE
from semeai.jit import kernel
from semeai.players.agents.room_kernel import (
    CAPTURER,
    EXTENSION,
    FOLLOWER,
    OPENER,
    RANDOM,
    TIGER,
    say,
    stones_next_to,
)

OPENING = 3  # chosen: the opener ends when the stones played are a third of the points of the board


@kernel
def random_agent(b, p, values, room):
    """All legal points, with equal ratings: the baseline for all other agents."""
    say(values, room, RANDOM, p, 1)


@kernel
def follower_agent(b, p, values, room):
    """Points next to enemy stones, where the fighting is. The rating is the number of these stones."""
    say(values, room, FOLLOWER, p, stones_next_to(b, p, 3 - b.to_play))


@kernel
def opener_agent(b, p, values, room):
    """The third and the fourth line, where games begin. Its weight decreases with every stone that is played."""
    say(values, room, OPENER, p, room.line == 3 or room.line == 4)


@kernel
def opener_strength(b, n_moves):
    """The factor of `opener`: 1 at the start of the game, decreasing linearly to 0."""
    return np.float32(max(0.0, 1.0 - OPENING * n_moves / (np.int64(b.size_) * b.size_)))


@kernel
def capturer_agent(b, p, values, room):
    """Liberties of enemy chains in danger: 2 for the only liberty of a chain, 1 for one of two. The safety of own
    stones is not considered."""
    value = 0
    for i in range(room.n_enemy):
        value = max(value, 3 - np.int64(room.free[room.enemy[i]]))
    say(values, room, CAPTURER, p, value)


@kernel
def tiger_agent(b, p, values, room):
    """Moves that make a tiger's mouth: an empty point with own stones on three sides, including the new one, and an
    empty fourth side. A stone played into the mouth is in atari. The rating is the number of mouths; the edge of the
    board does not count as a side."""
    n = 0
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        n += b.color[q] == EMPTY and stones_next_to(b, q, b.to_play) == 2
    say(values, room, TIGER, p, n)


@kernel
def extension_agent(b, p, values, room):
    """Moves that keep in touch with own stones in six ways, with a channel each: solid, diagonal, a one-point or
    two-point jump with nothing between, a knight's move, or a large knight's move. The rating is the number of own
    stones at that distance."""
    c = b.to_play
    say(values, room, EXTENSION, p, stones_next_to(b, p, c))
    n_diagonal, n_one, n_two, n_knight, n_large = 0, 0, 0, 0, 0
    at = np.int64(p)
    for step, side in ((1, STRIDE), (-1, -STRIDE), (STRIDE, -1), (-STRIDE, 1)):
        n_diagonal += b.color[at + step + side] == c
        if b.color[at + step] == EMPTY:
            n_one += b.color[at + 2 * step] == c
            n_two += b.color[at + 2 * step] == EMPTY and b.color[at + 3 * step] == c
    for far, near in ((2, 1), (2, -1), (-2, 1), (-2, -1)):
        n_knight += is_own(b, room.row + far, room.column + near) + is_own(b, room.row + near, room.column + far)
    for far, near in ((3, 1), (3, -1), (-3, 1), (-3, -1)):
        n_large += is_own(b, room.row + far, room.column + near) + is_own(b, room.row + near, room.column + far)
    say(values, room, EXTENSION + 1, p, n_diagonal)
    say(values, room, EXTENSION + 2, p, n_one)
    say(values, room, EXTENSION + 3, p, n_two)
    say(values, room, EXTENSION + 4, p, n_knight)
    say(values, room, EXTENSION + 5, p, n_large)


@kernel
def is_own(b, row, column):
    """True if there is a stone of the side to play; False off the board."""
    if row < 1 or row > b.size_ or column < 1 or column > b.size_:
        return False
    return b.color[STRIDE * row + column] == b.to_play
