"""The summation network: a weighted sum of the agents' values for each candidate, in two layers.

T. Blackman, A. Agah, "A Multi-Agent Approach to the Game of Go Using Genetic Algorithms", section 3.6. Each agent gives
every candidate a number. Each node adds up the agents' numbers, times a weight per agent, and normalises the sums. The
output adds up the nodes' values, times a weight per node, and is normalised too. The first maximum is chosen, or a
candidate by chance in proportion to its value.

To normalise is to divide by the total of the sums. Negative weights may cancel out, so the total is taken as if nothing
were negative. (It follows from the stored totals of each agent. With one node it never changes the order.) If the total
is 0, all values stay 0.

The number of an agent may itself be a sum: of the values of its *channels*, each times an allele, which also evolves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.nets.genes import is_within
from semeai.nets.summation_kernel import LANES, WITHIN, rate_genomes, score, weigh

Genomes = Sequence[npt.NDArray[Any]] | npt.NDArray[Any]
"""rows of numbers"""
Floats = npt.NDArray[np.float32]
MAX_CHANNELS = 255  # a channel number fits one byte
MAX_WEIGHT = 1e6  # so that sums stay finite


@dataclass(frozen=True)
class Shape:
    """The sizes of a network. A genome has the weights of the agents node by node, then the weights of the nodes, then
    the alleles of all agents with more than one channel."""

    channels: tuple[int, ...]
    """of each agent"""
    hidden: int
    """nodes between the agents and the output"""

    def __post_init__(self) -> None:
        if not 1 <= self.n_channels <= MAX_CHANNELS:
            raise ValueError(f"expected 1 to {MAX_CHANNELS} channels of a summation network, found {self.n_channels}")

    @property
    def n_channels(self) -> int:
        return sum(self.channels)

    @property
    def n_genes(self) -> int:
        return self.hidden * (len(self.channels) + 1) + sum(n for n in self.channels if n > 1)


@dataclass(frozen=True, eq=False)
class SummationWeights:
    """The parts of a genome."""

    agents: Floats
    """by node and agent"""
    nodes: Floats
    """by node"""
    alleles: Floats
    """by channel; 1 if an agent has only one"""


def read_weights(shape: Shape, genome: npt.NDArray[Any]) -> SummationWeights:
    """Split a genome into its parts. Raises ValueError if its length is wrong or a number is too large."""
    if genome.shape != (shape.n_genes,):
        raise ValueError(f"expected a genome of {shape.n_genes} numbers, found {len(genome)}")
    if not is_within(genome, -MAX_WEIGHT, MAX_WEIGHT):
        raise ValueError(f"a weight must be at most {MAX_WEIGHT:g}")
    n_agents = len(shape.channels)
    agents, nodes, own = np.split(genome.astype(np.float32), np.cumsum([shape.hidden * n_agents, shape.hidden]))
    alleles = np.ones(shape.n_channels, dtype=np.float32)
    alleles[np.repeat(shape.channels, shape.channels) > 1] = own
    return SummationWeights(agents.reshape(shape.hidden, n_agents), nodes, alleles)


def evaluate(
    shape: Shape, genome: npt.NDArray[Any], values: npt.NDArray[np.uint8], strengths: Floats
) -> npt.NDArray[np.float64]:
    """The network's value of each candidate, computed in the simplest way. `values` are by channel and candidate."""
    weights = read_weights(shape, genome)
    spoken = (weights.alleles * strengths)[:, None].astype(np.float64) * values
    parts = np.split(spoken, np.cumsum(shape.channels)[:-1])
    said = np.array([part.sum(axis=0) for part in parts])
    volume = np.array([np.abs(part).sum() for part in parts])
    nodes = [_normal(own @ said, np.abs(own) @ volume) for own in weights.agents]
    output = weights.nodes.astype(np.float64) @ np.array(nodes)
    return _normal(output, np.abs(output).sum())


def _normal(sums: npt.NDArray[np.float64], total: float) -> npt.NDArray[np.float64]:
    return sums / total if total else sums


# -- many stored positions ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Looks:
    """The agents' values for the candidates of some positions, and the chosen candidates."""

    arrays: tuple[npt.NDArray[Any], ...]
    """in the layout of `summation_kernel`"""

    def __len__(self) -> int:
        return len(self.arrays[-1])


