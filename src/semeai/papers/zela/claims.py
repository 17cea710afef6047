"""The claims of figures 4 and 5, tested on the rows of `wally`: what is said of each, and a verdict.

Variants with the same seed begin with the same population, so differences are taken seed by seed. The paper compares
SANE with SANEi; ours has two readings of SANEi's immigration, and each is compared with SANE.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from semeai.papers.bootstrap import Difference, bootstrap, paired
from semeai.papers.curves import runs_of
from semeai.papers.events import Times, log_rank
from semeai.papers.paper import Row
from semeai.papers.shares import rows_where

METHODS = {0: "SANE", 0.03: "SANEi 3%", 0.2: "SANEi 20%"}
"""by immigration"""
STOPS = {"white": 400, "black": 510}
"""the generations after which SANE no longer improves in the paper"""
EARLY = 100
"""the generations that count as the beginning; the paper gives no number"""
SURE = 0.05
FEWEST = 20
"""seeds for a verdict"""

Runs = Mapping[float, list[list[Row]]]
"""by immigration, the rows of each run in the order of seeds"""


@dataclass(frozen=True)
class Finding:
    """One claim for one color and one rate of immigration."""

    said: str
    """the numbers behind the verdict"""
    sign: int
    """1 where the claim holds, -1 where the opposite does, 0 where neither can be told"""
    n_seeds: int

    @property
    def verdict(self) -> str:
        if self.n_seeds < FEWEST:
            return "cannot be told here"
        return {1: "confirmed", 0: "cannot be told here", -1: "contradicted"}[self.sign]

    def __str__(self) -> str:
        return f"{self.said}: {self.verdict}"


def by_method(table: Sequence[Row], color: str) -> Runs:
    """The runs of all variants with a color."""
    return {rate: runs_of(rows_where(table, immigration=rate, color=color)) for rate in METHODS}


def times_of(runs: Sequence[Sequence[Row]]) -> Times:
    """The generations, from 1, in which runs have beaten wally for the first time."""
    firsts = [run[-1]["first"] for run in runs]
    return Times([None if first < 0 else first + 1 for first in firsts], length_of(runs))


def length_of(runs: Sequence[Sequence[Row]]) -> int:
    """The number of generations of each run."""
    return int(runs[0][-1]["generation"]) + 1


# -- one claim each ----------------------------------------------------------------------------------------------------


def wins_later(runs: Runs, rate: float, color: str) -> Finding:
    """SANEi beats wally later than SANE."""
    sane, sanei = times_of(runs[0]), times_of(runs[rate])
    p = log_rank(sane, sanei)
    sign = 0 if p >= SURE else 1 if sanei.mean > sane.mean else -1
    return Finding(f"{METHODS[rate]} {sanei}, log-rank {_probability(p)}", sign, len(runs[0]))


def scores_worse_at_first(runs: Runs, rate: float, color: str) -> Finding:
    """SANE has the better fitness in the beginning."""
    sane, sanei = ([fmean(row["best"] for row in _early(run)) for run in runs[its]] for its in (0, rate))
    told = f"generations 1 to {min(EARLY, length_of(runs[0]))}, SANE minus {METHODS[rate]}"
    return _compared(told, paired(sane, sanei), len(sane))


def goes_on(runs: Runs, rate: float, color: str) -> Finding:
    """SANEi gains more than SANE after the printed generation, in which SANE stops."""
    stop = STOPS[color]
    if length_of(runs[0]) <= stop:
        return Finding(f"{METHODS[rate]}, {_too_short(runs)}", 0, len(runs[0]))
    sane, sanei = ([gain_after(run, stop) for run in runs[its]] for its in (0, rate))
    told = f"after {stop} SANE gains {_gains(sane)}, {METHODS[rate]} {_gains(sanei)}, difference"
    return _compared(told, paired(sanei, sane), len(sane))


def ends_better(runs: Runs, rate: float, color: str) -> Finding:
    """SANEi has the better fitness at the end, which must be after the printed generation."""
    sane, sanei = ([run[-1]["best"] for run in runs[its]] for its in (0, rate))
    told, difference = f"{METHODS[rate]} minus SANE", paired(sanei, sane)
    if length_of(runs[0]) <= STOPS[color]:
        return Finding(f"{told} {difference}, but {_too_short(runs)}", 0, len(sane))
    return _compared(told, difference, len(sane))


CLAIMS: Mapping[str, tuple[str, Callable[[Runs, float, str], Finding]]] = {
    "a": ("SANE beats wally earlier", wins_later),
    "b": ("SANE scores better at first (points)", scores_worse_at_first),
    "c": ("SANE stops, SANEi goes on (points)", goes_on),
    "d": ("SANEi ends better (points)", ends_better),
}


def gain_after(run: Sequence[Row], generation: int) -> float:
    """The rise of the best fitness after so many generations."""
    before = [row["best"] for row in run if row["generation"] < generation]
    return float(run[-1]["best"] - before[-1])


def _too_short(runs: Runs) -> str:
    return f"runs end at generation {length_of(runs[0])}"


def _gains(gains: Sequence[float]) -> str:
    return f"{bootstrap(gains)} ({sum(gain > 0 for gain in gains)} of {len(gains)} runs)"


def _early(run: Sequence[Row]) -> list[Row]:
    return [row for row in run if row["generation"] < EARLY]


def _compared(said: str, difference: Difference, n_seeds: int) -> Finding:
    return Finding(f"{said} {difference}", difference.sign, n_seeds)


def _probability(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def findings(table: Sequence[Row], color: str) -> dict[str, list[Finding]]:
    """By claim, what was found with each rate of immigration."""
    runs = by_method(table, color)
    return {key: [test(runs, rate, color) for rate in METHODS if rate] for key, (_, test) in CLAIMS.items()}


def describe(table: Sequence[Row], color: str) -> str:
    """All findings for a color in words."""
    told = {key: "; ".join(map(str, found)) for key, found in findings(table, color).items()}
    told["a"] = f"SANE {times_of(by_method(table, color)[0])}; {told['a']}"
    return " ".join([f"As {color}:", *(f"({key}) {CLAIMS[key][0]}: {words}." for key, words in told.items())])
