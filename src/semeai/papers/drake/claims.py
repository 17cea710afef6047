"""The claims of the paper, in the order of its text, and their judges.

A claim about runs ("is quickly dominated", "abruptly crashes") is confirmed when it holds in most runs: the whole
Wilson interval of their share is above a half. It holds partly when some runs show it, and is contradicted when the
whole interval is below a tenth. Times and shares are compared by tests and bootstrap intervals at the 5% level. In
figures 8 and 9, fewer or shorter runs than printed never contradict a claim. If there are too few runs with single
steps, rounds can partly confirm a claim.
"""

from collections.abc import Callable, Mapping, Sequence
from statistics import median

from semeai.arena.ratings import share_interval
from semeai.papers.bootstrap import bootstrap
from semeai.papers.claims import Claim, Finding, Tables, Verdict, verdict_of
from semeai.papers.drake import ablations, cut, islands, search, unseen
from semeai.papers.drake.single import by_seed, crashes
from semeai.papers.drake.threads import by_value
from semeai.papers.paper import Row
from semeai.papers.shares import rows_where, share_of

PRINTED_STEPS, PRINTED_RUNS = 1 << 21, 20
LEAST_RUNS = 5
"""minimum number of runs per value for a comparison of times and shares"""
LEVEL = 0.05
MOST, FEW = 0.5, 0.1

NOT_SEEN = Finding(Verdict.UNTOLD, "not enough runs yet", 0)

Run = Sequence[Row]


def judge_runs(runs: Mapping[int, Run], holds: Callable[[Run], bool], words: str) -> Finding:
    """Judge whether something holds in most runs."""
    n, n_seen = len(runs), sum(map(holds, runs.values()))
    if n == 0:
        return NOT_SEEN
    low, high = share_interval(n_seen, n)
    sign = 1 if low > MOST else -1 if high < FEW else 0
    verdict = Verdict.PARTLY if sign == 0 and 0 < n_seen < n else verdict_of(sign)
    return Finding(verdict, f"{words} in {n_seen} of {n} runs ({100 * low:.0f} to {100 * high:.0f}%)", n)


def first_step(run: Run, name: str, share: float) -> int | None:
    """The first step after which more than a given share of the population has a property."""
    return next((row["step"] for row in run if row[name] > share * row["population"]), None)


# -- section 5, a single run -------------------------------------------------------------------------------------------


def judge_dominated(tables: Tables) -> Finding:
    runs = by_seed(tables["single"])
    steps = [first_step(run, "e2", 1 / 2) for run in runs.values()]
    middle = median(step for step in steps if step is not None) if any(steps) else 0
    finding = judge_runs(
        runs, lambda run: is_before(run, "e2", 1 / 8), "more than half open with e2 in the first eighth"
    )
    return Finding(finding.verdict, f"{finding.figure}, at the median after {middle:,.0f} steps", finding.n_seeds)


def is_before(run: Run, name: str, part: float) -> bool:
    """True if more than half of the population has a property within a given part of the run."""
    step = first_step(run, name, 1 / 2)
    return step is not None and step <= part * run[-1]["step"]


def judge_answers(tables: Tables) -> Finding:
    runs = by_seed(tables["single"])
    return judge_runs(runs, lambda run: is_before(run, "answers", 1 / 2), "more than half answer e2 in the first half")


def judge_crash(tables: Tables) -> Finding:
    runs = by_seed(tables["single"])
    return judge_runs(
        runs, lambda run: crashes(run, "e2", run[0]["population"], 1 / 3), "e2 loses a third and recovers"
    )


def judge_white_crash(tables: Tables) -> Finding:
    runs = by_seed(tables["single"])
    words = "the answers lose half and recover"
    return judge_runs(runs, lambda run: crashes(run, "answers", run[0]["population"], 1 / 2), words)


def judge_healthy(tables: Tables) -> Finding:
    runs = {
        seed: run for seed, run in by_seed(tables["single"]).items() if first_step(run, "figure7", 0.01) is not None
    }
    words = "once above 1% they are above 1% at the end"
    return judge_runs(runs, lambda run: run[-1]["figure7"] > 0.01 * run[0]["population"], words)