@dataclass(frozen=True, eq=False)
class Rated:
    """The results of genomes on some positions."""

    within: npt.NDArray[np.int64]
    """by genome: the number of positions with the chosen candidate among the best 1, 3, 5 and 10"""
    logs: npt.NDArray[np.float64]
    """by genome: the sum of the logs of its probabilities"""


def make_room(n_positions: int, n_candidates: int, n_channels: int) -> Looks:
    """An empty `Looks` with room for a number of positions and candidates per position."""
    n_all = n_positions * n_candidates
    return Looks(
        (
            np.zeros(n_positions + 1, dtype=np.int64),
            np.zeros(n_positions + 1, dtype=np.int64),
            np.zeros(n_all, dtype=np.uint8),
            np.zeros(n_all * n_channels, dtype=np.uint8),
            np.zeros(n_all * n_channels, dtype=np.uint8),
            np.zeros((n_positions, n_channels), dtype=np.float32),
            np.zeros((n_positions, n_channels), dtype=np.float32),
            np.zeros(n_positions, dtype=np.uint16),
        )
    )


def cut_looks(looks: Looks, n: int) -> Looks:
    """A copy of the first `n` positions."""
    candidates, entries, counts, channels, values, strengths, sums, chosen = looks.arrays
    a, b = candidates[n], entries[n]
    kept = (candidates[: n + 1], entries[: n + 1], counts[:a], channels[:b], values[:b])
    return Looks(tuple(array.copy() for array in (*kept, strengths[:n], sums[:n], chosen[:n])))


def join_looks(parts: Sequence[Looks]) -> Looks:
    """The positions of all parts, one after the other."""
    columns = list(zip(*(part.arrays for part in parts), strict=True))
    begins = []
    for column in columns[:2]:
        ends = np.cumsum([0, *(begin[-1] for begin in column)])
        begins.append(np.concatenate([*(b[:-1] + at for b, at in zip(column, ends, strict=False)), ends[-1:]]))
    return Looks((*begins, *(np.concatenate(column) for column in columns[2:])))


def rate(shape: Shape, genomes: Genomes, looks: Looks, first: int, last: int) -> Rated:
    """The results of genomes on the positions `first` to `last` - 1. Raises ValueError for invalid genomes."""
    n_padded = -(-len(genomes) // LANES) * LANES
    within, logs = np.zeros((n_padded, len(WITHIN)), dtype=np.int64), np.zeros(n_padded)
    room = _room(shape, looks)
    for at in range(0, n_padded, LANES):
        inner, outer = lanes(shape, genomes[at : at + LANES])
        rate_genomes(looks.arrays, first, last, inner, outer, room, within[at : at + LANES], logs[at : at + LANES])
    return Rated(within[: len(genomes)], logs[: len(genomes)])


def scores_of(shape: Shape, genome: npt.NDArray[Any], looks: Looks) -> Floats:
    """A genome's values for the candidates of the first position, not normalised, computed as in `rate`."""
    inner, outer = lanes(shape, [genome])
    worth, shares, scores, *_ = _room(shape, looks)
    weigh(looks.arrays, 0, inner, outer, worth, shares)
    found: Floats = scores[: score(looks.arrays, 0, worth, scores), 0]
    return found


def lanes(shape: Shape, genomes: Genomes) -> tuple[Floats, Floats]:
    """Up to eight genomes side by side, in the layout of kernels. Unused lanes are 0."""
    inner = np.zeros((shape.hidden, shape.n_channels, LANES), dtype=np.float32)
    outer = np.zeros((shape.hidden, LANES), dtype=np.float32)
    for lane, genome in enumerate(genomes):
        weights = read_weights(shape, genome)
        inner[:, :, lane] = np.repeat(weights.agents, shape.channels, axis=1) * weights.alleles
        outer[:, lane] = weights.nodes
    return inner, outer


def _room(shape: Shape, looks: Looks) -> tuple[npt.NDArray[Any], ...]:
    """The working arrays of kernels: worths, shares, scores, ranks, sums of positive values."""
    most = int(np.diff(looks.arrays[0]).max(initial=0))
    sizes = ((shape.n_channels, LANES), LANES, (most, LANES), LANES, LANES)
    kinds = (np.float32, np.float32, np.float32, np.int32, np.float32)
    return tuple(np.zeros(size, dtype=kind) for size, kind in zip(sizes, kinds, strict=True))
