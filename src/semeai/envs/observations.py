"""Observations and actions of the environment, and PettingZoo policies as players.

Actions number the points row by row from the upper left corner; the last one is a pass. An observation has 17 planes
as in PettingZoo's `go_v5`: the stones of the agent and of its opponent after each of the last eight moves, the
last one first, and a plane of ones for white.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.go.board import Board
from semeai.go.player import Player
from semeai.go.points import BLACK, PASS, WHITE, opponent, point, row_column

N_HISTORY = 8
N_PLANES = 2 * N_HISTORY + 1
Policy = Callable[[dict[str, npt.NDArray[Any]], str], int]
"""a function of the observation and the name of the agent that returns an action"""


def to_action(p: int, size: int) -> int:
    """Return the action of a point or PASS."""
    if p == PASS:
        return size * size
    row, column = row_column(p)
    return (size - row) * size + column - 1


def from_action(action: int, size: int) -> int:
    """Return the point of an action, or PASS. Raises ValueError for a number that is not an action."""
    if not 0 <= action <= size * size:
        raise ValueError(f"an action must be 0 to {size * size}, not {action}")
    if action == size * size:
        return PASS
    row, column = divmod(action, size)
    return point(size - row, column + 1)


def observe(board: Board, color: int, is_over: bool = False) -> dict[str, npt.NDArray[Any]]:
    """Return the planes for `color`, and the mask of legal actions, which is empty if it is not its turn."""
    size = board.size
    planes = np.zeros((size, size, N_PLANES), dtype=bool)
    past = board.copy()
    for k in range(N_HISTORY):
        for p, owner in past.stones.items():
            row, column = divmod(to_action(p, size), size)
            planes[row, column, 2 * k + (owner == opponent(color))] = True
        if not past.moves:
            break
        past.undo()
    planes[:, :, -1] = color == WHITE
    mask = np.zeros(size * size + 1, dtype=np.int8)
    if board.to_play == color and not is_over:
        mask[[to_action(p, size) for p in board.legal_points()]] = 1
        mask[-1] = 1
    return {"observation": planes, "action_mask": mask}


class PolicyPlayer(Player):
    """A PettingZoo policy as a player, for matches, tournaments and ladders."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def choose(self, board: Board) -> int:
        agent = "black_0" if board.to_play == BLACK else "white_0"
        return from_action(int(self._policy(observe(board, board.to_play), agent)), board.size)
