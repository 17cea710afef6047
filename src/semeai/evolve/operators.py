"""The operators of genetic algorithms. Each draws from a generator and leaves its arguments unchanged.

A population is an array with one genome per row. Selection returns the indices of the rows that become parents; a row
can occur several times.
"""

from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.evolve.evolver import Fitness
from semeai.nets.genes import Genes

Genomes = npt.NDArray[Any]
"""one genome per row"""
Numbers = npt.NDArray[np.int64]
"""indices of rows"""
Rng = np.random.Generator


class Selection(StrEnum):
    """The choice of parents."""

    ROULETTE = "roulette"
    """with probability proportional to fitness"""
    TOURNAMENT = "tournament"
    """the best of a few random genomes"""
    TRUNCATION = "truncation"
    """any of the best"""
    RANK = "rank"
    """with probability proportional to the rank"""


class Crossover(StrEnum):
    """The choice of the genes that two children exchange."""

    ONE_POINT = "one-point"
    """the genes after a random place"""
    TWO_POINT = "two-point"
    """the genes between two random places"""
    UNIFORM = "uniform"
    """each gene with probability 1/2"""


def random_genomes(n: int, genes: Genes, rng: Rng) -> Genomes:
    """A population of `n`, each gene uniform within its bounds."""
    return _random_genes((n, genes.n), genes, rng)


# -- selection ---------------------------------------------------------------------------------------------------------


def roulette(fitness: Fitness, n: int, rng: Rng) -> Numbers:
    """`n` parents, each drawn with probability proportional to its fitness.

    If some fitness is negative, all values are raised until the lowest is 0. If all are 0, all genomes have the same
    chance.
    """
    slots = _raised(fitness)
    total = slots.sum()
    return rng.choice(len(fitness), n, p=slots / total if total else None)


def tournament(fitness: Fitness, n: int, size: int, rng: Rng) -> Numbers:
    """`n` parents, each the best of `size` random genomes. The same one can be drawn twice."""
    drawn = rng.integers(len(fitness), size=(n, size))
    winners: Numbers = drawn[np.arange(n), fitness[drawn].argmax(axis=1)]
    return winners


def truncation(fitness: Fitness, n: int, share: float, rng: Rng) -> Numbers:
    """`n` parents, drawn from the best `share` of all, at least one. Ties are broken by chance."""
    order = np.lexsort((rng.random(len(fitness)), fitness))
    n_best = max(1, round(share * len(fitness)))
    return rng.choice(order[-n_best:], n)


def rank(fitness: Fitness, n: int, rng: Rng) -> Numbers:
    """`n` parents, each drawn with probability proportional to its rank, which is 1 for the worst. Equal genomes share
    their ranks."""
    ordered = np.sort(fitness)
    ranks = (ordered.searchsorted(fitness, "left") + ordered.searchsorted(fitness, "right") + 1) / 2
    return rng.choice(len(fitness), n, p=ranks / ranks.sum())


def scale_linearly(fitness: Fitness, multiplier: float) -> Fitness:
    """Goldberg's linear scaling (1989, pp. 76-79): keeps the mean, and raises the best to `multiplier` times the mean.

    So a few lucky genomes do not dominate the roulette at the start, and small differences still count at the end. If
    the lowest would become negative, it becomes 0, and the best becomes less than that multiple. If all are equal, all
    become 1. `multiplier` is more than 1. Goldberg assumes positive fitness: if some is negative, all values are first
    raised until the lowest is 0.
    """
    fitness = _raised(fitness)
    low, mean, high = float(fitness.min()), float(fitness.mean()), float(fitness.max())
    if not low < mean < high:  # equal except for rounding
        return np.ones_like(fitness)
    # f' = mean + a (f - mean) is his a f + b, and the smaller a that of his two cases which applies.
    a = min((multiplier - 1) * mean / (high - mean), mean / (mean - low))
    scaled: Fitness = mean + a * (fitness - mean)
    return scaled.clip(0)  # rounding can make the lowest negative


def _raised(fitness: Fitness) -> Fitness:
    """The values, raised until the lowest is 0 if one is negative."""
    return fitness - min(float(fitness.min()), 0.0)


# -- crossover ---------------------------------------------------------------------------------------------------------


def cross(mothers: Genomes, fathers: Genomes, kind: Crossover, rate: float, rng: Rng) -> tuple[Genomes, Genomes]:
    """Two children of each mother and the father in the same row: one starts with her genes, the other with his.

    A share `rate` of the pairs exchanges genes as `kind` defines. The others do not.
    """
    n_pairs, n_genes = mothers.shape
    swapped = _swapped(n_pairs, n_genes, kind, rng) & (rng.random((n_pairs, 1)) < rate)
    return np.where(swapped, fathers, mothers), np.where(swapped, mothers, fathers)


def _swapped(n_pairs: int, n_genes: int, kind: Crossover, rng: Rng) -> npt.NDArray[np.bool_]:
    """A mask of the genes that each pair exchanges. A genome of one gene cannot be cut: only `uniform` exchanges it."""
    if kind is Crossover.UNIFORM:
        return rng.integers(2, size=(n_pairs, n_genes), dtype=np.bool_)
    places = np.arange(n_genes)
    cut = rng.integers(1, max(n_genes, 2), (n_pairs, 1))
    if kind is Crossover.ONE_POINT:
        return places >= cut
    # The genome as a ring (De Jong 1975), cut at two different places: its ends are separated no more often than other
    # neighbours.
    first = rng.integers(n_genes, size=(n_pairs, 1))
    second = (first + cut) % n_genes
    return np.logical_xor(places >= first, places >= second)


# -- mutation ----------------------------------------------------------------------------------------------------------


def mutate(genomes: Genomes, genes: Genes, share: float, step: float, rng: Rng) -> Genomes:
    """The genomes, with a share of their genes changed.

    A real gene makes a Gaussian step with a standard deviation of `step` times the range of its bounds, and stops at
    them. A whole number is drawn again, and may stay the same.
    """
    changed = genomes.copy()
    where = rng.random(genomes.shape) < share
    n = int(where.sum())
    if genes.is_integer:
        changed[where] = _random_genes(n, genes, rng)
    else:
        stepped = genomes[where] + step * (genes.high - genes.low) * rng.standard_normal(n)
        changed[where] = stepped.clip(genes.low, genes.high)
    return changed


def _random_genes(shape: int | tuple[int, ...], genes: Genes, rng: Rng) -> Genomes:
    if genes.is_integer:
        return rng.integers(int(genes.low), int(genes.high), shape, endpoint=True)
    return rng.uniform(genes.low, genes.high, shape)
