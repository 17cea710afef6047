"""The kinds of genomes: rows of numbers, and networks."""

from dataclasses import dataclass
from math import inf


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
