"""A generational method: the best genome of each generation is the center of the next."""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from semeai.bounds import POSITIVE, Range
from semeai.evolve.evolver import check_fitness, pack_generator, row_of, unpack_generator


class Climb:
    """Climbs uphill by Gaussian steps around the best genome so far."""

    usual_problem = "local"

    @dataclass(frozen=True)
    class Params:
        population: Annotated[int, Range(2)] = 10
        """genomes in a generation"""
        step: Annotated[float, POSITIVE] = 0.1
        """standard deviation of a step, as a share of the range of a gene"""

    def __init__(self, params: Params, genes: Any, rng: np.random.Generator) -> None:
        if not hasattr(genes, "low"):
            raise ValueError("climb breeds rows of numbers; use sane, esp or neat for networks")
        self.params, self._genes, self._rng = params, genes, rng
        self._center = rng.uniform(genes.low, genes.high, genes.n)
        self._genomes = self._around()

    def ask(self) -> np.ndarray:
        return self._genomes.copy()

    def tell(self, fitness: np.ndarray) -> dict[str, Any]:
        fitness = check_fitness(fitness, len(self._genomes))
        row = row_of(fitness, float(self._genomes.std(axis=0).mean()))
        self._center = self._genomes[fitness.argmax()]
        self._genomes = self._around()
        return row

    @property
    def champion(self) -> np.ndarray:
        return self._center.copy()

    def state(self) -> dict[str, np.ndarray]:
        return {
            "center": self._center.copy(),
            "genomes": self._genomes.copy(),
            "generator": pack_generator(self._rng),
        }

    def restore(self, state: Any) -> None:
        if {name: array.shape for name, array in state.items()} != {n: a.shape for n, a in self.state().items()}:
            raise ValueError("expected a state of climb with as many genomes and genes")
        self._center, self._genomes = state["center"].copy(), state["genomes"].copy()
        self._rng = unpack_generator(state["generator"])

    def _around(self) -> np.ndarray:
        """The center, and steps from it."""
        genes = self._genes
        steps = self._rng.normal(0, self.params.step * (genes.high - genes.low), (self.params.population, genes.n))
        steps[0] = 0
        return np.clip(self._center + steps, genes.low, genes.high)
