"""Line-ups: players as data for a kernel, so that a batch of games is played without returning to Python."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from semeai.go.rules import Rules, check_size
from semeai.nets.network import Nets, join_nets, pack_networks

NO_NETS = pack_networks([])
FIRST_FIELDS = ("kind", "noise", "weights", "only", "net", "avoids_eyes", "avoids_airless")
"""fields of records in the first version; others are part of a digest only where they are not zero, so that players
which do not use them keep theirs"""


@dataclass(frozen=True, eq=False)
class Lineup:
    """Players for a kernel, numbered from 0."""

    records: npt.NDArray[np.void]
    """a record of `compiled_kernel.COMPILED` for each"""
    nets: Nets = NO_NETS
    """their networks"""

    def __len__(self) -> int:
        return len(self.records)

    def check(self, rules: Rules) -> None:
        """Raises ValueError when one of them cannot play under such rules."""
        for size in sorted(set(self.records["only"].tolist()) - {0}):
            check_size(rules.size, {size})

    def digest(self) -> str:
        """A short hash that differs between line-ups that play differently."""
        records = self.records
        added = [name for name in records.dtype.names or () if name not in FIRST_FIELDS and records[name].any()]
        settings = repr(records[list(FIRST_FIELDS)].tolist()) + "".join(f"{n}{records[n].tolist()}" for n in added)
        parts = [settings.encode(), *(array.tobytes() for array in self.nets)]
        return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def line_up(lineups: Sequence[Lineup]) -> Lineup:
    """The players of all line-ups, one after the other."""
    records = np.concatenate([lineup.records for lineup in lineups])
    n_before = np.cumsum([0, *(len(lineup.nets[0]) for lineup in lineups[:-1])])
    records["net"] += np.repeat(n_before, [len(lineup) for lineup in lineups])
    return Lineup(records, join_nets([lineup.nets for lineup in lineups]))
