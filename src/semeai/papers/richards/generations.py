"""How many generations it takes to beat wally on 5x5, 7x7 and 9x9 (section 7.1), under two readings of SANE.

The best network of each generation plays fresh games, which had no part in choosing it; when it has 75% of the points,
it plays 1,000 more, and the run is over when it has 75% of those as well. A seed has the same initial population under
both readings. Printed are averages, so ours are averages too; a run that is given up counts with its whole length.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from semeai.papers.bootstrap import bootstrap
from semeai.papers.curves import runs_of
from semeai.papers.drawing import SERIES, mean_interval, name_axes, panels
from semeai.papers.events import Times
from semeai.papers.paper import Bench, Experiment, Figure, Number, Row, Scale, chosen, printed
from semeai.papers.richards.networks import AUTHORS, NETWORKS, OURS, against, board, without
from semeai.papers.richards.training import train
from semeai.papers.shares import rows_where

PRINTED = {5: 20, 7: 50, 9: 260}
"""generations in print, by the size of the board"""
METHODS = {"sane2": "the authors' program", "sane": "the text, with the best kept"}


def try_generations(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """A row for each generation; the last says what came of the run."""
    found = train(params, against(f"wally:noise={params['noise']:g}", params), seed, bench)
    rows = [
        {name: row[name] for name in ("generation", "best", "mean", "share")}
        | {"from_center": distance_from_center(row["first"], params["size"]), "reached": 0, "verified": ""}
        for row in found.rows
    ]
    rows[-1] |= {"reached": int(found.is_reached), "verified": found.verified}
    return rows


def distance_from_center(first: str, size: int) -> int:
    """How many lines a first move is from the center; one that passes is as far as can be."""
    if first == "pass":
        return size // 2 + 1
    column, row = "ABCDEFGHJKLMNOPQRST".index(first[0]), int(first[1:]) - 1
    return max(abs(column - size // 2), abs(row - size // 2))


# -- the experiments as data -------------------------------------------------------------------------------------------

NOISE: Number = printed(0.1, 'section 7.2: "10% non-determinism"; without any, all games of a network are the same')


def _experiment(size: int, seeds: int, generations: int) -> Experiment:
    return Experiment(
        name=f"generations{size}",
        title=f"SANE against wally on {size}x{size}, until 75% of the points are won",
        numbers=without(NETWORKS, "mutation", "spared") | board(size) | {"noise": NOISE},
        scales={
            Scale.SMOKE: {
                "seeds": chosen(2, "the fewest that have an interval"),
                "generations": chosen(2, "a few seconds in all"),
            },
            Scale.LAPTOP: {
                "seeds": chosen(seeds, "as many as an evening on one core allowed"),
                "generations": chosen(generations, "given up then"),
            },
            Scale.PAPER: {
                "seeds": printed(100, 'section 7.1: "averages over 100 - 1,000 simulations"'),
                "generations": chosen(2000, "given up then"),
            },
        },
        variants=(AUTHORS, OURS),
        columns=("generation", "best", "mean", "share", "from_center", "reached", "verified"),
        trial=try_generations,
    )


GENERATIONS = {5: _experiment(5, 100, 300), 7: _experiment(7, 50, 300), 9: _experiment(9, 20, 400)}

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "SANE against wally: generations until the best network has 75% of the points"
CLAIM = (
    '"On a 5 x 5 board, SANE needed only 20 generations, on a 7 x 7 board, 50 generations, and for a 9 x 9 game, 260 '
    "generations. These numbers are averages over 100 - 1,000 simulations, requiring the ability to beat the opponent "
    '75% of the time." (section 7.1)'
)


def times_of(table: Sequence[Row], name: str) -> Times:
    """The generations of all runs of a method until 75%."""
    runs = runs_of(rows_where(table, method=name))
    return Times([len(run) if run[-1]["reached"] else None for run in runs], max(map(len, runs)))


def mean_of(table: Sequence[Row], name: str) -> str:
    """The mean number of generations with its interval, and how many runs have reached 75%."""
    times = times_of(table, name)
    mean = bootstrap([times.length if first is None else first for first in times.firsts])
    text = f"{mean.mean:.0f} [{mean.low:.0f}, {mean.high:.0f}]"
    if times.n_events < len(times.firsts):
        text += f" or more, as {len(times.firsts) - times.n_events} runs were given up after {times.length}"
    return text


def draw_generations(rows: Mapping[str, list[Row]]) -> Any:
    """A panel for each board: runs that have reached 75% by which generation, both means, and the printed one."""
    words = [("the paper", CLAIM), ("here", " ".join(map(_found, rows.items())))]
    figure, axes = panels(len(GENERATIONS), TITLE, words)
    for panel, size in zip(axes, GENERATIONS, strict=True):
        table = rows[f"generations{size}"]
        for series, (name, label) in enumerate(METHODS.items()):
            times, style = times_of(table, name), SERIES[series]
            known = sorted(first for first in times.firsts if first is not None)
            shares = [100 * (i + 1) / len(times.firsts) for i in range(len(known))]
            panel.step([0, *known], [0, *shares], where="post", label=label, **style | {"marker": "", "linewidth": 1})
            panel.plot([times.mean], [50], markersize=5, **style | {"linestyle": ""})
        panel.axvline(PRINTED[size], color="black", linewidth=0.8, linestyle=(0, (1, 2)))
        panel.set_ylim(0, 103)
        panel.set_xlim(left=0)
        name_axes(panel, f"generation on {size}x{size} (dotted: mean in print; marks: ours)", "runs at 75%, %")
    axes[0].legend(frameon=False, fontsize=7, handlelength=3, loc="lower right")
    return figure


def _found(named: tuple[str, list[Row]]) -> str:
    """What a table says of the claim, in words."""
    size, table = int(named[0].removeprefix("generations")), named[1]
    said = [f"{mean_of(table, name)} with {label} ({len(runs_of(rows_where(table, method=name)))} runs)"
            for name, label in METHODS.items()]  # fmt: skip
    verified = fmean(row["verified"] for row in table if row["reached"]) if any(row["reached"] for row in table) else 0
    return (
        f"{size}x{size}: a mean of {' and '.join(said)}, where {PRINTED[size]} are in print; those that reach 75% have "
        f"{verified:.0%} of 1,000 more games."
    )


_NAMES = tuple(experiment.name for experiment in GENERATIONS.values())
FIGURE = Figure("generations", TITLE, _NAMES, CLAIM, draw_generations)

# -- learning curves ---------------------------------------------------------------------------------------------------

CURVES_TITLE = "The best network of each generation in 200 fresh games against wally; a thin line is a run"


def draw_curves(rows: Mapping[str, list[Row]]) -> Any:
    """A panel for each board, a thin line for each run of the authors' program."""
    figure, axes = panels(len(GENERATIONS), CURVES_TITLE, [("the paper", CLAIM)])
    for panel, size in zip(axes, GENERATIONS, strict=True):
        for run in runs_of(rows_where(rows[f"generations{size}"], method="sane2")):
            panel.plot([row["generation"] + 1 for row in run], [100 * row["share"] for row in run], **_LINE)
        panel.axhline(75, color="black", linewidth=0.7, linestyle=(0, (1, 2)))
        panel.axvline(PRINTED[size], color=SERIES[1]["color"], linewidth=1.2, linestyle=(0, (4, 2)))
        panel.set_ylim(0, 100)
        name_axes(panel, f"generation on {size}x{size} (dashed: in print)", "share of the points, %")
    return figure


_LINE = {"color": SERIES[0]["color"], "linewidth": 0.5, "alpha": 0.5}
CURVES = Figure("curves", CURVES_TITLE, _NAMES, CLAIM, draw_curves)


def interval_of(values: Sequence[float]) -> str:
    """The mean of some values with its 95% interval."""
    mean, low, high = mean_interval(values)
    return f"{mean:.1f} [{low:.1f}, {high:.1f}]"
