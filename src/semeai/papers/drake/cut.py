"""Experiment 3, the multiple cut position: figure 13 (section 8)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from semeai.drawing import BLUE, INK, RUST
from semeai.evolve.steady import Populations
from semeai.evolve.strategies import FIRST
from semeai.go.points import parse_vertex
from semeai.papers.drake.runs import EVERY, PRINTED, THREADS, follow
from semeai.papers.drake.single import SMOKE, TWENTY, by_seed, finish_panel
from semeai.papers.drawing import draw_runs, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed, sweep

MOVES = ("c1", "c2", "e1", "e2", "g1", "g2")
RIGHT = ("c2", "e2", "g2")
COLUMNS = (("c1", "c2"), ("e1", "e2"), ("g1", "g2"))
"""columns of the board: the first move loses, the second wins"""
STYLES = {move: {"color": color} for pair in COLUMNS for move, color in zip(pair, (RUST, BLUE), strict=True)}


def measure(strategies: Populations) -> Row:
    """The number of black individuals that open with each of the six points."""
    openings = strategies.suggestions(FIRST)
    return {move: int((openings == parse_vertex(move, 9)).sum()) for move in MOVES}


def try_cut(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: a row for every `every` steps."""
    return follow(params, seed, bench, measure)


LONG = printed(1 << 22, 'section 8, figure 13: "twice as long as in previous experiments"')

AS_PRINTED = {"steps": LONG, "every": EVERY, "threads": THREADS}

CUT = Experiment(
    name="cut",
    title="the multiple cut position: who opens with which of the six points",
    numbers=PRINTED | {"position": printed("multiple_cut", "section 8, figure 12")},
    scales={
        Scale.SMOKE: SMOKE,
        Scale.NIGHT: {"seeds": chosen(2, "some minutes")} | AS_PRINTED,
        Scale.PAPER: {"seeds": TWENTY} | AS_PRINTED,
    },
    variants=sweep(population=[printed(32768, "section 8, figure 13")]),
    columns=("step", *MOVES),
    trial=try_cut,
)

TITLE = "The multiple cut position: who opens with which of the six points"
CLAIM = (
    '"The population is quickly dominated by the six moves [...] Through most of the run, the population oscillates '
    "between two of the correct moves, c2 and g2. [...] The moves e1 and e2 fare poorly in all runs [...] In some "
    'runs, either c2 or g2 became permanently dominant. In others, c1 or g1 occasionally gained temporary plurality." '
    "(Section 8, figure 13)"
)


def draw_cut(rows: Mapping[str, list[Row]]) -> Any:
    """Figure 13, a panel for each column of the board."""
    runs = by_seed(rows["cut"])
    population = rows["cut"][0]["population"]
    shares = [sum(run[-1][move] for move in MOVES) / population for run in runs.values()]
    winners = Counter(max(MOVES, key=lambda move: run[-1][move]) for run in runs.values())
    seen = Counter(
        move
        for run in runs.values()
        for move in sorted({max(MOVES, key=lambda move: row[move]) for row in run[len(run) // 4 :]})
    )
    here = (
        f"At the end {min(shares):.0%} to {max(shares):.0%} of the individuals open with one of the six. Most have "
        + ", ".join(f"{move} in {n}" for move, n in winners.most_common())
        + f" of {len(runs)} runs. With the plurality at some time after the first quarter: "
        + ", ".join(f"{move} in {n}" for move, n in seen.most_common())
        + " of them."
    )
    figure, axes = panels(len(COLUMNS), TITLE, [("the paper", CLAIM), ("here", here)])
    at = [row["step"] / 1e6 for row in next(iter(runs.values()))]
    for i, (panel, moves) in enumerate(zip(axes, COLUMNS, strict=True)):
        for move in moves:
            draw_runs(panel, at, [[row[move] for row in run] for run in runs.values()], move, **STYLES[move])
        panel.legend(fontsize=7, frameon=False, labelcolor=INK, loc="upper right")
        finish_panel(panel, i, "million steps", population)
    return figure


FIGURE = Figure("figure13", TITLE, ("cut",), CLAIM, draw_cut)
