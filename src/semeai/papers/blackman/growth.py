"""Larger versions of the idea: more agents, negative weights, smaller and larger networks (beyond the paper).

"Larger training sets, larger testing sets, larger populations, more intricate summation networks, and more generations
could all help improve the program" (conclusion). The fitness and the games are those of `agents.py`, the genetic
algorithm is a better one.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from semeai.papers.blackman.learning import (
    BETTER_GA,
    FORESEEN,
    GROUPS,
    HALF,
    HIDDEN,
    NINE,
    REAL,
    SETS,
    WHOLE,
    foresee,
    learn,
    problem_of,
)
from semeai.papers.curves import interval
from semeai.papers.drawing import SERIES, draw_means, mean_interval, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, Settings, chosen, few, printed, sweep
from semeai.papers.shares import draw_level, rows_where

PRINTED_TEST = 5.6
"""percent of the moves in test games, section 4.2"""
TARGET = 3 * PRINTED_TEST


def try_growth(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: the numbers of agents and genes, and the accuracy of the best genome of the last generation."""
    problem = problem_of(params, seed)
    _, champion = learn(problem, params, seed, bench)
    sizes = {"n_agents": len(SETS[params["agents"]]), "n_genes": problem.network.shape.n_genes}
    return [sizes | foresee(problem, champion)]


# -- the experiment as data --------------------------------------------------------------------------------------------

STEPS = ("printed", *(f"+ {group}" for group in GROUPS))
ALL = STEPS[-1]
SMALL, LARGE = chosen(1, "does a hidden layer help?"), chosen(8, '"more intricate summation networks"')


def _variants() -> tuple[Settings, ...]:
    sets = [
        printed("printed", "section 4.2"),
        chosen("+ fights", "and ten agents that know about chains in danger"),
        chosen("+ shape", "and six that know about connections, eyes and patterns"),
        chosen("+ place", "and five that know about where moves are played: all except random"),
    ]
    grown = sweep(agents=sets, weights=[WHOLE, REAL], hidden=[HIDDEN])
    return (*grown, *sweep(agents=sets[-1:], weights=[REAL], hidden=[SMALL, LARGE]))


GROWTH = Experiment(
    name="growth",
    title="More agents, and other networks, by a better genetic algorithm",
    numbers={**BETTER_GA, "test_share": HALF},
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "population": chosen(8, "a few seconds in all"),
            "generations": chosen(2, "a few seconds in all"),
            "records": chosen("13x13", "fewer games: a few seconds in all"),
        },
        Scale.NIGHT: {
            "seeds": chosen(3, "a few minutes in all"),
            "population": chosen(100, "the larger of the paper"),
            "generations": chosen(50, "a few minutes in all"),
            "records": NINE,
        },
        Scale.PAPER: {
            "seeds": chosen(10, "as many as `agents` has at night"),
            "population": chosen(200, "twice the larger of the paper"),
            "generations": chosen(400, "until little changes"),
            "records": NINE,
        },
    },
    laptop={"seeds": few(2)},
    variants=_variants(),
    columns=("n_agents", "n_genes", *FORESEEN),
    trial=try_growth,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Moves matched in test games, over the number of agents"
CLAIM = (
    '"Although scalability was not tested, the possibility of adding more agents could easily be realized." (section '
    '3.6) "The best chromosome from the final generation determined 10.2% of the moves correct while it got 5.6% of '
    'the testing set correct." (section 4.2)'
)
_WITHIN = {"test": 1, "within_3": 3, "within_5": 5, "within_10": 10}


def draw_growth(rows: Mapping[str, list[Row]]) -> Any:
    """Draw the match rate over the number of agents, by kind of weights, and the share of moves among the first
    choices."""
    table = rows["growth"]
    figure, (growing, within) = panels(2, TITLE, [("the paper", CLAIM), ("here", _found(table))])
    for series, weights in enumerate((WHOLE.value, REAL.value)):
        samples = [shares(table, agents=agents, weights=weights, hidden=HIDDEN.value) for agents in STEPS]
        draw_means(growing, samples, series, f"{weights} weights")
    for marker, shift, number in (("v", -0.12, SMALL), ("D", 0.12, LARGE)):
        mean, *_ = mean_interval(shares(table, agents=ALL, weights=REAL.value, hidden=number.value))
        nodes = "1 node" if number.value == 1 else f"{number.value} nodes"
        style = {"color": SERIES[1]["color"], "markerfacecolor": "white", "linestyle": ""}
        growing.plot([len(STEPS) - 1 + shift], [mean], marker=marker, label=f"real weights, {nodes}", **style)
    growing.set_xticks(range(len(STEPS)), [f"{len(SETS[step])}\n{step}" for step in STEPS])
    growing.set_ylim(0, 48)
    draw_level(growing, PRINTED_TEST, f"{PRINTED_TEST}%, in print")
    draw_level(growing, TARGET, f"{TARGET:.1f}%, three times that")
    for series, agents in enumerate((STEPS[0], ALL)):
        sample = [shares(table, name, agents=agents, weights=REAL.value, hidden=HIDDEN.value) for name in _WITHIN]
        draw_means(within, sample, series, f"{len(SETS[agents])} agents, real weights")
    within.set_xticks(range(len(_WITHIN)), [str(n) for n in _WITHIN.values()])
    within.set_ylim(0, 103)
    for axes, place in ((growing, "upper left"), (within, "lower right")):
        axes.legend(frameon=False, fontsize=8, handlelength=3, loc=place)
    name_axes(growing, "agents", "moves matched in test games, %")
    name_axes(within, "among the first", "moves in test games, %")
    return figure


def shares(table: Sequence[Row], column: str = "test", **where: Any) -> list[float]:
    """The shares in percent, in the order of seeds."""
    return [100 * row[column] for row in rows_where(table, **where)]


def _found(table: Sequence[Row]) -> str:
    """Describe the matches of each variant."""
    said = []
    for variant in GROWTH.variants:
        where = {name: number.value for name, number in variant.items()}
        row = rows_where(table, **where)[0]
        kind = f"{row['n_agents']} agents, {where['weights']} weights, {where['hidden']} nodes ({row['n_genes']} genes)"
        train, test = (interval(shares(table, column, **where)) for column in ("train", "test"))
        said.append(f"{kind}: {train}, {test}")
    best = max(fmean(shares(table, **{k: v.value for k, v in variant.items()})) for variant in GROWTH.variants)
    return (
        f"Of the moves in training games, and in test games: {'; '.join(said)}. Means over seeds, 95% intervals. The "
        f"best of these is {best / PRINTED_TEST:.1f} times what is in print."
    )


FIGURE = Figure("growth", TITLE, ("growth",), CLAIM, draw_growth)
