"""The claims of richards: printed means, contradictions and the rows that verdicts come from."""

import pytest

from semeai.papers.bootstrap import Difference
from semeai.papers.claims import Verdict
from semeai.papers.paper import Row
from semeai.papers.richards.claims import by_factor, judge_center, judge_trick, judge_two_stones, settle
from semeai.papers.richards.readings import READINGS


@pytest.mark.parametrize(
    ("low", "high", "n_seeds", "verdict"),
    [
        (15, 25, 3, Verdict.CONFIRMED),
        (29, 40, 3, Verdict.CONFIRMED),
        (40, 50, 3, Verdict.PARTLY),
        (8, 10, 3, Verdict.PARTLY),
        (70, 80, 19, Verdict.UNTOLD),
        (70, 80, 20, Verdict.CONTRADICTED),
        (2, 6, 20, Verdict.CONTRADICTED),
    ],
)
def test_a_printed_mean_is_compared_by_its_size(low: float, high: float, n_seeds: int, verdict: Verdict) -> None:
    assert by_factor(Difference((low + high) / 2, low, high), 20, n_seeds) is verdict


def test_few_runs_do_not_contradict() -> None:
    assert [settle(-1, n) for n in (19, 20)] == [Verdict.UNTOLD, Verdict.CONTRADICTED]
    assert [settle(sign, 2) for sign in (0, 1)] == [Verdict.UNTOLD, Verdict.CONFIRMED]


def first_moves(**ends: tuple[float, float]) -> list[Row]:
    """20 runs against each reading, from one distance to another."""
    return [
        {"reading": name, "seed": seed, "part_1": start, "part_5": end}
        for name, (start, end) in ends.items()
        for seed in range(20)
    ]


@pytest.mark.parametrize(
    ("plain", "others", "verdict"),
    [
        ((2.5, 1.0), (2.5, 1.0), Verdict.CONFIRMED),
        ((2.5, 2.5), (2.5, 1.9), Verdict.PARTLY),
        ((2.5, 2.5), (2.5, 3.0), Verdict.CONTRADICTED),
    ],
)
def test_first_moves(plain: tuple[float, float], others: tuple[float, float], verdict: Verdict) -> None:
    table = first_moves(**{name: plain if name == "plain" else others for name in READINGS})
    assert judge_center({"readings": table}).verdict is verdict


@pytest.mark.parametrize(
    ("shares", "verdict"),
    [([0.4, 0.5], Verdict.CONFIRMED), ([0.1] * 20 + [0.5], Verdict.PARTLY), ([0.1] * 20, Verdict.CONTRADICTED)],
)
def test_two_stones(shares: list[float], verdict: Verdict) -> None:
    assert judge_two_stones({"handicaps": [{"giving_2": share} for share in shares]}).verdict is verdict


def test_tricks_are_looked_for_in_games_that_were_won() -> None:
    rows = [{"margin": 9.0, "tricks": 0}, {"margin": -3.0, "tricks": 2}]
    assert judge_trick({"trick": rows}).verdict is Verdict.UNTOLD
    assert judge_trick({"trick": [*rows, {"margin": 1.0, "tricks": 1}]}).verdict is Verdict.CONFIRMED
