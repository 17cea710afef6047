"""Line-ups: players as data for a kernel, which then plays a batch of games without returning to Python."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from semeai.go.genomes_kernel import GENOME, LANES
from semeai.go.rules import Rules, check_size
from semeai.nets.network import Nets, join_nets, pack_networks

NO_NETS = pack_networks([])
FIRST_FIELDS = ("kind", "noise", "weights", "only", "net", "avoids_eyes", "avoids_airless")
"""fields of records in the first version; other fields enter a digest only if they are not zero, so that players that
do not use them keep their digest"""

PackedGenomes = tuple[npt.NDArray[np.void], npt.NDArray[np.int32], npt.NDArray[np.float32]]
"""genomes of players that know tactics, in the layout of `genomes_kernel`"""
NO_GENOMES: PackedGenomes = (
    np.zeros(0, dtype=GENOME),
    np.zeros((0, LANES), dtype=np.int32),
    np.zeros(0, dtype=np.float32),
)


@dataclass(frozen=True, eq=False)
class Lineup:
    """Players for a kernel, numbered from 0."""

    records: npt.NDArray[np.void]
    """a record of `compiled_kernel.COMPILED` for each"""
    nets: Nets = NO_NETS
    """their networks"""
    genomes: PackedGenomes = NO_GENOMES
    """the genomes of those that know tactics"""

    def __len__(self) -> int:
        return len(self.records)

    @property
    def has_tactics(self) -> bool:
        """True if one of them knows tactics; only then are such players compiled."""
        return len(self.genomes[0]) > 0

    def check(self, rules: Rules) -> None:
        """Check that all of them can play under these rules. Raises ValueError."""
        for size in sorted(set(self.records["only"].tolist()) - {0}):
            check_size(rules.size, {size})

    def digest(self) -> str:
        """A short hash that differs between line-ups that play differently."""
        records = self.records
        later = [name for name in records.dtype.names or () if name not in (*FIRST_FIELDS, "genome")]
        added = "".join(f"{name}{records[name].tolist()}" for name in later if records[name].any())
        settings = repr(records[list(FIRST_FIELDS)].tolist()) + added
        parts = [settings.encode(), *(array.tobytes() for array in self.nets)]
        if self.has_tactics:
            parts += [records["genome"].tobytes(), *(array.tobytes() for array in self.genomes)]
        return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def line_up(lineups: Sequence[Lineup]) -> Lineup:
    """The players of all line-ups, one after the other."""
    records = np.concatenate([lineup.records for lineup in lineups])
    sizes = [len(lineup) for lineup in lineups]
    records["net"] += np.repeat(_before([len(lineup.nets[0]) for lineup in lineups]), sizes)
    records["genome"] += np.repeat(_before([len(lineup.genomes[0]) for lineup in lineups]), sizes)
    nets = join_nets([lineup.nets for lineup in lineups])
    return Lineup(records, nets, join_genomes([lineup.genomes for lineup in lineups]))


def join_genomes(parts: Sequence[PackedGenomes]) -> PackedGenomes:
    """The genomes of all parts, one after the other."""
    heads, table, numbers = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    sizes = [len(part[0]) for part in parts]
    rows, places = (_before([len(part[k]) for part in parts]) for k in (1, 2))
    # A genome is in one of the two arrays: genomes of `summation` have channels.
    heads["first"] += np.where(heads["n_channels"] == 0, np.repeat(rows, sizes), np.repeat(places, sizes))
    return heads, table, numbers


def _before(sizes: list[int]) -> npt.NDArray[np.int64]:
    """The number of entries before each part."""
    return np.cumsum([0, *sizes[:-1]])
