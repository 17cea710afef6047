"""Learning from a pool of opponents instead of one, which sections 8 and 9.3 suggest.

Networks are bred on 7x7 against wally with 10% random moves alone, and against four players in turn, with the same
number of games. Then both meet their opponents again, and strangers that are new to both.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from semeai.lab.breed import breed
from semeai.lab.order import Order
from semeai.papers.bootstrap import bounds, paired
from semeai.papers.drawing import draw_means, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, sweep
from semeai.papers.richards.networks import NETWORKS, SMALL, WHOLE, against, board, method
from semeai.papers.shares import rows_where
from semeai.problems.exams import examine
from semeai.rng import seeds

FIGHTER = "local:capture=1,rescue=1,atari=0.5,self_atari=-1,line_1=-0.5"
WALL = "local:capture=2,rescue=1,self_atari=-2,line_1=-1,line_2=-0.3,own=-0.3,own_diagonal=0.5,enemy_diagonal=0.2"
"""captures and saves stones like the fighter, but plays its own diagonally next to each other and starts no fight"""
BRED_AGAINST = {
    "one": ("wally:noise=0.1",),
    "pool": ("wally", "wally:noise=0.3", "random", FIGHTER),
}
MET = {
    "wally:noise=0.1": "wally\n10%",
    "wally": "wally",
    "wally:noise=0.3": "wally\n30%",
    "random": "random",
    FIGHTER: "local,\nfighting",
}
"""training opponents of one or the other, with their labels in the picture"""
STRANGERS = {
    "wally:noise=0.2": "wally\n20%",
    WALL: "local,\nwalls",
    "uct:playouts=20": "uct\n20",
    "uct:playouts=50": "uct\n50",
}
"""opponents that are new to both, with their labels"""
_TEST = 1  # the place of the test games in the seed tree of a trial, beside those of its run


def try_pool(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: a row for each test opponent of the champion."""
    opponents = BRED_AGAINST[params["bred_against"]]
    problem = replace(against(opponents[0], params), opponents=opponents)
    order = Order(method(params), problem, seed, params["generations"], exam_games=params["exam_games"])
    genome = breed(order, bench.folder, bench.workers, has_long_exams=False).champion.genome
    rows = []
    for i, tested in enumerate((*MET, *STRANGERS)):
        bench.watch(f"against {tested}")
        test = against(tested, params)
        n_games = params["test_games"] if test.is_compiled else params["slow_games"]
        exam = examine(test, genome, seeds(n_games, seed, _TEST, i, 0), bench.workers)
        rows.append({"tested": tested, "is_met": int(tested in MET), "games": n_games, "points": exam.share})
    return rows


# -- the experiment as data --------------------------------------------------------------------------------------------

_GAMES = chosen(1000, "a sampling error below 2%")
_WHOLE = WHOLE | {"games": chosen(12, "of a network; three against each of the pool")}
POOL = Experiment(
    name="pool",
    title="Networks bred against one opponent and against a pool, against players they have and have not met",
    numbers={name: number for name, number in (NETWORKS | board(7)).items() if name not in ("target", *WHOLE)},
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(2, "a few seconds in all"),
            "test_games": chosen(20, "a second or two in all"),
            "slow_games": chosen(4, "a second or two in all"),
            **SMALL,
            "games": chosen(4, "of a network; one against each of the pool"),
        },
        Scale.NIGHT: {
            "seeds": chosen(4, "a few minutes in all"),
            "generations": chosen(80, "a few more than most runs of `generations7` take to 75%"),
            "test_games": _GAMES,
            "slow_games": chosen(200, "against searches, whose games are played one by one"),
            **_WHOLE,
        },
        Scale.PAPER: {
            "seeds": chosen(100, "the minimum number of simulations in section 7.1"),
            "generations": chosen(300, "as many as `nondeterminism` has at most at night"),
            "test_games": _GAMES,
            "slow_games": _GAMES,
            **_WHOLE,
        },
    },
    variants=sweep(
        bred_against=[
            chosen("one", "wally with 10% random moves, as in all other experiments"),
            chosen("pool", "wally, wally with 30%, random, and a `local` that fights: two kinds of player, and chance"),
        ]
    ),
    columns=("tested", "is_met", "games", "points"),
    trial=try_pool,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Bred against one opponent and against a pool of four, on 7x7"
CLAIM = (
    '"One possible method for forcing the network to rely less on exploiting this type of weakness in specific '
    "opponents is to evolve against a variety of opponents ... This type of evolution would have a better chance of "
    'producing a well-rounded go playing program." (section 8) "It is also not yet clear how much diversity is '
    'necessary to achieve general play." (section 9.3)'
)
_LABELS = {"one": "bred against wally 10%", "pool": "bred against the pool"}


def draw_pool(rows: Mapping[str, list[Row]]) -> Any:
    """Draw the shares of the points against training opponents and against strangers."""
    table = rows["pool"]
    figure, axes = panels(2, TITLE, [("the paper", CLAIM), ("here", _found(table))])
    labels = ("tested against (all but the first are the pool)", "tested against strangers to both")
    for panel, tested, label in zip(axes, (MET, STRANGERS), labels, strict=True):
        for series, bred in enumerate(BRED_AGAINST):
            shares = [_shares(table, bred, name) for name in tested]
            draw_means(panel, shares, series, _LABELS[bred], interval=bounds)
        panel.set_xticks(range(len(tested)), list(tested.values()))
        panel.set_ylim(0, 103)
        name_axes(panel, label, "share of the points, %")
    axes[1].legend(frameon=False, fontsize=8, handlelength=3, loc="upper right")
    return figure


def _shares(table: Sequence[Row], bred: str, tested: str) -> list[float]:
    """The shares in percent, in the order of seeds."""
    return [100 * row["points"] for row in rows_where(table, bred_against=bred, tested=tested)]


def _found(table: Sequence[Row]) -> str:
    """Describe the differences that the pool makes, between runs with the same seed."""
    said = []
    for tested, words in (MET | STRANGERS).items():
        gain = paired(_shares(table, "pool", tested), _shares(table, "one", tested))
        said.append(f"{' '.join(words.split())} {gain}")
    n_met = len(MET)
    return (
        "Points of a hundred that the pool's champions have more, the mean over seeds with its 95% interval: against "
        f"{'; '.join(said[:n_met])}. Against strangers: {'; '.join(said[n_met:])}. Both have played as many games."
    )


FIGURE = Figure("pool", TITLE, ("pool",), CLAIM, draw_pool)
