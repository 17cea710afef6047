"""Exact results for small boards and positions with few moves: the winner and the margin, proved by search.

The solved game ends with two passes and is counted by area with every stone alive. Repetition and suicide follow the
board's own rules. `solver_kernel` explains the method and the one error that a table can cause.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD, N_POINTS
from semeai.go.points import BLACK, PASS, WHITE, points
from semeai.go.solver_kernel import ENTRY, ROOM, prove


class NotSolved(Exception):
    """The search ended at its depth limit without a proof."""


@dataclass
class Solver:
    """Proves facts about positions. Later proofs with the same rules and region reuse earlier ones."""

    region: Sequence[int] | None = None
    """the points that may be played; None for all. The rest of the board stays as it is."""
    max_depth: int = 60
    """maximum depth in moves"""
    table_bits: int = 20
    """2 ** table_bits positions are stored for each color; 0: none, and every repetition is exact"""
    n_nodes: int = field(default=0, init=False)
    """positions visited so far"""

    def __post_init__(self) -> None:
        length = 1 << self.table_bits if self.table_bits else 0
        self._tables = {color: np.zeros(length, dtype=ENTRY) for color in (BLACK, WHITE)}
        self._order = np.zeros((3, N_POINTS), dtype=np.int64)

    def _playable(self, board: Board) -> Sequence[int]:
        return points(board.size) if self.region is None else self.region

    def can_reach(self, board: Board, color: int, goal: int, depth: int) -> bool:
        """True if `color` can force a margin of at least `goal` (own area minus the opponent's, no komi) within `depth`
        moves. False means that there is no proof at this depth."""
        boards = np.zeros(depth + 1, dtype=BOARD)
        boards[0] = board.record
        n_past = len(board.keys)
        keys = np.concatenate([board.keys, np.zeros(depth + 1, dtype=np.uint64)])
        allowed = np.array(sorted(self._playable(board)), dtype=np.uint16)
        moves = np.zeros((depth + 1, len(allowed) + 1), dtype=np.uint16)
        counts, levels = np.zeros(1, dtype=np.int64), np.zeros((3, depth + 1), dtype=np.int64)
        start = (boards, keys, n_past, color, goal, allowed, depth)
        room = (levels, np.zeros(1, dtype=ROOM))
        proven = prove(*start, self._tables[color], moves, self._order, counts, *room)
        self.n_nodes += int(counts[0])
        return bool(proven)

    def value(self, board: Board) -> int:
        """Black's margin without komi under perfect play. Raises NotSolved."""
        area = board.size**2
        low, high = -area, area  # black has at least `low` and at most `high`
        for depth in range(2, self.max_depth + 1, 2):
            while low < high and self.can_reach(board, BLACK, low + 1, depth):
                low += 1
            while low < high and self.can_reach(board, WHITE, 1 - high, depth):
                high -= 1
            if low == high:
                return low
        raise NotSolved(f"black's margin is {low} to {high}; there is no closer proof within {self.max_depth} moves")

    def winner(self, board: Board) -> int | None:
        """The winner with the komi of the board's rules; None for a draw. Raises NotSolved."""
        komi = board.rules.komi
        beyond = {BLACK: int(np.floor(komi)) + 1, WHITE: int(np.floor(-komi)) + 1}  # the least margin that wins
        for depth in range(2, self.max_depth + 1, 2):
            for color in (BLACK, WHITE):
                if self.can_reach(board, color, beyond[color], depth):
                    return color
            if komi.is_integer() and all(
                self.can_reach(board, color, beyond[color] - 1, depth) for color in (BLACK, WHITE)
            ):
                return None
        raise NotSolved(f"there is no proof of a winner within {self.max_depth} moves")

    def winning_moves(self, board: Board) -> list[int]:
        """The moves (points of the region and PASS) that win for the side to play. Raises NotSolved."""
        color = board.to_play
        found = []
        for p in [*self._playable(board), PASS]:
            if board.is_legal(p):
                after = board.copy()
                after.play(p)
                if self.winner(after) == color:
                    found.append(p)
        return found
