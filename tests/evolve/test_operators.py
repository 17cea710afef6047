"""Operators: what they draw against exact chances, and what they must never do."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semeai.evolve.operators import (
    Crossover,
    cross,
    mutate,
    random_genomes,
    rank,
    roulette,
    scale_linearly,
    tournament,
    truncation,
)
from semeai.nets.genes import Genes

Array = npt.NDArray[Any]
Select = Callable[[Array, int, np.random.Generator], Array]


def frozen(values: Any) -> Array:
    """An array that no operator can change in secret."""
    array = np.array(values)
    array.flags.writeable = False
    return array


def assert_chances(found: Array, chances: Any, n: int) -> None:
    """Shares that were found in `n` draws are within four standard deviations of the chances, and 0 where those are."""
    chances = np.asarray(chances)
    assert (np.abs(found - chances) <= 4 * np.sqrt(chances * (1 - chances) / n)).all(), (found, chances)


# -- selection ---------------------------------------------------------------------------------------------------------


def by_tournament(size: int) -> Select:
    return lambda fitness, n, rng: tournament(fitness, n, size, rng)


def by_truncation(share: float) -> Select:
    return lambda fitness, n, rng: truncation(fitness, n, share, rng)


@pytest.mark.parametrize(
    ("select", "fitness", "chances"),
    [
        (roulette, [1, 3, 0, 4], [1 / 8, 3 / 8, 0, 1 / 2]),
        (roulette, [0.25], [1]),
        (roulette, [0, 0, 0, 0], [1 / 4] * 4),
        (roulette, [7, 7], [1 / 2] * 2),
        (roulette, [-2, 1, 3], [0, 3 / 8, 5 / 8]),  # raised by 2
        (roulette, [-2, -2, -2], [1 / 3] * 3),
        # the best of k is number i from below with (i / n)^k - ((i - 1) / n)^k
        (by_tournament(1), [1, 2, 3], [1 / 3] * 3),
        (by_tournament(2), [30, 10, 20, 40], [5 / 16, 1 / 16, 3 / 16, 7 / 16]),
        (by_tournament(3), [-1, -3, -2], [19 / 27, 1 / 27, 7 / 27]),
        (by_tournament(2), [5, 5, 1], [4 / 9, 4 / 9, 1 / 9]),
        (by_tournament(7), [2, 2, 2, 2], [1 / 4] * 4),
        (by_truncation(0.5), [4, 1, 3, 2], [1 / 2, 0, 1 / 2, 0]),
        (by_truncation(0.25), [4, 1, 9, 2], [0, 0, 1, 0]),
        (by_truncation(0.01), [4, 1, 9, 2], [0, 0, 1, 0]),
        (by_truncation(1), [4, 1, 9], [1 / 3] * 3),
        (rank, [10, -5, 1000, 11], [2 / 10, 1 / 10, 4 / 10, 3 / 10]),
        (rank, [1, 2, 2, 3], [1 / 10, 2.5 / 10, 2.5 / 10, 4 / 10]),
        (rank, [0, 0, 0], [1 / 3] * 3),
    ],
)
def test_chances_to_become_a_parent(select: Select, fitness: list[float], chances: list[float]) -> None:
    n = 100_000
    parents = select(frozen(fitness), n, np.random.default_rng(1))
    assert parents.shape == (n,)
    assert_chances(np.bincount(parents, minlength=len(fitness)) / n, chances, n)


def test_parents_are_drawn_in_no_order() -> None:
    """Pairs are made of neighbours: the parent before says nothing of the next."""
    n = 40_000
    for select in (roulette, rank, by_tournament(2), by_truncation(1)):
        parents = select(frozen([1, 2]), n, np.random.default_rng(2)).reshape(-1, 2)
        chance = parents.mean()
        assert_chances((parents == 1).all(axis=1).mean(), chance**2, n // 2)


def test_among_equals_chance_decides_who_belongs_to_the_best() -> None:
    rng, n = np.random.default_rng(3), 4000
    drawn = [int(truncation(frozen([1, 2, 2, 0, 2, 3]), 1, 1 / 3, rng)[0]) for _ in range(n)]  # number 5 and another
    assert_chances(np.bincount(drawn, minlength=6) / n, [0, 1 / 6, 1 / 6, 0, 1 / 6, 1 / 2], n)


# -- Goldberg's linear scaling -----------------------------------------------------------------------------------------

LATTICE = st.lists(st.integers(-4000, 4000).map(lambda k: k / 8), min_size=1, max_size=30)
MULTIPLIERS = st.sampled_from([1.1, 1.2, 1.5, 2, 3, 10])


@pytest.mark.parametrize(
    ("fitness", "multiplier", "scaled"),
    [
        ([2, 3, 4], 1.5, [1.5, 3, 4.5]),
        ([2, 3, 4], 2, [0, 3, 6]),  # the lowest just becomes 0
        ([2, 3, 4], 3, [0, 3, 6]),  # and would become negative
        ([0, 3, 3], 2, [0, 3, 3]),
        ([1, 1, 1, 9], 2, [2, 2, 2, 6]),  # a lucky one is held back
        ([-3, -1, 1], 1.5, [1, 2, 3]),  # as 0, 2, 4
        ([5, 5, 5], 2, [1, 1, 1]),
        ([0.1] * 3, 2, [1, 1, 1]),  # their mean is another number
        ([1, 1 + 2**-52], 2, [1, 1]),  # their mean is one of them
        ([0], 2, [1]),
        ([-2, -2], 2, [1, 1]),
    ],
)
def test_scaling_by_hand(fitness: list[float], multiplier: float, scaled: list[float]) -> None:
    assert scale_linearly(frozen(fitness), multiplier) == pytest.approx(scaled)


def prescale(high: float, mean: float, low: float, multiplier: float) -> tuple[float, float]:
    """Goldberg's a and b, in his two cases."""
    if low > (multiplier * mean - high) / (multiplier - 1):
        a = (multiplier - 1) * mean / (high - mean)
        return a, mean * (high - multiplier * mean) / (high - mean)
    a = mean / (mean - low)
    return a, -low * a


