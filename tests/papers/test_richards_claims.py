"""The claims of richards: printed means, contradictions and the rows that verdicts come from."""

import pytest

from semeai.papers.claims import Verdict
from semeai.papers.paper import Row
from semeai.papers.richards.claims import by_factor, judge_center, judge_trick, judge_two_stones
from semeai.papers.richards.generations import GENERATIONS
from semeai.papers.richards.judging import settle


@pytest.mark.parametrize(
    ("mean", "n_seeds", "verdict"),
    [
        (20, 5, Verdict.CONFIRMED),
        (29, 5, Verdict.CONFIRMED),
        (20, 4, Verdict.UNTOLD),
        (40, 5, Verdict.PARTLY),
        (8, 5, Verdict.PARTLY),
        (40, 4, Verdict.UNTOLD),
        (70, 20, Verdict.UNTOLD),
        (6, 20, Verdict.UNTOLD),
    ],
)
def test_a_printed_mean_is_compared_by_its_size(mean: float, n_seeds: int, verdict: Verdict) -> None:
    assert by_factor(mean, 20, n_seeds) is verdict


def test_few_runs_do_not_contradict() -> None:
    assert [settle(-1, n) for n in (19, 20)] == [Verdict.UNTOLD, Verdict.CONTRADICTED]
    assert [settle(1, n) for n in (4, 5)] == [Verdict.UNTOLD, Verdict.CONFIRMED]


def first_moves(start: int, end: int) -> dict[str, list[Row]]:
    """20 runs of ten generations on each board, from one distance to another."""
    run = [start] * 5 + [end] * 5
    rows = [{"seed": seed, "from_center": distance} for seed in range(20) for distance in run]
    return {f"generations{size}": rows for size in GENERATIONS}


@pytest.mark.parametrize(
    ("start", "end", "verdict"),
    [(3, 1, Verdict.CONFIRMED), (4, 2, Verdict.PARTLY), (2, 2, Verdict.CONTRADICTED), (2, 4, Verdict.CONTRADICTED)],
)
def test_first_moves(start: int, end: int, verdict: Verdict) -> None:
    assert judge_center(first_moves(start, end)).verdict is verdict


@pytest.mark.parametrize(
    ("shares", "verdict"),
    [([0.4, 0.5], Verdict.CONFIRMED), ([0.1] * 20 + [0.5], Verdict.PARTLY), ([0.1] * 20, Verdict.CONTRADICTED)],
)
def test_two_stones(shares: list[float], verdict: Verdict) -> None:
    assert judge_two_stones({"handicaps": [{"giving_2": share} for share in shares]}).verdict is verdict


def test_tricks_are_looked_for_in_games_that_were_won() -> None:
    rows = [{"margin": 9.0, "tricks": 0}, {"margin": -3.0, "tricks": 2}]
    assert judge_trick({"trick": rows}).verdict is Verdict.UNTOLD
    assert judge_trick({"trick": [*rows, {"margin": 1.0, "tricks": 1}]}).verdict is Verdict.PARTLY
