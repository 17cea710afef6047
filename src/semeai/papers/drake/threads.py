"""Experiment 1, the number of threads: figure 8 (section 6).

The paper's threads have two effects: each has its own champions, and all threads make steps at the same time.
`champions` separates the two: steps are made one by one, as in the text of section 3, so that the number of threads is
only the number of champions. In `threads`, our first reading, it is also the number of children that join the
populations at once.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.papers.bootstrap import bootstrap
from semeai.papers.drake.runs import LITERAL, LOOK, POPULATION, PRINTED, STEPS, discover, repeat
from semeai.papers.drawing import draw_samples, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Number, Row, Scale, Settings, chosen, few, printed, sweep

COLUMNS = ("run", "is_found", "discovery")


def try_discovery(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: one row per run."""
    return repeat(discover, params, seed, bench)


def try_alone(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: a single run."""
    found = discover(params, seed)
    return [{"steps": params["steps"], "is_found": found["is_found"], "discovery": found["discovery"]}]


RENEWAL = PRINTED["renewal"]
POSITION = {"position": printed("flower_six", "section 2, figure 2")}
NUMBERS = {name: number for name, number in PRINTED.items() if name != "renewal"} | POSITION
LITERAL_NUMBERS = {name: number for name, number in LITERAL.items() if name != "renewal"} | POSITION
TWENTY = chosen(10, "20 runs in all, as printed; a stop loses little work")


def discovery_scales(name: str, smoke: Number, night: Number, paper: Number) -> dict[Scale, Settings]:
    """The scales of experiments 1 and 2: proportionally smaller and shorter ones, and the printed one. `name` is
    the setting that is not varied."""
    return {
        Scale.SMOKE: {
            "seeds": chosen(1, "two runs are in a trial"),
            "runs": chosen(2, "minimum for runs that differ"),
            "steps": chosen(8192, "a few seconds in all"),
            "every": chosen(1024, "a few points of a line"),
            "renewal": RENEWAL,
            name: smoke,
        },
        Scale.NIGHT: {
            "seeds": chosen(2, "20 runs in all, as printed; a stop loses little work"),
            "runs": TWENTY,
            "steps": chosen(1 << 18, "an eighth of the paper's"),
            "every": chosen(1024, "256 looks at the plurality"),
            "renewal": chosen(1024, "an eighth of the paper's, as the steps are: champions change as often in a run"),
            name: night,
        },
        Scale.PAPER: {
            "seeds": chosen(2, "20 runs in all, as printed; a stop loses little work"),
            "runs": TWENTY,
            "steps": STEPS,
            "every": chosen(8192, "256 looks at the plurality"),
            "renewal": RENEWAL,
            name: paper,
        },
    }


REDUCED = chosen(1024, "an eighth of the paper's: the time to take over a population is proportional to its size")

THREADS = Experiment(
    name="threads",
    title="when e2 is discovered for good, by the number of threads",
    numbers=NUMBERS,
    scales=discovery_scales("population", REDUCED, REDUCED, POPULATION),
    laptop={"seeds": few(1)},
    variants=sweep(threads=[chosen(n, "powers of 4 around the printed best, 64") for n in (1, 4, 16, 64, 256)]),
    columns=COLUMNS,
    trial=try_discovery,
)

ALONE = ("steps", "is_found", "discovery")


def literal_scales(name: str, smoke: Number, night: Number, paper: Number) -> Mapping[Scale, Settings]:
    """The same for single steps, with one trial per run."""
    runs = printed(20, 'section 4, figure 8: "means over 20 runs"')
    scales = discovery_scales(name, smoke, night, paper)
    found = {
        scale: {key: number for key, number in settings.items() if key != "runs"} | {"seeds": runs}
        for scale, settings in scales.items()
    }
    found[Scale.SMOKE] |= {
        "seeds": chosen(2, "minimum for runs that differ"),
        "steps": chosen(4096, "a few seconds in all"),
    }
    found[Scale.PAPER] |= {"every": LOOK}
    return found


CHAMPIONS = Experiment(
    name="champions",
    title="when e2 is discovered for good, by the number of threads, with steps made one by one",
    numbers=LITERAL_NUMBERS,
    scales=literal_scales("population", REDUCED, REDUCED, POPULATION),
    laptop={"seeds": few(8)},
    variants=sweep(threads=[chosen(4**k, "powers of 4 from 1 to half of the printed population") for k in range(7)]),
    columns=ALONE,
    trial=try_alone,
    is_serial=True,
)

TITLE = "How long it takes to discover e2 for good, by the number of threads"
CLAIM = (
    '"If the number of threads is too small, the champions provide no significant memory, making the coevolution '
    "unstable. If the number of threads is too large, the champions may provide so much inertia as to stifle "
    'innovation. [...] We conclude that 64 threads works best." (Section 6, figure 8; 8192 individuals, 2^21 steps, '
    "means over 20 runs)"
)


READINGS = ("Steps one by one", "Rounds of all threads")


def by_value(table: Sequence[Row], name: str) -> dict[int, list[float]]:
    """The discovery times for each value of the varied setting, in thousand steps."""
    values = sorted({row[name] for row in table})
    return {value: [row["discovery"] / 1000 for row in table if row[name] == value] for value in values}


def count_lost(table: Sequence[Row], name: str) -> dict[int, int]:
    """The number of runs without a permanent discovery of e2, by the value of the varied setting."""
    values = sorted({row[name] for row in table})
    return {value: sum(not row["is_found"] for row in table if row[name] == value) for value in values}


def draw_discovery(tables: Sequence[Sequence[Row]], name: str, title: str, claim: str, here: str) -> Any:
    """Draw discovery times over the varied setting, in both readings. Runs that never discover e2 count with all
    steps."""
    figure, (axes,) = panels(1, title, [("the paper", claim), ("here", here)])
    for series, (table, reading) in enumerate(zip(tables, READINGS, strict=True)):
        groups = by_value(table, name)
        at = [value * 1.12**series for value in groups]  # beside each other
        draw_samples(axes, at, list(groups.values()), series, reading)
    values = sorted({row[name] for table in tables for row in table})
    axes.set_xscale("log", base=2)
    axes.set_xticks(values, [f"{value:,}" for value in values], size=7)
    axes.minorticks_off()
    axes.set_ylim(bottom=-0.03 * max(row["discovery"] / 1000 for table in tables for row in table))
    axes.legend(fontsize=7, frameon=False)
    name_axes(axes, name, "thousand steps until e2 is found")
    return figure


def summary(table: Sequence[Row], name: str) -> str:
    """Every mean with its interval, and the number of runs without a permanent discovery of e2."""
    lost = count_lost(table, name)
    words = []
    for value, times in by_value(table, name).items():
        found = bootstrap(times)
        interval = f" [{found.low:,.0f}, {found.high:,.0f}]" if len(times) > 1 else " (one run)"
        never = f", {lost[value]} never" if lost[value] else ""
        words.append(f"{value:,}: {found.mean:,.0f}{interval}{never}")
    return "; ".join(words)


def tell(tables: Sequence[Sequence[Row]], name: str) -> str:
    """The results of both readings in words."""
    steps = tables[0][0]["steps"]
    told = [
        f"{reading}, at least {min(map(len, by_value(table, name).values()))} runs a point: {summary(table, name)}"
        for table, reading in zip(tables, READINGS, strict=True)
    ]
    return f"Thousand steps (of {steps / 1000:,.0f}), means with 95% bootstrap intervals. {'. '.join(told)}."


def draw_threads(rows: Mapping[str, list[Row]]) -> Any:
    """Figure 8."""
    tables = rows["champions"], rows["threads"]
    return draw_discovery(tables, "threads", TITLE, CLAIM, tell(tables, "threads"))


FIGURE = Figure("figure8", TITLE, ("champions", "threads"), CLAIM, draw_threads)
