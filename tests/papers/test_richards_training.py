"""Runs of richards that end at 75%: what is kept of them, who uses them again, and what experiments make of them."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from semeai.arena.schedule import Colors
from semeai.evolve import make_evolver
from semeai.go.points import BLACK, WHITE, vertex
from semeai.go.rules import AtLimit, Rules
from semeai.papers.paper import Bench, Experiment, Row, Scale, values
from semeai.papers.richards.generations import BY_AUTHORS, distance_from_center, mean_of, taken, times_of
from semeai.papers.richards.handicaps import HANDICAPS
from semeai.papers.richards.networks import against, method
from semeai.papers.richards.noise import NOISE_SWEEP, TESTED
from semeai.papers.richards.readings import PARTS, READING, READINGS, any_distance, part
from semeai.papers.richards.screening import SCREENING, ScreenedGames
from semeai.papers.richards.sweep import SWEEP
from semeai.papers.richards.training import train
from semeai.papers.richards.trick import TRICK, play_on
from semeai.parallel.executors import Workers
from semeai.players import make_player
from semeai.problems.games import GoProblem
from semeai.problems.singles import black_margin
from semeai.rng import generator, seeds
from semeai.sgf import read_game
from tests.conftest import needs_jit

SMALL = {"neurons": 60, "blueprints": 8, "hidden": 30, "games": 2, "exam_games": 20, "generations": 3}


def params_of(experiment: Experiment, **variant: Any) -> dict[str, Any]:
    """The smoke parameters of a variant, with networks that take no time."""
    (trial, *_) = (t for t in experiment.trials(Scale.SMOKE) if variant.items() <= t.params.items())
    small = SMALL | ({"test_games": 30} if "test_games" in trial.params else {})
    return {**trial.params, **{name: value for name, value in small.items() if name not in variant}}


def try_it(experiment: Experiment, folder: Path, seed: int = 1, **variant: Any) -> list[Row]:
    with Workers() as workers:
        bench = Bench(folder / "own", workers, lambda text: None, folder / "shared")
        rows = experiment.trial(params_of(experiment, **variant), seed, bench)
    assert experiment.fits(rows)
    return rows


def trained(folder: Path, params: Mapping[str, Any], problem: GoProblem, **more: Any) -> Any:
    with Workers() as workers:
        return train(params, problem, 3, Bench(folder / "own", workers, lambda text: None, folder), **more)


@needs_jit
def test_a_run_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    params = params_of(BY_AUTHORS[5])
    problem = against("wally:noise=0.8", params)
    one = trained(tmp_path, params, problem)
    monkeypatch.setattr("semeai.papers.richards.training._train", None)  # would fail
    two = trained(tmp_path, params, problem)
    assert one.rows == two.rows
    assert (one.is_reached, one.verified) == (two.is_reached, two.verified)
    assert all(np.array_equal(getattr(one, name), getattr(two, name)) for name in ("newcomer", "champion"))
    assert all(np.array_equal(one.state[name], two.state[name]) for name in one.state)
    for other in ({"generations": 2}, {"mutation": 0.5}, {"exam_games": 10}):
        with pytest.raises(TypeError):
            trained(tmp_path, {**params, **other}, problem)
    with pytest.raises(TypeError):
        trained(tmp_path, params, replace(problem, opponents=("random",)))


@needs_jit
def test_a_run_ends_when_two_exams_are_passed(tmp_path: Path) -> None:
    params = {**params_of(BY_AUTHORS[5]), "generations": 40, "target": 0.3}
    problem = against("wally:noise=1", params)
    found = trained(tmp_path, params, problem)
    assert found.is_reached
    assert found.n_generations < 40
    assert found.rows[-1]["share"] >= 0.3
    assert found.verified > 0.2
    # its rows are those of the method, from the same seed
    evolver = make_evolver(method(params), problem.genes, generator(3))
    fitness = problem.rate(evolver.ask(), seeds(8, 3, 0))
    assert found.rows[0]["best"] == fitness.max()
    assert np.array_equal(found.newcomer, evolver.ask()[int(fitness.argmax())])


@needs_jit
def test_a_run_that_is_given_up_has_its_best_exam_for_champion(tmp_path: Path) -> None:
    params = {**params_of(BY_AUTHORS[5]), "target": 1.01}
    found = trained(tmp_path, params, against("wally:noise=0.8", params))
    assert (found.is_reached, found.n_generations) == (False, 3)


@needs_jit
def test_a_run_goes_on_with_the_population_of_another(tmp_path: Path) -> None:
    params = {**params_of(BY_AUTHORS[5]), "target": 1.01, "generations": 1}
    black = trained(tmp_path, params, against("wally:noise=0.8", params))
    white = against("wally:noise=0.8", params, Colors.A_WHITE)
    more, anew = trained(tmp_path, params, white, before=black), trained(tmp_path, params, white)
    assert more.rows != anew.rows
    evolver = make_evolver(method(params), white.genes, generator(3))
    evolver.restore({**black.state, "generator": evolver.state()["generator"]})
    assert more.rows[0]["best"] == white.rate(evolver.ask(), seeds(8, 3, 0)).max()


@needs_jit
def test_generations_and_readings(tmp_path: Path) -> None:
    rows = try_it(BY_AUTHORS[5], tmp_path)
    (row,) = try_it(READING, tmp_path, reading="plain")
    assert row["generations"] == len(rows) == 3
    assert row["part_1"] == rows[0]["from_center"]
    assert row["part_5"] == rows[-1]["from_center"]
    for name in READINGS:
        try_it(READING, tmp_path, reading=name)
    assert len(list((tmp_path / "shared").glob("*.npz"))) == len(READINGS)  # a run each


def test_parts_of_a_run() -> None:
    assert [list(part(range(10), i)) for i in range(PARTS)] == [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9]]
    assert [list(part([4, 6], i)) for i in range(PARTS)] == [[4], [4], [4], [6], [6]]


@pytest.mark.parametrize(("first", "size", "lines"), [("D4", 7, 0), ("A1", 7, 3), ("C5", 5, 2), ("pass", 9, 5)])
def test_lines_from_the_center(first: str, size: int, lines: int) -> None:
    assert distance_from_center(first, size) == lines
    assert any_distance(3) == 8 / 9


@needs_jit
def test_sweep(tmp_path: Path) -> None:
    assert len(SWEEP.trials(Scale.SMOKE)) == 2 * len(SWEEP.variants)
    rows = [try_it(SWEEP, tmp_path, reading=name) for name in ("first", "text", "bits", "limit 10")]
    assert len({str(row) for row in rows}) > 1


@needs_jit
def test_noise(tmp_path: Path) -> None:
    rows = try_it(NOISE_SWEEP, tmp_path, noise=0.1)
    assert [row["tested"] for row in rows] == list(TESTED)
    params = params_of(NOISE_SWEEP, noise=0.1)
    with Workers() as workers:
        bench = Bench(tmp_path, workers, lambda text: None, tmp_path / "shared")
        champion = train(params, against("wally:noise=0.1", params), 1, bench).champion
    rules = Rules.preset("richards", size=5, komi=0, move_limit=250, at_move_limit=AtLimit.BLACK_LOSES)
    problem = GoProblem("network", rules, ("wally:noise=1",), 1, Colors.A_BLACK)
    assert rows[4]["points"] == problem.points(champion, seeds(30, 1, 1, 4, 0)).mean()


@needs_jit
def test_handicaps(tmp_path: Path) -> None:
    """The second run begins with the population of the first, and its champion is tested in three ways."""
    params = {**params_of(HANDICAPS), "target": 1.01}
    with Workers() as workers:
        bench = Bench(tmp_path, workers, lambda text: None)
        (row,) = HANDICAPS.trial(params, 3, bench)
        first = train(params, against("wally:noise=0.1", params), 3, bench)
        second = against("wally:noise=0.1", params, Colors.A_WHITE)
        champion = train(params, second, 1003, bench, before=first).champion
    assert (row["generations"], row["reached"], row["more_generations"], row["more_reached"]) == (3, 0, 3, 0)
    rules = {"size": 7, "komi": 0, "move_limit": params["moves_a_point"] * 49}
    tests: dict[str, tuple[Colors, AtLimit, dict[str, int]]] = {
        "moving_first": (Colors.A_BLACK, AtLimit.BLACK_LOSES, {}),
        "moving_second": (Colors.A_WHITE, AtLimit.WHITE_LOSES, {}),
        "giving_2": (Colors.A_WHITE, AtLimit.WHITE_LOSES, {"handicap": 2}),
    }
    for i, (name, (colors, at_limit, given)) in enumerate(tests.items()):
        its_rules = Rules.preset("richards", **rules, at_move_limit=at_limit, **given)
        problem = GoProblem("network", its_rules, ("wally:noise=0.1",), 1, colors)
        assert row[name] == problem.points(champion, seeds(30, 3, 1, i, 0)).mean(), name


def test_no_two_runs_of_handicaps_have_the_same_seed() -> None:
    assert max(values(HANDICAPS.settings(scale))["seeds"] for scale in Scale) < 1000


def test_means_with_runs_that_were_given_up() -> None:
    def run(seed: int, length: int, reached: int) -> list[Row]:
        return [{"seed": seed, "reached": 0}] * (length - 1) + [{"seed": seed, "reached": reached}]

    table = run(1, 10, 1) + run(2, 20, 1) + run(3, 60, 0)
    assert times_of(table).firsts == [10, 20, None]
    assert taken(table) == [10, 20, 60]
    assert mean_of(table[:30]).startswith("15 [")
    assert mean_of(table).endswith("or more, 1 of 3 runs given up after 60")


@needs_jit
def test_a_trick(tmp_path: Path) -> None:
    """The game is the one of the champion, and the answer that costs most costs as much as is said."""
    (row,) = try_it(TRICK, tmp_path)
    game = read_game(row["record"])
    game.to_end()
    moves = [p for _, p in game.moves]
    assert black_margin(game) == row["margin"]
    assert row["turns"] == len(moves) // 2
    assert 0 <= row["tricks"] <= row["turns"]
    assert vertex(moves[row["move"]]) == row["wally"]
    assert row["cost"] == 0 or row["better"] != row["wally"]
    if row["margin"] <= 0:
        assert row["tricks"] == 0


def test_players_answer_to_the_position_alone() -> None:
    """So a game can be taken up anywhere: from any of its positions it ends as it did."""
    rules = against("wally", params_of(TRICK)).rules
    players = {BLACK: make_player("wally"), WHITE: make_player("wally")}
    game = play_on(players, rules, [])
    moves = [p for _, p in game.moves]
    for n in (0, 7, 20):
        assert [p for _, p in play_on(players, rules, moves[:n]).moves] == moves


@needs_jit
def test_only_the_best_against_the_weak_play_the_strong(tmp_path: Path) -> None:
    params = params_of(SCREENING, kept=0.25)
    strong = against("wally:noise=0.1", params)
    screened = ScreenedGames(
        strong.player, strong.rules, strong.opponents, 2, strong.colors, weak="random", weak_games=3, kept=0.25
    )
    networks = make_evolver(method(params), strong.genes, generator(1)).ask()
    luck = seeds(len(networks), 1, 0)
    with Workers() as workers:
        fitness = screened.spread(networks, luck, workers)
    weak = replace(strong, opponents=("random",), n_games=3).rate(networks, luck)
    best = np.argsort(-weak, kind="stable")[:2]
    others = [i for i in range(len(networks)) if i not in best]
    assert fitness[best].tolist() == replace(strong, n_games=2).rate(networks, luck)[best].tolist()
    assert fitness[others].max() < fitness[best].min()
    assert (np.argsort(fitness[others], kind="stable") == np.argsort(weak[others], kind="stable")).all()
    (row,) = try_it(SCREENING, tmp_path, kept=0.25)
    assert (row["strong_games"], row["weak_games"]) == (row["generations"] * 2 * 2, row["generations"] * 8 * 5)
    (row,) = try_it(SCREENING, tmp_path, kept=1.0)
    assert (row["strong_games"], row["weak_games"]) == (row["generations"] * 8 * 2, 0)
