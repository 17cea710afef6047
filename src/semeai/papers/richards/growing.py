"""A network for any board, trained on a large board with or without training on smaller ones (section 9.1).

The player is a field, a small network that is moved over the board, so a population can continue on another board. Each
path, such as from 5x5 to 9x9 to 13x13, has the same total number of generations and games, divided equally over its
boards; only the time differs. At its end the champion plays on all boards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from semeai.drawing import INK
from semeai.lab.breed import breed
from semeai.lab.order import Order
from semeai.papers.bootstrap import bounds
from semeai.papers.drawing import name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, few, printed, sweep
from semeai.papers.richards.networks import NETWORKS, against, method
from semeai.papers.shares import Share, draw_shares, rows_where
from semeai.problems.exams import examine
from semeai.problems.games import GoProblem
from semeai.rng import seeds

PATHS = {
    "5x5": "on 5x5 alone: tests its skill on boards that it has never seen",
    "9x9": "on 9x9 from the beginning",
    "5x5-9x9": "then on 9x9; it has never seen 13x13",
    "5x5-9x9-13x13": "and then on 13x13",
    "13x13": "on 13x13 from the beginning",
}
TESTED = (5, 9, 13)
_NEXT = 1000  # is added to the seed of a trial for each further board: the same would make the same draws
_TEST = 1  # the place of the test games in the seed tree of a trial, beside those of its runs


def try_growing(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: a row for each board on which the champion of the last board is tested."""
    path = [int(board.partition("x")[0]) for board in params["path"].split("-")]
    n_generations, starts = params["generations"] // len(path), dict[str, Path]()
    for i, size in enumerate(path):
        bench.watch(f"{size}x{size}")
        folder = bench.folder / f"{size}x{size}"
        order = Order(
            method(params),
            on_board(size, params),
            seed + i * _NEXT,
            n_generations,
            exam_games=params["exam_games"],
            starts=starts,
        )
        genome = breed(order, folder, bench.workers, has_long_exams=False).champion.genome
        starts = {"": folder}
    rows = []
    for i, size in enumerate(TESTED):
        problem = replace(on_board(size, params), n_games=params["test_games"])
        fresh = seeds(params["test_games"] + 1, seed, _TEST, i, 0)
        exam = examine(problem, genome, fresh[1:], bench.workers)
        ahead = float(problem.rate([genome], fresh[:1])[0]) / size**2
        rows.append({"tested": size, "points": exam.share, "ahead": ahead})
    return rows


def on_board(size: int, params: Mapping[str, Any]) -> GoProblem:
    """Games of fields on a board."""
    problem = against(f"wally:noise={params['noise']:g}", {**params, "size": size})
    return replace(problem, player=f"field:reach={params['reach']}")


# -- the experiment as data --------------------------------------------------------------------------------------------

_SIZES = {
    "neurons": chosen(800, "fewer than in table 1: a field has few inputs and one output"),
    "blueprints": chosen(100, "fewer than in table 1, for the same reason"),
    "hidden": chosen(20, "neurons of a network, at every point; with 8, one run to 9x9 was worse by far"),
    "games": NETWORKS["games"],
    "exam_games": chosen(200, "fresh games of the best of each generation, which choose the champion"),
    "test_games": chosen(1000, "on each board; a sampling error below 2%"),
}
_OWN = {
    "reach": chosen(2, "fields of 5x5: the surroundings of a point up to two lines away"),
    "noise": printed(0.1, 'section 7.2: "10% non-determinism"; without any, all games of a network are the same'),
}
GROWING = Experiment(
    name="growing",
    title="Fields bred on 5x5, 9x9 and 13x13, and from one board to the next",
    numbers={name: number for name, number in NETWORKS.items() if name not in ("target", *_SIZES)} | _OWN,
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(6, "in all, for every path: the smallest number divisible by both three and two"),
            "neurons": chosen(100, "a few seconds in all"),
            "blueprints": chosen(20, "a few seconds in all"),
            "hidden": chosen(8, "a few seconds in all"),
            "games": chosen(2, "a few seconds in all"),
            "exam_games": chosen(10, "a few seconds in all"),
            "test_games": chosen(20, "a few seconds in all"),
        },
        Scale.NIGHT: {
            "seeds": chosen(3, "three minutes each on one core"),
            "generations": chosen(60, "in all, for every path"),
            **_SIZES,
        },
        Scale.PAPER: {
            "seeds": chosen(100, "the minimum number of simulations in section 7.1"),
            "generations": chosen(600, "in all, for every path"),
            **_SIZES,
        },
    },
    laptop={"seeds": few(2)},
    variants=sweep(path=[chosen(path, why) for path, why in PATHS.items()]),
    columns=("tested", "points", "ahead"),
    trial=try_growing,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Fields bred on small boards, on large ones, and from small to large, against wally with 10% random moves"
CLAIM = (
    '"Ideally, a network should be able to play on any board size ... Another [possibility] would be to evolve '
    "solutions that only consider a portion of the board at a time ... However, considering only local board positions "
    'instead of the whole board tends to result in weaker play." (section 9.1)'
)


def draw_growing(rows: Mapping[str, list[Row]]) -> Any:
    """Draw a panel for each test board, with the share of the points for each path, then the points ahead."""
    table = rows["growing"]
    figure, axes = panels(len(TESTED) + 1, TITLE, [("the paper", CLAIM), ("here", _found(table))])
    for panel, size in zip(axes, TESTED, strict=False):
        draw_shares(panel, [_mean(table, path, size, "points") for path in PATHS], is_line=False)
        panel.set_ylim(0, 103)
        name_axes(panel, "bred on boards of", f"share of the points on {size}x{size}, %")
    for series, size in enumerate(TESTED):
        means = [_mean(table, path, size, "ahead") for path in PATHS]
        draw_shares(axes[-1], means, series, f"{size}x{size}", is_line=False)
    axes[-1].axhline(0, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
    axes[-1].legend(frameon=False, fontsize=7, handletextpad=0.2)
    name_axes(axes[-1], "bred on boards of", "points ahead, % of the board")
    for panel in axes:
        panel.set_xticks(range(len(PATHS)), [_short(path) for path in PATHS], fontsize=7)
    return figure


def _short(path: str) -> str:
    """A path as a short text: `5-9-13`."""
    return "-".join(board.partition("x")[0] for board in path.split("-"))


def _mean(table: Sequence[Row], path: str, size: int, column: str) -> Share:
    """The mean over seeds in percent, with its interval."""
    found = [100 * row[column] for row in rows_where(table, path=path, tested=size)]
    return Share(*bounds(found), len(found))


def _found(table: Sequence[Row]) -> str:
    """Describe the results of each path."""
    said = []
    for path in PATHS:
        shares = ", ".join(f"{_mean(table, path, size, 'points')} on {size}x{size}" for size in TESTED)
        said.append(f"Bred on {path.replace('-', ', then ')}: {shares}.")
    return " ".join([*said, "Shares of the points, means over seeds with 95% intervals; all with as many games."])


FIGURE = Figure("growing", TITLE, ("growing",), CLAIM, draw_growing)
