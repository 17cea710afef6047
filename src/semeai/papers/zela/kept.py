"""Variants in the number of best networks that are kept: none, one or two of 30, each with its neurons."""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.drawing import INK
from semeai.papers.bootstrap import bootstrap, bounds
from semeai.papers.claims import Finding, Tables, Verdict
from semeai.papers.curves import draw_curve, draw_runs, runs_of, whole_seeds
from semeai.papers.drawing import name_axes, panels
from semeai.papers.paper import Experiment, Figure, Row, Scale, chosen, sweep
from semeai.papers.shares import rows_where
from semeai.papers.zela.networks import BLUEPRINTS, LITERAL, SIZES, SMOKE, SPARED
from semeai.papers.zela.training import COLUMNS, try_training
from semeai.papers.zela.wally import EXAM, IMMIGRATION

KEPT = {0: "none kept", 0.03: "1 of 30 kept", 0.07: "2 of 30 kept"}
METHODS = {0: "SANE", 0.03: "SANEi 3%"}

_FULL = SIZES | {
    "blueprints": BLUEPRINTS,
    "exam_games": EXAM,
    "every": chosen(10, "generations per row of the table"),
}
EXPERIMENT = Experiment(
    name="kept",
    title="SANE and SANEi against wally with none, one or two of the best networks kept",
    numbers=LITERAL | {"color": chosen("black", "one color is enough to compare")},
    scales={
        Scale.SMOKE: {name: number for name, number in SMOKE.items() if name != "spared"}
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
    variants=sweep(
        spared=[
            chosen(0, "no network"),
            SPARED,
            chosen(0.07, "2 of 30 networks"),
        ],
        immigration=IMMIGRATION[:2],
    ),
    columns=COLUMNS,
    trial=try_training,
    is_serial=True,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "SANE and SANEi against wally with none, one or two of the best networks kept"
CLAIM = (
    '"SANE maintains the strategies or knowledge of the game keeping the best networks (which have the best fitness) '
    'and evolving them through generations." (section "Evolution of computer Go player")'
)


def rises(table: Sequence[Row], spared: float, immigration: float) -> list[float]:
    """The rise of the best fitness from the first generation to the last, run by run."""
    runs = runs_of(rows_where(table, spared=spared, immigration=immigration))
    return [run[-1]["best"] - run[0]["best"] for run in runs]


def judge_kept(tables: Tables) -> Finding:
    """Judge that both methods learn if they keep a network, and do not learn otherwise."""
    table = whole_seeds(tables["kept"])
    found = {spared: [bootstrap(rises(table, spared, rate)) for rate in METHODS] for spared in KEPT}
    said = "; ".join(
        f"{words}: " + ", ".join(f"{name} {one}" for name, one in zip(METHODS.values(), found[spared], strict=True))
        for spared, words in KEPT.items()
    )
    learns = [one.sign > 0 for one in found[0.03]]
    forgets = [one.sign <= 0 for one in found[0]]
    verdict = (
        Verdict.CONFIRMED
        if all(learns) and all(forgets)
        else Verdict.PARTLY
        if all(learns)
        else Verdict.CONTRADICTED
        if all(one.sign < 0 for one in found[0.03])
        else Verdict.UNTOLD
    )
    return Finding(verdict, f"rise of the best fitness in points, {said}", len(rises(table, 0.03, 0)))


def draw_kept(rows: Mapping[str, list[Row]]) -> Any:
    """The best fitness over the generations, a panel for each number of kept networks."""
    table = whole_seeds(rows["kept"])
    found = judge_kept(rows)
    here = f"{found.n_seeds} seeds, as black: {found.figure}. Thick lines are means over seeds with 95% intervals."
    figure, axes = panels(len(KEPT), TITLE, [("the paper", CLAIM), ("here", here)])
    for panel, (spared, words) in zip(axes, KEPT.items(), strict=True):
        for series, (rate, name) in enumerate(METHODS.items()):
            its = rows_where(table, spared=spared, immigration=rate)
            draw_runs(panel, its, _best, series)
            draw_curve(panel, its, _best, series, name, band=bounds)
        panel.axhline(0, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
        name_axes(panel, f"generation, {words}", "best fitness, points ahead")
    low = min(panel.get_ylim()[0] for panel in axes)
    high = max(panel.get_ylim()[1] for panel in axes)
    for panel in axes:
        panel.set_ylim(low, high)
    axes[0].legend(frameon=False, fontsize=8, handlelength=3)
    return figure


def _best(row: Row) -> float:
    return float(row["best"])


FIGURE = Figure("kept", TITLE, ("kept",), CLAIM, draw_kept)
