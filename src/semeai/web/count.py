"""The count of a finished game: the points of each side, item by item, and their sum."""

from dataclasses import dataclass

from semeai.go.board import Board
from semeai.go.points import BLACK, EMPTY, WHITE, opponent, points
from semeai.go.rules import Scoring


@dataclass(frozen=True)
class Count:
    """The points of one side."""

    items: tuple[tuple[str, float], ...]
    """name and number of points of each item; items of 0 are left out"""

    @property
    def total(self) -> float:
        return sum(n for _, n in self.items)

    def __str__(self) -> str:
        parts = " + ".join(f"{n:g} {name}" for name, n in self.items) or "0"
        return f"{parts} = {self.total:g}" if len(self.items) > 1 else parts


def count(board: Board, dead: frozenset[int]) -> dict[int, Count]:
    """The points of both sides by color, under the rules of the board, with dead stones removed."""
    owner, colors = board.score(dead).owner, board.colors
    counts = {}
    for color in (BLACK, WHITE):
        owned = [p for p in points(board.size) if owner[p] == color]
        is_own = [colors[p] == color and p not in dead for p in owned]
        items = {"territory": float(len(owned) - sum(is_own))}
        if board.rules.scoring is Scoring.AREA:
            items = {"stones": float(sum(is_own))} | items
        else:
            other = opponent(color)
            items["prisoners"] = float(board.prisoners(other))
            items["dead stones"] = float(sum(colors[p] == other for p in dead if colors[p] != EMPTY))
        if color == WHITE:
            items["komi"] = board.rules.komi
        counts[color] = Count(tuple((name, n) for name, n in items.items() if n))
    return counts
