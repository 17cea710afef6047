"""The runs of this paper's experiments: two populations evolve from a position, and are measured at intervals."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from semeai.evolve.steady import Populations, begin_strategies, stretches
from semeai.evolve.strategies import StrategiesParams
from semeai.go.board import Board
from semeai.go.points import vertex
from semeai.go.rules import Rules
from semeai.papers.drake.problems import FOLDER
from semeai.papers.paper import Bench, Row, chosen, printed
from semeai.parallel.executors import Workers
from semeai.positions import read_position

# DEVIATION(drake): games check simple ko only, not repetitions of earlier positions. They are cut after three moves per
# point, and then empty regions of more than one point are neutral.
# DEVIATION(drake): threads are logical; in the paper's program the system schedules them. In figures 8 and 9 they take
# turns, and a child replaces the loser at once. Elsewhere there are rounds, in which each thread makes a step with its
# own individuals, and the children join the populations at the end of the round.

# Chosen, where the paper is silent: the first champions are random individuals; a strategy goes on where its suggestion
# was illegal and a random move was made instead; a child replaces the loser after its parents were drawn, so that the
# loser may be one of them.
PRINTED = {
    "komi": printed(7.5, "section 4"),
    "height": printed(4, "section 4"),
    "crossover": printed(0.9, "section 4"),
    "mutation": printed(0.1, "section 4"),
    "inner": printed(0.9, 'section 4, "from among internal nodes"'),
    "renewal": printed(8192, "section 4"),
}
LITERAL = PRINTED | {
    "sequential": chosen(
        True, "step 4 of section 3 replaces the loser at once, so threads differ only in their champions"
    )
}
POPULATION = printed(8192, "section 5")
THREADS = printed(64, "section 5, and the best of section 6")
STEPS = printed(1 << 21, "section 6")
EVERY = chosen(32768, "64 points of a line")
LOOK = chosen(8192, "256 looks at the plurality")


def load_board(name: str, komi: float) -> Board:
    """A position of the paper, with black to play."""
    return read_position(FOLDER / f"{name}.txt").game(Rules.preset("drake", komi=komi)).board


def begin(params: Mapping[str, Any], seed: int, board: Board | None = None) -> Populations:
    """New populations."""
    board = board or load_board(params["position"], params["komi"])
    return begin_strategies(read_params(params), board, seed)


def read_params(params: Mapping[str, Any]) -> StrategiesParams:
    """The parameters of evolution among those of an experiment."""
    names = set(StrategiesParams.__dataclass_fields__) & set(params)
    return StrategiesParams(**{name: params[name] for name in names})


def follow(params: Mapping[str, Any], seed: int, bench: Bench, measure: Callable[[Populations], Row]) -> list[Row]:
    """One run on all cores: a row for every `every` steps."""
    populations = begin(params, seed)
    rows = []
    for n_steps in stretches(populations, params["every"], params["steps"], bench.workers):
        rows.append({"step": n_steps} | measure(populations))
        bench.watch(f"{n_steps:,} of {params['steps']:,} steps")
    return rows


def repeat(
    task: Callable[[Mapping[str, Any], int], Row], params: Mapping[str, Any], seed: int, bench: Bench
) -> list[Row]:
    """Independent runs, one per core: a row each."""
    n = params["runs"]
    rows = []
    for row in bench.workers.in_order(partial(task, params), range(n * (seed - 1) + 1, n * seed + 1)):
        rows.append(row)
        bench.watch(f"{len(rows)} of {n} runs")
    return rows


def permanent(plurality: Sequence[str], right: Sequence[str], every: int) -> int | None:
    """The number of steps after which one of the right moves keeps the plurality; None if it does not.

    `plurality` is the most common opening after each `every` steps.
    """
    n = len(plurality)
    while n > 0 and plurality[n - 1] in right:
        n -= 1
    return None if n == len(plurality) else (n + 1) * every


def plurality(strategies: Populations) -> str:
    """The most common opening, in lower case."""
    return next((vertex(move).lower() for move in strategies.shares()), "")


def observe(params: Mapping[str, Any], seed: int) -> tuple[Populations, list[str]]:
    """Run evolution to the end on one core. Returns the populations, and the plurality after each `every` steps."""
    populations = begin(params, seed)
    with Workers(1) as workers:
        steps = stretches(populations, params["every"], params["steps"], workers)
        return populations, [plurality(populations) for _ in steps]


def discovery(params: Mapping[str, Any], seed: int, seen: Sequence[str], right: Sequence[str]) -> Row:
    """The step of the permanent discovery of a right move, the measure of sections 6 and 7. A run without one counts
    with all its steps."""
    found = permanent(seen, right, params["every"])
    return {"run": seed, "is_found": int(found is not None), "discovery": found or params["steps"]}


def find_e2(params: Mapping[str, Any], seed: int) -> tuple[Populations, Row]:
    """Run evolution from the flower six position, and find the discovery of e2."""
    strategies, seen = observe(params, seed)
    return strategies, discovery(params, seed, seen, ["e2"])


def discover(params: Mapping[str, Any], seed: int) -> Row:
    """The row of a run that measures only the discovery."""
    return find_e2(params, seed)[1]
