"""The claims of drake: verdicts follow from the tables, and few or short runs contradict nothing."""

from collections.abc import Sequence
from typing import Any

import pytest

from semeai.papers.claims import Tables, Verdict
from semeai.papers.drake import claims
from semeai.papers.drake.claims import CLAIMS
from semeai.papers.paper import Row

N = 1000


def run(seed: int, **lines: Sequence[float]) -> list[Row]:
    """A run of shares of the population, a row every 10 steps."""
    n = len(next(iter(lines.values())))
    return [
        {"population": N, "seed": seed, "step": 10 * (i + 1)} | {name: N * line[i] for name, line in lines.items()}
        for i in range(n)
    ]


def judge(text: str, tables: Tables) -> claims.Finding:
    return next(claim for claim in CLAIMS if claim.text.startswith(text)).judge(tables)


@pytest.mark.parametrize(
    ("n_quick", "n", "verdict"),
    [
        (20, 20, Verdict.CONFIRMED),
        (5, 5, Verdict.CONFIRMED),
        (2, 2, Verdict.UNTOLD),  # two runs say little
        (10, 20, Verdict.PARTLY),
        (0, 5, Verdict.UNTOLD),
        (0, 40, Verdict.CONTRADICTED),
    ],
)
def test_what_most_runs_do(n_quick: int, n: int, verdict: Verdict) -> None:
    rise = {True: [0.6] + [0.9] * 15, False: [0.1] * 15 + [0.9]}
    table = [row for seed in range(n) for row in run(seed, e2=rise[seed < n_quick])]
    found = judge("black is quickly dominated", {"single": table})
    assert (found.verdict, found.n_seeds) == (verdict, n)
    assert f"in {n_quick} of {n} runs" in found.figure


def test_crashes_and_what_comes_after() -> None:
    steady = run(1, e2=[0.6, 0.9, 0.9, 0.9], answers=[0, 0.6, 0.6, 0.6], figure7=[0, 0, 0.1, 0.2])
    table = steady + run(2, e2=[0.6, 0.9, 0.3, 0.8], answers=[0, 0.6, 0.1, 0.6], figure7=[0, 0.1, 0, 0])
    found = {
        text: judge(text, {"single": table}).figure
        for text in ("the e2 population abruptly", "white's answers crash", "strategies of figure 7 stay")
    }
    assert all(" in 1 of 2 runs" in figure for figure in found.values())
    assert " in 2 of 2 runs" in judge("exploration goes deeper", {"single": table}).figure


def discoveries(steps: int, n: int, **times: float) -> list[Row]:
    return [
        {"threads": int(name[1:]), "seed": seed, "steps": steps, "is_found": 1, "discovery": 1000 * (time + seed)}
        for name, time in times.items()
        for seed in range(n)
    ]


@pytest.mark.parametrize(
    ("steps", "n", "few", "many", "best"),
    [
        (1 << 21, 20, Verdict.CONFIRMED, Verdict.CONTRADICTED, Verdict.PARTLY),
        (1 << 21, 6, Verdict.CONFIRMED, Verdict.UNTOLD, Verdict.PARTLY),
        (1 << 18, 20, Verdict.CONFIRMED, Verdict.UNTOLD, Verdict.PARTLY),
    ],
)
def test_threads(steps: int, n: int, few: Verdict, many: Verdict, best: Verdict) -> None:
    """One thread is worse than 64, and 4,096 are better still."""
    table = discoveries(steps, n, t1=500, t64=200, t256=190, t4096=50)
    tables: Tables = {"champions": table, "threads": []}
    assert judge("too few threads", tables).verdict == few
    assert judge("too many threads", tables).verdict == many
    assert judge("64 threads work best", tables).verdict == best


def test_the_best_number_of_threads() -> None:
    table = discoveries(1 << 21, 20, t1=500, t64=50, t256=400)
    text = "64 threads work best"
    found = judge(text, {"champions": table, "threads": []})
    assert found.verdict == Verdict.CONFIRMED
    assert "the lowest mean has 64 threads" in found.figure
    few = [row for row in table if row["seed"] < 4]
    assert judge(text, {"champions": few, "threads": few}) == claims.NOT_SEEN
    found = judge(text, {"champions": few, "threads": table})  # one reading alone
    assert found.verdict == Verdict.PARTLY
    assert found.figure.startswith("rounds, an eighth of the printed size: ")


