# mypy: ignore-errors
"""Agents that look at liberties: what a move takes, saves, attacks and risks.

What they speak of is read once a point, by `look_at_fights`.
"""

import numpy as np

from semeai.go.board_kernel import PASS, STRIDE, copy_to, play
from semeai.go.tactics_kernel import attack_works, ends_in_capture, is_throw_in, liberties_after, two_liberties
from semeai.jit import kernel
from semeai.players.agents.room_kernel import (
    ATARI,
    CAPTURES,
    CAREFUL,
    ESCAPE,
    HOPELESS,
    LADDER,
    LIBERTIES,
    PRESSURE,
    STRETCH,
    THROW_IN,
    count_liberties,
    is_wanted,
    say,
)


@kernel
def look_at_fights(b, p, room):
    """Note what a move on the legal point `p` does to the chains next to it, as far as somebody wants to know."""
    room.liberties = liberties_after(b, p, 4)
    if is_wanted(room, CAPTURES, 3):
        look_at_captures(b, room)
    if is_wanted(room, ESCAPE, 4):
        look_at_rescues(b, p, room)
    if is_wanted(room, LADDER, 2):
        look_at_ataris(b, p, room)


@kernel
def look_at_captures(b, room):
    """Note how many stones can be taken here, and how many of them could get away if it were the enemy's turn."""
    room.n_taken = 0
    room.n_stopped = 0
    for i in range(room.n_enemy):
        x = room.enemy[i]
        if room.free[x] == 1:
            room.n_taken += b.stones[x]
            copy_to(room.board, b)
            room.board.to_play = 3 - b.to_play
            room.board.ko = PASS
            if not ends_in_capture(room.board, x):
                room.n_stopped += b.stones[x]


@kernel
def look_at_rescues(b, p, room):
    """Note how large the own chains are that get out of atari by a move on `p`, or that are lost all the same."""
    room.n_saved = 0
    room.n_lost = 0
    for i in range(room.n_own):
        x = room.own[i]
        if room.free[x] == 1:
            if saves(b, x, p, room):
                room.n_saved = max(room.n_saved, np.int64(b.stones[x]))
            else:
                room.n_lost = max(room.n_lost, np.int64(b.stones[x]))
    for i in range(room.n_enemy):
        if room.free[room.enemy[i]] != 1:
            continue
        # Own chains in atari next to a chain that is taken.
        s = room.enemy[i]
        while True:
            for q in (np.uint16(s + 1), np.uint16(s - 1), np.uint16(s + STRIDE), np.uint16(s - STRIDE)):
                x = b.chain[q]
                if (
                    b.color[q] == b.to_play
                    and room.free[x] == 1
                    and b.stones[x] > room.n_saved
                    and saves(b, x, p, room)
                ):
                    room.n_saved = np.int64(b.stones[x])
            s = b.link[s]
            if s == room.enemy[i]:
                break


@kernel
def saves(b, x, p, room):
    """Whether the own chain with id `x`, in atari, is out of reach after a move on `p`: it has three liberties, or two
    of which neither is where a ladder begins."""
    if room.liberties == 0:
        return False
    copy_to(room.board, b)
    play(room.board, p)
    n = count_liberties(room.board, room.board.chain[x])
    if n != 2:
        return n > 2
    first, second = two_liberties(room.board, x)
    y = room.board.chain[x]
    return not attack_works(room.board, y, first, room.other) and not attack_works(room.board, y, second, room.other)


@kernel
def look_at_ataris(b, p, room):
    """Note which enemy chains a move on `p` leaves with one liberty, unless it is in atari itself then."""
    room.n_caught = 0
    room.n_ataris = 0
    if room.liberties < 2:
        return
    for i in range(room.n_enemy):
        x = room.enemy[i]
        if room.free[x] == 2:
            if attack_works(b, x, p, room.board):
                room.n_caught = max(room.n_caught, np.int64(b.stones[x]))
            else:
                room.n_ataris += 1


@kernel
def captures_agent(b, p, values, room):
    """Takes enemy stones: one that could get away otherwise, more than one that could, or any that cannot run and may
    be left for later. Each has a channel."""
    if room.n_taken:
        say(values, room, CAPTURES + (min(room.n_stopped, 2) - 1 if room.n_stopped else 2), p, 1)


@kernel
def escape_agent(b, p, values, room):
    """Gets an own chain out of atari for good, by running or by a capture: one of one stone, of two, or of more, each
    with a channel. That nothing catches it again is read out, as far as ladders go."""
    if room.n_saved:
        say(values, room, ESCAPE + min(room.n_saved, 3) - 1, p, 1)


@kernel
def hopeless_agent(b, p, values, room):
    """Runs with an own chain in atari that is caught all the same. Good players leave it where it is."""
    say(values, room, HOPELESS, p, room.n_lost > 0)


@kernel
def ladder_agent(b, p, values, room):
    """An atari from which the enemy chain cannot get away. It says how many stones that catches, up to three."""
    say(values, room, LADDER, p, min(room.n_caught, 3))


@kernel
def atari_agent(b, p, values, room):
    """Leaves enemy chains with one liberty, though they can get away, and is no self-atari. It says how many chains:
    two are a double atari."""
    say(values, room, ATARI, p, room.n_ataris)


@kernel
def stretch_agent(b, p, values, room):
    """Lengthens own chains that have two liberties, before they are in atari, and is no self-atari. It says how many
    chains."""
    n = 0
    if room.liberties >= 2:
        for i in range(room.n_own):
            n += room.free[room.own[i]] == 2
    say(values, room, STRETCH, p, n)


@kernel
def pressure_agent(b, p, values, room):
    """Takes a liberty from enemy chains that have three. It says how many chains."""
    n = 0
    for i in range(room.n_enemy):
        n += room.free[room.enemy[i]] == 3
    say(values, room, PRESSURE, p, n)


@kernel
def careful_agent(b, p, values, room):
    """Anything but a self-atari: the chain of the new stone has two liberties at least."""
    say(values, room, CAREFUL, p, room.liberties >= 2)


@kernel
def throw_in_agent(b, p, values, room):
    """A self-atari that may make sense: what the enemy can take is so small, and so shaped, that one eye is left."""
    say(values, room, THROW_IN, p, room.liberties == 1 and is_throw_in(b, p))


@kernel
def liberties_agent(b, p, values, room):
    """Looks at how many liberties the chain of the new stone has: two, three, or more, each with a channel."""
    if room.liberties >= 2:
        say(values, room, LIBERTIES + room.liberties - 2, p, 1)
