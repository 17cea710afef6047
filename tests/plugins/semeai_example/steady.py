"""A steady-state method: a child of two parents replaces the worst genome, one at a time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

import semeai
from semeai.bounds import Range
from semeai.evolve.evolver import pack_generator, row_of, unpack_generator
from semeai.evolve.method import Rating


class Steady(semeai.Method):
    """A population in which every child that is better than the worst replaces it."""

    usual_problem = "local"

    @dataclass(frozen=True)
    class Params:
        population: Annotated[int, Range(3)] = 8
        """genomes"""
        births: Annotated[int, Range(1)] = 4
        """children for each row"""

    def __init__(self, params: Params, genes: Any, rng: np.random.Generator) -> None:
        self.params, self._genes, self._rng = params, genes, rng
        self._genomes = rng.uniform(genes.low, genes.high, (params.population, genes.n))
        self._fitness = np.full(params.population, -1e9)  # until it is rated

    def advance(self, rating: Rating) -> dict[str, Any]:
        if rating.generation == 0:
            self._fitness = rating(self._genomes)
        for _ in range(self.params.births):
            mother, father = self._genomes[self._rng.choice(len(self._genomes), 2, replace=False)]
            child = np.where(self._rng.random(len(mother)) < 0.5, mother, father)
            child = np.clip(child + self._rng.normal(0, 0.1, len(child)), self._genes.low, self._genes.high)
            fitness = rating(child[None])[0]
            worst = self._fitness.argmin()
            if fitness > self._fitness[worst]:
                self._genomes[worst], self._fitness[worst] = child, fitness
        return row_of(self._fitness, float(self._genomes.std(axis=0).mean()))

    @property
    def champions(self) -> Mapping[str, np.ndarray]:
        return {"": self._genomes[self._fitness.argmax()].copy()}

    def state(self) -> dict[str, np.ndarray]:
        return {
            "genomes": self._genomes.copy(),
            "fitness": self._fitness.copy(),
            "generator": pack_generator(self._rng),
        }

    def restore(self, state: Any) -> None:
        if {name: array.shape for name, array in state.items()} != {n: a.shape for n, a in self.state().items()}:
            raise ValueError("expected a state of steady with as many genomes and genes")
        self._genomes, self._fitness = state["genomes"].copy(), state["fitness"].copy()
        self._rng = unpack_generator(state["generator"])
