# mypy: ignore-errors
"""The inputs of one point: its location, and the captures, rescues, attacks and risks of a move there."""

import numpy as np

from semeai.go.board_kernel import BLACK, EMPTY, PASS, STRIDE, copy_to, play
from semeai.go.patterns_kernel import pattern_at
from semeai.go.tactics_kernel import (
    attack_works,
    is_throw_in,
    liberties_after,
    only_liberty,
    own_stones_next_to,
    two_liberties,
    vital_point,
)
from semeai.jit import kernel
from semeai.players.agents.place_kernel import STRONG
from semeai.players.agents.room_kernel import N_KINDS, look_at_point, stones_next_to
from semeai.players.agents.shape_kernel import eyes_made
from semeai.players.search.priors_kernel import is_lonely
from semeai.players.shape.inputs_kernel import (
    AT_ONE,
    AT_TWO,
    ATARI,
    BEFORE,
    CAPTURE,
    CATCH,
    CONNECT,
    CONNECT_LARGE,
    CONNECT_WEAK,
    CUT,
    CUT_LARGE,
    CUT_WEAK,
    DEFEND,
    DOUBLE_ATARI,
    EXPOSED,
    EYE,
    EYE_BREAK,
    FREES,
    HOPELESS,
    INFLUENCE,
    KO_TAKE,
    LAST,
    LATER,
    LIBERTIES,
    LINE,
    LONELY,
    MANY,
    PATTERNS,
    RACE,
    RACE_STRETCH,
    RECAPTURE,
    RISKY,
    RUNS,
    SAVE,
    SELF_ATARI,
    SNAPBACK,
    SQUEEZE,
    STRETCH,
    THROW_IN,
    TIGER,
    TOUCH_BEFORE,
    TOUCH_LAST,
    TRIANGLE,
    VITAL_ENEMY,
    VITAL_OWN,
    note,
    note_size,
)

WEAK = 3  # liberties of a chain that is not yet safe


@kernel
def note_place(b, p, last, before, desk):
    """Add the inputs for the location of the empty point `p`. Call `look_at_point` first."""
    room = desk.room
    line = min(room.line, 5)
    note(desk, LINE + line - 1)
    if is_lonely(b, room.row, room.column):
        note(desk, LONELY + max(line, 2) - 2)
    if last != PASS:
        d = distance(room.row, room.column, last)
        if 2 <= d <= 6:  # 0 if that stone is gone
            note(desk, LAST + d - 2)
        if touches(b, p, last):
            note(desk, TOUCH_LAST)
    if before != PASS:
        d = distance(room.row, room.column, before)
        if 2 <= d <= 5:
            note(desk, BEFORE + d - 2)
        if touches(b, p, before):
            note(desk, TOUCH_BEFORE)
    value = np.int64(room.map.value[p])
    if b.to_play != BLACK:
        value = -value
    if value > 0:
        note(desk, INFLUENCE + (value < STRONG))
    elif value < 0:
        note(desk, INFLUENCE + 2 + (value <= -STRONG))


