"""The generality of bred players: champions without search against opponents that are new to them.

`shape-9x9` was bred against wally and its own ancestors, `sane-9x9` against a wally with random moves, `summation-9x9`
by imitating games. All games start with four random stones, with both colors. The games had no part in breeding.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from semeai.go.rules import Rules
from semeai.papers.drawing import name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Number, Row, Scale, chosen
from semeai.papers.shares import Share, draw_shares, rows_where, share_of
from semeai.players.champion import find_champion, read_champion
from semeai.problems.exams import examine
from semeai.problems.games import GoProblem
from semeai.rng import seeds

GNUGO = "gtp:gnugo --mode gtp --chinese-rules --level "
OPPONENTS = {
    "random": "random",
    "wally": "wally\n(met)",
    "wally:edge_last=true,throw_first=true": "wally,\nother\nreading",
    "champion:esp-9x9": "esp",
    "champion:summation-9x9": "summa-\ntion",
    "uct:playouts=50": "uct\n50",
    "uct:playouts=200": "uct\n200",
    "rave:policy=light,playouts=50": "light\nrave 50",
    f"{GNUGO}1": "GNU Go\n1",
    f"{GNUGO}10": "GNU Go\n10",
}
"""opponents with their labels in the picture; `shape-9x9` has met only wally"""
CHAMPIONS = ("shape-9x9", "sane-9x9", "summation-9x9")
SIZES = {7: "7x7", 13: "13x13"}
"""other boards, on which the same genome of `shape` plays"""


def try_strangers(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """One row: the games of a champion against an opponent."""
    champion = read_champion(find_champion(params["champion"]))
    rules = Rules.preset(params["rules"], size=params["size"], komi=params["komi"])
    opponent = params["opponent"] if params["programs"] or not params["opponent"].startswith("gtp:") else "wally"
    problem = GoProblem(champion.player, rules, (opponent,), 1, random_moves=params["openings"])
    n_games = params["slowest_games" if params["opponent"] == f"{GNUGO}10" else "games"]
    if not problem.is_compiled:
        n_games = min(n_games, params["slow_games"])
    exam = examine(problem, champion.genome, seeds(n_games, seed), bench.workers)
    return [{"games": n_games, "points": exam.share * n_games}]


def _variants() -> tuple[dict[str, Number], ...]:
    found = [
        {
            "champion": chosen(champion, "bred without search"),
            "opponent": chosen(opponent, "from first beginner to a program of the 1990s"),
            "size": chosen(9, "the board that it was bred on"),
        }
        for champion in CHAMPIONS
        for opponent in OPPONENTS
        if opponent != f"champion:{champion}"
    ]
    boards = [
        {
            "champion": chosen("shape-9x9", "the only one that plays on boards of every size"),
            "opponent": chosen(opponent, "met on 9x9"),
            "size": chosen(size, "a board that it has never seen"),
        }
        for size in SIZES
        for opponent in ("random", "wally")
    ]
    return (*found, *boards)


_ONE = chosen(1, "games differ by their openings; the champions do not change")
EXPERIMENT = Experiment(
    name="strangers",
    title="Champions without search against opponents that they have never met",
    numbers={
        "rules": chosen("chinese", "area scoring and superko, the usual rules for programs"),
        "komi": chosen(7.5, "no draws"),
        "openings": chosen(
            4, "random stones before each game: a player that knows only one opening has learned little"
        ),
    },
    scales={
        Scale.SMOKE: {
            "seeds": _ONE,
            "games": chosen(4, "a few seconds in all"),
            "slow_games": chosen(2, "a few seconds in all"),
            "slowest_games": chosen(2, "a few seconds in all"),
            "programs": chosen(0, "wally replaces other programs, which may not be installed"),
        },
        Scale.NIGHT: {
            "seeds": _ONE,
            "games": chosen(400, "an uncertainty of 5% at most"),
            "slow_games": chosen(100, "against searches and programs"),
            "slowest_games": chosen(20, "half a minute each"),
            "programs": chosen(1, "GNU Go must be installed"),
        },
        Scale.PAPER: {
            "seeds": _ONE,
            "games": chosen(2000, "an uncertainty of 2% at most"),
            "slow_games": chosen(1000, "against searches and programs"),
            "slowest_games": chosen(100, "half a minute each"),
            "programs": chosen(1, "GNU Go must be installed"),
        },
    },
    laptop={
        "games": chosen(100, "a quarter of those at night"),
        "slow_games": chosen(24, "a quarter of those at night"),
        "slowest_games": chosen(4, "a fifth of those at night"),
    },
    variants=_variants(),
    columns=("games", "points"),
    trial=try_strangers,
)

# -- the figure --------------------------------------------------------------------------------------------------------

TITLE = "Champions without search against opponents that they have never met"
CLAIM = "no paper: the question is our own"


def share_against(table: Sequence[Row], champion: str, opponent: str, size: int = 9) -> Share:
    return share_of(rows_where(table, champion=champion, opponent=opponent, size=size))


def draw_strangers(rows: Mapping[str, list[Row]]) -> Any:
    """A panel for each champion: its share of the points against each opponent, with intervals."""
    table = rows["strangers"]
    figure, axes = panels(len(CHAMPIONS), TITLE, [("the paper", CLAIM), ("here", _found(table))], columns=1)
    for series, (panel, champion) in enumerate(zip(axes, CHAMPIONS, strict=True)):
        met = [opponent for opponent in OPPONENTS if opponent != f"champion:{champion}"]
        shares = [share_against(table, champion, opponent) for opponent in met]
        draw_shares(panel, shares, series, champion, is_line=False)
        panel.set_xticks(range(len(met)), [OPPONENTS[opponent] for opponent in met], fontsize=6)
        panel.set_ylim(-3, 103)
        name_axes(panel, champion, "points, %")
    return figure


def _found(table: Sequence[Row]) -> str:
    """The numbers of `shape-9x9` in words."""
    said = [
        f"{OPPONENTS[opponent].replace(chr(10), ' ').replace('- ', '')} {share_against(table, 'shape-9x9', opponent)}"
        for opponent in OPPONENTS
    ]
    boards = [
        f"{opponent} on {SIZES[size]} {share_against(table, 'shape-9x9', opponent, size)}"
        for size in SIZES
        for opponent in ("random", "wally")
    ]
    return f"shape-9x9: {'; '.join([*said, *boards])}. 95% intervals (Wilson)."


FIGURE = Figure("strangers", TITLE, ("strangers",), CLAIM, draw_strangers)
