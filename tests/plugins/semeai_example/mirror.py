"""A player: answers each move at the point opposite, through the center of the board."""

from dataclasses import dataclass

import semeai
from semeai.go.points import PASS, point, row_column


class Mirror(semeai.Player):
    """Plays opposite to the opponent's last move; anywhere else where that is not possible."""

    @dataclass(frozen=True)
    class Params:
        passes: bool = True
        """pass after a pass of the opponent"""

    def __init__(self, params: Params) -> None:
        self._params = params

    def choose(self, board: semeai.Board) -> int:
        legal = board.legal_points()
        if board.moves:
            last = board.moves[-1]
            if last == PASS and self._params.passes:
                return PASS
            if last != PASS:
                row, column = row_column(last)
                opposite = point(board.size + 1 - row, board.size + 1 - column)
                if opposite in legal:
                    return opposite
        return legal[0] if legal else PASS
