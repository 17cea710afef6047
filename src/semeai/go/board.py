"""`Board`: a position with its history and its rules. The readable shell over `board_kernel`."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.go import board_kernel as kernel
from semeai.go.board_kernel import BLACK, BOARD, EMPTY, N_POINTS, PASS, WHITE
from semeai.go.diagram import draw_board, format_diagram, parse_diagram
from semeai.go.picture import draw_position
from semeai.go.points import COLOR_NAMES, is_on_board, opponent, transform, vertex
from semeai.go.rules import Repetition, Rules
from semeai.go.score import Score, score

_SUPERKO = {
    Repetition.KO: kernel.KO,
    Repetition.POSITIONAL: kernel.POSITIONAL,
    Repetition.SITUATIONAL: kernel.SITUATIONAL,
}
_REASONS = {
    kernel.LEGAL: None,
    kernel.OFF_BOARD: "is not on the board",
    kernel.OCCUPIED: "is occupied",
    kernel.FORBIDDEN_KO: "retakes a ko at once",
    kernel.FORBIDDEN_SUICIDE: "is suicide",
    kernel.FORBIDDEN_SUPERKO: "repeats an earlier position",
}


MAX_MOVES = 20_000  # 6 kB each: a hostile game record must not fill the memory
_NO_LIBERTY = "a chain of the position has no liberty"


class IllegalMove(ValueError):
    """A move that the rules forbid. The message names the move and the reason."""


class Board:
    """A position, its history and its rules.

    Moves are points (see `points`) or PASS. The board knows which moves are legal. `Game` knows when a game ends.
    """

    def __init__(
        self, rules: Rules | None = None, stones: Mapping[int, int] | None = None, to_play: int = BLACK
    ) -> None:
        """An empty board, or one with `stones` (point -> color). Raises ValueError for a chain without liberties."""
        self.rules = rules or Rules()
        self.moves: list[int] = []
        """the moves so far; a setup counts as a PASS"""
        self._setups: list[int] = []  # the number of moves after each setup among them
        # boards[i] is the position after i moves, keys[i] its superko key
        self._boards = np.zeros(16, dtype=BOARD)
        self._keys = np.zeros(16, dtype=np.uint64)
        superko = _SUPERKO[self.rules.repetition]
        colors = _grid(stones or {}, self.size)
        if not kernel.start(self._boards, self._keys, self.size, to_play, self.rules.suicide, superko, colors):
            raise ValueError(_NO_LIBERTY)

    @classmethod
    def from_diagram(cls, text: str, rules: Rules | None = None, to_play: int = BLACK) -> "Board":
        """The position of a diagram, of the size of `rules` if given. Raises DiagramError or ValueError."""
        size, stones = parse_diagram(text)
        rules = rules or Rules(size=size)
        if size != rules.size:
            raise ValueError(f"expected a diagram of {rules.size}x{rules.size}, found {size}x{size}")
        return cls(rules, stones, to_play)

    # -- the position ------------------------------------------------------------------------------------------------

    @property
    def record(self) -> np.record:
        """The current position as kernels see it. Changing it changes the board."""
        return self._boards[len(self.moves)]  # type: ignore[no-any-return]

    @property
    def keys(self) -> npt.NDArray[np.uint64]:
        """The superko keys of all positions so far, the current one last."""
        return self._keys[: len(self.moves) + 1]

    def _field(self, name: str) -> Any:
        return self._boards[name][len(self.moves)]

    @property
    def size(self) -> int:
        return self.rules.size

    @property
    def to_play(self) -> int:
        return int(self._field("to_play"))

    @property
    def ko(self) -> int:
        """The point that simple ko forbids now, or PASS."""
        return int(self._field("ko"))

    @property
    def n_passes(self) -> int:
        """The number of passes in a row before this position."""
        return int(self._field("n_passes"))

    @property
    def hash(self) -> int:
        """The Zobrist hash of the stones."""
        return int(self._field("hash"))

    @property
    def colors(self) -> npt.NDArray[np.uint8]:
        """The color at every point of the padded grid."""
        return self._field("color")  # type: ignore[no-any-return]

    @property
    def stones(self) -> dict[int, int]:
        """point -> color of the stones on the board."""
        return self._stones_after(len(self.moves))

    def _stones_after(self, n_moves: int) -> dict[int, int]:
        colors = self._boards["color"][n_moves]
        return {int(p): int(colors[p]) for p in np.flatnonzero((colors == BLACK) | (colors == WHITE))}

    def prisoners(self, color: int) -> int:
        """The number of stones of `color` that have been captured."""
        return int(self._field("prisoners")[color])

    def chain(self, p: int) -> frozenset[int]:
        """The points of the chain at `p`; empty if there is no stone."""
        if self.colors[p] not in (BLACK, WHITE):
            return frozenset()
        link = self._field("link")
        found = [p]
        while (q := int(link[found[-1]])) != p:
            found.append(q)
        return frozenset(found)

    def liberties(self, p: int) -> frozenset[int]:
        """The empty points next to the chain at `p`."""
        around = {q + step for q in self.chain(p) for step in (1, -1, kernel.STRIDE, -kernel.STRIDE)}
        return frozenset(q for q in around if self.colors[q] == EMPTY)

    def is_eye(self, p: int, color: int) -> bool:
        """True if a playout takes the empty point `p` for an eye of `color`."""
        return bool(kernel.eye_at(self._boards, len(self.moves), p, color))

    def score(self, dead: frozenset[int] = frozenset()) -> Score:
        """The score of the current position, with the stones on `dead` removed."""
        return score(self, dead)

    @property
    def trail(self) -> tuple[int, int, int]:
        """The last move, the move before it (PASS if there is none), and the number of stones played."""
        last, before = [PASS, PASS, *self.moves][:-3:-1]
        return last, before, len(self.moves) - self.moves.count(PASS)

    # -- moves -------------------------------------------------------------------------------------------------------

    def why_illegal(self, p: int) -> str | None:
        """The reason why the side to play may not play `p`, or None if it may."""
        if not 0 <= p < N_POINTS:
            return _REASONS[kernel.OFF_BOARD]
        return _REASONS[kernel.move_verdict(self._boards, self._keys, len(self.moves), p)]

    def is_legal(self, p: int) -> bool:
        """True if the side to play may play `p`."""
        return self.why_illegal(p) is None

    def legal_points(self) -> list[int]:
        """The legal moves of the side to play except PASS, ascending."""
        out = np.empty(N_POINTS, dtype=np.uint16)
        n = kernel.legal_points(self._boards, self._keys, len(self.moves), out)
        return out[:n].tolist()  # type: ignore[no-any-return]

    def play(self, p: int, color: int | None = None) -> None:
        """Play `p` for `color`, by default the side to play. Raises IllegalMove, and then changes nothing."""
        self._make_room()
        color = color or self.to_play
        on_grid = 0 <= p < N_POINTS
        verdict = kernel.step(self._boards, self._keys, len(self.moves), p, color) if on_grid else kernel.OFF_BOARD
        if verdict != kernel.LEGAL:
            where = vertex(p) if is_on_board(p, self.size) else f"point {p}"
            raise IllegalMove(f"{COLOR_NAMES[color]} {where} {_REASONS[verdict]}")
        self.moves.append(p)

    def set_up(self, stones: Mapping[int, int], to_play: int | None = None) -> None:
        """Place stones of any color, remove them (EMPTY) and set the side to play. This is not a move.

        `undo` reverts it. Raises ValueError and changes nothing for points off the board, or if a chain would be left
        without liberties.
        """
        self._make_room()
        colors = _grid({**self.stones, **stones}, self.size)
        if not kernel.set_up(self._boards, self._keys, len(self.moves), to_play or self.to_play, colors):
            raise ValueError(_NO_LIBERTY)
        self.moves.append(PASS)
        self._setups.append(len(self.moves))

    def undo(self) -> None:
        """Take back the last move or setup. Raises IndexError if there is none."""
        self.moves.pop()
        if self._setups and self._setups[-1] > len(self.moves):
            self._setups.pop()

    def past(self) -> tuple[dict[int, int], int, list[tuple[int, int]]]:
        """The way to this position: the stones at the start or after the last setup, the side to play at that time,
        and the moves since then as (color, point), including passes."""
        start, n = self._setups[-1] if self._setups else 0, len(self.moves)
        to_play: list[int] = self._boards["to_play"][start : n + 1].tolist()
        # A move was made by the opponent of the side to play after it. The side to play before it may differ.
        moves = [(opponent(after), p) for after, p in zip(to_play[1:], self.moves[start:], strict=True)]
        return self._stones_after(start), to_play[0], moves

    def copy(self) -> "Board":
        """An independent board with the same history."""
        twin = object.__new__(Board)
        twin.rules = self.rules
        twin.moves = self.moves.copy()
        twin._setups = self._setups.copy()
        n = len(self.moves) + 1
        twin._boards = self._boards[:n].copy()
        twin._keys = self._keys[:n].copy()
        return twin

    def transformed(self, symmetry: int) -> "Board":
        """This position, without its history, under one of the eight symmetries (see `points.transform`)."""
        stones = {transform(p, self.size, symmetry): c for p, c in self.stones.items()}
        board = Board(self.rules, stones, self.to_play)
        board._boards["ko"][0] = transform(self.ko, self.size, symmetry)
        board._boards["prisoners"][0] = self._field("prisoners")
        return board

    def _make_room(self) -> None:
        """Make room for one more position. Raises IllegalMove if the game has reached the maximum length."""
        n = len(self.moves) + 1
        if n > MAX_MOVES:
            raise IllegalMove(f"a game may have at most {MAX_MOVES} moves")
        if n == len(self._boards):
            self._boards, self._keys = _longer(self._boards), _longer(self._keys)

    # -- text --------------------------------------------------------------------------------------------------------

    def diagram(self) -> str:
        """The position as `from_diagram` reads it."""
        return format_diagram(self.size, self.stones)

    def __str__(self) -> str:
        return draw_board(self.size, self.stones, self.moves[-1] if self.moves else PASS)

    def _repr_svg_(self) -> str:
        return draw_position(self.size, self.stones, self.moves[-1] if self.moves else PASS)

    def __repr__(self) -> str:
        return f"<Board {self.size}x{self.size}, move {len(self.moves)}, {COLOR_NAMES[self.to_play]} to play>"


def _longer(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A copy with twice the room. The system provides the memory only when it is used."""
    longer = np.zeros(2 * len(array), dtype=array.dtype)
    longer[: len(array)] = array
    return longer


def _grid(stones: Mapping[int, int], size: int) -> npt.NDArray[np.uint8]:
    """The colors of `stones` by point. Raises ValueError."""
    colors = np.zeros(N_POINTS, dtype=np.uint8)
    for p, color in stones.items():
        if not is_on_board(p, size):
            raise ValueError(f"point {p} is not on the board")
        if color not in (EMPTY, BLACK, WHITE):
            raise ValueError(f"expected the number of a color, found {color}")
        colors[p] = color
    return colors
