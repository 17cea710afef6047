"""The claims of this paper, and their judges.

Differences over seeds have bootstrap intervals, shares of games Wilson's. A test of a run against its first generation
is significant if p < 0.05, as in the paper; a claim about such a test must hold in most runs.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import fmean

from semeai.papers.blackman.agents import AGENTS, ALPHA, is_significant, runs_with
from semeai.papers.blackman.comparison import ALONE, paired_p, shares
from semeai.papers.blackman.growth import GROWTH, STEPS
from semeai.papers.blackman.growth import shares as growth_shares
from semeai.papers.blackman.tournament import share_against
from semeai.papers.bootstrap import Difference, paired
from semeai.papers.claims import Claim, Finding, Tables, Verdict, verdict_of
from semeai.papers.curves import runs_of
from semeai.papers.paper import Row, values
from semeai.papers.shares import Share

FIXED = ("random", "opener", "tiger", "follower", "capturer")
"""agents without evolved weights"""
SIMILAR = 1.0
"""percent of the moves: smaller differences are called similar"""


def judged(sign: int) -> Verdict:
    """The verdict of a test. No claim is contradicted, since the games are by programs that we chose, and there are
    only ten seeds."""
    return verdict_of(max(sign, 0))


def runs(tables: Tables, agents: str, population: int = 10) -> list[list[Row]]:
    return runs_of(runs_with(tables["agents"], agents, population))


def gain(found: Sequence[Sequence[Row]], column: str) -> Difference:
    """The last generation minus the first, in percent, seed by seed."""
    return paired([100 * run[-1][column] for run in found], [100 * run[0][column] for run in found])


def most(n: int, of: int) -> int:
    """1 for most of the runs, -1 for few of them, 0 in between."""
    return (n >= 0.8 * of) - (n <= 0.2 * of)


# -- one agent ---------------------------------------------------------------------------------------------------------


def does_not_change(*sets: str) -> Callable[[Tables], Finding]:
    """Judge that the fitness of agents without weights does not change."""

    def judge(tables: Tables) -> Finding:
        changes = [
            max(abs(row["best"] - run[0]["best"]) for row in run) for agents in sets for run in runs(tables, agents)
        ]
        sign = 1 if max(changes) == 0 else -1
        told = f"largest change {100 * max(changes):.1f}% in {len(changes)} runs"
        return Finding(judged(sign), told, len(runs(tables, sets[0])))

    return judge


def improves(agents: str) -> Callable[[Tables], Finding]:
    """Judge that mean and maximum rise, with a significant t-test in most runs."""

    def judge(tables: Tables) -> Finding:
        found = runs(tables, agents)
        n = sum(is_significant(run[-1]) and run[-1]["t"] > 0 for run in found)
        best, mean = (gain(found, column) for column in ("best", "mean"))
        sign = min(best.sign, mean.sign, most(n, len(found)))
        told = f"maximum {best}%, mean {mean}%; T-test significant in {n} of {len(found)} runs"
        return Finding(judged(sign), told, len(found))

    return judge


def keeps_variance(agents: str) -> Callable[[Tables], Finding]:
    """Judge that the F-test finds no difference between the first and the last generation."""

    def judge(tables: Tables) -> Finding:
        found = runs(tables, agents)
        n = sum(run[-1]["f_p"] < ALPHA for run in found)
        told = f"F-test significant in {n} of {len(found)} runs"
        verdict = Verdict.PARTLY if most(n, len(found)) == 0 else judged(-most(n, len(found)))
        return Finding(verdict, told, len(found))

    return judge


def minimum_falls(tables: Tables) -> Finding:
    found = runs(tables, "extension")
    change = gain(found, "min")
    return Finding(judged(-change.sign), f"{change}% (printed: -3.01%)", len(found))


# -- configurations ----------------------------------------------------------------------------------------------------


def random_is_poorest(tables: Tables) -> Finding:
    table = tables["agents"]
    random = shares(table, "test", "random")
    margins = {agents: paired(shares(table, "test", agents), random) for agents in (*ALONE[1:], "printed")}
    nearest = min(margins, key=lambda agents: margins[agents].mean)
    told = f"matches {fmean(random):.1f}% of the test moves; the next, {nearest}, {margins[nearest]}% more"
    return Finding(judged(min(margin.sign for margin in margins.values())), told, len(random))


def five_random_are_as_one(tables: Tables) -> Finding:
    one, five = (shares(tables["agents"], "test", agents) for agents in ("random", "five random"))
    difference = paired(five, one)
    is_same = difference.low > -SIMILAR and difference.high < SIMILAR
    return Finding(judged(1 if is_same else -1), f"difference {difference}% of the test moves", len(one))


def larger_population_is_similar(tables: Tables) -> Finding:
    ten, hundred = (shares(tables["agents"], "test", "printed", n) for n in (10, 100))
    difference = paired(hundred, ten)
    sign = (difference.low > -SIMILAR and difference.high < SIMILAR) - (abs(difference.mean) > SIMILAR)
    return Finding(judged(sign), f"100 minus 10: {difference}% of the test moves", len(ten))


def together_match_more(tables: Tables) -> Finding:
    table = tables["agents"]
    together = shares(table, "test", "printed")
    test_share = values(AGENTS.numbers)["test_share"]
    alone = {agents: shares(table, "test", agents) for agents in ALONE}
    best = max(alone, key=lambda agents: fmean(alone[agents]))
    difference, p = paired(together, alone[best]), paired_p(together, alone[best], test_share)
    sign = 0 if p >= ALPHA else 1 if difference.mean > 0 else -1
    told = f"{fmean(together):.1f}% of the test moves, {difference}% more than {best}, the best alone"
    return Finding(judged(sign), f"{told} (p {'< 0.001' if p < 0.001 else f'= {p:.3f}'})", len(together))


def order_differs(tables: Tables) -> Finding:
    """Judge that some agents that are better in training are worse in test games."""
    table = tables["agents"]
    train, test = ({agents: shares(table, part, agents) for agents in ALONE} for part in ("train", "test"))
    n_seeds = len(train["random"])
    turned = sum(
        any((train[a][i] - train[b][i]) * (test[a][i] - test[b][i]) < 0 for a in ALONE for b in ALONE if a < b)
        for i in range(n_seeds)
    )
    told = f"two agents change places in {turned} of {n_seeds} splits"
    return Finding(judged(1 if turned else -1), told, n_seeds)


def test_is_worse(tables: Tables) -> Finding:
    train, test = (shares(tables["agents"], part, "printed") for part in ("train", "test"))
    difference = paired(train, test)
    told = f"{fmean(train):.1f}% in training, {fmean(test):.1f}% in test games: {difference}%"
    return Finding(judged(difference.sign), told, len(train))


# -- at the board ------------------------------------------------------------------------------------------------------


def n_seeds(tables: Tables, experiment: str) -> int:
    return len({row["seed"] for row in tables[experiment]})


def sign_of(share: Share) -> int:
    return (share.low > 50) - (share.high < 50)


def together_play_better(tables: Tables) -> Finding:
    table = tables["tournament"]
    found = {agents: share_against(table, "all five", [f"{agents} agent"]) for agents in ALONE}
    signs = [sign_of(share) for share in found.values()]
    verdict = Verdict.PARTLY if min(signs) < max(signs) and max(signs) == 1 else judged(min(signs))
    told = ", ".join(f"{agents} {share}" for agents, share in found.items())
    return Finding(verdict, f"points of all five against each alone: {told}", n_seeds(tables, "tournament"))


def plays(label: str, opponent: str, words: str) -> Callable[[Tables], Finding]:
    """Judge that one player of the tournament beats another."""

    def judge(tables: Tables) -> Finding:
        share = share_against(tables["tournament"], label, [opponent])
        return Finding(judged(sign_of(share)), f"{share} of the points {words}", n_seeds(tables, "tournament"))

    return judge


def more_agents_match_more(tables: Tables) -> Finding:
    found = [growth_shares(tables["growth"], agents=step, weights="whole", hidden=3) for step in STEPS]
    signs = [sign_over_splits(after, before) for before, after in pairwise(found)]
    told = " to ".join(f"{fmean(one):.1f}%" for one in found)
    return Finding(judged(min(signs)), f"{told} of the test moves", len(found[0]))


def sign_over_splits(a: Sequence[float], b: Sequence[float]) -> int:
    """1 if a is more than b, -1 if it is less, 0 if the test over few splits of games cannot decide."""
    p = paired_p(a, b, values(GROWTH.numbers)["test_share"])
    return 0 if p >= ALPHA else 1 if fmean(a) > fmean(b) else -1


def larger_networks_help(tables: Tables) -> Finding:
    three, eight = (growth_shares(tables["growth"], agents=STEPS[-1], weights="real", hidden=n) for n in (3, 8))
    told = f"{fmean(eight):.1f}% of the test moves with 8 nodes, {fmean(three):.1f}% with 3"
    return Finding(judged(sign_over_splits(eight, three)), told, len(three))


def carries_over(tables: Tables) -> Finding:
    """Judge that weights learned on 9x9 match at least half as many moves on 19x19 as weights learned there."""
    table = [row for row in tables["boards"] if row["agents"] == "printed" and row["tested"] == "19x19"]
    own, other = ([100 * row["test"] for row in table if row["records"] == size] for size in ("19x19", "9x9"))
    told = f"learned on 9x9 {fmean(other):.1f}% of the test moves on 19x19, learned there {fmean(own):.1f}%"
    return Finding(judged(sign_over_splits(other, [one / 2 for one in own])), told, len(own))


CLAIMS = (
    Claim("As agents are added, the program matches more", "sections 1 and 3.6", "growth", more_agents_match_more),
    Claim("As agents are added, the program plays better (all 26 against all five)", "section 1", "tournament",
          plays("all 26", "all five", "of all 26 against all five")),
    Claim("The agents together play better than each alone", "abstract, section 4", "tournament",
          together_play_better),
    Claim("The opener's fitness does not change", "section 4.1.1, figure 7", "figure7", does_not_change("opener")),
    Claim("The extension agent improves, and not by chance", "section 4.1.3, figure 8", "figure8",
          improves("extension")),
    Claim("The minimum of the extension agent falls", "section 4.1.3, figure 8", "figure8", minimum_falls),
    Claim("The variance of the extension agent does not change", "section 4.1.3, figure 8", "figure8",
          keeps_variance("extension")),
    Claim("Agents without weights do not improve", "section 4.1.4", "figure11", does_not_change(*FIXED)),
    Claim("Five random agents are as poor as one", "section 4.2, figure 9", "figure9", five_random_are_as_one),
    Claim("All five agents improve together, and not by chance", "section 4.2, figure 10", "figure10",
          improves("printed")),
    Claim("The variance of all five together does not change", "section 4.2, figure 10", "figure10",
          keeps_variance("printed")),
    Claim("A population of 100 gives similar results", "section 4.2", "figure10", larger_population_is_similar),
    Claim("Fewer moves are matched in test games than in training (10.2 and 5.6%)", "section 4.2", "figure11",
          test_is_worse),
    Claim("The random agent is the poorest", "section 4.2, figure 11", "figure11", random_is_poorest),
    Claim("The agents together match more moves than each alone", "section 4.2, figure 11", "figure11",
          together_match_more),
    Claim("Some agents that are better in training are worse in test games", "section 4.2", "figure11", order_differs),
    Claim("A summation network yields a viable Go player (against random moves)", "conclusion", "tournament",
          plays("all five", "random", "of all five")),
    Claim("Choosing moves by chance, it is one as well (against random moves)", "section 3.8, conclusion", "tournament",
          plays("all five, by chance", "random", "of all five")),
    Claim("That player is viable against a small pattern program (wally)", "conclusion", "tournament",
          plays("all five", "wally", "of all five")),
    Claim("More intricate networks could help", "conclusion", "growth", larger_networks_help),
    Claim("Larger boards are within reach: what is learned on 9x9 carries over", "conclusion", "boards",
          carries_over),
)  # fmt: skip
"""the claims, in the order of the text"""
