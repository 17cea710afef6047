"""What richards left open: a pool of opponents, boards that grow, and four methods; who meets whom, and how often."""

import json
from collections.abc import Mapping
from dataclasses import astuple, replace
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from semeai.evolve import make_evolver
from semeai.go.rules import AtLimit, Rules
from semeai.nets.genes import Units
from semeai.papers.paper import Bench, Experiment, Row, Scale, values
from semeai.papers.richards import methods
from semeai.papers.richards.growing import GROWING, PATHS, TESTED, draw_growing, on_board
from semeai.papers.richards.methods import EXPERIMENT, METHODS, draw_methods, spec_of
from semeai.papers.richards.networks import against, method
from semeai.papers.richards.pool import BRED_AGAINST, FIGHTER, MET, POOL, STRANGERS, WALL, draw_pool
from semeai.parallel.executors import Workers
from semeai.players.champion import read_champion
from semeai.players.local import LocalParams
from semeai.problems.games import GoProblem
from semeai.rng import generator, seeds
from semeai.specs import parse_settings
from tests.conftest import missing, needs_jit

SMALL = {"neurons": 60, "blueprints": 8, "hidden": 10, "games": 4, "exam_games": 4, "test_games": 20, "slow_games": 1}

AHEAD = {"komi": -30.5, "neurons": 300, "hidden": 100}
"""so many points for black, who is a beginner with something to say, that it wins some games: shares of 0 are alike"""


def params_of(experiment: Experiment, **variant: str) -> Mapping[str, Any]:
    """The parameters of a trial at night."""
    return next(t.params for t in experiment.trials(Scale.NIGHT) if variant.items() <= t.variant.items())


def try_it(experiment: Experiment, folder: Path, params: Mapping[str, Any], seed: int) -> list[Row]:
    with Workers() as workers:
        rows = experiment.trial(params, seed, Bench(folder, workers, print))
    assert all(tuple(row) == experiment.columns for row in rows)
    return rows


def champion_of(run: Path) -> Any:
    return read_champion(run / json.loads((run / "done.json").read_text())["champion"]).genome


