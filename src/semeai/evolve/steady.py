"""`strategies`: two populations of partial strategies coevolve from one position until the right move has taken over.

The steady-state method of `strategies.py` for runs: an advance is a stretch of steps, on one island or several
(`islands.py`). Its row names the most common opening move and the most common answer.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from semeai.evolve.evolver import Candidate, Row, State
from semeai.evolve.islands import Islands
from semeai.evolve.method import Method, Rating
from semeai.evolve.strategies import FIRST, SECOND, Strategies, StrategiesParams
from semeai.evolve.strategy_text import Plan, plan_text, read_plan
from semeai.evolve.trees_kernel import NULL
from semeai.go.board import Board
from semeai.go.points import COLOR_NAMES, opponent, vertex
from semeai.parallel.executors import Workers
from semeai.parallel.team import Team

EVERY = 32768
"""steps between two rows"""
DEPTH = 2
"""levels of a strategy that are reported; deeper ones decide few games"""

Populations = Strategies | Islands


@dataclass(frozen=True)
class Stretch:
    """The position that games begin from, and the number of steps between two rows."""

    board: Board
    every: int = EVERY


class SteadyStrategies(Method):
    """The method: two populations of strategies that advance by stretches of steps."""

    problem_kind = "position"

    def __init__(self, params: StrategiesParams, stretch: Stretch, seed: int) -> None:
        self.params = params
        self.stretch = stretch
        self.populations = begin_strategies(params, stretch.board, seed)

    @classmethod
    def begin(cls, params: StrategiesParams, genes: Any, seed: int, starts: Mapping[str, State]) -> "SteadyStrategies":
        """Start with new populations. Raises ValueError if the problem is not a position."""
        if not isinstance(genes, Stretch) or starts:
            raise ValueError("strategies need a position as their problem and start with new populations")
        return cls(params, genes, seed)

    def advance(self, rating: Rating) -> Row:
        n_steps = (rating.generation + 1) * self.stretch.every
        make_steps(self.populations, n_steps - self.populations.n_steps, rating.workers)
        return describe(self.populations)

    @property
    def champions(self) -> Mapping[str, Candidate]:
        return {}

    @property
    def is_local(self) -> bool:
        return bool(self.params.islands == 1)

    def record(self) -> dict[str, Any]:
        record = super().record()
        if self.params.islands == 1:  # as in the records of runs from before there were islands
            del record["islands"], record["exchange"]
        return record

    def findings(self) -> dict[str, Any]:
        shares = {vertex(move): share for move, share in self.populations.shares().items()}
        to_play = self.stretch.board.to_play
        sides = {COLOR_NAMES[to_play]: FIRST, COLOR_NAMES[opponent(to_play)]: SECOND}
        common = {color: most_common(self.populations, side) for color, side in sides.items()}
        return {
            "steps": self.populations.n_steps,
            "plurality": next(iter(shares), "pass"),
            "shares": shares,
            "strategies": {color: {"text": text, "share": share} for color, (_, text, share) in common.items()},
        }

    def state(self) -> State:
        return self.populations.state()

    def restore(self, state: State) -> None:
        self.populations.restore(state)


def begin_strategies(params: StrategiesParams, board: Board, seed: int) -> Populations:
    """New populations, on islands if there are several."""
    return Strategies(params, board, seed) if params.islands == 1 else Islands(params, board, seed)


def make_steps(populations: Populations, n_steps: int, workers: Workers) -> None:
    """Make `n_steps` steps or a few more. Islands are distributed over the workers. The rounds of a single island are
    too short for that, so it uses a team of threads, one per worker."""
    if isinstance(populations, Islands):
        populations.run(n_steps, workers)
    else:
        with Team(workers.n_here) as team:
            populations.run(n_steps, team)


def stretches(populations: Populations, every: int, n_steps: int, workers: Workers) -> Iterator[int]:
    """Evolve by stretches of `every` steps until `n_steps` have been made. Yields the number of steps after each."""
    number = 0
    while populations.n_steps < n_steps:
        number += 1
        make_steps(populations, every * number - populations.n_steps, workers)
        yield populations.n_steps


def describe(populations: Populations) -> Row:
    """The row of the current populations."""
    openings = populations.suggestions(FIRST)
    shares = populations.shares()
    move = next(iter(shares), None)
    row: Row = {
        "steps": populations.n_steps,
        "plurality": "" if move is None else vertex(move),
        "support": 0.0 if move is None else shares[move],
        "openings": 1 / max(sum(share**2 for share in shares.values()), 1e-9),
        "silent": float((openings == NULL).mean()),
        "reply": "",
        "reply_support": 0.0,
        "nodes": float(populations.trees(FIRST)["n"].mean()),
        "reply_nodes": float(populations.trees(SECOND)["n"].mean()),
    }
    if move is not None:
        replies = Counter(populations.suggestions(SECOND, [move]).tolist())
        replies.pop(NULL, None)
        if replies:
            reply, n = min(replies.items(), key=lambda item: (-item[1], item[0]))
            row |= {"reply": vertex(reply), "reply_support": n / len(openings)}
    return row


def plan_of(populations: Populations, tree: Any, side: int) -> Plan:
    """The plan of a strategy of these populations."""
    return read_plan(tree, side, populations.params.default, populations.params.library)


def most_common(populations: Populations, side: int) -> tuple[Any, str, float]:
    """The tree of the most common strategy of a side, its text, and the share of individuals that have it."""
    trees = populations.trees(side)
    texts = [plan_text(plan_of(populations, tree, side), vertex, DEPTH) for tree in trees]
    text, n = Counter(texts).most_common(1)[0]
    return np.array(trees[texts.index(text)]), text, n / len(texts)
