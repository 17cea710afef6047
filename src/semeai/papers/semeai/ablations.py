"""Variants of the usual recipe with one change each: the method, the inputs, the opponents or the fitness.

The usual recipe is separable CMA-ES on `shape` with all inputs, against random moves and wally with 30% random moves,
rated by points. Recipes with the same seed are compared in pairs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from semeai.drawing import INK
from semeai.papers.bootstrap import Difference, bootstrap, paired
from semeai.papers.drawing import name_axes, panels
from semeai.papers.paper import Figure, Row, Scale, chosen
from semeai.papers.semeai import budgets
from semeai.papers.semeai.budgets import SHAPE, draw_lines, stranger_shares
from semeai.papers.semeai.recipes import GAMES, recipe

USUAL = "usual"
_SEP = "cma:population=30,covariance=separable"
VARIANTS = (
    recipe(USUAL, _SEP, SHAPE, 0.16, "the recipe that all others change in one setting"),
    recipe("method: GA", "ga:population=50", SHAPE, 0.16, "the baseline of methods"),
    recipe("inputs: stones", _SEP, "shape:hidden=0,inputs=stones", 0.16, "the inputs of SANE, with shared weights"),
    recipe("inputs: tactics", _SEP, "shape:hidden=0,inputs=tactics", 0.16, "no stones around a point"),
    recipe("opponents: random", _SEP, SHAPE, 0.16, "easy to beat", opponents="random"),
    recipe("opponents: wally", _SEP, SHAPE, 0.16, "one that is hard to beat", opponents="wally:noise=0.1"),
    recipe(
        "opponents: a hall",
        _SEP,
        SHAPE,
        0.16,
        "earlier champions of the run, weighted by how much they teach",
        league="hall",
    ),
    recipe("fitness: wins", _SEP, SHAPE, 0.16, "no points", measure="wins"),
    recipe("fitness: same games", _SEP, SHAPE, 0.16, "a league: all candidates have the same luck", league="pool"),
)
_GAMES = {Scale.SMOKE: 150, Scale.NIGHT: 2000, Scale.PAPER: 500_000}
_TEST_GAMES = {Scale.SMOKE: 4, Scale.NIGHT: 100, Scale.PAPER: 400}
EXPERIMENT = replace(
    budgets.EXPERIMENT,
    name="ablations",
    title="The usual recipe with one thing changed: method, inputs, opponents or fitness",
    scales={
        scale: {
            **numbers,
            "games": chosen(_GAMES[scale], "fewer than in `budgets`, so that recipes still differ"),
            "time": chosen(0.1, "a generation: only equal games are compared here"),
            "test_games": chosen(_TEST_GAMES[scale], "against each stranger"),
        }
        for scale, numbers in budgets.EXPERIMENT.scales.items()
    },
    variants=VARIANTS,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "The usual recipe with one thing changed, judged by strangers at equal games"
NAMES = tuple(variant["name"].value for variant in VARIANTS)


def draw_ablations(rows: Mapping[str, list[Row]]) -> Any:
    """The share of each recipe, and its difference to the usual one, in pairs of the same seed."""
    table = rows["ablations"]
    shares = {name: stranger_shares(table, name, GAMES) for name in NAMES}
    figure, (left, right) = panels(2, TITLE, [("the paper", budgets.CLAIM), ("here", _found(shares))])
    draw_lines(left, [bootstrap(shares[name]) for name in NAMES], NAMES)
    name_axes(left, "share of the points against strangers, %", "recipe")
    draw_lines(right, list(differences(shares).values()), NAMES[1:])
    right.axvline(0, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
    name_axes(right, "minus the usual recipe, percent of the points", "recipe")
    return figure


def differences(shares: Mapping[str, Sequence[float]]) -> dict[str, Difference]:
    """Each recipe minus the usual one, seed by seed."""
    return {name: paired(shares[name], shares[USUAL]) for name in NAMES[1:]}


def _found(shares: Mapping[str, Sequence[float]]) -> str:
    said = [f"{name} {difference}" for name, difference in differences(shares).items()]
    return f"Minus the usual recipe ({bootstrap(shares[USUAL]).mean:.0f}%): {'; '.join(said)}."


FIGURE = Figure("ablations", TITLE, ("ablations",), budgets.CLAIM, draw_ablations)
