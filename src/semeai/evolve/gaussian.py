"""The part that `cma` and `nes` share: both breed a normal distribution, and candidates are samples of it.

Genomes start at the centre of their bounds. The distribution is unbounded: a gene is centre + r tanh(number / r),
where r is half the range, so that numbers near the centre hardly change and none leaves the bounds. Two simpler ways
failed on toy problems: with clipping, the step size of `cma` exploded if the best genome is in a corner; with
reflection, the method stopped between the best genome and its mirror image.

The mean is rated as one more candidate of each generation, the first. If ratings are noisy, the fittest of many samples
is usually the luckiest. With many genes every sample is worse than the mean, since it differs from it in all
directions, including harmful ones. So the champion of a generation is the rated mean (`champion=mean`). The mean itself
makes a random walk around the optimum. With `champion=average` the average of the means of late generations is rated
instead (B. Polyak, A. Juditsky, "Acceleration of stochastic approximation by averaging", SIAM Journal on Control and
Optimization 30, 1992). If ratings are exact, `champion=best` takes the fittest of all. The method learns only from the
samples.
"""

from abc import ABC, abstractmethod
from enum import StrEnum
from math import floor, log
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from semeai.evolve.evolver import (
    Candidate,
    Fitness,
    Row,
    State,
    check_fitness,
    pack_generator,
    row_of,
    unpack_generator,
)
from semeai.evolve.states import check_layout, demand, demand_within
from semeai.nets.genes import Genes, Units, is_within

Vector = npt.NDArray[np.float64]
"""a number for each gene"""
Vectors = npt.NDArray[np.float64]
"""a row for each sample"""
SMALLEST_STEP = 1e-14
"""smallest standard deviation, as a share of the range of a gene; below it only rounding errors remain"""
LARGEST_STEP = 10.0
"""largest standard deviation, as a share of the range; longer steps end at the bounds"""
FARTHEST = 10.0
"""largest absolute value of a number of the mean, as a multiple of the range; its gene equals the bound"""
INNER = 0.999
"""largest distance of an initial gene from the centre, as a share of half the range; a gene at the bound could not
move"""
LATEST = 0.05
"""weight of the latest mean in the average of means: about 20 generations count"""


class Chosen(StrEnum):
    """The champion of a generation."""

    MEAN = "mean"
    """the mean of the distribution: for noisy ratings"""
    AVERAGE = "average"
    """the average of the means of about 20 generations: for noisy ratings, under which the mean itself moves at random
    """
    BEST = "best"
    """the fittest of all candidates: for exact ratings"""


def usual_population(n_genes: int) -> int:
    """The number of samples per generation that both papers advise. It grows with the logarithm of the number of
    genes."""
    return 4 + floor(3 * log(n_genes))


