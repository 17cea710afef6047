# mypy: ignore-errors
"""Unconditional life: chains that live even if their owner passes forever (D. Benson, "Life in the game of Go", 1976).

The regions of a color are the connected parts of the board without its stones. A region is vital to a chain if all its
empty points are liberties of the chain. Chains with fewer than two vital regions are dropped, then regions that touch a
dropped chain, until nothing changes. The remaining chains live, and their vital regions belong to their owner for good.
"""

import numpy as np

from semeai.go.board_kernel import EDGE, EMPTY, N_POINTS, STRIDE
from semeai.jit import kernel

WORK = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("region", np.uint16, N_POINTS),  # by point: number of the region it belongs to, from 1
                ("inside", np.uint16, N_POINTS),  # the points, region by region
                ("start", np.uint16, N_POINTS + 1),  # by region: index of its first point in `inside`
                ("lives", np.uint8, N_POINTS),  # by chain id
                ("closed", np.uint8, N_POINTS),  # by region: touches living chains only
                ("safe", np.uint8, N_POINTS),  # by point: the result
            ],
            align=True,
        ),
    )
)


@kernel
def safe_area(b, c, w):
    """The number of points that are unconditionally the color `c`'s. They are marked in `w.safe`."""
    n_regions = find_regions(b, c, w)
    if n_regions < 2:
        return 0
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            w.lives[STRIDE * row + column] = 1
    for r in range(1, n_regions + 1):
        w.closed[r] = 1
    while drop_chains(b, c, w, n_regions):
        for r in range(1, n_regions + 1):
            for i in range(w.start[r], w.start[r + 1]):
                p = np.int64(w.inside[i])
                for q in (p + 1, p - 1, p + STRIDE, p - STRIDE):
                    if b.color[q] == c and not w.lives[b.chain[q]]:
                        w.closed[r] = 0
    n = 0
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = STRIDE * row + column
            w.safe[p] = b.color[p] == c and w.lives[b.chain[p]]
            n += w.safe[p]
    for r in range(1, n_regions + 1):
        if w.closed[r] and is_vital_to_any(b, c, w, r):
            for i in range(w.start[r], w.start[r + 1]):
                w.safe[w.inside[i]] = 1
                n += 1
    return n


@kernel
def find_regions(b, c, w):
    """Number the regions of `c` from 1. Returns their number."""
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            w.region[STRIDE * row + column] = 0
    n = 0
    end = 0
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            first = STRIDE * row + column
            if b.color[first] == c or w.region[first]:
                continue
            n += 1
            w.start[n] = end
            w.region[first] = n
            w.inside[end] = first
            i = end
            end += 1
            while i < end:
                p = np.int64(w.inside[i])
                i += 1
                for q in (p + 1, p - 1, p + STRIDE, p - STRIDE):
                    if b.color[q] != c and b.color[q] != EDGE and not w.region[q]:
                        w.region[q] = n
                        w.inside[end] = q
                        end += 1
    w.start[n + 1] = end
    return n


@kernel
def is_vital(b, w, r, x):
    """True if all empty points of region `r` are liberties of the chain `x`."""
    for i in range(w.start[r], w.start[r + 1]):
        p = np.int64(w.inside[i])
        if b.color[p] == EMPTY and not (
            b.chain[p + 1] == x or b.chain[p - 1] == x or b.chain[p + STRIDE] == x or b.chain[p - STRIDE] == x
        ):
            return False
    return True


@kernel
def is_vital_to_any(b, c, w, r):
    """True if region `r` is vital to a living chain of `c`. Such a chain touches the region's first point or, if that
    is a stone, another one: all are checked."""
    for i in range(w.start[r], w.start[r + 1]):
        p = np.int64(w.inside[i])
        for q in (p + 1, p - 1, p + STRIDE, p - STRIDE):
            if b.color[q] == c and w.lives[b.chain[q]] and is_vital(b, w, r, b.chain[q]):
                return True
    return False


@kernel
def drop_chains(b, c, w, n_regions):
    """Drop the chains with fewer than two vital regions among the closed ones. Returns True if there were any."""
    dropped = False
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            x = b.chain[STRIDE * row + column]
            if b.color[x] != c or x != STRIDE * row + column or not w.lives[x]:
                continue
            n_vital = 0
            for r in range(1, n_regions + 1):
                n_vital += w.closed[r] and is_vital(b, w, r, x)
            if n_vital < 2:
                w.lives[x] = 0
                dropped = True
    return dropped
