"""Experiment 2, the size of the population: figures 9, 10 and 11 (section 7)."""

from collections.abc import Mapping
from typing import Any

from semeai.papers.drake.runs import PRINTED
from semeai.papers.drake.runs import THREADS as PRINTED_THREADS
from semeai.papers.drake.single import (
    AS_PRINTED,
    SMOKE,
    TWENTY,
    add_legend,
    by_seed,
    draw_lines,
    finish_panel,
    try_single,
)
from semeai.papers.drake.threads import COLUMNS, NUMBERS, discovery_scales, draw_discovery, summary, try_discovery
from semeai.papers.drawing import panels
from semeai.papers.paper import Experiment, Figure, Row, Scale, chosen, printed, sweep

POPULATIONS = Experiment(
    name="populations",
    title="when e2 is discovered for good, by the size of the population",
    numbers=NUMBERS,
    scales=discovery_scales("threads", PRINTED_THREADS, PRINTED_THREADS, PRINTED_THREADS),
    variants=sweep(
        population=[chosen(1 << k, "powers of 4; the axis of figure 9 is not printed") for k in range(7, 18, 2)]
    ),
    columns=COLUMNS,
    trial=try_discovery,
    is_serial=True,
)

LARGEST = chosen(1 << 17, "the text of the paper does not give the largest size; sixteen times that of section 5")

LARGE = Experiment(
    name="large",
    title="the largest population: who opens with e2, who answers it, who knows what comes next",
    numbers=PRINTED | {"position": printed("flower_six", "section 2, figure 2")},
    scales={
        Scale.SMOKE: SMOKE,
        Scale.LAPTOP: {"seeds": chosen(2, "a minute each")} | AS_PRINTED,
        Scale.PAPER: {"seeds": TWENTY} | AS_PRINTED,
    },
    variants=sweep(population=[LARGEST]),
    columns=("step", "e2", "answers", "figure7", "one"),
    trial=try_single,
)

TITLE_9 = "How long it takes to discover e2 for good, by the size of the population"
CLAIM_9 = (
    '"A larger population should protect diversity, preventing the loss of strong individuals. [...] it does increase '
    "the number of steps required for one type of individual to take over the population. [...] the results (Figure 9) "
    'suggest that the population should be very large". (Section 7; 64 threads, 2^21 steps)'
)


def draw_populations(rows: Mapping[str, list[Row]]) -> Any:
    """Figure 9."""
    table = rows["populations"]
    n_runs = len(table) // len({row["population"] for row in table})
    here = (
        f"Thousand steps by the size of the population, means of {n_runs} runs with 95% intervals: "
        f"{summary(table, 'population')}."
    )
    return draw_discovery(table, "population", TITLE_9, CLAIM_9, here)


TITLE_10 = "The largest population, as in figures 10 and 11"
CLAIM_10 = (
    'With a very large population, the strategies of figure 7 "only begin to appear at the end of the run" (figure '
    '10). Individuals that have at least one right answer "are, in fact, consistently present. [...] the strategy is '
    'present in the population in distributed form." (Section 7, figure 11)'
)


def draw_large(rows: Mapping[str, list[Row]]) -> Any:
    """Figures 10 and 11."""
    runs = by_seed(rows["large"])
    population = rows["large"][0]["population"]
    ends = [run[-1] for run in runs.values()]
    here = (
        f"Of {population:,} individuals, at the end of each run: strategies of figure 7 "
        f"{', '.join(format(end['figure7'], ',') for end in ends)}; at least one right answer "
        f"{', '.join(format(end['one'], ',') for end in ends)}; e2 {', '.join(format(end['e2'], ',') for end in ends)}."
    )
    figure, axes = panels(len(runs), TITLE_10, [("the paper", CLAIM_10), ("here", here)])
    for i, (seed, run) in enumerate(runs.items()):
        draw_lines(axes[i], run)
        finish_panel(axes[i], i, seed, population)
    add_legend(figure, axes[0])
    return figure


FIGURE_9 = Figure("figure9", TITLE_9, ("populations",), CLAIM_9, draw_populations)
FIGURE_10 = Figure("figure10", TITLE_10, ("large",), CLAIM_10, draw_large)
