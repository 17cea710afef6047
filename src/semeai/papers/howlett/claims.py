"""The claims of this paper, and their judges.

A share of points differs from 50% if its 95% interval does not contain it. Words without a number are given one here:
"slight" is less than 200 Elo, which is 76% of the points, and "often" is one move in four.
"""

from collections.abc import Callable, Mapping
from statistics import fmean

from semeai.papers.bootstrap import Difference, bootstrap
from semeai.papers.claims import Claim, Finding, Tables, Verdict, verdict_of
from semeai.papers.howlett import endless
from semeai.papers.howlett.habits import CAPTURE, CORNER, STRING, Habit, beyond_chance
from semeai.papers.howlett.literal import HIS_MCTS, HIS_RAVE, HIS_UCT, TIMES, WALLY, share_in
from semeai.papers.howlett.random import SEARCHES
from semeai.papers.paper import Row
from semeai.papers.shares import Share, rows_where, share_of

SLIGHT = 76.0


def sign_of(share: Share, level: float = 50.0) -> int:
    """1 if the whole interval is above the level, -1 if it is below, otherwise 0."""
    return (share.low > level) - (share.high < level)


def n_seeds(rows: list[Row]) -> int:
    return len({row["seed"] for row in rows})


# -- matches -----------------------------------------------------------------------------------------------------------


def beats_random(tables: Tables) -> Finding:
    shares = {name: share_of(rows_where(tables["random"], player=player)) for player, name in SEARCHES.items()}
    told = ", ".join(f"{name} {share}" for name, share in shares.items())
    return Finding(verdict_of(min(map(sign_of, shares.values()))), f"{told} of the points", n_seeds(tables["random"]))


def literal(player: str, opponent: str, claimed: int, times: int = 1) -> Callable[[Tables], Finding]:
    """Judge a match of `literal`: `claimed` is 1 if the player is claimed to be better, -1 if not."""

    def judge(tables: Tables) -> Finding:
        share = share_in(tables, player, opponent, times)
        return Finding(verdict_of(claimed * sign_of(share)), f"{share} of the points", n_seeds(tables["literal"]))

    return judge


def is_slight(tables: Tables) -> Finding:
    share = share_in(tables, HIS_UCT, HIS_MCTS)
    told = f"{share} of the points; slight is less than {SLIGHT:.0f}%"
    return Finding(verdict_of(-sign_of(share, SLIGHT)), told, n_seeds(tables["literal"]))


def ladder(player: str, below: str) -> Callable[[Tables], Finding]:
    """Judge a step of `ladder`."""

    def judge(tables: Tables) -> Finding:
        share = share_of(rows_where(tables["ladder"], player=player, below=below))
        return Finding(verdict_of(sign_of(share)), f"{share} of the points", n_seeds(tables["ladder"]))

    return judge


def smaller_boards(tables: Tables) -> Finding:
    small, large = (share_of(rows_where(tables["sizes"], size=size)) for size in (9, 19))
    sign = (small.low > large.high) - (small.high < large.low)
    told = f"against wally {small} of the points on 9x9, {large} on 19x19"
    return Finding(verdict_of(sign), told, n_seeds(tables["sizes"]))


# -- the constant ------------------------------------------------------------------------------------------------------


def constants(tables: Tables) -> dict[float, Share]:
    """The shares against Howlett's constant, by constant."""
    found = {cp: share_of(rows_where(tables["cp"], cp=cp)) for cp in sorted({row["cp"] for row in tables["cp"]})}
    return {cp: share for cp, share in found.items() if abs(cp - 2**0.5) > 1e-9}


def root_two_is_right(tables: Tables) -> Finding:
    """Judge by all smaller constants together, since the best of them was found in the same games. Our `uct` differs
    from Howlett's, so it can confirm the claim but not contradict it."""
    smaller = share_of([row for row in tables["cp"] if 0 < row["cp"] <= 1])
    told = f"smaller constants, from 0.1 to 1, together have {smaller} of the points against it"
    return Finding(verdict_of(max(-sign_of(smaller), 0)), told, n_seeds(tables["cp"]))


