"""`mapelites`: MAP-Elites, which breeds a map of players that play differently, each the best of its kind.

J.-B. Mouret, J. Clune, "Illuminating search spaces by mapping elites", arXiv:1504.04909 (2015).
V. Vassiliades, J.-B. Mouret, "Discovering the Elite Hypervolume by Leveraging Interspecies Correlation", GECCO 2018:
the variation operator for real numbers.

A map has a cell for each kind of behaviour. A cell holds the best candidate with that behaviour so far: an elite. A
child takes the cell of its own behaviour if it is empty or its elite is worse. So candidates compete only with similar
ones. Stepping stones survive that a population would lose, and the final map shows how good each way of playing can be.
The problem describes the behaviour of a candidate by two numbers from 0 to 1 (`Described`): in games of Go, how far
from the centre it starts, and how much of the board is alive at the end.

1. Draw the first candidates at random.
2. In each later generation, choose two elites at random for each child: it is the first one, with a step in a random
   direction and one along the line to the second. A child of whole numbers has a share of its genes drawn again.
3. Rate and describe the children, and rate the best elites again.
4. The fitness of an elite is the mean of all its ratings: the paper's ratings are exact, those of games are not, and an
   elite that was lucky once would otherwise stay for ever.
5. Put each child into its cell, if that is empty or its elite is worse.

The champion is the best of the elites that were rated again.
"""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt

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
from semeai.evolve.method import Answers, Described, Method, Rating
from semeai.evolve.operators import Genomes, Numbers, mutate, random_genomes
from semeai.evolve.states import MAX_FITNESS, MOST, check_layout, demand, demand_within
from semeai.nets.genes import Genes, Units, is_within


@dataclass(frozen=True)
class MapelitesParams(Bounded):
    _name: ClassVar[str] = "mapelites"

    population: Annotated[int, Range(2)] = 50
    """children in a generation, 2 or more"""
    cells: Annotated[int, Range(1, 1000)] = 8
    """cells of the map along each of its two axes"""
    step: Annotated[float, Range(0)] = 0.05
    """standard deviation of the step of a child, as a share of the range of a gene; used by real genes"""
    line: Annotated[float, Range(0)] = 0.2
    """standard deviation of the step towards another elite, as a share of the distance; used by real genes"""
    mutation: Annotated[float, SHARE] = 0.05
    """share of the genes of a child that are drawn again; used by whole numbers"""
    again: Annotated[int, Range(0)] = 4
    """number of the best elites that are rated again in each generation; 0 for exact ratings"""


