"""What evolution is to solve: which genomes there are, and how good one is."""

from dataclasses import dataclass
from math import inf
from typing import Any, Protocol

from semeai.evolve.evolver import Candidates, Fitness, Seeds


@dataclass(frozen=True)
class Genes:
    """The genomes of a problem: so many numbers, each within the same bounds."""

    n: int
    low: float
    high: float
    """within, or for whole numbers the largest"""
    is_integer: bool = False

    def __post_init__(self) -> None:
        if self.n < 1 or not -inf < self.low < self.high < inf:
            raise ValueError(f"no genomes of {self.n} numbers from {self.low} to {self.high}")


@dataclass(frozen=True)
class Units:
    """Networks as genomes (see `nets.network`), of any size: what the problem gives them, and wants from them."""

    n_inputs: int
    n_outputs: int

    def __post_init__(self) -> None:
        if self.n_inputs < 1 or self.n_outputs < 1:
            raise ValueError(f"no networks of {self.n_inputs} inputs and {self.n_outputs} outputs")


class Problem(Protocol):
    """Rates genomes. It can be sent to another process, and what it says depends on its arguments alone."""

    @property
    def name(self) -> str: ...

    @property
    def genes(self) -> Genes | Units:
        """Which genomes there are."""

    @property
    def n_games(self) -> int:
        """How many are played to rate one candidate; 0 where nothing is played."""

    @property
    def unit(self) -> str:
        """What the fitness counts, for pictures: "points ahead"."""

    def settings(self) -> dict[str, Any]:
        """All that the fitness depends on, for the record of a run: numbers and words by name."""

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        """The fitness of each candidate; its randomness follows from its seed."""
