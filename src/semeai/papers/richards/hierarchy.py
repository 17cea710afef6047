"""A hierarchy of networks (section 9.2): a lower network whose outputs are inputs of an upper one, on three boards.

The player is a `field`, a small network that is moved over the board. With `features` it has two levels, bred together:
the upper one sees the outputs of the lower one at every point around. The paper hopes that generations then grow with
the networks instead of the board, so both kinds of fields are bred on 5x5, 7x7 and 9x9.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from semeai.papers.bootstrap import bootstrap
from semeai.papers.drawing import draw_samples, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed, sweep
from semeai.papers.richards.generations import NOISE
from semeai.papers.richards.networks import NETWORKS, TABLE_1, against, without
from semeai.papers.richards.training import train
from semeai.papers.shares import rows_where

LEVELS = {0: "one level", 4: "two levels"}
"""labels, by the number of features"""


def try_hierarchy(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: the generations until 75%, and the champion's share of 1,000 fresh games."""
    games = against(f"wally:noise={params['noise']:g}", params)
    player = f"field:reach={params['reach']},features={params['features']}"
    found = train(params, replace(games, player=player), seed, bench)
    return [{"generations": found.n_generations, "reached": int(found.is_reached), "verified": found.verified}]


# -- the experiment as data --------------------------------------------------------------------------------------------

_TINY = "a few seconds in all"
_FULL = {
    "neurons": chosen(800, "as in `growing`"),
    "blueprints": chosen(100, "as in `growing`"),
    "hidden": chosen(20, "neurons of a network, of both levels together; as in `growing`"),
    "games": NETWORKS["games"],
    "exam_games": NETWORKS["exam_games"],
}
HIERARCHY = Experiment(
    name="hierarchy",
    title="Fields of one and of two levels, bred against wally on 5x5, 7x7 and 9x9",
    numbers=without(NETWORKS, *_FULL)
    | {"noise": NOISE, "reach": chosen(1, "fields of 3x3 at each level, so two levels see 5x5")},
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(2, _TINY),
            "neurons": chosen(100, _TINY),
            "blueprints": chosen(10, _TINY),
            "hidden": chosen(8, _TINY),
            "games": chosen(2, _TINY),
            "exam_games": chosen(10, _TINY),
        },
        Scale.NIGHT: {
            "seeds": chosen(3, "a few minutes each on one core"),
            "generations": chosen(60, "limit of a run, as in `growing`"),
            **_FULL,
        },
        Scale.PAPER: {
            "seeds": printed(100, 'section 7.1: "averages over 100 - 1,000 simulations"'),
            "generations": chosen(2000, "limit of a run"),
            **_FULL,
        },
    },
    variants=sweep(
        features=[chosen(n, f"{words}; the number is ours") for n, words in LEVELS.items()],
        size=[printed(size, "table 1") for size in TABLE_1],
    ),
    columns=("generations", "reached", "verified"),
    trial=try_hierarchy,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Fields of one and of two levels against wally"
CLAIM = (
    '"It should be possible to extend this idea and evolve a hierarchy of networks, where the lower levels would '
    "provide the inputs for networks at higher levels. ... it may be the case that the number of generations required "
    'will increase with the number and size of the networks evolved and not with the size of the board." (section 9.2)'
)


def column_of(table: Sequence[Row], features: int, size: int, column: str) -> list[float]:
    """The values of a column, in the order of seeds."""
    return [float(row[column]) for row in rows_where(table, features=features, size=size)]


def draw_hierarchy(rows: Mapping[str, list[Row]]) -> Any:
    """Generations and the champions' shares by board, a line for each number of levels."""
    table = rows["hierarchy"]
    sizes = list(TABLE_1)
    figure, axes = panels(2, TITLE, [("the paper", CLAIM), ("here", _found(table))])
    for panel, column, unit, label in (
        (axes[0], "generations", 1, "generations until 75%"),
        (axes[1], "verified", 100, "champion in fresh games, %"),
    ):
        for series, (features, words) in enumerate(LEVELS.items()):
            samples = [[unit * x for x in column_of(table, features, size, column)] for size in sizes]
            draw_samples(panel, [size + 0.1 * series for size in sizes], samples, series, words)
        panel.set_xticks(sizes, [f"{size}x{size}" for size in sizes])
        panel.set_ylim(bottom=0)
        name_axes(panel, "board", label)
    axes[1].set_ylim(0, 103)
    axes[0].legend(frameon=False, fontsize=8, loc="lower right")
    return figure


def _found(table: Sequence[Row]) -> str:
    said = []
    for features, words in LEVELS.items():
        means = []
        for size in TABLE_1:
            its = rows_where(table, features=features, size=size)
            mean, n = bootstrap(column_of(table, features, size, "generations")), sum(row["reached"] for row in its)
            means.append(f"{mean.mean:.0f} [{mean.low:.0f}, {mean.high:.0f}] on {size}x{size} ({n} of {len(its)} runs)")
        said.append(f"{words} {', '.join(means)}")
    limit = max(row["generations"] for row in table)
    return f"Mean generations until 75%, runs given up after {limit} counted whole: {'; '.join(said)}."


FIGURE = Figure("hierarchy", TITLE, ("hierarchy",), CLAIM, draw_hierarchy)
