"""Larger boards: weights that were learned on one board, tested by games on all three (beyond the paper).

"Yet another restrictive aspect of this work was the use of 9x9 boards" (conclusion). A genome has the same meaning on
every board, since it weighs agents, not points.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.papers.blackman.learning import BETTER_GA, HALF, HIDDEN, NINE, REAL, brief, learn, problem_of
from semeai.papers.curves import interval
from semeai.papers.drawing import draw_means, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed, sweep
from semeai.papers.shares import rows_where

BOARDS = ("9x9", "13x13", "19x19")


def try_boards(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: a row for each board on which the best genome of the last generation is tested, with games that it
    has not learned from."""
    _, champion = learn(problem_of(params, seed), params, seed, bench)
    rows = []
    for tested in BOARDS:
        found = problem_of(params, seed, tested).imitated(champion, is_test=True)
        assert found is not None
        numbers = {"test": found.matched, "within_3": found.within_3, "log": found.log}
        rows.append({"tested": tested, "moves": found.n_moves} | {name: brief(x) for name, x in numbers.items()})
    return rows


# -- the experiment as data --------------------------------------------------------------------------------------------

EXPERIMENT = Experiment(
    name="boards",
    title="Weights learned on 9x9, 13x13 and 19x19, tested on all three",
    numbers={"hidden": HIDDEN, "weights": REAL, **BETTER_GA, "test_share": HALF},
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "population": chosen(8, "a few seconds in all"),
            "generations": chosen(2, "a few seconds in all"),
        },
        Scale.NIGHT: {
            "seeds": chosen(3, "a few minutes in all"),
            "population": chosen(100, "the larger of the paper"),
            "generations": chosen(30, "a few minutes in all"),
        },
        Scale.PAPER: {
            "seeds": chosen(10, "as many as `agents` has at night"),
            "population": chosen(200, "twice the larger of the paper"),
            "generations": chosen(400, "as many as `growth` has"),
        },
    },
    variants=sweep(
        agents=[printed("printed", "section 4.2"), chosen("+ place", "all agents except random")],
        records=[NINE, chosen("13x13", "the next board that people play on"), chosen("19x19", "the usual board")],
    ),
    columns=("tested", "moves", "test", "within_3", "log"),
    trial=try_boards,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Learned on one board, tested on another: moves matched in test games"
CLAIM = (
    '"Yet another restrictive aspect of this work was the use of 9x9 boards, as experimenting with, 19x19 boards would '
    "have taken too long. Future work includes testing larger networks utilizing a larger number of agents, and using "
    'larger boards." (conclusion)'
)
SETS = {"printed": "the five agents of the paper", "+ place": "all agents"}


def draw_boards(rows: Mapping[str, list[Row]]) -> Any:
    """A panel for each set of agents: the share matched on each board, a line for each training board."""
    table = rows["boards"]
    words = [("the paper", CLAIM), *(("here", _found(table, agents)) for agents in SETS)]
    figure, axes = panels(len(SETS), TITLE, words)
    for panel, (agents, label) in zip(axes, SETS.items(), strict=True):
        for series, learned in enumerate(BOARDS):
            samples = [_shares(table, agents, learned, tested) for tested in BOARDS]
            draw_means(panel, samples, series, f"learned on {learned}")
        panel.set_xticks(range(len(BOARDS)), list(BOARDS))
        panel.set_ylim(bottom=0)
        panel.legend(frameon=False, fontsize=8, handlelength=3, loc="lower left")
        name_axes(panel, f"tested on ({label})", "moves matched in test games, %")
    return figure


def _shares(table: Sequence[Row], agents: str, learned: str, tested: str) -> list[float]:
    return [100 * row["test"] for row in rows_where(table, agents=agents, records=learned, tested=tested)]


def _found(table: Sequence[Row], agents: str) -> str:
    said = []
    for tested in BOARDS:
        found = [f"{interval(_shares(table, agents, learned, tested))} learned on {learned}" for learned in BOARDS]
        said.append(f"{tested}: {', '.join(found)}")
    return f"{SETS[agents].capitalize()}. On {'; on '.join(said)}. Means over seeds, 95% intervals."


FIGURE = Figure("boards", TITLE, ("boards",), CLAIM, draw_boards)
