"""Training against deterministic and random opponents, with several shares of random moves (section 7.2).

Networks are bred against wally with 0 to 50% random moves, until they beat it in 75% of games, with the authors' SANE:
on 7x7, as printed, at paper scale, and on 5x5 otherwise. `nondeterminism` has 7x7 with two of these shares and
the other SANE. Then they meet wally with other shares of random moves, and two random players: one that plays any
legal move, as printed, and `random`, which never fills its own eyes. The best network of the first generation, which
has learned nothing yet, meets them too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from semeai.drawing import INK
from semeai.papers.bootstrap import Difference, bootstrap
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.events import Times
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed
from semeai.papers.richards.networks import AUTHORS, NETWORKS, against, board, without
from semeai.papers.richards.training import train
from semeai.papers.shares import rows_where
from semeai.problems.exams import examine
from semeai.rng import seeds

NOISES = (0.0, 0.025, 0.05, 0.1, 0.2, 0.5)


@dataclass(frozen=True)
class Tested:
    """A test opponent, and the moves per point after which a game is lost."""

    spec: str
    moves_a_point: int
    label: str


LEGAL = "any legal move"
TESTED = {
    "wally": Tested("wally", 3, "wally"),
    "5%": Tested("wally:noise=0.05", 3, "5%"),
    "10%": Tested("wally:noise=0.1", 3, "10%"),
    "20%": Tested("wally:noise=0.2", 3, "20%"),
    LEGAL: Tested("wally:noise=1", 10, "any\nlegal"),
    "any legal move, short": Tested("wally:noise=1", 3, "any,\nshort"),
    "random": Tested("random", 10, "spares\neyes"),
}
"""test opponents by name; random players have 10 moves per point, since games with them are long"""
_TEST = 1  # the place of the test games in the seed tree of a trial, beside those of its run


def try_noise(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: a row for each test opponent of the champion that was bred against `noise`, and of a newcomer."""
    found = train(params, against(f"wally:noise={params['noise']:g}", params), seed, bench)
    rows = []
    for i, (name, tested) in enumerate(TESTED.items()):
        fresh = seeds(params["test_games"], seed, _TEST, i, 0)
        problem = against(tested.spec, {**params, "moves_a_point": tested.moves_a_point})
        rows.append(
            {
                "tested": name,
                "points": examine(problem, found.champion, fresh, bench.workers).share,
                "newcomer": examine(problem, found.newcomer, fresh, bench.workers).share,
                "generations": found.n_generations,
                "reached": int(found.is_reached),
            }
        )
    return rows


# -- the experiment as data --------------------------------------------------------------------------------------------

