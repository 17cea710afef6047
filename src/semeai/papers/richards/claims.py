"""The claims of richards, each judged by the tables of one figure.

Our wally is another program of the same kind, so numbers of generations are compared by their order of magnitude: a
mean within a factor of 1.5 of the printed one confirms it, and within a factor of 3 partly confirms it. Fewer than 5
runs decide nothing, and an opposite result is a contradiction only with 20 runs or more. With a SANE other than the
authors' program, a number can at most partly confirm a claim.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import fmean

from semeai.papers.bootstrap import Difference, bootstrap, paired
from semeai.papers.claims import Claim, Finding, Tables, Verdict
from semeai.papers.events import Times, log_rank
from semeai.papers.paper import Row, Scale
from semeai.papers.richards import generations, handicaps, noise, opening, readings, sweep
from semeai.papers.richards.future_claims import CLAIMS as FUTURE_CLAIMS
from semeai.papers.richards.judging import FEW, n_seeds_of, settle
from semeai.papers.richards.noise import LEGAL, mean_points, words_of
from semeai.papers.shares import rows_where

CLOSE, NEAR = 1.5, 3.0
"""factors of a printed number of generations"""
PRINTED_SIZE = 7
"""the board of section 7.2"""


def elsewhere(finding: Finding) -> Finding:
    """A finding of `noise`, whose stored runs are not on the printed board, so it can at most partly confirm a
    claim."""
    size = noise.NOISE_SWEEP.scales[Scale.NIGHT]["size"].value
    verdict = Verdict.PARTLY if finding.verdict is Verdict.CONFIRMED and size != PRINTED_SIZE else finding.verdict
    return Finding(verdict, f"on {size}x{size}, {finding.figure}", finding.n_seeds)


def by_factor(mean: float, in_print: float, n_seeds: int) -> Verdict:
    """The verdict on a printed mean by its ratio to ours.

    Generations depend on the opponent, which is not theirs, and on the number of games, which is not printed. So a mean
    of another size contradicts nothing.
    """
    off = max(mean / in_print, in_print / mean)
    if off > NEAR or n_seeds < FEW:
        return Verdict.UNTOLD
    return Verdict.CONFIRMED if off <= CLOSE else Verdict.PARTLY


# -- section 7.1: generations ------------------------------------------------------------------------------------------


def judge_mean(size: int) -> Callable[[Tables], Finding]:
    """Judge by the authors' SANE if it was run, otherwise by the other reading."""

    def judge(tables: Tables) -> Finding:
        in_print = generations.PRINTED[size]
        found = {
            label: tables[f"{name}{size}"] for name, label in generations.READINGS.items() if f"{name}{size}" in tables
        }
        said = "; ".join(generations.told(table, label) for label, table in found.items())
        taken = generations.taken(next(iter(found.values())))
        verdict = by_factor(fmean(taken), in_print, len(taken))
        if f"authors{size}" not in tables and verdict is Verdict.CONFIRMED:
            verdict = Verdict.PARTLY
        return Finding(verdict, f"a mean of {said}, where {in_print} are in print", len(taken))

    return judge


def judge_growth(tables: Tables) -> Finding:
    means = [bootstrap(generations.taken(tables[f"generations{size}"])) for size in generations.GENERATIONS]
    grows = [a.high < b.low for a, b in pairwise(means)]
    verdict = Verdict.CONFIRMED if all(grows) else Verdict.PARTLY if any(grows) else Verdict.UNTOLD
    said = ", ".join(f"{mean.mean:.0f} [{mean.low:.0f}, {mean.high:.0f}]" for mean in means)
    words = f"{said} generations on 5x5, 7x7 and 9x9, by the text with the best kept"
    return Finding(verdict, words, n_seeds_of(tables["generations9"]))


def judge_few_hundred(tables: Tables) -> Finding:
    times = generations.times_of(tables["generations9"])
    n = len(times.firsts)
    said = f"{times.n_events} of {n} runs within {times.length}, by the text with the best kept"
    return Finding(Verdict.PARTLY if times.n_events else settle(-1, n), said, n)


