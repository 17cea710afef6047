"""zela/wally and its variants: the literal reading of figures 4 and 5, and the verdicts on their claims."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from semeai.papers.claims import Verdict
from semeai.papers.paper import Bench, Row, Scale
from semeai.papers.zela import gnugo, kept, phases, thumb
from semeai.papers.zela.networks import against
from semeai.papers.zela.training import population_of
from semeai.papers.zela.wally import COLORS, WALLY
from semeai.papers.zela.wally_claims import CLAIMS, METHODS, by_method, combine, gain_after
from semeai.papers.zela.wally_figure import draw_wally
from semeai.parallel.executors import Workers
from tests.conftest import needs_jit


def params_of(scale: Scale, immigration: float, color: str) -> dict[str, Any]:
    variant = {"immigration": immigration, "color": color}
    return dict(next(trial.params for trial in WALLY.trials(scale) if dict(trial.variant) == variant))


# -- the literal reading -----------------------------------------------------------------------------------------------


def test_wally_has_no_noise_and_a_network_one_game() -> None:
    problem = against("white", params_of(Scale.PAPER, 0, "white"))
    assert problem.opponents == ("wally",)
    assert (problem.n_games, problem.options()["colors"], problem.rules.komi, problem.random_moves) == (
        1,
        "white",
        0,
        0,
    )


@pytest.mark.parametrize(("immigration", "n_immigrants"), [(0, 0), (0.03, 30), (0.2, 200)])
def test_thirty_of_a_thousand_neurons_mutate(immigration: float, n_immigrants: int) -> None:
    """The others are children, immigrants, or as they were; the best network is kept whole."""
    before, after = {}, {}
    for mutation in (0.0, 1.0):
        evolver = population_of(params_of(Scale.PAPER, immigration, "black") | {"mutation": mutation}, "black", 1)
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
    params = params_of(Scale.SMOKE, 0, "black")
    problem, networks = against("black", params), population_of(params, "black", 1).ask()
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


# -- verdicts ----------------------------------------------------------------------------------------------------------


def runs(n_seeds: int, length: int = 600, **methods: tuple[int, float, float]) -> list[Row]:
    """Runs that begin at -20, win in a generation (-1: never), and rise to a level at 300 and another at the end."""
    table = []
    for (rate, _), (win, middle, end) in zip(METHODS.items(), methods.values(), strict=True):
        for color in ("black", "white"):
            for seed in range(1, n_seeds + 1):
                for generation in [0, *range(9, length, 10)]:
                    has_won = 0 <= win + seed <= generation and win >= 0
                    level = middle if generation < 550 else end
                    row = {"immigration": rate, "color": color, "seed": seed, "generation": generation, "mean": -30.0}
                    best = (level if has_won else -20.0) + seed / 10
                    first = win + seed if has_won else -1
                    table.append(row | {"best": best, "diversity": 0.9, "first": first, "openings": 0.1})
    return table


YES, NO, UNKNOWN, PARTLY = Verdict.CONFIRMED, Verdict.CONTRADICTED, Verdict.UNTOLD, Verdict.PARTLY
EARLIER, FIRST, STOP, ON, BETTER = (
    "SANE starts to beat Wally earlier than SANEi, as black",
    "SANE gets better scores than SANEi at first, as black",
    "SANE no longer gets better fitness after generation 510, as black",
    "SANEi continues to learn where SANE has stopped, as black",
    "SANEi ends better than SANE, as black",
)


def verdicts(table: list[Row]) -> dict[str, Verdict]:
    return {claim.text: claim.judge({"wally": table}).verdict for claim in CLAIMS}


def test_all_that_the_paper_says() -> None:
    table = runs(20, sane=(20, 30.0, 30.0), sanei=(60, 25.0, 45.0), more=(60, 25.0, 45.0))
    found = verdicts(table)
    for color in COLORS:  # diversity is the same for all here
        claim = f"Immigrants keep the population more diverse than genetic operators alone, as {color}"
        assert found.pop(claim) == UNKNOWN
    assert set(found.values()) == {YES}
    first = next(claim for claim in CLAIMS if claim.text == EARLIER).judge({"wally": table})
    assert first.figure == (
        "first wins, SANE median 31, 20 of 20 runs; SANEi 3% median 71, 20 of 20 runs, p < 0.001; "
        "SANEi 20% median 71, 20 of 20 runs, p < 0.001"
    )


def test_the_opposite() -> None:
    table = runs(20, sane=(60, 25.0, 45.0), sanei=(20, 30.0, 30.0), more=(60, 25.0, 45.0))
    found = verdicts(table)
    assert [found[claim] for claim in (EARLIER, FIRST, STOP, ON, BETTER)] == [NO] * 5


def test_two_readings_make_one_verdict() -> None:
    assert [combine(signs) for signs in ((1, 1), (-1, -1), (0, 0))] == [YES, NO, UNKNOWN]
    assert [combine(signs) for signs in ((1, 0), (0, 1), (1, -1), (-1, 1))] == [PARTLY] * 4
    assert [combine(signs) for signs in ((-1, 0), (0, -1))] == [NO, UNKNOWN]  # the first one is the literal reading


def test_too_few_seeds_for_a_verdict() -> None:
    found = verdicts(runs(19, sane=(20, 30.0, 30.0), sanei=(60, 25.0, 45.0), more=(60, 25.0, 45.0)))
    assert [found[claim] for claim in (EARLIER, FIRST, STOP, ON, BETTER)] == [UNKNOWN] * 5


def test_runs_that_end_before_the_printed_generation_say_nothing_of_it() -> None:
    table = runs(20, length=500, sane=(20, 30.0, 30.0), sanei=(60, 25.0, 45.0), more=(-1, 0.0, 0.0))
    found = verdicts(table)
    assert [found[claim] for claim in (EARLIER, FIRST, STOP, ON, BETTER)] == [YES, YES, UNKNOWN, UNKNOWN, UNKNOWN]
    told = next(claim for claim in CLAIMS if claim.text == BETTER).judge({"wally": table}).figure
    assert told.count("runs end at generation 500") == 2


def test_players_that_know_one_game_only() -> None:
    """All runs win against wally; a tenth of the points from random openings is little, and six tenths are not."""
    table = runs(20, sane=(20, 30.0, 30.0), sanei=(60, 25.0, 45.0), more=(60, 25.0, 45.0))
    claim = "The players beat only the player with which they were trained"
    assert verdicts(table)[claim] == YES
    assert verdicts([row | {"openings": 0.6} for row in table])[claim] == NO
    assert verdicts([row | {"best": -1.0} for row in table])[claim] == UNKNOWN


def test_gains_after_a_generation() -> None:
    run = by_method(runs(1, sane=(20, 30.0, 37.0), sanei=(1, 0.0, 0.0), more=(1, 0.0, 0.0)), "black")[0][0]
    assert (gain_after(run, 510), gain_after(run, 565)) == (7.0, 0.0)


def test_the_picture_has_every_run() -> None:
    figure = draw_wally({"wally": runs(3, sane=(20, 30.0, 30.0), sanei=(60, 25.0, 45.0), more=(-1, 0.0, 0.0))})
    fitness, _, wins, *_ = figure.axes
    assert len(fitness.lines) == 3 * (3 + 1) + 2  # runs and a mean for each variant, the zero line, the printed stop
    assert [line.get_ydata()[-1] for line in wins.lines] == [100, 100, 0]
    assert wins.get_ylim() == (0, 100)


# -- variants ----------------------------------------------------------------------------------------------------------


def ends(best: float, **variant: Any) -> list[Row]:
    """Two rows of five seeds: -20 points at first, then `best`."""
    return [
        {"seed": seed, "generation": i, "best": level + seed / 10, "diversity": 0.5} | variant
        for seed in range(1, 6)
        for i, level in enumerate([-20.0, best])
    ]


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(30.0, 10.0, YES), (30.0, 15.0, UNKNOWN), (5.0, 10.0, NO), (10.0, 10.0, UNKNOWN)]
)
def test_when_immigrants_help(low: float, high: float, verdict: Verdict) -> None:
    """Without immigrants all runs end ten points ahead; with 3% of them, `low` and `high` points with the lowest and
    the highest rate of mutation."""
    table: list[Row] = []
    for rate in phases.RATES:
        with_them = {phases.RATES[0]: low, phases.RATES[-1]: high}.get(rate, 10.0)
        for arrivals, best in zip(phases.ARRIVALS, (10.0, with_them, 10.0), strict=True):
            table += ends(best, mutation=rate, immigration=arrivals)
    assert phases.judge_phases({"phases": table}).verdict == verdict
    assert len(phases.draw_phases({"phases": table}).axes) == 3


@pytest.mark.parametrize(
    ("none", "one", "verdict"), [(-20.0, 10.0, YES), (5.0, 10.0, PARTLY), (-20.0, -20.0, UNKNOWN), (0.0, -30.0, NO)]
)
def test_networks_that_are_kept(none: float, one: float, verdict: Verdict) -> None:
    levels = {0: none, 0.03: one, 0.07: one}
    table: list[Row] = []
    for spared, best in levels.items():
        for rate in kept.METHODS:
            table += ends(best, spared=spared, immigration=rate)
    for row in table:
        if row["best"] < -19 and row["generation"] == 1:
            row["best"] = -20 + (row["seed"] % 2 - 0.5) + row["seed"] / 10 if none == -20 else row["best"]
    assert kept.judge_kept({"kept": table}).verdict == verdict
    assert len(kept.draw_kept({"kept": table}).axes) == 3


def test_rules_of_thumb() -> None:
    table = [
        {"color": "black", "seed": seed, "rules": name, "way": way, "opponent": opponent}
        | {"points": 0.1 + seed / 100 + (0.3 if name == "both" and way == "added" and opponent == "random" else 0)}
        for seed in range(1, 6)
        for name in thumb.RULES
        for way in thumb.WAYS
        for opponent in thumb.OPPONENTS
    ]
    found = thumb.judge_thumb({"thumb": table})
    assert (found.verdict, found.n_seeds) == (PARTLY, 5)
    assert "+30.0 [+30.0, +30.0] against random" in found.figure
    worse = [
        row | {"points": row["points"] - 0.05 * (row["rules"] == "both")} for row in table if row["way"] == "added"
    ]
    worse = [row | {"points": min(row["points"], 0.2)} for row in worse]
    assert thumb.judge_thumb({"thumb": worse}).verdict is UNKNOWN
    assert len(thumb.draw_thumb({"thumb": table}).axes) == 2


@pytest.mark.parametrize(("n_seeds", "verdict"), [(5, YES), (3, UNKNOWN)])
def test_gnu_go_needs_some_seeds(n_seeds: int, verdict: Verdict) -> None:
    table = [row | {"mean": 0.0, "wally": 3.0, "trained": 9} for row in ends(5.0) if row["seed"] <= n_seeds]
    assert gnugo.judge_gnugo({"gnugo": table}).verdict == verdict
    assert len(gnugo.draw_gnugo({"gnugo": table}).axes) == 2
