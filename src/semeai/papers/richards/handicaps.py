"""Networks that learn to move second, and then give wally handicap stones (section 7.3).

Networks are bred on 7x7 as black, which moves first, until one has 75% of the points. Then the same population
continues as white, until one has 75% again. That network gives wally two stones.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean, median
from typing import Any

from semeai.arena.schedule import Colors
from semeai.drawing import INK
from semeai.papers.bootstrap import bootstrap
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed
from semeai.papers.richards.networks import NETWORKS, against, board
from semeai.papers.richards.training import train
from semeai.problems.exams import examine
from semeai.rng import seeds

PRINTED_GENERATIONS = {"first": 50, "more": 130}
PRINTED_SHARES = {"moving_second": 75, "giving_2": 45}
"""printed percentages of the games, by column"""
SHARES = {
    "moving_first": (Colors.A_BLACK, 0),
    "moving_second": (Colors.A_WHITE, 0),
    "giving_2": (Colors.A_WHITE, 2),
}
"""tests of the last network, by column: its color, and the handicap that it gives"""
_SECOND = 1000  # is added to the seed of a trial for its second run: the same would make the same draws
_TEST = 1  # the place of the test games in the seed tree of a trial, beside those of its runs


def try_handicaps(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: the length of both runs, and the results of the second champion with each handicap."""
    opponent = f"wally:noise={params['noise']:g}"
    one = train(params, against(opponent, params), seed, bench)
    second = against(opponent, params, Colors.A_WHITE)
    two = train(params, second, seed + _SECOND, bench, before=one)
    shares = {}
    for i, (name, (colors, stones)) in enumerate(SHARES.items()):
        fresh = seeds(params["test_games"], seed, _TEST, i, 0)
        problem = against(opponent, params, colors, stones)
        shares[name] = examine(problem, two.champion, fresh, bench.workers).share
    return [
        {
            "generations": len(one.rows),
            "reached": int(one.is_reached),
            "more_generations": len(two.rows),
            "more_reached": int(two.is_reached),
            "best": two.rows[-1]["best"],
            **shares,
        }
    ]


# -- the experiment as data --------------------------------------------------------------------------------------------

_GAMES = chosen(1000, "a sampling error below 2%; the number of games is not printed")
HANDICAPS = Experiment(
    name="handicaps",
    title="Networks bred on 7x7 to move first, then to move second, then giving two stones",
    numbers=NETWORKS | board(7),
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(2, "of each of the two runs; a few seconds in all"),
            "test_games": chosen(20, "a second or two in all"),
        },
        Scale.NIGHT: {
            "seeds": chosen(5, "two minutes each on one core"),
            "generations": chosen(600, "limit of each of the two runs"),
            "test_games": _GAMES,
        },
        Scale.PAPER: {
            "seeds": chosen(100, "the minimum number of simulations in section 7.1"),
            "generations": chosen(2000, "limit of each of the two runs"),
            "test_games": _GAMES,
        },
    },
    variants=(
        {"noise": printed(0.1, 'section 7.2: "10% non-determinism"; without any, all games of a network are the same')},
    ),
    columns=("generations", "reached", "more_generations", "more_reached", "best", *SHARES),
    trial=try_handicaps,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "From moving first to moving second to giving two stones, on 7x7 against wally"
CLAIM = (
    '"Initially, the networks were evolved to play black and make the first move. After about 50 generations, a '
    "network evolves to defeat wally. The networks were then evolved with wally playing the first move. After 130 more "
    "generations, a network was able to beat wally 75% of the time. At this level, it could give wally a 2-stone "
    'handicap and still win 45% of the games." (section 7.3)'
)


def draw_handicaps(rows: Mapping[str, list[Row]]) -> Any:
    """Draw the number of runs that have reached 75% by each generation, and the shares with each handicap."""
    table = rows["handicaps"]
    figure, (effort, points) = panels(2, TITLE, [("the paper", CLAIM), ("here", _found(table))])
    for series, (label, prefix, in_print) in enumerate(
        (
            ("network moves first", "", PRINTED_GENERATIONS["first"]),
            ("then wally", "more_", PRINTED_GENERATIONS["more"]),
        )
    ):
        taken = sorted(row[f"{prefix}generations"] for row in table if row[f"{prefix}reached"])
        share = [100 * (i + 1) / len(table) for i in range(len(taken))]
        style = SERIES[series] | {"marker": ""}
        effort.step([0, *taken], [0, *share], where="post", label=label, **style)
        effort.axvline(in_print, color=SERIES[series]["color"], linewidth=0.8, linestyle=(0, (1, 2)))
    effort.set_ylim(0, 103)
    effort.legend(frameon=False, fontsize=8, handlelength=3, loc="lower right")
    name_axes(effort, "generations (dotted: in print)", "runs that have reached 75%, %")

    for i, name in enumerate(SHARES):
        values = sorted(100 * row[name] for row in table)
        places = [i + 0.3 * (k / max(1, len(values) - 1) - 0.5) for k in range(len(values))]
        points.plot(places, values, ".", markersize=2.5, color=SERIES[2]["color"])
        mean = bootstrap(values)
        style = SERIES[0] | {"linestyle": "", "markersize": 4.5, "capsize": 2, "label": "here" if i == 0 else ""}
        points.errorbar([i], [mean.mean], ([mean.mean - mean.low], [mean.high - mean.mean]), **style)
    at = [list(SHARES).index(name) for name in PRINTED_SHARES]
    points.plot(at, list(PRINTED_SHARES.values()), "s", color=SERIES[1]["color"], markersize=5, label="in print")
    points.set_xticks(range(len(SHARES)), ["network\nmoves first", "wally\nmoves first", "wally has\n2 stones"])
    points.set_ylim(0, 103)
    points.axhline(75, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
    points.legend(frameon=False, fontsize=8, loc="lower left")
    name_axes(points, "who has what at the start", "share of the points, %")
    return figure


def _found(table: Sequence[Row]) -> str:
    """Describe the findings of the table."""
    said = []
    for words, prefix, in_print in (("first", "", "about 50"), ("second", "more_", "130 more")):
        taken = [row[f"{prefix}generations"] for row in table]
        n_reached = sum(row[f"{prefix}reached"] for row in table)
        said.append(
            f"Moving {words}, {n_reached} of {len(table)} runs reach 75%, after {fmean(taken):.0f} generations "
            f"({min(taken)} to {max(taken)}, the median {median(taken):g}), where {in_print} are in print."
        )
    shares = []
    for name in SHARES:
        mean = bootstrap([100 * row[name] for row in table])
        shares.append(f"{mean.mean:.0f}% [{mean.low:.0f}, {mean.high:.0f}]")
    first, second, two = shares
    said.append(
        f"The champions then have {second} of the points when wally moves first, {two} when it has two stones, and "
        f"{first} when they move first, for which they were bred before. Means over seeds, 95% intervals."
    )
    return " ".join(said)


FIGURE = Figure("handicaps", TITLE, ("handicaps",), CLAIM, draw_handicaps)
