"""3x3 patterns: the table against the pictures held up in all orientations, and what stands around a point."""

import random
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest

from semeai.go.board import Board
from semeai.go.patterns import PICTURES, pattern_table
from semeai.go.patterns_kernel import N_PATTERNS, NEIGHBORS, pattern_at
from semeai.go.points import BLACK, EMPTY, PASS, WHITE, opponent, parse_vertex, points, transform, vertex
from semeai.go.rules import Rules
from tests.conftest import scaled

LETTERS = np.array([".", "X", "O", "#"])  # by color
SWAPPED = str.maketrans("XOxo", "OXox")


def squares() -> npt.NDArray[np.str_]:
    """What each number stands for: 3x3 letters, the top row first, the middle empty."""
    found = np.full((N_PATTERNS, 3, 3), ".")
    for i, (row, column) in enumerate(NEIGHBORS):
        found[:, 1 - row, 1 + column] = LETTERS[np.arange(N_PATTERNS) >> 2 * i & 3]
    return found


def fits(letters: npt.NDArray[np.str_], cell: str) -> npt.NDArray[np.bool_]:
    if cell == "?":
        return np.ones(len(letters), dtype=bool)
    return letters != cell.upper() if cell in "xo" else letters == cell


def test_the_table_is_the_pictures_in_all_orientations_and_colors() -> None:
    found = squares()
    expected = np.zeros(N_PATTERNS, dtype=bool)
    rows = [line.split() for line in PICTURES.strip().splitlines()]
    assert [len(row) for row in rows] == [13, 13, 13]
    for picture, n_turns, is_mirrored, is_swapped in product(zip(*rows, strict=True), range(4), *[(False, True)] * 2):
        cells = np.array([list(row.translate(SWAPPED) if is_swapped else row) for row in picture])
        cells = np.rot90(cells.T if is_mirrored else cells, n_turns)
        places = product(range(3), range(3))
        expected |= np.all([fits(found[:, r, c], cells[r, c]) for r, c in places], axis=0)
    assert np.array_equal(pattern_table(), expected)


def test_around_a_point() -> None:
    rng = random.Random(1)
    found = squares()
    for _ in range(scaled(300, 20)):
        size = rng.choice([2, 3, 5, 9])
        board = Board(Rules(size=size))
        for _ in range(rng.randrange(size**2)):
            board.play(rng.choice(board.legal_points() or [PASS]))
        swapped = Board(board.rules, {p: opponent(c) for p, c in board.stones.items()}, to_play=opponent(board.to_play))
        for p in (p for p in points(size) if board.colors[p] == EMPTY):
            seen = ["".join(LETTERS[board.colors[p + 20 * row - 1 : p + 20 * row + 2]]) for row in (1, 0, -1)]
            if board.to_play == WHITE:
                seen = [row.translate(SWAPPED) for row in seen]
            code = int(pattern_at(board.record, np.uint16(p)))
            assert ["".join(row) for row in found[code]] == seen, f"{board}\n{vertex(p)}"
            assert pattern_at(swapped.record, np.uint16(p)) == code


@pytest.mark.parametrize(
    ("diagram", "where"),
    [
        ("..... ..... ..... ..... .....", ""),
        ("..... ..... .XO.. ..... .....", "B2 B4 C2 C4"),  # hane, both ways
        ("..... .XO.. .O... ..... .....", "A3 A4 B5 C3 C5"),  # cuts, and hane at the edge
        ("..... ..... ..... .OX.. .....", "B1 C1 B3 C3"),  # at the edge too
    ],
)
def test_by_hand(diagram: str, where: str) -> None:
    board = Board.from_diagram("\n".join(diagram.split()))
    for symmetry, color in product(range(8), (BLACK, WHITE)):
        turned = Board(board.rules, board.transformed(symmetry).stones, color)
        matching = {p for p in points(5) if p not in turned.stones and pattern_table()[pattern_at(turned.record, p)]}
        assert matching == {transform(parse_vertex(v, 5), 5, symmetry) for v in where.split()}