@kernel
def distance(row, column, q):
    """The distance of a point from the move `q`: 2 for a neighbor, 3 diagonally, 4 for a jump, 5 for a knight's move
    ...
    """
    y, x = abs(row - np.int64(q) // STRIDE), abs(column - np.int64(q) % STRIDE)
    return y + x + max(y, x)


@kernel
def touches(b, p, move):
    """True if the chain of the stone at `move` is still there and is next to the point `p`."""
    x = b.chain[move]
    if x == 0:
        return False
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        if b.chain[q] == x:
            return True
    return False


@kernel
def note_tactics(b, p, last, desk):
    """Add the inputs for the effects of a move on the legal point `p`, after `look_at_point` and `look_at_chains`."""
    room = desk.room
    if room.n_own + room.n_enemy == 0:
        note(desk, LIBERTIES + min(np.int64(b.around[p] >> 8), 4) - 2)
    else:
        liberties = liberties_after(b, p, 4)
        n_taken = note_captures(b, last, liberties, desk)
        stones = own_stones_next_to(b, p, b.to_play) + 1
        is_safe = liberties > 2
        if liberties == 2:
            is_safe = not is_caught_after(b, p, desk)
        if liberties < 2:
            note_self_atari(b, p, stones, n_taken, desk)
        else:
            note(desk, LIBERTIES + liberties - 2)
            if not is_safe:
                note_size(desk, RISKY, stones, 2)
            note_attacks(b, p, desk)
        note_rescues(b, is_safe, desk)
        note_races(desk, liberties)
        note_links(b, desk)
    note_eyes(b, p, desk)
    note_shapes(b, p, desk)


@kernel
def note_captures(b, last, liberties, desk):
    """Add the inputs for captures. Returns the number of captured stones."""
    room = desk.room
    n_taken, runs, takes_last, frees = 0, False, False, False
    for i in range(room.n_enemy):
        x = room.enemy[i]
        if desk.free[x] == 1:
            n_taken += np.int64(b.stones[x])
            runs |= desk.state[x] == RUNS
            takes_last |= last != PASS and x == b.chain[last]
            frees = frees or is_siege(b, x, desk)
    if n_taken:
        desk.is_pending = 1
        note_size(desk, CAPTURE if runs else LATER, n_taken, 3)
        if frees:
            note(desk, FREES)
        if takes_last:
            note(desk, RECAPTURE)
        if n_taken == 1 and liberties == 1 and room.n_own == 0:
            note(desk, KO_TAKE)
    return n_taken


@kernel
def is_siege(b, x, desk):
    """True if a friendly chain next to the enemy chain with id `x` is in atari, or would be caught if attacked."""
    p = x
    while True:
        for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
            if b.color[q] == b.to_play:
                y = b.chain[q]
                if desk.free[y] == 1 or desk.state[y] != 0:
                    return True
        p = b.link[p]
        if p == x:
            return False


@kernel
def is_caught_after(b, p, desk):
    """True if a ladder catches the chain of a stone on `p`, which would have two liberties."""
    after, scratch = desk.room.board, desk.room.other
    copy_to(after, b)
    play(after, p)
    one, two = two_liberties(after, p)
    x = after.chain[p]
    return attack_works(after, x, one, scratch) or attack_works(after, x, two, scratch)


@kernel
def note_self_atari(b, p, stones, n_taken, desk):
    """Add the inputs for a self-atari on `p` of `stones` stones."""
    note(desk, SELF_ATARI + (0 if stones == 1 else 1 if stones < 4 else 2))
    if is_throw_in(b, p):
        note(desk, THROW_IN)
    if stones == 1 and n_taken == 0 and is_snapback(b, p, desk):
        note(desk, SNAPBACK)


@kernel
def is_snapback(b, p, desk):
    """True if a single stone on `p` can be captured and then recaptures two or more stones."""
    after = desk.room.board
    copy_to(after, b)
    play(after, p)
    q = only_liberty(after, p) if after.chain[p] else np.uint16(PASS)
    if q == PASS:
        return False
    play(after, q)
    return after.stones[after.chain[q]] > 1 and only_liberty(after, q) == p


@kernel
def note_attacks(b, p, desk):
    """Add the inputs for enemy chains that a move on `p` leaves with one, two or three liberties, if it is not in atari
    itself.
    """
    room = desk.room
    n_caught, n_ataris = 0, 0
    for i in range(room.n_enemy):
        x = room.enemy[i]
        free = desk.free[x]
        if free == 2:
            n_ataris += 1
            if desk.state[x] & (AT_ONE if desk.one[x] == p else AT_TWO):
                n_caught = max(n_caught, np.int64(b.stones[x]))
        elif free == 3 or free == 4:
            note(desk, SQUEEZE + free - 3)
    if n_caught:
        desk.is_pending = 1
        note_size(desk, CATCH, n_caught, 3)
    elif n_ataris:
        note(desk, ATARI)
    if n_ataris > 1:
        note(desk, DOUBLE_ATARI)


@kernel
def note_rescues(b, is_safe, desk):
    """Add the inputs for endangered own chains that become part of the new chain, and for its safety."""
    room = desk.room
    in_atari, in_danger, n_short = 0, 0, 0
    for i in range(room.n_own):
        x = room.own[i]
        if desk.free[x] == 1:
            in_atari = max(in_atari, np.int64(b.stones[x]))
        elif desk.free[x] == 2:
            n_short += 1
            if desk.state[x]:
                in_danger = max(in_danger, np.int64(b.stones[x]))
    if is_safe:
        note_size(desk, SAVE, in_atari, 3)
        note_size(desk, DEFEND, in_danger, 3)
        if in_atari + in_danger:
            desk.is_pending = 1
        for _ in range(n_short):
            note(desk, STRETCH)
    else:
        note_size(desk, HOPELESS, in_atari, 2)
        if in_danger:
            note(desk, EXPOSED)


@kernel
def note_races(desk, liberties):
    """Add the inputs for races for liberties: own chains with few liberties next to enemy chains with few."""
    room = desk.room
    ahead, even, behind, stretches = False, False, False, False
    if liberties >= 2:
        for i in range(room.n_enemy):
            x = room.enemy[i]
            theirs, ours = desk.free[x], desk.rival[x]
            if theirs < MANY and ours < MANY:
                ahead |= theirs < ours
                even |= theirs == ours
                behind |= theirs > ours
        for i in range(room.n_own):
            x = room.own[i]
            stretches |= desk.free[x] < MANY and desk.rival[x] < MANY
    if ahead:
        note(desk, RACE)
    if even:
        note(desk, RACE + 1)
    if behind:
        note(desk, RACE + 2)
    if stretches:
        note(desk, RACE_STRETCH)


@kernel
def note_links(b, desk):
    """Add the inputs for connected own chains and for cut enemy chains."""
    room = desk.room
    if room.n_own > 1:
        note_size(desk, CONNECT, room.n_own - 1, 2)
        if n_weak(room.own, room.n_own, desk):
            note(desk, CONNECT_WEAK)
        if n_large(b, room.own, room.n_own) > 1:
            note(desk, CONNECT_LARGE)
    if room.n_enemy > 1:
        note_size(desk, CUT, room.n_enemy - 1, 2)
        if n_weak(room.enemy, room.n_enemy, desk):
            note(desk, CUT_WEAK)
        if n_large(b, room.enemy, room.n_enemy) > 1:
            note(desk, CUT_LARGE)


@kernel
def n_weak(chains, n, desk):
    """The number of chains with few liberties among the first `n`."""
    found = 0
    for i in range(n):
        found += desk.free[chains[i]] <= WEAK
    return found


@kernel
def n_large(b, chains, n):
    """The number of chains with two or more stones among the first `n`."""
    found = 0
    for i in range(n):
        found += b.stones[chains[i]] > 1
    return found


@kernel
def note_eyes(b, p, desk):
    """Add the inputs for eyes that the move makes or breaks, and for vital points."""
    c = b.to_play
    for _ in range(eyes_made(b, p, c)):
        note(desk, EYE)
    for _ in range(eyes_made(b, p, 3 - c)):
        note(desk, EYE_BREAK)
    if b.around[p] >> 8 >= 2:  # a vital point has two empty neighbors
        if desk.room.n_enemy == 0 and vital_point(b, p, c, desk.look) == p:
            note(desk, VITAL_OWN)
        if desk.room.n_own == 0 and vital_point(b, p, 3 - c, desk.look) == p:
            note(desk, VITAL_ENEMY)


@kernel
def note_shapes(b, p, desk):
    """Add the inputs for tiger's mouths, empty triangles and 3x3 patterns."""
    c, at = b.to_play, np.int64(p)
    for q in (at + 1, at - 1, at + STRIDE, at - STRIDE):
        if b.color[q] == EMPTY and stones_next_to(b, q, c) == 2:
            note(desk, TIGER)
    if desk.room.n_own:
        for y, x in ((STRIDE, 1), (STRIDE, -1), (-STRIDE, 1), (-STRIDE, -1)):
            n_own = (b.color[at + y] == c) + (b.color[at + x] == c) + (b.color[at + y + x] == c)
            n_free = (b.color[at + y] == EMPTY) + (b.color[at + x] == EMPTY) + (b.color[at + y + x] == EMPTY)
            if n_own == 2 and n_free == 1:
                note(desk, TRIANGLE)
    kinds = desk.room.kinds[pattern_at(b, p)]
    if kinds:
        for i in range(N_KINDS):
            if (kinds >> i) & 1:
                note(desk, PATTERNS + i)


@kernel
def look(b, p, last, before, has_tactics, desk):
    """Collect all inputs of the legal point `p` except those of the stones around it."""
    desk.n_active = 0
    look_at_point(b, p, desk.room)
    note_place(b, p, last, before, desk)
    if has_tactics:
        note_tactics(b, p, last, desk)
