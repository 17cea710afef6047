"""Position files: a text diagram or an SGF file, as `--position FILE` takes them."""

from dataclasses import replace
from pathlib import Path

from semeai.go.diagram import parse_diagram
from semeai.go.game import Game, Node
from semeai.go.rules import Rules
from semeai.sgf import read_game

MAX_BYTES = 10_000_000


def read_position(path: Path, rules: Rules) -> Game:
    """A new game under `rules` that starts from the position in `path`; the file decides the size of the board.

    An SGF file gives the position at the end of its main line. Raises OSError, or ValueError that names the file.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"{path}: larger than {MAX_BYTES} bytes")
    try:
        if data.lstrip().startswith(b"("):
            record = read_game(data)
            record.to_end()
            size, root = record.rules.size, Node(setup=record.board.stones, to_play=record.to_play)
        else:
            size, stones = parse_diagram(data.decode())
            root = Node(setup=stones)
        return Game(replace(rules, size=size, handicap=0), root)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
