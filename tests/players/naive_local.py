"""`local`, read aloud: what stands around a move is counted, and then what its chain has left once it is played."""

from collections.abc import Mapping

from semeai.go.board import Board
from semeai.go.points import is_on_board, opponent, point, row_column


def features(board: Board, p: int) -> dict[str, int]:
    """What counts at the legal move `p`."""
    row, column = row_column(p)
    size, me, enemy = board.size, board.to_play, opponent(board.to_play)
    colors = board.colors
    line = min(row, column, size + 1 - row, size + 1 - column)
    near = [point(row, column + 1), point(row, column - 1), point(row + 1, column), point(row - 1, column)]
    diagonal = [point(row + y, column + x) for y in (1, -1) for x in (1, -1)]

    def stones(points: list[int], color: int) -> list[int]:
        return [q for q in points if is_on_board(q, size) and colors[q] == color]

    def chains(color: int, n_liberties: int) -> int:
        found = {board.chain(q) for q in stones(near, color)}
        return sum(len(board.liberties(min(chain))) == n_liberties for chain in found)

    counts = {
        "line_1": line == 1,
        "line_2": line == 2,
        "line_3": line == 3,
        "own": len(stones(near, me)),
        "enemy": len(stones(near, enemy)),
        "own_diagonal": len(stones(diagonal, me)),
        "enemy_diagonal": len(stones(diagonal, enemy)),
        "capture": chains(enemy, 1),
        "rescue": chains(me, 1),
        "atari": chains(enemy, 2),
    }
    board.play(p)
    counts["self_atari"] = len(board.liberties(p)) < 2
    board.undo()
    return counts


def values(board: Board, weights: Mapping[str, float]) -> dict[int, float]:
    """What each move is worth that is legal and fills no own eye."""
    found = {}
    for p in board.legal_points():
        if not board.is_eye(p, board.to_play):
            counts = features(board, p)
            found[p] = sum(weights.get(name, 0) * count for name, count in counts.items())
    return found