@given(LATTICE, MULTIPLIERS)
def test_scaling_is_goldbergs(values: list[float], multiplier: float) -> None:
    fitness = np.array(values) - min(*values, 0)
    scaled = scale_linearly(frozen(values), multiplier)
    if fitness.min() == fitness.max():
        assert (scaled == 1).all()
        return
    a, b = prescale(fitness.max(), fitness.mean(), fitness.min(), multiplier)
    assert scaled == pytest.approx(a * fitness + b, abs=1e-6)
    assert scaled.mean() == pytest.approx(fitness.mean())
    top = multiplier * scaled.mean()
    assert scaled.max() == pytest.approx(top) or (scaled.max() < top and scaled.min() == pytest.approx(0, abs=1e-9))


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30), MULTIPLIERS)
def test_scaling_keeps_the_order_and_is_never_negative(values: list[float], multiplier: float) -> None:
    scaled = scale_linearly(frozen(values), multiplier)
    assert np.isfinite(scaled).all()
    assert (scaled >= 0).all()
    assert scaled.sum() > 0
    assert all(a <= b for a, b in pairwise(scaled[np.argsort(values)]))


# -- crossover ---------------------------------------------------------------------------------------------------------

N = 20_000


def swaps(kind: Crossover, rate: float, n_genes: int, seed: int = 5) -> npt.NDArray[np.bool_]:
    """Which genes of `N` pairs were exchanged. All genes are different, so that one can tell."""
    mothers = frozen(np.arange(N * n_genes).reshape(N, n_genes))
    fathers = frozen(-1 - mothers)
    sisters, brothers = cross(mothers, fathers, kind, rate, np.random.default_rng(seed))
    swapped = sisters == fathers
    assert (sisters == np.where(swapped, fathers, mothers)).all()
    assert (brothers == np.where(swapped, mothers, fathers)).all()
    return swapped


