"""Coevolved champions against opponents they have never met, from random moves to programs by other authors.

The paper expects coevolution to improve players that "can beat only to these existing players with which were trained"
(section "Competitive co-evolution"), and mentions games against people. Here the champions of both sides, from
untrained and from trained populations, and the best networks of the first generation meet strangers. A champion is the
winner of the round robin of the last generations; strangers have no part in that.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.arena.schedule import Colors
from semeai.drawing import INK
from semeai.evolve.coevolution import SIDES
from semeai.papers.bootstrap import Difference, bootstrap, paired, percent
from semeai.papers.claims import Finding, Tables, Verdict, verdict_of
from semeai.papers.curves import whole_seeds
from semeai.papers.drawing import SERIES, name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, few, printed, sweep
from semeai.papers.shares import rows_where
from semeai.papers.zela.coevolution import COEVOLUTION, STARTS
from semeai.papers.zela.coevolution_claims import FEWEST
from semeai.papers.zela.duel import hold_duel
from semeai.papers.zela.networks import TOGETHER, rules
from semeai.problems.exams import examine
from semeai.problems.games import GoProblem
from semeai.rng import seeds

STRANGERS = {
    "random": "random",
    "wally:noise=0.5": "wally\n50%",
    "wally:noise=0.2": "wally\n20%",
    "wally:noise=0.1": "wally\n10%",
    "wally": "wally",
    "uct:playouts=50": "uct\n50",
    "uct:playouts=200": "uct\n200",
    "gtp:gnugo --mode gtp --level 1": "GNU Go\n1",
    "gtp:gnugo --mode gtp --level 10": "GNU Go\n10",
}
"""the strangers, with their labels in the picture"""
SLOWEST = "gtp:gnugo --mode gtp --level 10"
WHO = {"beginner": "generation 1", "champion": "champion"}
_TEST = 1  # the place of these games in the seed tree of a trial, next to those of its runs


def try_strangers(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """A row for each side, each stranger, and champion and beginner. Beginners meet no slow strangers."""
    duel = hold_duel(params, seed, bench)
    rows = []
    for who, players in {"beginner": duel.beginners, "champion": duel.champions}.items():
        for side, genome in players.items():
            colors = Colors.A_BLACK if side == "black" else Colors.A_WHITE
            for i, stranger in enumerate(list(STRANGERS)[: params["strangers"]]):
                problem = GoProblem(params["player"], rules(params), (stranger,), 1, colors)
                if who == "beginner" and not problem.is_compiled:
                    continue
                bench.watch(f"{side} against {stranger}")
                n_games = games_against(stranger, problem.is_compiled, params)
                exam = examine(problem, genome, seeds(n_games, seed, _TEST, i), bench.workers)
                points = exam.share * n_games
                rows.append({"who": who, "side": side, "stranger": stranger, "games": n_games, "points": points})
    return rows


def games_against(stranger: str, is_compiled: bool, params: Mapping[str, Any]) -> int:
    """The games of one network against a stranger: the fewest against the slowest."""
    if is_compiled:
        return int(params["test_games"])
    return max(1, params["slow_games"] // 5) if stranger == SLOWEST else int(params["slow_games"])


# -- the experiment as data --------------------------------------------------------------------------------------------

_ALL = chosen(len(STRANGERS), "number of strangers, the weakest first")
_SLOW = chosen(20, "of each champion against programs and searches; a fifth as many against GNU Go at level 10")
_DUELS = dict(COEVOLUTION.scales[Scale.NIGHT])
EXPERIMENT = Experiment(
    name="strangers",
    title="Coevolved champions against opponents they have never met",
    numbers=dict(COEVOLUTION.numbers) | {"sanei": printed("black", f"{TOGETHER}, figures 6 and 7")},
    scales={
        Scale.SMOKE: dict(COEVOLUTION.scales[Scale.SMOKE])
        | {
            "strangers": chosen(6, "those that need no other program"),
            "test_games": chosen(10, "a few seconds in all"),
            "slow_games": chosen(2, "a few seconds in all"),
        },
        Scale.NIGHT: _DUELS
        | {
            "seeds": chosen(5, "100 games of five champions against each slow stranger"),
            "strangers": _ALL,
            "test_games": chosen(100, "of each network against compiled players"),
            "slow_games": _SLOW,
        },
        Scale.PAPER: _DUELS
        | {
            "seeds": chosen(20, "as many as in `coevolution`"),
            "strangers": _ALL,
            "test_games": chosen(100, "of each network against compiled players"),
            "slow_games": _SLOW,
        },
    },
    laptop={"seeds": few(1)},
    variants=sweep(start=[printed(start, TOGETHER) for start in STARTS]),
    columns=("who", "side", "stranger", "games", "points"),
    trial=try_strangers,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Coevolved champions against opponents they have never met"
CLAIM = (
    '"The players (networks of neurons) generated using SANEi was tested against human non professional players with '
    'better results." (section "Conclusion"); against whom else is not said'
)


def judge_strangers(tables: Tables) -> Finding:
    """Judge that champions of SANEi do better against a wally with random moves than networks of generation 1."""
    return _compare(whole_seeds(tables["strangers"]), "wally:noise=0.1", SIDES[:1])


def judge_champions(tables: Tables) -> Finding:
    """Judge that champions do better against random moves than the best networks of generation 1."""
    return _compare(whole_seeds(tables["strangers"]), "random", SIDES)


def _compare(table: Sequence[Row], stranger: str, sides: Sequence[str]) -> Finding:
    """Compare champions with the beginners of the same duels."""
    its = [row for row in rows_where(table, stranger=stranger) if row["side"] in sides]
    shares = {
        who: [100 * row["points"] / row["games"] for row in rows_where(its, who=who)]  # in the same order
        for who in WHO
    }
    difference = paired(shares["champion"], shares["beginner"])
    said = ", ".join(f"{words} {percent(shares[who])}" for who, words in WHO.items())
    words = f"of the points against {stranger}: {said}, difference {difference}, {len(shares['champion'])} networks"
    verdict = verdict_of(difference.sign) if n_seeds(table) >= FEWEST else Verdict.UNTOLD
    return Finding(verdict, words, n_seeds(table))


def n_seeds(table: Sequence[Row]) -> int:
    return len({row["seed"] for row in table})


def draw_strangers(rows: Mapping[str, list[Row]]) -> Any:
    """A panel for each side: the share of the points against each stranger."""
    table = whole_seeds(rows["strangers"])
    met = [stranger for stranger in STRANGERS if any(row["stranger"] == stranger for row in table)]
    found = judge_champions(rows)
    here = (
        f"{found.figure[0].upper()}{found.figure[1:]}. {found.n_seeds} seeds. Intervals in the picture are over "
        "networks, not games, because a network repeats its games. Dead stones stay on the board and count as alive, "
        "which helps against programs that pass early."
    )
    figure, axes = panels(len(SIDES), TITLE, [("the paper", CLAIM), ("here", here)])
    for panel, side in zip(axes, SIDES, strict=True):
        for series, start in enumerate(STARTS):
            its = rows_where(table, who="champion", side=side, start=start)
            _draw(panel, its, met, series, f"champions, {start} at first", 0.15 * series)
        _draw(panel, rows_where(table, who="beginner", side=side), met, 2, "best of generation 1", -0.15)
        panel.set_xticks(range(len(met)), [STRANGERS[stranger] for stranger in met], fontsize=7)
        panel.set_ylim(0, 103)
        panel.axhline(50, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
        panel.legend(frameon=False, fontsize=8, loc="upper right")
        method = "SANEi" if side == "black" else "SANE"
        name_axes(panel, f"opponent of the networks of {side} ({method})", "share of the points, %")
    return figure


def _draw(panel: Any, table: Sequence[Row], met: Sequence[str], series: int, label: str, shift: float) -> None:
    shares: dict[int, Difference] = {}
    for place, stranger in enumerate(met):
        if its := rows_where(table, stranger=stranger):
            shares[place] = bootstrap([100 * row["points"] / row["games"] for row in its])
    means = [share.mean for share in shares.values()]
    below = [share.mean - share.low for share in shares.values()]
    above = [share.high - share.mean for share in shares.values()]
    style = SERIES[series] | {"linestyle": "", "markersize": 4, "capsize": 2}
    panel.errorbar([place + shift for place in shares], means, (below, above), label=label, **style)


FIGURE = Figure("strangers", TITLE, ("strangers",), CLAIM, draw_strangers)