def judge_deeper(tables: Tables) -> Finding:
    def is_in_order(run: Run) -> bool:
        steps = [first_step(run, "e2", 1 / 2), first_step(run, "answers", 1 / 2), first_step(run, "figure7", 0.01)]
        known = [step for step in steps if step is not None]
        return None not in steps[:2] and known == sorted(known)

    return judge_runs(by_seed(tables["single"]), is_in_order, "e2, then its answers, then figure 7")


# -- sections 6 and 7, threads and populations -------------------------------------------------------------------------


def has_enough(table: Sequence[Row], name: str, *values: int) -> bool:
    """True if each of these values has enough runs for a comparison."""
    groups = by_value(table, name)
    return all(len(groups.get(value, ())) >= LEAST_RUNS for value in values)


def in_part(finding: Finding) -> Finding:
    """A finding of rounds, which can confirm a claim only partly."""
    verdict = Verdict.PARTLY if finding.verdict in (Verdict.CONFIRMED, Verdict.PARTLY) else Verdict.UNTOLD
    return Finding(verdict, f"rounds, an eighth of the printed size: {finding.figure}", finding.n_seeds)


def judge_threads(tables: Tables, sooner: int, later: int) -> Finding:
    """Judge whether e2 is found sooner with one number of threads than with another."""
    for name in ("champions", "threads"):
        if has_enough(tables[name], "threads", sooner, later):
            found = judge_times(tables[name], "threads", sooner, later)
            return found if name == "champions" else in_part(found)
    return NOT_SEEN


def judge_times(table: Sequence[Row], name: str, sooner: int, later: int) -> Finding:
    """Judge whether e2 is found sooner with one value than with another."""
    groups = by_value(table, name)
    ours, theirs = groups[sooner], groups[later]
    p = islands.two_sample(ours, theirs)
    sign = 0 if p >= LEVEL else 1 if bootstrap(ours).mean < bootstrap(theirs).mean else -1
    told = [f"{value:,}: {mean(groups[value])}" for value in (later, sooner)]
    return soften(table, name, sign, f"thousand steps with {told[0]}, {told[1]}, p = {p:.2g}")


def soften(table: Sequence[Row], name: str, sign: int, words: str) -> Finding:
    """The finding; fewer or shorter runs than printed cannot contradict a claim."""
    n_runs = min(map(len, by_value(table, name).values()))
    steps = table[0].get("steps", 0)  # rounds do not decide this
    verdict = verdict_of(sign if is_as_printed(steps, n_runs) else max(sign, 0))
    return Finding(verdict, words + tell_steps(steps), n_runs)


def is_as_printed(steps: int, n_runs: int) -> bool:
    """True if the runs are as long and as many as the printed ones, so that they can contradict a claim."""
    return steps >= PRINTED_STEPS and n_runs >= PRINTED_RUNS


def tell_steps(steps: int) -> str:
    """The length of runs that are shorter than the printed ones, in brackets."""
    return f" (runs of {steps:,} steps)" if 0 < steps < PRINTED_STEPS else ""


def mean(values: Sequence[float]) -> str:
    """The mean of some values with its bootstrap interval."""
    found = bootstrap(values)
    digits = 0 if found.high >= 100 else 1
    return f"{found.mean:,.{digits}f} [{found.low:,.{digits}f}, {found.high:,.{digits}f}]"


def judge_best(tables: Tables) -> Finding:
    for name in ("champions", "threads"):
        if has_enough(tables[name], "threads", 1, 64, 256):
            found = judge_64(tables[name])
            return found if name == "champions" else in_part(found)
    return NOT_SEEN


def judge_64(table: Sequence[Row]) -> Finding:
    groups = by_value(table, "threads")
    means = {value: bootstrap(times).mean for value, times in groups.items()}
    best = min(means, key=lambda value: means[value])
    worse = [value for value in groups if value != 64 and islands.two_sample(groups[value], groups[64]) < LEVEL]
    words = f"the lowest mean has {best:,} threads, {mean(groups[best])} thousand steps; 64 have {mean(groups[64])}"
    is_both = any(value < 64 for value in worse) and any(value > 64 for value in worse)
    found = soften(table, "threads", 1 if best == 64 and is_both else 0, words)
    is_partly = found.verdict is Verdict.UNTOLD and any(value < 64 and means[value] > means[64] for value in worse)
    return Finding(Verdict.PARTLY if is_partly else found.verdict, found.figure, found.n_seeds)


