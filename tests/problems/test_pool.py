"""The pool of opponents: teachers get most openings, and the hall of fame is bounded."""

from collections import Counter

import numpy as np
import pytest

from semeai.problems.pool import LEAST, UNKNOWN, Pool, draw_plan

NAMES = ("strong", "even", "weak")


def taught(**points: float) -> Pool:
    """A pool after many generations in which candidates had such points."""
    pool = Pool(NAMES, most=3)
    numbers = pool.numbers(points, with_hall=False)
    for _ in range(20):
        pool.learn(numbers, np.array(list(points.values())))
    return pool


def test_who_wins_about_half_teaches_most() -> None:
    strong, even, weak = taught(strong=0.02, even=0.5, weak=0.9).weights
    assert even == pytest.approx(1)
    assert strong == LEAST
    assert weak == pytest.approx(0.36, abs=1e-3)


def test_an_opponent_that_was_not_met_keeps_its_score() -> None:
    pool = taught(even=0.7)
    assert pool.scores[[0, 2]].tolist() == [UNKNOWN, UNKNOWN]
    assert pool.scores[1] == pytest.approx(0.7)


def test_scores_follow_late_generations() -> None:
    pool = taught(even=0.0)
    for _ in range(3):
        pool.learn(np.array([1, 1]), np.array([1.0, 0.5]))
    assert 0.6 < pool.scores[1] < 0.75


@pytest.mark.parametrize("n", [1, 5, 40])
def test_a_plan_has_shares_by_weight(n: int) -> None:
    """Each opponent has its share, rounded up or down; in the mean exactly."""
    opponents, weights = np.array([4, 0, 7]), np.array([1.0, 0.1, 0.5])
    wanted = n * weights / weights.sum()
    total: Counter[int] = Counter()
    for seed in range(400):
        plan = draw_plan(opponents, weights, n, np.random.default_rng(seed))
        counts = Counter(plan.tolist())
        total += counts
        assert len(plan) == n
        for opponent, share in zip(opponents.tolist(), wanted, strict=True):
            assert np.floor(share) <= counts[opponent] <= np.ceil(share)
    for opponent, share in zip(opponents.tolist(), wanted, strict=True):
        assert total[opponent] / 400 == pytest.approx(share, abs=0.1)


def test_the_hall_of_fame_is_bounded() -> None:
    """Who teaches least leaves, and whoever is in it does not enter again."""
    pool = Pool(NAMES, most=3)
    champions = [np.full(2, float(i)) for i in range(5)]
    for champion in champions[:3]:
        pool.enter(champion)
        pool.enter(champion)
    assert pool.numbers(["weak"], with_hall=True).tolist() == [2, 3, 4, 5]
    pool.learn(np.array([3, 4, 5]), np.array([0.6, 1.0, 0.9]))
    pool.enter(champions[3])
    assert [float(member[0]) for member in pool.hall] == [0, 2, 3]
    assert pool.scores.tolist() == pytest.approx([0.5, 0.5, 0.5, 0.55, 0.7, UNKNOWN])
    pool.enter(champions[4])
    assert [float(member[0]) for member in pool.hall] == [0, 3, 4]


def test_no_hall_of_fame() -> None:
    pool = Pool(NAMES)
    pool.enter(np.zeros(2))
    assert not pool.hall
    assert len(pool.scores) == len(NAMES)
