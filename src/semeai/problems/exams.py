"""Exams: fresh games, which had no part in selecting the candidate.

Fitness is biased upwards, because selection prefers candidates that were lucky in their games. The share of points in
an exam is not.
"""

from dataclasses import dataclass
from functools import partial

from semeai.arena.ratings import share_interval
from semeai.evolve.evolver import Candidate, Seeds
from semeai.parallel.executors import Workers
from semeai.problems.games import GoProblem

GAMES_A_TASK = 50
SINGLE_GAMES_A_TASK = 5
"""games per task if games are played one by one, so that a task ends within the patience for a worker"""


@dataclass(frozen=True)
class Exam:
    """The result of fresh games."""

    n_games: int
    share: float
    """share of the points"""
    low: float
    high: float
    """upper end of the 95% interval"""

    @property
    def text(self) -> str:
        """The share with its interval."""
        return f"{self.share:.1%} [{self.low:.1%}, {self.high:.1%}]"

    def __str__(self) -> str:
        return f"{self.text} of the points in {self.n_games:,} fresh games"


def examine(problem: GoProblem, candidate: Candidate, seeds: Seeds, workers: Workers) -> Exam:
    """Let a candidate play a game for each seed, on all workers. Raises WorkerLost and EngineError."""
    n_games = len(seeds)
    step = max(GAMES_A_TASK, workers.least_games) if problem.is_compiled else SINGLE_GAMES_A_TASK
    tasks = [(seeds[i : i + step], i) for i in range(0, n_games, step)]
    points = sum(workers.in_order(partial(_points, problem, candidate), tasks))
    workers.measure(n_games)
    return Exam(n_games, points / n_games, *share_interval(points, n_games))


def _points(problem: GoProblem, candidate: Candidate, task: tuple[Seeds, int]) -> float:
    return float(problem.points(candidate, *task).sum())
