"""The claims of figures 6 to 9, tested on the rows of `coevolution`."""

from collections.abc import Sequence
from functools import partial
from statistics import fmean

from semeai.papers.bootstrap import paired, percent
from semeai.papers.claims import Claim, Finding, Tables, Verdict, verdict_of
from semeai.papers.curves import judge, quarter, runs_of, whole_seeds
from semeai.papers.paper import Row
from semeai.papers.shares import rows_where
from semeai.papers.zela.coevolution import STARTS

FEWEST = 5
"""minimum number of seeds for a verdict"""
WAYS = {"black": "SANEi black, SANE white", "white": "SANE black, SANEi white"}
FIGURES = {("black", "untrained"): 6, ("black", "trained"): 7, ("white", "untrained"): 8, ("white", "trained"): 9}


def sanei_points(row: Row) -> float:
    """SANEi's share of the points in percent: its wins, and half of the draws."""
    return 50 * (1 + float(row["sanei_wins"]) - float(row["sane_wins"]))


def way_ends(table: Sequence[Row], way: str, start: str) -> list[float]:
    """SANEi's share of the points in the last quarter, for each seed."""
    return [quarter(run, sanei_points) for run in runs_of(rows_where(table, sanei=way, start=start))]


def sanei_ends(table: Sequence[Row], start: str) -> list[float]:
    """The same, averaged over both ways round."""
    return [fmean(pair) for pair in zip(*(way_ends(table, way, start) for way in WAYS), strict=True)]


def judge_way(way: str, start: str, tables: Tables) -> Finding:
    """Judge that SANEi has more than half of the points, with one color and one start."""
    return _against_half(way_ends(whole_seeds(tables["coevolution"]), way, start))


def judge_both(start: str, tables: Tables) -> Finding:
    """Judge that SANEi has more than half of the points, both colors together."""
    return _against_half(sanei_ends(whole_seeds(tables["coevolution"]), start))


def judge_training(tables: Tables) -> Finding:
    """Judge that SANEi has more of the points from trained populations than from untrained ones."""
    untrained, trained = (sanei_ends(whole_seeds(tables["coevolution"]), start) for start in STARTS)
    found = judge([b - a for a, b in zip(untrained, trained, strict=True)]) if len(trained) > 1 else None
    said = f"SANEi's share, trained {percent(trained)} minus untrained {percent(untrained)}: {found}"
    return Finding(_enough(verdict_of(found.sign if found else 0), len(trained)), said, len(trained))


def judge_time(tables: Tables) -> Finding:
    """Judge that SANEi has more of the points in the last quarter than in the first."""
    runs = runs_of_all(whole_seeds(tables["coevolution"]))
    rises = [quarter(run, sanei_points) - quarter(run, sanei_points, back=3) for run in runs]
    found = judge(rises)
    said = f"SANEi's share in the last quarter minus that in the first: {found}, {len(runs)} runs"
    return Finding(_enough(verdict_of(found.sign), n_seeds(tables)), said, n_seeds(tables))


def judge_random(tables: Tables) -> Finding:
    """Judge that coevolved networks do better against random moves than those of the first generation."""
    runs = runs_of_all(whole_seeds(tables["coevolution"]))
    firsts = [50 * (run[0]["sanei_random"] + run[0]["sane_random"]) for run in runs]
    ends = [quarter(run, lambda row: 50 * (row["sanei_random"] + row["sane_random"])) for run in runs]
    difference = paired(ends, firsts)
    said = (
        f"of the points against random moves the best have {percent(firsts)} in generation 1 and {percent(ends)} in "
        f"the last quarter, a difference of {difference}, {len(runs)} runs"
    )
    return Finding(_enough(verdict_of(difference.sign), n_seeds(tables)), said, n_seeds(tables))


def judge_diversity(tables: Tables) -> Finding:
    """Judge that SANEi has more diversity left at the end of coevolution."""
    runs = runs_of_all(whole_seeds(tables["coevolution"]))
    found = paired([run[-1]["sanei_diversity"] for run in runs], [run[-1]["sane_diversity"] for run in runs])
    sane = fmean(run[-1]["sane_diversity"] for run in runs)
    said = (
        f"SANE {sane:.3f}; SANEi minus SANE {found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}], {len(runs)} runs"
    )
    return Finding(_enough(verdict_of(found.sign), n_seeds(tables)), said, n_seeds(tables))


def runs_of_all(table: Sequence[Row]) -> list[list[Row]]:
    """The runs of all ways and starts."""
    return [run for way, start in FIGURES for run in runs_of(rows_where(table, sanei=way, start=start))]


def n_seeds(tables: Tables) -> int:
    return len({row["seed"] for row in whole_seeds(tables["coevolution"])})


def _against_half(shares: Sequence[float]) -> Finding:
    if len(shares) < 2:
        return Finding(Verdict.UNTOLD, f"SANEi has {shares[0]:.1f}% of the points", len(shares))
    found = judge([share - 50 for share in shares])
    said = f"SANEi has {percent(shares)} of the points in the last quarter of the generations, from a half {found}"
    return Finding(_enough(verdict_of(found.sign), len(shares)), said, len(shares))


def _enough(verdict: Verdict, n: int) -> Verdict:
    return verdict if n >= FEWEST else Verdict.UNTOLD


def _claims() -> tuple[Claim, ...]:
    found = [
        Claim(
            f"SANEi beats SANE more frequently in coevolution: {WAYS[way]}, {start} populations",
            f"figure {figure}",
            "coevolution",
            partial(judge_way, way, start),
        )
        for (way, start), figure in FIGURES.items()
    ]
    everything = "figures 6 to 9"
    return (
        *found,
        Claim(
            "SANEi with either color has better results than SANE, untrained populations",
            everything,
            "coevolution",
            partial(judge_both, "untrained"),
        ),
        Claim(
            "SANEi with either color has better results than SANE, trained populations",
            everything,
            "coevolution",
            partial(judge_both, "trained"),
        ),
        Claim(
            "Trained populations of SANEi beat SANE more frequently than untrained ones",
            everything,
            "coevolution",
            judge_training,
        ),
        Claim("SANEi gets ahead of SANE in the course of time", everything, "coevolution", judge_time),
        Claim(
            "Immigrants keep the population of SANEi diverse in coevolution",
            'section "SANEi"',
            "coevolution",
            judge_diversity,
        ),
        Claim(
            "Coevolution evolves better players: they do more against random moves than generation 1",
            'section "Introduction"',
            "coevolution",
            judge_random,
        ),
    )


CLAIMS = _claims()
