"""Slow, obvious versions of what the kernels do. Nothing here is shared with the product but the meaning of the words.

A board is a list of colors, row by row from the bottom; a point is an index into it.
"""

from functools import cache

EMPTY, BLACK, WHITE = 0, 1, 2


@cache
def neighbors(size: int) -> list[list[int]]:
    """The points next to each point."""
    around = []
    for row in range(size):
        for column in range(size):
            near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
            around.append([r * size + c for r, c in near if 0 <= r < size and 0 <= c < size])
    return around


def group(board: list[int], start: int, size: int) -> set[int]:
    """The points of the same color that are connected to `start`."""
    found, todo = {start}, [start]
    while todo:
        for q in neighbors(size)[todo.pop()]:
            if q not in found and board[q] == board[start]:
                found.add(q)
                todo.append(q)
    return found


def liberties(board: list[int], start: int, size: int) -> set[int]:
    """The empty points next to the group at `start`."""
    return {q for p in group(board, start, size) for q in neighbors(size)[p] if board[q] == EMPTY}


def has_liberty(board: list[int], start: int, size: int) -> bool:
    """Whether the group at `start` has a liberty: `bool(liberties(...))`, stopping at the first."""
    found, todo = {start}, [start]
    while todo:
        for q in neighbors(size)[todo.pop()]:
            if board[q] == EMPTY:
                return True
            if q not in found and board[q] == board[start]:
                found.add(q)
                todo.append(q)
    return False


class Referee:
    """The rules, read aloud. `repetition` is "ko", "positional" or "situational"."""

    def __init__(self, size: int, repetition: str, suicide: bool) -> None:
        self.size, self.repetition, self.suicide = size, repetition, suicide
        self.board = [EMPTY] * (size * size)
        self.to_play = BLACK
        self.captured = {BLACK: 0, WHITE: 0}
        self.ko: int | None = None
        self.last_captured: list[int] = []
        self.history = {self.situation(self.board, BLACK)}

    def situation(self, board: list[int], to_play: int) -> tuple[bytes, int]:
        """What may not come back."""
        return bytes(board), to_play if self.repetition == "situational" else 0

    def try_move(self, p: int) -> tuple[list[int], list[int]] | str:
        """The board and the captured points after a move, or the name of the rule it breaks."""
        color, other = self.to_play, 3 - self.to_play
        if self.board[p] != EMPTY:
            return "occupied"
        if self.repetition == "ko" and p == self.ko:
            return "ko"
        board = self.board.copy()
        board[p] = color
        captured: list[int] = []
        for q in neighbors(self.size)[p]:
            if board[q] == other and not has_liberty(board, q, self.size):
                gone = group(board, q, self.size)
                captured += gone
                for g in gone:
                    board[g] = EMPTY
        if not has_liberty(board, p, self.size):
            if not self.suicide:
                return "suicide"
            gone = group(board, p, self.size)
            captured += gone
            for g in gone:
                board[g] = EMPTY
        if self.repetition != "ko" and self.situation(board, other) in self.history:
            return "repetition"
        return board, captured

    def play(self, p: int | None) -> str | None:
        """Play (None passes); returns the rule the move breaks, in which case nothing changes."""
        color, other = self.to_play, 3 - self.to_play
        if p is None:
            self.ko = None
        else:
            after = self.try_move(p)
            if isinstance(after, str):
                return after
            board, captured = after
            for q in captured:
                self.captured[self.board[q] or color] += 1
            # Simple ko: one stone took one stone and could be taken back at once by the same means.
            is_ko = (
                len(captured) == 1
                and board[p] == color
                and group(board, p, self.size) == {p}
                and liberties(board, p, self.size) == set(captured)
            )
            self.ko = captured[0] if is_ko else None
            self.board = board
            self.last_captured = captured or self.last_captured
        self.to_play = other
        self.history.add(self.situation(self.board, other))
        return None

    def legal(self) -> set[int]:
        """All legal points."""
        return {p for p in range(self.size**2) if not isinstance(self.try_move(p), str)}

    def score(self, dead: frozenset[int] = frozenset()) -> dict[str, int]:
        """Black minus white without komi, by "area" and by "territory"."""
        board = [EMPTY if p in dead else color for p, color in enumerate(self.board)]
        taken = {c: self.captured[c] + sum(self.board[p] == c for p in dead) for c in (BLACK, WHITE)}
        territory = {BLACK: 0, WHITE: 0}
        seen: set[int] = set()
        for p in range(self.size**2):
            if board[p] == EMPTY and p not in seen:
                region = group(board, p, self.size)
                seen |= region
                touches = {board[q] for r in region for q in neighbors(self.size)[r]} - {EMPTY}
                if len(touches) == 1:
                    territory[touches.pop()] += len(region)
        stones = {c: board.count(c) for c in (BLACK, WHITE)}
        return {
            "area": stones[BLACK] + territory[BLACK] - stones[WHITE] - territory[WHITE],
            "territory": territory[BLACK] + taken[WHITE] - territory[WHITE] - taken[BLACK],
        }
