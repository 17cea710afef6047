"""Checks of states that methods share: a state may come from a file, and nothing in a file is trusted."""

from typing import Any

import numpy.typing as npt

from semeai.evolve.evolver import State
from semeai.nets.genes import Genes, Units
from semeai.nets.limits import is_within
from semeai.nets.network import read_network

MOST = 1 << 62
"""of anything that is counted"""
MAX_FITNESS = 1e100
"""so that the squares of many can be added up"""


def check_layout(state: State, own: State, what: str) -> None:
    """Raises ValueError unless `state` has the arrays of `own`, each of the same type and shape. `what` says in the
    message what else it may be a state of."""
    wanted = {name: (array.shape, array.dtype) for name, array in own.items()}
    if {name: (array.shape, array.dtype) for name, array in state.items()} != wanted:
        raise ValueError(f"a state of another method, or of {what}")


def demand(is_so: bool, what: str) -> None:
    """Raises ValueError, in words that name a part of the state, unless `is_so`."""
    if not is_so:
        raise ValueError(f"a state with {what} out of range")


def demand_within(state: State, name: str, low: float, high: float) -> None:
    """Raises ValueError unless all numbers of an array are from `low` to `high`, both included."""
    demand(is_within(state[name], low, high), name)


def is_genome(genome: npt.NDArray[Any], genes: Genes | Units) -> bool:
    """True if it is a genome of the problem. Raises ValueError for one that should be a network and is none."""
    if isinstance(genes, Units):
        network = read_network(genome)
        return (network.n_inputs, network.n_outputs) == (genes.n_inputs, genes.n_outputs)
    return genome.shape == (genes.n,) and is_within(genome, genes.low, genes.high)
