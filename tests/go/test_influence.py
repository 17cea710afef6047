"""Influence maps: the printed numbers, the same by a slow and obvious version, and what must hold of any map."""

import random

import numpy as np
import pytest

from semeai.go.board import Board
from semeai.go.influence import (
    AREA,
    MOST_STEPS,
    MOYO,
    TERRITORY,
    Influence,
    InfluenceError,
    draw_influence,
    influence_map,
    parse_influence,
)
from semeai.go.influence_kernel import MAP, counts, fill
from semeai.go.points import BLACK, PASS, WHITE, opponent, point, points, row_column, transform
from semeai.go.rules import Rules
from tests.conftest import needs_jit, scaled

SIGN = {BLACK: 1, WHITE: -1}


def naive_map(board: Board, which: Influence) -> dict[int, int]:
    """The map by point, as the definition says it."""
    near = {}
    for p in points(board.size):
        row, column = row_column(p)
        around = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        near[p] = [point(r, c) for r, c in around if 1 <= r <= board.size and 1 <= c <= board.size]
    values = {p: 128 * SIGN.get(board.stones.get(p, 0), 0) for p in near}
    for _ in range(which.dilations):
        old = values.copy()
        for p, v in old.items():
            n_black, n_white = sum(old[q] > 0 for q in near[p]), sum(old[q] < 0 for q in near[p])
            if v >= 0 and n_white == 0:
                values[p] += n_black
            if v <= 0 and n_black == 0:
                values[p] -= n_white
    for _ in range(which.erosions):
        old = values.copy()
        for p, v in old.items():
            if v > 0:
                values[p] = max(0, v - sum(old[q] <= 0 for q in near[p]))
            if v < 0:
                values[p] = min(0, v + sum(old[q] >= 0 for q in near[p]))
    return values


def random_board(size: int, rng: random.Random) -> Board:
    board = Board(Rules(size=size))
    for _ in range(rng.randrange(min(size * size, scaled(361, 12)))):
        board.play(rng.choice(board.legal_points() or [PASS]))
    return board


def random_kind(rng: random.Random) -> Influence:
    classics = [TERRITORY, MOYO, AREA][: scaled(3, 0)]
    return rng.choice([*classics, Influence(rng.randrange(scaled(9, 3)), rng.randrange(scaled(60, 4)))])


def test_the_numbers_of_the_notes() -> None:
    board = Board(Rules(size=9), {point(3, 3): BLACK, point(7, 7): WHITE})
    values = influence_map(board, TERRITORY)
    corner = [[4, 7, 0], [7, 12, 10], [0, 10, 134]]
    expected = dict.fromkeys(points(9), 0)
    for row in range(3):
        for column in range(3):
            expected[point(1 + row, 1 + column)] = corner[row][column]
            expected[point(9 - row, 9 - column)] = -corner[row][column]
    assert {p: values[p] for p in points(9)} == expected


@pytest.mark.parametrize("n", range(1, 6))
def test_a_lone_stone_gets_back_to_what_it_was(n: int) -> None:
    stone = point(6, 6)
    values = influence_map(Board(Rules(size=11), {stone: WHITE}), Influence(n, 1 + n * (n - 1)))
    assert {p: v for p, v in enumerate(values) if v} == {stone: -128}


@pytest.mark.parametrize("size", range(2, 20))
def test_against_the_slow_version(size: int) -> None:
    rng = random.Random(size)
    for _ in range(scaled(20, 1)):
        board, which = random_board(size, rng), random_kind(rng)
        expected = np.zeros(421, dtype=int)
        for p, v in naive_map(board, which).items():
            expected[p] = v
        np.testing.assert_array_equal(influence_map(board, which), expected, f"{which}\n{board}")


def test_a_map_that_has_served_another_board() -> None:
    """Playouts fill one map again and again."""
    rng = random.Random(1)
    m = np.zeros(1, dtype=MAP)[0]
    m.dilations, m.erosions = 4, 3
    for _ in range(scaled(60, 4)):
        board = random_board(rng.choice([3, 5, 9]), rng)
        fill(board.record, m)
        fresh = influence_map(board, Influence(4, 3))
        assert [m.value[p] for p in points(board.size)] == [fresh[p] for p in points(board.size)]
        assert counts(board.record, m) == ((fresh > 0).sum(), (fresh < 0).sum())


def test_symmetries_and_colors() -> None:
    rng = random.Random(2)
    for _ in range(scaled(30, 1)):
        board, which = random_board(7, rng), random_kind(rng)
        values = influence_map(board, which)
        other = influence_map(Board(board.rules, {p: opponent(c) for p, c in board.stones.items()}), which)
        np.testing.assert_array_equal(other, -values)
        for symmetry in range(8):
            turned = influence_map(board.transformed(symmetry), which)
            assert all(turned[transform(p, 7, symmetry)] == values[p] for p in points(7))


@needs_jit
def test_the_largest_values_fit() -> None:
    stones = {p: BLACK for p in points(3) if p != point(1, 1)}
    values = influence_map(Board(Rules(size=3), stones), Influence(MOST_STEPS, 0))
    assert values[point(2, 2)] == 128 + 4 * MOST_STEPS


def test_the_board_stays_as_it_is() -> None:
    board = random_board(9, random.Random(3))
    before = board.record.tobytes()
    influence_map(board)
    assert board.record.tobytes() == before


# -- as text -----------------------------------------------------------------------------------------------------------


def test_names() -> None:
    assert [str(which) for which in (TERRITORY, MOYO, AREA)] == ["5/21", "5/10", "4/0"]
    for text in ("5/21", "0/0", "3/7", f"{MOST_STEPS}/{MOST_STEPS}"):
        assert str(parse_influence(text)) == text


@pytest.mark.parametrize(
    "text", ["", "5", "5/", "/21", "5/21/3", "5 21", "-1/0", "a/b", "\u0665/\u0662", "9" * 50 + "/1"]
)
def test_what_names_no_map(text: str) -> None:
    with pytest.raises(InfluenceError, match="expected a map as dilations/erosions, such as 5/21, found "):
        parse_influence(text)


def test_too_many_steps() -> None:
    for text in ("1001/0", "0/1001"):
        with pytest.raises(InfluenceError, match=f"expected 0 to 1000 dilations and erosions, found {text}"):
            parse_influence(text)


def test_drawing() -> None:
    board = Board(Rules(size=9))
    board.play(point(3, 3))
    board.play(point(7, 7))
    assert draw_influence(board, TERRITORY).splitlines() == [
        "   A B C D E F G H J",
        " 9 . . . . . . . w w 9",
        " 8 . . . . . . w w w 8",
        " 7 . . + . . .(o)w . 7",
        " 6 . . . . . . . . . 6",
        " 5 . . . . + . . . . 5",
        " 4 . . . . . . . . . 4",
        " 3 . b # . . . + . . 3",
        " 2 b b b . . . . . . 2",
        " 1 b b . . . . . . . 1",
        "   A B C D E F G H J",
    ]
