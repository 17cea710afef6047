"""Networks that are made of shared neurons, as in SANE.

A neuron is a hidden unit with a fixed number of connections. A connection is a label and a weight. Labels number the
inputs first, then the outputs. A blueprint is a list of neurons that form a network.
"""

from collections.abc import Sequence
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from semeai.nets.genes import Units
from semeai.nets.network import Genome, Nets, Network, check_connections, check_units, is_dense, pack_networks
from semeai.nets.network_kernel import DENSE, HEAD, compose

Numbers = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float32]


class NeuronNetworks(Sequence[Genome]):
    """The genomes of the networks of blueprints, each created on access.

    The 200 networks for 9x9 of the paper take 14 MB, their neurons only 0.5 MB. So only the neurons in use are sent to
    other processes and machines.
    """

    def __init__(self, units: Units, labels: Numbers, weights: Weights, blueprints: Numbers) -> None:
        self._units, self._labels, self._weights, self._blueprints = units, labels, weights, blueprints

    def __len__(self) -> int:
        return len(self._blueprints)

    @overload
    def __getitem__(self, i: int) -> Genome: ...
    @overload
    def __getitem__(self, i: slice) -> "NeuronNetworks": ...
    def __getitem__(self, i: int | slice) -> "Genome | NeuronNetworks":
        if isinstance(i, slice):
            return NeuronNetworks(self._units, self._labels, self._weights, self._blueprints[i])
        return self._network(i).genome()

    def _network(self, i: int) -> Network:
        blueprint = self._blueprints[i]
        n_inputs, n_outputs = self._units.n_inputs, self._units.n_outputs
        labels = self._labels[blueprint].ravel()
        unit = n_inputs + np.repeat(np.arange(len(blueprint)), self._labels.shape[1])
        is_input = labels < n_inputs
        return Network(
            n_inputs,
            len(blueprint),
            n_outputs,
            sources=np.where(is_input, labels, unit),
            targets=np.where(is_input, unit, len(blueprint) + labels),
            weights=self._weights[blueprint].ravel(),
        )

    def pack(self) -> Nets:
        """The networks for kernels. The result equals `pack_networks`, but dense ones are built from their neurons."""
        n_inputs, n_outputs = self._units.n_inputs, self._units.n_outputs
        n_hidden, n_connections = self._blueprints.shape[1], self._blueprints.shape[1] * self._labels.shape[1]
        if not is_dense(n_inputs, n_hidden, n_outputs, n_connections):
            return pack_networks([self._network(i) for i in range(len(self))])
        check_units(n_inputs, n_hidden, n_outputs)
        check_connections(n_connections)
        n_neurons, n_numbers = len(self._labels), 2 * n_hidden + n_outputs + n_hidden * (n_inputs + n_outputs)
        resting = np.empty(len(self) * n_numbers)
        room = np.empty((n_inputs, n_neurons)), np.empty((n_neurons, n_outputs))
        compose(self._blueprints, self._labels, self._weights, *room, resting)
        heads = np.zeros(len(self), dtype=HEAD)
        heads["n_inputs"], heads["n_hidden"], heads["n_outputs"] = n_inputs, n_hidden, n_outputs
        heads["kind"], heads["resting"] = DENSE, n_numbers * np.arange(len(self))
        return heads, np.zeros(0, np.int32), np.zeros(0, np.uint16), np.zeros(0, np.float32), resting

    def __reduce__(self) -> tuple[Any, ...]:
        used, blueprints = np.unique(self._blueprints, return_inverse=True)
        blueprints = blueprints.reshape(self._blueprints.shape).astype(np.uint32)
        return _unpack_networks, (self._units, self._labels[used].astype(np.uint32), self._weights[used], blueprints)


def _unpack_networks(
    units: Units, labels: npt.NDArray[np.uint32], weights: Weights, blueprints: npt.NDArray[np.uint32]
) -> NeuronNetworks:
    return NeuronNetworks(units, labels.astype(np.int64), weights, blueprints.astype(np.int64))
