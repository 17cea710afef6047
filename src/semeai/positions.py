"""Position files for `--position FILE`: text diagrams and SGF files."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from semeai.go.board import Board
from semeai.go.game import Game, Node
from semeai.go.rules import Rules
from semeai.sgf import read_game, replay
from semeai.shipped import shipped_position

MAX_BYTES = 10_000_000


@dataclass(frozen=True)
class Position:
    """Stones and the side to play. The path is not compared."""

    size: int
    stones: tuple[tuple[int, int], ...]
    """(point, color), ascending"""
    to_play: int
    path: Path = field(compare=False)

    def game(self, rules: Rules) -> Game:
        """A new game from this position under `rules`, on a board of its size and without handicap. Raises ValueError
        with the file."""
        try:
            return Game(replace(rules, size=self.size, handicap=0), Node(setup=dict(self.stones), to_play=self.to_play))
        except ValueError as error:
            raise ValueError(f"{self.path}: {error}") from None


def read_position(path: Path) -> Position:
    """The position in a file; for an SGF file, the one at the end of its main line.

    Raises OSError, or ValueError with the file.
    """
    board = read_board(path)
    return Position(board.size, tuple(sorted(board.stones.items())), board.to_play, path)


def read_board(path: Path) -> Board:
    """The position as a board, with the moves before it and the rules in the file, if it has them. Raises the same
    errors as `read_position`."""
    if not path.exists():
        path = shipped_position(path.as_posix()) or path
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"{path}: larger than {MAX_BYTES} bytes")
    try:
        if path.suffix.lower() != ".sgf" and not data.lstrip().startswith(b"("):
            return Board.from_diagram(data.decode())
        record = read_game(data)
        replay(record)
        return record.board
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
