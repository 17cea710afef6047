"""The common rules of judgement: the number of runs that a verdict needs."""

from collections.abc import Sequence

from semeai.papers.claims import Verdict, verdict_of
from semeai.papers.paper import Row

FEW, FEWEST = 5, 20
"""runs for a verdict at all, and for a contradiction"""


def settle(sign: int, n_seeds: int) -> Verdict:
    """The verdict of a test, given the number of runs: few runs decide nothing, and fewer than FEWEST cannot
    contradict."""
    return verdict_of(sign if n_seeds >= (FEW if sign >= 0 else FEWEST) else 0)


def n_seeds_of(rows: Sequence[Row]) -> int:
    """The number of different seeds."""
    return len({row["seed"] for row in rows})