def judge_ranges(tables: Tables) -> Finding:
    table = tables["sweep"]
    n = n_seeds_of(table)
    shares = {name: fmean(row["reached"] for row in rows_where(table, reading=name)) for name in sweep.VARIANTS}
    good = [name for name, share in shares.items() if share >= 0.9]
    bad = [f"{name} {share:.0%}" for name, share in shares.items() if share < 0.9]
    limit = max(row["generations"] for row in table)
    said = f"{len(good)} of {len(shares)} settings on 5x5 reach 75% in nine runs of ten within {limit} generations"
    verdict = settle(1, n) if not bad else Verdict.PARTLY
    return Finding(verdict, said + (f"; not so {', '.join(bad)}" if bad else ""), n)


# -- section 7.2: nondeterminism ---------------------------------------------------------------------------------------


def _still_and_noisy(table: Sequence[Row]) -> tuple[Times, Times]:
    """Generations until 75% against wally without random moves, and with 10%."""
    runs = [rows_where(table, noise=noise, tested="wally") for noise in (0.0, 0.1)]
    length = max(row["generations"] for row in table)
    still, noisy = (Times([row["generations"] if row["reached"] else None for row in its], length) for its in runs)
    return still, noisy


def judge_rapidly(tables: Tables) -> Finding:
    still, noisy = _still_and_noisy(tables["nondeterminism"])
    p, n = log_rank(still, noisy), len(still.firsts)
    sign = 0 if p > 0.05 else 1 if still.mean < noisy.mean else -1
    said = f"{still.mean:.0f} generations without random moves, {noisy.mean:.0f} with 10% (log-rank p = {p:.1g})"
    return Finding(settle(sign, n), said, n)


def _points(tables: Tables, noise: float, tested: str) -> Difference:
    rows = rows_where(tables["nondeterminism"], noise=noise, tested=tested)
    return bootstrap([100 * row["points"] for row in rows])


def judge_defeated(tables: Tables) -> Finding:
    mean, n = _points(tables, 0.0, "wally:noise=0.1"), n_seeds_of(tables["nondeterminism"])
    return Finding(settle(-_sign(mean, 50), n), f"{words_of(mean)} of the points", n)


def judge_levels(tables: Tables) -> Finding:
    names = {"wally": "wally", "5%": "wally:noise=0.05", "10%": "wally:noise=0.1", "20%": "wally:noise=0.2"}
    means, n = {name: _points(tables, 0.1, spec) for name, spec in names.items()}, n_seeds_of(tables["nondeterminism"])
    sign = min(_sign(mean, 50) for mean in means.values())
    said = ", ".join(f"{name} {words_of(mean)}" for name, mean in means.items())
    return Finding(settle(sign, n), said, n)


def judge_loses(tables: Tables) -> Finding:
    table = tables["noise"]
    mean, n = mean_points(table, 0.0, LEGAL), n_seeds_of(table)
    first = mean_points(table, 0.0, LEGAL, "newcomer")
    said = f"{words_of(mean)} of the points; the best of the first generation {words_of(first)}"
    return elsewhere(Finding(settle(-_sign(mean, 99), n), said, n))


def _sign(mean: Difference, level: float) -> int:
    """1 if the whole interval is above a level, -1 if it is below, otherwise 0."""
    return (mean.low > level) - (mean.high < level)


def judge_random(tables: Tables) -> Finding:
    table = tables["noise"]
    mean, n = mean_points(table, 0.1, LEGAL), n_seeds_of(table)
    other, first = mean_points(table, 0.1, "random"), mean_points(table, 0.1, LEGAL, "newcomer")
    n_never = sum(points >= 99 for points in noise.points_of(table, 0.1, LEGAL))
    said = (
        f"{words_of(mean)} against any legal move, 99% or more in {n_never} of {n} runs (first generation "
        f"{words_of(first)}); {words_of(other)} against a random player that spares its eyes"
    )
    verdict = Verdict.CONFIRMED if mean.low >= 98 else Verdict.PARTLY if mean.low >= 75 else settle(-1, n)
    return elsewhere(Finding(verdict, said, n))


