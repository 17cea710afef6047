"""`sane2`: SANE as its authors' program, version 2.0, has it, where `sane` follows the text of the papers.

N. Richards, D. E. Moriarty, R. Miikkulainen, "Evolving Neural Networks to Play Go", footnote 1, names the program. What
it does and the text of section 5 does not say:

- Neurons and blueprints that breed never mutate, so the best blueprints stay. Their neurons stay as well, if these are
  among those that breed.
- A mate is better ranked; the best one mates with any of the elite.
- One of the two children of a neuron is a copy of it, the other one is crossed. Labels and weights stand in turn in a
  chromosome, and the point of crossing may fall between the two of a connection.
- Weights mutate at twice the rate of labels: by a normal step, or, once in 21 times, to the opposite sign.
- Only in the children of blueprints do pointers move to the children of neurons.

The text has about 1% of the pointers of a blueprint moved to any neuron; the program moves one pointer of each child,
and a few of others. Here it is the share `pointers` of all that do not breed.
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
    """share of the blueprints, the best, whose neurons stay as they are even if they do not breed"""


class Sane2(Sane):
    """As `Sane`, but for the differences above."""

    params: Sane2Params
    _elite_mutates: ClassVar[bool] = False

    def _mates(self, n: int) -> Numbers:
        """A better ranked mate for each; the first has any."""
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
