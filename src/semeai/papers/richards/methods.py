"""SANE, SANEi, ESP and NEAT at equal numbers of games and at equal time, against the same opponents.

All methods have the same number of networks per generation, which play the same number of games. The time of a
generation depends on the machine, not on the seed. So it was measured once and is a number of the experiment, which
defines the generations of a method in equal time. This makes the rows reproducible.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.drawing import INK
from semeai.lab.breed import breed
from semeai.lab.order import Order
from semeai.lab.result import merit
from semeai.papers.bootstrap import bounds
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Number, Row, Scale, chosen, few, printed
from semeai.papers.richards.networks import NETWORKS, SMALL, WHOLE, against, board, method
from semeai.papers.shares import rows_where
from semeai.players.champion import read_champion
from semeai.problems.exams import examine
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
"""test opponents of champions, with their labels in the picture; one of them is the training opponent, in fresh
games"""
BUDGETS = ("equal games", "equal time")
_TEST = 1  # the place of the test games in the seed tree of a trial, beside those of its run


def try_methods(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: a row for the best of each generation, and one for each budget and test opponent of a champion."""
    n_generations = dict(zip(BUDGETS, (params["generations"], round(params["time"] / params["seconds"])), strict=True))
    n_exam = params["exam_games"]
    order = Order(spec_of(params), against(OPPONENT, params), seed, max(n_generations.values()), exam_games=n_exam)
    result = breed(order, bench.folder, bench.workers, has_long_exams=False)
    rows = [_row("best", row["generation"], OPPONENT, n_exam, row["share"]) for row in result.rows]
    files = {int(path.stem): path for path in (bench.folder / "champions").glob("*.npz")}
    for budget, n in n_generations.items():
        generation = max(result.rows[:n], key=merit)["generation"]
        genome = read_champion(files[generation]).genome
        for i, tested in enumerate(TESTED):
            bench.watch(f"{budget}, against {tested}")
            test = against(tested, params)
            n_games = params["test_games"] if test.is_compiled else params["slow_games"]
            exam = examine(test, genome, seeds(n_games, seed, _TEST, i, 0), bench.workers)
            rows.append(_row(budget, generation, tested, n_games, exam.share))
    return rows


def _row(who: str, generation: int, tested: str, games: int, points: float) -> Row:
    return dict(zip(COLUMNS, (who, generation, tested, games, points), strict=True))


def spec_of(params: Mapping[str, Any]) -> str:
    """The specification of a method for the experiment."""
    match params["method"]:
        case "sane":
            return method(params)
        case "sanei":
            return f"{method(params)},immigration={params['immigration']:g}"
        case name:
            own = {key.removeprefix(f"{name}_"): value for key, value in params.items() if key.startswith(f"{name}_")}
            return f"{name}:" + ",".join(f"{key}={value:g}" for key, value in own.items())


# -- the experiment as data --------------------------------------------------------------------------------------------

COLUMNS = ("who", "generation", "tested", "games", "points")
_OWN = {
    "immigration": chosen(0.03, "as in the other paper, zela"),
    "esp_hidden": chosen(20, "neurons of a network, each with a weight for all inputs and outputs: 2,940 weights"),
    "neat_connections": chosen(200, "at the beginning: four to each output; they become more"),
}


_WHOLE = WHOLE | {
    "esp_neurons": chosen(40, "of a subpopulation"),
    "esp_trials": chosen(5, "networks that a neuron is in, so 200 in a generation, as many as for SANE"),
    "neat_population": chosen(200, "as many networks as SANE has"),
}


def _variant(method: Number, seconds: float) -> Mapping[str, Number]:
    return {
        "method": method,
        "seconds": chosen(seconds, "of a generation on two cores: the median of 100"),
    }