def judge_smaller(tables: Tables) -> Finding:
    table = tables["noise"]
    ten, n = noise.points_of(table, 0.1, "20%"), n_seeds_of(table)
    gains = {share: paired(ten, noise.points_of(table, share, "20%")) for share in (0.025, 0.05)}
    sign = min(gain.sign for gain in gains.values())
    said = "; ".join(f"10% instead of {share:.1%}: {gain} points of a hundred" for share, gain in gains.items())
    verdict = Verdict.PARTLY if sign == 0 and any(gain.sign > 0 for gain in gains.values()) else settle(sign, n)
    return elsewhere(Finding(verdict, f"against wally with 20%, which none was bred against, {said}", n))


def judge_larger_noise(tables: Tables) -> Finding:
    table = tables["noise"]
    n = n_seeds_of(table)
    times = {share: noise.generations_of(table, share) for share in (0.1, 0.2, 0.5)}
    p = log_rank(times[0.1], times[0.5])
    sign = 0 if p > 0.05 else 1 if times[0.5].mean < times[0.1].mean else -1
    said = ", ".join(f"{its.mean:.0f} generations against {share:.0%}" for share, its in times.items())
    return elsewhere(Finding(settle(sign, n), f"{said} (log-rank of 10 and 50%: p = {p:.3f})", n))


def _opponent(tables: Tables, noise: float, column: str) -> list[float]:
    return [row[column] for row in rows_where(tables["opponent"], size=7, noise=noise)]


def judge_weaker(tables: Tables) -> Finding:
    points = [100 * share for share in _opponent(tables, 0.1, "points_wally")]
    mean = bootstrap(points)
    said = f"{mean.mean:.1f}% [{mean.low:.1f}, {mean.high:.1f}] against wally without random moves, 7x7"
    return Finding(settle(-_sign(mean, 50), len(points)), said, len(points))


def judge_diversity(tables: Tables) -> Finding:
    n_games = tables["opponent"][0]["games"]
    shares = {noise: 100 * fmean(_opponent(tables, noise, "distinct")) / n_games for noise in (0.01, 0.02, 0.05, 0.1)}
    n = len(_opponent(tables, 0.1, "distinct"))
    said = ", ".join(f"{share:.0f}% with {noise:.0%}" for noise, share in shares.items())
    level = shares[0.05] / shares[0.1]
    verdict = Verdict.CONFIRMED if level < 0.1 else Verdict.PARTLY if level < 0.9 else settle(-1, n)
    return Finding(verdict, f"distinct games of {n_games:,} on 7x7: {said}", n)


# -- section 7.3: handicaps --------------------------------------------------------------------------------------------


def judge_second(tables: Tables) -> Finding:
    table = tables["handicaps"]
    mean, n = bootstrap([row["more_generations"] for row in table]), len(table)
    n_reached = sum(row["more_reached"] for row in table)
    said = f"{mean.mean:.0f} [{mean.low:.0f}, {mean.high:.0f}] generations more; {n_reached} of {n} runs reach 75%"
    verdict = by_factor(mean.mean, handicaps.PRINTED_GENERATIONS["more"], n)
    return Finding(Verdict.PARTLY if verdict is Verdict.CONFIRMED else verdict, said, n)


def judge_two_stones(tables: Tables) -> Finding:
    table = tables["handicaps"]
    shares = sorted(100 * row["giving_2"] for row in table)
    mean, n, in_print = bootstrap(shares), len(table), handicaps.PRINTED_SHARES["giving_2"]
    n_as_good = sum(share >= in_print for share in shares)
    span = f"{shares[0]:.0f} to {shares[-1]:.0f}%"
    said = f"{words_of(mean)} of the points, {span} in a run; {n_as_good} of {n} runs have {in_print}%"
    if mean.low <= in_print <= mean.high:
        return Finding(Verdict.CONFIRMED, said, n)
    return Finding(Verdict.PARTLY if n_as_good else settle(-1, n), said, n)


