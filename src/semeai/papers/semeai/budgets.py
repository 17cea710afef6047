"""All methods at equal numbers of games and at equal time, judged by opponents and openings that are new to all.

Genomes of two players are bred. `shape` sees the effects of a move and has 112 weights, bred by methods for rows of
numbers. `network` sees only stones. SANE, SANEi, ESP, NEAT and coevolution breed networks of any shape for it, and
methods for rows of numbers the weights of a network of eight hidden units. So methods are compared on the same player.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.drawing import GREY
from semeai.papers.bootstrap import Difference, bootstrap
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Experiment, Figure, Row, Scale, chosen, few
from semeai.papers.semeai.recipes import BOARD, BUDGETS, COLUMNS, GAMES, STRANGERS, recipe, try_recipe
from semeai.papers.shares import rows_where

SHAPE, DENSE, NETWORK = "shape:hidden=0", "network:dense=8", "network"
_ROWS = "breeds rows of numbers"
_NETS = "breeds networks"
_CMA, _SEP, _NES = "cma:population=30", "cma:population=30,covariance=separable", "nes:population=30"
_MAP = "mapelites:population=46,cells=5"
_MENDED = "neat:population=50,connections=200,bias=true,toggle=0"

VARIANTS = (
    recipe("GA, shape", "ga:population=50", SHAPE, 0.24, _ROWS),
    recipe("CMA-ES, shape", _CMA, SHAPE, 0.18, _ROWS),
    recipe("sep-CMA-ES, shape", _SEP, SHAPE, 0.16, _ROWS),
    recipe("NES, shape", _NES, SHAPE, 0.15, _ROWS),
    recipe("MAP-Elites, shape", _MAP, SHAPE, 0.25, _ROWS),
    recipe("GA, stones", "ga:population=50", DENSE, 0.047, _ROWS),
    recipe("sep-CMA-ES, stones", _SEP, DENSE, 0.031, _ROWS),
    recipe("NES, stones", _NES, DENSE, 0.03, _ROWS),
    recipe("SANE", "sane:neurons=1500,hidden=100,blueprints=50", NETWORK, 0.045, _NETS),
    recipe("SANEi", "sanei:neurons=1500,hidden=100,blueprints=50", NETWORK, 0.044, _NETS),
    recipe("ESP", "esp:hidden=20,neurons=10,trials=5", NETWORK, 0.067, _NETS),
    recipe("NEAT", "neat:population=50,connections=200", NETWORK, 0.13, _NETS),
    recipe("NEAT, mended", _MENDED, NETWORK, 0.17, "breeds networks; the settings that its docstring advises"),
    recipe("coevolution", "coevolution", NETWORK, 0.048, "breeds networks; SANE for both colors, 30 blueprints each"),
)

EXPERIMENT = Experiment(
    name="budgets",
    title="All methods on 7x7 with as many games, and with as much time each",
    numbers=BOARD,
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "games": chosen(300, "a generation, in most cases"),
            "time": chosen(0.1, "a generation"),
            "test_games": chosen(4, "a second or two in all"),
        },
        Scale.NIGHT: {
            "seeds": chosen(10, "some four minutes of one core in all"),
            "games": chosen(3000, "5 to 9 generations"),
            "time": chosen(1, "second of one core"),
            "test_games": chosen(60, "240 against all strangers: a sampling error of 3%, below that over seeds"),
        },
        Scale.PAPER: {
            "seeds": chosen(20, "twice as many"),
            "games": chosen(1_000_000, "a few minutes of one core each"),
            "time": chosen(400, "seconds of one core"),
            "test_games": chosen(400, "a sampling error of 1%"),
        },
    },
    laptop={"seeds": few(3)},
    variants=VARIANTS,
    columns=COLUMNS,
    trial=try_recipe,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Fourteen recipes on 7x7, judged by strangers from openings of their own, at three budgets"
CLAIM = "no paper: the comparison is our own"
NAMES = tuple(variant["name"].value for variant in VARIANTS)


def stranger_shares(table: Sequence[Row], name: str, budget: str) -> list[float]:
    """The share of the points against all strangers in percent, seed by seed."""
    rows = rows_where(table, name=name, budget=budget)
    by_seed = [rows_where(rows, seed=seed) for seed in sorted({row["seed"] for row in rows})]
    return [100 * sum(row["points"] for row in some) / len(STRANGERS) for some in by_seed]


def draw_budgets(rows: Mapping[str, list[Row]]) -> Any:
    """Draw the mean share of each recipe with its bootstrap interval, for each budget."""
    table = rows["budgets"]
    figure, axes = panels(len(BUDGETS), TITLE, [("the paper", CLAIM), ("here", _found(table))])
    for panel, budget in zip(axes, BUDGETS, strict=True):
        draw_lines(panel, [bootstrap(stranger_shares(table, name, budget)) for name in NAMES], NAMES)
        name_axes(panel, f"{budget}: points against strangers, %", "recipe")
        panel.set_xlim(0, 100)
    return figure


def draw_lines(panel: Any, found: Sequence[Difference], names: Sequence[str]) -> None:
    """Draw a line for each value: its mean with its interval, the first at the top."""
    at = list(range(len(found)))[::-1]
    errors = [[one.mean - one.low for one in found], [one.high - one.mean for one in found]]
    style = SERIES[0] | {"linestyle": "", "markersize": 4, "capsize": 2}
    panel.errorbar([one.mean for one in found], at, xerr=errors, **style)
    panel.set_yticks(at, [name.replace(", ", ",\n").replace(": ", ":\n") for name in names], fontsize=5)
    panel.grid(axis="y", color=GREY, linewidth=0.3, alpha=0.5)


def _found(table: Sequence[Row]) -> str:
    """The means in words, the best first, at equal games."""
    shares = {name: bootstrap(stranger_shares(table, name, GAMES)) for name in NAMES}
    best_first = sorted(NAMES, key=lambda name: -shares[name].mean)
    said = [f"{name} {shares[name].mean:.0f}% [{shares[name].low:.0f}, {shares[name].high:.0f}]" for name in best_first]
    return f"At {GAMES}: {'; '.join(said)}. Means over seeds, 95% bootstrap intervals."


FIGURE = Figure("budgets", TITLE, ("budgets",), CLAIM, draw_budgets)
