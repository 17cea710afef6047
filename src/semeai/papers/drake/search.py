"""Coevolution compared with `uct`, the algorithm that the paper wants to rival, at equal numbers of games.

Each run uses a problem (`problems.py`, including the paper's two positions) in one of its sixteen variants. Both
methods choose a move after a given number of games: coevolution the plurality, `uct` the move with most visits. A step
of coevolution is 8 games, a playout of `uct` is one; both play the same light playouts.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from numpy.random import default_rng

from semeai.evolve.steady import make_steps
from semeai.go.points import vertex
from semeai.papers.drake.problems import FOLDER, read_problem, variants
from semeai.papers.drake.runs import PRINTED, begin, plurality
from semeai.papers.drake.unseen import N_VARIANTS, PROBLEMS, WHY
from semeai.papers.drawing import name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, few, sweep
from semeai.papers.shares import Share, draw_shares, rows_where, share_of
from semeai.players.search.uct import UctParams, UctPlayer

GAMES_A_STEP = 8
PAPERS_OWN = ("flower_six", "multiple_cut")
METHODS = ("coevolution", "uct")


def try_search(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """A row for each method and budget: `games` is 1, and `points` is 1 if its move wins."""
    variant = next(islice(variants(read_problem(FOLDER / f"{params['problem']}.txt")), seed % N_VARIANTS, None))
    budgets = [params["least"] * 4**k for k in range(params["budgets"])]
    moves = {}
    populations = begin(params, seed, variant.board)
    for budget in budgets:
        make_steps(populations, budget // GAMES_A_STEP - populations.n_steps, bench.workers)
        moves["coevolution", budget] = plurality(populations)
        player = UctPlayer(UctParams(playouts=budget, memory=64, resign=0.0))
        player.new_game(variant.board.rules, default_rng([seed, budget]))
        moves["uct", budget] = vertex(player.choose(variant.board.copy())).lower()
    return [
        {"method": method, "budget": budget, "games": 1, "points": int(moves[method, budget] in variant.winners)}
        for method in METHODS
        for budget in budgets
    ]


SEARCH = Experiment(
    name="search",
    title="coevolution beside uct at equal numbers of games: how often the move wins",
    numbers={name: number for name, number in PRINTED.items() if name not in ("komi", "renewal")}
    | {
        "population": chosen(128, "that of the player `strategy`: a move has a few thousand steps, not millions"),
        "threads": chosen(16, "those of the player `strategy`"),
        "renewal": chosen(64, "that of the player `strategy`"),
        "least": chosen(256, "games of the smallest budget, 32 steps; each next one has four times as many"),
    },
    scales={
        Scale.SMOKE: {
            "seeds": chosen(1, "a few seconds in all"),
            "budgets": chosen(2, "256 and 1,024 games"),
        },
        Scale.NIGHT: {
            "seeds": chosen(20, "440 runs a budget over all problems"),
            "budgets": chosen(5, "256 to 65,536 games"),
        },
        Scale.PAPER: {
            "seeds": chosen(20, "440 runs a budget over all problems"),
            "budgets": chosen(7, "256 to a million games"),
        },
    },
    laptop={"seeds": few(5)},
    variants=sweep(problem=[chosen(name, WHY) for name in PROBLEMS]),
    columns=("method", "budget", "games", "points"),
    trial=try_search,
    is_serial=True,
)

TITLE = "Coevolution and uct at equal numbers of games: how often the chosen move wins"
CLAIM = (
    '"we believe this approach may eventually have two advantages over UCT." (Section 1) "Coevolution is thus '
    'exploring both strong moves, exhibiting behavior similar to UCT." (Section 8)'
)


def shares_by_budget(table: Sequence[Row], method: str) -> dict[int, Share]:
    """The share of the runs in which a method's move wins, by budget."""
    budgets = sorted({row["budget"] for row in table})
    return {budget: share_of(rows_where(table, method=method, budget=budget)) for budget in budgets}


def draw_search(rows: Mapping[str, list[Row]]) -> Any:
    """A panel for all problems, and one for each position of the paper."""
    table = rows["search"]
    tables = {"all problems": table} | {name: rows_where(table, problem=name) for name in PAPERS_OWN}
    told = []
    for method in METHODS:
        shares = shares_by_budget(table, method)
        told.append(f"{method} " + ", ".join(f"{budget:,}: {share}" for budget, share in shares.items()))
    here = f"All {len({row['problem'] for row in table})} problems, by the number of games: {'; '.join(told)}."
    figure, axes = panels(len(tables), TITLE, [("the paper", CLAIM), ("here", here)])
    for panel, (name, part) in zip(axes, tables.items(), strict=True):
        for series, method in enumerate(METHODS):
            shares = shares_by_budget(part, method)
            draw_shares(panel, list(shares.values()), series, method)
            panel.set_xticks(range(len(shares)), [f"{budget:,}" for budget in shares], size=7)
        panel.set_ylim(-3, 103)
        name_axes(panel, f"games, {name.replace('_', ' ')}", "runs with a winning move, %")
    axes[0].legend(fontsize=7, frameon=False, loc="lower right")
    return figure


FIGURE = Figure("search", TITLE, ("search",), CLAIM, draw_search)