# -- section 8: strategies ---------------------------------------------------------------------------------------------


def judge_outside(tables: Tables) -> Finding:
    said, is_outside = [], []
    for size in generations.GENERATIONS:
        mean = bootstrap(opening.distances(tables[f"generations{size}"], 0))
        is_outside.append(mean.high >= readings.any_distance(size))
        said.append(f"{mean.mean:.1f} [{mean.low:.1f}, {mean.high:.1f}] on {size}x{size}")
    levels = ", ".join(f"{readings.any_distance(size):.1f}" for size in generations.GENERATIONS)
    n = n_seeds_of(tables["generations7"])
    words = f"{', '.join(said)} lines from the center in the first fifth of a run; any point is {levels} away"
    return Finding(
        Verdict.CONFIRMED if all(is_outside) else Verdict.PARTLY if any(is_outside) else settle(-1, n), words, n
    )


def judge_center(tables: Tables) -> Finding:
    """Judge the claim about the center, which means at most one line away."""
    said, signs, is_near = [], [], []
    for size in generations.GENERATIONS:
        table = tables[f"generations{size}"]
        end, change = bootstrap(opening.distances(table, readings.PARTS - 1)), opening.drift(table)
        signs.append(change.sign)
        is_near.append(end.high <= 1)
        said.append(f"{end.mean:.1f} [{end.low:.1f}, {end.high:.1f}] on {size}x{size} ({change})")
    n = n_seeds_of(tables["generations7"])
    verdict = Verdict.CONFIRMED if all(is_near) else Verdict.PARTLY if min(signs) < 0 else settle(-1, n)
    return Finding(
        verdict, f"lines from the center in the last fifth, and the change since the first: {', '.join(said)}", n
    )


def judge_readings(tables: Tables) -> Finding:
    """Judge whether first moves depend on the reading of wally."""
    table = tables["readings"]
    n = n_seeds_of(table)
    plain = [row[f"part_{readings.PARTS}"] for row in rows_where(table, reading="plain")]
    others = [name for name in readings.READINGS if name != "plain"]
    gaps = {
        name: paired([row[f"part_{readings.PARTS}"] for row in rows_where(table, reading=name)], plain)
        for name in others
    }
    said = "; ".join(f"{name} {gap}" for name, gap in gaps.items())
    verdict = Verdict.CONFIRMED if any(gap.sign for gap in gaps.values()) else Verdict.UNTOLD
    size = table[0]["size"]
    return Finding(
        verdict, f"lines from the center against other readings minus the plain one, {size}x{size}: {said}", n
    )


def judge_weaknesses(tables: Tables) -> Finding:
    table = tables["readings"]
    own = [100 * row["against_plain"] for row in rows_where(table, reading="plain")]
    others = {
        name: paired(own, [100 * row["against_plain"] for row in rows_where(table, reading=name)])
        for name in readings.READINGS
        if name != "plain"
    }
    sign = min(gap.sign for gap in others.values())
    verdict = Verdict.PARTLY if sign == 0 and any(gap.sign > 0 for gap in others.values()) else settle(sign, len(own))
    said = "; ".join(f"{name} {gap}" for name, gap in others.items())
    return Finding(
        verdict, f"points of a hundred more against its own wally than networks bred against {said}", len(own)
    )


def judge_trick(tables: Tables) -> Finding:
    won = [row for row in tables["trick"] if row["margin"] > 0]
    n = sum(row["tricks"] > 0 for row in won)
    said = f"in {n} of {len(won)} won games one move of a search in the place of wally's turns the result"
    return Finding(Verdict.PARTLY if n else settle(-1, len(won)), f"{said} on a smaller board", len(tables["trick"]))


