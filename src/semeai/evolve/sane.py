"""`sane`: symbiotic, adaptive neuro-evolution: neurons, and blueprints that combine them into networks, evolve side by
side.

D. E. Moriarty, "Symbiotic Evolution of Neural Networks in Sequential Decision Tasks", University of Texas, 1997.
N. Richards, D. E. Moriarty, R. Miikkulainen, "Evolving Neural Networks to Play Go", Applied Intelligence 8 (1998),
section 5.

A neuron is a hidden unit with a fixed number of connections, each a label and a weight: the label is the input or
output that it leads to. A blueprint is a list of neurons, which form a network. A neuron is rated by the networks that
it takes part in, so neurons specialise in different parts of the work; blueprints record good combinations. In each
generation:

1. Every blueprint is decoded, and its network rated.
2. The fitness of a neuron is the mean fitness of its networks.
3. Both populations are ranked. Each of the elite mates with another of the elite (one-point crossover), and the two
   children replace the worst.
4. Neurons mutate: all of them, or a share of the worst.
5. Blueprints mutate: a few of their pointers move to a random neuron, and pointers to neurons that have bred move to
   one of their children, with some probability.
"""

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt

from semeai.bounds import ADDED, SHARE, Bounded, Range
from semeai.evolve.evolver import (
    Candidate,
    Fitness,
    Row,
    State,
    check_fitness,
    pack_generator,
    row_of,
    unpack_generator,
)
from semeai.evolve.sane_bits import MOST_UNITS, cross, decode, encode, flip, new_codes
from semeai.evolve.states import check_layout, demand, demand_within, is_genome
from semeai.nets.genes import Genes, Units
from semeai.nets.network import MAX_WEIGHT
from semeai.nets.neurons import NeuronNetworks, Numbers, Weights

Flags = npt.NDArray[np.bool_]
SPREAD = 2.0  # the standard deviation of a new weight, as in SANE 2.0


@dataclass(frozen=True)
class SaneParams(Bounded):
    _name: ClassVar[str] = "sane"

    neurons: Annotated[int, Range(4)] = 2000
    """neurons in the population"""
    blueprints: Annotated[int, Range(4)] = 200
    """blueprints, which are the networks of a generation"""
    hidden: Annotated[int, Range(1)] = 100
    """neurons per network"""
    connections: Annotated[int, Range(1)] = 12
    """connections per neuron"""
    elite: Annotated[float, Range(0, 1 / 3, "a share", is_above=True)] = 0.25
    """share of the neurons that breed"""
    elite_blueprints: Annotated[float, Range(0, 1 / 3, "a share", is_above=True)] = 0.15
    """share of the blueprints that breed"""
    mutation: Annotated[float, SHARE] = 0.01
    """share of the labels and weights of a neuron that change when it mutates"""
    pointers: Annotated[float, SHARE] = 0.01
    """share of the pointers of blueprints that move to a random neuron"""
    adoption: Annotated[float, SHARE] = 0.5
    """chance that a pointer to a neuron that has bred moves to one of its children"""
    spared: Annotated[float, SHARE] = 0.05
    """share of the best blueprints that are kept unchanged, with their neurons (paper: 0)"""
    bits: bool = False
    """cross and mutate neurons bit by bit, with 26 bits per connection, as in the paper; mutation then counts bits"""
    mutants: Annotated[float, SHARE] = field(default=1.0, metadata=ADDED)
    """share of the neurons that mutate: the worst survivors first, then children and immigrants, then those that
    breed"""


