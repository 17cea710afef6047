"""`nes`: a natural evolution strategy, which follows the gradient of the expected fitness, estimated from ranks.

D. Wierstra, T. Schaul, T. Glasmachers, Y. Sun, J. Peters, J. Schmidhuber, "Natural Evolution Strategies", Journal of
Machine Learning Research 15 (2014): the separable one, SNES, algorithm 6.
T. Salimans, J. Ho, X. Chen, S. Sidor, I. Sutskever, "Evolution Strategies as a Scalable Alternative to Reinforcement
Learning", arXiv:1703.03864 (2017): mirrored samples, ranks from -1/2 to 1/2, one fixed step size.

Candidates are samples of a normal distribution. The gradient of their expected fitness, with respect to the mean and
the standard deviations, is estimated by their steps, weighted by their fitness. It is a natural gradient: its units are
those of the distribution itself. Ranks instead of fitness limit the effect of outliers. Each sample has a mirror image
on the other side of the mean, so that effects common to both cancel out. The method costs a few operations for each
gene and sample, and suits genomes of thousands of numbers. In each generation:

1. Draw half of the samples, s, standard normal; the others are -s. Candidates are mean + deviation s, gene by gene.
2. Rate them, and turn ranks into utilities, which have the sum 0. Samples of equal fitness have the same utility.
3. The gradient of the mean is the sum of utility s; of the logarithm of the deviations, of utility (s^2 - 1).
4. Move the mean along its gradient.
5. Multiply the deviations by the exponential of half their gradient: each by its own (`deviations=each`), all by the
   same number (`one`), or none (`fixed`).
"""

from dataclasses import dataclass
from enum import StrEnum
from math import log, sqrt
from typing import Annotated, ClassVar

import numpy as np

from semeai.bounds import Bounded, Range
from semeai.evolve.evolver import Fitness, State
from semeai.evolve.gaussian import Chosen, Gaussian, Vector, Vectors, usual_population
from semeai.nets.genes import Genes, Units


class Shaping(StrEnum):
    """The utilities of ranks."""

    LOG = "log"
    """those of Wierstra: the better half counts by the logarithm of its rank, the worse half equally"""
    LINEAR = "linear"
    """those of Salimans: in proportion to the rank, from the worst to the best"""


class Deviations(StrEnum):
    """The standard deviations that are learned."""

    EACH = "each"
    """one for each gene"""
    ONE = "one"
    """one for all genes"""
    FIXED = "fixed"
    """none: they keep their initial values"""


@dataclass(frozen=True)
class NesParams(Bounded):
    _name: ClassVar[str] = "nes"

    population: Annotated[int, Range(0)] = 0
    """samples in a generation, an even number; 0 for 4 + 3 ln(genes), made even; more if ratings are noisy"""
    shaping: Shaping = Shaping.LOG
    """utilities of ranks"""
    deviations: Deviations = Deviations.EACH
    """standard deviations that are learned"""
    step: Annotated[float, Range(0, 1, "a share", is_above=True)] = 0.2
    """standard deviation at the beginning, as a share of the range of a gene"""
    rate: Annotated[float, Range(0, 10, is_above=True)] = 1.0
    """learning rate of the mean"""
    step_rate: Annotated[float, Range(0, 1)] = 0.0
    """learning rate of the standard deviations; 0 for (3 + ln(genes)) / (5 sqrt(genes))"""
    champion: Chosen = Chosen.MEAN
    """champion of a generation, which is rated too: the mean, the average of late means, or best, the fittest candidate
    (for exact ratings)"""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.population % 2:
            raise ValueError(f"nes:population must be an even number, or 0 for 4 + 3 ln(genes), not {self.population}")


class Nes(Gaussian):
    """The method NES. Each `tell` is one generation."""

    name = "nes"

    def __init__(self, params: NesParams, genes: Genes | Units, rng: np.random.Generator) -> None:
        self.params = params
        super().__init__(genes, rng, params.champion)

    def _begin(self) -> None:
        n = self._genes.n
        usual = usual_population(n)
        self._population = self.params.population or usual + usual % 2
        self._utilities = utilities(self._population, self.params.shaping)
        self._step_rate = self.params.step_rate or (3 + log(n)) / (5 * sqrt(n))
        self._steps: Vector = np.full(n, self.params.step * self._range)

    # -- step 1 --------------------------------------------------------------------------------------------------------

    def _sample(self) -> Vectors:
        half = self._rng.standard_normal((self._population // 2, self._genes.n))
        samples: Vectors = self._mean + self._steps * np.concatenate([half, -half])
        return samples

    # -- steps 2 to 5 --------------------------------------------------------------------------------------------------

    def _learn(self, samples: Vectors, fitness: Fitness) -> None:
        shares = shared(self._utilities, fitness)  # step 2
        steps = (samples - self._mean) / self._steps
        gradient = shares @ steps  # step 3
        step_gradient = shares @ (steps**2 - 1)
        self._mean = self._mean + self.params.rate * self._steps * gradient  # step 4
        match self.params.deviations:  # step 5
            case Deviations.EACH:
                self._grow(step_gradient)
            case Deviations.ONE:
                self._grow(np.full_like(step_gradient, step_gradient.mean()))
            case Deviations.FIXED:
                pass

    def _grow(self, gradient: Vector) -> None:
        """Step 5. A deviation changes by at most a factor of e."""
        self._steps = self._limited(self._steps * np.exp((self._step_rate / 2 * gradient).clip(-1, 1)))

    # -- state ---------------------------------------------------------------------------------------------------------

    def _deviations(self) -> Vector:
        return self._steps

    def _own_state(self) -> State:
        return {"deviations": self._steps}

    def _check_own(self, state: State) -> None:
        self._check_steps(state, "deviations")

    def _restore_own(self, state: State) -> None:
        self._steps = state["deviations"].copy()


# -- step 2 ------------------------------------------------------------------------------------------------------------


def utilities(n: int, shaping: Shaping) -> Vector:
    """Utilities of `n` samples, the best first. Their sum is 0; the sum of their absolute values is about the same for
    both kinds, so that steps have similar lengths."""
    if shaping is Shaping.LOG:
        raw = (log(n / 2 + 1) - np.log(np.arange(1, n + 1))).clip(0)
        worth: Vector = raw / raw.sum() - 1 / n
    else:
        ranks = 0.5 - np.arange(n) / (n - 1)
        worth = ranks / np.abs(ranks).sum()
    return worth


def shared(by_rank: Vector, fitness: Fitness) -> Vector:
    """The utility of each sample. Samples of equal fitness share theirs, so that a generation of equals changes
    nothing."""
    order = np.argsort(-fitness, kind="stable")
    _, group = np.unique(-fitness, return_inverse=True)
    totals = np.zeros(len(fitness))
    np.add.at(totals, group[order], by_rank)
    shares: Vector = totals[group] / np.bincount(group)[group]
    return shares
