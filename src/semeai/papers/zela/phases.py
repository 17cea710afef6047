"""The effect of immigrants: mutation and immigration at several rates, with the remaining diversity.

Here every label and every weight of every neuron may mutate, which is the other reading of "mutation rate 3%". At that
rate nearly all neurons of 108 connections change in each generation; at 0.05% one in ten does.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from semeai.papers.bootstrap import Difference, bootstrap, paired
from semeai.papers.claims import Finding, Tables, Verdict
from semeai.papers.curves import runs_of, whole_seeds
from semeai.papers.drawing import name_axes, panels
from semeai.papers.paper import Experiment, Figure, Row, Scale, chosen, printed, sweep
from semeai.papers.shares import rows_where
from semeai.papers.zela.networks import ALONE, LITERAL, SMOKE
from semeai.papers.zela.training import COLUMNS, try_training
from semeai.papers.zela.wally import EXAM, FULL, IMMIGRATION

MUTATION = (
    chosen(0.0005, "share of the genes of all neurons: one neuron in ten changes"),
    chosen(0.005, "share of the genes of all neurons: two neurons in three change"),
    printed(0.03, f'{ALONE}: "mutation rate 3%", read as a share of the genes of all neurons'),
)
RATES = tuple(number.value for number in MUTATION)
ARRIVALS = tuple(number.value for number in IMMIGRATION)

_NUMBERS = {name: number for name, number in LITERAL.items() if name != "mutation"} | {
    "mutants": chosen(1, "all neurons may mutate"),
    "color": chosen("black", "one color is enough to compare rates"),
}
_FULL = FULL | {
    "exam_games": EXAM,
    "every": chosen(10, "generations per row of the table"),
}
PHASES = Experiment(
    name="phases",
    title="Mutation of all genes and immigration at several rates",
    numbers=_NUMBERS,
    scales={
        Scale.SMOKE: SMOKE
        | {
            "exam_games": chosen(4, "a few seconds in all"),
            "every": chosen(2, "generations per row of the table"),
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(6, "a few seconds in all"),
        },
        Scale.NIGHT: _FULL
        | {
            "seeds": chosen(20, "as in `wally`; a few minutes in all"),
            "generations": chosen(150, "a quarter of those of `wally`"),
        },
        Scale.PAPER: _FULL
        | {
            "seeds": chosen(20, "as in `wally`"),
            "generations": chosen(600, "as in `wally`"),
        },
    },
    variants=sweep(mutation=MUTATION, immigration=IMMIGRATION),
    columns=COLUMNS,
    trial=try_training,
    is_serial=True,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "When do immigrants help? Mutation and immigration at several rates, against wally"
CLAIM = (
    '"the genetic operators are not creating diversity in the population after some time"; SANEi goes on "because the '
    'diversity introduced by the new neurons" (section "Results of playing SANE and SANEi against existing player")'
)


def ends(table: Sequence[Row], mutation: float, immigration: float, column: str) -> list[float]:
    """A column of the last row of each run."""
    return [run[-1][column] for run in runs_of(rows_where(table, mutation=mutation, immigration=immigration))]


def gain(table: Sequence[Row], mutation: float, immigration: float) -> Difference:
    """The points that immigrants add at the end, paired by seed."""
    return paired(ends(table, mutation, immigration, "best"), ends(table, mutation, 0, "best"))


def judge_phases(tables: Tables) -> Finding:
    """Judge that immigrants help if little diversity is left, and do not help if mutation preserves it."""
    table = whole_seeds(tables["phases"])
    low, high = (gain(table, rate, 0.03) for rate in (RATES[0], RATES[-1]))
    left = [bootstrap(ends(table, rate, 0, "diversity")).mean for rate in (RATES[0], RATES[-1])]
    said = (
        f"points that 3% immigrants add at the end: {low} with {_percent(RATES[0])} mutation (diversity {left[0]:.2f})"
        f", {high} with {_percent(RATES[-1])} ({left[1]:.2f})"
    )
    is_sure = low.sign > 0 and high.sign <= 0
    verdict = Verdict.CONFIRMED if is_sure else Verdict.CONTRADICTED if low.sign < 0 else Verdict.UNTOLD
    return Finding(verdict, said, len(runs_of(rows_where(table, mutation=RATES[0], immigration=0))))


def draw_phases(rows: Mapping[str, list[Row]]) -> Any:
    """Three maps over both rates: best fitness, gain by immigrants, and diversity at the end."""
    table = whole_seeds(rows["phases"])
    found = judge_phases(rows)
    n_generations = table[-1]["generation"] + 1
    here = (
        f"After {n_generations} generations, {found.n_seeds} seeds: {found.figure}. Numbers are means over seeds; "
        "diversity is the chance that two neurons differ in a label."
    )
    figure, axes = panels(3, TITLE, [("the paper", CLAIM), ("here", here)])
    maps: dict[str, Callable[[float, float], float]] = {
        "best fitness at the end, points ahead": lambda m, i: bootstrap(ends(table, m, i, "best")).mean,
        "points that immigrants add": lambda m, i: gain(table, m, i).mean,
        "diversity at the end": lambda m, i: bootstrap(ends(table, m, i, "diversity")).mean,
    }
    for panel, (title, measure) in zip(axes, maps.items(), strict=True):
        values = [[measure(mutation, immigration) for immigration in ARRIVALS] for mutation in RATES]
        panel.grid(visible=False)
        panel.imshow(values, cmap="Blues", aspect="auto", origin="lower", alpha=0.6)
        for y, line in enumerate(values):
            for x, value in enumerate(line):
                text = f"{value:.2f}" if "diversity" in title else f"{value:+.1f}"
                panel.text(x, y, text, ha="center", va="center", size=9)
        panel.set_xticks(range(len(ARRIVALS)), map(_percent, ARRIVALS))
        panel.set_yticks(range(len(RATES)), map(_percent, RATES))
        name_axes(panel, f"immigration; {title}", "mutation of genes")
    return figure


def _percent(share: float) -> str:
    return f"{100 * share:g}%"


FIGURE = Figure("phases", TITLE, ("phases",), CLAIM, draw_phases)
