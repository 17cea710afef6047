"""A network of units and connections, and its genome, a row of numbers.

Units are numbered: inputs, then hidden units, then outputs. A connection goes from an input or a hidden unit to a
later hidden unit, or to an output. Hidden units are logistic, outputs are plain sums. Sums may have a bias, but a
genome stores none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.nets.genes import is_within
from semeai.nets.network_kernel import (
    ACYCLIC,
    DENSE,
    HEAD,
    LAYERED,
    MAX_HIDDEN,
    MAX_INPUTS,
    MAX_OUTPUTS,
    STATE,
    arrange,
    evaluate_all,
    fill_dense,
    find_rest,
    rest_dense,
)

MAX_CONNECTIONS = 1 << 18
MAX_WEIGHT = 1e6  # so that sums stay finite
N_HEAD = 3  # numbers in a genome before its connections
DENSE_SHARE, DENSE_CONNECTIONS = 0.25, 8192
"""A network is stored as matrices if it has this share and this number of the possible connections."""

Genome = npt.NDArray[np.float32]
"""inputs, hidden units, outputs; then the sources, targets and weights of all connections"""
Nets = tuple[npt.NDArray[Any], ...]
"""many networks, in the layout of `network_kernel`"""


@dataclass(frozen=True, eq=False)
class Network:
    """Units and connections."""

    n_inputs: int
    n_hidden: int
    n_outputs: int
    sources: npt.NDArray[np.int64]
    """by connection: an input or a hidden unit"""
    targets: npt.NDArray[np.int64]
    """by connection: a hidden unit or an output"""
    weights: npt.NDArray[np.float32]
    biases: npt.NDArray[np.float64] | None = None
    """by hidden unit and output: the start of their sums, 0 by default"""

    def __post_init__(self) -> None:
        check_units(self.n_inputs, self.n_hidden, self.n_outputs)
        check_connections(len(self.weights))

    def evaluate(self, inputs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The outputs for each row of inputs, computed in the simplest way."""
        n_known = self.n_inputs + self.n_hidden
        says = np.zeros((len(inputs), n_known + self.n_outputs))
        says[:, : self.n_inputs] = inputs
        biases = np.zeros(says.shape[1] - self.n_inputs) if self.biases is None else self.biases
        for unit in range(self.n_inputs, says.shape[1]):
            mine = self.targets == unit
            total = biases[unit - self.n_inputs] + says[:, self.sources[mine]] @ self.weights[mine].astype(np.float64)
            says[:, unit] = 1 / (1 + np.exp(-total)) if unit < n_known else total
        return says[:, n_known:]

    def genome(self) -> Genome:
        head = np.array([self.n_inputs, self.n_hidden, self.n_outputs])
        return np.concatenate([head, self.sources, self.targets, self.weights]).astype(np.float32)


def read_network(genome: npt.NDArray[Any]) -> Network:
    """The network of a genome. Raises ValueError if the genome is invalid."""
    is_row = genome.ndim == 1 and genome.dtype.kind in "iuf"
    if not is_row or len(genome) < N_HEAD or (len(genome) - N_HEAD) % 3 or not np.isfinite(genome).all():
        raise ValueError("invalid network: expected units, then sources, targets and weights")
    n = (len(genome) - N_HEAD) // 3
    check_connections(n)  # checked before they are copied
    numbers = genome[: N_HEAD + 2 * n]
    if not is_within(numbers, 0, (1 << 24) - 1) or not (numbers == np.floor(numbers)).all():
        raise ValueError("invalid network: expected units with the numbers 0, 1, 2 ...")
    whole = numbers.astype(np.int64)
    n_inputs, n_hidden, n_outputs = whole[:N_HEAD].tolist()
    sources, targets = whole[N_HEAD : N_HEAD + n], whole[N_HEAD + n :]
    n_known = n_inputs + n_hidden
    if not ((sources < n_known) & (targets >= n_inputs) & (targets < n_known + n_outputs) & (sources < targets)).all():
        raise ValueError("invalid network: expected connections from a unit to a later one")
    weights = genome[N_HEAD + 2 * n :]
    if not is_within(weights, -MAX_WEIGHT, MAX_WEIGHT):
        raise ValueError(f"invalid network: a weight must be at most {MAX_WEIGHT:g}")
    return Network(n_inputs, n_hidden, n_outputs, sources, targets, weights.astype(np.float32))


def check_units(n_inputs: int, n_hidden: int, n_outputs: int) -> None:
    """Check that a network of this size is not too large. Raises ValueError."""
    if n_inputs > MAX_INPUTS or n_hidden > MAX_HIDDEN or n_outputs > MAX_OUTPUTS:
        raise ValueError(
            f"a network of {n_inputs:,} inputs, {n_hidden:,} hidden units and {n_outputs:,} outputs is too large"
        )


