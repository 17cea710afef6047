"""The number of generations to beat wally on 5x5, 7x7 and 9x9 (section 7.1), under two readings of SANE.

The best network of each generation plays fresh games, which had no part in choosing it; if it has 75% of the points, it
plays 1,000 more, and the run ends if it has 75% of those as well. A seed has the same initial population under both
readings: SANE as its authors' program breeds (`authors5` and so on), and by the text of section 5 with the best
networks kept (`generations5` and so on). The paper prints averages, so ours are averages too. A run without success
counts with its whole length.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from semeai.papers.bootstrap import bootstrap
from semeai.papers.curves import runs_of
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.events import Times
from semeai.papers.paper import Bench, Experiment, Figure, Number, Row, Scale, Settings, chosen, few, printed
from semeai.papers.richards.networks import AUTHORS, NETWORKS, TABLE_1, against, board, without
from semeai.papers.richards.training import train

PRINTED = {5: 20, 7: 50, 9: 260}
"""printed generations, by board size"""
READINGS = {"authors": "the authors' program", "generations": "the text, with the best kept"}
"""labels, by the first part of the names of experiments"""


def try_generations(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: a row for each generation; the last one has the outcome of the run."""
    found = train(params, against(f"wally:noise={params['noise']:g}", params), seed, bench)
    rows = [
        {name: row[name] for name in ("generation", "best", "mean", "share")}
        | {"from_center": distance_from_center(row["first"], params["size"]), "reached": 0, "verified": ""}
        for row in found.rows
    ]
    rows[-1] |= {"reached": int(found.is_reached), "verified": found.verified}
    return rows


