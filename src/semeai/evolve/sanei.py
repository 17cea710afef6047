"""`sanei`: SANE with immigrants: in every generation the worst neurons make room for new ones.

W. Zela, J. Zato, "Evolving and Coevolving Computer Go Players Using Neuroevolution", section "SANEi". Crossover and
mutation were found to run out of new neurons after some time; immigrants are meant to keep the population diverse. They
replace the worst neurons and inherit the pointers to them; children replace the next worst.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from semeai.bounds import Range
from semeai.evolve.sane import Sane, SaneParams
from semeai.nets.neurons import Numbers


@dataclass(frozen=True)
class SaneiParams(SaneParams):
    _name: ClassVar[str] = "sanei"

    immigration: Annotated[float, Range(0, 1 / 3, "a share")] = 0.03
    """share of the neurons that are replaced by new ones in each generation"""


class Sanei(Sane):
    """`Sane` with immigrants in place of the worst neurons."""

    params: SaneiParams

    def _vacate(self, losers: Numbers) -> Numbers:
        n = min(round(self.params.immigration * self.params.neurons), len(losers))
        self._labels[losers[:n]], self._weights[losers[:n]] = self._new_neurons(n)
        return losers[n:]
