"""Training against a deterministic opponent and against one with random moves (section 7.2).

Players are bred against wally without random moves and against wally with 10% of them, until they beat it in 75% of
games. Then both meet other opponents.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from semeai.drawing import INK
from semeai.lab.breed import breed
from semeai.lab.order import Order
from semeai.papers.bootstrap import bounds, percent
from semeai.papers.drawing import SERIES, draw_means, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, few, printed, sweep
from semeai.papers.richards.networks import NETWORKS, against, board, method
from semeai.problems.exams import examine
from semeai.rng import seeds

TESTED = ("wally", "wally:noise=0.05", "wally:noise=0.1", "wally:noise=0.2", "random")
_TEST = 1  # the place of the test games in the seed tree of a trial, beside those of its run


def try_nondeterminism(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: a row for each test opponent of the player that was bred against `noise`."""
    problem, limits = against(f"wally:noise={params['noise']:g}", params), (params["generations"], params["target"])
    order = Order(method(params), problem, seed, *limits, params["exam_games"])
    result = breed(order, bench.folder, bench.workers, has_long_exams=False)
    rows = []
    for i, opponent in enumerate(TESTED):
        fresh = seeds(params["test_games"], seed, _TEST, i, 0)
        exam = examine(against(opponent, params), result.champion.genome, fresh, bench.workers)
        rows.append(
            {
                "tested": opponent,
                "points": exam.share,
                "generations": len(result.rows),
                "reached": int(result.is_target_reached),
            }
        )
    return rows


# -- the experiment as data --------------------------------------------------------------------------------------------

NONDETERMINISM = Experiment(
    name="nondeterminism",
    title="Players bred against 0% and 10% random moves, against opponents they have not met",
    numbers=NETWORKS | board(7),
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(2, "a second or two in all"),
            "test_games": chosen(20, "a second or two in all"),
        },
        Scale.NIGHT: {
            "seeds": chosen(15, "intervals of some percent, in a quarter of an hour"),
            "generations": chosen(300, "limit of a run"),
            "test_games": chosen(1000, "a sampling error below 2%"),
        },
        Scale.PAPER: {
            "seeds": chosen(100, "the minimum number of simulations in section 7.1"),
            "generations": chosen(1000, "limit of a run"),
            "test_games": chosen(1000, "a sampling error below 2%"),
        },
    },
    laptop={"seeds": few(5)},
    variants=sweep(
        noise=[printed(0.0, 'section 7.2: "the original wally"'), printed(0.1, 'section 7.2: "10% randomness"')]
    ),
    columns=("tested", "points", "generations", "reached"),
    trial=try_nondeterminism,
)


# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Bred against an opponent with and without random moves, tested against others"
CLAIM = (
    '"The first network learned to defeat wally very rapidly. However, it would be defeated easily by the weaker but '
    'less-deterministic wally. In fact, it would even lose some games against the randomly moving opponent." The other '
    'one "required more generations to train. However, the solution evolved was capable of defeating wally at various '
    'levels of determinism, including its normal mode of play, and did not lose to the random opponent." (section 7.2)'
)


def draw_nondeterminism(rows: Mapping[str, list[Row]]) -> Any:
    """Draw the share of the points against each test opponent, and the generations."""
    table = rows["nondeterminism"]
    noises = sorted({row["noise"] for row in table})
    figure, (points, effort) = panels(2, TITLE, [("the paper", CLAIM), ("here", _found(table))])
    for series, noise in enumerate(noises):
        samples = [[100 * row["points"] for row in _sample(table, noise, tested)] for tested in TESTED]
        draw_means(points, samples, series, f"bred against {noise:.0%} random moves", interval=bounds)
        runs = _sample(table, noise, TESTED[0])
        taken = sorted(row["generations"] for row in runs if row["reached"])
        share = [100 * (i + 1) / len(runs) for i in range(len(taken))]
        style = SERIES[series] | {"marker": ""}
        effort.step([0, *taken], [0, *share], where="post", label=f"{100 * noise:g}% random moves", **style)
    points.set_xticks(range(len(TESTED)), ["wally", "5%\nrandom", "10%\nrandom", "20%\nrandom", "random\nplayer"])
    points.set_ylim(0, 103)
    points.axhline(75, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
    points.legend(frameon=False, fontsize=8, handlelength=3, loc="lower left")
    effort.legend(frameon=False, fontsize=8, handlelength=3, loc="lower right")
    name_axes(points, "tested against (wally with so many random moves)", "share of the points, %")
    name_axes(effort, "generations", "runs that have reached 75%, %")
    return figure


def _sample(table: Sequence[Row], noise: float, tested: str) -> list[Row]:
    return [row for row in table if row["noise"] == noise and row["tested"] == tested]


def _found(table: Sequence[Row]) -> str:
    """Describe the findings of the table."""
    said = []
    for noise in sorted({row["noise"] for row in table}):
        shares = {}
        for tested in ("wally", "wally:noise=0.1", "random"):
            shares[tested] = percent([100 * row["points"] for row in _sample(table, noise, tested)])
        runs = _sample(table, noise, TESTED[0])
        n_reached = sum(row["reached"] for row in runs)
        said.append(
            f"Bred against {100 * noise:g}%: {n_reached} of {len(runs)} runs reach 75%, after "
            f"{fmean(row['generations'] for row in runs):.1f} generations; then {shares['wally']} of the points "
            f"against wally, {shares['wally:noise=0.1']} against it with 10%, {shares['random']} against random."
        )
    return " ".join([*said, "Means over seeds, 95% intervals."])


FIGURE = Figure("nondeterminism", TITLE, ("nondeterminism",), CLAIM, draw_nondeterminism)