def judge_living(tables: Tables) -> Finding:
    table = rows_where(tables["strategies"], size=9)
    alive = {when: [100 * row["alive"] for row in rows_where(table, when=when)] for when in ("first", "middle", "last")}
    growth, n = paired(alive["last"], alive["first"]), len(alive["last"])
    means = ", ".join(f"{fmean(values):.0f}%" for values in alive.values())
    said = f"{means} of the board alive for good in the first generation, half way and at the end on 9x9 ({growth})"
    return Finding(settle(growth.sign, n), said, n)


def judge_variety(tables: Tables) -> Finding:
    table = [row for row in tables["pool"] if not row["is_met"]]
    names = sorted({row["tested"] for row in table})

    def points(bred: str) -> list[float]:
        rows = rows_where(table, bred_against=bred)
        return [
            100 * fmean(row["points"] for row in rows_where(rows, seed=seed))
            for seed in sorted({row["seed"] for row in rows})
        ]

    gain, n = paired(points("pool"), points("one")), len(points("one"))
    return Finding(
        settle(gain.sign, n), f"{gain} points of a hundred against {len(names)} strangers, in as many games", n
    )


CLAIMS = (
    Claim("5x5: 20 generations until 75%", "section 7.1", "generations", judge_mean(5)),
    Claim("7x7: 50 generations until 75%", "section 7.1", "generations", judge_mean(7)),
    Claim("7x7: 50 generations until 75%, by the authors' program", "section 7.1", "authors", judge_mean(7)),
    Claim("9x9: 260 generations until 75%", "section 7.1", "generations", judge_mean(9)),
    Claim("9x9: 260 generations until 75%, by the authors' program", "section 7.1", "authors", judge_mean(9)),
    Claim("training times grow quite rapidly with the board", "section 7.1", "generations", judge_growth),
    Claim("on 9x9 wally is beaten within a few hundred generations", "abstract", "generations", judge_few_hundred),
    Claim("SANE works well as long as values are within reasonable ranges", "section 6.2", "sweep", judge_ranges),
    Claim("a deterministic opponent is beaten sooner", "section 7.2", "nondeterminism", judge_rapidly),
    Claim(
        "a network bred without random moves is defeated easily by wally with 10%",
        "section 7.2",
        "nondeterminism",
        judge_defeated,
    ),
    Claim("it even loses some games to the randomly moving opponent", "section 7.2", "noise", judge_loses),
    Claim("bred against 10%, it defeats wally at various levels", "section 7.2", "nondeterminism", judge_levels),
    Claim("bred against 10%, it does not lose to the random opponent", "section 7.2", "noise", judge_random),
    Claim("smaller shares than 10% teach less", "section 7.2", "noise", judge_smaller),
    Claim("larger shares make the opponent easy to beat", "section 7.2", "noise", judge_larger_noise),
    Claim("wally with random moves is weaker in absolute terms", "section 7.2", "opponent", judge_weaker),
    Claim("smaller shares than 10% make games hardly more diverse", "section 7.2", "opponent", judge_diversity),
    Claim("130 generations more until 75% when wally moves first", "section 7.3", "handicaps", judge_second),
    Claim("that network gives wally two stones and wins 45%", "section 7.3", "handicaps", judge_two_stones),
    Claim("first moves of early networks are on the outer lines", "section 8", "opening", judge_outside),
    Claim("later all the best networks open at or near the center", "section 8", "opening", judge_center),
    Claim("the training partner shapes the strategies: first moves", "section 8", "readings", judge_readings),
    Claim("networks exploit weaknesses of their particular opponent", "section 8", "readings", judge_weaknesses),
    Claim("networks learn tricks that work against wally alone", "section 8, figure 6", "trick", judge_trick),
    Claim("networks learn to make living groups and to extend them", "section 8", "strategies9", judge_living),
    Claim("a variety of opponents gives a more well-rounded player", "section 8", "pool", judge_variety),
    *FUTURE_CLAIMS,
)
