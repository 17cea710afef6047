"""Coevolution with a hall of fame, and with more immigrants: variants of `coevolution`.

With a hall of fame each network also meets champions of past generations, so that skills against them are not lost.
"Replacing the worse 200 neurons" is the other reading of the immigration rate.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from semeai.drawing import INK
from semeai.papers.bootstrap import bounds, percent
from semeai.papers.claims import Finding, Tables, Verdict, verdict_of
from semeai.papers.curves import draw_curve, draw_runs, judge, quarter, runs_of, whole_seeds
from semeai.papers.drawing import name_axes, panels
from semeai.papers.paper import Experiment, Figure, Row, Scale, chosen, few, printed
from semeai.papers.shares import rows_where
from semeai.papers.zela.coevolution import COLUMNS, FULL_DUEL, SANEI_BLACK, SANEI_WHITE, SMALL_DUEL, try_coevolution
from semeai.papers.zela.coevolution_claims import FEWEST, WAYS, sanei_points
from semeai.papers.zela.networks import LITERAL, TOGETHER
from semeai.papers.zela.wally import IMMIGRATION

READINGS = {(0.03, 0): "3% immigrants", (0.03, 5): "3%, hall of fame", (0.2, 0): "20% immigrants"}
"""names of variants, by immigration and veterans"""
_HALLS = {
    0: printed(0, f"{TOGETHER}: no champions of the past are mentioned"),
    5: chosen(5, "veterans that each meets"),
}

_GENERATIONS = chosen(50, "a sixth of those of `coevolution`: many variants")
EXPERIMENT = Experiment(
    name="hall",
    title="SANE against SANEi with a hall of fame and with more immigrants",
    numbers=LITERAL | {"start": chosen("untrained", "one start is enough to compare")},
    scales={
        Scale.SMOKE: SMALL_DUEL | {"seeds": chosen(2, "minimum for a confidence interval")},
        Scale.NIGHT: FULL_DUEL | {"generations": _GENERATIONS, "seeds": chosen(5, "minimum for a verdict")},
        Scale.PAPER: FULL_DUEL | {"seeds": chosen(20, "as in `coevolution`")},
    },
    laptop={"seeds": few(2)},
    variants=tuple(
        {"immigration": next(n for n in IMMIGRATION if n.value == rate), "hall": _HALLS[hall], "sanei": way}
        for rate, hall in READINGS
        for way in (SANEI_BLACK, SANEI_WHITE)
    ),
    columns=COLUMNS,
    trial=try_coevolution,
    is_serial=True,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "SANEi against SANE in coevolution: a hall of fame, and more immigrants"
CLAIM = (
    '"For SANEi the immigration rate is 3%, replacing the worse 200 neurons of the population in every generation." '
    '(section "Results of Co-evolving two Computer Go players")'
)


def ends(table: Sequence[Row], immigration: float, hall: int) -> list[float]:
    """SANEi's share of the points in the last quarter for each seed, the mean of both ways round."""
    ways = [runs_of(rows_where(table, immigration=immigration, hall=hall, sanei=way)) for way in WAYS]
    return [fmean(quarter(run, sanei_points) for run in pair) for pair in zip(*ways, strict=True)]


def judge_worse_200(tables: Tables) -> Finding:
    """Judge that SANEi with 20% immigrants has more than half of the points."""
    shares = ends(whole_seeds(tables["hall"]), 0.2, 0)
    if len(shares) < FEWEST:
        return Finding(Verdict.UNTOLD, f"SANEi has {percent(shares)} of the points", len(shares))
    found = judge([share - 50 for share in shares])
    said = f"SANEi has {percent(shares)} of the points, from a half {found}"
    return Finding(verdict_of(found.sign), said, len(shares))


def draw_hall(rows: Mapping[str, list[Row]]) -> Any:
    """SANEi's share of the points over the generations, a panel for each reading."""
    table = whole_seeds(rows["hall"])
    told = [f"{words} {percent(ends(table, *key))}" for key, words in READINGS.items()]
    here = (
        f"SANEi's share of the points in the last quarter, both ways round, {len(ends(table, 0.03, 0))} seeds: "
        f"{', '.join(told)}. Untrained populations. Thick lines are means with 95% intervals, thin ones single runs."
    )
    figure, axes = panels(len(READINGS), TITLE, [("the paper", CLAIM), ("here", here)])
    for panel, ((immigration, hall), words) in zip(axes, READINGS.items(), strict=True):
        for series, (way, label) in enumerate(WAYS.items()):
            its = rows_where(table, immigration=immigration, hall=hall, sanei=way)
            draw_runs(panel, its, sanei_points, series)
            draw_curve(panel, its, sanei_points, series, label, band=bounds)
        panel.set_ylim(0, 100)
        panel.axhline(50, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
        name_axes(panel, f"generation, {words}", "SANEi's share of the points, %")
    axes[0].legend(frameon=False, fontsize=7, handlelength=3)
    return figure


FIGURE = Figure("hall", TITLE, ("hall",), CLAIM, draw_hall)
