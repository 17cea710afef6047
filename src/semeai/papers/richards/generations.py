"""How many generations it takes to beat wally on 5x5, 7x7 and 9x9, and how the first move goes to the center.

Sections 7.1 and 8. The best network of each generation plays fresh games, which had no part in choosing it; when it has
75% of the points, it plays 1,000 more, and the run is over when it has 75% of those as well.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean, median
from typing import Any

from semeai.lab.breed import breed
from semeai.lab.order import Order
from semeai.papers.drawing import SERIES, mean_interval, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Number, Row, Scale, chosen, printed
from semeai.papers.richards.networks import NETWORKS, against, board, method

PRINTED = {5: 20, 7: 50, 9: 260}
"""generations in print, by the size of the board"""


def try_generations(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """A row for each generation; the last says what came of the run."""
    problem = against(f"wally:noise={params['noise']:g}", params)
    limits = params["generations"], params["target"], params["exam_games"]
    result = breed(Order(method(params), problem, seed, *limits), bench.folder, bench.workers)
    exam = result.champion.exam
    assert exam is not None
    rows = [
        {name: row[name] for name in ("generation", "best", "mean", "share")}
        | {"from_center": distance_from_center(row["first"], params["size"]), "reached": 0, "verified": ""}
        for row in result.rows
    ]
    rows[-1] |= {"reached": int(result.is_target_reached), "verified": exam.share}
    return rows


def distance_from_center(first: str, size: int) -> int:
    """How many lines a first move is from the center; one that passes is as far as can be."""
    if first == "pass":
        return size // 2 + 1
    column, row = "ABCDEFGHJKLMNOPQRST".index(first[0]), int(first[1:]) - 1
    return max(abs(column - size // 2), abs(row - size // 2))


# -- the experiments as data -------------------------------------------------------------------------------------------


def _experiment(size: int, seeds: int, why: str) -> Experiment:
    return Experiment(
        name=f"generations{size}",
        title=f"SANE against wally on {size}x{size}, until 75% of the points are won",
        numbers=NETWORKS | board(size),
        scales={
            Scale.SMOKE: {
                "seeds": chosen(2, "the fewest that have an interval"),
                "generations": chosen(2, "a few seconds in all"),
            },
            Scale.LAPTOP: {"seeds": chosen(seeds, why), "generations": chosen(600, "given up then")},
            Scale.PAPER: {
                "seeds": printed(100, 'section 7.1: "averages over 100 - 1,000 simulations"'),
                "generations": chosen(2000, "given up then"),
            },
        },
        variants=({"noise": _NOISE},),
        columns=("generation", "best", "mean", "share", "from_center", "reached", "verified"),
        trial=try_generations,
    )


_NOISE: Number = printed(0.1, 'section 7.2: "10% non-determinism"; without any, all games of a network are the same')
GENERATIONS = {
    5: _experiment(5, 20, "a minute or two in all"),
    7: _experiment(7, 10, "some minutes in all"),
    9: _experiment(9, 5, "half an hour in all"),
}

# -- the figures -------------------------------------------------------------------------------------------------------

TITLE = "SANE against wally: the best network of each generation in 200 fresh games"
CLAIM = (
    '"On a 5 x 5 board, SANE needed only 20 generations, on a 7 x 7 board, 50 generations, and for a 9 x 9 game, 260 '
    "generations. These numbers are averages over 100 - 1,000 simulations, requiring the ability to beat the opponent "
    '75% of the time." (section 7.1)'
)


def draw_generations(rows: Mapping[str, list[Row]]) -> Any:
    """A panel for each board, a line for each run, and the printed number of generations."""
    words = [("the paper", CLAIM), ("here", " ".join(map(_found, rows.items())))]
    figure, axes = panels(len(GENERATIONS), TITLE, words)
    for panel, size in zip(axes, GENERATIONS, strict=True):
        for run in _runs(rows[f"generations{size}"]):
            panel.plot([row["generation"] + 1 for row in run], [100 * row["share"] for row in run], **_LINE)
        panel.axhline(75, color="black", linewidth=0.7, linestyle=(0, (1, 2)))
        panel.axvline(PRINTED[size], color=SERIES[1]["color"], linewidth=1.2, linestyle=(0, (4, 2)))
        panel.set_ylim(0, 100)
        name_axes(panel, f"generation on {size}x{size} (dashed: in print)", "share of the points, %")
    return figure


_LINE = {"color": SERIES[0]["color"], "linewidth": 0.6, "alpha": 0.7}


def _runs(table: Sequence[Row]) -> list[list[Row]]:
    """The rows of each run."""
    return [[row for row in table if row["seed"] == seed] for seed in sorted({row["seed"] for row in table})]


def _found(named: tuple[str, list[Row]]) -> str:
    """What a table says of the claim, in words."""
    size = int(named[0].removeprefix("generations"))
    runs = _runs(named[1])
    taken = [len(run) for run in runs]
    n_reached = sum(run[-1]["reached"] for run in runs)
    verified = fmean(run[-1]["verified"] for run in runs)
    return (
        f"{size}x{size}: {n_reached} of {len(runs)} runs reach 75%; the median run ends after {median(taken):g} "
        f"generations ({min(taken)} to {max(taken)}), where {PRINTED[size]} are in print; the champions have "
        f"{verified:.0%} of 1,000 more games."
    )


OPENING_TITLE = "How far from the center the best network of each generation begins"
OPENING_CLAIM = (
    '"In the first few generations, the network plays quite randomly, and therefore its first move tends to be on the '
    'edge or the outer lines ... Later on in evolution all the best networks open at or near the center" (section 8)'
)


def draw_opening(rows: Mapping[str, list[Row]]) -> Any:
    """The mean distance over the runs, by how much of the run has passed."""
    words = [("the paper", OPENING_CLAIM), ("here", " ".join(map(_found_opening, rows.items())))]
    figure, axes = panels(len(GENERATIONS), OPENING_TITLE, words)
    for panel, size in zip(axes, GENERATIONS, strict=True):
        runs = _runs(rows[f"generations{size}"])
        tenths = [[fmean(_part(run, i)) for run in runs] for i in range(_PARTS)]
        means, lows, highs = zip(*map(mean_interval, tenths), strict=True)
        at = [100 * (i + 0.5) / _PARTS for i in range(_PARTS)]
        panel.plot(at, means, color=SERIES[0]["color"])
        panel.fill_between(at, lows, highs, color=SERIES[0]["color"], alpha=0.2, linewidth=0)
        panel.axhline(_any_distance(size), color="black", linewidth=0.7, linestyle=(0, (1, 2)))
        panel.set_ylim(0, size // 2 + 0.2)
        name_axes(panel, f"part of a run on {size}x{size}, % (dotted: any point)", "lines from the center")
    return figure


_PARTS = 5


def _part(run: Sequence[Row], i: int) -> list[float]:
    """The distances in a fifth of a run; a run that is shorter than that has the nearest one."""
    distances = [row["from_center"] for row in run]
    first, last = len(run) * i // _PARTS, len(run) * (i + 1) // _PARTS
    return distances[first:last] or [distances[min(first, len(run) - 1)]]


def _any_distance(size: int) -> float:
    """The mean distance of all points."""
    lines = range(-(size // 2), size // 2 + 1)
    return fmean(max(abs(x), abs(y)) for x in lines for y in lines)


def _found_opening(named: tuple[str, list[Row]]) -> str:
    size, runs = int(named[0].removeprefix("generations")), _runs(named[1])
    first, last = (fmean(fmean(_part(run, i)) for run in runs) for i in (0, _PARTS - 1))
    return f"{size}x{size}: {first:.1f} lines in the first fifth of a run, {last:.1f} in the last."


_NAMES = tuple(experiment.name for experiment in GENERATIONS.values())
FIGURE = Figure("generations", TITLE, _NAMES, CLAIM, draw_generations)
OPENING = Figure("opening", OPENING_TITLE, _NAMES, OPENING_CLAIM, draw_opening)