def parted(swapped: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Whether each gene and its neighbour to the right, which of the last is the first, go to different children."""
    return swapped != np.roll(swapped, -1, axis=1)


@pytest.mark.parametrize(
    ("kind", "n_genes", "chances"),
    [
        (Crossover.ONE_POINT, 6, [1 / 5] * 5 + [1]),
        (Crossover.ONE_POINT, 2, [1, 1]),
        (Crossover.TWO_POINT, 6, [1 / 3] * 6),
        (Crossover.TWO_POINT, 2, [1, 1]),
        (Crossover.UNIFORM, 6, [1 / 2] * 6),
        (Crossover.ONE_POINT, 1, [0]),
        (Crossover.TWO_POINT, 1, [0]),
    ],
)
def test_neighbours_are_parted(kind: Crossover, n_genes: int, chances: list[float]) -> None:
    assert_chances(parted(swaps(kind, 1, n_genes)).mean(axis=0), chances, N)


@pytest.mark.parametrize("kind", [Crossover.ONE_POINT, Crossover.TWO_POINT])
def test_every_pair_is_cut_at_one_place_or_two(kind: Crossover) -> None:
    swapped = swaps(kind, 1, 9)
    assert (parted(swapped).sum(axis=1) == 2).all()  # one-point: the end is always cut off from the beginning
    if kind is Crossover.ONE_POINT:
        assert not swapped[:, 0].any()


def test_uniform_crossover_swaps_half_of_each_gene() -> None:
    assert_chances(swaps(Crossover.UNIFORM, 1, 7).mean(axis=0), [1 / 2] * 7, N)


@pytest.mark.parametrize("kind", Crossover)
@pytest.mark.parametrize("rate", [0, 0.3, 1])
def test_a_share_of_pairs_is_crossed(kind: Crossover, rate: float) -> None:
    is_crossed = swaps(kind, rate, 40).any(axis=1)  # uniform crossover leaves 40 genes alone once in 2^40
    assert_chances(is_crossed.mean(), rate, N)


# -- mutation and the first genomes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0, 0.2, 1])
def test_real_genes_make_gaussian_steps(share: float) -> None:
    before = frozen(np.full((200, 500), 1.25))
    after = mutate(before, Genes(500, -1, 3), share, 0.05, np.random.default_rng(6))
    steps = (after - before)[after != before]
    assert_chances((after != before).mean(), share, before.size)
    if share:
        deviation, n = 0.05 * 4, len(steps)
        assert abs(steps.mean()) < 4 * deviation / n**0.5
        assert steps.std() == pytest.approx(deviation, abs=4 * deviation / (2 * n) ** 0.5)
        within = [(np.abs(steps) < k * deviation).mean() for k in (1, 2, 3)]
        assert_chances(np.array(within), [0.682689, 0.954500, 0.997300], n)


def test_real_genes_stop_at_their_bounds() -> None:
    before = frozen(np.full((50, 50), 1.0))
    after = mutate(before, Genes(50, -1, 3), 1, 1, np.random.default_rng(7))
    assert (after.min(), after.max()) == (-1, 3)
    assert len(np.unique(after)) > 100  # and some came to stop between them


@pytest.mark.parametrize("share", [0, 0.4, 1])
def test_whole_numbers_are_drawn_afresh(share: float) -> None:
    before = frozen(np.full((100, 400), 2))
    after = mutate(before, Genes(400, 2, 5, is_integer=True), share, 0.1, np.random.default_rng(8))
    assert after.dtype == np.int64
    shares = np.bincount(after.ravel(), minlength=6) / after.size
    assert_chances(shares, [0, 0, 1 - share * 3 / 4, share / 4, share / 4, share / 4], after.size)


def test_mutations_fall_on_all_genes() -> None:
    """About as many in every genome, and at every place."""
    before = frozen(np.zeros((1000, 1000)))
    changed = mutate(before, Genes(1000, -1, 1), 0.1, 0.1, np.random.default_rng(9)) != before
    for axis in (0, 1):
        assert changed.sum(axis=axis).min() > 50
        assert changed.sum(axis=axis).max() < 150


def test_the_first_genomes_fill_their_bounds() -> None:
    real = random_genomes(200, Genes(500, -3, 1), np.random.default_rng(10))
    assert real.shape == (200, 500)
    assert -3 <= real.min() < -2.999
    assert 0.999 < real.max() <= 1
    assert_chances(np.histogram(real, 8, (-3, 1))[0] / real.size, [1 / 8] * 8, real.size)
    whole = random_genomes(200, Genes(500, -1, 2, is_integer=True), np.random.default_rng(11))
    assert whole.dtype == np.int64
    assert_chances(np.bincount(whole.ravel() + 1) / whole.size, [1 / 4] * 4, whole.size)


@pytest.mark.parametrize(
    "operator",
    [
        partial(random_genomes, 20, Genes(10, 0, 1)),
        partial(random_genomes, 20, Genes(10, 0, 9, is_integer=True)),
        *[partial(select, frozen(range(20)), 30) for select in (roulette, rank, by_tournament(2), by_truncation(0.5))],
        *[partial(cross, np.zeros((9, 9)), np.ones((9, 9)), kind, 0.5) for kind in Crossover],
        partial(mutate, np.zeros((9, 9)), Genes(9, -1, 1), 0.5, 0.1),
        partial(mutate, np.zeros((9, 9)), Genes(9, -1, 1), 1, 0.1),  # only the steps are drawn
        partial(mutate, np.zeros((9, 9), np.int64), Genes(9, 0, 9, is_integer=True), 0.5, 0.1),
    ],
)
def test_nothing_is_drawn_but_from_the_generator(operator: Callable[[np.random.Generator], Any]) -> None:
    one, same, other = (np.array(operator(np.random.default_rng(seed))) for seed in (1, 1, 2))
    assert (one == same).all()
    assert (one != other).any()
