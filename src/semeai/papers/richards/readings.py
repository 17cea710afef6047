"""First moves of the best networks (section 8) against four readings of wally, with the same SANE.

The program of the paper is not available, and the outline that ours is built from is incomplete. Networks are trained
against each of its readings (`players/wally.py`), from the same initial populations, until they have 75%: on 7x7 at
paper scale, otherwise on 5x5.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from semeai.papers.bootstrap import Difference, bootstrap, paired
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.events import Times
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, few, printed
from semeai.papers.richards.generations import NOISE, distance_from_center
from semeai.papers.richards.networks import AUTHORS, NETWORKS, against, board, without
from semeai.papers.richards.training import train
from semeai.papers.shares import rows_where
from semeai.problems.exams import examine
from semeai.rng import seeds

READINGS = {
    "plain": "",
    "edge last": ",edge_last=true",
    "throw first": ",throw_first=true",
    "center": ",edge_last=true,throw_first=true,scan=center",
}
"""settings of wally, by the name of the reading"""
PARTS = 5
"""number of parts of a run"""
_TEST = 1  # the place of the test games in the seed tree of a trial, beside those of its run


def try_readings(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: the length of the run, and the first moves of the best networks in each fifth of it, and of the last
    one."""
    plain = f"wally:noise={params['noise']:g}"
    found = train(params, against(plain + READINGS[params["reading"]], params), seed, bench)
    distances = [distance_from_center(row["first"], params["size"]) for row in found.rows]
    fresh = seeds(params["test_games"], seed, _TEST, 0, 0)
    return [
        {
            "size": params["size"],
            "generations": found.n_generations,
            "reached": int(found.is_reached),
            **{f"part_{i + 1}": round(fmean(part(distances, i)), 3) for i in range(PARTS)},
            "against_plain": examine(against(plain, params), found.champion, fresh, bench.workers).share,
        }
    ]


def part(distances: Sequence[int], i: int) -> Sequence[int]:
    """The distances in part `i` of a run; a shorter run uses its nearest part."""
    n = len(distances)
    first, last = n * i // PARTS, n * (i + 1) // PARTS
    return distances[first:last] or [distances[min(first, n - 1)]]


def any_distance(size: int) -> float:
    """The mean distance of all points from the center."""
    lines = range(-(size // 2), size // 2 + 1)
    return fmean(max(abs(x), abs(y)) for x in lines for y in lines)


# -- the experiment as data --------------------------------------------------------------------------------------------

_READING = {
    "plain": "the outline in its own order",
    "edge last": "attacks avoid the edge line if they can, as rescues do in the outline",
    "throw first": "throw-ins come before patterns: the program was known for them",
    "center": "both, and points are checked from the center outwards",
}
READING = Experiment(
    name="readings",
    title="The same SANE against four readings of wally: generations, and first moves",
    numbers=without(NETWORKS, "mutation", "spared") | AUTHORS | {"noise": NOISE},
    scales={
        Scale.SMOKE: board(5)
        | {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(2, "a few seconds in all"),
            "test_games": chosen(20, "a second or two in all"),
        },
        Scale.NIGHT: board(5)
        | {
            "seeds": chosen(20, "a quarter of an hour in all on one core"),
            "generations": chosen(300, "limit of a run: six times the printed mean"),
            "test_games": chosen(1000, "a sampling error below 2%"),
        },
        Scale.PAPER: board(7)
        | {
            "seeds": printed(100, 'section 7.1: "averages over 100 - 1,000 simulations"'),
            "generations": chosen(2000, "limit of a run"),
            "test_games": chosen(1000, "a sampling error below 2%"),
        },
    },
    laptop={"seeds": few(10)},
    variants=tuple({"reading": chosen(name, why)} for name, why in _READING.items()),
    columns=(
        *("size", "generations", "reached"),
        *(f"part_{i + 1}" for i in range(PARTS)),
        "against_plain",
    ),
    trial=try_readings,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "First moves of the best networks, bred against four readings of wally"
CLAIM = (
    '"In the first few generations, the network plays quite randomly, and therefore its first move tends to be on the '
    'edge or the outer lines ... Later on in evolution all the best networks open at or near the center" (section 8)'
)


def drift(table: Sequence[Row], reading: str) -> Difference:
    """The change of the distance of first moves from the center between the first and the last fifth of a run, in lines
    inwards."""
    rows = rows_where(table, reading=reading)
    return paired([row[f"part_{PARTS}"] for row in rows], [row["part_1"] for row in rows])


def late(table: Sequence[Row], reading: str) -> Difference:
    """The distance of first moves from the center in the last fifth of a run."""
    return bootstrap([row[f"part_{PARTS}"] for row in rows_where(table, reading=reading)])


def draw_readings(rows: Mapping[str, list[Row]]) -> Any:
    """Draw the distance over the course of runs, one panel per reading."""
    table = rows["readings"]
    size = table[0]["size"]
    names = [name for name in READINGS if rows_where(table, reading=name)]
    figure, axes = panels(len(names), TITLE, [("the paper", CLAIM), ("here", _found(table))])
    at = [100 * (i + 0.5) / PARTS for i in range(PARTS)]
    for panel, name in zip(axes, names, strict=True):
        its = rows_where(table, reading=name)
        for row in its:
            panel.plot(at, [row[f"part_{i + 1}"] for i in range(PARTS)], color=SERIES[0]["color"], lw=0.4, alpha=0.4)
        found = [bootstrap([row[f"part_{i + 1}"] for row in its]) for i in range(PARTS)]
        panel.plot(at, [one.mean for one in found], color=SERIES[0]["color"], linewidth=1.4)
        lows, highs = [one.low for one in found], [one.high for one in found]
        panel.fill_between(at, lows, highs, color=SERIES[0]["color"], alpha=0.2, linewidth=0)
        panel.axhline(any_distance(size), color="black", linewidth=0.7, linestyle=(0, (1, 2)))
        panel.set_ylim(0, size // 2 + 1.1)
        name_axes(panel, f"part of a run, % ({name})", "lines from the center")
    return figure


def _found(table: Sequence[Row]) -> str:
    """Describe the findings of the table."""
    said = []
    for name in READINGS:
        if its := rows_where(table, reading=name):
            times = Times([row["generations"] if row["reached"] else None for row in its], 300)
            end = late(table, name)
            said.append(
                f"{name}: {end.mean:.1f} [{end.low:.1f}, {end.high:.1f}] lines in the last fifth of a run, "
                f"{drift(table, name)} to the first; {times}, mean {times.mean:.0f} generations"
            )
    size = table[0]["size"]
    return (
        f"On {size}x{size}, {len(its)} runs each. {'. '.join(said)}. Any point is {any_distance(size):.1f} lines away "
        f"(dotted), the edge {size // 2}."
    )


FIGURE = Figure("readings", TITLE, ("readings",), CLAIM, draw_readings)
