"""Rounds of games that are the same for all candidates: the same opponents, openings and random numbers.

The results of candidates that play the same games differ less by luck (common random numbers). Each opening is played
twice, once with each color. Openings and random numbers follow from a place in the seed tree. A round at another place
has other ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from semeai.evolve.evolver import Candidate, Candidates
from semeai.go.lineup import Lineup
from semeai.go.player import Player
from semeai.parallel.executors import Workers
from semeai.players import read_bred
from semeai.problems.exams import SINGLE_GAMES_A_TASK
from semeai.problems.games import GoProblem, Numbers
from semeai.rng import seeds, streams

Outcomes = npt.NDArray[np.float64]
"""the points by which the candidate is ahead in each game, and optionally its two descriptors"""
COLORS = 2
"""games from each opening, one with each color"""
# Places in the seed tree below that of a round. They must not change, or rows would.
_STREAMS, _OPENINGS = 8, 9


@dataclass(frozen=True, eq=False)
class Heat:
    """The request for a round of a league: candidates, and an opponent for each opening."""

    candidates: Candidates
    opponents: Sequence[str]
    """specifications of players"""
    rivals: Sequence[Candidate]
    """genomes of further opponents, numbered after the named ones"""
    plan: Sequence[int]
    """the opponent of each opening, by number"""
    is_described: bool = False
    """True if descriptors of the games are requested"""

    @property
    def n_games(self) -> int:
        return COLORS * len(self.plan) * len(self.candidates)


@dataclass(frozen=True, eq=False)
class Round(GoProblem):
    """A round of games. Game g starts from opening g // 2; the candidate is black in even games."""

    rivals: tuple[Candidate, ...] = ()
    """genomes of further opponents, numbered after the named ones"""
    plan: tuple[int, ...] = ()
    """the opponent of each opening, by number"""
    path: tuple[int, ...] = (0,)
    """the place in the seed tree"""
    is_described: bool = False
    """True if descriptors of the games are requested"""

    def __post_init__(self) -> None:
        """Skip the checks: the problem has been checked already, and a round may have only rivals as opponents."""

    def play(self, candidates: Candidates, whose: Numbers, numbers: Numbers) -> Outcomes:
        """Play game `numbers[i]` of candidate `whose[i]`, for each i, on one core. Raises EngineError, and ValueError
        if games have no descriptors."""
        rngs = streams(2 * COLORS * len(self.plan), *self.path, _STREAMS).reshape(-1, 2)[numbers]
        if self.is_described:
            return self._describe_games(candidates, whose, numbers, rngs)
        margins, _ = self._play(candidates, whose, numbers, rngs)
        return self._ahead(margins, numbers)[:, np.newaxis]

    def spread_games(self, candidates: Candidates, workers: Workers) -> Outcomes:
        """Play all games on all workers. Returns outcomes by candidate and game. The split does not change them."""
        n_each = COLORS * len(self.plan)
        n_games = len(candidates) * n_each
        wanted = workers.n_tasks(n_games) if self.is_compiled else -(-n_games // SINGLE_GAMES_A_TASK)
        n_tasks = min(wanted, n_games)
        bounds = [n_games * i // n_tasks for i in range(n_tasks + 1)]
        shares = [_Share.of(candidates, a, b, n_each) for a, b in pairwise(bounds)]
        outcomes = np.concatenate(list(workers.in_order(partial(_play_share, self), shares)))
        workers.measure(n_games)
        return outcomes.reshape(len(candidates), n_each, -1)

    # -- games ---------------------------------------------------------------------------------------------------------

    def _against(self, numbers: Numbers) -> Numbers:
        return np.array(self.plan)[numbers // COLORS]

    def _is_black(self, numbers: Numbers) -> npt.NDArray[np.bool_]:
        is_even: npt.NDArray[np.bool_] = numbers % COLORS == 0
        return is_even

    def _openings(self, numbers: Numbers) -> Numbers:
        return numbers // COLORS if self.random_moves else np.zeros_like(numbers)

    @property
    def _opening_seed(self) -> int:
        return int(seeds(1, *self.path, _OPENINGS)[0])

    @property
    def _lineups(self) -> list[Lineup | None]:
        bred = read_bred(self.player)
        return super()._lineups + [
            bred.lineup([genome], self.rules) if bred.is_compiled else None for genome in self.rivals
        ]

    def _seat(self, opponent: int) -> Player:
        n_named = len(self.opponents)
        if opponent < n_named:
            return super()._seat(opponent)
        return read_bred(self.player).from_genome(self.rivals[opponent - n_named], self.rules)


@dataclass(frozen=True, eq=False)
class _Share:
    """Games of some candidates, for one task."""

    candidates: Candidates
    whose: Numbers
    numbers: Numbers

    @classmethod
    def of(cls, candidates: Candidates, first: int, end: int, n_each: int) -> "_Share":
        """Games `first` to `end` of all games, `n_each` per candidate."""
        games = np.arange(first, end)
        a, b = first // n_each, -(-end // n_each)
        return cls(candidates[a:b], games // n_each - a, games % n_each)


def _play_share(games: Round, share: _Share) -> Outcomes:
    return games.play(share.candidates, share.whose, share.numbers)
