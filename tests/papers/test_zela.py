"""zela: what both methods begin with and replace, duels in coevolution, and what is made of the rows."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from semeai.arena.schedule import Colors
from semeai.evolve import make_evolver
from semeai.evolve.evolver import Evolver
from semeai.go.rules import AtLimit, Scoring
from semeai.papers.claims import Verdict
from semeai.papers.curves import judge, quarter, runs_of
from semeai.papers.paper import Bench, Experiment, Row, Scale
from semeai.papers.zela import duel
from semeai.papers.zela.coevolution import COEVOLUTION
from semeai.papers.zela.coevolution_claims import (
    judge_both,
    judge_random,
    judge_training,
    judge_way,
    sanei_ends,
    sanei_points,
)
from semeai.papers.zela.coevolution_figure import draw_coevolution
from semeai.papers.zela.duel import bred_by, hold_duel, round_robin, train_side
from semeai.papers.zela.networks import against, method, rules
from semeai.papers.zela.noisy import NOISY, draw_noisy
from semeai.papers.zela.wally import WALLY
from semeai.parallel.executors import Workers
from semeai.problems.duels import DuelProblem
from semeai.rng import generator
from tests.conftest import needs_jit


def params_of(experiment: Experiment, scale: Scale, **variant: Any) -> dict[str, Any]:
    """Of the trial of that variant."""
    (params,) = {
        trial.digest: trial.params for trial in experiment.trials(scale) if dict(trial.variant) == variant
    }.values()
    return dict(params)


PAPER = params_of(NOISY, Scale.PAPER, method="sane", color="black")

# -- the methods -------------------------------------------------------------------------------------------------------


def evolver(name: str, seed: int = 1, **changes: float) -> Evolver:
    """A population with the printed sizes."""
    return make_evolver(method(name, PAPER | changes), against("black", PAPER).genes, generator(seed))


def test_both_methods_begin_with_the_same_population() -> None:
    sane, sanei, other = evolver("sane").state(), evolver("sanei").state(), evolver("sane", seed=2).state()
    assert sane["labels"].shape == (1000, 108)
    assert sane["blueprints"].shape == (30, 300)
    assert all(np.array_equal(sane[name], sanei[name]) for name in sane)
    assert not np.array_equal(sane["labels"], other["labels"])


@pytest.mark.parametrize(("name", "rate", "n_new"), [("sane", 0.03, 500), ("sanei", 0.03, 530), ("sanei", 0.02, 520)])
def test_half_of_the_neurons_are_children_and_some_immigrants(name: str, rate: float, n_new: int) -> None:
    """The network that is spared leaves room enough for them."""
    population = evolver(name, mutation=0, immigration=rate)
    before = population.state()
    population.tell(np.arange(30.0))
    changed = (population.state()["weights"] != before["weights"]).any(axis=1)
    assert changed.sum() == n_new
    assert not changed[before["blueprints"][29]].any()


def test_rules_and_colors() -> None:
    found = rules(PAPER)
    assert (found.size, found.komi, found.scoring, found.passes_to_end) == (9, 0, Scoring.TERRITORY, 3)
    assert (found.move_limit, found.at_move_limit) == (243, AtLimit.SCORE)
    assert [against(color, PAPER).colors for color in ("black", "white")] == [Colors.A_BLACK, Colors.A_WHITE]
    assert against("white", PAPER).genes.n_inputs == 2 * 81 + 2  # type: ignore[union-attr]


@pytest.mark.parametrize("experiment", [WALLY, NOISY, COEVOLUTION], ids=lambda experiment: experiment.name)
def test_runs_at_night_have_the_printed_sizes(experiment: Experiment) -> None:
    night, paper = (experiment.trials(scale)[0].params for scale in (Scale.NIGHT, Scale.PAPER))
    other = {name for name in paper if night[name] != paper[name]}
    assert other <= {"generations"}


# -- trials ------------------------------------------------------------------------------------------------------------


def try_it(experiment: Experiment, folder: Path, generations: int, **variant: Any) -> list[Row]:
    params = params_of(experiment, Scale.SMOKE, **variant) | {"generations": generations}
    with Workers() as workers:
        return experiment.trial(params, 1, Bench(folder, workers, lambda text: None))


@needs_jit
def test_a_trial_that_was_stopped_goes_on(tmp_path: Path) -> None:
    whole = try_it(NOISY, tmp_path / "whole", 3, method="sanei", color="white")
    part = try_it(NOISY, tmp_path / "part", 1, method="sanei", color="white")
    assert part == whole[:1]
    assert try_it(NOISY, tmp_path / "part", 3, method="sanei", color="white") == whole


@needs_jit
def test_both_methods_have_the_same_first_generation(tmp_path: Path) -> None:
    sane, sanei = (try_it(NOISY, tmp_path / name, 3, method=name, color="black") for name in ("sane", "sanei"))
    assert sane[0] == sanei[0]
    assert sane[1:] != sanei[1:]


# -- duels -------------------------------------------------------------------------------------------------------------

DUEL = params_of(COEVOLUTION, Scale.SMOKE, sanei="white", start="trained")


def test_who_is_who() -> None:
    assert bred_by({"sanei": "black"}) == {"black": "sanei", "white": "sane"}
    assert bred_by({"sanei": "white"}) == {"black": "sane", "white": "sanei"}


@pytest.mark.parametrize(("best", "expected"), [([-3, 0, 2, 5], 3), ([1, 1, 1, 1], 1), ([-1, -2, 0, 0], -1)])
def test_a_side_is_trained_until_it_beats_wally(
    best: list[int], expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def train(population: Evolver, params: Any, side: str, seed: int, workers: Workers) -> Any:
        asked.append((side, params["immigration"]))
        yield from ({"generation": i, "best": value} for i, value in enumerate(best))

    monkeypatch.setattr(duel, "train", train)
    with Workers() as workers:
        states, taken = zip(*(train_side(side, DUEL, 1, workers) for side in ("black", "white")), strict=True)
    assert taken == (expected, expected)
    assert asked == [("black", 0), ("white", 0.03)]
    assert (states[0]["labels"] == states[1]["labels"]).all()  # the same initial population, as in print


def test_the_champion_beats_most_of_the_other_side() -> None:
    class Problem:
        def margins(self, *asked: Any) -> Any:
            return np.array([[1, 1, -3], [-2, 5, 0], [7, 1, -1]])

    genomes = {side: [np.array([i]) for i in range(3)] for side in ("black", "white")}
    problem: Any = Problem()
    best = round_robin(problem, genomes, 1)
    assert (best["black"], best["white"]) == (2, 2)  # two wins each; of equals the youngest


@needs_jit
def test_a_duel_is_held_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Workers() as workers:
        bench = Bench(tmp_path / "trial", workers, lambda text: None, tmp_path / "shared")
        first = hold_duel(DUEL, 1, bench)
        monkeypatch.setattr(DuelProblem, "answer", None)
        again = hold_duel(DUEL | {"test_games": 7}, 1, bench)
    assert [row["generation"] for row in first.rows] == [0, 1, 3, 5, 7]
    assert all(tuple(row) == COEVOLUTION.columns for row in first.rows)
    assert again.rows == first.rows
    for side in ("black", "white"):
        assert (again.champions[side] == first.champions[side]).all()
        assert (again.beginners[side] == first.beginners[side]).all()


# -- what rows say -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "back", "expected"), [(8, 0, 6.5), (8, 1, 4.5), (9, 0, 7.5), (4, 1, 2), (2, 0, 1), (2, 1, 0)]
)
def test_quarters(n: int, back: int, expected: float) -> None:
    assert quarter([{"x": i} for i in range(n)], lambda row: row["x"], back) == expected


def test_runs_are_in_the_order_of_seeds() -> None:
    rows = [{"seed": seed, "x": i} for i, seed in enumerate([2, 10, 2, 10, 1])]
    assert [[row["x"] for row in run] for run in runs_of(rows)] == [[4], [0, 2], [1, 3]]


def test_judged_by_hand() -> None:
    """Five differences of one sign: t = 3 / (sqrt(2.5) / sqrt(5)), and 2 of 32 ways to give signs are as extreme."""
    verdict = judge([1, 2, 3, 4, 5])
    assert verdict.p_wilcoxon == pytest.approx(2 / 32)
    assert verdict.p_t == pytest.approx(0.0132, abs=1e-4)
    assert (verdict.mean, verdict.sign) == (3, 1)
    assert judge([-1, -2, -3, -4, -5]).sign == -1
    assert judge([1, -2, 3, -4, 5]).sign == 0
    assert str(verdict) == "+3.0 [+1.0, +5.0], p = 0.013 (t test), p = 0.062 (Wilcoxon)"


@pytest.mark.parametrize(("values", "is_known"), [([0.0, 0.0], False), ([2.0, 2.0], True), ([3.0], True)])
def test_judged_where_there_is_nothing_to_judge_by(values: list[float], is_known: bool) -> None:
    verdict = judge(values)
    assert math.isnan(verdict.p_t)
    assert math.isnan(verdict.p_wilcoxon) != is_known
    assert "unknown" in str(verdict)


def duels(n_seeds: int = 5, end: float = 0.2, **sanei_wins: float) -> list[Row]:
    """Eight rows of each seed: in the last two SANEi has won so many games, give or take, by color and start; a tenth
    were draws. The best have a tenth of the points against random moves at first, and `end` of them at the end."""
    rows = []
    for name, wins in sanei_wins.items():
        color, start = name.split("_")
        luck = 0.01 if start == "trained" else -0.01
        for seed in range(1, n_seeds + 1):
            for i in range(8):
                won = wins + luck * (seed - (n_seeds + 1) / 2) if i >= 6 else 0.0
                share = 0.1 if i == 0 else end + seed / 100
                row = {"sanei": color, "start": start, "seed": seed, "generation": i, "sanei_wins": won}
                row |= {"sane_wins": 0.9 - won, "sanei_diversity": 0.9, "sane_diversity": 0.8}
                row |= {"sanei_random": share, "sane_random": share}
                rows.append(row | {"sanei_trained": 30, "sane_trained": -1})
    return rows


def said(figure: Any) -> str:
    return " ".join(text.get_text() for text in figure.texts)


def test_a_draw_is_half_a_win() -> None:
    assert sanei_points({"sanei_wins": 0.5, "sane_wins": 0.5}) == 50
    assert sanei_points({"sanei_wins": 0.0, "sane_wins": 0.0}) == 50
    assert sanei_points({"sanei_wins": 0.6, "sane_wins": 0.2}) == pytest.approx(70)


def test_both_colors_count_alike_and_only_the_last_quarter() -> None:
    table = duels(black_trained=0.7, white_trained=0.4, black_untrained=0.1, white_untrained=0.1)
    assert sanei_ends(table, "trained") == pytest.approx([100 * (0.6 + (seed - 3) / 100) for seed in range(1, 6)])


@pytest.mark.parametrize(
    ("black", "white", "n_seeds", "verdict"),
    [
        (0.55, 0.55, 5, Verdict.CONFIRMED),
        (0.35, 0.35, 5, Verdict.CONTRADICTED),
        (0.8, 0.1, 5, Verdict.UNTOLD),
        (0.55, 0.55, 4, Verdict.UNTOLD),
    ],
    ids=["more", "less", "black wins whoever it is", "too few seeds"],
)
def test_verdicts_on_coevolution(black: float, white: float, n_seeds: int, verdict: Verdict) -> None:
    table = duels(n_seeds, black_trained=black, white_trained=white, black_untrained=0.45, white_untrained=0.45)
    tables = {"coevolution": table}
    assert judge_both("trained", tables).verdict == verdict
    assert judge_both("untrained", tables).verdict == Verdict.UNTOLD
    if black == white:
        assert judge_way("white", "trained", tables).verdict == verdict
        assert judge_training(tables).verdict == verdict
    text = " ".join(said(draw_coevolution(tables)).split())
    assert f"{n_seeds} seeds, 8 generations." in text
    assert f"In training {2 * n_seeds} of {4 * n_seeds} populations beat wally" in text


@pytest.mark.parametrize(("end", "verdict"), [(0.2, Verdict.CONFIRMED), (0.0, Verdict.CONTRADICTED)])
def test_verdicts_on_random_moves(end: float, verdict: Verdict) -> None:
    table = duels(5, end, black_trained=0.5, white_trained=0.5, black_untrained=0.5, white_untrained=0.5)
    assert judge_random({"coevolution": table}).verdict == verdict


def test_what_is_said_of_the_noisy_wally() -> None:
    """SANE is ahead in generation 3 of one run of two; SANEi goes on to the end."""
    table = []
    for color in ("black", "white"):
        for seed in (1, 2):
            for generation in range(8):
                row = {"color": color, "seed": seed, "generation": generation, "mean": -9.0}
                is_ahead = seed == 1 and generation == 2
                table.append(row | {"method": "sane", "best": 1.0 if is_ahead else -5.0, "share": 0.25})
                table.append(row | {"method": "sanei", "best": seed * generation - 20.0, "share": 0.75 + seed / 100})
    text = said(draw_noisy({"noisy": table}))
    assert "SANE in generation 3 (the median of the 1 of 2 runs that have one), SANEi never in 2 runs" in text
    assert "SANEi minus SANE +51.5" in text
    assert "SANE +0.0 [+0.0, +0.0] points, SANEi +3.0 [-9.7, +15.7] points" in text  # 2 and 4; t is 12.7