def judge_large(tables: Tables) -> Finding:
    for name in ("sizes", "populations"):
        if has_enough(tables[name], "population", 128, 512, 2048, 8192):
            found = judge_trend(tables[name])
            return found if name == "sizes" else in_part(found)
    return NOT_SEEN


def judge_trend(table: Sequence[Row]) -> Finding:
    """Judge whether e2 is found sooner in larger populations."""
    from scipy.stats import spearmanr

    groups = by_value(table, "population")
    pairs = [(value, time) for value, times in groups.items() for time in times]
    found = spearmanr(*zip(*pairs, strict=True))
    sign = 0 if found.pvalue >= LEVEL else 1 if found.statistic < 0 else -1
    told = "; ".join(f"{value:,}: {mean(times)}" for value, times in groups.items())
    return soften(table, "population", sign, f"thousand steps with {told}; rank correlation {found.statistic:.2f}")


def judge_late(tables: Tables) -> Finding:
    def is_late(run: Run) -> bool:
        step = first_step(run, "figure7", 0.001)
        return step is None or step > 0.75 * run[-1]["step"]

    return judge_runs(by_seed(tables["large"]), is_late, "no more than 0.1% of figure 7 before the last quarter")


def judge_present(tables: Tables) -> Finding:
    words = "some have at least one right answer at every look after the first eighth"
    return judge_runs(by_seed(tables["large"]), lambda run: all(row["one"] > 0 for row in run[len(run) // 8 :]), words)


def judge_distributed(tables: Tables) -> Finding:
    runs = by_seed(tables["large"])
    ones = [100 * run[-1]["one"] / run[0]["population"] for run in runs.values()]
    finding = judge_runs(
        runs,
        lambda run: run[-1]["figure7"] < 0.01 * run[0]["population"] < run[-1]["one"],
        "less than 1% have figure 7 and more than 1% one right answer at the end",
    )
    figure = f"{finding.figure}; one right answer {min(ones):.1f} to {max(ones):.1f}%"
    return Finding(finding.verdict, figure, finding.n_seeds)


# -- section 8, the multiple cut position ------------------------------------------------------------------------------


def judge_six(tables: Tables) -> Finding:
    def holds(run: Run) -> bool:
        return all(
            sum(row[move] for move in cut.MOVES) > row["population"] / 2
            for row in run
            if row["step"] >= run[-1]["step"] / 8
        )

    return judge_runs(by_seed(tables["cut"]), holds, "the six have more than half from the first eighth on")


def leaders(run: Run) -> list[str]:
    """The move with the plurality at each look after the first quarter."""
    return [max(cut.MOVES, key=lambda move: row[move]) for row in run[len(run) // 4 :]]


def judge_oscillation(tables: Tables) -> Finding:
    runs = by_seed(tables["cut"])
    shares = [100 * sum(move in ("c2", "g2") for move in leaders(run)) / len(leaders(run)) for run in runs.values()]
    found = bootstrap(shares)
    finding = judge_runs(runs, lambda run: {"c2", "g2"} <= set(leaders(run)), "both c2 and g2 lead at some time")
    is_most = len(runs) > 1 and found.low > 100 * MOST
    verdict = finding.verdict if is_most else min(finding.verdict, Verdict.PARTLY, key=_order)
    figure = f"{finding.figure}; one of them leads {found.mean:.0f}% [{found.low:.0f}, {found.high:.0f}] of the time"
    return Finding(verdict, figure, len(runs))


def _order(verdict: Verdict) -> int:
    """The order of verdicts from no to yes."""
    return (Verdict.CONTRADICTED, Verdict.UNTOLD, Verdict.PARTLY, Verdict.CONFIRMED).index(verdict)


def judge_poor(tables: Tables) -> Finding:
    runs = by_seed(tables["cut"])
    most = max(row[move] / row["population"] for run in runs.values() for row in run for move in ("e1", "e2"))
    finding = judge_runs(runs, lambda run: not {"e1", "e2"} & set(leaders(run)), "neither ever leads")
    return Finding(finding.verdict, f"{finding.figure}; at most {most:.0%} of the individuals", finding.n_seeds)


def judge_settled(tables: Tables) -> Finding:
    """Judge that there are two kinds of runs: one move stays ahead, or a losing move leads for a while. Both must
    occur.
    """
    runs = by_seed(tables["cut"])
    settled = sum(set(leaders(run)) <= {"c2"} or set(leaders(run)) <= {"g2"} for run in runs.values())
    wavering = sum(bool({"c1", "g1"} & set(leaders(run))) for run in runs.values())
    verdict = Verdict.CONFIRMED if settled and wavering else Verdict.PARTLY if settled or wavering else Verdict.UNTOLD
    figure = f"c2 or g2 alone leads in {settled} of {len(runs)} runs, c1 or g1 for a while in {wavering}"
    return Finding(verdict, figure, len(runs))


# -- arguments and hopes of the text -----------------------------------------------------------------------------------


def judge_part(part: str, measure: str, words: str, expected: int) -> Callable[[Tables], Finding]:
    """The judge of an ablation: it tests whether a measure changes as expected (1 more, -1 less) on either position."""

    def judge(tables: Tables) -> Finding:
        table = tables["ablations"]
        n_seeds = min(ablations.n_paired(table, place, part) for place in islands.RIGHT)
        if n_seeds < LEAST_RUNS:
            return Finding(NOT_SEEN.verdict, NOT_SEEN.figure, n_seeds)
        found = {place: ablations.compare(table, place, part, measure) for place in islands.RIGHT}
        signs = [expected * difference.sign for difference in found.values()]
        verdict = verdict_of(max(signs)) if min(signs) >= 0 else verdict_of(min(signs))
        if max(signs) > 0 > min(signs) or (max(signs) > 0 and min(signs) == 0):
            verdict = Verdict.PARTLY
        told = "; ".join(f"{place.replace('_', ' ')} {difference}" for place, difference in found.items())
        steps = table[0]["steps"]
        if verdict is Verdict.CONTRADICTED and not is_as_printed(steps, n_seeds):
            verdict = Verdict.UNTOLD
        return Finding(verdict, f"{words}: {told} percentage points{tell_steps(steps)}", n_seeds)

    return judge


def judge_wish(wish: str) -> Callable[[Tables], Finding]:
    """The judge of a wish: it tests whether e2 is found sooner."""

    def judge(tables: Tables) -> Finding:
        times = {
            name: [row["discovery"] / 1000 for row in rows_where(tables["wishes"], wish=name)]
            for name in (wish, "as printed")
        }
        p = islands.two_sample(times[wish], times["as printed"])
        is_sooner = bootstrap(times[wish]).mean < bootstrap(times["as printed"]).mean
        sign = 0 if p >= LEVEL else 1 if is_sooner else -1
        told = ", ".join(f"{name} {mean(values)}" for name, values in times.items())
        return Finding(verdict_of(sign), f"thousand steps: {told}, p = {p:.2g}", min(map(len, times.values())))

    return judge


def judge_discovers(tables: Tables) -> Finding:
    table = tables["unseen"]
    shares = {name: share_of(rows_where(table, problem=name)) for name in {row["problem"] for row in table}}
    n_solved = sum(share.mean >= unseen.GOAL for share in shares.values())
    verdict = Verdict.CONFIRMED if n_solved == len(shares) else Verdict.PARTLY if n_solved else Verdict.CONTRADICTED
    words = f"a winning move takes over in {unseen.GOAL}% of the runs or more on {n_solved} of {len(shares)} problems"
    return Finding(verdict, words, min(share.n_games for share in shares.values()))


def judge_rivals(tables: Tables) -> Finding:
    """Judge the rivalry with uct: coevolution must be ahead at one budget or more. A deficit at all budgets proves
    nothing, since the population of 128 is our choice, made for speed."""
    ours, theirs = (search.shares_by_budget(tables["search"], method) for method in search.METHODS)
    ahead = [budget for budget in ours if ours[budget].low > theirs[budget].high]
    behind = [budget for budget in ours if ours[budget].high < theirs[budget].low]
    verdict = Verdict.UNTOLD if not ahead else Verdict.PARTLY if behind else Verdict.CONFIRMED
    told = ", ".join(f"{budget:,} games {ours[budget]} against {theirs[budget]}" for budget in (min(ours), max(ours)))
    n_seeds = len({row["seed"] for row in tables["search"]})
    return Finding(verdict, f"right moves of coevolution (128 individuals) and uct: {told}", n_seeds)


def judge_islands(tables: Tables) -> Finding:
    table = tables["islands"]
    p = islands.judge(table)
    return Finding(
        Verdict.PARTLY if any(value < LEVEL for value in p.values()) else Verdict.UNTOLD,
        islands.verdict(table, p),
        len(islands.times(table, "flower_six", 1)),
    )


CLAIMS = (
    Claim("coevolution without knowledge of Go discovers the correct move", "abstract", "unseen", judge_discovers),
    Claim(
        "trees with an answer for every move are fragile: defaults beside exceptions are better",
        "section 2, figures 3 and 4",
        "ablations",
        judge_part("no defaults", "right", "right openings without defaults", -1),
    ),
    Claim(
        "without champions a population focuses on one kind of opponent",
        "section 3",
        "ablations",
        judge_part("no champions", "whole", "individuals that know all answers, without champions", -1),
    ),
    Claim(
        "a steady-state algorithm suits a cluster of several machines",
        "section 3",
        "islands",
        judge_islands,
    ),
    Claim(
        "a loss for illegal moves would reward tricks",
        "section 4",
        "ablations",
        judge_part("illegal loses", "right", "right openings when illegal moves lose", -1),
    ),
    Claim("black is quickly dominated by e2", "section 5, figure 6", "figure6", judge_dominated),
    Claim("white's answers d2 and e3 also grow fairly quickly", "section 5, figure 6", "figure6", judge_answers),
    Claim("the e2 population abruptly crashes and recovers", "section 5, figure 6", "figure6", judge_crash),
    Claim("white's answers crash with it and recover", "section 5, figure 6", "figure6", judge_white_crash),
    Claim("strategies of figure 7 stay once they appear", "section 5, figure 6", "figure6", judge_healthy),
    Claim("exploration goes deeper as coevolution proceeds", "section 5", "figure6", judge_deeper),
    Claim(
        "too few threads make coevolution unstable",
        "section 6",
        "figure8",
        lambda tables: judge_threads(tables, 64, 1),
    ),
    Claim(
        "too many threads stifle innovation",
        "section 6",
        "figure8",
        lambda tables: judge_threads(tables, 64, 4096),
    ),
    Claim("64 threads work best", "section 6, figure 8", "figure8", judge_best),
    Claim("the population should be very large", "section 7, figure 9", "figure9", judge_large),
    Claim(
        "in the largest population strategies of figure 7 appear only at the end", "figure 10", "figure10", judge_late
    ),
    Claim("individuals with one right answer are consistently present", "figure 11", "figure10", judge_present),
    Claim("the strategy is present in distributed form", "section 7", "figure10", judge_distributed),
    Claim("the six key moves quickly dominate", "section 8, figure 13", "figure13", judge_six),
    Claim("the population oscillates between c2 and g2", "section 8, figure 13", "figure13", judge_oscillation),
    Claim("e1 and e2 fare poorly in all runs", "section 8", "figure13", judge_poor),
    Claim(
        "in some runs c2 or g2 stays ahead, in others c1 or g1 leads for a while",
        "section 8",
        "figure13",
        judge_settled,
    ),
    Claim("coevolution may rival UCT", "sections 1 and 8", "search", judge_rivals),
    Claim("heavy playouts may help", "section 9", "wishes", judge_wish("knowing")),
    Claim("a bias of the points in new nodes may help", "section 9", "wishes", judge_wish("bias")),
    Claim("operators that add or remove an exception may help", "section 9", "wishes", judge_wish("edits")),
    Claim(
        "building blocks like automatically defined functions may help",
        "sections 1 and 9",
        "ablations",
        judge_part("library", "whole", "individuals that know all answers, with a library", 1),
    ),
)
