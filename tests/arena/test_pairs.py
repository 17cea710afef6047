"""Paired games: evidence, the coverage of intervals, and the errors of sequential tests."""

import numpy as np
import pytest

from semeai.arena.gsprt import llr_of_means, llr_of_normalised
from semeai.arena.pairs import dispersion, evidence, n_independent, pair_points, pentanomial, repeated_pairs
from semeai.arena.ratings import ELO, elo_difference, rate, share_interval
from semeai.arena.sprt import Sprt, SprtVerdict, parse_sprt

BIAS = 300.0
"""standard deviation of the advantage that an opening gives black, in Elo"""


def chance(elo: np.ndarray | float) -> np.ndarray:
    return 1 / (1 + np.exp(-np.asarray(elo) / ELO))


def elo_for(share: float, bias: float) -> float:
    """The difference at which the first player has this share from openings of that bias."""
    advantages = np.random.default_rng(0).normal(0, bias, 4001)
    grid = np.linspace(-800, 800, 3201)
    shares = [(chance(elo + advantages).mean() + chance(elo - advantages).mean()) / 2 for elo in grid[::40]]
    return float(np.interp(share, shares, grid[::40]))


def matches(rng: np.random.Generator, n_matches: int, n_pairs: int, elo: float, bias: float) -> np.ndarray:
    """Points of the first player in correlated pairs of games."""
    advantage = rng.normal(0, bias, (n_matches, n_pairs))
    first = rng.random((n_matches, n_pairs)) < chance(elo + advantage)
    second = rng.random((n_matches, n_pairs)) < chance(elo - advantage)
    return np.stack([first, second], axis=-1).reshape(n_matches, 2 * n_pairs).astype(float)


# -- counting ----------------------------------------------------------------------------------------------------------


def test_pairs_by_hand() -> None:
    points = [1, 0.5, 0, 0, 1, 1, 0.5]
    assert pair_points(points).tolist() == [1.5, 0, 2]
    assert pentanomial(points) == (1, 0, 0, 1, 1)
    assert pentanomial([]) == (0, 0, 0, 0, 0)


def test_repeated_games_count_once() -> None:
    """The issue's case: 48 of 50 games the same, and an interval of [0.93, 1]."""
    games = ["w", "b"] * 24 + ["x", "y"]
    assert repeated_pairs(games) == [False] + [True] * 23 + [False]
    assert n_independent(games, is_paired=True) == 4
    assert n_independent(games, is_paired=False) == 4
    assert n_independent(["a", "b", "a"], is_paired=True) == 3
    told = evidence([1] * 50, games, is_paired=True)
    assert told == 4
    assert share_interval(told, told)[0] < 0.6


def test_dispersion_tells_correlated_pairs() -> None:
    rng = np.random.default_rng(1)
    assert dispersion(matches(rng, 1, 4000, 0, 0)[0]) == pytest.approx(1, abs=0.06)
    assert dispersion(matches(rng, 1, 4000, 0, BIAS)[0]) < 0.75
    assert dispersion([1, 1, 0, 0] * 500) == pytest.approx(2, abs=0.02)
    assert dispersion([1] * 10) == 1
    assert dispersion([]) == 1


# -- coverage ----------------------------------------------------------------------------------------------------------


def share_coverage(n_matches: int, n_pairs: int, elo: float, bias: float, seed: int) -> tuple[float, float]:
    """How often the interval holds the true share, and its mean width over that of unpaired games."""
    share = float((chance(elo + (b := np.random.default_rng(0).normal(0, bias, 20001))) + chance(elo - b)).mean() / 2)
    n_held, widths = 0, []
    for points in matches(np.random.default_rng(seed), n_matches, n_pairs, elo, bias):
        told = evidence(points, range(len(points)), is_paired=True)
        low, high = share_interval(points.mean() * told, told)
        plain = share_interval(points.sum(), len(points))
        n_held += low <= share <= high
        widths.append((high - low) / (plain[1] - plain[0]))
    return n_held / n_matches, float(np.mean(widths))


@pytest.mark.parametrize(("elo", "bias"), [(0.0, 0.0), (100.0, BIAS)])
def test_intervals_of_matches_hold_the_truth(elo: float, bias: float) -> None:
    held, width = share_coverage(400, 100, elo, bias, seed=5)
    assert 0.92 <= held <= 0.98
    assert width < (0.9 if bias else 1.02)


@pytest.mark.slow
@pytest.mark.parametrize(("elo", "bias"), [(0.0, 0.0), (100.0, BIAS), (300.0, 150.0), (0.0, 500.0)])
def test_intervals_of_matches_hold_the_truth_in_many(elo: float, bias: float) -> None:
    held, _ = share_coverage(4000, 100, elo, bias, seed=6)
    assert 0.93 <= held <= 0.97


