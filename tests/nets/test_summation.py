"""The summation network: as printed, as kernels rate it, and what is first where several are highest."""

import re
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import default_rng

from semeai.nets.summation import (
    MAX_WEIGHT,
    Looks,
    Shape,
    cut_looks,
    evaluate,
    join_looks,
    rate,
    read_weights,
    scores_of,
)
from tests.conftest import scaled

SHAPE = Shape((1, 1, 3), 2)
Values = npt.NDArray[np.uint8]


def packed(said: list[Values], strengths: list[list[float]], chosen: list[int]) -> Looks:
    """Looks at positions, from what is said by channel and candidate."""
    counts = [np.count_nonzero(values, axis=0) for values in said]
    where = [np.nonzero(values.T) for values in said]  # by candidate, then by channel
    return Looks(
        (
            np.cumsum([0, *(values.shape[1] for values in said)]),
            np.cumsum([0, *(int(count.sum()) for count in counts)]),
            np.concatenate(counts).astype(np.uint8),
            np.concatenate([channels for _, channels in where]).astype(np.uint8),
            np.concatenate([values.T[at] for values, at in zip(said, where, strict=True)]).astype(np.uint8),
            np.array(strengths, dtype=np.float32),
            np.array([values.sum(axis=1) for values in said], dtype=np.float32),
            np.array(chosen, dtype=np.uint16),
        )
    )


def some(seed: int, n: int, shape: Shape = SHAPE, most: int = 4) -> tuple[list[Values], list[list[float]], list[int]]:
    """Positions of 1 to 12 candidates, of which little is said."""
    rng = default_rng(seed)
    said = [rng.integers(0, most, (shape.n_channels, rng.integers(1, 13))).astype(np.uint8) for _ in range(n)]
    said = [values * (rng.random(values.shape) < 0.4).astype(np.uint8) for values in said]
    strengths = rng.choice([0.0, 0.25, 1.0], (n, shape.n_channels)).tolist()
    return said, strengths, [int(rng.integers(values.shape[1])) for values in said]


def expected_rank(scores: npt.NDArray[Any], chosen: int) -> int:
    """How many come before: all that are higher, and of equals the earlier ones."""
    order = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
    return order.index(chosen)


# -- genomes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("channels", "hidden", "n"), [((1,), 1, 2), ((1, 1, 1, 1, 6), 3, 3 * 5 + 3 + 6), ((2, 1, 3), 2, 2 * 3 + 2 + 5)]
)
def test_how_long_a_genome_is(channels: tuple[int, ...], hidden: int, n: int) -> None:
    assert Shape(channels, hidden).n_genes == n


def test_what_a_genome_means() -> None:
    weights = read_weights(Shape((2, 1, 3), 2), np.arange(13))
    assert weights.agents.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert weights.nodes.tolist() == [6, 7]
    assert weights.alleles.tolist() == [8, 9, 1, 10, 11, 12]


