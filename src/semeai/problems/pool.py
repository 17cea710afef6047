"""The opponents of a league: named players and a hall of fame, with what candidates have scored against each.

An opponent teaches most when candidates win about half of their games against it: then the games tell them apart. One
that always wins or always loses says the same of all (Vinyals et al. 2019 weigh opponents by p (1 - p) likewise).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from semeai.evolve.evolver import Candidate

UNKNOWN = 0.5
"""the score against an opponent that has not been met"""
RATE = 0.5
"""the weight of the last generation in a score"""
LEAST = 0.1
"""the least weight of an opponent: one that is never met could not be found to teach again"""

Numbers = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]


@dataclass
class Pool:
    """Opponents by number: the named ones, then the hall of fame, its oldest member first."""

    names: tuple[str, ...]
    """specifications of players"""
    most: int = 0
    """members of the hall of fame"""
    hall: list[Candidate] = field(default_factory=list)
    scores: Scores = field(init=False)
    """by opponent: the mean points of candidates in games against it, those of late generations above all"""

    def __post_init__(self) -> None:
        self.scores = np.full(len(self.names) + len(self.hall), UNKNOWN)

    @property
    def weights(self) -> Scores:
        """How much each opponent teaches: 1 where half of the games are won."""
        return np.maximum(4 * self.scores * (1 - self.scores), LEAST)

    def numbers(self, names: Iterable[str], with_hall: bool) -> Numbers:
        """The numbers of named opponents, and of the hall of fame."""
        hall = range(len(self.names), len(self.scores)) if with_hall else ()
        return np.array([*map(self.names.index, names), *hall])

    def learn(self, opponents: Numbers, points: npt.NDArray[np.float64]) -> None:
        """Take the results of a generation: of each game the opponent, and the candidate's points."""
        for opponent in np.unique(opponents).tolist():
            mean = points[opponents == opponent].mean()
            self.scores[opponent] += RATE * (mean - self.scores[opponent])

    def enter(self, champion: Candidate) -> None:
        """Let a champion into the hall of fame, unless it is there. Where that is full, the member that teaches least
        leaves, the oldest one of several."""
        if not self.most or any(np.array_equal(champion, member) for member in self.hall):
            return
        n_names = len(self.names)
        if len(self.hall) == self.most:
            least = int(self.weights[n_names:].argmin())
            del self.hall[least]
            self.scores = np.delete(self.scores, n_names + least)
        self.hall.append(champion.copy())
        self.scores = np.append(self.scores, UNKNOWN)


def draw_plan(opponents: Numbers, weights: Scores, n: int, rng: np.random.Generator) -> Numbers:
    """An opponent for each of `n` openings, in random order. Each has its share of them by weight, rounded up or down:
    chance decides which (systematic sampling)."""
    ends = np.cumsum(weights) * (n / weights.sum())
    places = np.searchsorted(ends, np.arange(n) + rng.random(), side="right")
    plan: Numbers = rng.permutation(opponents[np.minimum(places, len(opponents) - 1)])
    return plan
