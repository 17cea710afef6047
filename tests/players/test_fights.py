"""The problems from own games (`tests/mine.py`) are various and proven."""

from pathlib import Path

import pytest

from semeai.arena.suites import Question, read_suite
from semeai.go.points import vertex
from tests.conftest import needs_jit
from tests.players.tactics import Problem, prove

SUITE = Path(__file__).parents[1] / "regress" / "fights.sgf"
KINDS = {"endgame", "two liberties", "connection", "capture", "ko", "seki"}


def read() -> list[Problem]:
    """The questions of the suite as problems."""
    found = []
    for item in read_suite(SUITE):
        assert isinstance(item, Question)
        board = item.board
        right = " ".join(map(vertex, sorted(item.expected.moves)))
        found.append(Problem(item.source, "", board.to_play, board.rules.komi, right, "", board.diagram()))
    return found


def test_there_are_enough_of_every_kind() -> None:
    problems = read()
    assert len(problems) >= 60
    assert len({problem.diagram for problem in problems}) == len(problems)
    text = SUITE.read_text()
    assert text.count("expect: ") == sum(text.count(f"\n{kind}: ") for kind in KINDS) == len(problems)
    for kind in ("endgame", "two liberties", "connection"):
        assert text.count(f"\n{kind}: ") >= 10


CASES = [pytest.param(p, id=str(i), marks=[] if i % 20 == 0 else pytest.mark.slow) for i, p in enumerate(read())]


@needs_jit
@pytest.mark.parametrize("problem", CASES)
def test_right_moves_win_and_all_others_lose(problem: Problem) -> None:
    assert prove(problem) == []
