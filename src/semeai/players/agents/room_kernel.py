# mypy: ignore-errors
"""The common parts of all agents: the channels of their ratings, and working memory for facts that several agents need.

A channel is a row of `values[channel, point]`. `ROOM` is a record: tables that `agents.py` fills, facts about the
position, and facts about the current point.
"""

import numpy as np

from semeai.go.board_kernel import BLACK, BOARD, EMPTY, N_POINTS, STRIDE
from semeai.go.influence_kernel import MAP
from semeai.go.patterns_kernel import N_PATTERNS
from semeai.jit import kernel

N_LINES = 5
MANY = 4  # liberties: this number or more

# The first channel of each agent; the others follow.
RANDOM = 0
FOLLOWER = RANDOM + 1
OPENER = FOLLOWER + 1
CAPTURER = OPENER + 1
TIGER = CAPTURER + 1
EXTENSION = TIGER + 1  # solid, diagonal, one-point jump, two-point jump, knight's move, large knight's move
CAPTURES = EXTENSION + 6  # of one stone that could escape, of more, of stones that cannot
ESCAPE = CAPTURES + 3  # of 1, 2, 3 and more stones
HOPELESS = ESCAPE + 3
LADDER = HOPELESS + 1
ATARI = LADDER + 1
STRETCH = ATARI + 1
PRESSURE = STRETCH + 1
CAREFUL = PRESSURE + 1
THROW_IN = CAREFUL + 1
LIBERTIES = THROW_IN + 1  # 2, 3, 4 and more
CONNECT = LIBERTIES + 3
CUT = CONNECT + 1
EYES = CUT + 1
EYE_BREAK = EYES + 1
FILLER = EYE_BREAK + 1
PATTERNS = FILLER + 1
N_KINDS = 11  # of patterns
NEAR_LAST = PATTERNS + N_KINDS  # 1 to 5 steps
NEAR_BEFORE = NEAR_LAST + 5  # 1 to 3 steps
LINE = NEAR_BEFORE + 3  # 1 to N_LINES
LONELY = LINE + N_LINES  # lines 1 and 2, 3, 4, 5
INFLUENCE = LONELY + 4  # own and strong, own and weak, the enemy's and weak, the enemy's and strong
N_CHANNELS = INFLUENCE + 4

_FIELDS = [
    ("kinds", np.uint16, N_PATTERNS),  # table: a bit for each kind of pattern, by the number of `pattern_at`
    ("wanted", np.uint8, N_CHANNELS),
    ("n_wanted", np.uint16, N_CHANNELS + 1),  # by channel: the number of requested ones before it
    # the position
    ("map", MAP),
    ("free", np.uint8, N_POINTS),  # by chain id: its liberties, up to MANY
    ("last", np.uint8, N_POINTS),  # distance of each point from the last move
    ("before", np.uint8, N_POINTS),  # and from the move before it
    ("n", np.uint16),  # for `measure`, a list
    ("points", np.uint16, N_POINTS),
    # the point
    ("row", np.int64),
    ("column", np.int64),
    ("line", np.int64),  # 1 at the edge
    ("n_own", np.int64),  # chains of the side to play next to it
    ("own", np.uint16, 4),  # their ids
    ("n_enemy", np.int64),
    ("enemy", np.uint16, 4),
    # the effects of a move there
    ("liberties", np.int64),  # of the chain of the new stone, up to MANY
    ("n_taken", np.int64),  # stones
    ("n_stopped", np.int64),  # those that could escape
    ("n_saved", np.int64),  # stones of the largest own chain that is saved from atari
    ("n_lost", np.int64),  # stones of the largest own chain that extends and is caught
    ("n_caught", np.int64),  # stones of the largest enemy chain that the atari catches
    ("n_ataris", np.int64),  # other enemy chains in atari after the move
    # boards for reading ladders
    ("board", BOARD),
    ("other", BOARD),
]
ROOM = np.dtype((np.record, np.dtype(_FIELDS, align=True)))


@kernel
def say(values, room, channel, p, value):
    """Rate the point `p` with `value` on a channel, if the channel is requested."""
    if room.wanted[channel]:
        values[channel, p] = value


@kernel
def is_wanted(room, first, n):
    """True if one of the `n` channels from `first` on is requested."""
    return room.n_wanted[first + n] > room.n_wanted[first]


@kernel
def look_at_chains(b, room):
    """Count the liberties of all chains."""
    for row in range(1, b.size_ + 1):
        for p in range(STRIDE * row + 1, STRIDE * row + b.size_ + 1):
            if b.chain[p] == p:
                room.free[p] = count_liberties(b, np.uint16(p))


@kernel
def count_liberties(b, x):
    """The liberties of the chain with id `x`, counted up to MANY."""
    n = 0
    found1 = found2 = found3 = np.uint16(0)
    p = x
    while True:
        if b.around[p] >> 8:
            for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
                if b.color[q] == EMPTY and q != found1 and q != found2 and q != found3:
                    n += 1
                    if n == MANY:
                        return n
                    found3, found2, found1 = found2, found1, q
        p = b.link[p]
        if p == x:
            return n


@kernel
def look_at_point(b, p, room):
    """Find the location of the empty point `p`, and the chains next to it."""
    row, column = np.int64(p) // STRIDE, np.int64(p) % STRIDE
    room.row, room.column = row, column
    room.line = min(row, column, b.size_ + 1 - row, b.size_ + 1 - column)
    room.n_own = 0
    room.n_enemy = 0
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        x = b.chain[q]
        if x == 0:
            continue
        is_new = True
        if b.color[q] == b.to_play:
            for i in range(room.n_own):
                is_new &= room.own[i] != x
            if is_new:
                room.own[room.n_own] = x
                room.n_own += 1
        else:
            for i in range(room.n_enemy):
                is_new &= room.enemy[i] != x
            if is_new:
                room.enemy[room.n_enemy] = x
                room.n_enemy += 1


@kernel
def stones_next_to(b, p, c):
    """The number of stones of color `c` next to the point `p`."""
    around = b.around[p]
    n_black, n_white = around & 15, (around >> 4) & 15  # both include the edges
    n_edges = n_black + n_white + (around >> 8) - 4
    return np.int64((n_black if c == BLACK else n_white) - n_edges)
