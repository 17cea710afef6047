# mypy: ignore-errors
"""Agents: each rates every legal point of a position and knows one thing about Go.

T. Blackman, A. Agah, "A Multi-Agent Approach to the Game of Go Using Genetic Algorithms": agents know little, and a
genetic algorithm learns the weight of each. The ratings of an agent are on one or more channels: small whole numbers by
point. `agents.py` lists all agents.
"""

import numpy as np

from semeai.go.board_kernel import breathes
from semeai.go.influence_kernel import fill
from semeai.jit import kernel
from semeai.players.agents.fights_kernel import (
    atari_agent,
    captures_agent,
    careful_agent,
    escape_agent,
    hopeless_agent,
    ladder_agent,
    liberties_agent,
    look_at_fights,
    pressure_agent,
    stretch_agent,
    throw_in_agent,
)
from semeai.players.agents.place_kernel import (
    influence_agent,
    line_agent,
    lonely_agent,
    near_before_agent,
    near_last_agent,
)
from semeai.players.agents.printed_kernel import (
    capturer_agent,
    extension_agent,
    follower_agent,
    opener_agent,
    opener_strength,
    random_agent,
    tiger_agent,
)
from semeai.players.agents.room_kernel import (
    ATARI,
    CAPTURER,
    CAPTURES,
    CAREFUL,
    CONNECT,
    CUT,
    ESCAPE,
    EXTENSION,
    EYE_BREAK,
    EYES,
    FILLER,
    FOLLOWER,
    HOPELESS,
    INFLUENCE,
    LADDER,
    LIBERTIES,
    LINE,
    LONELY,
    N_CHANNELS,
    N_KINDS,
    N_LINES,
    NEAR_BEFORE,
    NEAR_LAST,
    OPENER,
    PATTERNS,
    PRESSURE,
    RANDOM,
    STRETCH,
    THROW_IN,
    TIGER,
    is_wanted,
    look_at_chains,
    look_at_point,
)
from semeai.players.agents.shape_kernel import (
    connect_agent,
    cut_agent,
    eye_break_agent,
    eyes_agent,
    filler_agent,
    patterns_agent,
)
from semeai.players.search.priors_kernel import measure


@kernel
def rate(b, last, before, n_moves, wanted, values, strengths, scratch):
    """Let the agents rate the position `b` after the moves `before` and `last` (PASS where there is none) and `n_moves`
    stones played.

    For every requested channel (`wanted`), `values[channel]` becomes the rating of each point, 0 if the move is illegal
    (superko aside), and `strengths[channel]` the current factor of these ratings. Other channels stay unchanged.
    `scratch` is a record of `agents.make_room`.
    """
    room = scratch
    for channel in range(N_CHANNELS):
        room.wanted[channel] = wanted[channel]
        room.n_wanted[channel + 1] = room.n_wanted[channel] + wanted[channel]
        if wanted[channel]:
            strengths[channel] = 1.0
            values[channel, :] = 0
    if wanted[OPENER]:
        strengths[OPENER] = opener_strength(b, n_moves)
    look_at_position(b, last, before, room)
    for i in range(b.n_empty):
        p = b.empty[i]
        if p != b.ko and (b.suicide or breathes(b, p)):
            look_at_point(b, p, room)
            rate_as_printed(b, p, values, room)
            if is_wanted(room, CAPTURES, CONNECT - CAPTURES):
                rate_fights(b, p, values, room)
            rate_shape(b, p, values, room)
            rate_place(b, p, values, room)


@kernel
def look_at_position(b, last, before, room):
    """Compute the facts about the whole board that the requested agents need."""
    look_at_chains(b, room)
    if is_wanted(room, NEAR_LAST, 5):
        measure(b, np.uint16(last), room.last, room)
    if is_wanted(room, NEAR_BEFORE, 3):
        measure(b, np.uint16(before), room.before, room)
    if is_wanted(room, INFLUENCE, 4):
        fill(b, room.map)


@kernel
def rate_as_printed(b, p, values, room):
    """Let the requested agents of the paper rate the legal point `p`."""
    if room.wanted[RANDOM]:
        random_agent(b, p, values, room)
    if room.wanted[FOLLOWER]:
        follower_agent(b, p, values, room)
    if room.wanted[OPENER]:
        opener_agent(b, p, values, room)
    if room.wanted[CAPTURER]:
        capturer_agent(b, p, values, room)
    if room.wanted[TIGER]:
        tiger_agent(b, p, values, room)
    if is_wanted(room, EXTENSION, 6):
        extension_agent(b, p, values, room)


@kernel
def rate_fights(b, p, values, room):
    """The same for agents that look at liberties."""
    look_at_fights(b, p, room)
    if is_wanted(room, CAPTURES, 3):
        captures_agent(b, p, values, room)
    if is_wanted(room, ESCAPE, 3):
        escape_agent(b, p, values, room)
    if room.wanted[HOPELESS]:
        hopeless_agent(b, p, values, room)
    if room.wanted[LADDER]:
        ladder_agent(b, p, values, room)
    if room.wanted[ATARI]:
        atari_agent(b, p, values, room)
    if room.wanted[STRETCH]:
        stretch_agent(b, p, values, room)
    if room.wanted[PRESSURE]:
        pressure_agent(b, p, values, room)
    if room.wanted[CAREFUL]:
        careful_agent(b, p, values, room)
    if room.wanted[THROW_IN]:
        throw_in_agent(b, p, values, room)
    if is_wanted(room, LIBERTIES, 3):
        liberties_agent(b, p, values, room)


@kernel
def rate_shape(b, p, values, room):
    """The same for agents that look at shape."""
    if room.wanted[CONNECT]:
        connect_agent(b, p, values, room)
    if room.wanted[CUT]:
        cut_agent(b, p, values, room)
    if room.wanted[EYES]:
        eyes_agent(b, p, values, room)
    if room.wanted[EYE_BREAK]:
        eye_break_agent(b, p, values, room)
    if room.wanted[FILLER]:
        filler_agent(b, p, values, room)
    if is_wanted(room, PATTERNS, N_KINDS):
        patterns_agent(b, p, values, room)


@kernel
def rate_place(b, p, values, room):
    """The same for agents that look at the location of a point."""
    if is_wanted(room, NEAR_LAST, 5):
        near_last_agent(b, p, values, room)
    if is_wanted(room, NEAR_BEFORE, 3):
        near_before_agent(b, p, values, room)
    if is_wanted(room, LINE, N_LINES):
        line_agent(b, p, values, room)
    if is_wanted(room, LONELY, 4):
        lonely_agent(b, p, values, room)
    if is_wanted(room, INFLUENCE, 4):
        influence_agent(b, p, values, room)


@kernel
def rate_all(boards, last, before, n_moves, wanted, values, strengths, scratch):
    """`rate` for many positions: `values[i]` and `strengths[i]` become the ratings of `boards[i]`."""
    for i in range(len(boards)):
        rate(boards[i], last[i], before[i], n_moves[i], wanted, values[i], strengths[i], scratch[0])
