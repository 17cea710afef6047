"""The kinds of genomes: rows of numbers, and networks; and bounds of their numbers, which may come from files."""

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Genes:
    """Genomes of a fixed number of numbers, all within the same bounds."""

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
    """Genomes that are networks (see `nets.network`) of any size, with a fixed number of inputs and outputs."""

    n_inputs: int
    n_outputs: int

    def __post_init__(self) -> None:
        if self.n_inputs < 1 or self.n_outputs < 1:
            raise ValueError(f"no networks of {self.n_inputs} inputs and {self.n_outputs} outputs")


def is_within(numbers: npt.NDArray[Any], low: float, high: float) -> bool:
    """True if every number is from `low` to `high`, both included. NaN is not.

    Absolute values would not do: that of the least int64 is itself, which is below any bound. The bounds are float64,
    for as numbers of a smaller type they might be infinite.
    """
    return bool(((numbers >= np.float64(low)) & (numbers <= np.float64(high))).all())
