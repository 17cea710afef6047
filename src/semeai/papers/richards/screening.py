"""A weak opponent that screens networks for a strong one, as section 9.3 suggests.

All networks of a generation play a few games against a weak opponent, and only the best of them play the strong one.
This does not save generations; the question is how many games against the strong opponent, which may be slow, it saves.
On 5x5 the strong one is wally with 10% random moves, and the weak one wally with 50%.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.evolve.evolver import Candidates, Seeds
from semeai.papers.bootstrap import bootstrap, paired
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, few, printed
from semeai.papers.richards.generations import NOISE
from semeai.papers.richards.networks import AUTHORS, NETWORKS, against, board, without
from semeai.papers.richards.training import train
from semeai.papers.shares import rows_where
from semeai.parallel.executors import Workers
from semeai.problems.games import GoProblem
from semeai.problems.problem import Work


@dataclass(frozen=True)
class ScreenedGames(GoProblem):
    """Games against the opponents, only for the best candidates against a weak one."""

    weak: str = "random"
    weak_games: int = 1
    """games of each candidate against the weak opponent"""
    kept: float = 1.0
    """share of the candidates that play the opponents"""

    def spread(
        self, candidates: Candidates, seeds: Seeds, workers: Workers, work: Work | None = None
    ) -> npt.NDArray[Any]:
        """Rate candidates. Those that fail the screening rank behind all others, in the order of their games against
        the weak one."""
        if work is not None:
            return super().spread(candidates, seeds, workers, work)
        screen = GoProblem(self.player, self.rules, (self.weak,), self.weak_games, self.colors)
        fitness = screen.spread(candidates, seeds, workers) - 2 * self.rules.size**2
        best = np.sort(np.argsort(-fitness, kind="stable")[: self.n_kept(len(candidates))])
        fitness[best] = super().spread([candidates[i] for i in best.tolist()], seeds[best], workers)
        return fitness

    def n_kept(self, n: int) -> int:
        """The number of candidates, of `n`, that play the opponents."""
        return max(1, round(self.kept * n))

    def settings(self) -> dict[str, Any]:
        return super().settings() | {"weak": self.weak, "weak_games": self.weak_games, "kept": self.kept}


def try_screening(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: generations, and thousands of games against each opponent, until 75%."""
    problem = against(f"wally:noise={params['noise']:g}", params)
    n_strong = n_all = params["blueprints"]
    if params["kept"] < 1:
        screen = {"weak": params["weak"], "weak_games": params["weak_games"], "kept": params["kept"]}
        problem = ScreenedGames(
            problem.player, problem.rules, problem.opponents, problem.n_games, problem.colors, **screen
        )
        n_strong = problem.n_kept(n_all)
    found = train(params, problem, seed, bench)
    n_weak = found.n_generations * n_all * params["weak_games"] if params["kept"] < 1 else 0
    return [
        {
            "generations": found.n_generations,
            "reached": int(found.is_reached),
            "strong_games": found.n_generations * n_strong * params["games"],
            "weak_games": n_weak,
        }
    ]


# -- the experiment as data --------------------------------------------------------------------------------------------

SCREENING = Experiment(
    name="screening",
    title="Games against wally on 5x5 until 75%, with and without a weak opponent that screens",
    numbers=without(NETWORKS, "mutation", "spared")
    | board(5)
    | AUTHORS
    | {
        "noise": NOISE,
        "weak": chosen("wally:noise=0.5", "weaker, and beaten by some networks of the first generation"),
        "weak_games": chosen(5, "half of those against the strong one"),
    },
    scales={
        Scale.SMOKE: {
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(15, "enough for some runs to reach 75%"),
        },
        Scale.NIGHT: {
            "seeds": chosen(5, "a few minutes in all on one core"),
            "generations": chosen(300, "limit of a run"),
        },
        Scale.PAPER: {
            "seeds": printed(100, 'section 7.1: "averages over 100 - 1,000 simulations"'),
            "generations": chosen(2000, "limit of a run"),
        },
    },
    laptop={"seeds": few(3)},
    variants=(
        {"kept": chosen(1.0, "all networks play the strong opponent")},
        {"kept": chosen(0.5, "half of them do")},
        {"kept": chosen(0.25, "a quarter of them do, more than the 15% that breed")},
    ),
    columns=("generations", "reached", "strong_games", "weak_games"),
    trial=try_screening,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Games until 75% on 5x5 when a weak opponent screens networks for a strong one"
CLAIM = (
    '"It should be possible to distinguish the weaker networks from the stronger networks by the use of a faster but '
    'weaker opponent. Only those networks that appear promising need be evaluated fully against the slower opponent." '
    "(section 9.3)"
)


def games_of(table: Sequence[Row], kept: float, column: str = "strong_games") -> list[float]:
    """Thousands of games of each run."""
    return [row[column] / 1000 for row in rows_where(table, kept=kept)]


def draw_screening(rows: Mapping[str, list[Row]]) -> Any:
    """Games against the strong opponent and in all, for each kept share."""
    table = rows["screening"]
    shares = list(dict.fromkeys(row["kept"] for row in table))
    figure, axes = panels(2, TITLE, [("the paper", CLAIM), ("here", _found(table))])
    samples = (
        [games_of(table, kept) for kept in shares],
        [[float(row["generations"]) for row in rows_where(table, kept=kept)] for kept in shares],
    )
    for panel, values, label in zip(
        axes, samples, ("thousands of games\nagainst the strong opponent", "generations"), strict=True
    ):
        for x, sample in enumerate(values):
            panel.plot([x] * len(sample), sample, "_", markersize=10, markeredgewidth=0.4, color=SERIES[2]["color"])
            mean = bootstrap(sample)
            style = SERIES[0] | {"linestyle": "", "markersize": 4.5, "capsize": 2}
            panel.errorbar([x], [mean.mean], ([mean.mean - mean.low], [mean.high - mean.mean]), **style)
        panel.set_xticks(range(len(shares)), [f"{kept:.0%}" for kept in shares])
        panel.set_ylim(bottom=0)
        name_axes(panel, "networks that play the strong opponent", label)
    return figure


def _found(table: Sequence[Row]) -> str:
    said = []
    for kept in dict.fromkeys(row["kept"] for row in table):
        mean, its = bootstrap(games_of(table, kept)), rows_where(table, kept=kept)
        change = "" if kept == 1 else f" ({paired(games_of(table, kept), games_of(table, 1.0))})"
        n = sum(row["reached"] for row in its)
        said.append(f"{kept:.0%}: {mean.mean:.0f} [{mean.low:.0f}, {mean.high:.0f}]{change}, {n} of {len(its)} runs")
    return f"Thousands of games against the strong opponent until 75%, by the share that plays it: {'; '.join(said)}."


FIGURE = Figure("screening", TITLE, ("screening",), CLAIM, draw_screening)
