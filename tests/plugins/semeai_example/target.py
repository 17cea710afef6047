"""A problem: come as close as possible to a number with every gene."""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

import semeai
from semeai.bounds import Range
from semeai.nets.genes import Genes


@dataclass(frozen=True)
class Target(semeai.Problem):
    """Minus the mean distance of the genes to a number."""

    n: Annotated[int, Range(1, 1000)] = 6
    """genes"""
    number: float = 0.25
    """what each of them should be"""

    @property
    def name(self) -> str:
        return "target"

    @property
    def genes(self) -> Genes:
        return Genes(self.n, -1.0, 1.0)

    def rate(self, candidates: Any, seeds: Any) -> np.ndarray:
        return -np.abs(np.asarray(candidates) - self.number).mean(axis=1)
