"""Beyond the paper: the same steps and individuals on islands, which exchange champions (`evolve/islands.py`).

As in figures 8 and 9, the measure is the step from which the right move keeps the plurality, here over all islands, on
both positions of the paper.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.drawing import INK
from semeai.papers.bootstrap import bootstrap
from semeai.papers.drake import cut
from semeai.papers.drake.runs import POPULATION, PRINTED, STEPS, THREADS, discovery, observe, repeat
from semeai.papers.drawing import draw_samples, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, few, printed, sweep
from semeai.papers.shares import rows_where

RIGHT: Mapping[str, Sequence[str]] = {"flower_six": ["e2"], "multiple_cut": cut.RIGHT}
LEVEL = 0.05


def discover_on_islands(params: Mapping[str, Any], seed: int) -> Row:
    """A run: the step of the permanent discovery of a right move, and the share of the looks at which one had the
    plurality."""
    _, seen = observe(params, seed)
    right = RIGHT[params["position"]]
    return discovery(params, seed, seen, right) | {"right": sum(move in right for move in seen) / len(seen)}


def try_islands(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: one row per run."""
    return repeat(discover_on_islands, params, seed, bench)


ISLANDS = Experiment(
    name="islands",
    title="when a right move is discovered for good, by the number of islands",
    numbers={name: number for name, number in PRINTED.items() if name != "renewal"},
    scales={
        Scale.SMOKE: {
            "seeds": chosen(1, "two runs are in a trial"),
            "runs": chosen(2, "minimum for runs that differ"),
            "population": chosen(128, "a few seconds in all"),
            "threads": chosen(8, "one per island with the most islands"),
            "steps": chosen(2048, "a few seconds in all"),
            "every": chosen(512, "four looks"),
            "renewal": chosen(64, "so that champions change in such a short run"),
            "exchange": chosen(64, "four exchanges with the most islands"),
        },
        Scale.NIGHT: {
            "seeds": chosen(2, "20 runs in all, as in figure8; a stop loses little work"),
            "runs": chosen(10, "20 runs in all, as in figure8; a stop loses little work"),
            "population": chosen(1024, "an eighth of the paper's, as in figure8; of all islands together"),
            "threads": THREADS,
            "steps": chosen(1 << 17, "a sixteenth of the paper's: some minutes; of all islands together"),
            "every": chosen(1024, "128 looks at the plurality"),
            "renewal": chosen(1024, "an eighth of the paper's, as in figure8"),
            "exchange": chosen(1024, "16 exchanges with the most islands"),
        },
        Scale.PAPER: {
            "seeds": chosen(2, "20 runs in all, as in figure8; a stop loses little work"),
            "runs": chosen(10, "20 runs in all, as in figure8; a stop loses little work"),
            "population": POPULATION,
            "threads": THREADS,
            "steps": STEPS,
            "every": chosen(8192, "256 looks at the plurality"),
            "renewal": PRINTED["renewal"],
            "exchange": chosen(4096, "64 exchanges with the most islands"),
        },
    },
    laptop={"seeds": few(1)},
    variants=sweep(
        position=[
            printed("flower_six", "section 2, figure 2"),
            printed("multiple_cut", "section 8, figure 12"),
        ],
        islands=[chosen(n, "powers of 2; one is the algorithm as printed") for n in (1, 2, 4, 8)],
    ),
    columns=("run", "is_found", "discovery", "right"),
    trial=try_islands,
)

TITLE = "Islands: how long it takes to discover a right move for good, at equal steps and individuals"
CLAIM = (
    '"we believe a steady-state algorithm will reduce the synchronization overhead when computation is spread over a '
    'cluster of several machines." (Section 3; islands are beyond the paper)'
)


def two_sample(sample: Sequence[float], other: Sequence[float]) -> float:
    """The p-value of the two-sided Mann-Whitney test. Runs that never discover a move are ties at the end."""
    from scipy.stats import mannwhitneyu

    return float(mannwhitneyu(sample, other).pvalue) if len({*sample, *other}) > 1 else 1.0


def holm(chances: Sequence[float]) -> list[float]:
    """The p-values after Holm's correction for multiple tests."""
    corrected = [0.0] * len(chances)
    least = 0.0
    for rank, i in enumerate(sorted(range(len(chances)), key=lambda i: chances[i])):
        least = max(least, min(1.0, (len(chances) - rank) * chances[i]))
        corrected[i] = least
    return corrected


