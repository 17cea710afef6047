"""GNU Go as the training opponent, which the paper leaves to future work.

A game against GNU Go takes a thousand times as long as one against wally. So populations are trained until they beat
wally, and from then on wally screens: in each generation only the best networks against wally meet GNU Go at level 1,
and their margin there decides. All others rank behind them, by their margin against wally.
"""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

import numpy as np

from semeai.drawing import INK
from semeai.papers.bootstrap import bootstrap, bounds
from semeai.papers.claims import Finding, Tables, Verdict
from semeai.papers.curves import draw_curve, draw_runs, runs_of, whole_seeds
from semeai.papers.drawing import name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed, sweep
from semeai.papers.zela.networks import LITERAL, SMOKE, TOGETHER, against
from semeai.papers.zela.training import population_of, train
from semeai.papers.zela.wally import FULL, IMMIGRATION
from semeai.rng import seeds

_MATCHES = 4  # the place of these games in the seed tree of a trial


def try_gnugo(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """A row for each generation against GNU Go.

    `best` and `mean` are the margins against it of networks that passed the screen, `wally` is the best margin against
    wally, and `trained` the number of training generations, -1 if they ended without a win.
    """
    color = params["color"]
    screen, strong = against(color, params), against(color, {**params, "opponent": params["strong"]})
    population = population_of(params, color, seed)
    trained = -1
    for row in train(population, params, color, seed, bench.workers):
        if row["best"] > 0:
            trained = row["generation"] + 1
        if row["best"] > 0 or row["generation"] + 1 == params["training"]:
            break
    rows = []
    for generation in range(params["generations"]):
        bench.watch(f"generation {generation + 1} of {params['generations']}")
        networks = population.ask()
        its_seeds = seeds(len(networks), seed, _MATCHES, generation)
        margins = screen.spread(networks, its_seeds, bench.workers)
        passed = np.argsort(-margins, kind="stable")[: params["screened"]]
        fitness = margins - 2 * params["size"] ** 2
        played = strong.spread([networks[i] for i in passed.tolist()], its_seeds[passed], bench.workers)
        fitness[passed] = played
        told = population.tell(fitness)
        rows.append(
            {
                "generation": generation,
                "best": float(played.max()),
                "mean": round(float(played.mean()), 2),
                "wally": float(margins.max()),
                "diversity": round(told["diversity"], 4),
                "trained": trained,
            }
        )
    return rows


EXPERIMENT = Experiment(
    name="gnugo",
    title="SANEi against GNU Go at level 1, screened by wally",
    numbers=LITERAL | {"color": chosen("black", "one color is enough for a beginning")},
    scales={
        Scale.SMOKE: SMOKE
        | {
            "strong": chosen("uct:playouts=5", "a player that needs no other program"),
            "training": chosen(3, "a few seconds in all"),
            "screened": chosen(2, "networks of a generation that meet the stronger opponent"),
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(4, "a few seconds in all"),
        },
        Scale.NIGHT: FULL
        | {
            "strong": chosen("gtp:gnugo --mode gtp --level 1", f'{TOGETHER}: "a stronger opponent as GnuGo or others"'),
            "training": chosen(600, "at most, until the best network beats wally"),
            "screened": chosen(5, "networks of a generation that meet GNU Go"),
            "seeds": chosen(5, "minimum for a verdict"),
            "generations": chosen(30, "against GNU Go: five games each"),
        },
        Scale.PAPER: FULL
        | {
            "strong": chosen("gtp:gnugo --mode gtp --level 1", f'{TOGETHER}: "a stronger opponent as GnuGo or others"'),
            "training": chosen(600, "at most, until the best network beats wally"),
            "screened": chosen(10, "networks of a generation that meet GNU Go"),
            "seeds": chosen(10, "an hour each"),
            "generations": chosen(300, "as in coevolution"),
        },
    },
    variants=sweep(immigration=[printed(IMMIGRATION[1].value, IMMIGRATION[1].source)]),
    columns=("generation", "best", "mean", "wally", "diversity", "trained"),
    trial=try_gnugo,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Networks that beat wally, trained on against GNU Go at level 1"
CLAIM = (
    '"For a future work the populations should be trained initially against a stronger opponent as GnuGo or others." '
    '(section "Results of Co-evolving two Computer Go players")'
)


def rises(table: Sequence[Row]) -> list[float]:
    """The rise of the best margin against GNU Go from the first generation to the last, run by run."""
    return [run[-1]["best"] - run[0]["best"] for run in runs_of(table)]


def judge_gnugo(tables: Tables) -> Finding:
    """Judge that training against GNU Go, after wally, makes networks better against it."""
    runs = runs_of(whole_seeds(tables["gnugo"]))
    ends, gained = bootstrap([run[-1]["best"] for run in runs]), bootstrap(rises(whole_seeds(tables["gnugo"])))
    said = f"the best are {ends} points ahead of GNU Go after {len(runs[0])} generations, a change of {gained}"
    is_told = len(runs) >= 5 and gained.sign
    verdict = {0: Verdict.UNTOLD, 1: Verdict.CONFIRMED, -1: Verdict.CONTRADICTED}[gained.sign if is_told else 0]
    return Finding(verdict, said, len(runs))


def draw_gnugo(rows: Mapping[str, list[Row]]) -> Any:
    """The best margin against GNU Go over the generations, beside the best margin against wally."""
    table = whole_seeds(rows["gnugo"])
    found = judge_gnugo(rows)
    here = f"{found.n_seeds} seeds: {found.figure}. Stones that are dead stay on the board and count as alive."
    figure, axes = panels(2, TITLE, [("the paper", CLAIM), ("here", here)])
    for panel, (column, words) in zip(axes, {"best": "GNU Go 1", "wally": "wally"}.items(), strict=True):
        measure = itemgetter(column)
        draw_runs(panel, table, measure, 0)
        draw_curve(panel, table, measure, 0, "mean", band=bounds)
        panel.axhline(0, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
        name_axes(panel, "generation against GNU Go", f"best margin against {words}, points")
    return figure


FIGURE = Figure("gnugo", TITLE, ("gnugo",), CLAIM, draw_gnugo)
