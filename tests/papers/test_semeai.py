"""Questions of our own: budgets are kept, games are counted, and judges are strangers."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from semeai.evolve.method import Described
from semeai.papers.paper import Bench, Scale
from semeai.papers.semeai import ablations, budgets
from semeai.papers.semeai.recipes import BUDGETS, COLUMNS, STRANGERS, CountedRating, problem_of, try_recipe
from semeai.parallel.executors import Workers
from semeai.problems.games import GoProblem
from semeai.problems.league import LeagueProblem
from tests.conftest import needs_jit

TRIALS = {trial.params["name"]: trial for trial in budgets.EXPERIMENT.trials(Scale.SMOKE)}
ABLATIONS = {trial.params["name"]: trial for trial in ablations.EXPERIMENT.trials(Scale.SMOKE)}


def bench(folder: Path) -> Bench:
    return Bench(folder, Workers(1), lambda text: None)


@needs_jit
@pytest.mark.parametrize("name", ["NES, shape", "GA, stones", "coevolution"])
def test_budgets_are_kept(name: str, tmp_path: Path) -> None:
    params: dict[str, Any] = {**TRIALS[name].params, "games": 2000, "time": 2.1, "seconds": 1.0, "rating_games": 4}
    rows = try_recipe(params, 1, bench(tmp_path))
    assert all(tuple(row) == COLUMNS for row in rows)
    assert [row["tested"] for row in rows] == list(STRANGERS) * len(BUDGETS)
    found = {row["budget"]: row for row in rows}
    per_generation = found["few games"]["bred_games"] / found["few games"]["generations"]
    for budget, games in (("few games", 500), ("equal games", 2000)):
        assert games <= found[budget]["bred_games"] < games + per_generation + 1
    assert found["equal time"]["generations"] == 2
    assert all(0 <= row["points"] <= 1 and row["games"] == 4 for row in rows)


@needs_jit
def test_games_are_counted() -> None:
    problem = problem_of(TRIALS["GA, shape"].params)
    assert isinstance(problem, GoProblem)
    genomes = np.zeros((3, problem.genes.n))
    with Workers(1) as workers:
        rating = CountedRating(problem, 1, 0, workers)
        rating(genomes)
        assert rating.n_games == 3 * 12
        rating(Described(genomes[:2]))
        assert rating.n_games == 5 * 12


def test_nobody_has_met_the_strangers() -> None:
    for trial in (*TRIALS.values(), *ABLATIONS.values()):
        met = trial.params["opponents"].split(" and ")
        assert not set(met) & set(STRANGERS)


def test_recipes_of_ablations_differ_in_one_thing() -> None:
    usual = ABLATIONS["usual"].variant
    for name, trial in ABLATIONS.items():
        differing = {key for key in usual if trial.variant[key] != usual[key]} - {"name", "seconds"}
        assert len(differing) == (name != "usual")


def test_leagues() -> None:
    hall, pool = (problem_of(ABLATIONS[name].params) for name in ("opponents: a hall", "fitness: same games"))
    assert isinstance(hall, LeagueProblem)
    assert isinstance(pool, LeagueProblem)
    assert (hall.hall, pool.hall) == (4, 0)
