"""Optimisers of other packages as methods: pycma, nevergrad, evosax or anything else with an ask-tell interface.

Such an optimiser has a function that returns candidates and one that takes their loss. `Outside` adapts it to the
contract of `evolver.py`, so it breeds for every problem, on all workers, with rows, exams, champions and pictures:

    import cma, semeai
    from semeai.evolve.outside import Outside
    from semeai.nets.genes import Genes

    es = cma.CMAEvolutionStrategy(11 * [0], 0.4, {"bounds": [-1, 1], "seed": 1})
    semeai.breed(Outside(es.ask, es.tell, Genes(11, -1, 1)), problem="local", size=5, generations=20)

semeai cannot save the state of the optimiser, so such a run cannot be resumed. Repeat it from the start under another
name.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.evolve.evolver import Candidate, Fitness, Row, State, check_fitness, row_of
from semeai.nets.genes import Genes


@dataclass(frozen=True)
class OutsideParams:
    optimiser: str
    """its name, for the record of a run"""


class Outside:
    """A method whose candidates are made by an optimiser of another package."""

    def __init__(
        self,
        ask: Callable[[], Sequence[Any]],
        tell: Callable[[Sequence[Any], list[float]], Any],
        genes: Genes,
        genome: Callable[[Any], Any] = np.asarray,
        optimiser: str = "",
    ) -> None:
        """
        Args:
            ask: Returns the candidates of a generation, in the optimiser's own form.
            tell: Is called with these candidates and their losses; lower is better.
            genes: The genomes of the problem. Numbers out of bounds are clipped; whole numbers are rounded.
            genome: Turns a candidate of the optimiser into numbers.
            optimiser: Its name; by default the name of its module.
        """
        self.params = OutsideParams(optimiser or getattr(ask, "__module__", None) or "outside")
        self._ask, self._tell, self._genes, self._genome = ask, tell, genes, genome
        self._next()
        self._champion: Candidate = self._candidates[0]
        self._n_told = 0

    def _next(self) -> None:
        self._asked = self._ask()
        numbers = np.array([self._genome(one) for one in self._asked], dtype=np.float64)
        if numbers.ndim != 2 or numbers.shape[1] != self._genes.n:
            raise ValueError(f"expected candidates of {self._genes.n} numbers, found an array of {numbers.shape}")
        within = numbers.clip(self._genes.low, self._genes.high)
        self._candidates: npt.NDArray[Any] = within.round().astype(np.int64) if self._genes.is_integer else within

    def ask(self) -> npt.NDArray[Any]:
        return self._candidates.copy()

    def tell(self, fitness: Fitness) -> Row:
        fitness = check_fitness(fitness, len(self._candidates))
        diversity = float(self._candidates.std(axis=0).mean()) / (self._genes.high - self._genes.low)
        self._champion = self._candidates[fitness.argmax()]
        self._tell(self._asked, (-fitness).tolist())
        self._n_told += 1
        self._next()
        return row_of(fitness, diversity)

    @property
    def champion(self) -> Candidate:
        """The best candidate of the last generation."""
        return self._champion.copy()

    def state(self) -> State:
        """The number of generations, and the champion. This is not enough to continue."""
        return {"told": np.array([self._n_told]), "champion": self.champion}

    def restore(self, state: State) -> None:
        """Refuse to continue, because the state of the optimiser is not in `state`. Raises ValueError."""
        raise ValueError(
            f"the optimiser {self.params.optimiser} does not expose its state, so its run cannot be resumed; "
            "start a new run under another name"
        )
