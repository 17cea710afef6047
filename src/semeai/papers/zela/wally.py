"""SANE and SANEi against wally, as black and as white: figures 4 and 5, as literally as the text allows.

Wally plays without random moves, so a network has a single game with its color, and the margin of that game is its
fitness. The best network is kept, so the best fitness never falls. A seed has the same initial population for all
variants: they are compared seed by seed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from semeai.lab.breed import breed
from semeai.lab.order import Order
from semeai.papers.paper import Bench, Experiment, Row, Scale, chosen, printed, sweep
from semeai.papers.zela.networks import ALONE, NETWORKS, SIZES, SMOKE, TOGETHER, against_wally, method
from semeai.problems.games import LONG, GoProblem

COLORS = ("black", "white")


@dataclass(frozen=True)
class SameGame(GoProblem):
    """Games that are all the same for a network. Exams begin from random openings, as nothing else would be new."""

    def exam(self, champion: str) -> GoProblem:
        return self.from_random_openings()

    def long_exam(self, exam_games: int) -> int:
        return LONG * exam_games

    def settings(self) -> dict[str, Any]:
        return super().settings() | {"exam": "random openings"}


def order_of(params: Mapping[str, Any], seed: int) -> Order:
    """The run of one variant with one seed."""
    spec = method("sanei" if params["immigration"] else "sane", params)
    games = against_wally(params["color"], params)
    problem = SameGame(games.player, games.rules, games.opponents, games.n_games, games.colors)
    return Order(spec, problem, seed, params["generations"], exam_games=params["exam_games"])


def try_wally(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Rows for the first generation and every few after it."""
    rows = breed(order_of(params, seed), bench.folder / "training", bench.workers).rows
    return thin_out(rows[: params["generations"]], params["every"])


def thin_out(rows: Sequence[Row], every: int) -> list[Row]:
    """Sum up a run: the first generation, then one row for `every` generations.

    `first` is the generation whose best network was the first to beat wally, -1 until there is one; `openings` the
    mean share of exam games since the row before.
    """
    found: list[Row] = []
    begin = 0
    for end in [1, *range(every, len(rows) + 1, every)]:
        now, since = rows[end - 1], rows[begin:end]
        found.append(
            {
                "generation": now["generation"],
                "best": now["best"],
                "mean": round(now["mean"], 2),
                "diversity": round(now["diversity"], 4),
                "first": next((row["generation"] for row in rows[:end] if row["best"] > 0), -1),
                "openings": round(fmean(row["share"] for row in since), 4),
            }
        )
        begin = end
    return found


# -- the experiment as data --------------------------------------------------------------------------------------------

COLUMNS = ("generation", "best", "mean", "diversity", "first", "openings")
_WORST = 'section "SANE": "the members of the population with worse fitness are mutated"'
_ONE_GAME = printed(1, 'section "Competitive co-evolution": players are "deterministic", so all games are the same')
LITERAL = {name: number for name, number in NETWORKS.items() if name not in ("immigration", "spared")} | {
    "opponent": printed("wally", f'{ALONE}: "a computer Go program called Wally", without noise'),
    "mutants": printed(0.03, f'{ALONE}: "mutation rate 3%"; {_WORST}'),
    "mutation": chosen(
        0.03, "share of the labels and weights of a mutant that change; a new one would be an immigrant"
    ),
}
_LAPTOP = SIZES | {
    "games": _ONE_GAME,
    "exam_games": chosen(10, "of the best of each generation, from as many random openings"),
    "blueprints": chosen(30, "as in its coevolution; not printed here"),
    "spared": NETWORKS["spared"],
    "seeds": chosen(20, "as many initial populations, each the same for all variants"),
    "every": chosen(5, "generations to a row of the table"),
}
WALLY = Experiment(
    name="wally",
    title="SANE and SANEi against wally, as black and as white",
    numbers=LITERAL,
    scales={
        Scale.SMOKE: SMOKE
        | {
            "spared": chosen(0.125, "1 of 8 networks"),
            "games": _ONE_GAME,
            "exam_games": chosen(4, "some seconds in all"),
            "seeds": chosen(2, "the fewest that have an interval"),
            "every": chosen(2, "generations to a row of the table"),
            "generations": chosen(8, "the fewest with two in a quarter"),
        },
        Scale.LAPTOP: _LAPTOP
        | {"generations": chosen(30, "four minutes in all; too few for the claims about generations 400 and 510")},
        Scale.PAPER: _LAPTOP | {"generations": chosen(600, "beyond the 510 after which SANE stops in print")},
    },
    variants=sweep(
        immigration=[
            printed(0, f'{ALONE}, figure 4: "immigration rate 0%", which is SANE'),
            printed(0.03, f'{ALONE}, figure 5: "immigration rate of 3%"'),
            printed(0.2, f'{TOGETHER}: "replacing the worse 200 neurons" of 1000'),
        ],
        color=[printed(color, f"{ALONE}, figures 4 and 5") for color in COLORS],
    ),
    columns=COLUMNS,
    trial=try_wally,
)