@pytest.mark.parametrize(
    ("genome", "message"),
    [
        (np.zeros(12), "expected a genome of 13 numbers, found 12"),
        (np.full(13, 2 * MAX_WEIGHT), "a weight must be at most 1e+06"),
        (np.full(13, np.nan), "a weight must be at most 1e+06"),
    ],
)
def test_what_is_no_genome(genome: npt.NDArray[Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        read_weights(Shape((2, 1, 3), 2), genome)


def test_too_many_channels() -> None:
    with pytest.raises(ValueError, match=r"^expected 1 to 255 channels of a summation network, found 256$"):
        Shape((256,), 1)


# -- as printed --------------------------------------------------------------------------------------------------------


def test_an_example_by_hand() -> None:
    """Node 1: 2a + b = (3, 5, 0) of 8. Node 2: b = (1, 1, 0) of 2. Their sum: (3/8 + 3/2, 5/8 + 3/2, 0)."""
    said = np.array([[1, 2, 0], [1, 1, 0]], dtype=np.uint8)
    output = evaluate(Shape((1, 1), 2), np.array([2, 1, 0, 1, 1, 3]), said, np.ones(2, dtype=np.float32))
    np.testing.assert_allclose(output, [15 / 32, 17 / 32, 0])


def test_nothing_stays_nothing() -> None:
    said = np.array([[1, 2], [0, 0]], dtype=np.uint8)
    output = evaluate(Shape((1, 1), 1), np.array([0, 5, 7]), said, np.ones(2, dtype=np.float32))
    assert output.tolist() == [0, 0]


@pytest.mark.parametrize("seed", range(5))
def test_without_negative_weights_nodes_add_up_to_one(seed: int) -> None:
    """Which is how it is printed: with one node and all that is said in it, shares are of the plain sum."""
    said, strengths, _ = some(seed, 20)
    shape = Shape((1, 1, 3), 1)
    genome = default_rng(seed).integers(1, 16, shape.n_genes)
    for values, strength in zip(said, strengths, strict=True):
        weights = genome[[0, 1, 2, 2, 2]] * np.array([1, 1, *genome[4:7]]) * strength
        plain = weights @ values
        output = evaluate(shape, genome, values, np.array(strength, dtype=np.float32))
        np.testing.assert_allclose(output, plain / plain.sum() if plain.any() else plain, atol=1e-9)


# -- kernels -----------------------------------------------------------------------------------------------------------


def genomes_of(kind: str, n: int, seed: int) -> npt.NDArray[Any]:
    rng = default_rng(seed)
    return rng.integers(0, 16, (n, SHAPE.n_genes)) if kind == "whole" else rng.uniform(-1, 1, (n, SHAPE.n_genes))


@pytest.mark.parametrize("kind", ["whole", "real"])
def test_scores_are_those_of_the_plain_network(kind: str) -> None:
    said, strengths, chosen = some(1, scaled(60, 10))
    for genome in genomes_of(kind, 5, 2):
        for i in range(len(said)):
            scores = scores_of(SHAPE, genome, packed(said[i : i + 1], strengths[i : i + 1], chosen[i : i + 1]))
            plain = evaluate(SHAPE, genome, said[i], np.array(strengths[i], dtype=np.float32))
            total = np.abs(scores).sum()
            np.testing.assert_allclose(scores / total if total else scores, plain, atol=1e-5)


@pytest.mark.parametrize("kind", ["whole", "real"])
def test_ratings_are_what_scores_say(kind: str) -> None:
    """Ranks and chances over all positions, counted slowly; 11 genomes fill more than one row of lanes."""
    said, strengths, chosen = some(3, scaled(150, 12))
    looks, genomes = packed(said, strengths, chosen), genomes_of(kind, 11, 4)
    first, last = 2, len(said) - 3
    rated = rate(SHAPE, genomes, looks, first, last)
    for number, genome in enumerate(genomes):
        ranks, logs = [], 0.0
        for i in range(first, last):
            scores = scores_of(SHAPE, genome, packed(said[i : i + 1], strengths[i : i + 1], chosen[i : i + 1]))
            ranks.append(expected_rank(scores, chosen[i]))
            slots, n = scores.clip(0).astype(np.float64), len(scores)
            share = slots[chosen[i]] / slots.sum() if slots.any() else 1 / n
            logs += float(np.log(0.99 * share + 0.01 / n))
        assert rated.within[number].tolist() == [sum(rank < k for rank in ranks) for k in (1, 3, 5, 10)]
        assert rated.logs[number] == pytest.approx(logs, rel=1e-5)


@pytest.mark.parametrize(("chosen", "rank"), [(0, 4), (1, 0), (2, 3), (3, 1), (4, 2)])
def test_of_equals_the_earlier_is_first(chosen: int, rank: int) -> None:
    said = np.array([[1, 3, 2, 3, 3]], dtype=np.uint8)
    rated = rate(Shape((1,), 1), [np.array([1, 1])], packed([said], [[1.0]], [chosen]), 0, 1)
    assert rated.within[0].tolist() == [rank < 1, rank < 3, 1, 1]


def test_who_says_nothing_chooses_the_first_and_gives_equal_chances() -> None:
    said, strengths, _ = some(5, 10)
    chosen = [0] * 5 + [values.shape[1] - 1 for values in said[5:]]
    rated = rate(SHAPE, [np.zeros(SHAPE.n_genes)], packed(said, strengths, chosen), 0, 10)
    assert rated.within[0, 0] == 5 + sum(values.shape[1] == 1 for values in said[5:])
    assert rated.logs[0] == pytest.approx(-sum(np.log(values.shape[1]) for values in said))


def test_a_genome_is_worth_the_same_in_any_company() -> None:
    looks, genomes = packed(*some(6, 30)), genomes_of("real", 19, 7)
    together = rate(SHAPE, genomes, looks, 0, 30)
    for number, genome in enumerate(genomes):
        alone = rate(SHAPE, [genome], looks, 0, 30)
        assert alone.within[0].tolist() == together.within[number].tolist()
        assert alone.logs[0] == together.logs[number]


@given(cuts=st.lists(st.integers(0, 12), max_size=4))
def test_looks_are_cut_and_joined(cuts: list[int]) -> None:
    said, strengths, chosen = some(8, 12)
    bounds = [0, *sorted(cuts), 12]
    parts = [cut_looks(packed(said[a:], strengths[a:], chosen[a:]), b - a) for a, b in pairwise(bounds) if a < 12]
    for joined, whole in zip(join_looks(parts).arrays, packed(said, strengths, chosen).arrays, strict=True):
        np.testing.assert_array_equal(joined, whole)
