"""Beyond the paper: positions other than its two (`problems.py`).

A problem is solved in a run if more than half of the individuals open with winning moves within the given steps. Each
run uses a different one of the sixteen variants of its problem. The paper's two positions are included.
"""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from semeai.evolve.steady import stretches
from semeai.go.points import vertex
from semeai.papers.drake.problems import FOLDER, read_problem, variants
from semeai.papers.drake.runs import PRINTED, THREADS, begin, repeat
from semeai.papers.drawing import name_axes, panels
from semeai.papers.paper import Bench, Experiment, Figure, Row, Scale, chosen, sweep
from semeai.papers.shares import draw_level, draw_shares, rows_where, share_of
from semeai.parallel.executors import Workers

PROBLEMS = sorted(path.stem for path in FOLDER.glob("*.txt"))
N_VARIANTS = 16
GOAL = 90  # percent of the runs


def solve(params: Mapping[str, Any], seed: int) -> Row:
    """Evolve until a majority has a winning move, or the steps are used up."""
    variant = next(islice(variants(read_problem(FOLDER / f"{params['problem']}.txt")), seed % N_VARIANTS, None))
    strategies = begin(params, seed, variant.board)
    shares: dict[str, float] = {}
    majority = 0.0
    with Workers(1) as workers:
        for _ in stretches(strategies, params["every"], params["steps"], workers):
            shares = {vertex(move).lower(): share for move, share in strategies.shares().items()}
            majority = sum(shares.get(winner, 0.0) for winner in variant.winners)
            if majority > 0.5:
                break
    return {"games": 1, "points": int(majority > 0.5), "steps": strategies.n_steps, "last": next(iter(shares), "")}


def try_problem(params: Mapping[str, Any], seed: int, bench: Bench) -> list[Row]:
    """Run a trial: one row per run, where `games` is 1, and `points` is 1 if it was solved."""
    return repeat(solve, params, seed, bench)


WHY = "proven by the exact solver, see problems.py"

UNSEEN = Experiment(
    name="unseen",
    title="problems that the paper has not seen: in how many runs a winning move takes over",
    numbers={name: number for name, number in PRINTED.items() if name != "komi"},
    scales={
        Scale.SMOKE: {
            "seeds": chosen(1, "two runs are in a trial"),
            "runs": chosen(2, "minimum for runs that differ"),
            "population": chosen(64, "a few seconds in all"),
            "threads": chosen(8, "fewer than half of the population"),
            "steps": chosen(1024, "a few seconds in all"),
            "every": chosen(512, "two looks"),
        },
        Scale.NIGHT: {
            "seeds": chosen(1, "20 runs are in a trial"),
            "runs": chosen(20, "as many as the paper's means have"),
            "population": chosen(1024, "the same for all problems; a move takes over in an eighth of the time"),
            "threads": THREADS,
            "steps": chosen(1 << 18, "an eighth of the paper's"),
            "every": chosen(2048, "128 looks"),
        },
        Scale.PAPER: {
            "seeds": chosen(5, "100 runs in all"),
            "runs": chosen(20, "as many as the paper's means have"),
            "population": chosen(8192, "the paper's, on its own positions"),
            "threads": THREADS,
            "steps": chosen(1 << 20, "half of the paper's"),
            "every": chosen(4096, "256 looks"),
        },
    },
    variants=sweep(problem=[chosen(name, WHY) for name in PROBLEMS]),
    columns=("games", "points", "steps", "last"),
    trial=try_problem,
)

TITLE = "Problems that the paper has not seen: in how many runs a winning move takes over"
CLAIM = (
    '"Experimental results demonstrate that coevolution without domain-specific knowledge can discover the correct '
    'move". (Abstract; of two positions)'
)


def draw_unseen(rows: Mapping[str, list[Row]]) -> Any:
    """The share of the runs that solve each problem."""
    table = rows["unseen"]
    names = list(dict.fromkeys(row["problem"] for row in table))
    shares = {name: share_of(rows_where(table, problem=name)) for name in names}
    failed = [f"{name} {shares[name]}" for name in names if shares[name].mean < GOAL]
    n_runs = shares[names[0]].n_games
    here = (
        f"{len(names) - len(failed)} of {len(names)} problems are solved in at least {GOAL}% of {n_runs} runs each"
        + (f"; not so: {', '.join(failed)}" if failed else "")
        + ". 95% intervals."
    )
    figure, (axes,) = panels(1, TITLE, [("the paper", CLAIM), ("here", here)])
    draw_shares(axes, list(shares.values()), is_line=False)
    axes.set_xticks(range(len(names)), [name.replace("_", "\n") for name in names], size=5)
    axes.set_ylim(-3, 105)
    draw_level(axes, GOAL, "the goal")
    name_axes(axes, "problem", "runs solved, %")
    return figure


FIGURE = Figure("unseen", TITLE, ("unseen",), CLAIM, draw_unseen)
