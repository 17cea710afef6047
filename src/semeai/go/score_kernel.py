"""Who owns each point of a finished position."""

import numpy as np

from semeai.go.board_kernel import BLACK, EDGE, EMPTY, STRIDE, WHITE
from semeai.jit import kernel


@kernel
def owners(color, size, dead, out, stack):
    """Write the owner of each point of the position `color` to `out`: stones own their point, regions that touch one
    color only belong to it, the rest is nobody's (EMPTY).

    `dead` marks (by point) stones that count as taken off. `stack` is room for `N_POINTS` points.
    """
    visited = EDGE + 1
    for row in range(1, size + 1):
        for column in range(1, size + 1):
            p = STRIDE * row + column
            out[p] = EMPTY if dead[p] else color[p]
    for row in range(1, size + 1):
        for column in range(1, size + 1):
            start = STRIDE * row + column
            if out[start] != EMPTY:
                continue
            # Flood the region, remembering it in the stack and the colors that touch it in `touches`.
            out[start] = visited
            stack[0] = start
            n = 1
            touches = 0
            i = 0
            while i < n:
                p = np.int64(stack[i])
                i += 1
                for q in (p + 1, p - 1, p + STRIDE, p - STRIDE):
                    if color[q] == EDGE:
                        continue
                    if out[q] == EMPTY:
                        out[q] = visited
                        stack[n] = q
                        n += 1
                    elif out[q] in (BLACK, WHITE):
                        # a region that was settled before is never next to this one
                        touches |= out[q]
            owner = touches if touches in (BLACK, WHITE) else visited
            for i in range(n):
                out[stack[i]] = owner
    for row in range(1, size + 1):
        for column in range(1, size + 1):
            p = STRIDE * row + column
            if out[p] == visited:
                out[p] = EMPTY
