"""The growth of generations with the board (section 7.1): runs on 11x11 and 13x13, and a law fitted to five boards.

The paper has three boards and estimates the rest. Here the same networks are bred on 11x11 and 13x13, with the sizes
of table 1 continued, and `generations` has the three smaller boards. By the law, generations are a power of the board
size, times a log-normal factor that differs from run to run. It is fitted by maximum likelihood. A run without success
is censored at its length, so it does not bias the law.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, few
from semeai.papers.richards.generations import GENERATIONS, NOISE, PRINTED, times_of
from semeai.papers.richards.networks import NETWORKS, against
from semeai.papers.richards.training import train
from semeai.papers.shares import rows_where

SIZES = {11: (5000, 700), 13: (6000, 900)}
"""population size and neurons per network, by board size; 1,000 and 200 more for every two lines, as in table 1"""
N_RESAMPLED = 100


def try_larger(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: the generations until 75%, 1 if it was reached, the best share in an exam, and the best fitness."""
    found = train(params, against(f"wally:noise={params['noise']:g}", params), seed, bench)
    share, best = (max(row[column] for row in found.rows) for column in ("share", "best"))
    return [{"generations": found.n_generations, "reached": int(found.is_reached), "share": share, "best": best}]


# -- the law -----------------------------------------------------------------------------------------------------------

Run = tuple[int, int, bool]
"""board size, generations, and True if 75% was reached"""


@dataclass(frozen=True)
class Law:
    """Generations by the size of the board: `factor` times the size to the `power`, in the mean of the logarithms."""

    factor: float
    power: float

    def __call__(self, size: float) -> float:
        return float(self.factor * size**self.power)


@cache
def fit(runs: tuple[Run, ...]) -> Law:
    """The maximum likelihood law. It needs runs on two boards, and some that reached 75%."""
    from scipy.optimize import minimize
    from scipy.stats import norm

    sizes, lengths, reached = (np.array(column) for column in zip(*runs, strict=True))
    x, y, is_event = np.log(sizes), np.log(lengths), reached.astype(np.bool_)

    def surprise(parameters: npt.NDArray[np.float64]) -> float:
        base, power, log_spread = parameters
        z = (y - base - power * x) / np.exp(log_spread)
        return float(-np.where(is_event, norm.logpdf(z) - log_spread, norm.logsf(z)).sum())

    slope, base = np.polyfit(x, y, 1)
    spread = max(0.1, float(np.std(y - base - slope * x)))
    found = minimize(surprise, [base, slope, np.log(spread)], method="Nelder-Mead", options={"maxiter": 2000}).x
    return Law(float(np.exp(found[0])), float(found[1]))


def interval(runs: Sequence[Run], size: float) -> tuple[float, float]:
    """The 95% bootstrap interval of the law at a board, with runs resampled board by board."""
    rng = np.random.default_rng(1)
    boards = [[run for run in runs if run[0] == its] for its in sorted({run[0] for run in runs})]
    found = []
    for _ in range(N_RESAMPLED):
        drawn = [board[i] for board in boards for i in rng.integers(len(board), size=len(board)).tolist()]
        if any(reached for *_, reached in drawn):
            found.append(fit(tuple(drawn))(size))
    low, high = np.percentile(found, [2.5, 97.5])
    return float(low), float(high)


def runs_on_all_boards(tables: Mapping[str, list[Row]]) -> tuple[Run, ...]:
    """The runs of `generations` and of `larger`, by the text with the best kept."""
    found: list[Run] = []
    for size in GENERATIONS:
        times = times_of(tables[f"generations{size}"])
        found += [(size, times.length if first is None else first, first is not None) for first in times.firsts]
    return (*found, *((row["size"], row["generations"], bool(row["reached"])) for row in tables["larger"]))


# -- the experiment as data --------------------------------------------------------------------------------------------

