"""Unconditional life, by hand and against what happens when the owner passes forever."""

import random

import numpy as np
import pytest

from semeai.go.benson_kernel import WORK, safe_area
from semeai.go.board import Board
from semeai.go.points import BLACK, PASS, WHITE, points, vertex
from semeai.go.rules import Rules
from tests.conftest import scaled


def safe(board: Board, color: int) -> set[int]:
    work = np.zeros(1, dtype=WORK)
    n = safe_area(board.record, color, work[0])
    marked = {p for p in points(board.size) if work[0].safe[p]} if n else set()
    assert len(marked) == n
    return marked


@pytest.mark.parametrize(
    ("diagram", "expected"),
    [
        (".X.X. XXXX. ..... ..... .....", "A5 B5 C5 D5 A4 B4 C4 D4"),  # two eyes in the corner
        (".XX.. XXX.. ..... ..... .....", ""),  # one eye
        (".X.X. XXX.. ..... ..... .....", ""),  # the second eye is open below
        (".X.OX XXXXX ..... ..... .....", "A5 B5 C5 D5 E5 A4 B4 C4 D4 E4"),  # a dead stone in the second eye
        ("X.XO. .XXO. XXOO. OOO.. .....", "A5 B5 C5 A4 B4 C4 A3 B3"),  # two eyes that look false, shared by two chains
        ("X.XO. .XXO. XOOO. OOO.. .....", ""),  # the same with one of them broken
    ],
)
def test_by_hand(diagram: str, expected: str) -> None:
    board = Board.from_diagram("\n".join(diagram.split()), Rules(size=5))
    assert {vertex(p) for p in safe(board, BLACK)} == set(expected.split())


def test_safe_stones_survive_an_owner_who_passes_forever() -> None:
    rng = random.Random(5)
    n_safe = 0
    for _ in range(scaled(200, 5)):
        board = Board(Rules(size=5, repetition="ko"))
        for _ in range(rng.randrange(20, 60)):
            board.play(rng.choice(board.legal_points() or [PASS]))
        for color in (BLACK, WHITE):
            stones = {p for p in safe(board, color) if board.colors[p] == color}
            n_safe += len(stones)
            attack = board.copy()
            for _ in range(80):
                if attack.to_play == color:
                    attack.play(PASS)
                    continue
                attack.play(rng.choice(attack.legal_points() or [PASS]))
            assert all(attack.colors[p] == color for p in stones)
    assert n_safe > scaled(300, -1)
