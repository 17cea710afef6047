"""The tests of a generation against the first: by hand, as scipy has them, and where there is none."""

import json
import math
from itertools import islice

import numpy as np
import pytest
from scipy.stats import ttest_ind

from semeai.evolve.evolver import Row, generations
from semeai.evolve.ga import Ga, GaParams
from semeai.evolve.significance import compare
from semeai.problems.toys import Ones

PRINTED = GaParams(population=10, selection="roulette", scaling=2, crossover=0.4, mutation=0.0333, elite=0, tests=True)
TESTS = ("f", "t", "t_unequal")


def rows(ga: Ga, first: int, n: int) -> list[Row]:
    return list(islice(generations(ga, Ones().rate, 1, first), n))


def test_by_hand() -> None:
    row = compare(np.array([3.0, 5.0, 7.0]), np.array([1.0, 2.0, 3.0]))
    assert (row["sum"], row["variance"], row["deviation"]) == (15, 4, 2)
    assert row["f"] == 4
    # with 2 and 2 degrees of freedom, F is beyond f with probability 1 / (1 + f)
    assert row["f_p"] == pytest.approx(2 / 5)
    t = (5 - 2) / math.sqrt(4 / 3 + 1 / 3)  # equal numbers: the statistic is the same, the degrees of freedom are not
    assert row["t"] == pytest.approx(t)
    assert row["t_unequal"] == pytest.approx(t)
    # with 4 degrees of freedom, T is beyond t to one side with probability 1/2 - (3 s - s^3) / 4, s = t / sqrt(t^2 + 4)
    s = t / math.sqrt(t * t + 4)
    assert row["t_p"] == pytest.approx(1 - (3 * s - s**3) / 2)
    assert row["t_p"] < row["t_unequal_p"] < 1


@pytest.mark.parametrize("seed", range(5))
def test_as_scipy_has_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    fitness, first = rng.normal(1, 2, 20), rng.normal(0, 1, 20)
    row = compare(fitness, first)
    for name, is_equal in (("t", True), ("t_unequal", False)):
        statistic, p = ttest_ind(fitness, first, equal_var=is_equal)
        assert (row[name], row[f"{name}_p"]) == (pytest.approx(statistic), pytest.approx(p))
    swapped = compare(first, fitness)
    assert swapped["f"] == pytest.approx(1 / row["f"])
    assert swapped["f_p"] == pytest.approx(row["f_p"])


def test_more_than_chance_is_told_from_chance() -> None:
    rng = np.random.default_rng(1)
    first = rng.normal(0, 1, 100)
    same, better, wilder = (compare(rng.normal(*at, 100), first) for at in ((0, 1), (1, 1), (0, 3)))
    assert [min(row["t_p"], row["t_unequal_p"]) < 0.001 for row in (same, better, wilder)] == [False, True, False]
    assert [row["f_p"] < 0.001 for row in (same, better, wilder)] == [False, False, True]
    assert better["t"] > 0


@pytest.mark.parametrize(
    ("fitness", "first", "untested"),
    [
        ([0.1] * 3, [0.1] * 3, TESTS),  # of which the variance is not 0 as computers count
        ([0.7] * 3, [0.1] * 3, TESTS),
        ([0.1] * 3, [0.1, 0.2, 0.3], ("f",)),
        ([0.1, 0.2, 0.3], [0.1] * 3, ("f",)),
        ([1e-200, 2e-200, 3e-200], [0.0, 0.0, 0.0], TESTS),
    ],
)
def test_without_variance(fitness: list[float], first: list[float], untested: tuple[str, ...]) -> None:
    row = compare(np.array(fitness), np.array(first))
    assert json.loads(json.dumps(row, allow_nan=False)) == row
    assert [name for name in TESTS if (row[name], row[f"{name}_p"]) == (0, 1)] == list(untested)


def test_a_run_with_the_printed_settings() -> None:
    whole = Ga(PRINTED, Ones().genes, np.random.default_rng(1))
    expected = rows(whole, 0, 12)
    assert (expected[0]["f"], expected[0]["t"], expected[0]["t_p"]) == (1, 0, 1)
    assert len({row["t"] for row in expected}) > 6

    stopped = Ga(PRINTED, Ones().genes, np.random.default_rng(1))
    assert rows(stopped, 0, 5) == expected[:5]
    resumed = Ga(PRINTED, Ones().genes, np.random.default_rng(2))
    resumed.restore(stopped.state())
    assert rows(resumed, 5, 7) == expected[5:]


def test_rows_are_without_tests_unless_asked_for() -> None:
    plain, tested = (Ga(GaParams(tests=tests), Ones().genes, np.random.default_rng(1)) for tests in (False, True))
    (without,), (with_tests,) = rows(plain, 0, 1), rows(tested, 0, 1)
    assert with_tests.items() > without.items()
    assert not set(without) & {"sum", "variance", "deviation", "f_p", "t_p", "t_unequal_p"}
    with pytest.raises(ValueError, match="the state belongs to another method"):
        tested.restore(plain.state())
