"""What evolution is to solve: which genomes there are, and how good one is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from semeai.evolve.evolver import Candidate, Fitness, Seeds


@dataclass(frozen=True)
class Genes:
    """The genomes of a problem: so many numbers, each within the same bounds."""

    n: int
    low: float
    high: float
    """within, or for whole numbers the largest"""
    is_integer: bool = False


class Problem(Protocol):
    """Rates genomes. It can be sent to another process, and what it says depends on its arguments alone."""

    name: str
    genes: Genes
    n_games: int
    """played to rate one candidate; 0 where nothing is played"""

    def settings(self) -> dict[str, Any]:
        """All that the fitness depends on, for the record of a run: numbers and words by name."""

    def rate(self, candidates: Sequence[Candidate], seeds: Seeds) -> Fitness:
        """The fitness of each candidate; its randomness follows from its seed."""
