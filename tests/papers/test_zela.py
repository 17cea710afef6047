"""zela: what both methods begin with and replace, who is who in coevolution, and what is made of the rows."""

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from semeai.arena.schedule import Colors
from semeai.evolve import make_evolver
from semeai.evolve.evolver import Evolver
from semeai.go.rules import AtLimit, Scoring
from semeai.lab.order import Order
from semeai.papers.curves import judge, quarter, runs_of
from semeai.papers.paper import Bench, Experiment, Row, Scale
from semeai.papers.zela import coevolution
from semeai.papers.zela.coevolution import COEVOLUTION, draw_coevolution, sanei_ends, sanei_points
from semeai.papers.zela.networks import against_wally, method, rules
from semeai.papers.zela.noisy import NOISY, draw_noisy
from semeai.papers.zela.wally import WALLY
from semeai.parallel.executors import Workers
from semeai.problems.games import GoProblem
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
    return make_evolver(method(name, PAPER | changes), against_wally("black", PAPER).genes, generator(seed))


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
    assert [against_wally(color, PAPER).colors for color in ("black", "white")] == [Colors.A_BLACK, Colors.A_WHITE]
    assert against_wally("white", PAPER).genes.n_inputs == 2 * 81 + 2  # type: ignore[union-attr]


@pytest.mark.parametrize("experiment", [WALLY, NOISY, COEVOLUTION], ids=lambda experiment: experiment.name)
def test_the_laptop_has_the_printed_sizes(experiment: Experiment) -> None:
    laptop, paper = (experiment.trials(scale)[0].params for scale in (Scale.LAPTOP, Scale.PAPER))
    other = {name for name in paper if laptop[name] != paper[name]}
    assert other <= {"generations", "training"}
    assert experiment.scales[Scale.LAPTOP]["seeds"].value >= 10


# -- trials ------------------------------------------------------------------------------------------------------------


def try_it(experiment: Experiment, folder: Path, generations: int, **variant: Any) -> list[Row]:
    params = params_of(experiment, Scale.SMOKE, **variant) | {"generations": generations}
    with Workers() as workers:
        return experiment.trial(params, 1, Bench(folder, workers, lambda text: None))


@needs_jit
@pytest.mark.parametrize(
    ("experiment", "variant"),
    [(NOISY, {"method": "sanei", "color": "white"}), (COEVOLUTION, {"sanei": "black", "start": "trained"})],
    ids=["noisy", "coevolution"],
)
def test_a_trial_that_was_stopped_goes_on(experiment: Experiment, variant: dict[str, Any], tmp_path: Path) -> None:
    whole = try_it(experiment, tmp_path / "whole", 3, **variant)
    part = try_it(experiment, tmp_path / "part", 1, **variant)
    assert part == whole[:1]
    assert try_it(experiment, tmp_path / "part", 3, **variant) == whole


@needs_jit
def test_both_methods_have_the_same_first_generation_against_wally(tmp_path: Path) -> None:
    sane, sanei = (try_it(NOISY, tmp_path / name, 3, method=name, color="black") for name in ("sane", "sanei"))
    assert sane[0] == sanei[0]
    assert sane[1:] != sanei[1:]


@pytest.mark.parametrize("start", ["untrained", "trained"])
@pytest.mark.parametrize(("color", "other"), [("black", "white"), ("white", "black")])
def test_who_is_who(color: str, other: str, start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    trained, dueled = [], []

    def breed(order: Order, folder: Path, workers: Workers) -> Any:
        if isinstance(order.problem, GoProblem):
            trained.append((folder.name, order.method_name, order.problem.colors))
            return None
        names = {side: order.settings[side].partition(":")[0] for side in ("black", "white")}
        dueled.append((order.method, names, {side: path.name for side, path in order.starts.items()}))
        row = {"generation": 0, "black_wins": 0.1, "white_wins": 0.2, "black_share": 0.3, "white_share": 0.4}
        return SimpleNamespace(rows=[row])

    monkeypatch.setattr(coevolution, "breed", breed)
    (row,) = try_it(COEVOLUTION, Path("nowhere"), 1, sanei=color, start=start)

    black, white = ("sanei", "sane") if color == "black" else ("sane", "sanei")
    folders = ["training-black", "training-white"]
    if start == "trained":
        assert trained == [(folders[0], black, Colors.A_BLACK), (folders[1], white, Colors.A_WHITE)]
        starts = dict(zip(("black", "white"), folders, strict=True))
    else:
        assert trained == []
        starts = {}
    assert dueled == [("coevolution", {"black": black, "white": white}, starts)]
    assert row == {
        "generation": 0,
        f"{black}_wins": 0.1,
        f"{white}_wins": 0.2,
        f"{black}_share": 0.3,
        f"{white}_share": 0.4,
    }


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


def duels(**sanei_wins: float) -> list[Row]:
    """Four seeds, eight generations: in the last two SANEi has won so many games, give or take, by color and start; a
    tenth were draws."""
    rows = []
    for name, wins in sanei_wins.items():
        color, start = name.split("_")
        luck = 0.01 if start == "trained" else -0.01
        for seed in range(1, 5):
            for generation in range(8):
                won = wins + luck * (seed - 2.5) if generation >= 6 else 0.0
                row = {"sanei": color, "start": start, "seed": seed, "generation": generation}
                rows.append(row | {"sanei_wins": won, "sane_wins": 0.9 - won, "sanei_share": 0.2, "sane_share": 0.1})
    return rows


def said(figure: Any) -> str:
    return " ".join(text.get_text() for text in figure.texts)


def test_a_draw_is_half_a_win() -> None:
    assert sanei_points({"sanei_wins": 0.5, "sane_wins": 0.5}) == 50
    assert sanei_points({"sanei_wins": 0.0, "sane_wins": 0.0}) == 50
    assert sanei_points({"sanei_wins": 0.6, "sane_wins": 0.2}) == pytest.approx(70)


def test_both_colors_count_alike_and_only_the_last_quarter() -> None:
    table = duels(black_trained=0.7, white_trained=0.4, black_untrained=0.1, white_untrained=0.1)
    assert sanei_ends(table, "trained") == pytest.approx([100 * (0.6 + (seed - 2.5) / 100) for seed in range(1, 5)])


@pytest.mark.parametrize(
    ("black", "white", "answer"),
    [(0.55, 0.55, "it wins more often"), (0.35, 0.35, "it wins less often"), (0.8, 0.1, "no difference shows")],
    ids=["more", "less", "black wins whoever it is"],
)
def test_the_answer(black: float, white: float, answer: str) -> None:
    table = duels(black_trained=black, white_trained=white, black_untrained=0.45, white_untrained=0.45)
    text = said(draw_coevolution({"coevolution": table})).replace("  ", " ")
    untrained, trained = text.split("Trained: ")
    assert "no difference shows" in untrained
    assert answer in trained
    assert "10% of the games are draws" in trained
    assert "SANEi 20.0%, SANE 10.0%" in trained


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