def distance_from_center(first: str, size: int) -> int:
    """The distance of a first move from the center in lines; a pass has the maximum distance."""
    if first == "pass":
        return size // 2 + 1
    column, row = "ABCDEFGHJKLMNOPQRST".index(first[0]), int(first[1:]) - 1
    return max(abs(column - size // 2), abs(row - size // 2))


# -- the experiments as data -------------------------------------------------------------------------------------------

NOISE: Number = printed(0.1, 'section 7.2: "10% non-determinism"; without any, all games of a network are the same')


def _experiment(
    name: str,
    size: int,
    settings: Settings,
    seeds: int,
    why: str,
    generations: int = 600,
    smoke: Settings | None = None,
    n_few: int | None = None,
) -> Experiment:
    """An experiment. `smoke` has the smaller settings of smoke scale; the other scales use `settings`. `n_few` is the
    number of seeds at laptop scale, if they are fewer than at night."""
    smoke = smoke or {}
    whole = {name: settings[name] for name in smoke}
    return Experiment(
        name=f"{name}{size}",
        title=f"SANE against wally on {size}x{size}, until 75% of the points are won: {READINGS[name]}",
        numbers=settings,
        scales={
            Scale.SMOKE: {
                "seeds": chosen(2, "minimum for a confidence interval"),
                "generations": chosen(2, "a few seconds in all"),
                **smoke,
            },
            Scale.NIGHT: {"seeds": chosen(seeds, why), "generations": chosen(generations, "limit of a run"), **whole},
            Scale.PAPER: {
                "seeds": printed(100, 'section 7.1: "averages over 100 - 1,000 simulations"'),
                "generations": chosen(2000, "limit of a run"),
                **whole,
            },
        },
        laptop={} if n_few is None else {"seeds": few(n_few)},
        variants=({"noise": NOISE},),
        columns=("generation", "best", "mean", "share", "from_center", "reached", "verified"),
        trial=try_generations,
        is_serial=True,
    )


def _by_authors(size: int, seeds: int, why: str, generations: int, n_few: int) -> Experiment:
    settings = without(NETWORKS, *AUTHORS) | board(size) | AUTHORS
    fewer = {"games": chosen(1, "a few seconds in all"), "exam_games": chosen(10, "a few seconds in all")}
    smoke = fewer if size > min(TABLE_1) else None
    return _experiment("authors", size, settings, seeds, why, generations, smoke, n_few)


GENERATIONS = {
    5: _experiment("generations", 5, NETWORKS | board(5), 20, "a minute or two in all"),
    7: _experiment("generations", 7, NETWORKS | board(7), 10, "a few minutes in all"),
    9: _experiment("generations", 9, NETWORKS | board(9), 5, "half an hour in all", n_few=2),
}
BY_AUTHORS = {
    5: _by_authors(5, 100, "the minimum number of simulations in section 7.1", 300, 50),
    7: _by_authors(7, 50, "half as many: a run takes half a minute on one core", 1000, 10),
    9: _by_authors(9, 20, "a fifth as many: a run takes a few minutes on one core", 1000, 2),
}

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "SANE against wally: generations until the best network has 75% of the points (marks: means of all runs)"
CLAIM = (
    '"On a 5 x 5 board, SANE needed only 20 generations, on a 7 x 7 board, 50 generations, and for a 9 x 9 game, 260 '
    "generations. These numbers are averages over 100 - 1,000 simulations, requiring the ability to beat the opponent "
    '75% of the time." (section 7.1)'
)


def times_of(table: Sequence[Row]) -> Times:
    """The generations of all runs until 75%."""
    runs = runs_of(table)
    return Times([len(run) if run[-1]["reached"] else None for run in runs], max(map(len, runs)))


def taken(table: Sequence[Row]) -> list[float]:
    """The generations of all runs. A run without success counts with its whole length."""
    times = times_of(table)
    return [times.length if first is None else first for first in times.firsts]


def mean_of(table: Sequence[Row]) -> str:
    """The mean number of generations with its interval, which one run does not have, and the number of runs without
    success."""
    times, mean = times_of(table), bootstrap(taken(table))
    interval = f" [{mean.low:.0f}, {mean.high:.0f}]" if len(times.firsts) > 1 else ""
    text = f"{mean.mean:.0f}{interval}"
    n_lost = len(times.firsts) - times.n_events
    return f"{text} or more, {n_lost} of {len(times.firsts)} runs given up after {times.length}" if n_lost else text


def told(table: Sequence[Row], label: str) -> str:
    """The mean of a table and the number of its runs, in words."""
    n = len(runs_of(table))
    return f"{mean_of(table)} with {label} ({n} run{'s' * (n != 1)})"


def draw_generations(rows: Mapping[str, list[Row]], title: str = TITLE) -> Any:
    """Draw a panel for each board: the runs that have reached 75% by each generation, the means, and the printed
    one."""
    words = [("the paper", CLAIM), ("here", " ".join(_found(rows, size) for size in GENERATIONS))]
    figure, axes = panels(len(GENERATIONS), title, words)
    for panel, size in zip(axes, GENERATIONS, strict=True):
        for series, (name, label) in enumerate(READINGS.items()):
            if f"{name}{size}" not in rows:
                continue
            times, style = times_of(rows[f"{name}{size}"]), SERIES[series]
            known = sorted(first for first in times.firsts if first is not None)
            shares = [100 * (i + 1) / len(times.firsts) for i in range(len(known))]
            panel.step([0, *known], [0, *shares], where="post", label=label, **style | {"marker": "", "linewidth": 1})
            panel.plot([times.mean], [50], markersize=5, **style | {"linestyle": ""})
        panel.axvline(PRINTED[size], color="black", linewidth=0.8, linestyle=(0, (1, 2)))
        panel.set_ylim(0, 103)
        panel.set_xlim(left=0)
        name_axes(panel, f"generation on {size}x{size} (dotted: printed mean)", "runs at 75%, %")
    axes[-1].legend(*axes[0].get_legend_handles_labels(), frameon=False, fontsize=7, handlelength=3, loc="lower right")
    return figure


def _found(rows: Mapping[str, list[Row]], size: int) -> str:
    """Describe the findings of both tables of a board."""
    said = [told(rows[f"{name}{size}"], label) for name, label in READINGS.items() if f"{name}{size}" in rows]
    return f"{size}x{size}: a mean of {' and '.join(said)}, where {PRINTED[size]} are in print."


_NAMES = ("authors5", *(experiment.name for experiment in GENERATIONS.values()))
FIGURE = Figure("generations", TITLE, _NAMES, CLAIM, draw_generations)
AUTHORS_TITLE = "SANE as its authors' program breeds: generations until the best network has 75% of the points"
AUTHORS_FIGURE = Figure(
    "authors",
    AUTHORS_TITLE,
    tuple(experiment.name for experiment in BY_AUTHORS.values()),
    CLAIM,
    partial(draw_generations, title=AUTHORS_TITLE),
)

# -- learning curves ---------------------------------------------------------------------------------------------------

CURVES_TITLE = "The best network of each generation in 200 fresh games against wally; a thin line is a run"
CURVES_WORDS = "Blue: SANE as its authors' program breeds. Red: the text, with the best networks kept."


def draw_curves(rows: Mapping[str, list[Row]]) -> Any:
    """A panel for each board, a thin line for each run."""
    figure, axes = panels(len(GENERATIONS), CURVES_TITLE, [("the paper", CLAIM), ("here", CURVES_WORDS)])
    for panel, size in zip(axes, GENERATIONS, strict=True):
        for series, name in reversed(list(enumerate(READINGS))):
            line = {"color": SERIES[series]["color"], "linewidth": 0.5, "alpha": 0.6}
            for run in runs_of(rows.get(f"{name}{size}", [])):
                panel.plot([row["generation"] + 1 for row in run], [100 * row["share"] for row in run], **line)
        panel.axhline(75, color="black", linewidth=0.7, linestyle=(0, (1, 2)))
        panel.axvline(PRINTED[size], color="black", linewidth=0.8, linestyle=(0, (1, 2)))
        panel.set_ylim(0, 100)
        name_axes(panel, f"generation on {size}x{size} (dotted: in print)", "share of the points, %")
    return figure


CURVES = Figure("curves", CURVES_TITLE, _NAMES, CLAIM, draw_curves)
