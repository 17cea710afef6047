"""Position files: a text diagram or an SGF file, as `--position FILE` takes them."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from semeai.go.diagram import parse_diagram
from semeai.go.game import Game, Node
from semeai.go.points import BLACK
from semeai.go.rules import Rules
from semeai.sgf import read_game

MAX_BYTES = 10_000_000


@dataclass(frozen=True)
class Position:
    """Stones and who is to play. Where it was read from does not matter to what it is."""

    size: int
    stones: tuple[tuple[int, int], ...]
    """(point, color), ascending"""
    to_play: int
    path: Path = field(compare=False)

    def game(self, rules: Rules) -> Game:
        """A new game from here under `rules`, on a board of its size and without handicap. Raises ValueError that names
        the file."""
        try:
            return Game(replace(rules, size=self.size, handicap=0), Node(setup=dict(self.stones), to_play=self.to_play))
        except ValueError as error:
            raise ValueError(f"{self.path}: {error}") from None


def read_position(path: Path) -> Position:
    """The position in a file; an SGF file gives the one at the end of its main line.

    Raises OSError, or ValueError that names the file.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"{path}: larger than {MAX_BYTES} bytes")
    try:
        if data.lstrip().startswith(b"("):
            record = read_game(data)
            record.to_end()
            size, stones, to_play = record.rules.size, record.board.stones, record.to_play
        else:
            size, stones = parse_diagram(data.decode())
            to_play = BLACK
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return Position(size, tuple(sorted(stones.items())), to_play, path)
