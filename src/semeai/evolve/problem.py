"""What evolution is to solve: which genomes there are, and how good one is."""

from typing import Any, Protocol

from semeai.evolve.evolver import Candidates, Fitness, Seeds
from semeai.nets.genes import Genes, Units

__all__ = ["Genes", "Problem", "Units"]


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