_GAMES = chosen(1000, "a sampling error below 2%")
NOISE_SWEEP = Experiment(
    name="noise",
    title="Networks bred against wally with 0 to 50% random moves, against opponents they have not met",
    numbers=without(NETWORKS, "mutation", "spared") | AUTHORS,
    scales={
        Scale.SMOKE: board(5)
        | {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(1, "a few seconds in all"),
            "test_games": chosen(20, "a second or two in all"),
        },
        Scale.NIGHT: board(5)
        | {
            "seeds": chosen(5, "a few minutes in all on one core"),
            "generations": chosen(300, "limit of a run"),
            "test_games": _GAMES,
        },
        Scale.PAPER: board(7)
        | {
            "seeds": chosen(100, "the minimum number of simulations in section 7.1"),
            "generations": chosen(2000, "limit of a run"),
            "test_games": _GAMES,
        },
    },
    variants=tuple(
        {
            "noise": printed(noise, f"section 7.2: {words}")
            if (words := {0.0: '"the original wally"', 0.1: '"10% randomness"'}.get(noise))
            else chosen(noise, "section 7.2 mentions smaller and larger values without numbers")
        }
        for noise in NOISES
    ),
    columns=("tested", "points", "newcomer", "generations", "reached"),
    trial=try_noise,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Bred against wally with 0 to 50% random moves, tested against others"
CLAIM = (
    '"The first network learned to defeat wally very rapidly. However, it would be defeated easily by the weaker but '
    'less-deterministic wally. In fact, it would even lose some games against the randomly moving opponent." The other '
    'one "required more generations to train. However, the solution evolved was capable of defeating wally at various '
    'levels of determinism, including its normal mode of play, and did not lose to the random opponent." (section 7.2)'
)
SHOWN = (0.0, 0.1, 0.5)
"""noises whose champions are shown against all test opponents"""


def points_of(table: Sequence[Row], noise: float, tested: str, column: str = "points") -> list[float]:
    """The share of the points of each run, in percent."""
    return [100 * row[column] for row in rows_where(table, noise=noise, tested=tested)]


def mean_points(table: Sequence[Row], noise: float, tested: str, column: str = "points") -> Difference:
    return bootstrap(points_of(table, noise, tested, column))


def generations_of(table: Sequence[Row], noise: float) -> Times:
    """The generations until 75% of all runs against a share of random moves."""
    rows = rows_where(table, noise=noise, tested="wally")
    return Times([row["generations"] if row["reached"] else None for row in rows], max(r["generations"] for r in rows))


def words_of(mean: Difference) -> str:
    return f"{mean.mean:.0f}% [{mean.low:.0f}, {mean.high:.0f}]"


def draw_noise(rows: Mapping[str, list[Row]]) -> Any:
    """Draw the share of the points against each test opponent, and the effect of noise in training."""
    table = rows["noise"]
    noises = sorted({row["noise"] for row in table})
    figure, (points, learned) = panels(2, TITLE, [("the paper", CLAIM), ("here", _found(table))])
    shown = [noise for noise in SHOWN if noise in noises]
    for series, noise in enumerate(shown):
        _draw(points, [mean_points(table, noise, tested) for tested in TESTED], series, f"bred against {noise:.0%}")
    newcomers = [
        bootstrap([100 * row["newcomer"] for row in rows_where(table, noise=0.1, tested=name)]).mean for name in TESTED
    ]
    points.plot(range(len(TESTED)), newcomers, "_", color=INK, markersize=9, label="first generation")
    points.set_xticks(range(len(TESTED)), [tested.label for tested in TESTED.values()])
    for series, tested in enumerate(("wally", "10%", LEGAL)):
        _draw(learned, [mean_points(table, noise, tested) for noise in noises], series, f"against {tested}")
    learned.set_xticks(range(len(noises)), [f"{100 * noise:g}" for noise in noises])
    for panel in (points, learned):
        panel.set_ylim(0, 130)  # room for the legend
        panel.set_yticks(range(0, 101, 20))
        panel.axhline(75, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
        panel.legend(frameon=False, fontsize=7, handlelength=3, loc="upper center", ncols=2)
    name_axes(points, "tested against wally with random moves, and random players", "share of the points, %")
    name_axes(learned, "random moves of wally in breeding, %", "share of the points, %")
    return figure


def _draw(axes: Any, means: Sequence[Difference], series: int, label: str) -> None:
    style = SERIES[series] | {"linewidth": 1.0, "markersize": 4, "capsize": 2}
    errors = [one.mean - one.low for one in means], [one.high - one.mean for one in means]
    axes.errorbar(range(len(means)), [one.mean for one in means], errors, label=label, **style)


def _found(table: Sequence[Row]) -> str:
    """Describe the findings of the table."""
    said = []
    for noise in sorted({row["noise"] for row in table}):
        times = generations_of(table, noise)
        shares = {tested: words_of(mean_points(table, noise, tested)) for tested in ("wally", "10%", LEGAL, "random")}
        said.append(
            f"{noise:.1%}: {times.mean:.0f} generations ({times.n_events} of {len(times.firsts)} reach 75%), then "
            f"{shares['wally']} against wally, {shares['10%']} against 10%, {shares[LEGAL]} against any legal move, "
            f"{shares['random']} against random that spares its eyes"
        )
    return f"Bred against {'; '.join(said)}. Means over seeds, 95% intervals."


FIGURE = Figure("noise", TITLE, ("noise",), CLAIM, draw_noise)