class Mapelites(Method):
    """The method MAP-Elites. Each `tell` is one generation."""

    usual_problem = "local"

    def __init__(self, params: MapelitesParams, genes: Genes | Units, rng: np.random.Generator) -> None:
        if not isinstance(genes, Genes):
            raise ValueError("mapelites breeds rows of numbers, and cannot breed networks; use sane, esp or neat")
        self.params, self._genes, self._rng = params, genes, rng
        n_cells = params.cells**2
        self._elites: Genomes = np.tile(random_genomes(1, genes, np.random.default_rng(0)), (n_cells, 1))
        self._fitness: Fitness = np.zeros(n_cells)
        self._n_ratings: Numbers = np.zeros(n_cells, dtype=np.int64)
        """number of ratings of each elite; 0 if the cell is empty, so that its genome and fitness are meaningless"""
        self._draw()
        self._champion: Candidate = self._children[0]

    def advance(self, rating: Rating) -> Row:
        return self.tell(rating(Described(self.ask())))

    # -- steps 1 and 2 -------------------------------------------------------------------------------------------------

    def ask(self) -> Genomes:
        """Return the children, then the elites to rate again; the same until `tell`."""
        return np.concatenate([self._children, self._elites[self._again]])

    def _draw(self) -> None:
        """Draw children. The state of the generator before the draw is kept, since it determines them."""
        self._before = pack_generator(self._rng)
        filled = np.nonzero(self._n_ratings)[0]
        best_first = filled[np.argsort(-self._fitness[filled], kind="stable")]
        self._again: Numbers = best_first[: self.params.again]
        n = self.params.population
        if not len(filled):
            self._children = random_genomes(n, self._genes, self._rng)  # step 1
            return
        first, second = self._elites[self._rng.choice(filled, (2, n))]  # step 2
        self._children = self._vary(first, second)

    def _vary(self, first: Genomes, second: Genomes) -> Genomes:
        params, genes, rng = self.params, self._genes, self._rng
        if genes.is_integer:
            return mutate(first, genes, params.mutation, 0.0, rng)
        steps = params.step * (genes.high - genes.low) * rng.standard_normal(first.shape)
        lines = params.line * rng.standard_normal((len(first), 1)) * (second - first)
        children: Genomes = (first + steps + lines).clip(genes.low, genes.high)
        return children

    # -- steps 3 to 5 --------------------------------------------------------------------------------------------------

    def tell(self, answers: Answers) -> Row:
        """Take step 3's answers, and draw the next children.

        Raises ValueError unless they are finite numbers and descriptors are from 0 to 1.
        """
        candidates = self.ask()
        n, n_children = len(candidates), len(self._children)
        answers = np.asarray(answers, dtype=np.float64)
        if answers.shape != (n, 3):
            raise ValueError(f"expected a fitness and two descriptors of {n} candidates, found {answers.shape}")
        fitness = check_fitness(answers[:, 0], n)
        if not is_within(answers[:, 1:], 0, 1):
            raise ValueError("expected descriptors from 0 to 1")
        row = row_of(fitness, self._diversity())
        self._rate_again(fitness[n_children:])
        chosen, value = self._best_of(fitness)
        self._champion = candidates[chosen]
        for child, cell in enumerate(self._cells(answers[:n_children, 1:]).tolist()):
            self._place(self._children[child], fitness[child], cell)
        self._draw()
        is_filled = self._n_ratings > 0
        return row | {
            "champion": value,
            "filled": float(is_filled.mean()),
            "elites": float(self._fitness[is_filled].mean()),
        }

    def _rate_again(self, fitness: Fitness) -> None:
        """Step 4."""
        again = self._again
        self._n_ratings[again] += 1
        self._fitness[again] += (fitness - self._fitness[again]) / self._n_ratings[again]

    def _best_of(self, fitness: Fitness) -> tuple[int, float]:
        """The index of the champion among the candidates, and its fitness: the best mean rating of the elites that were
        rated again, or the fittest of all if none was."""
        if not len(self._again):
            best = int(fitness.argmax())
            return best, float(fitness[best])
        best = int(self._fitness[self._again].argmax())
        return len(self._children) + best, float(self._fitness[self._again[best]])

    def _cells(self, descriptors: npt.NDArray[np.float64]) -> Numbers:
        """The indices of the cells of candidates."""
        cells = self.params.cells
        places = (descriptors * cells).astype(np.int64).clip(0, cells - 1)
        numbers: Numbers = places[:, 0] * cells + places[:, 1]
        return numbers

    def _place(self, child: Candidate, fitness: float, cell: int) -> None:
        """Step 5."""
        if self._n_ratings[cell] == 0 or fitness > self._fitness[cell]:
            self._elites[cell], self._fitness[cell], self._n_ratings[cell] = child, fitness, 1

    def _diversity(self) -> float:
        """The standard deviation of a gene over the children, as a share of its range; the mean over all genes."""
        return float(self._children.std(axis=0).mean()) / (self._genes.high - self._genes.low)

    # -- the map -------------------------------------------------------------------------------------------------------

    @property
    def map(self) -> npt.NDArray[np.float64]:
        """The fitness of the elites: rows by the first descriptor, columns by the second; nan for empty cells."""
        return np.where(self._n_ratings > 0, self._fitness, np.nan).reshape(self.params.cells, -1)

    def elite(self, row: int, column: int) -> Candidate:
        """The genome in a cell of the map. Raises ValueError if it is empty."""
        cell = row * self.params.cells + column
        if not self._n_ratings[cell]:
            raise ValueError(f"the cell {row}, {column} of the map is empty")
        found: Candidate = self._elites[cell].copy()
        return found

    def findings(self) -> dict[str, Any]:
        """The map, with None for empty cells."""
        return {"map": [[None if np.isnan(value) else value for value in row] for row in self.map.tolist()]}

    # -- method --------------------------------------------------------------------------------------------------------

    @property
    def champions(self) -> dict[str, Candidate]:
        return {"": self._champion.copy()}

    @property
    def n_candidates(self) -> int:
        return len(self._children) + len(self._again)

    def state(self) -> State:
        return {
            "elites": self._elites.copy(),
            "fitness": self._fitness.copy(),
            "ratings": self._n_ratings.copy(),
            "champion": self._champion.copy(),
            "generator": self._before.copy(),
        }

    def restore(self, state: State) -> None:
        check_layout(state, self.state(), "genomes or maps of another size or kind")
        for name in ("elites", "champion"):
            demand_within(state, name, self._genes.low, self._genes.high)
        demand_within(state, "fitness", -MAX_FITNESS, MAX_FITNESS)
        demand(is_within(state["ratings"], 0, MOST), "ratings")
        self._rng = unpack_generator(state["generator"])
        self._elites, self._fitness, self._n_ratings, self._champion = (
            state[name].copy() for name in ("elites", "fitness", "ratings", "champion")
        )
        self._draw()
