# mypy: ignore-errors
"""Final positions of games whose moves were kept."""

from semeai.go.benson_kernel import safe_area
from semeai.go.board_kernel import BLACK, WHITE, play
from semeai.jit import kernel


@kernel
def count_alive(boards, starts, moves, n_moves, room, work, found):
    """Write to `found[i]` the number of points that are unconditionally owned by either color at the end of game i,
    which started from `boards[starts[i]]`. `room` has space for one board."""
    for i in range(len(starts)):
        room[0] = boards[starts[i]]
        for k in range(n_moves[i]):
            play(room[0], moves[i, k])
        found[i] = safe_area(room[0], BLACK, work[0]) + safe_area(room[0], WHITE, work[0])
