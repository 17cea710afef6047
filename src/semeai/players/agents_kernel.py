"""Agents: each of them rates every legal point of a position, knowing one thing about Go.

T. Blackman, A. Agah, "A Multi-Agent Approach to the Game of Go Using Genetic Algorithms": agents know little, and a
genetic algorithm learns how far to listen to each. What an agent says stands on one or more channels, small whole
numbers by point. `agents.py` lists them all.
"""

from semeai.go.board_kernel import breathes
from semeai.jit import kernel
from semeai.players.agent_room_kernel import (
    CAPTURER,
    EXTENSION,
    EXTENSIONS,
    FOLLOWER,
    N_CHANNELS,
    OPENER,
    RANDOM,
    TIGER,
    is_wanted,
    look_at_chains,
    look_at_point,
)
from semeai.players.agents_printed_kernel import (
    capturer_agent,
    extension_agent,
    follower_agent,
    opener_agent,
    opener_strength,
    random_agent,
    tiger_agent,
)


@kernel
def rate(b, last, before, n_moves, wanted, values, strengths, scratch):
    """Let the agents rate the position `b` after the moves `before` and `last` (PASS where there is none) and `n_moves`
    stones played.

    For every channel that is `wanted`, `values[channel]` becomes what is said of each point, 0 where the move is not
    legal (superko aside), and `strengths[channel]` how much that counts now. Other channels stay as they are.
    `scratch` is a record of `agents.make_room`.
    """
    room = scratch
    for channel in range(N_CHANNELS):
        room.wanted[channel] = wanted[channel]
        if wanted[channel]:
            strengths[channel] = 1.0
            values[channel, :] = 0
    if wanted[OPENER]:
        strengths[OPENER] = opener_strength(b, n_moves)
    look_at_chains(b, room)
    for i in range(b.n_empty):
        p = b.empty[i]
        if p != b.ko and (b.suicide or breathes(b, p)):
            look_at_point(b, p, room)
            rate_point(b, p, values, room)


@kernel
def rate_point(b, p, values, room):
    """Let the agents that are wanted rate the legal point `p`."""
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
    if is_wanted(room, EXTENSION, EXTENSIONS):
        extension_agent(b, p, values, room)


@kernel
def rate_all(boards, last, before, n_moves, wanted, values, strengths, scratch):
    """`rate` for many: `values[i]` and `strengths[i]` become what is said of `boards[i]`."""
    for i in range(len(boards)):
        rate(boards[i], last[i], before[i], n_moves[i], wanted, values[i], strengths[i], scratch[0])
