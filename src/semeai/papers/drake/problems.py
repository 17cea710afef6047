"""Problems besides the paper's two positions: eye shapes to kill or save, races and cuts, all on 9x9.

Each is a file of the folder `problems`: a diagram below a description. The rules are drake's. The named winners are all
first moves that win, and the tests prove it. Every problem has sixteen variants by symmetry and swapped colors.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from semeai.go.board import Board
from semeai.go.points import opponent, parse_color, parse_vertex, transform, vertex
from semeai.go.rules import Rules

FOLDER = Path(__file__).with_name("problems")
N_SYMMETRIES = 8
_HEADERS = ("kind", "to_play", "komi", "winners")
_HEADER = re.compile(r"# (\w+): (.+)")


@dataclass(frozen=True)
class ProvenProblem:
    """A position in which the result depends on the next move."""

    name: str
    kind: str
    """the subject: an eye shape, "semeai", "cut" or "connection\""""
    path: Path
    """the file, which is also a position file"""
    to_play: int
    komi: float
    winners: tuple[str, ...]
    """all first moves that win, as vertices in lower case"""

    def board(self) -> Board:
        """The position. Raises OSError or ValueError."""
        text = self.path.read_text(encoding="utf-8")
        return Board.from_diagram(text, Rules.preset("drake", komi=self.komi), self.to_play)


@dataclass(frozen=True)
class Variant:
    """A variant of a problem by symmetry and colors."""

    symmetry: int
    """the symmetry, as in `points.transform`"""
    swapped: bool
    """True if black and white are swapped, and komi with them"""
    board: Board
    winners: tuple[str, ...]


def load_problems() -> tuple[ProvenProblem, ...]:
    """All problems, by name. Raises OSError, or ValueError with the file."""
    return tuple(read_problem(path) for path in sorted(FOLDER.glob("*.txt")))


def read_problem(path: Path) -> ProvenProblem:
    """The problem in a file. Raises OSError, or ValueError with the file."""
    try:
        headers = _read_headers(path.read_text(encoding="utf-8"))
        problem = ProvenProblem(
            name=path.stem,
            kind=headers["kind"],
            path=path,
            to_play=parse_color(headers["to_play"]),
            komi=float(headers["komi"]),
            winners=tuple(headers["winners"].split()),
        )
        board = problem.board()
        for winner in problem.winners:
            if winner != winner.lower() or not board.is_legal(parse_vertex(winner, board.size)):
                raise ValueError(f"expected winners as legal moves in lower case, found {winner}")
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return problem


def _read_headers(text: str) -> dict[str, str]:
    """Read the comments of a problem file, by header. Raises ValueError unless each header occurs once."""
    found = [match.groups() for line in text.splitlines() if (match := _HEADER.fullmatch(line))]
    for header in _HEADERS:
        n = sum(name == header for name, _ in found)
        if n != 1:
            raise ValueError(f"{n} lines start with '# {header}: ', not one")
    return {name: value.strip() for name, value in found}


def variants(problem: ProvenProblem) -> Iterator[Variant]:
    """The problem in all eight symmetries, each with original and swapped colors."""
    board = problem.board()
    exchanged = Board(
        replace(board.rules, komi=-board.rules.komi),
        {p: opponent(color) for p, color in board.stones.items()},
        opponent(board.to_play),
    )
    winners = [parse_vertex(winner, board.size) for winner in problem.winners]
    for swapped, seen in ((False, board), (True, exchanged)):
        for symmetry in range(N_SYMMETRIES):
            images = (transform(p, board.size, symmetry) for p in winners)
            yield Variant(symmetry, swapped, seen.transformed(symmetry), tuple(vertex(p).lower() for p in images))
