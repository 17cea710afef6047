"""The paper's two rules of thumb: no stone into an eye of the opponent, none where it has no liberty of its own.

The paper adds the rules to its program and finds better results against a person. Here a network that was trained
without them gets them afterwards ("added"), and another one is trained with them from the beginning ("trained"). All
networks then meet opponents that play some or all of their moves at random.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from semeai.arena.schedule import Colors
from semeai.drawing import INK
from semeai.evolve.evolver import Candidate
from semeai.papers.bootstrap import bootstrap, paired
from semeai.papers.claims import Finding, Tables, Verdict, verdict_of
from semeai.papers.curves import whole_seeds
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, printed, sweep
from semeai.papers.shares import rows_where
from semeai.papers.zela.networks import LITERAL, SMOKE, TOGETHER, rules
from semeai.papers.zela.training import population_of, train
from semeai.papers.zela.wally import COLORS, FULL, IMMIGRATION
from semeai.problems.exams import examine
from semeai.problems.games import GoProblem
from semeai.rng import seeds

RULES = {
    "neither": "",
    "eyes": ",avoid_eyes=true",
    "airless": ",avoid_airless=true",
    "both": ",avoid_eyes=true,avoid_airless=true",
}
"""the settings of the player for each set of rules"""
OPPONENTS = ("random", "wally:noise=0.1")
WAYS = ("untrained", "added", "trained")
_TEST = 3  # the place of the tests in the seed tree of a trial


def try_thumb(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """A row for each set of rules, way of getting them and opponent."""
    beginner, plain = _train(params, seed, bench)
    rows = []
    for name, settings in RULES.items():
        player = params["player"] + settings
        bench.watch(f"rules: {name}")
        own = plain if name == "neither" else _train({**params, "player": player}, seed, bench)[1]
        for way, genome in zip(WAYS, (beginner, plain, own), strict=True):
            for i, opponent in enumerate(OPPONENTS):
                colors = Colors.A_BLACK if params["color"] == "black" else Colors.A_WHITE
                problem = GoProblem(player, rules(params), (opponent,), 1, colors)
                games = seeds(params["test_games"], seed, _TEST, i)
                exam = examine(problem, genome, games, bench.workers)
                rows.append({"rules": name, "way": way, "opponent": opponent, "points": exam.share})
    return rows


def _train(params: Mapping[str, Any], seed: int, bench: Bench) -> tuple[Candidate, Candidate]:
    """The best network of the first generation, and of the last."""
    population = population_of(params, params["color"], seed)
    first = None
    for _ in islice(train(population, params, params["color"], seed, bench.workers), params["generations"]):
        first = population.champion if first is None else first
    assert first is not None
    return first, population.champion


EXPERIMENT = Experiment(
    name="thumb",
    title="The two rules of thumb, added after training or from the beginning",
    numbers=LITERAL | {"immigration": IMMIGRATION[1]},
    scales={
        Scale.SMOKE: SMOKE
        | {
            "test_games": chosen(10, "a few seconds in all"),
            "seeds": chosen(2, "minimum for a confidence interval"),
            "generations": chosen(4, "a few seconds in all"),
        },
        Scale.NIGHT: FULL
        | {
            "test_games": chosen(100, "of each network against each opponent"),
            "seeds": chosen(20, "as in `wally`; a few minutes in all"),
            "generations": chosen(100, "enough for some networks to beat wally"),
        },
        Scale.PAPER: FULL
        | {
            "test_games": chosen(100, "of each network against each opponent"),
            "seeds": chosen(20, "as in `wally`"),
            "generations": chosen(600, "as in `wally`"),
        },
    },
    variants=sweep(color=[printed(color, f"{TOGETHER}: both colors are trained") for color in COLORS]),
    columns=("rules", "way", "opponent", "points"),
    trial=try_thumb,
    is_serial=True,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Two rules of thumb: networks with and without them against opponents they have not met"
CLAIM = (
    '"These two new modifications improved the skill in the game of the players having better results against a human '
    'player" (section "Results of Co-evolving two Computer Go players")'
)


def shares(table: Sequence[Row], opponent: str, way: str, name: str) -> list[float]:
    """The shares of the points in percent, one for each run, in the order of colors and seeds."""
    found = rows_where(table, opponent=opponent, way=way, rules=name)
    return [100 * row["points"] for row in sorted(found, key=lambda row: (row["color"], row["seed"]))]


def judge_thumb(tables: Tables) -> Finding:
    """Judge that networks that get both rules after their training do better.

    In print they do so against people. No people play here, and these networks win few games with or without rules, so
    a loss contradicts nothing.
    """
    table = whole_seeds(tables["thumb"])
    found = {
        opponent: paired(shares(table, opponent, "added", "both"), shares(table, opponent, "added", "neither"))
        for opponent in OPPONENTS
    }
    said = ", ".join(f"{difference} against {opponent}" for opponent, difference in found.items())
    signs = [difference.sign for difference in found.values()]
    verdict = Verdict.PARTLY if sorted(signs) == [0, 1] else verdict_of(int(min(signs) == 1))
    return Finding(verdict, f"points in % that both rules add: {said}", len(shares(table, "random", "added", "both")))


def draw_thumb(rows: Mapping[str, list[Row]]) -> Any:
    """A panel for each opponent: the share of the points by set of rules and way of getting them."""
    table = whole_seeds(rows["thumb"])
    found = judge_thumb(rows)
    here = (
        f"{found.figure[0].upper()}{found.figure[1:]} (trained without them, paired by network, {found.n_seeds} "
        "networks). No people played. Means over networks with 95% bootstrap intervals."
    )
    figure, axes = panels(len(OPPONENTS), TITLE, [("the paper", CLAIM), ("here", here)])
    words = {"untrained": "generation 1", "added": "rules added after training", "trained": "trained with the rules"}
    for panel, opponent in zip(axes, OPPONENTS, strict=True):
        for series, way in enumerate(WAYS):
            for place, name in enumerate(RULES):
                mean = bootstrap(shares(table, opponent, way, name))
                style = SERIES[2 - series] | {"linestyle": "", "markersize": 5, "capsize": 2}
                ends = ([mean.mean - mean.low], [mean.high - mean.mean])
                label = words[way] if place == 0 else None
                panel.errorbar([place + 0.2 * (series - 1)], [mean.mean], ends, label=label, **style)
        panel.set_xticks(range(len(RULES)), RULES)
        panel.set_ylim(0, None)
        panel.axhline(0, color=INK, linewidth=0.7)
        name_axes(panel, f"rules; opponent {opponent}", "share of the points, %")
    axes[0].legend(frameon=False, fontsize=8)
    return figure


FIGURE = Figure("thumb", TITLE, ("thumb",), CLAIM, draw_thumb)
