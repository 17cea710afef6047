"""SANE, SANEi, ESP and NEAT with as many games each, against the same opponents.

Each method has as many networks in a generation, which play as many games; what it does with them is its own affair.
How long each takes is no matter of the seed, so it stands in the README and not in the rows.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.drawing import INK
from semeai.lab.breed import Limits, breed, merit
from semeai.lab.exams import examine
from semeai.papers.drawing import SERIES, mean_interval, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed, sweep
from semeai.papers.richards.networks import NETWORKS, against, board, method
from semeai.papers.shares import rows_where
from semeai.rng import seeds

METHODS = {"sane": "SANE", "sanei": "SANEi", "esp": "ESP", "neat": "NEAT"}
OPPONENT = "wally:noise=0.1"
TESTED = {
    "random": "random",
    "wally:noise=0.2": "wally\n20%",
    OPPONENT: "wally\n10%",
    "wally": "wally",
    "uct:playouts=50": "uct\n50",
}
"""whom champions are tested with, and what stands below them in the picture; they were bred against one of them, and
meet it in fresh games"""
_TEST = 1  # the place of the test games in the seed tree of a trial, beside those of its run


def try_methods(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """A row for the best of each generation, and one for each opponent that the champion is tested with."""
    problem, limits, n_exam = against(OPPONENT, params), Limits(params["generations"]), params["exam_games"]
    outcome = breed(bench.folder, spec_of(params), problem, seed, limits, bench.workers, exam_games=n_exam)
    rows = [_row("best", row["generation"], OPPONENT, n_exam, row["share"]) for row in outcome.rows]
    generation = max(outcome.rows, key=merit)["generation"]
    for i, tested in enumerate(TESTED):
        bench.watch(f"against {tested}")
        test = against(tested, params)
        n_games = params["test_games"] if test.is_compiled else params["slow_games"]
        exam = examine(test, outcome.champion, seeds(n_games, seed, _TEST, i, 0), bench.workers)
        rows.append(_row("champion", generation, tested, n_games, exam.share))
    return rows


def _row(who: str, generation: int, tested: str, games: int, points: float) -> Row:
    return dict(zip(COLUMNS, (who, generation, tested, games, points), strict=True))


def spec_of(params: Mapping[str, Any]) -> str:
    """The specification of a method as the experiment sets it."""
    match params["method"]:
        case "sane":
            return method(params)
        case "sanei":
            return f"sanei:{method(params).removeprefix('sane:')},immigration={params['immigration']:g}"
        case name:
            own = {key.removeprefix(f"{name}_"): value for key, value in params.items() if key.startswith(f"{name}_")}
            return f"{name}:" + ",".join(f"{key}={value:g}" for key, value in own.items())


# -- the experiment as data --------------------------------------------------------------------------------------------

COLUMNS = ("who", "generation", "tested", "games", "points")
_OWN = {
    "immigration": chosen(0.03, "as in the other paper, zela"),
    "esp_hidden": chosen(20, "neurons of a network, each with a weight for all inputs and outputs: 2,940 weights"),
    "esp_neurons": chosen(40, "of a subpopulation"),
    "esp_trials": chosen(5, "networks that a neuron is in, so 200 in a generation, as many as SANE has"),
    "neat_population": chosen(200, "as many networks as SANE has"),
    "neat_connections": chosen(200, "at the beginning: four to each output; they become more"),
}
_GAMES = chosen(1000, "a sampling error below 2%")
EXPERIMENT = Experiment(
    name="methods",
    title="SANE, SANEi, ESP and NEAT on 7x7, with as many games each",
    numbers={name: number for name, number in (NETWORKS | board(7)).items() if name != "target"} | _OWN,
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "the fewest that have an interval"),
            "generations": chosen(1, "some seconds in all"),
            "test_games": chosen(20, "a second or two in all"),
            "slow_games": chosen(4, "a second or two in all"),
        },
        Scale.LAPTOP: {
            "seeds": chosen(4, "some minutes in all"),
            "generations": printed(50, "section 7.1, for 7x7; 100,000 games"),
            "test_games": _GAMES,
            "slow_games": chosen(200, "against a search, whose games are played one by one"),
        },
        Scale.PAPER: {
            "seeds": chosen(100, "the fewest simulations that section 7.1 averages over"),
            "generations": chosen(300, "as many as `nondeterminism` has at most on a laptop"),
            "test_games": _GAMES,
            "slow_games": _GAMES,
        },
    },
    variants=sweep(
        method=[
            printed("sane", "section 5"),
            chosen("sanei", "zela's, with immigrants"),
            chosen("esp", "zela reviews it; neurons of each hidden unit evolve apart"),
            chosen("neat", "zela reviews it too; networks begin sparse and grow"),
        ]
    ),
    columns=COLUMNS,
    trial=try_methods,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "SANE, SANEi, ESP and NEAT on 7x7, bred against wally with 10% random moves, with as many games each"
CLAIM = (
    '"This paper will evaluate the usefulness of SANE in learning to play go." (section 6); it has no other method '
    "beside it"
)
_STYLES = dict(zip(METHODS, [*SERIES, {"color": INK, "marker": "D", "linestyle": (0, (6, 2, 1, 2))}], strict=True))
_APART = 0.15  # how far methods stand from each other, where opponents are 1 apart


def draw_methods(rows: Mapping[str, list[Row]]) -> Any:
    """The share of the best of each generation in fresh games, and those of the champions against others."""
    table = rows["methods"]
    figure, (learning, tests) = panels(2, TITLE, [("the paper", CLAIM), ("here", _found(table))])
    for i, (name, words) in enumerate(METHODS.items()):
        best = rows_where(table, method=name, who="best")
        generations = sorted({row["generation"] for row in best})
        style = _STYLES[name]
        means, lows, highs = _intervals([_shares(best, generation=at) for at in generations])
        games = [at + 1 for at in generations]
        learning.plot(games, means, label=words, linewidth=1.2, color=style["color"], linestyle=style["linestyle"])
        learning.fill_between(games, lows, highs, color=style["color"], alpha=0.12, linewidth=0)

        means, lows, highs = _intervals([_tested(table, name, tested) for tested in TESTED])
        at = [x + _APART * (i - (len(METHODS) - 1) / 2) for x in range(len(TESTED))]
        errors = [[mean - low for mean, low in zip(means, lows, strict=True)]]
        errors.append([high - mean for mean, high in zip(means, highs, strict=True)])
        tests.errorbar(at, means, errors, label=words, markersize=4, capsize=2, **style | {"linestyle": ""})
    learning.legend(frameon=False, fontsize=8, handlelength=3, loc="upper left")
    tests.set_xticks(range(len(TESTED)), list(TESTED.values()))
    for panel in (learning, tests):
        panel.set_ylim(0, 103)
    name_axes(learning, "generation, of 2,000 games", "the best in fresh games, %")
    name_axes(tests, "champions, tested against", "share of the points, %")
    return figure


def _intervals(samples: Sequence[Sequence[float]]) -> tuple[Sequence[float], Sequence[float], Sequence[float]]:
    """The means of samples, and the ends of their intervals."""
    means, lows, highs = zip(*map(mean_interval, samples), strict=True)
    return means, lows, highs


def _shares(table: Sequence[Row], **where: Any) -> list[float]:
    """In percent, in the order of seeds."""
    return [100 * row["points"] for row in rows_where(table, **where)]


def _tested(table: Sequence[Row], name: str, tested: str) -> list[float]:
    return _shares(table, method=name, who="champion", tested=tested)


def _found(table: Sequence[Row]) -> str:
    """What the champions of each method have, in words."""
    said = []
    for name, words in METHODS.items():
        shares = []
        for tested, label in TESTED.items():
            mean, low, high = mean_interval(_tested(table, name, tested))
            shares.append(f"{mean:.0f}% [{low:.0f}, {high:.0f}] against {' '.join(label.split())}")
        said.append(f"{words}: {', '.join(shares)}.")
    return " ".join([*said, "Means over seeds, 95% intervals."])


FIGURE = Figure("methods", TITLE, ("methods",), CLAIM, draw_methods)
