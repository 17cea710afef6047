"""SANE and SANEi against a wally that moves at random 10% of the time: a variant of `wally.py`.

Here every label and weight of every neuron may mutate, and a network plays ten games. These were our own choices; the
paper has neither.

With the same seed both methods start with the same neurons and blueprints. The only difference is that SANEi replaces
the worst neurons by new ones in every generation. Fitness is too optimistic, because it selects; fresh games measure
the best of each generation.
"""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from semeai.lab.breed import breed
from semeai.lab.order import Order
from semeai.papers.bootstrap import paired, percent
from semeai.papers.claims import Finding, Tables, Verdict, verdict_of
from semeai.papers.curves import draw_curve, judge, quarter, runs_of, whole_seeds
from semeai.papers.drawing import mean_interval, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, few, printed, sweep
from semeai.papers.shares import rows_where
from semeai.papers.zela.networks import ALONE, BLUEPRINTS, PRINTED, SIZES, SMOKE, against, method

# DEVIATION(zela): in the variant noisy, wally makes a random move 10% of the time and every label and weight of a
# neuron mutates with a probability of 3%. In the paper wally makes no random moves, and the worst members of the
# population mutate.
METHODS = {"sane": "SANE", "sanei": "SANEi"}
COLORS = ("black", "white")


def try_noisy(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """A row for each generation: the best and the mean fitness, points ahead; and the share of the fresh games."""
    spec, problem = method(params["method"], params), against(params["color"], params)
    order = Order(spec, problem, seed, params["generations"], exam_games=params["exam_games"])
    result = breed(order, bench.folder / "training", bench.workers, has_long_exams=False)
    return [{name: row[name] for name in COLUMNS} for row in result.rows]


# -- the experiment as data --------------------------------------------------------------------------------------------

COLUMNS = ("generation", "best", "mean", "share")
_FULL = SIZES | {
    "blueprints": BLUEPRINTS,
    "spared": chosen(0.03, "share of the networks that are kept unchanged: 1 of 30"),
    "games": chosen(10, "rate a network against wally; not printed"),
    "exam_games": chosen(100, "fresh games of the best of each generation against wally"),
}
NOISY = Experiment(
    name="noisy",
    title="SANE and SANEi against a wally with random moves, as black and as white",
    numbers=PRINTED
    | {
        "opponent": chosen("wally:noise=0.1", "without noise all games of a network are the same"),
        "mutation": printed(0.03, f'{ALONE}: "mutation rate 3%", read as a share of the genes of all neurons'),
        "immigration": printed(0.03, f'{ALONE}: "immigration rate of 3%"; SANE has none'),
    },
    scales={
        Scale.SMOKE: SMOKE
        | {
            "games": chosen(4, "a few seconds in all"),
            "exam_games": chosen(20, "a few seconds in all"),
            "spared": chosen(0.03, "none of 8 networks"),
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(8, "minimum with two in a quarter"),
        },
        Scale.NIGHT: _FULL
        | {
            "seeds": chosen(10, "this many initial populations, each the same for both methods"),
            "generations": chosen(300, "half a second each on one core: an hour in all on two"),
        },
        Scale.PAPER: _FULL
        | {
            "seeds": chosen(10, "as many as at night"),
            "generations": chosen(600, "more than the 510 after which SANE learns nothing new by the paper"),
        },
    },
    laptop={"seeds": few(2)},
    variants=sweep(
        method=[printed("sane", f"{ALONE}, figure 4"), printed("sanei", f"{ALONE}, figure 5")],
        color=[printed(color, f"{ALONE}, figures 4 and 5") for color in COLORS],
    ),
    columns=COLUMNS,
    trial=try_noisy,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "SANE and SANEi against a wally with 10% random moves"
CLAIM = (
    '"SANE starts to beat more early to Wally and get better scores than SANEi, but after some time (generation 400 '
    'for white stones and 510 generation black stones) is observed that SANE is not getting better fitness". "SANEi '
    "take more time start to beat Wally but continue the learning in the time, because the diversity introduced by the "
    'new neurons" (figures 4 and 5)'
)


def draw_noisy(rows: Mapping[str, list[Row]]) -> Any:
    """The fitness of the best in two panels, black and white, and the share of their fresh games in two more."""
    table = whole_seeds(rows["noisy"])
    here = " ".join([*(_found(table, color) for color in COLORS), _METHOD])
    figure, axes = panels(4, TITLE, [("the paper", CLAIM), ("here", here)])
    for panel, color in zip(axes, COLORS * 2, strict=True):
        is_fitness = panel in axes[:2]
        for series, (name, words) in enumerate(METHODS.items()):
            measure = _best if is_fitness else _share
            draw_curve(panel, rows_where(table, method=name, color=color), measure, series, words)
        unit = "best fitness, points ahead" if is_fitness else "the best in fresh games, %"
        name_axes(panel, f"generation, as {color}", unit)
        if is_fitness:
            panel.axhline(0, color="black", linewidth=0.7, linestyle=(0, (1, 2)))
        else:
            panel.set_ylim(0, min(100, panel.get_ylim()[1]))  # without a share there is no interval either
    axes[0].legend(frameon=False, fontsize=8, handlelength=3)
    return figure


def judge_noisy(tables: Tables) -> Finding:
    """Judge that SANEi wins more of the fresh games in the last quarter, with either color."""
    found, said, n_seeds = [], [], 0
    for color in COLORS:
        runs = {name: runs_of(rows_where(whole_seeds(tables["noisy"]), method=name, color=color)) for name in METHODS}
        ends = {name: [quarter(run, _share) for run in its] for name, its in runs.items()}
        found.append(paired(ends["sanei"], ends["sane"]))
        said.append(f"as {color} SANE {percent(ends['sane'])}, SANEi minus SANE {found[-1]}")
        n_seeds = len(ends["sane"])
    signs = [difference.sign for difference in found]
    verdict = verdict_of(signs[0]) if len(set(signs)) == 1 else Verdict.UNTOLD
    return Finding(verdict, f"share of fresh games, {'; '.join(said)}", n_seeds)


_METHOD = "Means over seeds with 95% intervals; both methods begin with the same populations."


def _best(row: Row) -> float:
    return float(row["best"])


def _share(row: Row) -> float:
    return 100 * float(row["share"])


def _found(table: Sequence[Row], color: str) -> str:
    """Describe the findings of the table for one color."""
    runs = {name: runs_of(rows_where(table, method=name, color=color)) for name in METHODS}
    ends = {name: [quarter(run, _share) for run in its] for name, its in runs.items()}
    more = judge([sanei - sane for sane, sanei in zip(ends["sane"], ends["sanei"], strict=True)])
    ahead, gains, shares = (
        ", ".join(f"{METHODS[name]} {words(its)}" for name, its in runs.items()) for words in (_ahead, _gain, _end)
    )
    return (
        f"As {color}, the fitness of the best is above zero first: {ahead}. In the last quarter of the generations the "
        f"best have of their fresh games: {shares}; SANEi minus SANE {more}. The best fitness has changed from the "
        f"quarter before: {gains}."
    )


def _ahead(runs: Sequence[Sequence[Row]]) -> str:
    """The first generation with a best fitness above zero, in words."""
    firsts = [next((row["generation"] + 1 for row in run if row["best"] > 0), None) for run in runs]
    found = [first for first in firsts if first is not None]
    if not found:
        return f"never in {len(runs)} runs"
    return f"in generation {median(found):g} (the median of the {len(found)} of {len(runs)} runs that have one)"


def _end(runs: Sequence[Sequence[Row]]) -> str:
    return percent([quarter(run, _share) for run in runs])


def _gain(runs: Sequence[Sequence[Row]]) -> str:
    mean, low, high = mean_interval([quarter(run, _best) - quarter(run, _best, back=1) for run in runs])
    return f"{mean:+.1f} [{low:+.1f}, {high:+.1f}] points"


FIGURE = Figure("noisy", TITLE, ("noisy",), CLAIM, draw_noisy)
