"""zela/wally: the literal reading of figures 4 and 5, and the verdicts on their claims."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from semeai.evolve import make_evolver
from semeai.papers.paper import Bench, Row, Scale
from semeai.papers.tables import read_table
from semeai.papers.zela import PAPER
from semeai.papers.zela.claims import CLAIMS, METHODS, by_method, describe, findings, gain_after, times_of
from semeai.papers.zela.wally import WALLY, order_of, thin_out
from semeai.papers.zela.wally_figure import draw_wally
from semeai.parallel.executors import Workers
from semeai.rng import generator
from tests.conftest import needs_jit
from tests.papers.support import ROOT, folder_of


def params_of(scale: Scale, immigration: float, color: str) -> dict[str, Any]:
    variant = {"immigration": immigration, "color": color}
    return dict(next(trial.params for trial in WALLY.trials(scale) if dict(trial.variant) == variant))


# -- the README --------------------------------------------------------------------------------------------------------

QUOTES = {
    "a": "SANE starts to beat Wally earlier than SANEi",
    "b": "SANE gets better scores at first",
    "c": "SANE stops improving (white: 400 generations, black: 510), SANEi goes on",
    "d": "SANEi ends better",
}


def claims_table(table: list[Row]) -> str:
    """The verdicts as the README has them."""
    lines = [
        "| claim (figures 4 and 5) | verdict | our figure | seeds | command | minutes |",
        "|---|---|---|---|---|---|",
    ]
    for key, quote in QUOTES.items():
        for color in ("black", "white"):
            found = findings(table, color)[key]
            verdict = "; ".join(f"{METHODS[rate]}: {one.verdict}" for rate, one in zip((0.03, 0.2), found, strict=True))
            base = [f"SANE {times_of(by_method(table, color)[0])}"] if key == "a" else []
            figure = "; ".join([*base, *(one.said for one in found)])
            how = f"{found[0].n_seeds} | `semeai reproduce zela/wally` | {MINUTES}"
            lines.append(f"| {quote}, as {color} | {verdict} | {figure} | {how} |")
    return "\n".join(lines) + "\n"


MINUTES = 4
"""on two cores, for all rows together"""


def test_the_readme_has_the_verdicts_of_the_table() -> None:
    table = read_table(WALLY, ROOT / "results" / "zela" / "wally.csv")
    assert claims_table(table) in (folder_of(PAPER) / "README.md").read_text()


# -- the literal reading -----------------------------------------------------------------------------------------------


def test_wally_has_no_noise_and_a_network_one_game() -> None:
    problem = order_of(params_of(Scale.PAPER, 0, "white"), 1).problem
    assert problem.options()["opponent"] == ("wally",)
    assert (problem.n_games, problem.options()["colors"], problem.rules.komi) == (1, "white", 0)  # type: ignore[union-attr]
    exam = problem.exam("")
    assert exam is not None
    assert exam.random_moves > 0
    assert problem.options().get("random_moves", 0) == 0


@pytest.mark.parametrize(("immigration", "n_immigrants"), [(0, 0), (0.03, 30), (0.2, 200)])
def test_thirty_of_a_thousand_neurons_mutate(immigration: float, n_immigrants: int) -> None:
    """The others are children, immigrants, or as they were; the best network is kept whole."""
    before, after = {}, {}
    for mutation in (0.0, 1.0):
        order = order_of(params_of(Scale.PAPER, immigration, "black") | {"mutation": mutation}, 1)
        evolver = make_evolver(order.spec, order.problem.genes, generator(1))
        before = dict(evolver.state())
        evolver.tell(np.arange(30.0))
        after[mutation] = dict(evolver.state())
    is_mutant = (after[0.0]["weights"] != after[1.0]["weights"]).any(axis=1)
    assert is_mutant.sum() == 30
    is_new = (after[0.0]["weights"] != before["weights"]).any(axis=1)
    assert is_new.sum() >= n_immigrants + 250
    best = before["blueprints"][29]
    assert not (is_new | is_mutant)[best].any()
    assert (after[1.0]["blueprints"][0] == best).all()


@needs_jit
def test_the_same_network_has_the_same_game_every_time() -> None:
    problem = order_of(params_of(Scale.SMOKE, 0, "black"), 1).problem
    networks = make_evolver(order_of(params_of(Scale.SMOKE, 0, "black"), 1).spec, problem.genes, generator(1)).ask()
    seeds = np.arange(len(networks), dtype=np.uint64)
    assert (problem.rate(networks, seeds) == problem.rate(networks, seeds + 100)).all()


@needs_jit
def test_trials_share_their_first_generation_and_never_fall(tmp_path: Path) -> None:
    found = {}
    for rate in METHODS:
        with Workers() as workers:
            bench = Bench(tmp_path / f"{rate}", workers, lambda text: None)
            found[rate] = WALLY.trial(params_of(Scale.SMOKE, rate, "black"), 1, bench)
    assert [row["generation"] for row in found[0]] == [0, 1, 3, 5, 7]
    assert found[0][0] == found[0.03][0] == found[0.2][0]
    for rows in found.values():
        best = [row["best"] for row in rows]
        assert best == sorted(best)


def test_rows_are_summed_up() -> None:
    rows = [
        {"generation": i, "best": best, "mean": -i / 3, "diversity": 0.98765, "share": i / 10}
        for i, best in enumerate([-3.0, -1.0, 0.0, 2.0, 2.0, 5.0])
    ]
    first, middle, last = thin_out(rows, 3)
    assert first == {"generation": 0, "best": -3.0, "mean": 0, "diversity": 0.9877, "first": -1, "openings": 0.0}
    assert (middle["generation"], middle["best"], middle["first"], middle["openings"]) == (2, 0.0, -1, 0.15)
    assert (last["generation"], last["best"], last["first"], last["openings"]) == (5, 5.0, 3, 0.4)


# -- verdicts ----------------------------------------------------------------------------------------------------------


def runs(n_seeds: int, length: int = 600, **methods: tuple[int, float, float]) -> list[Row]:
    """Runs that begin at -20, win in a generation (-1: never), and rise to a level at 300 and another at the end."""
    table = []
    for (rate, _), (win, middle, end) in zip(METHODS.items(), methods.values(), strict=True):
        for color in ("black", "white"):
            for seed in range(1, n_seeds + 1):
                for generation in [0, *range(4, length, 5)]:
                    has_won = 0 <= win + seed <= generation and win >= 0
                    level = middle if generation < 550 else end
                    row = {"immigration": rate, "color": color, "seed": seed, "generation": generation, "mean": -30.0}
                    best = (level if has_won else -20.0) + seed / 10
                    first = win + seed if has_won else -1
                    table.append(row | {"best": best, "diversity": 0.9, "first": first, "openings": 0.1})
    return table


def verdicts(table: list[Row], color: str = "black") -> dict[str, list[str]]:
    return {key: [finding.verdict for finding in found] for key, found in findings(table, color).items()}


YES, NO, UNKNOWN = "confirmed", "contradicted", "cannot be told here"


def test_all_that_the_paper_says() -> None:
    table = runs(20, sane=(20, 30.0, 30.0), sanei=(60, 25.0, 45.0), more=(60, 25.0, 45.0))
    assert verdicts(table) == {key: [YES, YES] for key in CLAIMS}
    assert "log-rank p < 0.001" in describe(table, "white")


def test_the_opposite() -> None:
    table = runs(20, sane=(60, 25.0, 45.0), sanei=(20, 30.0, 30.0), more=(60, 25.0, 45.0))
    assert verdicts(table) == {key: [NO, UNKNOWN] for key in CLAIMS}


def test_too_few_seeds_for_a_verdict() -> None:
    table = runs(19, sane=(20, 30.0, 30.0), sanei=(60, 25.0, 45.0), more=(60, 25.0, 45.0))
    assert verdicts(table) == {key: [UNKNOWN, UNKNOWN] for key in CLAIMS}


def test_runs_that_end_before_the_printed_generation_say_nothing_of_it() -> None:
    table = runs(20, length=500, sane=(20, 30.0, 30.0), sanei=(60, 25.0, 45.0), more=(-1, 0.0, 0.0))
    assert verdicts(table) == {"a": [YES, YES], "b": [YES, YES], "c": [UNKNOWN, UNKNOWN], "d": [UNKNOWN, UNKNOWN]}
    assert describe(table, "black").count("runs end at generation 500") == 4
    assert "no median, 0 of 20 runs" in describe(table, "black")


def test_gains_after_a_generation() -> None:
    run = by_method(runs(1, sane=(20, 30.0, 37.0), sanei=(1, 0.0, 0.0), more=(1, 0.0, 0.0)), "black")[0][0]
    assert (gain_after(run, 510), gain_after(run, 555)) == (7.0, 0.0)


def test_the_picture_has_every_run() -> None:
    figure = draw_wally({"wally": runs(3, sane=(20, 30.0, 30.0), sanei=(60, 25.0, 45.0), more=(-1, 0.0, 0.0))})
    fitness, _, wins, _ = figure.axes
    assert len(fitness.lines) == 3 * (3 + 1) + 1  # runs and a mean for each variant, and the zero line
    assert [line.get_ydata()[-1] for line in wins.lines] == [100, 100, 0]
    assert wins.get_ylim() == (0, 100)
