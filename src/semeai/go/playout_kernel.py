"""Light random playouts."""

import numpy as np

from semeai.go.board_kernel import PASS, breathes, is_eye, play
from semeai.jit import kernel
from semeai.rng import below


@kernel
def light_move(b, rng):
    n = np.uint32(b.n_empty)
    c = b.to_play
    while n > 0:
        i = below(rng, n)
        p = b.empty[i]
        if p != b.ko and not is_eye(b, p, c) and breathes(b, p):
            return p
        n -= np.uint32(1)
        last = b.empty[n]
        b.empty[i] = last
        b.slot[last] = i
        b.empty[n] = p
        b.slot[p] = n
    return np.uint16(PASS)


@kernel
def playout(b, rng, limit):
    n = 0
    while b.n_passes < 2 and n < limit:
        play(b, light_move(b, rng))
        n += 1
    return n


@kernel
def area(b):
    n = b.size_ * b.size_
    s = 0
    for i in range(b.n_empty):
        a = b.around[b.empty[i]]
        s += (a & 15) == 4
        s -= ((a >> 4) & 15) == 4
    for row in range(1, b.size_ + 1):
        for col in range(1, b.size_ + 1):
            c = b.color[20 * row + col]
            s += c == 1
            s -= c == 2
    return s


@kernel
def run(boards, work, rng, n, limit, out):
    w = work[0]
    for i in range(n):
        work[0] = boards[0]
        out[0] += playout(w, rng, limit)
        out[1] += area(w) > 0
