"""Large patterns: the same in all orientations and for both colors, and their weights add up from the smallest on."""

import numpy as np
import pytest
from numpy.random import default_rng

from semeai.go.board import Board
from semeai.go.points import BLACK, EMPTY, WHITE, opponent, point, row_column
from semeai.go.rules import Rules
from semeai.players.search.large_kernel import (
    DISTANCES,
    LARGE,
    N_RINGS,
    SLOTS,
    enter_weights,
    large_keys,
    large_weight,
    look_at,
)
from semeai.players.search.priors_kernel import FAR, N_OFFSETS, offset

SIZE = 9
N_POINTS_WITHIN = {4: 12, 5: 20, 6: 28, 8: 48}  # without the point itself


def random_board(seed: int, size: int = SIZE) -> Board:
    rng = default_rng(seed)
    board = Board(Rules(size=size))
    for _ in range(int(rng.integers(10, 50))):
        board.play(int(rng.choice(board.legal_points())))
    return board


def keys(board: Board, p: int) -> list[int]:
    room, found = np.zeros(1, dtype=LARGE), np.zeros(N_RINGS, dtype=np.uint32)
    look_at(board.record, room[0])
    large_keys(np.uint16(p), room[0], found)
    return [int(key) for key in found]


def naive_pattern(board: Board, p: int, distance: int) -> frozenset[tuple[int, int, str]]:
    """The stones and edges within a distance of a point, seen by the side to play."""
    row, column = row_column(p)
    found = set()
    for y in range(row - distance, row + distance + 1):
        for x in range(column - distance, column + distance + 1):
            dy, dx = abs(y - row), abs(x - column)
            if not 0 < dy + dx + max(dy, dx) <= distance:
                continue
            is_inside = 1 <= y <= board.size and 1 <= x <= board.size
            color = board.stones.get(point(y, x), EMPTY) if is_inside else None
            if color != EMPTY:
                kind = "edge" if color is None else "own" if color == board.to_play else "other"
                found.add((y - row, x - column, kind))
    return frozenset(found)


def turn(pattern: frozenset[tuple[int, int, str]]) -> frozenset[tuple[int, int, str]]:
    return frozenset((-x, y, kind) for y, x, kind in pattern)


def mirror(pattern: frozenset[tuple[int, int, str]]) -> frozenset[tuple[int, int, str]]:
    return frozenset((x, y, kind) for y, x, kind in pattern)


def orientations(pattern: frozenset[tuple[int, int, str]]) -> set[frozenset[tuple[int, int, str]]]:
    found = set()
    for _ in range(4):
        pattern = turn(pattern)
        found |= {pattern, mirror(pattern)}
    return found


def test_two_patterns_have_the_same_key_if_they_are_the_same_when_turned_or_mirrored() -> None:
    seen: dict[tuple[int, int], set[frozenset[tuple[int, int, str]]]] = {}
    for seed in range(30):
        board = random_board(seed)
        for p in board.legal_points():
            for distance, key in zip(DISTANCES, keys(board, p), strict=True):
                same = orientations(naive_pattern(board, p, distance))
                assert seen.setdefault((distance, key), same) == same
    assert len(seen) > 1000


@pytest.mark.parametrize("distance", DISTANCES)
def test_patterns_have_the_size_of_their_distance(distance: int) -> None:
    board = Board(Rules(size=19))
    middle = point(10, 10)
    within = N_POINTS_WITHIN[distance]
    ring = DISTANCES.index(distance)
    empty = keys(board, middle)
    changed = 0
    for p in board.legal_points():
        if p != middle:
            changed += keys(Board(Rules(size=19), {p: WHITE}, BLACK), middle)[ring] != empty[ring]
    assert changed == within


def test_colors_are_seen_by_the_side_to_play() -> None:
    board = random_board(5)
    swapped = Board(
        Rules(size=SIZE), {p: opponent(color) for p, color in board.stones.items()}, opponent(board.to_play)
    )
    assert all(keys(board, p) == keys(swapped, p) for p in board.legal_points() if p in swapped.legal_points())


def test_weights_add_up_to_the_first_pattern_without_one() -> None:
    boards = [random_board(seed) for seed in range(8)]
    found = [keys(board, p) for board in boards for p in board.legal_points()]
    rng = default_rng(1)
    table = {key: float(rng.normal()) for row in found for key in row if rng.random() < 0.6}
    larges = np.zeros(1, dtype=LARGE)
    assert len(table) < SLOTS // 2
    enter_weights(larges, np.array(list(table), dtype=np.uint32), np.array(list(table.values()), dtype=np.float32))
    for board in boards:
        look_at(board.record, larges[0])
        for p in board.legal_points():
            expected = 0.0
            for key in keys(board, p):
                if key not in table:
                    break
                expected += table[key]
            assert large_weight(np.uint16(p), larges[0]) == pytest.approx(expected, abs=1e-5)


def test_offsets_are_the_same_in_all_orientations_and_different_otherwise() -> None:
    middle = point(10, 10)
    seen = {}
    for dy in range(-FAR, FAR + 1):
        for dx in range(-FAR, FAR + 1):
            number = offset(np.uint16(point(10 + dy, 10 + dx)), np.uint16(middle))
            shape = tuple(sorted((abs(dy), abs(dx))))
            assert seen.setdefault(shape, number) == number
    assert len(set(seen.values())) == len(seen) == N_OFFSETS - 1
    assert max(seen.values()) < N_OFFSETS
    assert 0 not in seen.values()
    assert offset(np.uint16(point(1, 1)), np.uint16(point(10, 10))) == 0
