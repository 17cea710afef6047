"""SANE and SANEi against wally, as black and as white: figures 4 and 5, as literally as the text allows.

The best network is kept, so the best fitness never falls.
"""

from semeai.papers.paper import Experiment, Scale, chosen, few, printed, sweep
from semeai.papers.zela.networks import ALONE, BLUEPRINTS, LITERAL, SIZES, SMOKE, SPARED, TOGETHER
from semeai.papers.zela.training import COLUMNS, try_training

COLORS = ("black", "white")
IMMIGRATION = (
    printed(0, f'{ALONE}, figure 4: "immigration rate 0%", which is SANE'),
    printed(0.03, f'{ALONE}, figure 5: "immigration rate of 3%"'),
    printed(0.2, f'{TOGETHER}: "replacing the worse 200 neurons" of 1000'),
)
FULL = SIZES | {"blueprints": BLUEPRINTS, "spared": SPARED}
"""the sizes of all experiments at all scales but smoke"""
EXAM = chosen(10, "games of the best network in each row, each from a random opening")
_LONG = chosen(600, "beyond the 510 after which SANE stops in the paper")

WALLY = Experiment(
    name="wally",
    title="SANE and SANEi against wally, as black and as white",
    numbers=LITERAL,
    scales={
        Scale.SMOKE: SMOKE
        | {
            "exam_games": chosen(4, "a few seconds in all"),
            "seeds": chosen(2, "minimum for a confidence interval"),
            "every": chosen(2, "generations per row of the table"),
            "generations": chosen(8, "minimum with two in a quarter"),
        },
        Scale.NIGHT: FULL
        | {
            "exam_games": EXAM,
            "seeds": chosen(20, "initial populations, each the same for all variants"),
            "every": chosen(10, "generations per row of the table"),
            "generations": _LONG,
        },
        Scale.PAPER: FULL
        | {
            "exam_games": EXAM,
            "seeds": chosen(20, "initial populations, each the same for all variants"),
            "every": chosen(10, "generations per row of the table"),
            "generations": _LONG,
        },
    },
    laptop={"seeds": few(8)},
    variants=sweep(
        immigration=IMMIGRATION,
        color=[printed(color, f"{ALONE}, figures 4 and 5") for color in COLORS],
    ),
    columns=COLUMNS,
    trial=try_training,
    is_serial=True,
)
