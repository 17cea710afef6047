"""Experiment 1, the number of threads: figure 8 (section 6)."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from semeai.drawing import INK
from semeai.papers.drake.runs import LITERAL, LOOK, POPULATION, PRINTED, STEPS, discover
from semeai.papers.drawing import draw_means, mean_interval, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Number, Row, Scale, Settings, chosen, printed, sweep

COLUMNS = ("steps", "is_found", "discovery")


def try_discovery(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: a run of so many steps."""
    found = discover(params, seed)
    return [{"steps": params["steps"], "is_found": found["is_found"], "discovery": found["discovery"]}]


RENEWAL = PRINTED["renewal"]
NUMBERS = {name: number for name, number in LITERAL.items() if name != "renewal"} | {
    "position": printed("flower_six", "section 2, figure 2")
}
TWENTY = printed(20, 'figure 8, "means over 20 runs"')


def discovery_scales(name: str, smoke: Number, laptop: Number, paper: Number) -> dict[Scale, Settings]:
    """The scales of experiments 1 and 2, which differ in what is not varied: smaller and shorter, in proportion, and as
    printed."""
    return {
        Scale.SMOKE: {
            "seeds": chosen(2, "the fewest that have other luck"),
            "steps": chosen(4096, "a few seconds in all"),
            "every": chosen(1024, "a few looks at the plurality"),
            "renewal": RENEWAL,
            name: smoke,
        },
        Scale.LAPTOP: {
            "seeds": TWENTY,
            "steps": chosen(1 << 18, "an eighth of the paper's"),
            "every": chosen(1024, "256 looks at the plurality"),
            "renewal": chosen(1024, "an eighth of the paper's, as the steps are: champions change as often in a run"),
            name: laptop,
        },
        Scale.PAPER: {"seeds": TWENTY, "steps": STEPS, "every": LOOK, "renewal": RENEWAL, name: paper},
    }


REDUCED = chosen(1024, "an eighth of the paper's: what takes over a population does so in proportion to its size")

THREADS = Experiment(
    name="threads",
    title="when e2 is discovered for good, by the number of threads",
    numbers=NUMBERS,
    scales=discovery_scales("population", REDUCED, REDUCED, POPULATION),
    variants=sweep(threads=[chosen(1 << k, "powers of 2 up to half of the printed population") for k in range(13)]),
    columns=COLUMNS,
    trial=try_discovery,
    is_serial=True,
)

TITLE = "How long it takes to discover e2 for good, by the number of threads"
CLAIM = (
    '"If the number of threads is too small, the champions provide no significant memory, making the coevolution '
    "unstable. If the number of threads is too large, the champions may provide so much inertia as to stifle "
    'innovation. [...] We conclude that 64 threads works best." (Section 6, figure 8; 8192 individuals, 2^21 steps, '
    "means over 20 runs)"
)


def by_value(table: Sequence[Row], name: str) -> dict[int, list[Row]]:
    """The rows for each value of what is varied."""
    return {value: [row for row in table if row[name] == value] for value in sorted({row[name] for row in table})}


def draw_discovery(table: Sequence[Row], name: str, title: str, claim: str, here: str) -> Any:
    """Mean discovery times over what is varied, with intervals; runs that never discover it count with all steps."""
    groups = by_value(table, name)
    figure, (axes,) = panels(1, title, [("the paper", claim), ("here", here)])
    samples = [[row["discovery"] / 1000 for row in rows] for rows in groups.values()]
    draw_means(axes, samples, 0, "mean of all runs")
    axes.set_xticks(range(len(groups)), [f"{value:,}" for value in groups])
    for i, rows in enumerate(groups.values()):
        if n_lost := sum(not row["is_found"] for row in rows):
            axes.annotate(f"{n_lost} never", (i, axes.get_ylim()[1]), size=7, color=INK, ha="center", va="top")
    axes.set_ylim(bottom=0)
    name_axes(axes, name, "thousand steps until e2 is found")
    return figure


def summary(table: Sequence[Row], name: str) -> str:
    """Every mean, with its interval and with how many runs it was never found in."""
    words = []
    for value, rows in by_value(table, name).items():
        mean, low, high = mean_interval([row["discovery"] / 1000 for row in rows])
        n_lost = sum(not row["is_found"] for row in rows)
        words.append(f"{value:,}: {mean:,.0f} [{low:,.0f}, {high:,.0f}]" + (f", {n_lost} never" if n_lost else ""))
    return "; ".join(words)


def draw_threads(rows: Mapping[str, list[Row]]) -> Any:
    """Figure 8."""
    table = rows["threads"]
    means = {n: fmean(row["discovery"] for row in group) for n, group in by_value(table, "threads").items()}
    best = min(means, key=lambda n: means[n])
    n_runs = len(table) // len(means)
    here = (
        f"Thousand steps by the number of threads, means of {n_runs} runs with 95% intervals: "
        f"{summary(table, 'threads')}. {best} do best of these."
    )
    return draw_discovery(table, "threads", TITLE, CLAIM, here)


FIGURE = Figure("figure8", TITLE, ("threads",), CLAIM, draw_threads)
