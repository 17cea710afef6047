"""Agents alone and together, with the printed settings: fitness over the generations, and accuracy in test games.

Sections 4.1 and 4.2, figures 7 to 10. Here all agents are tried, with several seeds; `comparison.py` draws the results
side by side.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from semeai.papers.blackman.learning import FORESEEN, HIDDEN, NINE, WHOLE, brief, foresee, learn, problem_of
from semeai.papers.curves import draw_curve, interval, runs_of
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, Settings, chosen, few, printed
from semeai.papers.shares import rows_where

STATISTICS = ("best", "mean", "min", "variance", "f_p", "t", "t_p", "t_unequal_p")


def try_agents(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: a row for each generation; the last one also has the accuracy of its best genome."""
    problem = problem_of(params, seed)
    found, champion = learn(problem, params, seed, bench)
    unknown = dict.fromkeys(FORESEEN, "")
    rows = [{"generation": row["generation"]} | {name: brief(row[name]) for name in STATISTICS} for row in found]
    return [row | unknown for row in rows[:-1]] + [rows[-1] | foresee(problem, champion)]


# -- the experiment as data --------------------------------------------------------------------------------------------

TEN = printed(10, 'section 4.1: "the populations contained 10 individuals"')
HUNDRED = printed(100, 'section 4.2: "a population size of 100"')


def _variants() -> tuple[Settings, ...]:
    alone = [printed("random", "section 4.1.2"), printed("opener", "section 4.1.1")]
    alone += [printed(name, "section 4.1.4") for name in ("tiger", "capturer", "follower")]
    alone += [printed("extension", "section 4.1.3"), printed("five random", "section 4.2: the baseline")]
    together = printed("printed", "section 4.2: opener, tiger's mouth, capturer, follower, extension, in this order")
    tried: list[Settings] = [{"agents": agents, "population": TEN} for agents in (*alone, together)]
    return (*tried, {"agents": together, "population": HUNDRED})


AGENTS = Experiment(
    name="agents",
    title="Agents alone and together, with the printed settings of the genetic algorithm",
    numbers={
        "hidden": HIDDEN,
        "weights": WHOLE,
        "selection": printed("roulette", "section 3.4: after Goldberg (1989)"),
        "scaling": printed(2, 'section 4.1: "The F-multiplier was 2"'),
        "crossover": printed(0.4, 'section 4.1: "The crossover value was 40%"'),
        "mutation": printed(0.0333, 'section 4.1: "a mutation probability of 0.0333"'),
        "elite": chosen(0, "Goldberg's has none"),
        "test_share": chosen(0.2, "share of test games: the default of imitation"),
    },
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(2, "a few seconds in all"),
            "records": chosen("13x13", "fewer games: a few seconds in all"),
        },
        Scale.NIGHT: {
            "seeds": chosen(10, "intervals of less than a percent, in a few minutes"),
            "generations": chosen(80, 'a "number"; more bring "no major changes" (section 4.1), here from about 80 on'),
            "records": NINE,
        },
        Scale.PAPER: {
            "seeds": chosen(100, "the paper has one run of each"),
            "generations": chosen(400, "five times as many, to see whether anything still changes"),
            "records": NINE,
        },
    },
    laptop={"seeds": few(4)},
    variants=_variants(),
    columns=("generation", *STATISTICS, *FORESEEN),
    trial=try_agents,
)

# -- the figures -------------------------------------------------------------------------------------------------------

LINES = {"best": "maximum", "mean": "mean", "min": "minimum"}
Marks = Mapping[str, tuple[float | None, float]]
"""printed values of a line, in percent: in the first generation, if printed, and in the last"""


def runs_with(table: Sequence[Row], agents: str, population: int = 10) -> list[Row]:
    """The rows of all seeds with these agents."""
    return rows_where(table, agents=agents, population=population)


def draw_runs(title: str, claim: str, agents: str, marks: Marks, rows: Mapping[str, list[Row]]) -> Any:
    """A panel for each population that was tried with `agents`: maximum, mean and minimum, over the generations."""
    table = rows_where(rows["agents"], agents=agents)
    populations = sorted({row["population"] for row in table})
    found = {n: rows_where(table, population=n) for n in populations}
    who = ["here"] if len(found) == 1 else [f"here, {n}" for n in found]
    words = [("the paper", claim), *zip(who, map(in_words, found.values()), strict=True)]
    figure, axes = panels(len(populations), title, words)
    for panel, (population, sample) in zip(axes, found.items(), strict=True):
        for series, (column, label) in enumerate(LINES.items()):
            draw_curve(panel, sample, partial(_percent, column), series, label)
        if population == TEN.value:
            _draw_marks(panel, marks, max(row["generation"] for row in sample) + 1)
        panel.set_ylim(bottom=0)
        panel.legend(frameon=False, fontsize=8, handlelength=3)
        name_axes(panel, f"generation, of {population} genomes", "moves matched in training games, %")
    return figure


