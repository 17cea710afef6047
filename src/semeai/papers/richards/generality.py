"""Breeding of networks that never lose to random moves, like the paper's network (section 7.2).

`nondeterminism` stops at 75%, and its networks lose to `random`, which fills no own eyes, about as often as they win.
Here breeding continues, against wally with 10% random moves alone or in turn with `random`. Besides the networks of the
paper, which see the whole board, there are fields: one small network at every point (`players/field.py`), which need
not learn the same skill for every place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from semeai.drawing import INK
from semeai.lab.breed import breed
from semeai.lab.order import Order
from semeai.papers.bootstrap import bounds, percent
from semeai.papers.drawing import draw_means, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, few, printed
from semeai.papers.richards.networks import NETWORKS, SMALL, TABLE_1, WHOLE, against, method
from semeai.papers.shares import rows_where
from semeai.problems.exams import examine
from semeai.rng import seeds

NOISY = "wally:noise=0.1"
BRED_AGAINST = {"wally": (NOISY,), "both": (NOISY, "random")}
TESTED = {
    "wally": "wally",
    "wally:noise=0.05": "5%\nrandom",
    NOISY: "10%\nrandom",
    "wally:noise=0.2": "20%\nrandom",
    "wally:noise=1.0": "100%\nrandom",
    "random": "random\nplayer",
}
"""test opponents of champions, with their labels in the picture"""
ENOUGH = 0.98
"""required share of the points for the paper's statement that no game was lost"""
_TEST = 1  # the place of the test games in the seed tree of a trial, beside those of its run


def try_generality(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: a row for each test opponent of the champion."""

    def meeting(*opponents: str) -> Any:
        return replace(against(NOISY, params), player=params["player"], opponents=opponents)

    problem = meeting(*BRED_AGAINST[params["bred_against"]])
    order = Order(method(params), problem, seed, params["generations"], exam_games=params["exam_games"])
    champion = breed(order, bench.folder, bench.workers, has_long_exams=False).champion
    rows = []
    for i, tested in enumerate(TESTED):
        exam = examine(meeting(tested), champion.genome, seeds(params["test_games"], seed, _TEST, i, 0), bench.workers)
        rows.append({"generation": champion.generation + 1, "tested": tested, "points": exam.share})
    return rows


# -- the experiment as data --------------------------------------------------------------------------------------------

_WALLY = printed("wally", 'section 7.2: "wally playing with 10% randomness"')
_BOTH = chosen("both", "wally with 10% random moves and `random`, in turn, in as many games")
_NETWORK = {
    "player": printed("network", "section 6.1: two inputs and one output for each point of the board"),
    "neurons": TABLE_1[7][0],
    "hidden": TABLE_1[7][1],
    "mutation": printed(0.001, "section 6.2; in single runs it came farther than the 1% of section 5"),
}
_FIELD = {
    "player": chosen("field", 'section 9.1 wishes for networks that "consider a portion of the board at a time"'),
    "neurons": chosen(500, "fewer than in table 1: a field has few inputs and one output"),
    "hidden": chosen(25, "fewer than in table 1, for the same reason; they are at every point"),
    "mutation": printed(0.01, "section 5"),
}
_WHOLE = WHOLE | {"games": chosen(20, "twice as many as elsewhere: the good ones are harder to tell apart")}
GENERALITY = Experiment(
    name="generality",
    title="Networks and fields on 7x7, bred on beyond 75%, against opponents they have not met",
    numbers={name: number for name, number in NETWORKS.items() if name not in ("target", "mutation", *WHOLE)}
    | {"size": printed(7, "section 7.2")},
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(1, "a few seconds in all"),
            "test_games": chosen(20, "a second or two in all"),
            **SMALL,
            "games": chosen(2, "one against each of two opponents"),
        },
        Scale.NIGHT: {
            "seeds": chosen(3, "two to five minutes each on one core"),
            "generations": chosen(300, "as many as `nondeterminism` has at most"),
            "test_games": chosen(1000, "a sampling error below 2%"),
            **_WHOLE,
        },
        Scale.PAPER: {
            "seeds": chosen(100, "the minimum number of simulations in section 7.1"),
            "generations": chosen(1000, "as `nondeterminism` has at most"),
            "test_games": chosen(1000, "a sampling error below 2%"),
            **_WHOLE,
        },
    },
    laptop={"seeds": few(1)},
    variants=tuple({"bred_against": bred} | who for bred in (_WALLY, _BOTH) for who in (_NETWORK, _FIELD)),
    columns=("generation", "tested", "points"),
    trial=try_generality,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Networks and fields on 7x7, bred against wally with 10% random moves, and against random as well"
CLAIM = (
    '"The solution evolved was capable of defeating wally at various levels of determinism, including its normal mode '
    'of play, and did not lose to the random opponent." (section 7.2)'
)
PLAYERS = {"network": "networks, which see the board", "field": "fields, one at every point"}
PANELS = {"wally": "bred against wally with 10%", "both": "bred against it and random in turn"}


def draw_generality(rows: Mapping[str, list[Row]]) -> Any:
    """Draw a panel for each way of breeding, with the shares of the points against all opponents."""
    table = rows["generality"]
    figure, axes = panels(len(PANELS), TITLE, [("the paper", CLAIM), ("here", _found(table))])
    for panel, (bred, words) in zip(axes, PANELS.items(), strict=True):
        for series, (player, label) in enumerate(PLAYERS.items()):
            draw_means(
                panel,
                [_points(table, bred, player, tested) for tested in TESTED],
                series,
                label,
                interval=bounds,
            )
        panel.set_xticks(range(len(TESTED)), list(TESTED.values()))
        panel.set_ylim(0, 103)
        panel.axhline(100 * ENOUGH, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
        panel.legend(frameon=False, fontsize=8, handlelength=3, loc="lower left")
        name_axes(panel, f"tested against ({words})", "share of the points, %")
    return figure


def _points(table: Sequence[Row], bred: str, player: str, tested: str) -> list[float]:
    """The shares of the points in percent, by seed."""
    return [100 * row["points"] for row in rows_where(table, bred_against=bred, player=player, tested=tested)]


def _found(table: Sequence[Row]) -> str:
    """Describe the findings of the table."""
    said = []
    for bred, words in PANELS.items():
        for player in PLAYERS:
            found = _points(table, bred, player, "random")
            enough = sum(points >= 100 * ENOUGH for points in found)
            said.append(
                f"{player}s {words}: {percent(found)} against random, {enough} of {len(found)} with "
                f"{100 * ENOUGH:g}% or more"
            )
    return f"{'; '.join(said)}. Means over seeds, 95% intervals."


FIGURE = Figure("generality", TITLE, ("generality",), CLAIM, draw_generality)
