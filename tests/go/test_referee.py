"""The kernel against a slow, obvious referee: legality, captures, ko and superko, both scores, on every size."""

import random
from collections import Counter
from itertools import product

import pytest

from semeai.go.board import Board
from semeai.go.points import BLACK, PASS, WHITE, point, row_column
from semeai.go.rules import Rules
from tests.conftest import JIT, SLOW, scaled
from tests.naive import Referee

RULES = list(product(("ko", "positional", "situational"), (False, True)))


def to_point(p: int, size: int) -> int:
    return point(p // size + 1, p % size + 1)


def to_index(p: int, size: int) -> int:
    row, column = row_column(p)
    return (row - 1) * size + column - 1


def compare(board: Board, referee: Referee) -> None:
    """Everything that both know of a position."""
    size = referee.size
    assert [board.colors[to_point(p, size)] for p in range(size**2)] == referee.board
    assert board.to_play == referee.to_play


@pytest.mark.parametrize("n_moves", [scaled(20_000, 400), pytest.param(100_000, marks=SLOW)])
@pytest.mark.parametrize("size", range(2, 20))
def test_kernel_agrees_with_the_referee(size: int, n_moves: int) -> None:
    rng = random.Random(size)
    n_expected = n_moves // 20_000
    refused: Counter[str] = Counter()
    n_games = 0
    while n_moves > 0:
        repetition, suicide = RULES[n_games % len(RULES)]
        n_games += 1
        rules = {kind: Rules(size, 0, kind, repetition, suicide) for kind in ("area", "territory")}
        board = Board(rules["area"])
        referee = Referee(size, repetition, suicide)
        for _ in range(rng.randrange(5 * size * size + 20)):
            move = None if rng.random() < 0.02 else rng.randrange(size * size)
            if referee.last_captured and rng.random() < 0.1:  # where ko and superko happen
                move = rng.choice(referee.last_captured)
            broken = referee.play(move)
            p = PASS if move is None else to_point(move, size)
            assert board.is_legal(p) == (broken is None), (board, broken)
            if broken:
                refused[broken] += 1
                continue
            board.play(p)
            n_moves -= 1
            assert board.prisoners(BLACK) == referee.captured[BLACK]
            assert board.prisoners(WHITE) == referee.captured[WHITE]
            if rng.random() < 2 / (size * size):
                assert {to_index(q, size) for q in board.legal_points()} == referee.legal()
        compare(board, referee)
        stones = [p for p in range(size**2) if referee.board[p]]
        for dead in (frozenset(), frozenset(rng.sample(stones, len(stones) // 5))):
            naive = referee.score(dead)
            for kind, its_rules in rules.items():
                board.rules = its_rules
                assert board.score(frozenset(to_point(p, size) for p in dead)).margin == naive[kind]
        board.rules = rules["area"]
        for _ in range(rng.randrange(len(board.moves) + 1)):
            board.undo()
        again = Board(rules["area"])
        for p in board.moves:
            again.play(p)
        assert again.hash == board.hash
        assert again.diagram() == board.diagram()
    if JIT:  # enough moves to have met every rule (2x2 has no ko)
        met = {rule for rule, count in refused.items() if count >= n_expected}
        assert met >= {"occupied", "suicide", "repetition"} | ({"ko"} if size > 2 else set()), refused