def parameters_of(run: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((run / "run.json").read_text())["parameters"]
    return found


def words(figure: Any) -> str:
    """All that is said in a figure."""
    return " ".join(text.get_text() for text in figure.texts)


# -- pool --------------------------------------------------------------------------------------------------------------


def test_strangers_are_strangers() -> None:
    assert set(chain.from_iterable(BRED_AGAINST.values())) == set(MET)
    assert not set(MET) & set(STRANGERS)


@pytest.mark.parametrize("scale", Scale)
def test_the_pool_is_met_equally_often(scale: Scale) -> None:
    games = values(POOL.settings(scale))["games"]
    assert [games % len(opponents) for opponents in BRED_AGAINST.values()] == [0, 0]


@needs_jit
@pytest.mark.parametrize("spec", [FIGHTER, WALL])
def test_the_other_kind_of_player_is_no_random_one(spec: str) -> None:
    weights = np.array(astuple(parse_settings("local", spec.partition(":")[2], LocalParams)))
    problem = GoProblem("local", Rules.preset("richards", size=7, komi=0), ("random",))
    assert problem.points(weights, seeds(100, 1)).mean() > 0.9


@needs_jit
@pytest.mark.parametrize("bred", BRED_AGAINST)
def test_pool(bred: str, tmp_path: Path) -> None:
    params = {**params_of(POOL, bred_against=bred), **SMALL, **AHEAD, "generations": 2}
    rows = try_it(POOL, tmp_path, params, 3)
    problem = parameters_of(tmp_path)["problem"]
    assert problem["opponent"] == ", ".join(BRED_AGAINST[bred])
    assert (problem["n_games"], problem["colors"]) == (4, "a-black")
    assert [row["tested"] for row in rows] == [*MET, *STRANGERS]
    assert [row["is_met"] for row in rows] == [1] * 5 + [0] * 4
    assert [row["games"] for row in rows] == [20] * 7 + [1] * 2
    genome = champion_of(tmp_path)
    for i, row in enumerate(rows):
        test = against(row["tested"], params)
        assert row["points"] == test.points(genome, seeds(row["games"], 3, 1, i, 0)).mean(), row["tested"]


def test_what_the_pool_adds_in_words() -> None:
    """The pool has 10 points of a hundred more against those that were met, and 20 fewer against strangers."""
    table = [
        {"bred_against": bred, "seed": seed, "tested": tested, "points": 0.5 + seed / 100 + more}
        for bred in BRED_AGAINST
        for seed in (1, 2, 3)
        for tested in (*MET, *STRANGERS)
        for more in [0 if bred == "one" else 0.1 if tested in MET else -0.2]
    ]
    met, _, strangers = words(draw_pool({"pool": table})).partition("Against strangers:")
    assert (met.count("+10.0 [+10.0, +10.0]"), strangers.count("-20.0 [-20.0, -20.0]")) == (5, 4)


# -- growing -----------------------------------------------------------------------------------------------------------


def test_every_path_has_as_many_generations() -> None:
    totals = [values(GROWING.settings(scale))["generations"] for scale in Scale]
    assert [total % n for total in totals for n in (1, 2, 3)] == [0] * 12


@needs_jit
@pytest.mark.parametrize("size", TESTED)
def test_a_field_has_room_on_every_board(size: int) -> None:
    params = params_of(GROWING, path="5x5")
    problem = replace(on_board(size, params), n_games=1)
    genome = make_evolver(method(params), problem.genes, generator(1)).champion
    assert problem.rate([genome], seeds(1, 1)) < 0


@needs_jit
@pytest.mark.parametrize("path", PATHS)
def test_growing(path: str, tmp_path: Path) -> None:
    """Each board goes on with the population of the one before; the champion of the last is tested on all."""
    params = {**params_of(GROWING, path=path), **SMALL, "generations": 6}
    rows = try_it(GROWING, tmp_path, params, 3)
    boards = path.split("-")
    assert sorted(folder.name for folder in tmp_path.iterdir()) == sorted(boards)
    runs = [parameters_of(tmp_path / board) for board in boards]
    assert [run["problem"]["rules"].partition(",")[0] for run in runs] == boards
    assert [run.get("start", "none").partition(" ")[2] for run in runs] == [
        "",
        *[f"after {6 // len(boards)} generations"] * (len(boards) - 1),
    ]
    assert [run["seed"] for run in runs] == [3, 1003, 2003][: len(boards)]
    assert {run["problem"]["player"] for run in runs} == {"field:reach=2"}

    genome = champion_of(tmp_path / boards[-1])
    assert [row["tested"] for row in rows] == list(TESTED)
    for i, row in enumerate(rows):
        size = row["tested"]
        rules = Rules.preset("richards", size=size, komi=0, move_limit=3 * size**2, at_move_limit=AtLimit.BLACK_LOSES)
        test = replace(against("wally:noise=0.1", {**params, "size": size}), player="field:reach=2", n_games=20)
        assert test.rules == rules
        fresh = seeds(21, 3, 1, i, 0)
        assert row["points"] == test.points(genome, fresh[1:]).mean()
        assert row["ahead"] == pytest.approx(test.rate([genome], fresh[:1])[0] / size**2)


def test_where_paths_stand_in_the_picture() -> None:
    table = [
        {"path": path, "seed": seed, "tested": size, "points": (10 * i + j) / 100, "ahead": -(10 * i + j) / 100}
        for i, path in enumerate(PATHS)
        for j, size in enumerate(TESTED)
        for seed in (1, 2)
    ]
    *boards, ahead = draw_growing({"growing": table}).axes
    assert [panel.get_ylabel() for panel in boards] == [f"share of the points on {size}x{size}, %" for size in TESTED]
    assert [tick.get_text() for tick in ahead.get_xticklabels()] == ["5", "9", "5-9", "5-9-13", "13"]
    for j, panel in enumerate(boards):
        assert panel.lines[0].get_ydata() == pytest.approx([10 * i + j for i in range(len(PATHS))])
    series = [container.lines[0] for container in ahead.containers]
    assert [line.get_ydata()[2] for line in series] == pytest.approx([-20, -21, -22])


# -- methods -----------------------------------------------------------------------------------------------------------


def needs_method(name: str) -> None:
    if name == "neat" and find_spec("neat") is None:
        missing("neat-python")


def evolver_of(name: str) -> Any:
    needs_method(name)
    return make_evolver(spec_of(params_of(EXPERIMENT, method=name)), Units(98, 49), generator(1))


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("sane", {"neurons": 3000, "hidden": 300, "connections": 12, "mutation": 0.01}),
        ("sanei", {"neurons": 3000, "hidden": 300, "connections": 12, "immigration": 0.03}),
        ("esp", {"hidden": 20, "neurons": 40, "trials": 5}),
        ("neat", {"population": 200, "connections": 200}),
    ],
)
def test_methods_have_as_many_networks_and_their_own_settings(name: str, settings: dict[str, float]) -> None:
    evolver = evolver_of(name)
    assert len(evolver.ask()) == 200
    assert {key: getattr(evolver.params, key) for key in settings} == settings


