"""Coevolved champions against opponents they have never met, from random moves to other people's programs.

The paper says of coevolution that it is to cure players that "can beat only to these existing players with which were
trained" (section "Competitive co-evolution"), and tells of games against people. Here the best of both sides, from
untrained and from trained populations, meet strangers. A champion is who does best in exams against wally with 10%
random moves, and trained ones were bred against it; all others are strangers indeed.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from semeai.arena.schedule import Colors
from semeai.drawing import INK
from semeai.evolve.coevolution import SIDES
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed, sweep
from semeai.papers.shares import rows_where
from semeai.papers.zela.coevolution import COEVOLUTION, STARTS, hold_duel
from semeai.papers.zela.networks import TOGETHER, rules
from semeai.problems.exams import examine
from semeai.problems.games import GoProblem
from semeai.rng import seeds

STRANGERS = {
    "random": "random",
    "wally:noise=0.5": "wally\n50%",
    "wally:noise=0.2": "wally\n20%",
    "wally:noise=0.1": "wally\n10%",
    "wally": "wally",
    "uct:playouts=50": "uct\n50",
    "uct:playouts=100": "uct\n100",
    "uct:playouts=200": "uct\n200",
    "uct:playouts=500": "uct\n500",
    "gtp:gnugo --mode gtp --level 1": "GNU Go\n1",
    "gtp:gnugo --mode gtp --level 10": "GNU Go\n10",
}
"""with what stands below them in the picture"""
_TEST = 1  # the place of these games in the seed tree of a trial, beside those of its runs


def try_strangers(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """A row for each side and each stranger."""
    duel = hold_duel(params, seed, bench)
    rows = []
    for side, champion in duel.champions.items():
        colors = Colors.A_BLACK if side == "black" else Colors.A_WHITE
        for i, stranger in enumerate(list(STRANGERS)[: params["strangers"]]):
            bench.watch(f"{side} against {stranger}")
            problem = GoProblem(params["player"], rules(params), (stranger,), 1, colors)
            n_games = params["test_games"] if problem.is_compiled else params["slow_games"]
            exam = examine(problem, champion.genome, seeds(n_games, seed, _TEST, i), bench.workers)
            rows.append({"side": side, "stranger": stranger, "games": n_games, "points": exam.share})
    return rows


# -- the experiment as data --------------------------------------------------------------------------------------------

_ALL = chosen(len(STRANGERS), "so many of the strangers are met, the weakest first")
EXPERIMENT = Experiment(
    name="strangers",
    title="Coevolved champions against opponents they have never met",
    numbers=dict(COEVOLUTION.numbers)
    | {"sanei": chosen("black", "figures 6 and 7; the other way round would do as well")},
    scales={
        Scale.SMOKE: dict(COEVOLUTION.scales[Scale.SMOKE])
        | {
            "strangers": chosen(6, "those that need no other program"),
            "test_games": chosen(10, "some seconds in all"),
            "slow_games": chosen(2, "some seconds in all"),
        },
        Scale.LAPTOP: dict(COEVOLUTION.scales[Scale.LAPTOP])
        | {
            "seeds": chosen(2, "a few minutes each"),
            "generations": chosen(30, "more than in `coevolution`: champions are wanted"),
            "strangers": _ALL,
            "test_games": chosen(1000, "a sampling error below 2%"),
            "slow_games": chosen(10, "against programs and searches, which take seconds a game"),
        },
        Scale.PAPER: dict(COEVOLUTION.scales[Scale.PAPER])
        | {
            "strangers": _ALL,
            "test_games": chosen(1000, "a sampling error below 2%"),
            "slow_games": chosen(100, "against programs and searches"),
        },
    },
    variants=sweep(start=[printed(start, TOGETHER) for start in STARTS]),
    columns=("side", "stranger", "games", "points"),
    trial=try_strangers,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Coevolved champions against opponents they have never met"
CLAIM = (
    '"The players (networks of neurons) generated using SANEi was tested against human non professional players with '
    'better results." (section "Conclusion"); against whom else is not said'
)


def draw_strangers(rows: Mapping[str, list[Row]]) -> Any:
    """A panel for each side: the share of the points against each stranger, run by run. There are too few champions for
    an interval of champions in general."""
    table = rows["strangers"]
    met = [stranger for stranger in STRANGERS if any(row["stranger"] == stranger for row in table)]
    figure, axes = panels(len(SIDES), TITLE, [("the paper", CLAIM), ("here", _found(table))])
    for panel, side in zip(axes, SIDES, strict=True):
        for series, start in enumerate(STARTS):
            samples = [_shares(table, side, start, stranger) for stranger in met]
            style = SERIES[series] | {"markersize": 4}
            panel.plot([fmean(shares) for shares in samples], linewidth=1.2, label=f"{start} at first", **style)
            for place, shares in enumerate(samples):
                at = [place + 0.12 + 0.12 * series] * len(shares)
                panel.plot(at, shares, "o", color=style["color"], markersize=3, markerfacecolor="none")
        panel.set_xticks(range(len(met)), [STRANGERS[stranger] for stranger in met], fontsize=6)
        panel.set_ylim(0, 103)
        panel.axhline(50, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
        panel.legend(frameon=False, fontsize=8, loc="upper right")
        name_axes(panel, f"opponent of the champions of {side} (circles: runs)", "share of the points, %")
    return figure


def _shares(table: Sequence[Row], side: str, start: str, stranger: str) -> list[float]:
    return [100 * row["points"] for row in rows_where(table, side=side, start=start, stranger=stranger)]


def _found(table: Sequence[Row]) -> str:
    """The means, in words."""
    said = []
    for start in STARTS:
        for side in SIDES:
            means = {
                stranger: fmean(shares)
                for stranger in ("random", "wally", "uct:playouts=50")
                if (shares := _shares(table, side, start, stranger))
            }
            told = ", ".join(f"{share:.0f}% against {stranger}" for stranger, share in means.items())
            said.append(f"{start.capitalize()}, {side}: {told}.")
    return " ".join(said)


FIGURE = Figure("strangers", TITLE, ("strangers",), CLAIM, draw_strangers)