def _percent(column: str, row: Row) -> float:
    return 100 * float(row[column])


def _draw_marks(axes: Any, marks: Marks, last: int) -> None:
    """Draw printed values as open stars, in the color of their line."""
    label = "in print"
    for series, column in enumerate(LINES):
        for at, value in zip((1, last), marks.get(column, (None, None)), strict=True):
            if value is not None:
                style = {"color": SERIES[series]["color"], "markerfacecolor": "white", "linestyle": ""}
                axes.plot([at], [value], marker="*", markersize=9, label=label, clip_on=False, **style)
                label = ""


def in_words(sample: Sequence[Row]) -> str:
    """The change from the first to the last generation in words, the number of significant runs, and the accuracy of
    the best genome."""
    runs = runs_of(sample)
    said = []
    for column, label in LINES.items():
        first, last = (interval([_percent(column, run[i]) for run in runs]) for i in (0, -1))
        said.append(f"{label} {first} in the first generation and {last} in the last")
    n_varied = sum(run[-1]["f_p"] < ALPHA for run in runs)
    n_moved = sum(is_significant(run[-1]) for run in runs)
    n_better = sum(is_significant(run[-1]) and run[-1]["t"] > 0 for run in runs)
    shares = [interval([100 * run[-1][name] for run in runs]) for name in ("train", "test")]
    return (
        f"{'; '.join(said)}. p < {ALPHA} against the first generation, in {len(runs)} runs: {n_varied} by the F-test, "
        f"{n_moved} by the T-test, {n_better} of them for a higher mean. The best of the last generation matches "
        f"{shares[0]} of the moves in training games, {shares[1]} in test games."
    )


ALPHA = 0.05


def is_significant(row: Row) -> bool:
    """True if the mean of a generation differs from that of the first: by the t-test for unequal variances if the
    F-test finds them unequal, as in section 3.4, otherwise by Student's."""
    return bool((row["t_unequal_p"] if row["f_p"] < ALPHA else row["t_p"]) < ALPHA)


def _figure(name: str, title: str, claim: str, agents: str, marks: Marks) -> Figure:
    return Figure(name, title, ("agents",), claim, partial(draw_runs, title, claim, agents, marks))


OPENER = _figure(
    "figure7",
    "The opener alone",
    '"Because the evolved weights are not used if a single agent is used, the fitness values did not change. The best '
    "chromosome of the last generation chose 1.14% of the training moves correctly and 1.55% of the testing moves "
    'correctly." (section 4.1.1)',
    "opener",
    {"best": (1.14, 1.14)},
)
EXTENSION = _figure(
    "figure8",
    "The extension agent alone",
    '"As the generations progressed, the mean fitness and the maximum fitness increased. Additionally, the minimum '
    "fitness had a net decrease of 0.0301. The F-test predicted that the first and the final generations had "
    "insignificantly different variances. The T-test was used to predict with a probability of 99.9642% that the "
    "improvement was real [...] The best chromosome of the last generation chose 5.2% of the training moves correctly "
    'and 3.8% of the testing moves correctly." (section 4.1.3)',
    "extension",
    {"best": (None, 5.2)},
)
RANDOM = _figure(
    "figure9",
    "Five random agents",
    '"Not surprisingly, the GA configured with five identical random legal move generating agents performed rather '
    'poorly. The results, shown in Figure 9, were nearly identical to those resulting from the single random agent." '
    "(section 4.2)",
    "five random",
    {},
)
ALL = _figure(
    "figure10",
    "All five agents together, in populations of 10 and of 100",
    '"Initially, the maximum fitness was 0.0881 and the mean fitness was 0.0537. By the final generation, the maximum '
    "fitness had risen to 0.14 and the mean fitness had risen to 0.0798. [...] Using the F-test, the difference in the "
    "variances was not significant. The T-test value of the final generation was -4.23, which implied a probability of "
    "0.000504 that these results were from chance [...] The best chromosome from the final generation determined 10.2% "
    'of the moves correct while it got 5.6% of the testing set correct." With 100: "similar". (section 4.2)',
    "printed",
    {"best": (8.81, 14.0), "mean": (5.37, 7.98)},
)
FIGURES = (OPENER, EXTENSION, RANDOM, ALL)
