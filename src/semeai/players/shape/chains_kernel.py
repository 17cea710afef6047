# mypy: ignore-errors
"""Facts about the chains of a position, computed once per move for all points: liberties, ladders, rivals.
`points_kernel` uses them.
"""

import numpy as np

from semeai.go.board_kernel import EMPTY, PASS, STRIDE, copy_to
from semeai.go.tactics_kernel import attack_works, ends_in_capture
from semeai.jit import kernel
from semeai.players.shape.inputs_kernel import AT_ONE, AT_TWO, MANY, RUNS


@kernel
def look_at_chains(b, desk):
    """Find the liberties of all chains, their weakest rivals, and the results of ladders for chains with one or two
    liberties.
    """
    is_turned = False
    for row in range(1, b.size_ + 1):
        for at in range(STRIDE * row + 1, STRIDE * row + b.size_ + 1):
            if b.chain[at] == at:
                find_liberties(b, np.uint16(at), desk)
                desk.rival[at] = MANY
    for row in range(1, b.size_ + 1):
        for at in range(STRIDE * row + 1, STRIDE * row + b.size_ + 1):
            x = b.chain[at]
            if x == 0:
                continue
            for q in (at + 1, at + STRIDE):
                y = b.chain[q]
                if y != 0 and b.color[x] != b.color[y]:
                    desk.rival[x] = min(desk.rival[x], desk.free[y])
                    desk.rival[y] = min(desk.rival[y], desk.free[x])
            if x == at and desk.free[x] <= 2:
                if not is_turned:
                    copy_to(desk.turned, b)
                    desk.turned.to_play = np.uint16(3 - b.to_play)
                    desk.turned.ko = np.uint16(PASS)
                    is_turned = True
                read_chain(b, np.uint16(at), desk)


@kernel
def find_liberties(b, x, desk):
    """Count the liberties of the chain with id `x`, up to MANY, and store two of them."""
    desk.now += np.uint32(1)
    desk.state[x] = 0
    n = 0
    p = x
    while True:
        if b.around[p] >> 8:
            for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
                if b.color[q] == EMPTY and desk.marks[q] != desk.now:
                    desk.marks[q] = desk.now
                    n += 1
                    if n == 1:
                        desk.one[x] = q
                    elif n == 2:
                        desk.two[x] = q
                    elif n == MANY:
                        desk.free[x] = MANY
                        return
        p = b.link[p]
        if p == x:
            desk.free[x] = n
            return


@kernel
def read_chain(b, x, desk):
    """Store the results of ladders for the chain with id `x`, which has one or two liberties."""
    scratch = desk.room.board
    is_own = b.color[x] == b.to_play
    if desk.free[x] == 1:
        if not is_own:
            copy_to(scratch, desk.turned)
            if not ends_in_capture(scratch, x):
                desk.state[x] = RUNS
    elif is_own:
        state = AT_ONE * attack_works(desk.turned, x, desk.one[x], scratch)
        desk.state[x] = state + AT_TWO * attack_works(desk.turned, x, desk.two[x], scratch)
    else:
        state = AT_ONE * attack_works(b, x, desk.one[x], scratch)
        desk.state[x] = state + AT_TWO * attack_works(b, x, desk.two[x], scratch)
