"""Checks of states that methods share: a state may come from a file, and nothing in a file is trusted."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.evolve.evolver import Candidate, State
from semeai.nets.genes import Genes, Units, is_within
from semeai.nets.network import read_network

MOST = 1 << 62
"""largest count"""
LEAGUE = "league."
"""prefix of the arrays in a state that belong to the rating of candidates, not to the method"""
GENOME = "genome"
"""name of the only array in a start state that is a champion's genome instead of a state of the method"""
MAX_FITNESS = 1e100
"""largest fitness; the sum of many squares stays finite"""


def check_layout(state: State, own: State, what: str) -> None:
    """Check that `state` has the arrays of `own`, each of the same type and shape. Raises ValueError; `what` names
    another possible cause in its message."""
    wanted = {name: (array.shape, array.dtype) for name, array in own.items()}
    if {name: (array.shape, array.dtype) for name, array in state.items()} != wanted:
        raise ValueError(f"the state belongs to another method, or has {what}")


def demand(is_so: bool, what: str) -> None:
    """Check a condition on a part of the state. Raises ValueError with the name of the part unless `is_so`."""
    if not is_so:
        raise ValueError(f"the state has {what} out of range")


def demand_within(state: State, name: str, low: float, high: float) -> None:
    """Check that all numbers of an array are from `low` to `high`, both included. Raises ValueError."""
    demand(is_within(state[name], low, high), name)


def is_genome(genome: npt.NDArray[Any], genes: Genes | Units) -> bool:
    """True if it is a genome of the problem. Raises ValueError for an invalid network."""
    if isinstance(genes, Units):
        network = read_network(genome)
        return (network.n_inputs, network.n_outputs) == (genes.n_inputs, genes.n_outputs)
    return genome.shape == (genes.n,) and is_within(genome, genes.low, genes.high)


# -- lists of genomes --------------------------------------------------------------------------------------------------


def pack_genomes(name: str, genomes: Sequence[Candidate], kind: np.dtype[Any]) -> dict[str, npt.NDArray[Any]]:
    """Genomes of one type, which may differ in length, as two arrays of a state."""
    return {
        f"{name}.lengths": np.array([len(genome) for genome in genomes], dtype=np.int64),
        name: np.concatenate([np.zeros(0, dtype=kind), *genomes]),
    }


def read_genomes(state: State, name: str, kind: np.dtype[Any], genes: Genes | Units) -> list[Candidate]:
    """The genomes that `pack_genomes` packed. Raises ValueError if they do not fit this problem."""
    lengths, values = state[f"{name}.lengths"], state[name]
    if lengths.ndim != 1 or lengths.dtype != np.int64 or values.ndim != 1:
        raise ValueError(f"expected lists of numbers as {name} in the state")
    if not is_within(lengths, 0, len(values)) or lengths.sum() != len(values):
        raise ValueError(f"the lengths of {name} in the state do not add up")
    if values.dtype != kind or not np.isfinite(values).all():
        raise ValueError(f"the state has {name} that are not finite numbers")
    genomes = [part.copy() for part in np.split(values, np.cumsum(lengths)[:-1])] if len(lengths) else []
    if not all(is_genome(genome, genes) for genome in genomes):
        raise ValueError(f"the state has {name} out of range")
    return genomes
