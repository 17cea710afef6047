"""Generality: who is bred against whom, and that champions are tested as they were bred to play."""

import json
from pathlib import Path

import pytest

from semeai.arena.schedule import Colors
from semeai.go.rules import Rules
from semeai.papers.paper import Bench, Scale, Trial
from semeai.papers.richards.generality import GENERALITY, TESTED, try_generality
from semeai.parallel.executors import Workers
from semeai.players.champion import read_champion
from semeai.problems.games import GoProblem
from semeai.rng import seeds
from tests.conftest import needs_jit

SMALL = {"neurons": 40, "blueprints": 6, "hidden": 8, "games": 4, "exam_games": 10, "test_games": 30, "generations": 3}


@needs_jit
@pytest.mark.parametrize("trial", GENERALITY.trials(Scale.SMOKE)[::2], ids=str)
def test_bred_and_tested(trial: Trial, tmp_path: Path) -> None:
    params = {**trial.params, **SMALL}
    with Workers() as workers:
        rows = try_generality(params, 5, Bench(tmp_path / "run", workers, print))
    parameters = json.loads((tmp_path / "run" / "run.json").read_text())["parameters"]
    expected = {"wally": "wally:noise=0.1", "both": "wally:noise=0.1, random"}[params["bred_against"]]
    assert (parameters["problem"]["player"], parameters["problem"]["opponent"]) == (params["player"], expected)
    assert parameters["method"]["mutation"] == params["mutation"]

    done = json.loads((tmp_path / "run" / "done.json").read_text())
    champion = read_champion(tmp_path / "run" / done["champion"])
    rules = Rules.preset("richards", size=7, komi=0, move_limit=147)
    for i, (row, tested) in enumerate(zip(rows, TESTED, strict=True)):
        problem = GoProblem(params["player"], rules, (tested,), 1, Colors.A_BLACK)
        points = problem.points(champion.genome, seeds(30, 5, 1, i, 0)).mean()
        assert row == {"generation": champion.generation + 1, "tested": tested, "points": points}
