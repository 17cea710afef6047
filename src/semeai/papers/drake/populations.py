"""Experiment 2, the size of the population: figures 9, 10 and 11 (section 7).

As in figure 8, `sizes` makes steps one by one, and `populations` in rounds of all threads.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.papers.drake.runs import PRINTED
from semeai.papers.drake.runs import THREADS as PRINTED_THREADS
from semeai.papers.drake.single import (
    AS_PRINTED,
    SMOKE,
    TWENTY,
    by_seed,
    draw_run_lines,
    try_single,
)
from semeai.papers.drake.threads import (
    ALONE,
    COLUMNS,
    LITERAL_NUMBERS,
    NUMBERS,
    discovery_scales,
    draw_discovery,
    literal_scales,
    tell,
    try_alone,
    try_discovery,
)
from semeai.papers.paper import Experiment, Figure, Row, Scale, chosen, few, printed, sweep

FEW = chosen(16, "a quarter of the number that the smallest population supports")

POPULATIONS = Experiment(
    name="populations",
    title="when e2 is discovered for good, by the size of the population",
    numbers=NUMBERS,
    scales=discovery_scales("threads", FEW, PRINTED_THREADS, PRINTED_THREADS),
    laptop={"seeds": few(1)},
    variants=sweep(
        population=[chosen(n, "powers of 4; the axis of figure 9 is not printed") for n in (128, 512, 2048, 8192)]
    ),
    columns=COLUMNS,
    trial=try_discovery,
)

SIZES = Experiment(
    name="sizes",
    title="when e2 is discovered for good, by the size of the population, with steps made one by one",
    numbers=LITERAL_NUMBERS,
    scales=literal_scales("threads", PRINTED_THREADS, PRINTED_THREADS, PRINTED_THREADS),
    laptop={"seeds": few(8)},
    variants=sweep(
        population=[chosen(1 << k, "powers of 4; the axis of figure 9 is not printed") for k in range(7, 18, 2)]
    ),
    columns=ALONE,
    trial=try_alone,
    is_serial=True,
)

LARGEST = chosen(1 << 17, "the text of the paper does not give the largest size; sixteen times that of section 5")

LARGE = Experiment(
    name="large",
    title="the largest population: who opens with e2, who answers it, who knows what comes next",
    numbers=PRINTED | {"position": printed("flower_six", "section 2, figure 2")},
    scales={
        Scale.SMOKE: SMOKE,
        Scale.NIGHT: {"seeds": chosen(2, "a minute each")} | AS_PRINTED,
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
    tables = rows["sizes"], rows["populations"]
    return draw_discovery(tables, "population", TITLE_9, CLAIM_9, tell(tables, "population"))


TITLE_10 = "The largest population, as in figures 10 and 11"
CLAIM_10 = (
    'With a very large population, the strategies of figure 7 "only begin to appear at the end of the run" (figure '
    '10). Individuals that have at least one right answer "are, in fact, consistently present. [...] the strategy is '
    'present in the population in distributed form." (Section 7, figure 11)'
)


ENDS = {"e2": "e2", "figure7": "a strategy of figure 7", "one": "at least one right answer"}


def spread(counts: Sequence[int]) -> str:
    """The lowest and the highest of some counts."""
    return f"{min(counts):,} to {max(counts):,}"


def draw_large(rows: Mapping[str, list[Row]]) -> Any:
    """Figures 10 and 11."""
    runs = by_seed(rows["large"])
    population = rows["large"][0]["population"]
    ends = [run[-1] for run in runs.values()]
    told = [f"{words} {spread([end[name] for end in ends])}" for name, words in ENDS.items()]
    here = f"Of {population:,} individuals, at the end of {len(runs)} runs, lowest to highest: {'; '.join(told)}."
    return draw_run_lines(runs, TITLE_10, CLAIM_10, here)


FIGURE_9 = Figure("figure9", TITLE_9, ("sizes", "populations"), CLAIM_9, draw_populations)
FIGURE_10 = Figure("figure10", TITLE_10, ("large",), CLAIM_10, draw_large)
