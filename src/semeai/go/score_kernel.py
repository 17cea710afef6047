# mypy: ignore-errors
"""The owner of each point of a finished position."""

import numpy as np

from semeai.go.board_kernel import BLACK, EDGE, EMPTY, N_POINTS, STRIDE, WHITE
from semeai.jit import kernel

_FIELDS = [("dead", np.uint8, N_POINTS), ("owner", np.uint8, N_POINTS), ("stack", np.uint16, N_POINTS)]
COUNTING = np.dtype((np.record, np.dtype(_FIELDS, align=True)))  # working memory


@kernel
def owners(color, size, dead, out, stack):
    """Write the owner of each point of the position `color` to `out`: stones own their point, regions that touch only
    one color belong to it, and the rest is neutral (EMPTY).

    `dead` marks (by point) stones that count as removed. `stack` is room for `N_POINTS` points.
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


@kernel
def count(b, is_territory, s):
    """Black's points minus white's, without komi, every stone alive. `s` is a record of `COUNTING`."""
    owners(b.color, b.size_, s.dead, s.owner, s.stack)
    margin = b.prisoners[WHITE] - b.prisoners[BLACK] if is_territory else 0
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = STRIDE * row + column
            if b.color[p] == EMPTY or not is_territory:
                margin += np.int64(s.owner[p] == BLACK) - np.int64(s.owner[p] == WHITE)
    return margin
