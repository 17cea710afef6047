"""The part that `cma` and `nes` share: both breed a normal distribution, and candidates are samples of it.

Genomes begin at the centre of their bounds. The distribution knows no bounds: a gene is centre + r tanh(number / r),
where r is half the range, so that numbers near the centre stay what they are and none leaves the bounds. Two simpler
ways have failed on toys: to move numbers to the bounds made the step size of `cma` explode where the best genome is in
a corner, and to reflect them made it stop between the best genome and its mirror image.

The mean is rated as one more candidate of each generation, the first. Where ratings have some luck in them, the fittest
of many samples is mostly the luckiest, and with many genes every sample is worse than the mean: it takes a step in all
the directions that do not matter, and in some that do. So the champion of a generation is the mean that was rated
(`champion=mean`). The mean itself takes a random walk around its goal. With `champion=average` the average of the means
of late generations is rated instead (B. Polyak, A. Juditsky, "Acceleration of stochastic approximation by averaging",
SIAM Journal on Control and Optimization 30, 1992). Where ratings are exact, `champion=best` takes the fittest of all.
The method learns from the samples alone.
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
"""of a standard deviation, as a share of the range of a gene: below that rounding is all that is left"""
LARGEST_STEP = 10.0
"""the same; longer steps end at the bounds anyhow"""
FARTHEST = 10.0
"""of a number of the mean from 0, as a multiple of the range: its gene is at the bound, to the last bit"""
INNER = 0.999
"""of a gene to begin with, as a share of half the range: one at the bound could not move"""
LATEST = 0.05
"""the weight of the last mean in an average of means: about 20 generations count"""


class Chosen(StrEnum):
    """The champion of a generation."""

    MEAN = "mean"
    """the mean of the distribution: right where ratings have some luck in them"""
    AVERAGE = "average"
    """the average of the means of about 20 generations: right where the mean itself moves by luck"""
    BEST = "best"
    """the fittest of all candidates: right where ratings are exact"""


def usual_population(n_genes: int) -> int:
    """The number of samples in a generation that both papers advise: it grows with the logarithm of the genes."""
    return 4 + floor(3 * log(n_genes))


class Gaussian(ABC):
    """A method that breeds a normal distribution. Its class says how samples are drawn, and what is learned."""

    usual_problem = "local"
    name: ClassVar[str]
    """of the method, for messages"""
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
        """Set the variables of the distribution beside its mean."""

    @abstractmethod
    def _sample(self) -> Vectors:
        """Draw the samples of a generation: numbers without bounds."""

    @abstractmethod
    def _learn(self, samples: Vectors, fitness: Fitness) -> None:
        """Change the distribution by the fitness of its samples."""

    @abstractmethod
    def _deviations(self) -> Vector:
        """The standard deviation of each gene."""

    @abstractmethod
    def _own_state(self) -> State:
        """The variables of the distribution beside its mean."""

    @abstractmethod
    def _check_own(self, state: State) -> None:
        """Raises ValueError unless the variables are those of a distribution; their types and shapes are known."""

    @abstractmethod
    def _restore_own(self, state: State) -> None: ...

    # -- evolver -------------------------------------------------------------------------------------------------------

    def ask(self) -> Vectors:
        """The genomes of the mean or the average of means, then of the samples."""
        first = self._average if self._chosen is Chosen.AVERAGE else self._mean
        return self._genomes(np.concatenate([first[None], self._samples]))

    def tell(self, fitness: Fitness) -> Row:
        """Learn from the fitness, and draw the next samples. Raises ValueError when it is not a finite number each."""
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
        """The candidate to trust of the generation that was told last; before the first, the mean."""
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
        """Begin with this genome as the mean. Raises ValueError where it is not one of the problem's."""
        low, high, half = self._genes.low, self._genes.high, self._range / 2
        if genome.shape != self._mean.shape or not is_within(genome, low, high):
            raise ValueError("its genome is of another length, or has genes out of range")
        inner = ((genome - (low + high) / 2) / half).clip(-INNER, INNER)
        self._mean = self._average = half * np.arctanh(inner)
        self._champion = self._genomes(self._mean)
        self._draw()

    def _draw(self) -> None:
        """Draw samples. The state of the generator before it is kept: it says which they are."""
        self._before = pack_generator(self._rng)
        self._samples = self._sample()

    def _genomes(self, numbers: Vectors) -> Vectors:
        """The genomes that stand for numbers without bounds."""
        low, high, half = self._genes.low, self._genes.high, self._range / 2
        genomes: Vectors = ((low + high) / 2 + half * np.tanh(numbers / half)).clip(low, high)
        return genomes

    # -- step sizes ----------------------------------------------------------------------------------------------------

    def _limited(self, steps: Vector) -> Vector:
        """Standard deviations, neither so small nor so large that numbers lose their meaning."""
        return steps.clip(SMALLEST_STEP * self._range, LARGEST_STEP * self._range)

    def _check_steps(self, state: State, name: str) -> None:
        steps = state[name]
        demand(np.array_equal(steps, self._limited(steps)), name)