def parts(n: int, steps: int = claims.PRINTED_STEPS, **changes: float) -> list[Row]:
    """Individuals that know the whole: a tenth as printed, by position more without champions."""
    return [
        {"position": position, "part": part, "seed": seed, "steps": steps, "whole": 0.1 + seed / 1000 + more}
        for position, change in changes.items()
        for part, more in (("as printed", 0.0), ("no champions", change))
        for seed in range(n)
    ]


@pytest.mark.parametrize(
    ("n", "flower", "cuts", "verdict"),
    [
        (20, -0.05, -0.05, Verdict.CONFIRMED),
        (20, -0.05, 0.0, Verdict.PARTLY),
        (20, -0.05, 0.05, Verdict.PARTLY),
        (20, 0.0, 0.0, Verdict.UNTOLD),
        (20, 0.05, 0.05, Verdict.CONTRADICTED),
        (5, 0.05, 0.05, Verdict.UNTOLD),
        (4, -0.05, -0.05, Verdict.UNTOLD),  # whatever they say
        (0, 0.0, 0.0, Verdict.UNTOLD),
    ],
)
def test_parts_that_are_taken_away(n: int, flower: float, cuts: float, verdict: Verdict) -> None:
    found = judge("without champions", {"ablations": parts(n, flower_six=flower, multiple_cut=cuts)})
    assert (found.verdict, found.n_seeds) == (verdict, n)


def test_shorter_runs_contradict_nothing() -> None:
    found = judge("without champions", {"ablations": parts(20, 1 << 17, flower_six=0.05, multiple_cut=0.05)})
    assert found.verdict == Verdict.UNTOLD
    assert found.figure.endswith("percentage points (runs of 131,072 steps)")


def moves(**right: tuple[int, int]) -> list[Row]:
    """100 moves of each method and budget, of which so many are right."""
    return [
        {"method": method, "seed": 1, "budget": budget, "games": 100, "points": points}
        for method, counts in right.items()
        for budget, points in zip((256, 1024), counts, strict=True)
    ]


@pytest.mark.parametrize(
    ("ours", "verdict"),
    [
        ((90, 90), Verdict.CONFIRMED),
        ((10, 10), Verdict.UNTOLD),
        ((50, 50), Verdict.UNTOLD),
        ((10, 90), Verdict.PARTLY),
    ],
)
def test_rivals(ours: tuple[int, int], verdict: Verdict) -> None:
    assert judge("coevolution may rival", {"search": moves(coevolution=ours, uct=(50, 50))}).verdict == verdict


def cut_run(seed: int, leaders: str) -> list[Row]:
    lines: dict[str, Any] = {
        move: [0.6 if move == leader else 0.05 for leader in leaders.split()] for move in claims.cut.MOVES
    }
    return run(seed, **lines)


def test_the_multiple_cut_position() -> None:
    waver = [row for seed in range(10) for row in cut_run(seed, "c1 c2 g2 c2 g2 c2 g2 c2")]
    settled = [row for seed in range(10, 20) for row in cut_run(seed, "g1 c2 c2 c2 c2 c2 c2 c2")]
    losing = [row for seed in range(20, 30) for row in cut_run(seed, "g1 g1 g1 c2 g1 g1 g1 g1")]
    text = "the population oscillates"
    assert judge(text, {"cut": waver}).verdict == Verdict.CONFIRMED
    assert judge(text, {"cut": waver + settled}).verdict == Verdict.PARTLY
    assert judge(text, {"cut": losing}).verdict == Verdict.UNTOLD
    assert judge("in some runs c2 or g2", {"cut": waver + settled + losing}).verdict == Verdict.CONFIRMED
    assert judge("in some runs c2 or g2", {"cut": settled}).verdict == Verdict.PARTLY
    assert judge("e1 and e2 fare poorly", {"cut": waver}).verdict == Verdict.CONFIRMED
