"""Stages: what candidates are rated by in each generation, and how they are written."""

from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semeai.go.rules import Rules
from semeai.players.local import FEATURES
from semeai.problems.games import GoProblem, Stage, read_stage
from semeai.rng import seeds

STAGES = (Stage(2, ("random",)), Stage(3, ("wally", "random"), handicap=2))
PROBLEM = GoProblem(rules=Rules(size=7), n_games=4, stages=STAGES)
PLAIN = replace(PROBLEM, stages=())
WORD = st.text("abcxyz:=,.0159-", min_size=1, max_size=12)


def test_each_generation_has_its_stage() -> None:
    first = replace(PLAIN, opponents=("random",))
    second = replace(PLAIN, opponents=("wally", "random"), rules=replace(PLAIN.rules, handicap=2))
    assert [PROBLEM.at(generation) for generation in range(7)] == [first, first, second, second, second, PLAIN, PLAIN]


def test_exams_are_of_the_problem_itself() -> None:
    genome = np.linspace(-1, 1, len(FEATURES))
    assert (PROBLEM.points(genome, seeds(8, 1)) == PLAIN.points(genome, seeds(8, 1))).all()
    assert PROBLEM.opponent == PLAIN.opponent


def test_a_run_remembers_its_stages() -> None:
    assert "stages" not in PLAIN.settings()
    assert PROBLEM.settings()["stages"] == "2 random; 3 handicap=2 wally and random"
    assert PLAIN.settings().items() <= PROBLEM.settings().items()


@given(st.integers(1, 10**9 - 1), st.lists(WORD, min_size=1, max_size=3), st.integers(0, 9))
def test_written_and_read(generations: int, opponents: list[str], handicap: int) -> None:
    stage = Stage(generations, tuple(opponents), handicap)
    assert read_stage(str(stage)) == stage


@given(st.text())
def test_any_text(text: str) -> None:
    """It is a stage, or said not to be one."""
    with suppress(ValueError):
        stage = read_stage(text)
        assert stage.generations > 0
        assert all(stage.opponents)


@pytest.mark.parametrize("text", ["", "20", "wally", "0 wally", "-1 wally", "2.5 wally", "20wally"])
def test_no_stage(text: str) -> None:
    with pytest.raises(ValueError, match="expected a stage as a number of generations"):
        read_stage(text)


@pytest.mark.parametrize(
    ("stage", "why"),
    [
        (Stage(1, ("nobody",)), "nobody"),
        (Stage(1, ("wally",), handicap=30), "handicap"),
        (Stage(1, ("wally",) * 5), "5 opponents need at least as many games, found 4"),
    ],
)
def test_a_stage_that_cannot_be_played(stage: Stage, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(PROBLEM, stages=(stage,))