def check_connections(n_connections: int) -> None:
    """Check that a network of this many connections is not too large. Raises ValueError."""
    if n_connections > MAX_CONNECTIONS:
        raise ValueError(f"a network of {n_connections:,} connections is too large")


def pack_networks(networks: Sequence[Network]) -> Nets:
    """Networks for kernels, numbered from 0."""
    heads = np.zeros(len(networks), dtype=HEAD)
    starts, targets, weights, resting = [], [], [], []
    at = np.zeros(3, dtype=np.int64)
    for i, net in enumerate(networks):
        kind = _kind(net)
        begins, to, by, rest = _matrices(net) if kind == DENSE else _lists(net)
        heads[i] = (net.n_inputs, net.n_hidden, net.n_outputs, kind, *at)
        starts.append(begins)
        targets.append(to)
        weights.append(by)
        resting.append(rest)
        at += (len(begins), len(to), len(rest))
    return (
        heads,
        np.concatenate([np.zeros(0, dtype=np.int32), *starts]),
        np.concatenate([np.zeros(0, dtype=np.uint16), *targets]),
        np.concatenate([np.zeros(0, dtype=np.float32), *weights]),
        np.concatenate([np.zeros(0), *resting]),
    )


def is_dense(n_inputs: int, n_hidden: int, n_outputs: int, n_connections: int) -> bool:
    """True if a network with one layer of hidden units is better stored as matrices."""
    n_possible = n_hidden * (n_inputs + n_outputs)
    return n_connections >= max(DENSE_CONNECTIONS, DENSE_SHARE * n_possible)


def _kind(net: Network) -> int:
    n_known = net.n_inputs + net.n_hidden
    is_hidden = net.sources >= net.n_inputs
    if (is_hidden & (net.targets < n_known)).any():
        return ACYCLIC
    if (~is_hidden & (net.targets >= n_known)).any():  # past the hidden units
        return LAYERED
    return DENSE if is_dense(net.n_inputs, net.n_hidden, net.n_outputs, len(net.weights)) else LAYERED


def _lists(net: Network) -> Nets:
    """The connections of a network as lists, and the network at rest."""
    n_sources = net.n_inputs + net.n_hidden
    begins = np.zeros(n_sources + 1, dtype=np.int32)
    to, by = np.zeros(len(net.sources), dtype=np.uint16), np.zeros(len(net.sources), dtype=np.float32)
    # sorted by number of targets: a processor predicts loops of equal lengths well
    fans = np.bincount(net.sources, minlength=n_sources + net.n_outputs).astype(np.uint16)
    order = np.argsort(fans[net.targets], kind="stable")
    arrange(net.sources[order], net.targets[order] - net.n_inputs, net.weights[order], n_sources, begins, to, by)
    sums, says = _resting_sums(net), np.zeros(net.n_hidden)
    find_rest(net.n_inputs, begins, to, by, sums, says)
    return begins, to, by, np.concatenate([sums, says])


def _matrices(net: Network) -> Nets:
    """The same for a dense network, with empty lists."""
    into, out = np.zeros((net.n_inputs, net.n_hidden)), np.zeros((net.n_hidden, net.n_outputs))
    fill_dense(net.n_inputs, net.n_hidden, net.sources, net.targets, net.weights, into, out)
    sums, says = _resting_sums(net), np.zeros(net.n_hidden)
    rest_dense(out, sums, says)
    nothing = (np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint16), np.zeros(0, dtype=np.float32))
    return *nothing, np.concatenate([sums, says, into.ravel(), out.ravel()])


def _resting_sums(net: Network) -> npt.NDArray[np.float64]:
    return np.zeros(net.n_hidden + net.n_outputs) if net.biases is None else net.biases.copy()


def join_nets(parts: Sequence[Nets]) -> Nets:
    """The networks of all parts, numbered consecutively."""
    some = [part for part in parts if len(part[0])]
    if len(some) == 1:  # nothing is copied
        return some[0]
    heads = [part[0].copy() for part in parts]
    for field, place in (("starts", 1), ("targets", 2), ("resting", 4)):
        at = 0
        for head, part in zip(heads, parts, strict=True):
            head[field] += at
            at += len(part[place])
    return (np.concatenate(heads), *(np.concatenate([part[k] for part in parts]) for k in range(1, 5)))


def outputs_of(nets: Nets, i: int, inputs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The outputs of network `i` for each row of inputs, updated from row to row."""
    outputs = np.zeros((len(inputs), int(nets[0]["n_outputs"][i])))
    evaluate_all(nets, i, np.zeros(1, dtype=STATE), inputs, outputs)
    return outputs
