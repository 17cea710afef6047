"""The claims of figures 4 and 5, tested on the rows of `wally`.

Variants with the same seed start with the same population, so differences are taken seed by seed. The paper compares
SANE with SANEi. We have two readings of SANEi's immigration, and each is compared with SANE on their common seeds. The
literal reading needs enough seeds for a verdict; the other one counts only if it has the same number.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import fmean

from semeai.arena.ratings import share_interval
from semeai.papers.bootstrap import bootstrap, paired
from semeai.papers.claims import Claim, Finding, Tables, Verdict, verdict_of
from semeai.papers.curves import whole_seeds
from semeai.papers.events import Times, log_rank
from semeai.papers.paper import Row
from semeai.papers.zela.wally import COLORS

METHODS = {0: "SANE", 0.03: "SANEi 3%", 0.2: "SANEi 20%"}
"""names of the methods, by immigration"""
LITERAL = 0.03
STOPS = {"white": 400, "black": 510}
"""the generations after which SANE no longer improves in the paper"""
EARLY = 100
"""the generations that count as the beginning; the paper gives no number"""
SURE = 0.05
FEWEST = 20
"""seeds for a verdict"""
STILL = 1.0
"""points: a method with a smaller gain has stopped"""

Runs = Mapping[float, list[list[Row]]]
"""the rows of each run in the order of seeds, by immigration"""
Compared = tuple[str, int]
"""the numbers, and 1 if the claim holds, -1 if the opposite does, 0 if it cannot be decided"""


def by_method(table: Sequence[Row], color: str) -> Runs:
    """The runs of all variants with a color."""
    runs: dict[float, dict[int, list[Row]]] = {rate: {} for rate in METHODS}
    for row in table:
        if row["color"] == color:
            runs[row["immigration"]].setdefault(row["seed"], []).append(row)
    return {rate: [its[seed] for seed in sorted(its)] for rate, its in runs.items()}


def times_of(runs: Sequence[Sequence[Row]]) -> Times:
    """The generations, from 1, of the first wins against wally."""
    firsts = [run[-1]["first"] for run in runs]
    return Times([None if first < 0 else first + 1 for first in firsts], length_of(runs))


def length_of(runs: Sequence[Sequence[Row]]) -> int:
    """The number of generations of each run."""
    return int(runs[0][-1]["generation"]) + 1


def gain_after(run: Sequence[Row], generation: int) -> float:
    """The rise of the best fitness after `generation`."""
    before = [row["best"] for row in run if row["generation"] < generation]
    return float(run[-1]["best"] - before[-1])


# -- SANE against each reading of SANEi --------------------------------------------------------------------------------


def wins_later(runs: Runs, rate: float, color: str) -> Compared:
    """Test that SANEi beats wally later than SANE."""
    sane, sanei = times_of(runs[0]), times_of(runs[rate])
    p = log_rank(sane, sanei)
    return f"{sanei}, {_probability(p)}", 0 if p >= SURE else 1 if sanei.mean > sane.mean else -1


def scores_worse_at_first(runs: Runs, rate: float, color: str) -> Compared:
    """Test that SANE has the better fitness in the beginning."""
    sane, sanei = ([fmean(row["best"] for row in _early(run)) for run in runs[its]] for its in (0, rate))
    difference = paired(sane, sanei)
    return f"{difference}", difference.sign


def goes_on(runs: Runs, rate: float, color: str) -> Compared:
    """Test that SANEi gains more than SANE after the printed generation, in which SANE stops."""
    stop = STOPS[color]
    if length_of(runs[0]) <= stop:
        return _too_short(runs), 0
    sane, sanei = ([gain_after(run, stop) for run in runs[its]] for its in (0, rate))
    difference = paired(sanei, sane)
    return f"gains {bootstrap(sanei)}, difference {difference}", difference.sign


def ends_better(runs: Runs, rate: float, color: str) -> Compared:
    """Test that SANEi has the better fitness at the end, which must be after the printed generation."""
    difference = paired(*([run[-1]["best"] for run in runs[its]] for its in (rate, 0)))
    if length_of(runs[0]) <= STOPS[color]:
        return f"{difference}, but {_too_short(runs)}", 0
    return f"{difference}", difference.sign


def is_more_diverse(runs: Runs, rate: float, color: str) -> Compared:
    """Test that SANEi has more diversity left at the end."""
    difference = paired(*([run[-1]["diversity"] for run in runs[its]] for its in (rate, 0)))
    return f"{difference.mean:+.3f} [{difference.low:+.3f}, {difference.high:+.3f}]", difference.sign


Compare = Callable[[Runs, float, str], Compared]


def judge_readings(compare: Compare, unit: str, color: str, tables: Tables) -> Finding:
    """Compare SANE with SANEi under both readings of immigration."""
    said, signs = [], []
    for rate in (rate for rate in METHODS if rate):
        runs = shared_runs(tables["wally"], color, (0, rate))
        words, sign = compare(runs, rate, color)
        n = len(runs[0])
        if rate == LITERAL:
            n_literal = n
            said.append(unit.format(sane=_sane(compare, runs, color)))
        said.append(f"{METHODS[rate]} {words}" + ("" if n == n_literal else f" ({n} seeds)"))
        signs += [sign] if n >= FEWEST else []
    verdict = combine(signs) if n_literal >= FEWEST else Verdict.UNTOLD
    return Finding(verdict, "; ".join(said), n_literal)


def shared_runs(table: Sequence[Row], color: str, rates: Sequence[float] = tuple(METHODS)) -> Runs:
    """The runs with a color, of the seeds that all these methods have."""
    return by_method(whole_seeds([row for row in table if row["immigration"] in rates]), color)


def combine(signs: Sequence[int]) -> Verdict:
    """The verdict of several readings; the first is the literal one."""
    if len(set(signs)) == 1:
        return verdict_of(signs[0])
    return Verdict.PARTLY if 1 in signs else verdict_of(min(signs[0], 0))


def _sane(compare: Compare, runs: Runs, color: str) -> str:
    """The value of SANE that SANEi is compared with, if it is shown."""
    if compare is wins_later:
        return f"{times_of(runs[0])}"
    if compare is goes_on and length_of(runs[0]) > STOPS[color]:
        return f"{bootstrap([gain_after(run, STOPS[color]) for run in runs[0]])}"
    if compare is is_more_diverse:
        return f"{fmean(run[-1]['diversity'] for run in runs[0]):.3f}"
    return ""


# -- one method --------------------------------------------------------------------------------------------------------


def judge_stop(color: str, tables: Tables) -> Finding:
    """Judge that SANE gains less than a point after the printed generation."""
    runs = shared_runs(tables["wally"], color, (0,))
    if length_of(runs[0]) <= (stop := STOPS[color]):
        return Finding(Verdict.UNTOLD, _too_short(runs), len(runs[0]))
    gains = [gain_after(run, stop) for run in runs[0]]
    found, n_rising = bootstrap(gains), sum(gain > 0 for gain in gains)
    sign = 1 if found.high < STILL else -1 if found.low > STILL else 0
    said = f"SANE gains {found} points in the last {length_of(runs[0]) - stop} generations"
    said += f"; {n_rising} of {len(gains)} runs rise"
    return Finding(_enough(verdict_of(sign), len(gains)), said, len(gains))


def judge_wins(tables: Tables) -> Finding:
    """Judge that most runs beat wally."""
    said, lows, highs = [], [], []
    runs = {color: shared_runs(tables["wally"], color, (0, LITERAL)) for color in COLORS}
    for rate in (0, LITERAL):
        times = [times_of(runs[color][rate]) for color in COLORS]
        n, n_runs = sum(one.n_events for one in times), sum(len(one.firsts) for one in times)
        low, high = share_interval(n, n_runs)
        said.append(f"{METHODS[rate]} {n} of {n_runs} runs [{100 * low:.0f}%, {100 * high:.0f}%]")
        lows.append(low)
        highs.append(high)
    sign = 1 if min(lows) > 0.5 else -1 if max(highs) < 0.5 else 0
    length, n_seeds = length_of(runs["black"][0]), len(runs["black"][0])
    return Finding(_enough(verdict_of(sign), n_seeds), f"within {length} generations: {', '.join(said)}", n_seeds)


def judge_determinism(tables: Tables) -> Finding:
    """Judge that the best networks beat wally, but not from openings that are new to them."""
    told, signs = [], []
    winners = [run for color in COLORS for runs in by_method(tables["wally"], color).values() for run in runs]
    winners = [run for run in winners if run[-1]["best"] > 0]
    if not winners:
        return Finding(Verdict.UNTOLD, "no run has beaten wally", 0)
    for words, place in (("generation 1", 0), ("at the end", -1)):
        found = bootstrap([100 * run[place]["openings"] for run in winners])
        told.append(f"{words} {found.mean:.1f}% [{found.low:.1f}, {found.high:.1f}]")
        signs.append(found)
    verdict = Verdict.CONFIRMED if signs[1].high < 25 else Verdict.CONTRADICTED if signs[1].low > 50 else Verdict.UNTOLD
    said = (
        f"{len(winners)} runs end with a win over wally; of the points from random openings they have {', '.join(told)}"
    )
    return Finding(verdict, said, len({run[0]["seed"] for run in winners}))


def _enough(verdict: Verdict, n_seeds: int) -> Verdict:
    return verdict if n_seeds >= FEWEST else Verdict.UNTOLD


def _too_short(runs: Runs) -> str:
    return f"runs end at generation {length_of(runs[0])}"


def _early(run: Sequence[Row]) -> list[Row]:
    return [row for row in run if row["generation"] < EARLY]


def _probability(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


# -- as data -----------------------------------------------------------------------------------------------------------

_WHERE = "figures 4 and 5"
_READINGS: tuple[tuple[str, str, Compare], ...] = (
    ("SANE starts to beat Wally earlier than SANEi", "first wins, SANE {sane}", wins_later),
    (
        "SANE gets better scores than SANEi at first",
        f"SANE minus SANEi in the first {EARLY} generations, points{{sane}}",
        scores_worse_at_first,
    ),
    ("SANEi continues to learn where SANE has stopped", "points after that generation, SANE {sane}", goes_on),
    ("SANEi ends better than SANE", "SANEi minus SANE at the end, points{sane}", ends_better),
    (
        "Immigrants keep the population more diverse than genetic operators alone",
        "chance at the end that two neurons differ in a label, SANE {sane}; SANEi minus SANE",
        is_more_diverse,
    ),
)


def _claims() -> tuple[Claim, ...]:
    found = [Claim("SANE and SANEi learn from nothing to beat Wally", _WHERE, "wally", judge_wins)]
    for text, unit, compare in _READINGS:
        for color in COLORS:
            found.append(Claim(f"{text}, as {color}", _WHERE, "wally", partial(judge_readings, compare, unit, color)))
        if compare is scores_worse_at_first:
            for color, stop in STOPS.items():
                words = f"SANE no longer gets better fitness after generation {stop}, as {color}"
                found.append(Claim(words, _WHERE, "wally", partial(judge_stop, color)))
    words = "The players beat only the player with which they were trained"
    found.append(Claim(words, 'section "Competitive co-evolution"', "wally", judge_determinism))
    return tuple(found)


CLAIMS = _claims()