def times(table: Sequence[Row], position: str, islands: int) -> list[float]:
    """The times of discovery, in thousand steps."""
    return [row["discovery"] / 1000 for row in rows_where(table, position=position, islands=islands)]


def judge(table: Sequence[Row]) -> dict[tuple[str, int], float]:
    """The corrected p-values of the differences from one island, for each position and number of islands above one."""
    keys = list(dict.fromkeys((row["position"], row["islands"]) for row in table if row["islands"] > 1))
    chances = [two_sample(times(table, *key), times(table, key[0], 1)) for key in keys]
    return dict(zip(keys, holm(chances), strict=True))


def verdict(table: Sequence[Row], p: Mapping[tuple[str, int], float]) -> str:
    """The verdict on islands in words."""

    def named(keys: Sequence[tuple[str, int]]) -> str:
        positions = dict.fromkeys(position for position, _ in keys)
        return "; ".join(f"{', '.join(str(n) for place, n in keys if place == here)} on {here}" for here in positions)

    sure = [key for key in p if p[key] < LEVEL]
    sooner = [key for key in sure if _is_sooner(table, key)]
    later = [key for key in sure if key not in sooner]
    if not sure:
        return f"No number of islands can be told from one (all p >= {LEVEL:g})."
    words = f"Islands help: {named(sooner)}." if sooner else "Islands do not help."
    return words + (f" They harm: {named(later)}." if later else "")


def _is_sooner(table: Sequence[Row], key: tuple[str, int]) -> bool:
    """True if runs of `key` are more often sooner than later, compared with one island."""
    return sum((a > b) - (a < b) for a in times(table, *key) for b in times(table, key[0], 1)) < 0


def describe(table: Sequence[Row], position: str, p: Mapping[tuple[str, int], float]) -> str:
    """The means of a position, the number of discoveries, and the comparisons."""
    words = []
    for n in dict.fromkeys(row["islands"] for row in rows_where(table, position=position)):
        rows = rows_where(table, position=position, islands=n)
        found = bootstrap(times(table, position, n))
        n_found, n_ever = sum(row["is_found"] for row in rows), sum(row["right"] > 0 for row in rows)
        compared = f", p = {p[position, n]:.2g}" if n > 1 else ""
        interval = f"{found.mean:,.1f} [{found.low:,.1f}, {found.high:,.1f}]"
        words.append(f"{n}: {interval}, {n_found} for good and {n_ever} at all{compared}")
    return f"{position} with {'; '.join(words)}."


def draw_islands(rows: Mapping[str, list[Row]]) -> Any:
    """Draw means with intervals, a panel per position. Runs without a discovery count with all steps."""
    table = rows["islands"]
    p = judge(table)
    positions = list(dict.fromkeys(row["position"] for row in table))
    numbers = list(dict.fromkeys(row["islands"] for row in table))
    n_runs = len(rows_where(table, position=positions[0], islands=numbers[0]))
    here = (
        f"{verdict(table, p)} Thousand steps by the number of islands, means of {n_runs} runs with 95% intervals, in "
        f"how many runs a right move was found, and Mann-Whitney tests against one island (Holm's p, "
        f"{len(p)} tests): {' '.join(describe(table, position, p) for position in positions)}"
    )
    figure, axes = panels(len(positions), TITLE, [("the paper", CLAIM), ("here", here)])
    for panel, position in zip(axes, positions, strict=True):
        draw_samples(panel, range(len(numbers)), [times(table, position, n) for n in numbers], 0, "")
        panel.set_xticks(range(len(numbers)), [str(n) for n in numbers])
        top = max(time for n in numbers for time in times(table, position, n))
        panel.set_ylim(-0.03 * top, 1.12 * top)
        for i, n in enumerate(numbers):
            if n_lost := sum(not row["is_found"] for row in rows_where(table, position=position, islands=n)):
                panel.annotate(f"{n_lost} never", (i, 1.1 * top), size=7, color=INK, ha="center", va="top")
        right = " or ".join(RIGHT[position])
        name_axes(panel, f"islands, {position.replace('_', ' ')}", f"thousand steps until {right} is found")
    return figure


FIGURE = Figure("islands", TITLE, ("islands",), CLAIM, draw_islands)