def test_immigration_is_set() -> None:
    params = {**params_of(EXPERIMENT, method="sanei"), "immigration": 0.07}
    assert make_evolver(spec_of(params), Units(98, 49), generator(1)).params.immigration == 0.07


@needs_jit
@pytest.mark.parametrize("name", METHODS)
def test_methods(name: str, tmp_path: Path) -> None:
    needs_method(name)
    few = {"esp_neurons": 8, "esp_trials": 1, "neat_population": 8}
    params = {**params_of(EXPERIMENT, method=name), **SMALL, **AHEAD, **few, "generations": 2, "exam_games": 50}
    params |= {"time": 2.0, "seconds": 0.5}
    rows = try_it(EXPERIMENT, tmp_path, params, 3)
    assert parameters_of(tmp_path)["method"]["name"] == name
    best, *champions = rows[:4], rows[4:9], rows[9:]
    told = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    assert [(row["who"], row["generation"], row["tested"]) for row in best] == [
        ("best", generation, "wally:noise=0.1") for generation in range(4)
    ]
    shares = [row["share"] for row in told]
    assert [row["points"] for row in best] == shares
    for budget, n, champion in zip(methods.BUDGETS, (2, 4), champions, strict=True):
        assert [row["tested"] for row in champion] == list(methods.TESTED)
        generation = shares.index(max(shares[:n]))
        genome = read_champion(tmp_path / "champions" / f"{generation:06}.npz").genome
        for i, row in enumerate(champion):
            n_games = 1 if row["tested"].startswith("uct") else 20
            assert (row["who"], row["generation"], row["games"]) == (budget, generation, n_games)
            test = against(row["tested"], params)
            assert row["points"] == test.points(genome, seeds(n_games, 3, 1, i, 0)).mean(), row["tested"]


def test_methods_are_told_apart() -> None:
    """In the curves the best have 10, 20, 30 and 40%; their champions 1% more against each opponent in turn."""

    def row(i: int, seed: int, who: str, generation: int, tested: str, more: int) -> Row:
        name = list(METHODS)[i]
        share = (10 * (i + 1) + more) / 100
        there = {"method": name, "seconds": 0.5, "seed": seed, "who": who, "generation": generation}
        return {**there, "tested": tested, "points": share}

    table = [
        made
        for i in range(4)
        for seed in (1, 2)
        for made in (
            *(row(i, seed, "best", generation, "wally:noise=0.1", 0) for generation in range(3)),
            *(row(i, seed, "equal games", 1, tested, j) for j, tested in enumerate(methods.TESTED)),
            *(row(i, seed, "equal time", 2, tested, j + 5) for j, tested in enumerate(methods.TESTED)),
        )
    ]
    figure = draw_methods({"methods": table})
    learning, games, time = figure.axes
    assert [list(line.get_xdata()) for line in learning.lines] == [[0.5, 1.0, 1.5]] * 4
    assert [list(line.get_ydata()) for line in learning.lines] == [pytest.approx([10 * i] * 3) for i in (1, 2, 3, 4)]
    for panel, more in ((games, 0), (time, 5)):
        drawn = [container.lines[0].get_ydata() for container in panel.containers]
        assert drawn == [pytest.approx([10 * i + j + more for j in range(5)]) for i in (1, 2, 3, 4)]
    assert "NEAT 45% [45, 45] against random, 47% [47, 47] against wally 10%" in words(figure)
