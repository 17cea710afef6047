"""SANE against SANEi: two populations, black hosts and white parasites, rate each other: figures 6 to 9.

The question is whether SANEi wins more often. Black and white are not equally easy to play, so each seed is tried both
ways round, and SANEi's share is the mean of both: with equal methods it would be a half.
"""

from collections.abc import Mapping
from typing import Any

from semeai.papers.paper import Bench, Experiment, Row, Scale, chosen, few, printed, sweep
from semeai.papers.zela.duel import hold_duel
from semeai.papers.zela.networks import LITERAL, SMOKE, TOGETHER
from semeai.papers.zela.wally import FULL

STARTS = ("untrained", "trained")
COLUMNS = (
    "generation",
    "sanei_wins",
    "sane_wins",
    "sanei_diversity",
    "sane_diversity",
    "sanei_random",
    "sane_random",
    "sanei_trained",
    "sane_trained",
)


def try_coevolution(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Rows for the first generation and every few after it.

    `wins` are shares of all games of the generations since the row before, `random` is the share of the points of the
    generation's best network against random moves, `trained` the number of training generations.
    """
    return hold_duel(params, seed, bench).rows


# -- the experiment as data --------------------------------------------------------------------------------------------

_LIMIT = 'at most; "when the players are starting to beat the opponent", which takes less in nearly all runs'
SMALL_DUEL = SMOKE | {
    "exam_games": chosen(10, "a few seconds in all"),
    "training": chosen(4, "a few seconds in all"),
    "finalists": chosen(2, "a few seconds in all"),
    "every": chosen(2, "generations per row of the table"),
    "generations": chosen(8, "minimum with two in a quarter"),
}
FULL_DUEL = FULL | {
    "exam_games": chosen(50, "of the best network in each row, against random moves"),
    "training": chosen(600, _LIMIT),
    "finalists": chosen(10, "the best networks of this many last generations play for the title of champion"),
    "every": chosen(10, "generations per row of the table"),
    "generations": chosen(300, "not printed; half as many as against wally"),
}
SANEI_BLACK = printed("black", f"{TOGETHER}, figures 6 and 7")
SANEI_WHITE = printed("white", f"{TOGETHER}, figures 8 and 9")
COEVOLUTION = Experiment(
    name="coevolution",
    title="SANE against SANEi, either way round, from untrained and trained populations",
    numbers=LITERAL
    | {
        "immigration": printed(0.03, f'{TOGETHER}: "For SANEi the immigration rate is 3%"'),
        "hall": chosen(0, "no champions of the past: the paper has none"),
    },
    scales={
        Scale.SMOKE: SMALL_DUEL | {"seeds": chosen(2, "minimum for a confidence interval")},
        Scale.NIGHT: FULL_DUEL | {"seeds": chosen(10, "minimum for a test of significance")},
        Scale.PAPER: FULL_DUEL | {"seeds": chosen(20, "twice as many as at night")},
    },
    laptop={"seeds": few(2)},
    variants=sweep(
        sanei=[SANEI_BLACK, SANEI_WHITE],
        start=[
            printed("untrained", f"{TOGETHER}, figures 6 and 8"),
            printed("trained", f"{TOGETHER}, figures 7 and 9"),
        ],
    ),
    columns=COLUMNS,
    trial=try_coevolution,
    is_serial=True,
)
