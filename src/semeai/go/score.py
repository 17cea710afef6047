"""Counting a position: area or territory, with or without dead stones."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from semeai.go.board_kernel import BLACK, EMPTY, N_POINTS, WHITE
from semeai.go.rules import Scoring
from semeai.go.score_kernel import owners

if TYPE_CHECKING:
    from semeai.go.board import Board


@dataclass(frozen=True)
class Score:
    """The points of both sides, including komi, and the owner of each point (EMPTY for neutral points)."""

    black: float
    white: float
    owner: npt.NDArray[np.uint8]

    @property
    def margin(self) -> float:
        """Black's points minus white's."""
        return self.black - self.white

    def __str__(self) -> str:
        return format_margin(self.margin)


def format_margin(margin: float) -> str:
    """Black's points minus white's in the form of SGF's RE: "B+3.5", "W+0.5", "0"."""
    if margin == 0:
        return "0"
    return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"


def score(board: "Board", dead: Iterable[int] = ()) -> Score:
    """Count `board` under its rules. The stones on the points `dead` are removed first and become prisoners.

    Without `dead` every stone is alive, as is usual in computer Go. Points of a region that touches both colors are
    neutral. Seki is not treated in any other way.
    """
    colors = board.colors
    is_dead = np.zeros(N_POINTS, dtype=np.uint8)
    for p in dead:
        if colors[p] not in (BLACK, WHITE):
            raise ValueError(f"expected a dead stone at point {p}, found no stone")
        is_dead[p] = 1
    owner = np.zeros(N_POINTS, dtype=np.uint8)
    owners(colors, board.size, is_dead, owner, np.zeros(N_POINTS, dtype=np.uint16))
    if board.rules.scoring is Scoring.AREA:
        black, white = int((owner == BLACK).sum()), int((owner == WHITE).sum())
    else:
        free = (colors == EMPTY) | (is_dead == 1)
        taken = {c: board.prisoners(c) + int(is_dead[colors == c].sum()) for c in (BLACK, WHITE)}
        black = int((free & (owner == BLACK)).sum()) + taken[WHITE]
        white = int((free & (owner == WHITE)).sum()) + taken[BLACK]
    return Score(float(black), white + board.rules.komi, owner)
