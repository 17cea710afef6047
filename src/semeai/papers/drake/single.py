"""A single run on the flower six position, several times over: figure 6 (section 5)."""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.drawing import BLUE, GREY, INK, RUST
from semeai.evolve.strategies import FIRST, SECOND, Strategies
from semeai.go.points import parse_vertex
from semeai.papers.drake.runs import EVERY, POPULATION, PRINTED, STEPS, THREADS, follow
from semeai.papers.drawing import name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed, sweep

E2, D2, E3 = (parse_vertex(text, 9) for text in ("e2", "d2", "e3"))
LINES = {
    "e2": ("black opens with e2", {"color": BLUE, "linestyle": "-"}),
    "answers": ("white answers e2 with d2 or e3", {"color": RUST, "linestyle": "--"}),
    "figure7": ("black has a strategy of figure 7", {"color": INK, "linestyle": ":"}),
    "one": ("black has at least one right answer", {"color": GREY, "linestyle": "-."}),
}


def measure(strategies: Strategies) -> Row:
    """The four lines of figures 6, 10 and 11: how many individuals."""
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
    """A row every so many steps."""
    return follow(params, seed, bench, measure)


SMOKE = {
    "seeds": chosen(2, "the fewest that have other luck"),
    "steps": chosen(4096, "a second or two in all"),
    "every": chosen(1024, "a few points of a line"),
    "threads": chosen(8, "as many rounds as a run of the paper begins with"),
}

AS_PRINTED = {"steps": STEPS, "every": EVERY, "threads": THREADS}

SINGLE = Experiment(
    name="single",
    title="the flower six position: who opens with e2, who answers it, who knows what comes next",
    numbers=PRINTED | {"position": printed("flower_six", "section 2, figure 2")},
    scales={
        Scale.SMOKE: SMOKE,
        Scale.LAPTOP: {"seeds": chosen(5, "some minutes")} | AS_PRINTED,
        Scale.PAPER: {"seeds": chosen(20, "as many as the means of sections 6 and 7 have")} | AS_PRINTED,
    },
    variants=sweep(population=[POPULATION]),
    columns=("step", *LINES),
    trial=try_single,
)

TITLE = "A single run on the flower six position, five times"
CLAIM = (
    'e2: "The black population is quickly dominated by such individuals". "Around 500k steps, the black e2 population '
    "abruptly crashes. [...] so the white population also crashes. [...] so the black population recovers, followed by "
    'the white population." Strategies of figure 7 "maintain a healthy presence in the population once they appear". '
    "(Section 5)"
)


def draw_lines(axes: Any, rows: Sequence[Row], names: Sequence[str]) -> None:
    """Individuals over millions of steps."""
    at = [row["step"] / 1e6 for row in rows]
    for name in names:
        words, style = LINES[name]
        axes.plot(at, [row[name] for row in rows], linewidth=1.2, label=words, **style)


def by_seed(table: Sequence[Row]) -> dict[int, list[Row]]:
    """The rows of each run."""
    return {seed: [row for row in table if row["seed"] == seed] for seed in sorted({row["seed"] for row in table})}


def draw_single(rows: Mapping[str, list[Row]]) -> Any:
    """Each run in a panel, with the lines of figure 6."""
    runs = by_seed(rows["single"])
    n = len(runs)
    population = rows["single"][0]["population"]
    half = population / 2
    first = [next((row["step"] for row in run if row["e2"] > half), None) for run in runs.values()]
    at_end = sum(run[-1]["e2"] > half for run in runs.values())
    crashed = {name: sum(crashes(run, name, population) for run in runs.values()) for name in ("e2", "answers")}
    known = sum(run[-1]["figure7"] > 0.01 * population for run in runs.values())
    found = [step for step in first if step is not None]
    here = (
        f"e2 has more than half of the population first after {min(found, default=0):,} to "
        f"{max(found, default=0):,} steps, and at the end in {at_end} of {n} runs. "
        f"It falls to less than half of that and recovers in {crashed['e2']}, "
        f"white's answers do in {crashed['answers']}. Strategies of figure 7 stand at the end in {known} of {n} runs "
        "(more than 1% of the individuals)."
    )
    figure, axes = panels(n, TITLE, [("the paper", CLAIM), ("here", here)])
    for i, (seed, run) in enumerate(runs.items()):
        draw_lines(axes[i], run, ("e2", "answers", "figure7"))
        axes[i].set_ylim(-0.02 * population, 1.02 * population)
        axes[i].set_title(f"seed {seed}", size=8, color=GREY)
        name_axes(axes[i], "million steps", "individuals" if i == 0 else "")
    axes[0].legend(fontsize=6, frameon=False, labelcolor=INK, loc="center right")
    return figure


def crashes(run: Sequence[Row], name: str, population: int) -> bool:
    """Whether a line that had more than half of the population crashes and recovers."""
    counts = [row[name] for row in run]
    high = next((i for i, count in enumerate(counts) if count > population / 2), None)
    if high is None:
        return False
    low = next((i for i in range(high, len(counts)) if counts[i] < population / 4), None)
    return low is not None and any(count > population / 2 for count in counts[low:])


FIGURE = Figure("figure6", TITLE, ("single",), CLAIM, draw_single)