class Sane:
    """The method SANE. Each `tell` is one generation."""

    _elite_mutates: ClassVar[bool] = True

    def __init__(self, params: SaneParams, genes: Genes | Units, rng: np.random.Generator) -> None:
        if not isinstance(genes, Units):
            raise ValueError(f"{params._name} breeds networks only; use ga, cma or nes for rows of numbers")
        self._n_labels = genes.n_inputs + genes.n_outputs
        if params.bits and self._n_labels > MOST_UNITS:
            raise ValueError(f"sane:bits allows up to {MOST_UNITS} inputs and outputs, found {self._n_labels}")
        self.params, self._units, self._rng = params, genes, rng
        self._labels, self._weights = self._new_neurons(params.neurons)
        self._blueprints = rng.integers(params.neurons, size=(params.blueprints, params.hidden))
        self._champion = self._decode(self._blueprints[0])

    def _new_neurons(self, n: int) -> tuple[Numbers, Weights]:
        """Neurons with random labels and normally distributed weights; or with random bits."""
        shape = (n, self.params.connections)
        if self.params.bits:
            return decode(new_codes(shape, self._rng), self._n_labels)
        labels = self._rng.integers(self._n_labels, size=shape)
        return labels, (SPREAD * self._rng.standard_normal(shape)).astype(np.float32)

    # -- step 1 --------------------------------------------------------------------------------------------------------

    def ask(self) -> NeuronNetworks:
        return NeuronNetworks(self._units, self._labels.copy(), self._weights.copy(), self._blueprints.copy())

    def _decode(self, blueprint: Numbers) -> Candidate:
        return NeuronNetworks(self._units, self._labels, self._weights, blueprint[None])[0]

    # -- steps 2 to 5 --------------------------------------------------------------------------------------------------

    def tell(self, fitness: Fitness) -> Row:
        fitness = check_fitness(fitness, self.params.blueprints)
        row = row_of(fitness, self._diversity())
        self._champion = self._decode(self._blueprints[fitness.argmax()])
        self._breed(fitness)
        return row

    def _breed(self, fitness: Fitness) -> None:
        ranked = np.argsort(-self._worth(fitness), kind="stable")
        self._blueprints = self._blueprints[np.argsort(-fitness, kind="stable")]
        n_spared = round(self.params.spared * self.params.blueprints)
        is_spared = np.zeros(self.params.neurons, dtype=np.bool_)
        is_spared[self._blueprints[:n_spared]] = True
        parents, children, worst = self._breed_neurons(ranked, is_spared)  # step 3
        self._breed_blueprints()
        self._mutate_neurons(worst[: round(self.params.mutants * self.params.neurons)])  # step 4
        self._mutate_blueprints(n_spared, parents, children)  # step 5

    def _worth(self, fitness: Fitness) -> npt.NDArray[np.float64]:
        """Step 2: the mean fitness of the networks of each neuron; -inf if it is in none."""
        n = self.params.neurons
        pointers = self._blueprints.ravel()
        total = np.bincount(pointers, np.repeat(fitness, self.params.hidden), n)
        n_uses = np.bincount(pointers, minlength=n)
        return np.where(n_uses > 0, total / np.maximum(n_uses, 1), -np.inf)

    def _breed_neurons(self, ranked: Numbers, is_spared: npt.NDArray[np.bool_]) -> tuple[Numbers, Numbers, Numbers]:
        """Replace the worst by children of the best.

        Returns the neurons that have bred, the two children of each, and the neurons that may mutate, in this order:
        survivors, the worst first, then new ones, which have no rating yet, then the elite.
        """
        n = max(2, int(self.params.elite * self.params.neurons))
        elite, losers = ranked[:n], ranked[: n - 1 : -1]
        losers = losers[~is_spared[losers]]
        places = self._vacate(losers)
        n_pairs = min(n, len(places) // 2)
        parents, mates = elite[:n_pairs], elite[self._mates(n)][:n_pairs]
        children = places[: 2 * n_pairs].reshape(2, n_pairs)
        self._labels[children], self._weights[children] = self._cross(parents, mates)
        n_new = len(losers) - len(places) + 2 * n_pairs
        mutable = elite[~is_spared[elite]][::-1] if self._elite_mutates else elite[:0]
        return parents, children, np.concatenate([np.roll(losers, -n_new), mutable])

    def _mates(self, n: int) -> Numbers:
        """A mate for each of an elite of `n`, the best first: another member of the elite."""
        return (np.arange(n) + self._rng.integers(1, n, size=n)) % n

    def _vacate(self, losers: Numbers) -> Numbers:
        """The losers that make room for children, the worst first; here all of them."""
        return losers

    @property
    def _n_elite_blueprints(self) -> int:
        return max(2, int(self.params.elite_blueprints * self.params.blueprints))

    def _breed_blueprints(self) -> None:
        """The same for blueprints, which are sorted."""
        n, n_hidden = self._n_elite_blueprints, self.params.hidden
        is_first = np.arange(n_hidden) < _cuts(n, n_hidden, self._rng)
        elite, mates = self._blueprints[:n], self._blueprints[self._mates(n)]
        self._blueprints[-2 * n : -n] = np.where(is_first, elite, mates)
        self._blueprints[-n:] = np.where(is_first, mates, elite)

    def _cross(self, mothers: Numbers, fathers: Numbers) -> tuple[Numbers, Weights]:
        """Two children of each pair: the part before a point comes from one parent, the rest from the other."""
        if self.params.bits:
            codes = encode(self._labels, self._weights)
            return decode(cross(codes[mothers], codes[fathers], self._rng), self._n_labels)
        found = []
        both: tuple[npt.NDArray[Any], ...] = (self._labels, self._weights)
        for genes, is_first in zip(both, self._heads(len(mothers)), strict=True):
            a, b = genes[mothers], genes[fathers]
            found.append(np.stack([np.where(is_first, a, b), np.where(is_first, b, a)]))
        return found[0], found[1]

    def _heads(self, n: int) -> tuple[Flags, Flags]:
        """The labels and the weights before the crossover point of each of `n` pairs: whole connections."""
        n_connections = self.params.connections
        is_first = np.arange(n_connections) < _cuts(n, n_connections, self._rng)
        return is_first, is_first

    def _mutate_neurons(self, mutants: Numbers) -> None:
        is_mutant = np.zeros(self.params.neurons, dtype=np.bool_)
        is_mutant[mutants] = True
        if self.params.bits:
            codes = flip(encode(self._labels, self._weights)[is_mutant], self.params.mutation, self._rng)
            self._labels[is_mutant], self._weights[is_mutant] = decode(codes, self._n_labels)
            return
        shape = self._labels.shape
        labels, weights = self._new_neurons(len(self._labels))
        is_label, is_weight = (self._rng.random((2, *shape)) < self.params.mutation) & is_mutant[:, None]
        self._labels = np.where(is_label, labels, self._labels)
        self._weights = np.where(is_weight, weights, self._weights)

    def _mutate_blueprints(self, n_spared: int, parents: Numbers, children: Numbers) -> None:
        pointers = self._adopt(self._blueprints[n_spared:], parents, children)
        self._blueprints[n_spared:] = self._scatter(pointers)

    def _adopt(self, pointers: Numbers, parents: Numbers, children: Numbers) -> Numbers:
        """The pointers, after some of those to neurons that have bred move to one of their children."""
        heirs = np.tile(np.arange(self.params.neurons), (2, 1))  # a neuron that has not bred is its own heir
        heirs[:, parents] = children
        heir = heirs[self._rng.integers(2, size=pointers.shape), pointers]
        return np.where(self._rng.random(pointers.shape) < self.params.adoption, heir, pointers)

    def _scatter(self, pointers: Numbers) -> Numbers:
        """The pointers, after a few move to a random neuron."""
        anybody = self._rng.integers(self.params.neurons, size=pointers.shape)
        return np.where(self._rng.random(pointers.shape) < self.params.pointers, anybody, pointers)

    def _diversity(self) -> float:
        """The chance that two neurons differ in a label."""
        n_labels = self._labels.max() + 1
        counts = np.stack([np.bincount(column, minlength=n_labels) for column in self._labels.T])
        return float(1 - np.square(counts / self.params.neurons).sum(axis=1).mean())

    # -- evolver -------------------------------------------------------------------------------------------------------

    @property
    def champion(self) -> Candidate:
        """The best candidate of the last generation; before the first, any candidate."""
        return self._champion.copy()

    def state(self) -> State:
        return {
            "labels": self._labels.copy(),
            "weights": self._weights.copy(),
            "blueprints": self._blueprints.copy(),
            "champion": self.champion,
            "generator": pack_generator(self._rng),
        }

    def restore(self, state: State) -> None:
        check_layout(state, self.state(), "another number of neurons or blueprints")
        demand_within(state, "labels", 0, self._n_labels - 1)
        demand_within(state, "blueprints", 0, self.params.neurons - 1)
        demand_within(state, "weights", -MAX_WEIGHT, MAX_WEIGHT)
        demand(is_genome(state["champion"], self._units), "champion")
        self._rng = unpack_generator(state["generator"])
        self._labels, self._weights = state["labels"].copy(), state["weights"].copy()
        self._blueprints, self._champion = state["blueprints"].copy(), state["champion"].copy()


def _cuts(n: int, length: int, rng: np.random.Generator) -> Numbers:
    """A random point within a chromosome for each of `n`, as a column."""
    return rng.integers(min(1, length - 1), length, size=(n, 1))
