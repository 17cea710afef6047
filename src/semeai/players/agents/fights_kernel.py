# mypy: ignore-errors
"""Agents that look at liberties: captures, rescues, attacks and risks of a move.

`look_at_fights` collects the facts that they rate, once per point.
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
    """Find the effects of a move on the legal point `p` on the chains next to it, as far as an agent needs them."""
    room.liberties = liberties_after(b, p, 4)
    if is_wanted(room, CAPTURES, 3):
        look_at_captures(b, room)
    if is_wanted(room, ESCAPE, 4):
        look_at_rescues(b, p, room)
    if is_wanted(room, LADDER, 2):
        look_at_ataris(b, p, room)


@kernel
def look_at_captures(b, room):
    """Count the stones that can be captured here, and those that could escape if it were the enemy's turn."""
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
    """Find the largest own chain that a move on `p` saves from atari, and the largest that moves out of atari but is
    caught anyway.
    """
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
        # Own chains in atari next to a captured chain.
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
    """True if a move on `p` makes the friendly chain with id `x`, now in atari, safe: it then has three liberties, or
    two liberties and no ladder starts at either."""
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
    """Find the enemy chains that a move on `p` leaves with one liberty, unless the move itself ends in atari."""
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
    """Captures of enemy stones, with a channel each: one stone that could escape, several that could, or stones that
    cannot escape and can be captured later."""
    if room.n_taken:
        say(values, room, CAPTURES + (min(room.n_stopped, 2) - 1 if room.n_stopped else 2), p, 1)


@kernel
def escape_agent(b, p, values, room):
    """Moves that save a friendly chain from atari for good, by extending or capturing, with a channel each for chains
    of one, two, or more stones. Ladders are read out."""
    if room.n_saved:
        say(values, room, ESCAPE + min(room.n_saved, 3) - 1, p, 1)


@kernel
def hopeless_agent(b, p, values, room):
    """Moves that extend a friendly chain in atari although it is caught anyway. Good players leave it."""
    say(values, room, HOPELESS, p, room.n_lost > 0)


@kernel
def ladder_agent(b, p, values, room):
    """Ataris from which the enemy chain cannot escape. The rating is the number of caught stones, up to three."""
    say(values, room, LADDER, p, min(room.n_caught, 3))


@kernel
def atari_agent(b, p, values, room):
    """Ataris from which the enemy chain can escape, unless the move is a self-atari. The rating is the number of
    chains: two for a double atari."""
    say(values, room, ATARI, p, room.n_ataris)


@kernel
def stretch_agent(b, p, values, room):
    """Extensions of own chains with two liberties, except self-ataris. The rating is the number of chains."""
    n = 0
    if room.liberties >= 2:
        for i in range(room.n_own):
            n += room.free[room.own[i]] == 2
    say(values, room, STRETCH, p, n)


@kernel
def pressure_agent(b, p, values, room):
    """Moves that take a liberty from enemy chains with three. The rating is the number of chains."""
    n = 0
    for i in range(room.n_enemy):
        n += room.free[room.enemy[i]] == 3
    say(values, room, PRESSURE, p, n)


@kernel
def careful_agent(b, p, values, room):
    """All moves except self-ataris: the chain of the new stone has at least two liberties."""
    say(values, room, CAREFUL, p, room.liberties >= 2)


@kernel
def throw_in_agent(b, p, values, room):
    """Self-ataris that may make sense: the stones are so few, and in such a shape, that the enemy is left with one eye
    after the capture.
    """
    say(values, room, THROW_IN, p, room.liberties == 1 and is_throw_in(b, p))


@kernel
def liberties_agent(b, p, values, room):
    """The number of liberties of the new stone's chain, with a channel each: two, three, or more."""
    if room.liberties >= 2:
        say(values, room, LIBERTIES + room.liberties - 2, p, 1)
