"""A single run on the flower six position, repeated several times: figure 6 (section 5)."""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.drawing import BLUE, GREY, INK, RUST
from semeai.evolve.steady import Populations
from semeai.evolve.strategies import FIRST, SECOND
from semeai.go.points import parse_vertex
from semeai.papers.drake.runs import EVERY, POPULATION, PRINTED, STEPS, THREADS, follow
from semeai.papers.drawing import draw_runs, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed, sweep

E2, D2, E3 = (parse_vertex(text, 9) for text in ("e2", "d2", "e3"))
LINES = {
    "e2": ("black opens with e2", {"color": BLUE}),
    "answers": ("white answers e2 with d2 or e3", {"color": RUST}),
    "figure7": ("black has a strategy of figure 7", {"color": INK}),
    "one": ("black has at least one right answer", {"color": GREY}),
}


def measure(strategies: Populations) -> Row:
    """The four lines of figures 6, 10 and 11, as numbers of individuals."""
    opens = strategies.suggestions(FIRST) == E2
    answers = strategies.suggestions(SECOND, [E2])
    after_d2 = strategies.suggestions(FIRST, [E2, D2]) == E3
    after_e3 = strategies.suggestions(FIRST, [E2, E3]) == D2
    return {
        "e2": int(opens.sum()),
        "answers": int(((answers == D2) | (answers == E3)).sum()),
        "figure7": int((after_d2 & after_e3).sum()),
        "one": int((after_d2 | after_e3).sum()),
    }


def try_single(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: a row for every `every` steps."""
    return follow(params, seed, bench, measure)


SMOKE = {
    "seeds": chosen(2, "minimum for runs that differ"),
    "steps": chosen(4096, "a second or two in all"),
    "every": chosen(1024, "a few points of a line"),
    "threads": chosen(8, "the rounds at the start of a run of the paper"),
}

AS_PRINTED = {"steps": STEPS, "every": EVERY, "threads": THREADS}
TWENTY = chosen(20, "as many as the means of sections 6 and 7 have")

SINGLE = Experiment(
    name="single",
    title="the flower six position: who opens with e2, who answers it, who knows what comes next",
    numbers=PRINTED | {"position": printed("flower_six", "section 2, figure 2")},
    scales={
        Scale.SMOKE: SMOKE,
        Scale.NIGHT: {"seeds": chosen(5, "some minutes")} | AS_PRINTED,
        Scale.PAPER: {"seeds": TWENTY} | AS_PRINTED,
    },
    variants=sweep(population=[POPULATION]),
    columns=("step", *LINES),
    trial=try_single,
)

TITLE = "A single run on the flower six position, over and over"
CLAIM = (
    'e2: "The black population is quickly dominated by such individuals". "Around 500k steps, the black e2 population '
    "abruptly crashes. [...] so the white population also crashes. [...] so the black population recovers, followed by "
    'the white population." Strategies of figure 7 "maintain a healthy presence in the population once they appear". '
    "(Section 5)"
)


def by_seed(table: Sequence[Row]) -> dict[int, list[Row]]:
    """The rows of each run."""
    return {seed: [row for row in table if row["seed"] == seed] for seed in sorted({row["seed"] for row in table})}


def draw_single(rows: Mapping[str, list[Row]]) -> Any:
    """The lines of figure 6, and the fourth of figure 11."""
    runs = by_seed(rows["single"])
    n = len(runs)
    population = rows["single"][0]["population"]
    half = population / 2
    first = [next((row["step"] for row in run if row["e2"] > half), None) for run in runs.values()]
    at_end = sum(run[-1]["e2"] > half for run in runs.values())
    third, half_of_e2 = (sum(crashes(run, "e2", population, loss) for run in runs.values()) for loss in (1 / 3, 1 / 2))
    answers = sum(crashes(run, "answers", population, 1 / 2) for run in runs.values())
    known = sum(run[-1]["figure7"] > 0.01 * population for run in runs.values())
    found = [step for step in first if step is not None]
    here = (
        f"e2 has more than half of the population after at most {max(found, default=0):,} steps, and at the end in "
        f"{at_end} of {n} runs. "
        f"It loses more than a third of its highest and recovers in {third} (more than half in {half_of_e2}), white's "
        f"answers lose more than half and recover in {answers}. Strategies of figure 7 stand at the end in {known} of "
        f"{n} runs (more than 1% of the individuals)."
    )
    return draw_run_lines(runs, TITLE, CLAIM, here)


def draw_run_lines(runs: Mapping[int, Sequence[Row]], title: str, claim: str, here: str) -> Any:
    """Draw a panel for each line of the paper: thin lines for runs, a thick one for the median."""
    figure, axes = panels(len(LINES), title, [("the paper", claim), ("here", here)])
    at = [row["step"] / 1e6 for row in next(iter(runs.values()))]
    population = next(iter(runs.values()))[0]["population"]
    for i, (panel, (name, (words, style))) in enumerate(zip(axes, LINES.items(), strict=True)):
        draw_runs(panel, at, [[row[name] for row in run] for run in runs.values()], words, **style)
        finish_panel(panel, i, f"million steps\n{words}", population)
    return figure


def finish_panel(axes: Any, place: int, words: str, population: int) -> None:
    """Set the same y axis for all panels; only the first one labels it."""
    axes.set_ylim(-0.02 * population, 1.02 * population)
    name_axes(axes, words, "individuals")
    if place > 0:
        axes.tick_params(labelleft=False)


def crashes(run: Sequence[Row], name: str, population: int, loss: float) -> bool:
    """True if a line that was above half of the population loses a given share of its maximum, and then regains half of
    the loss."""
    highest, lowest = 0, None
    for row in run:
        count = row[name]
        if lowest is None:
            highest = max(highest, count)
            if highest > population / 2 and count < (1 - loss) * highest:
                lowest = count
        else:
            lowest = min(lowest, count)
            if count > (lowest + highest) / 2:
                return True
    return False


FIGURE = Figure("figure6", TITLE, ("single",), CLAIM, draw_single)