_CONTINUED = "table 1 continued: the same increase for every two lines"
_WHOLE = {name: NETWORKS[name] for name in ("games", "blueprints", "exam_games")}
LARGER = Experiment(
    name="larger",
    title="Networks bred against wally on 11x11 and 13x13",
    numbers=NETWORKS | {"noise": NOISE},
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(1, "a few seconds in all"),
            "games": chosen(1, "a few seconds in all"),
            "blueprints": chosen(8, "a few seconds in all"),
            "exam_games": chosen(4, "a few seconds in all"),
        },
        Scale.NIGHT: {
            "seeds": chosen(5, "a run takes three to ten minutes of one core"),
            "generations": chosen(1000, "limit of a run: more than the smaller boards foretell for 13x13"),
            **_WHOLE,
        },
        Scale.PAPER: {
            "seeds": chosen(20, "as many as on 9x9 by the authors' program"),
            "generations": chosen(5000, 'section 7.1: "several thousand generations would be required"'),
            **_WHOLE,
        },
    },
    laptop={"seeds": few(1)},
    variants=tuple(
        {"size": chosen(size, "beyond the boards of the paper")}
        | {name: chosen(n, _CONTINUED) for name, n in zip(("neurons", "hidden"), its, strict=True)}
        for size, its in SIZES.items()
    ),
    columns=("generations", "reached", "share", "best"),
    trial=try_larger,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Generations until 75% by the size of the board, and a fitted law"
CLAIM = (
    '"It can be estimated that for a 13 x 13 board, several thousand generations would be required, and for a '
    'full-size 19 x 19 board, perhaps tens of thousands." (section 7.1)'
)


def draw_larger(rows: Mapping[str, list[Row]]) -> Any:
    """All runs, the law and the printed means, on logarithmic axes."""
    runs = runs_on_all_boards(rows)
    figure, (panel,) = panels(1, TITLE, [("the paper", CLAIM), ("here", tell_law(rows))])
    for is_reached, label in ((True, "reached 75%"), (False, "given up")):
        its = [run for run in runs if run[2] is is_reached]
        style = SERIES[0] | {"linestyle": "", "markersize": 4, "alpha": 0.6}
        style |= {} if is_reached else {"marker": "^", "markerfacecolor": "white"}
        if its:
            panel.plot([size for size, *_ in its], [length for _, length, _ in its], label=label, **style)
    if any(reached for *_, reached in runs):
        law, at = fit(runs), np.linspace(5, 19, 50)
        panel.plot(at, [law(size) for size in at], color=SERIES[2]["color"], linewidth=1.2, label="law")
    style = SERIES[1] | {"linestyle": "", "markersize": 5, "label": "paper"}
    panel.plot(list(PRINTED), list(PRINTED.values()), **style)
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.set_xticks([5, 7, 9, 11, 13, 19], ["5x5", "7x7", "9x9", "11x11", "13x13", "19x19"])
    panel.yaxis.set_major_formatter("{x:,.0f}")
    panel.minorticks_off()
    panel.legend(frameon=False, fontsize=8, loc="upper left")
    name_axes(panel, "board", "generations until 75%")
    return figure


def tell_law(tables: Mapping[str, list[Row]]) -> str:
    """The law in words, and its forecasts for 13x13 and 19x19."""
    runs = runs_on_all_boards(tables)
    told = []
    for size in SIZES:
        its = rows_where(tables["larger"], size=size)
        n = sum(row["reached"] for row in its)
        told.append(f"{n} of {len(its)} runs reach 75% on {size}x{size}")
    if not any(reached for *_, reached in runs):
        return f"No law: {', '.join(told)}."
    law, said = fit(runs), []
    for size in (13, 19):
        low, high = interval(runs, size)
        said.append(f"{law(size):,.0f} [{low:,.0f}, {high:,.0f}] generations on {size}x{size}")
    return f"Generations grow with the size to the power {law.power:.1f}: {' and '.join(said)}; {', '.join(told)}."


_NAMES = (*(experiment.name for experiment in GENERATIONS.values()), "larger")
FIGURE = Figure("larger", TITLE, _NAMES, CLAIM, draw_larger)
