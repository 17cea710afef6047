"""`cma`: CMA-ES, which learns the directions and the lengths of the steps that make genomes fitter.

N. Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772 (2016); equation numbers below are his.
R. Ros, N. Hansen, "A Simple Modification in CMA-ES Achieving Linear Time and Space Complexity", PPSN X (2008):
`covariance=separable`.

Candidates are samples of a normal distribution. The mean moves to the better half of them. The covariance matrix moves
to the steps that were good, and away from those that were bad, so that good steps become likelier. Two sums of the last
steps of the mean, the evolution paths, carry more information than one generation: a long path means that the steps
agreed, so the next ones may be longer. Only the order of the candidates counts, so the method is invariant under
monotone changes of the fitness. In each generation:

1. Draw samples of the distribution: mean m, step size sigma, covariance matrix C.
2. Rate them, and put them in order, the best first.
3. Move the mean to the weighted mean of the better half.
4. Add the step of the mean to the path of the step size, and lengthen or shorten the step size.
5. Add it to the path of the covariance matrix, and change the matrix by that path (rank one) and by all samples (rank
   mu), where those of the worse half count negatively.

A full matrix of n genes has n^2 numbers and is decomposed into its axes in each generation: milliseconds for 100
genes, seconds for 2,000. `covariance=separable` keeps only its diagonal: each gene has its own step size, which is
learned (n + 2) / 3 times as quickly. Use it for more than a few hundred genes, or if there are few games.

The library cmaes (0.13) is not used: it does not expose its random state, and needs n^3 operations for each sample of
n genes. The tests compare every step with it.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import exp, log, sqrt
from typing import Annotated, ClassVar

import numpy as np
import numpy.typing as npt

from semeai.bounds import Bounded, Range
from semeai.evolve.evolver import Fitness, State
from semeai.evolve.gaussian import Chosen, Gaussian, Vector, Vectors, usual_population
from semeai.evolve.states import MOST, demand, demand_within
from semeai.nets.genes import Genes, Units

Matrix = npt.NDArray[np.float64]
"""covariance matrix, or only its diagonal"""
LARGEST = 1e60
"""largest number in a path or a matrix; its square is still finite"""
WORST_CONDITION = 1e14
"""largest condition number of the matrix that rounding allows"""


class Covariance(StrEnum):
    """The part of the covariance matrix that is learned."""

    FULL = "full"
    """all of it: n^2 numbers for n genes"""
    SEPARABLE = "separable"
    """the diagonal: a step size for each gene"""


@dataclass(frozen=True)
class CmaParams(Bounded):
    _name: ClassVar[str] = "cma"

    population: Annotated[int, Range(0)] = 0
    """samples in a generation, 4 or more; 0 for 4 + 3 ln(genes); more if ratings are noisy"""
    covariance: Covariance = Covariance.FULL
    """full, or separable for genomes of several hundred numbers or more"""
    step: Annotated[float, Range(0, 1, "a share", is_above=True)] = 0.2
    """standard deviation at the beginning, as a share of the range of a gene"""
    champion: Chosen = Chosen.MEAN
    """champion of a generation: the mean, the average of late means, or best, the fittest candidate (for exact
    ratings); it is rated as one more candidate"""

    def __post_init__(self) -> None:
        super().__post_init__()
        if 0 < self.population < 4:
            raise ValueError(f"cma:population must be 4 or more, or 0 for 4 + 3 ln(genes), not {self.population}")


class Cma(Gaussian):
    """The method CMA-ES. Each `tell` is one generation."""

    name = "cma"

    def __init__(self, params: CmaParams, genes: Genes | Units, rng: np.random.Generator) -> None:
        self.params = params
        super().__init__(genes, rng, params.champion)

    def _begin(self) -> None:
        n, is_full = self._genes.n, self.params.covariance is Covariance.FULL
        population = self.params.population or usual_population(n)
        self._rates = full_rates(n, population) if is_full else separable_rates(n, population)
        self._sigma: Vector = np.array([self.params.step * self._range])
        self._step_path, self._path = np.zeros(n), np.zeros(n)
        self._covariance = np.eye(n) if is_full else np.ones(n)
        self._axes = take_apart(self._covariance)
        self._generation = 0

    # -- step 1 --------------------------------------------------------------------------------------------------------

    def _sample(self) -> Vectors:
        shape = (len(self._rates.weights), self._genes.n)
        return self._mean + self._sigma * self._axes.stretch(self._rng.standard_normal(shape))

    # -- steps 2 to 5 --------------------------------------------------------------------------------------------------

    def _learn(self, samples: Vectors, fitness: Fitness) -> None:
        rates = self._rates
        order = np.argsort(-fitness, kind="stable")  # step 2
        steps = (samples[order] - self._mean) / self._sigma
        step = rates.weights.clip(0) @ steps
        self._mean = self._mean + self._sigma * step  # step 3
        self._adapt_step(step)  # step 4
        self._adapt_covariance(step, steps)  # step 5
        self._generation += 1

    def _adapt_step(self, step: Vector) -> None:
        """Step 4: equations 43 and 44. A step size never grows more than e times at once."""
        rates, n = self._rates, self._genes.n
        c = rates.step_path
        self._step_path = (1 - c) * self._step_path + sqrt(c * (2 - c) * rates.n_effective) * self._axes.whiten(step)
        length = float(np.linalg.norm(self._step_path)) / mean_length(n)
        self._sigma = self._limited(self._sigma * exp(min(1.0, c / rates.damping * (length - 1))))
        # The path of the matrix is not updated while that of the step size is long: the step size grows first.
        normal = sqrt(1 - (1 - c) ** (2 * (self._generation + 1)))
        self._is_still = length / normal >= 1.4 + 2 / (n + 1)

    def _adapt_covariance(self, step: Vector, steps: Vectors) -> None:
        """Step 5: equations 45 to 47."""
        rates, n = self._rates, self._genes.n
        c = rates.path
        added = 0.0 if self._is_still else sqrt(c * (2 - c) * rates.n_effective)
        self._path = (1 - c) * self._path + added * step
        lengths = np.square(self._axes.whiten(steps)).sum(axis=1)
        weights = rates.weights * np.where(rates.weights < 0, n / (lengths + 1e-8), 1)  # a bad step has length 1
        missed = rates.rank_one * c * (2 - c) if self._is_still else 0.0
        kept = 1 + missed - rates.rank_one - rates.rank_mu * rates.weights.sum()
        is_full = self._covariance.ndim == 2
        one: Matrix = np.outer(self._path, self._path) if is_full else self._path**2
        mu: Matrix = (steps.T * weights) @ steps if is_full else weights @ steps**2
        changed = kept * self._covariance + rates.rank_one * one + rates.rank_mu * mu
        self._covariance = (changed + changed.T) / 2  # symmetric except for rounding
        self._axes = take_apart(self._covariance)

    # -- state ---------------------------------------------------------------------------------------------------------

    def _deviations(self) -> Vector:
        return self._sigma * self._axes.deviations

    def _own_state(self) -> State:
        return {
            "sigma": self._sigma,
            "step_path": self._step_path,
            "path": self._path,
            "covariance": self._covariance,
            "told": np.array([self._generation]),
        }

    def _check_own(self, state: State) -> None:
        self._check_steps(state, "sigma")
        for name in ("step_path", "path", "covariance"):
            demand_within(state, name, -LARGEST, LARGEST)
        demand_within(state, "told", 0, MOST)
        matrix = state["covariance"]
        demand(np.array_equal(matrix, matrix.T) and take_apart(matrix).longest > 1 / LARGEST, "covariance")

    def _restore_own(self, state: State) -> None:
        self._sigma, self._step_path, self._path = (state[key].copy() for key in ("sigma", "step_path", "path"))
        self._covariance = state["covariance"].copy()
        self._axes = take_apart(self._covariance)
        self._generation = int(state["told"][0])


# -- the square root of a covariance matrix ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Axes:
    """The axes of a covariance matrix, and their lengths."""

    directions: npt.NDArray[np.float64] | None
    """one axis per column; None if the axes are the genes"""
    lengths: Vector
    longest: float
    """the largest eigenvalue; at most 0 if the matrix is not a covariance matrix"""

    def stretch(self, rows: Vectors) -> Vectors:
        """Samples with this covariance, from rows of standard normal numbers."""
        return rows * self.lengths if self.directions is None else (rows * self.lengths) @ self.directions.T

    def whiten(self, rows: Vectors) -> Vectors:
        """The rows times C^(-1/2)."""
        if self.directions is None:
            return rows / self.lengths
        whitened: Vectors = (rows @ self.directions / self.lengths) @ self.directions.T
        return whitened

    @property
    def deviations(self) -> Vector:
        """The standard deviation of each gene."""
        if self.directions is None:
            return self.lengths
        found: Vector = np.sqrt(np.square(self.directions * self.lengths).sum(axis=1))
        return found


def take_apart(covariance: Matrix) -> Axes:
    """The axes of a matrix, or of a diagonal. Lengths below the limit of rounding are raised to it."""
    squares, directions = np.linalg.eigh(covariance) if covariance.ndim == 2 else (covariance, None)
    longest = float(squares.max())
    return Axes(directions, np.sqrt(squares.clip(max(longest, 0.0) / WORST_CONDITION)), longest)


# -- rates of learning -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rates:
    """The constants of a strategy, derived from the numbers of genes and samples."""

    weights: Vector
    """weights of samples, the best first; the positive ones have the sum 1"""
    n_effective: float
    """effective number of samples: mu_eff"""
    step_path: float
    """share of the path of the step size that is renewed: c_sigma"""
    damping: float
    """damping of changes of the step size: d_sigma"""
    path: float
    """share of the path of the matrix that is renewed: c_c"""
    rank_one: float
    """share of the matrix that comes from its path: c_1"""
    rank_mu: float
    """share of the matrix that comes from samples: c_mu"""


def mean_length(n: int) -> float:
    """The mean length of a vector of `n` standard normal numbers."""
    return sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n**2))


def full_rates(n: int, population: int) -> Rates:
    """The constants of Hansen's table 1: equations 49 to 58."""
    raw = log((population + 1) / 2) - np.log(np.arange(1, population + 1))
    good, bad = raw[: population // 2], raw[population // 2 :]
    n_effective = float(good.sum() ** 2 / np.square(good).sum())
    n_bad = float(bad.sum() ** 2 / np.square(bad).sum())
    one = 2 / ((n + 1.3) ** 2 + n_effective)
    mu = min(1 - one - 1e-8, 2 * (n_effective - 2 + 1 / n_effective) / ((n + 2) ** 2 + n_effective))
    # Bad samples have such small weights that the matrix stays positive definite.
    share_bad = min(1 + one / mu, 1 + 2 * n_bad / (n_effective + 2), (1 - one - mu) / (n * mu))
    weights = np.where(raw >= 0, raw / raw[raw > 0].sum(), share_bad * raw / -raw[raw < 0].sum())
    step_path = (n_effective + 2) / (n + n_effective + 5)
    path = (4 + n_effective / n) / (n + 4 + 2 * n_effective / n)
    return Rates(weights, n_effective, step_path, _damping(n, n_effective, step_path), path, one, mu)


def separable_rates(n: int, population: int) -> Rates:
    """The constants of Ros and Hansen: only good samples count, and the diagonal is learned quickly."""
    raw = (log(population // 2 + 1) - np.log(np.arange(1, population + 1))).clip(0)
    weights = raw / raw.sum()
    n_effective = float(1 / np.square(weights).sum())
    one = 2 / ((n + 1.3) ** 2 + n_effective)
    full = 2 / n_effective / (n + sqrt(2)) ** 2
    full += (1 - 1 / n_effective) * min(1, (2 * n_effective - 1) / ((n + 2) ** 2 + n_effective))
    mu = min(1 - one, (n + 2) / 3 * full)
    step_path = (n_effective + 2) / (n + n_effective + 3)
    return Rates(weights, n_effective, step_path, _damping(n, n_effective, step_path), 4 / (n + 4), one, mu)


def _damping(n: int, n_effective: float, step_path: float) -> float:
    return 1 + 2 * max(0.0, sqrt((n_effective - 1) / (n + 1)) - 1) + step_path