def within_one(tables: Tables) -> Finding:
    within = {cp: share for cp, share in constants(tables).items() if 0 < cp < 1}
    signs = [sign_of(share) for share in within.values()]
    verdict = Verdict.PARTLY if min(signs) < max(signs) else verdict_of(signs[0])
    told = ", ".join(f"{cp:.2g} {share}" for cp, share in within.items())
    return Finding(verdict, f"points against the square root of 2: {told}", n_seeds(tables["cp"]))


def tunes_itself(tables: Tables) -> Finding:
    table = tables["sweep"]
    his, best = sorted({row["cp"] for row in table}, reverse=True)
    gained, paid = (share_of(rows_where(table, cp=cp)) for cp in (his, best))
    told = f"{gained} of the points against the fixed constant, {paid} against the best one, {best:g}"
    return Finding(verdict_of(sign_of(gained)), told, n_seeds(table))


# -- habits ------------------------------------------------------------------------------------------------------------


def in_corners(tables: Tables) -> Finding:
    verdict, told = _habit(tables, CORNER, HIS_UCT)
    return Finding(verdict, f"first moves in corners beyond chance: {told}", n_seeds(tables["habits"]))


def _habit(tables: Tables, habits: Mapping[int, Habit], player: str) -> tuple[Verdict, str]:
    """The verdict on a habit, which is a share above chance, and the differences on both boards."""
    found = {size: _beyond(tables, habit, player) for size, habit in habits.items()}
    signs = {one.sign for one in found.values()}
    verdict = verdict_of(signs.pop()) if len(signs) == 1 else Verdict.PARTLY if 1 in signs else Verdict.UNTOLD
    return verdict, ", ".join(f"{one}% on {size}x{size}" for size, one in found.items())


def _beyond(tables: Tables, habit: Habit, player: str) -> Difference:
    sample = rows_where(tables["habits"], player=player, size=habit.size)
    return beyond_chance(_by_seed(sample), habit.counted, habit.chance, habit.of)


def _by_seed(sample: list[Row]) -> list[Row]:
    """One row for each seed, with the sums over the playouts."""
    names = [name for name in sample[0] if name not in ("player", "seed")]
    seeds = sorted({row["seed"] for row in sample})
    return [{name: sum(row[name] for row in rows_where(sample, seed=seed)) for name in names} for seed in seeds]


def captures_more(tables: Tables) -> Finding:
    by_player = {
        player: [row["captures"] / row["positions"] for row in _by_seed(_rows(tables, CAPTURE[9], player))]
        for player in (HIS_UCT, HIS_MCTS)
    }
    gain = bootstrap([100 * (a - b) for a, b in zip(*by_player.values(), strict=True)])
    uct, mcts = (100 * fmean(shares) for shares in by_player.values())
    told = f"takes {uct:.0f}% of the captures on 9x9, MCTS {mcts:.0f}%: {gain}"
    return Finding(verdict_of(gain.sign), told, n_seeds(tables["habits"]))


def leaves_strings(tables: Tables) -> Finding:
    verdict, told = _habit(tables, STRING, HIS_RAVE)
    said = f"moves four lines or more from the player's previous move, beyond chance: {told}"
    return Finding(verdict, said, n_seeds(tables["habits"]))


def _rows(tables: Tables, habit: Habit, player: str) -> list[Row]:
    return rows_where(tables["habits"], player=player, size=habit.size)


# -- simulations -------------------------------------------------------------------------------------------------------


def ends_by_itself(tables: Tables) -> Finding:
    ended, n = endless.n_ended(tables["endless"], endless.LITERAL)
    last = max(row["moves"] for row in tables["endless"])
    sign = (ended > n / 2) - (ended < n / 2)
    return Finding(verdict_of(sign), f"{ended} of {n} random games end within {last:,} moves", n)


