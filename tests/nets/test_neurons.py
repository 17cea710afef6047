"""Networks of shared neurons: what is packed neuron by neuron is what is packed network by network."""

import pickle

import numpy as np
import pytest
from numpy.random import default_rng

from semeai.nets.genes import Units
from semeai.nets.network import pack_networks, read_network
from semeai.nets.network_kernel import DENSE, LAYERED
from semeai.nets.neurons import NeuronNetworks

KINDS = {"sparse": (4, LAYERED), "dense": (60, DENSE)}
"""connections of a neuron, and how its networks are stored"""


def networks(n_connections: int) -> NeuronNetworks:
    rng = default_rng(n_connections)
    labels = rng.integers(77, size=(250, n_connections))
    weights = (2 * rng.standard_normal(labels.shape)).astype(np.float32)
    blueprints = rng.integers(250, size=(3, 150))
    blueprints[2] = blueprints[1][::-1]  # the same neurons in another order, and some of them twice
    return NeuronNetworks(Units(52, 25), labels, weights, blueprints)


@pytest.mark.parametrize("kind", KINDS)
def test_packed_neuron_by_neuron_or_network_by_network(kind: str) -> None:
    n_connections, stored = KINDS[kind]
    found = networks(n_connections)
    packed, expected = found.pack(), pack_networks([read_network(genome) for genome in found])
    assert packed[0]["kind"].tolist() == [stored] * 3
    assert all(one.dtype == other.dtype for one, other in zip(packed, expected, strict=True))
    assert all((one == other).all() for one, other in zip(packed, expected, strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_a_part_of_them_travels(kind: str) -> None:
    found = networks(KINDS[kind][0])
    there = pickle.loads(pickle.dumps(found[1:]))
    assert len(there) == 2
    assert all((one == other).all() for one, other in zip(there, found[1:], strict=True))
    assert (there.pack()[4] == found[1:].pack()[4]).all()


def test_networks_that_are_too_large_are_refused() -> None:
    blueprints = np.zeros((1, 5000), dtype=np.int64)
    labels, weights = np.zeros((1, 40), dtype=np.int64), np.zeros((1, 40), dtype=np.float32)
    with pytest.raises(ValueError, match="too large"):
        NeuronNetworks(Units(52, 25), labels, weights, blueprints).pack()
