"""The kinds of genomes: rows of numbers, and networks. Also bounds for numbers that may come from files."""

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Part:
    """A part of a genome that can be bred and rated separately."""

    name: str
    n: int
    """number of genes"""
    turns: int = 1
    """generations of this part in one generation of the whole genome"""


@dataclass(frozen=True)
class Genes:
    """Genomes that are a fixed number of numbers with common bounds."""

    n: int
    low: float
    high: float
    """the bound, included for whole numbers"""
    is_integer: bool = False
    parts: tuple[Part, ...] = ()
    """parts of the genome in order; none if it can only be rated as a whole"""

    def __post_init__(self) -> None:
        if self.n < 1 or not -inf < self.low < self.high < inf:
            raise ValueError(f"expected a range of numbers for a genome, found {self.n} from {self.low} to {self.high}")
        if self.parts and sum(part.n for part in self.parts) != self.n:
            raise ValueError(f"expected parts with {self.n} genes together, found {self.parts}")


@dataclass(frozen=True)
class Units:
    """Genomes that are networks (see `nets.network`) of any size, with a fixed number of inputs and outputs."""

    n_inputs: int
    n_outputs: int

    def __post_init__(self) -> None:
        if self.n_inputs < 1 or self.n_outputs < 1:
            raise ValueError(f"expected inputs and outputs of a network, found {self.n_inputs} and {self.n_outputs}")


def is_within(numbers: npt.NDArray[Any], low: float, high: float) -> bool:
    """True if every number is from `low` to `high`, both included. False for NaN.

    Absolute values would not work: the smallest int64 is its own absolute value, which is below any bound. The bounds
    are float64, since in a smaller type they might be infinite.
    """
    return bool(((numbers >= np.float64(low)) & (numbers <= np.float64(high))).all())