_GAMES = chosen(1000, "a sampling error below 2%")
EXPERIMENT = Experiment(
    name="methods",
    title="SANE, SANEi, ESP and NEAT on 7x7, with as many games and as much time each",
    numbers={name: number for name, number in (NETWORKS | board(7)).items() if name not in ("target", *WHOLE)} | _OWN,
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(1, "of equal games; a few seconds in all"),
            "time": chosen(0.6, "seconds on two cores: up to three generations"),
            "test_games": chosen(10, "a second or two in all"),
            "slow_games": chosen(2, "a second or two in all"),
            **SMALL,
            "esp_neurons": chosen(10, "of a subpopulation"),
            "esp_trials": chosen(2, "networks that a neuron is in, so 20 in a generation, as many as SANE has"),
            "neat_population": chosen(20, "as many networks as SANE has"),
        },
        Scale.NIGHT: {
            "seeds": chosen(6, "some four minutes each on two cores"),
            "generations": printed(50, "section 7.1, for 7x7; of equal games: 100,000"),
            "time": chosen(40, "seconds on two cores for each run"),
            "test_games": _GAMES,
            "slow_games": chosen(100, "against a search, whose games are played one by one"),
            **_WHOLE,
        },
        Scale.PAPER: {
            "seeds": chosen(100, "the minimum number of simulations in section 7.1"),
            "generations": chosen(300, "as many as `nondeterminism` has at most at night"),
            "time": chosen(600, "seconds on two cores for each run"),
            "test_games": _GAMES,
            "slow_games": _GAMES,
            **_WHOLE,
        },
    },
    laptop={"seeds": few(2)},
    variants=(
        _variant(printed("sane", "section 5"), 0.24),
        _variant(chosen("sanei", "zela's, with immigrants"), 0.23),
        _variant(chosen("esp", "zela reviews it; neurons of each hidden unit evolve apart"), 0.21),
        _variant(chosen("neat", "zela reviews it too; networks begin sparse and grow"), 1.08),
    ),
    columns=COLUMNS,
    trial=try_methods,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "SANE, SANEi, ESP and NEAT on 7x7, bred against wally with 10% random moves: equal games, equal time"
CLAIM = (
    '"This paper will evaluate the usefulness of SANE in learning to play go." (section 6); it has no other method '
    "beside it"
)
_STYLES = dict(zip(METHODS, [*SERIES, {"color": INK, "marker": "D", "linestyle": (0, (6, 2, 1, 2))}], strict=True))
_APART = 0.15  # how far methods stand from each other, where opponents are 1 apart


def draw_methods(rows: Mapping[str, list[Row]]) -> Any:
    """Draw the share of the best in fresh games over time, and the shares of the champions of both budgets."""
    table = rows["methods"]
    figure, (learning, *tests) = panels(1 + len(BUDGETS), TITLE, [("the paper", CLAIM), ("here", _found(table))])
    for i, (name, words) in enumerate(METHODS.items()):
        style = _STYLES[name]
        best = rows_where(table, method=name, who="best")
        generations = sorted({row["generation"] for row in best})
        means, lows, highs = _intervals([_shares(best, generation=at) for at in generations])
        at = [(generation + 1) * best[0]["seconds"] for generation in generations]
        learning.plot(at, means, label=words, linewidth=1.2, color=style["color"], linestyle=style["linestyle"])
        learning.fill_between(at, lows, highs, color=style["color"], alpha=0.12, linewidth=0)
        for panel, budget in zip(tests, BUDGETS, strict=True):
            means, lows, highs = _intervals([_tested(table, name, budget, tested) for tested in TESTED])
            at = [x + _APART * (i - (len(METHODS) - 1) / 2) for x in range(len(TESTED))]
            errors = [[mean - low for mean, low in zip(means, lows, strict=True)]]
            errors.append([high - mean for mean, high in zip(means, highs, strict=True)])
            panel.errorbar(at, means, errors, label=words, markersize=4, capsize=2, **style | {"linestyle": ""})
    learning.legend(frameon=False, fontsize=8, handlelength=3, loc="upper left")
    name_axes(learning, "seconds on two cores", "the best in fresh games, %")
    for panel, budget in zip(tests, BUDGETS, strict=True):
        panel.set_xticks(range(len(TESTED)), list(TESTED.values()), fontsize=7)
        name_axes(panel, f"champions of {budget}, tested against", "share of the points, %")
    for panel in (learning, *tests):
        panel.set_ylim(0, 103)
    return figure


def _intervals(samples: Sequence[Sequence[float]]) -> tuple[Sequence[float], Sequence[float], Sequence[float]]:
    """The means of samples, and the ends of their intervals."""
    means, lows, highs = zip(*map(bounds, samples), strict=True)
    return means, lows, highs


def _shares(table: Sequence[Row], **where: Any) -> list[float]:
    """The shares in percent, in the order of seeds."""
    return [100 * row["points"] for row in rows_where(table, **where)]


def _tested(table: Sequence[Row], name: str, budget: str, tested: str) -> list[float]:
    return _shares(table, method=name, who=budget, tested=tested)


def _found(table: Sequence[Row]) -> str:
    """Describe the results of the champions of each method."""
    said = []
    for budget in BUDGETS:
        said.append(f"With {budget}:")
        for name, words in METHODS.items():
            shares = []
            for tested in ("random", OPPONENT):
                mean, low, high = bounds(_tested(table, name, budget, tested))
                shares.append(f"{mean:.0f}% [{low:z.0f}, {high:.0f}] against {' '.join(TESTED[tested].split())}")
            said.append(f"{words} {', '.join(shares)};")
    return " ".join([*said, "means over seeds, 95% intervals."])


FIGURE = Figure("methods", TITLE, ("methods",), CLAIM, draw_methods)
