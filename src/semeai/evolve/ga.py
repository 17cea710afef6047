"""`ga`: the simple genetic algorithm; better genomes have more children, which mix their parents' genes and mutate.

J. H. Holland, "Adaptation in Natural and Artificial Systems", University of Michigan Press, 1975.
D. E. Goldberg, "Genetic Algorithms in Search, Optimization, and Machine Learning", Addison-Wesley, 1989, chapters 1
and 3.

A population of genomes of the same length is rated. Selection prefers fitter genomes, so their common genes spread.
Crossover tries new combinations of existing genes, and mutation adds new or lost ones. The method needs no knowledge of
the meaning of genes. It is the baseline for all other methods.

1. Draw the first population at random, within the bounds of the genes.
2. Rate it.
3. Copy the best into the next population: the elite. (De Jong 1975; Goldberg's has none: `elite=0`.)
4. Select parents, in pairs, by one of four schemes; for the roulette the fitness may be scaled first.
5. Cross each pair, with some probability: it gets two children.
6. Mutate each gene of the children, with a small probability.
7. The elite and the children are the next population; continue with step 2.

Goldberg's genes are bits, which mutation flips. Here they are real numbers, which make a Gaussian step, or whole
numbers, which are drawn again.
"""

from dataclasses import dataclass
from math import inf
from typing import Annotated, ClassVar

import numpy as np

from semeai.bounds import SHARE, Bounded, Range
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
from semeai.evolve.operators import (
    Crossover,
    Genomes,
    Numbers,
    Selection,
    cross,
    mutate,
    random_genomes,
    rank,
    roulette,
    scale_linearly,
    tournament,
    truncation,
)
from semeai.evolve.significance import compare
from semeai.evolve.states import MAX_FITNESS, check_layout, demand_within
from semeai.nets.genes import Genes, Units


@dataclass(frozen=True)
class GaParams(Bounded):
    _name: ClassVar[str] = "ga"

    population: Annotated[int, Range(2)] = 50
    """genomes in a generation, 2 or more"""
    selection: Selection = Selection.TOURNAMENT
    """scheme for selecting parents"""
    tournament: Annotated[int, Range(1)] = 3
    """genomes that compete to be a parent; used by tournament"""
    truncation: Annotated[float, Range(0, 1, "a share", is_above=True)] = 0.5
    """share of the population that can have children; used by truncation"""
    scaling: float = 0.0
    """scaled fitness of the best, as a multiple of the mean (Goldberg: 1.2 to 2); 0 for raw fitness; used by
    roulette"""
    crossover: Annotated[float, SHARE] = 0.9
    """share of the pairs that exchange genes, 0 to 1"""
    crossing: Crossover = Crossover.ONE_POINT
    """kind of crossover"""
    mutation: Annotated[float, SHARE] = 0.05
    """share of the children's genes that mutate, 0 to 1"""
    step: Annotated[float, Range(0)] = 0.1
    """standard deviation of a mutation, as a share of the range of a gene; used by real genes"""
    elite: Annotated[int, Range(0)] = 1
    """number of the best genomes that are copied unchanged, less than the population"""
    tests: bool = False
    """add tests of each generation against the first to the rows: F-test, Student's and Welch's t-tests"""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.tournament > self.population:
            raise ValueError(f"ga:tournament must be 1 to the population, {self.population}, not {self.tournament}")
        if self.scaling != 0 and not 1 < self.scaling < inf:
            raise ValueError(f"ga:scaling must be more than 1, or 0 for none, not {self.scaling:g}")
        if self.elite >= self.population:
            raise ValueError(f"ga:elite must be 0 to less than the population, {self.population}, not {self.elite}")


class Ga:
    """The genetic algorithm. Each `tell` is one generation."""

    usual_problem = "local"

    def __init__(self, params: GaParams, genes: Genes | Units, rng: np.random.Generator) -> None:
        if not isinstance(genes, Genes):
            raise ValueError("ga cannot breed networks; use sane, esp or neat")
        self.params = params
        self._genes = genes
        self._rng = rng
        self._genomes = random_genomes(params.population, genes, rng)  # step 1
        self._champion: Candidate = self._genomes[0]  # until a better one is known
        self._first: Fitness = np.full(params.population, np.nan)  # the fitness of the first generation, once known

    def ask(self) -> Genomes:
        return self._genomes.copy()

    def tell(self, fitness: Fitness) -> Row:
        """Take step 2's fitness and breed. Raises ValueError unless it is a finite number for each candidate."""
        fitness = check_fitness(fitness, self.params.population)
        row = row_of(fitness, self._diversity())
        if self.params.tests:
            if np.isnan(self._first[0]):
                self._first = fitness.copy()
            row |= compare(fitness, self._first)
        self._champion = self._genomes[fitness.argmax()]
        self._genomes = self._breed(fitness)
        return row

    @property
    def champion(self) -> Candidate:
        """The best candidate of the last generation; before the first, any candidate."""
        return self._champion.copy()

    def state(self) -> State:
        found = {"genomes": self.ask(), "champion": self.champion, "generator": pack_generator(self._rng)}
        return found | {"first": self._first.copy()} if self.params.tests else found

    def restore(self, state: State) -> None:
        check_layout(state, self.state(), "genomes of another number, length or kind")
        for name in ("genomes", "champion"):
            demand_within(state, name, self._genes.low, self._genes.high)
        if self.params.tests and not np.isnan(state["first"]).all():
            demand_within(state, "first", -MAX_FITNESS, MAX_FITNESS)
        self._rng = unpack_generator(state["generator"])
        self._genomes = state["genomes"].copy()
        self._champion = state["champion"].copy()
        if self.params.tests:
            self._first = state["first"].copy()

    # -- steps 3 to 7 --------------------------------------------------------------------------------------------------

    def _breed(self, fitness: Fitness) -> Genomes:
        """Return the next population."""
        params, rng = self.params, self._rng
        elite = np.argsort(-fitness, kind="stable")[: params.elite]  # step 3
        n_children = params.population - params.elite
        n_pairs = (n_children + 1) // 2  # if the number is odd, the last pair has one child
        mothers, fathers = self._select(fitness, 2 * n_pairs).reshape(2, n_pairs)  # step 4
        sisters, brothers = cross(  # step 5
            self._genomes[mothers], self._genomes[fathers], params.crossing, params.crossover, rng
        )
        children = np.concatenate([sisters, brothers])[:n_children]
        mutated = mutate(children, self._genes, params.mutation, params.step, rng)  # step 6
        return np.concatenate([self._genomes[elite], mutated])  # step 7

    def _select(self, fitness: Fitness, n: int) -> Numbers:
        """Step 4: return the indices of `n` parents."""
        params, rng = self.params, self._rng
        match params.selection:
            case Selection.ROULETTE:
                scaled = scale_linearly(fitness, params.scaling) if params.scaling else fitness
                return roulette(scaled, n, rng)
            case Selection.TOURNAMENT:
                return tournament(fitness, n, params.tournament, rng)
            case Selection.TRUNCATION:
                return truncation(fitness, n, params.truncation, rng)
            case Selection.RANK:
                return rank(fitness, n, rng)

    def _diversity(self) -> float:
        """The standard deviation of a gene over the population, as a share of its range; the mean over all genes."""
        return float(self._genomes.std(axis=0).mean()) / (self._genes.high - self._genes.low)