class Gaussian(ABC):
    """A method that breeds a normal distribution. Subclasses define how samples are drawn and how the distribution
    learns."""

    usual_problem = "local"
    name: ClassVar[str]
    """name of the method, for messages"""
    params: Any

    def __init__(self, genes: Genes | Units, rng: np.random.Generator, chosen: Chosen) -> None:
        """The subclass sets its own variables first: the first samples are drawn here."""
        if not isinstance(genes, Genes) or genes.is_integer:
            kind = "whole numbers; use ga" if isinstance(genes, Genes) else "networks; use sane, esp or neat"
            raise ValueError(f"{self.name} breeds real numbers, and cannot breed {kind}")
        self._genes, self._rng, self._chosen = genes, rng, chosen
        self._range = genes.high - genes.low
        self._mean: Vector = np.zeros(genes.n)
        self._average: Vector = np.zeros(genes.n)
        self._champion: Candidate = self._genomes(self._mean)
        self._begin()
        self._draw()

    # -- the method's own ----------------------------------------------------------------------------------------------

    @abstractmethod
    def _begin(self) -> None:
        """Set the variables of the distribution except its mean."""

    @abstractmethod
    def _sample(self) -> Vectors:
        """Draw the samples of a generation, as unbounded numbers."""

    @abstractmethod
    def _learn(self, samples: Vectors, fitness: Fitness) -> None:
        """Change the distribution by the fitness of its samples."""

    @abstractmethod
    def _deviations(self) -> Vector:
        """The standard deviation of each gene."""

    @abstractmethod
    def _own_state(self) -> State:
        """The variables of the distribution except its mean."""

    @abstractmethod
    def _check_own(self, state: State) -> None:
        """Check the variables, apart from their types and shapes. Raises ValueError if they are invalid."""

    @abstractmethod
    def _restore_own(self, state: State) -> None: ...

    # -- evolver -------------------------------------------------------------------------------------------------------

    def ask(self) -> Vectors:
        """The genomes of the mean or the average of means, then of the samples."""
        first = self._average if self._chosen is Chosen.AVERAGE else self._mean
        return self._genomes(np.concatenate([first[None], self._samples]))

    def tell(self, fitness: Fitness) -> Row:
        """Learn from the fitness, and draw the next samples. Raises ValueError unless all numbers are finite."""
        candidates = self.ask()
        fitness = check_fitness(fitness, len(candidates))
        deviations = self._deviations()
        chosen = int(fitness.argmax()) if self._chosen is Chosen.BEST else 0
        row = row_of(fitness, float(deviations.mean()) / self._range)
        self._champion = candidates[chosen]
        self._learn(self._samples, fitness[1:])
        self._mean = self._mean.clip(-FARTHEST * self._range, FARTHEST * self._range)
        self._average = self._average + LATEST * (self._mean - self._average)
        self._draw()
        return row | {"champion": float(fitness[chosen]), "step": float(deviations.max()) / self._range}

    @property
    def champion(self) -> Candidate:
        """The champion of the last generation, as `champion` defines it; before the first, the mean."""
        return self._champion.copy()

    def state(self) -> State:
        found = {"mean": self._mean.copy(), "champion": self.champion, "generator": self._before}
        found |= {"average": self._average} if self._chosen is Chosen.AVERAGE else {}
        return {name: array.copy() for name, array in (found | dict(self._own_state())).items()}

    def restore(self, state: State) -> None:
        check_layout(state, self.state(), "genomes of another length or kind")
        demand_within(state, "mean", -FARTHEST * self._range, FARTHEST * self._range)
        demand_within(state, "champion", self._genes.low, self._genes.high)
        if "average" in state:
            demand_within(state, "average", -FARTHEST * self._range, FARTHEST * self._range)
        self._check_own(state)
        self._rng = unpack_generator(state["generator"])
        self._mean, self._champion = state["mean"].copy(), state["champion"].copy()
        self._average = state.get("average", self._average).copy()
        self._restore_own(state)
        self._draw()

    def begin_at(self, genome: Candidate) -> None:
        """Start with this genome as the mean. Raises ValueError if it does not fit the problem."""
        low, high, half = self._genes.low, self._genes.high, self._range / 2
        if genome.shape != self._mean.shape or not is_within(genome, low, high):
            raise ValueError(f"expected a genome of {self._genes.n} numbers from {low:g} to {high:g}")
        inner = ((genome - (low + high) / 2) / half).clip(-INNER, INNER)
        self._mean = self._average = half * np.arctanh(inner)
        self._champion = self._genomes(self._mean)
        self._draw()

    def _draw(self) -> None:
        """Draw samples. The state of the generator before the draw is kept, since it determines them."""
        self._before = pack_generator(self._rng)
        self._samples = self._sample()

    def _genomes(self, numbers: Vectors) -> Vectors:
        """The genomes of unbounded numbers."""
        low, high, half = self._genes.low, self._genes.high, self._range / 2
        genomes: Vectors = ((low + high) / 2 + half * np.tanh(numbers / half)).clip(low, high)
        return genomes

    # -- step sizes ----------------------------------------------------------------------------------------------------

    def _limited(self, steps: Vector) -> Vector:
        """Standard deviations, clipped to SMALLEST_STEP and LARGEST_STEP."""
        return steps.clip(SMALLEST_STEP * self._range, LARGEST_STEP * self._range)

    def _check_steps(self, state: State, name: str) -> None:
        steps = state[name]
        demand(np.array_equal(steps, self._limited(steps)), name)
