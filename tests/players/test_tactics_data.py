"""The tactical problems are what they say: well-formed, various, and proven."""

from dataclasses import replace

import pytest

from semeai.go.points import BLACK, parse_vertex
from tests.conftest import needs_jit
from tests.players.tactics import PROBLEMS, Problem, prove

CATEGORIES = "capture ladder net snapback nakade life semeai seki ko connect endgame".split()
BY_NAME = {problem.name: problem for problem in PROBLEMS}


def test_there_are_enough_of_every_kind() -> None:
    assert len(PROBLEMS) >= 40
    assert len(BY_NAME) == len(PROBLEMS)
    assert {problem.category for problem in PROBLEMS} == set(CATEGORIES)
    assert len({problem.diagram for problem in PROBLEMS}) == len(PROBLEMS)


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.name)
def test_right_moves_are_few_and_legal(problem: Problem) -> None:
    board = problem.board()
    right = problem.right.split()
    assert board.size == 9
    assert 1 <= len(set(right)) == len(right) <= 3
    assert all(board.is_legal(parse_vertex(move, 9)) for move in right)
    assert not float(problem.komi).is_integer()  # no draws


@needs_jit
@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.name)
def test_right_moves_win_and_all_others_lose(problem: Problem) -> None:
    assert prove(problem) == []


@needs_jit
@pytest.mark.parametrize(
    ("name", "right", "unproven"),
    [
        ("last ko", "", ["D5"]),  # a right move left out
        ("snapback", "D5 E5", ["E5"]),  # a wrong one called right
        ("double atari", "C4 E5 G4 pass", ["pass"]),
    ],
)
def test_a_false_claim_is_not_proven(name: str, right: str, unproven: list[str]) -> None:
    assert prove(replace(BY_NAME[name], right=right)) == unproven


@needs_jit
def test_a_wasted_move_is_not_a_pass() -> None:
    """Black loses by passing, for white passes too. After a move wasted at A5 or A9 white would have to play on."""
    race = Problem(
        "race",
        "semeai",
        BLACK,
        komi=-2.5,
        right="B1 B2 C3",
        why="one of white's liberties",
        diagram="""
            .XXXXOOO.
            XXXXXOOOO
            XXXXXOOOO
            XXXXXOOOO
            .XXXXOOO.
            XXXXXOOOO
            OO.OXOOOO
            O.XXOOOOO
            O.X.OOOOO
        """,
    )
    assert prove(race) == ["waste"]
