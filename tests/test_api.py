"""The front door: examples in its docstrings, notebooks, players in every form, and what is loaded when."""

import doctest
import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import semeai
from semeai import api
from semeai.evolve.evolver import check_fitness, pack_generator, row_of, unpack_generator
from semeai.go.points import PASS
from semeai.lab.listing import list_runs
from semeai.players import PLAYERS
from tests.conftest import needs_jit

NOTEBOOKS = Path(__file__).parents[1] / "docs" / "notebooks"
pytestmark = needs_jit


@pytest.mark.parametrize("name", ["breed", "match", "play", "load"])
def test_the_examples_of_docstrings(name: str, tmp_path: Path) -> None:
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
    (found,) = finder.find(getattr(api, name), globs={"semeai": semeai, "folder": tmp_path})
    assert found.examples
    assert runner.run(found).failed == 0


def notebooks() -> Any:
    spec = importlib.util.spec_from_file_location("build", NOTEBOOKS / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("program", sorted(NOTEBOOKS.glob("[0-9]*.py")), ids=lambda path: path.stem)
def test_notebooks(program: Path) -> None:
    """Every cell runs, and the notebook beside it has the same cells and pictures of boards."""
    made, kept = (json.loads(text) for text in (notebooks().build(program), program.with_suffix(".ipynb").read_text()))
    assert [cell["source"] for cell in kept["cells"]] == [cell["source"] for cell in made["cells"]]
    shown = [kind for cell in kept["cells"] for output in cell.get("outputs", []) for kind in output.get("data", {})]
    assert {"text/html", "text/plain"} <= set(shown)


def test_nothing_heavy_is_loaded_before_it_is_used() -> None:
    code = "import sys, semeai; dir(semeai); print([m for m in ('numba', 'numpy', 'nicegui') if m in sys.modules])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert said.stdout.strip() == "[]"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = semeai.nothing


@pytest.fixture(autouse=True)
def players_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players that a test adds are gone after it."""
    monkeypatch.setattr(PLAYERS, "_added", {})


# -- players in every form ---------------------------------------------------------------------------------------------


def first(board: semeai.Board) -> int:
    """Play the first legal point."""
    return next(iter(board.legal_points()), PASS)


class Last:
    """Plays the last legal point."""

    def choose(self, board: semeai.Board) -> int:
        points = board.legal_points()
        return points[-1] if points else PASS


def test_a_function_an_object_and_a_specification_meet() -> None:
    result = semeai.match(first, "random", games=4, size=5, jobs=1)
    assert (result.games, result.failures) == (4, 0)
    assert "first" in result._repr_html_()
    game = semeai.play(first, Last(), size=5)
    assert game.result is not None
    assert game._repr_svg_().startswith("<svg")


def test_a_match_prints_in_two_lines() -> None:
    result = semeai.match("wally", "random", games=20, size=5, random_opening=2, jobs=1)
    lines = str(result).splitlines()
    won, lost, drawn = result.a_wins, result.b_wins, result.draws
    assert lines[0] == f"wally against random: {won} won, {lost} lost, {drawn} drawn of 20"
    assert lines[1].startswith(f"{result.score:.1%} of the points (95%: {result.low:.1%} to ")
    assert lines[1].endswith("); openings: 2 random moves")
    assert str(semeai.match("wally", "random", games=2, size=5)).endswith("; openings: none")
    assert str(semeai.match("wally", "random", games=0, size=5)) == "wally and random have not met"


def test_a_match_goes_on_in_its_folder(tmp_path: Path) -> None:
    for n in (2, 4):
        result = semeai.match("wally", "random", games=n, size=5, folder=tmp_path / "games")
    assert result.games == 4


def test_a_player_that_was_added_is_known_by_its_name() -> None:
    semeai.players.add("last-point", Last)
    assert semeai.match("last-point", "random", games=2, size=5, jobs=1).failures == 0
    with pytest.raises(ValueError, match="use threads"):
        semeai.breed("ga", against="last-point", games=2, population=4, exam=2, generations=1, executor="processes")


# -- methods of one's own ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WalkParams:
    population: int = 4


class Walk:
    """A random walk: the best of each generation is the start of the next."""

    def __init__(self, n: int, seed: int) -> None:
        self.params, self.rng = WalkParams(), np.random.default_rng(seed)
        self.center = np.zeros(n)
        self.genomes = self.rng.normal(0, 0.1, (4, n))

    def ask(self) -> Any:
        return self.genomes.copy()

    def tell(self, fitness: Any) -> dict[str, Any]:
        fitness = check_fitness(fitness, 4)
        self.center = self.genomes[fitness.argmax()]
        self.genomes = self.center + self.rng.normal(0, 0.1, self.genomes.shape)
        return row_of(fitness, 0.0)

    @property
    def champion(self) -> Any:
        return self.center.copy()

    def state(self) -> dict[str, Any]:
        return {"center": self.center, "genomes": self.genomes, "generator": pack_generator(self.rng)}

    def restore(self, state: Any) -> None:
        self.center, self.genomes = state["center"].copy(), state["genomes"].copy()
        self.rng = unpack_generator(state["generator"])


def test_an_evolver_of_ones_own_goes_on_where_it_was(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"problem": "sphere", "folder": tmp_path, "quiet": True}
    whole = semeai.breed(Walk(10, 1), generations=5, run="whole", **settings)
    semeai.breed(Walk(10, 1), generations=2, run="parts", **settings)
    parts = semeai.breed(Walk(10, 1), generations=5, run="parts", **settings)
    assert list(parts.rows) == list(whole.rows)
    assert len(whole.rows) == 5
    assert "whole" in whole._repr_html_()
    listed = {run.name: run for run in list_runs(tmp_path)}["whole"]
    assert (listed.state, listed.method, listed.problems) == ("done", "walk", "")


def test_a_run_is_loaded_and_shown(tmp_path: Path) -> None:
    run = semeai.breed("ga", problem="ones", generations=2, population=4, folder=tmp_path, quiet=True)
    loaded = semeai.load(run.folder)
    assert "fitness" in loaded._repr_html_()
    assert semeai.load(run.champion.path).generation == run.champion.generation
    assert os.listdir(tmp_path) == [run.folder.name]
    (tmp_path / "game.sgf").write_text("(;SZ[5];B[aa])")
    game = semeai.load(tmp_path / "game.sgf")
    assert game.rules.size == 5


@pytest.mark.parametrize(
    ("method", "options", "message"),
    [
        ("eugenics", {}, "no method called 'eugenics'"),
        ("ga", {"size": 99}, "--size must be 2 to 19, not 99"),
        ("ga", {"position": "x"}, "ga does not use --position"),
        ("ga", {"games": 0}, "--games must be 1 or more, not 0"),
        ("ga", {"population": 1}, "ga:population must be 2 or more, not 1"),
        ("sane", {"problem": "ones"}, "sane breeds networks"),
    ],
)
def test_wrong_calls(method: str, options: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        semeai.breed(method, folder=tmp_path, **options)
    assert not list(tmp_path.iterdir())
