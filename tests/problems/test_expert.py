"""Expert iteration: lessons from the champion's own games, kept in the state of the run."""

from typing import Any

import numpy as np
import pytest

from semeai.evolve import begin_method
from semeai.evolve.method import Method
from semeai.lab.breed import ProblemRating
from semeai.parallel.executors import Executor, Workers
from semeai.players.search.genome import N_GENES
from semeai.problems import make_problem
from semeai.problems.expert import FIRST_GAMES, Expert, ExpertMethod
from semeai.testing import check_method
from tests.conftest import needs_jit

SMALL = "expert:playouts=10,deep=20,positions=3,games=1,window=30,pause=1,promotion=2"
CMA = "cma:population=4"


def begin(spec: str = SMALL) -> tuple[ExpertMethod, Expert]:
    problem = make_problem(spec)
    assert isinstance(problem, Expert)
    method = problem.drive(begin_method(CMA, problem.genes, 1, {}), 1)
    assert isinstance(method, ExpertMethod)
    return method, problem


def advance(method: Method, problem: Expert, generation: int) -> dict[str, Any]:
    with Workers(1) as workers:
        return dict(method.advance(ProblemRating(problem, 1, generation, workers)))


@needs_jit
@pytest.mark.slow
def test_its_runs_keep_the_contract_of_methods() -> None:
    with Workers(2, Executor.PROCESSES) as workers:
        check_method(CMA, make_problem(SMALL), workers)


@needs_jit
def test_the_newest_positions_are_the_lessons() -> None:
    method, problem = begin()
    advance(method, problem, 0)
    first = method.state()["league.ends"]
    assert len(first) == problem.window  # FIRST_GAMES games have more positions than that
    assert FIRST_GAMES > 1
    before = method.state()["league.values"]
    advance(method, problem, 1)
    after = method.state()["league.values"]
    n_new = len(after) - next(k for k in range(len(after)) if np.array_equal(before[k:], after[: len(after) - k]))
    assert len(after) == problem.window
    assert 0 < len(after) - n_new < len(after)  # some were dropped, and the others moved up


@needs_jit
def test_a_champion_stays_until_a_match_shows_a_stronger_one() -> None:
    method, problem = begin(SMALL.replace("pause=1,", "pause=1000,"))
    assert advance(method, problem, 0)["promotions"] == 1
    standing = method.champions[""]
    assert advance(method, problem, 1)["promotions"] == 1
    assert np.array_equal(method.champions[""], standing)
    assert not np.array_equal(method.method.champions[""], standing)


@needs_jit
def test_a_much_stronger_challenger_is_promoted(monkeypatch: pytest.MonkeyPatch) -> None:
    method, problem = begin(SMALL.replace("promotion=2", "promotion=16"))
    advance(method, problem, 0)
    passive = np.zeros(N_GENES)
    monkeypatch.setattr(method, "_standing", passive)
    monkeypatch.setattr("semeai.problems.expert.worth_of", lambda margins, measure: np.ones(len(margins)))
    assert advance(method, problem, 1)["promotions"] == 2


@needs_jit
@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("promoted", np.array([-1])),
        ("standing", np.full(N_GENES, 2.0)),
        ("values", np.array([2.0])),
        ("ends", np.array([1 << 40])),
        ("best", np.zeros(1)),
    ],
)
def test_a_hostile_state_is_refused(name: str, array: np.ndarray) -> None:
    method, problem = begin()
    advance(method, problem, 0)
    state = method.state()
    with pytest.raises(ValueError, match=r"range|expected"):
        begin()[0].restore({**state, f"league.{name}": array})
    with pytest.raises(ValueError, match="another problem"):
        begin()[0].restore({key: value for key, value in state.items() if not key.startswith("league.")})


def test_methods_of_two_champions_are_refused() -> None:
    problem = make_problem(SMALL)
    duel = begin_method("coevolution:black=ga:population=4,white=ga:population=4", problem.genes, 1, {})
    with pytest.raises(ValueError, match="single champion"):
        problem.drive(duel, 1)
