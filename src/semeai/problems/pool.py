"""The opponents of a league: named players and a hall of fame, with the candidates' scores against each.

An opponent teaches most when candidates win about half of their games against it: then the games separate good
candidates from bad ones. An opponent that always wins or always loses does not (Vinyals et al. 2019 also weigh
opponents by p (1 - p)).
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
"""minimum weight of an opponent, so that its score stays up to date"""

Numbers = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]


@dataclass
class Pool:
    """Opponents by number: the named ones, then the hall of fame, its oldest member first."""

    names: tuple[str, ...]
    """specifications of players"""
    most: int = 0
    """maximum number of members of the hall of fame"""
    hall: list[Candidate] = field(default_factory=list)
    scores: Scores = field(init=False)
    """by opponent: the mean points of candidates against it, with more weight on late generations"""

    def __post_init__(self) -> None:
        self.scores = np.full(len(self.names) + len(self.hall), UNKNOWN)

    @property
    def weights(self) -> Scores:
        """The weight of each opponent: 1 if candidates win half of their games."""
        return np.maximum(4 * self.scores * (1 - self.scores), LEAST)

    def numbers(self, names: Iterable[str], with_hall: bool) -> Numbers:
        """The numbers of named opponents, and of the hall of fame."""
        hall = range(len(self.names), len(self.scores)) if with_hall else ()
        return np.array([*map(self.names.index, names), *hall])

    def learn(self, opponents: Numbers, points: npt.NDArray[np.float64]) -> None:
        """Update the scores with the games of a generation, given by opponent and the candidate's points."""
        for opponent in np.unique(opponents).tolist():
            mean = points[opponents == opponent].mean()
            self.scores[opponent] += RATE * (mean - self.scores[opponent])

    def enter(self, champion: Candidate) -> None:
        """Add a champion to the hall of fame, unless it is already there. If the hall is full, the member with the
        lowest weight leaves, or the oldest of several."""
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
    """An opponent for each of `n` openings, in random order. Each opponent gets a share by weight, rounded up or down
    at random (systematic sampling)."""
    ends = np.cumsum(weights) * (n / weights.sum())
    places = np.searchsorted(ends, np.arange(n) + rng.random(), side="right")
    plan: Numbers = rng.permutation(opponents[np.minimum(places, len(opponents) - 1)])
    return plan