def rating_coverage(n_rounds: int, seed: int) -> tuple[float, float]:
    """How often joint intervals from pairs hold the true ratings, and their width over that of unpaired intervals."""
    rng, true = np.random.default_rng(seed), np.array([0.0, 80.0, 150.0, 300.0, 420.0])
    # What a share means in Elo depends on the bias, so the truth is that of the model at the mean share.
    advantages = np.random.default_rng(0).normal(0, BIAS, 4001)
    n, n_pairs, held, widths = len(true), 60, [], []
    expected = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            gap = true[i] - true[j]
            expected[i, j] = (chance(gap + advantages) + chance(gap - advantages)).mean() / 2 if i != j else 0
    truth = {row.name: row.elo for row in rate(list("abcde"), 1e6 * expected, "a").rows}
    for _ in range(n_rounds):
        wins, spread = np.zeros((n, n)), np.ones((n, n))
        for i in range(n):
            for j in range(i):
                points = matches(rng, 1, n_pairs, true[i] - true[j], BIAS)[0]
                wins[i, j], wins[j, i] = points.sum(), len(points) - points.sum()
                spread[i, j] = spread[j, i] = dispersion(points)
        plain = {row.name: row for row in rate(list("abcde"), wins, "a").rows}
        for row in rate(list("abcde"), wins, "a", dispersion=spread).rows:
            if row.name != "a":
                held.append(row.low <= truth[row.name] <= row.high)
                widths.append((row.high - row.low) / (plain[row.name].high - plain[row.name].low))
    return float(np.mean(held)), float(np.mean(widths))


def test_joint_intervals_hold_the_truth() -> None:
    held, width = rating_coverage(60, seed=2)
    assert 0.90 <= held <= 0.99
    assert width < 0.9


@pytest.mark.slow
def test_joint_intervals_hold_the_truth_in_many() -> None:
    held, width = rating_coverage(2000, seed=3)
    assert 0.93 <= held <= 0.97
    assert width < 0.9  # so many games fewer for the same width, squared


def test_the_elo_difference_has_the_same_estimate_with_less_evidence() -> None:
    plain, less = elo_difference(30, 40), elo_difference(30, 40, evidence=10)
    assert plain[0] == less[0]
    assert less[1] < plain[1] < plain[2] < less[2]
    assert elo_difference(30, 40, evidence=40) == plain


# -- the sequential test -----------------------------------------------------------------------------------------------


def test_the_ratio_is_that_of_wald_where_pairs_are_all_or_nothing() -> None:
    counts = np.array([[300.0, 0, 0, 0, 500]])
    found = llr_of_means(counts, 0.5, 0.6)[0]
    assert found == pytest.approx(500 * np.log(0.6 / 0.5) + 300 * np.log(0.4 / 0.5), rel=0.03)
    assert llr_of_means(counts, 0.6, 0.5)[0] == pytest.approx(-found)


def test_normalised_elo_is_in_standard_deviations() -> None:
    """Balanced pairs that are always drawn but for a few: a small gap in Elo is a large one in normalised Elo."""
    counts = np.array([[0.0, 5, 900, 95, 0]])
    assert llr_of_normalised(counts, 0, 40)[0] > 2 * llr_of_means(counts, 0.5, float(chance(40)))[0]
    assert llr_of_normalised(counts, 40, 0)[0] == pytest.approx(-llr_of_normalised(counts, 0, 40)[0])


def errors(sprt: Sprt, n_matches: int, bias: float, seed: int) -> tuple[float, float, float, float]:
    """The shares of wrong verdicts at both bounds, and the mean games of the paired and the unpaired test."""
    rng, wrong, games, plain = np.random.default_rng(seed), [], [], []
    for elo, bad in ((sprt.elo0, SprtVerdict.H1), (sprt.elo1, SprtVerdict.H0)):
        found = [
            (sprt.decide_pairs(points), sprt.decide(points))
            for points in matches(rng, n_matches, 250, elo_for(float(chance(elo)), bias), bias)
        ]
        wrong.append(sum(verdict is bad for (verdict, _), _ in found) / n_matches)
        games += [n for (_, n), _ in found]
        plain += [n for _, (_, n) in found]
    return wrong[0], wrong[1], float(np.mean(games)), float(np.mean(plain))


def test_errors_keep_their_promise_on_correlated_pairs() -> None:
    first, second, games, plain = errors(Sprt(0, 100), 80, BIAS, seed=4)
    assert first <= 0.11  # 5% promised; 80 matches tell no more
    assert second <= 0.11
    assert games < 0.9 * plain


@pytest.mark.slow
@pytest.mark.parametrize("bias", [0.0, BIAS])
@pytest.mark.parametrize("sprt", [Sprt(0, 80), Sprt(-100, 0, alpha=0.1, beta=0.02)])
def test_errors_keep_their_promise_in_many_matches(sprt: Sprt, bias: float) -> None:
    first, second, games, plain = errors(sprt, 2000, bias, seed=8)
    assert first <= sprt.alpha / (1 - sprt.beta) + 0.01  # two standard errors of 2,000 matches
    assert second <= sprt.beta / (1 - sprt.alpha) + 0.01
    assert games < (0.85 if bias else 1.15) * plain


def test_repeated_pairs_decide_nothing() -> None:
    sprt = Sprt(0, 400)
    won = [1.0] * 60
    assert sprt.decide_pairs(won)[0] is SprtVerdict.H1
    assert sprt.decide_pairs(won, [False] + [True] * 29) == (SprtVerdict.UNDECIDED, 60)
    assert sprt.decide_pairs([], []) == (SprtVerdict.UNDECIDED, 0)
    assert sprt.decide_pairs([1.0]) == (SprtVerdict.UNDECIDED, 1)


def test_bounds_in_normalised_elo_are_parsed() -> None:
    assert parse_sprt("nelo:0,10") == Sprt(0, 10, is_normalised=True)
    assert "normalised Elo" in parse_sprt("nelo:0,10").describe(SprtVerdict.UNDECIDED)
    with pytest.raises(ValueError, match="bounds in normalised Elo must be between"):
        parse_sprt("nelo:0,4000")
