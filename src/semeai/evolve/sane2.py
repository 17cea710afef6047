"""`sane2`: SANE as in version 2.0 of its authors' program. `sane` follows the text of the papers.

N. Richards, D. E. Moriarty, R. Miikkulainen, "Evolving Neural Networks to Play Go", footnote 1, names the program. It
differs from the text of section 5:

- Neurons and blueprints that breed never mutate, so the best blueprints stay. Their neurons stay as well, if these are
  among those that breed.
- A mate is better ranked; the best one mates with any of the elite.
- One of the two children of a neuron is a copy of it, the other one is crossed. Labels and weights alternate in a
  chromosome, and the crossover point may separate those of a connection.
- Weights mutate at twice the rate of labels: by a normal step, or, once in 21 times, to the opposite sign.
- Pointers move to the children of neurons only in the children of blueprints.

In the text about 1% of the pointers of a blueprint move to a random neuron. The program moves one pointer of each
child, and a few of others. Here the share `pointers` of all blueprints that do not breed moves.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from semeai.evolve.sane import Flags, Sane, SaneParams
from semeai.nets.network import MAX_WEIGHT
from semeai.nets.neurons import Numbers, Weights

STEP = 1.0  # the standard deviation of the step of a weight
FLIPS = 1 / 21  # share of the mutations of weights that change the sign


@dataclass(frozen=True)
class Sane2Params(SaneParams):
    _name: ClassVar[str] = "sane2"

    spared: float = 0.0
    """share of the best blueprints whose neurons are kept unchanged even if they do not breed"""


class Sane2(Sane):
    """`Sane` with the differences above."""

    params: Sane2Params
    _elite_mutates: ClassVar[bool] = False

    def _mates(self, n: int) -> Numbers:
        """A better ranked mate for each; the first has a random one."""
        limits = np.arange(n)
        limits[0] = n
        return self._rng.integers(limits)

    def _cross(self, mothers: Numbers, fathers: Numbers) -> tuple[Numbers, Weights]:
        labels, weights = super()._cross(mothers, fathers)
        which = self._rng.integers(2, size=len(mothers)), np.arange(len(mothers))
        labels[which], weights[which] = self._labels[mothers], self._weights[mothers]
        return labels, weights

    def _heads(self, n: int) -> tuple[Flags, Flags]:
        places = np.arange(2 * self.params.connections)
        is_first = places < self._rng.integers(len(places), size=(n, 1))
        return is_first[:, ::2], is_first[:, 1::2]

    def _mutate_neurons(self, mutants: Numbers) -> None:
        if self.params.bits:
            super()._mutate_neurons(mutants)
            return
        labels, weights = self._labels[mutants], self._weights[mutants]
        rng, shape, rate = self._rng, labels.shape, self.params.mutation
        is_label, is_weight = rng.random(shape) < rate, rng.random(shape) < 2 * rate
        stepped = weights + STEP * rng.standard_normal(shape)
        changed = np.where(rng.random(shape) < FLIPS, -weights, stepped).clip(-MAX_WEIGHT, MAX_WEIGHT)
        self._labels[mutants] = np.where(is_label, rng.integers(self._n_labels, size=shape), labels)
        self._weights[mutants] = np.where(is_weight, changed, weights)

    def _mutate_blueprints(self, n_spared: int, parents: Numbers, children: Numbers) -> None:
        n = self._n_elite_blueprints
        self._blueprints[-2 * n :] = self._adopt(self._blueprints[-2 * n :], parents, children)
        n_kept = max(n, n_spared)
        self._blueprints[n_kept:] = self._scatter(self._blueprints[n_kept:])
