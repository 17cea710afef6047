"""The end of a game, judged by playouts: dead stones, and points that can still be gained."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from semeai.go.board import Board
from semeai.go.board_kernel import STRIDE
from semeai.go.points import BLACK, EMPTY, WHITE, opponent, points
from semeai.go.rules import Scoring

SURE = 0.5  # ownership (at most 1) from which a point counts as settled
Ownership = npt.NDArray[np.float64]
"""ownership by point, from -1 (white) to 1 (black)"""


def dead_stones(board: Board, ownership: Ownership) -> frozenset[int]:
    """The stones of chains whose points mostly belong to the opponent at the end of playouts."""
    return frozenset(p for chain, color in chains(board) if _held(ownership, chain, color) < 0 for p in chain)


def chains(board: Board) -> Iterator[tuple[frozenset[int], int]]:
    """All chains with their colors."""
    left = dict(board.stones)
    while left:
        p, color = next(iter(left.items()))
        chain = board.chain(p)
        for q in chain:
            del left[q]
        yield chain, color


def _held(ownership: Ownership, chain: frozenset[int], color: int) -> float:
    """Mean ownership of a chain's points by its own color, -1 to 1."""
    mean = float(np.mean([ownership[p] for p in chain]))
    return mean if color == BLACK else -mean


def is_finished(board: Board, ownership: Ownership) -> bool:
    """True if neither side can gain a point: playouts expect the current score.

    Under area scoring every stone counts as alive, as in most games between programs. So dead stones must be captured
    and neutral points filled first. Under territory scoring dead stones are removed by agreement, and neutral points
    are worth nothing.
    """
    is_area = board.rules.scoring is Scoring.AREA
    owner = board.score(frozenset() if is_area else dead_stones(board, ownership)).owner
    held = np.where(owner == BLACK, ownership, -ownership)
    on_board = points(board.size)
    if any(owner[p] != EMPTY and held[p] < SURE for p in on_board):
        return False
    neutral = [p for p in on_board if owner[p] == EMPTY]
    return not any(_can_be_had(board, p) if is_area else not _touches_both(board, p) for p in neutral)


def _touches_both(board: Board, p: int) -> bool:
    """True if stones of both colors are next to `p`, so that it cannot become territory."""
    return {BLACK, WHITE} <= {int(board.colors[p + step]) for step in (1, -1, STRIDE, -STRIDE)}


def _can_be_had(board: Board, p: int) -> bool:
    """True if one side can play at the neutral point `p` without being captured. In a seki neither can."""
    for color in (BLACK, WHITE):
        after = Board(board.rules, board.stones, color)
        if after.is_legal(p):
            after.play(p)
            if len(after.liberties(p)) >= 2:
                return True
    return False


def cleaning_points(board: Board, ownership: Ownership) -> frozenset[int]:
    """The liberties of the dead chains of the opponent of the side to play."""
    dead, enemy = dead_stones(board, ownership), opponent(board.to_play)
    return frozenset().union(*(board.liberties(p) for p in dead if board.colors[p] == enemy))