def ko_makes_endless(tables: Tables) -> Finding:
    filling, n = endless.n_ended(tables["endless"], endless.LITERAL)
    sparing, _ = endless.n_ended(tables["endless"], endless.SPARING)
    told = f"with simple ko forbidden {filling} of {n} games end if own eyes are filled, {sparing} if they are not"
    return Finding(verdict_of((sparing < n / 2) - (filling < n / 2)), told, n)


def maps_take_longer(tables: Tables) -> Finding:
    shares = sorted({row["share"] for row in tables["early_stop"]} - {1.0})
    told = f"with maps {shares[0]:g} to {shares[-1]:g} of the playouts in the same time"
    return Finding(verdict_of(1 if shares[-1] < 1 else -1), told, n_seeds(tables["early_stop"]))


def early_end_pays(tables: Tables) -> Finding:
    """Judge by our `uct`, which differs from Howlett's, so it can confirm the claim but not contradict it."""
    share = share_of([row for row in tables["early_stop"] if row["share"] != 1])
    equal = share_of([row for row in tables["early_stop"] if row["share"] == 1 and row["early_stop"] > 0])
    told = f"{share} of the points at equal work, {equal} at equal playouts"
    return Finding(verdict_of(max(sign_of(share), 0)), told, n_seeds(tables["early_stop"]))


ANALYSIS = "Implementation and analysis"
CLAIMS = (
    Claim("Cp is a constant between 0 and 1", "UCT", "cp", within_one),
    Claim("For Cp, the square root of 2 is the constant to use", f"UCT; {ANALYSIS}", "cp", root_two_is_right),
    Claim("RAVE gathers information rapidly and so finds better moves (RAVE as known today)", "RAVE", "ladder",
          ladder("rave:policy=light", "uct")),
    Claim("It plays much better on smaller boards", ANALYSIS, "sizes", smaller_boards),
    Claim("A simulation can run until there are no legal moves left", ANALYSIS, "endless", ends_by_itself),
    Claim("A simulation that goes on and on has most likely met a ko", ANALYSIS, "endless", ko_makes_endless),
    Claim("MCTS alone plays very poorly: a beginner easily beats it", ANALYSIS, "literal",
          literal(HIS_MCTS, WALLY, -1)),
    Claim("A policy in the simulation would improve it", ANALYSIS, "ladder",
          ladder("rave:policy=knowing", "rave:policy=light")),
    Claim("UCT plays better than MCTS", ANALYSIS, "literal", literal(HIS_UCT, HIS_MCTS, 1)),
    Claim("The improvement of UCT over MCTS is slight", ANALYSIS, "literal", is_slight),
    Claim("UCT captures stones more often than MCTS", ANALYSIS, "corners", captures_more),
    Claim("UCT often starts a game in the corners", ANALYSIS, "corners", in_corners),
    Claim("A parameter sweep would optimize Cp as the game progresses", ANALYSIS, "sweep", tunes_itself),
    Claim("RAVE, with its counts all over the tree, plays better than UCT", ANALYSIS, "literal",
          literal(HIS_RAVE, HIS_UCT, 1)),
    Claim("RAVE often leaves a string of stones half built to play elsewhere", ANALYSIS, "strings", leaves_strings),
    Claim("Influence maps made simulations longer", ANALYSIS, "early_stop", maps_take_longer),
    Claim("Fast maps that end simulations early would find better moves", ANALYSIS, "early_stop", early_end_pays),
    Claim("More simulations make it play better", f"{ANALYSIS}; Conclusion", "literal",
          literal(HIS_UCT, HIS_UCT, 1, TIMES)),
    Claim("The program beats a player of purely random moves", "Conclusion", "random", beats_random),
    Claim("Even an inexperienced player beats the finished program", "Conclusion", "literal",
          literal(HIS_RAVE, WALLY, -1)),
)  # fmt: skip
"""the claims, in the order of the text"""
