"""Parts of `rave`'s knowledge, each rated by lessons in its own way: priors predict moves, playouts predict results.

Both ratings are problems, so that workers can share them. `expert` uses them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from semeai.evolve.evolver import Candidate, Candidates, Fitness, Seeds
from semeai.go.board_kernel import BOARD
from semeai.go.points import BLACK
from semeai.players import read_bred
from semeai.players.search.genome import FEATURES, PARTS, Values, centers, enter_genome, fixed_priors, values
from semeai.players.search.priors_kernel import N_FEATURES
from semeai.players.search.rave import RaveParams, settings_of_rave
from semeai.problems.beliefs_kernel import log_probability, win_rates
from semeai.problems.problem import Problem
from semeai.problems.teaching import RULES, Fixed, Study
from semeai.rng import streams

PENALTY = 2.0
"""penalty on the squares of changes of weights"""


@dataclass(frozen=True, eq=False)
class Prediction(Problem):
    """Priors, rated by the mean log-probability of the chosen moves in all lessons, less a penalty on the squares of
    their changes, so that rare patterns count little. Nothing is random."""

    spec: str
    """the player that genomes play as"""
    features: npt.NDArray[np.uint8]
    classes: npt.NDArray[np.uint16]
    base: npt.NDArray[np.float32]
    """the sum of the weights that are not bred"""
    starts: npt.NDArray[np.int64]
    """first row of each lesson, and the end"""
    chosen: npt.NDArray[np.int64]

    name: ClassVar[str] = "prediction"

    @classmethod
    def of(cls, spec: str, studies: Sequence[Study]) -> "Prediction":
        starts = np.cumsum([0, *(len(one.classes) for one in studies)])
        chosen = starts[:-1] + [one.chosen for one in studies]
        features, classes, base = (
            np.concatenate([getattr(one, name) for one in studies]) for name in ("features", "classes", "base")
        )
        return cls(spec, features, classes, base, starts, chosen)

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        return np.array([self._rate(genome) for genome in candidates])

    def _rate(self, genome: Candidate) -> float:
        initial = _initial(self.spec)
        known = values(genome, initial)[-PARTS["priors"] :]
        change = known - initial[-PARTS["priors"] :]
        weights = np.zeros(N_FEATURES)
        weights[list(FEATURES)] = known[: len(FEATURES)]
        patterns = np.append(known[len(FEATURES) :], 0.0)
        found = log_probability(self.features, self.classes, self.base, self.starts, self.chosen, weights, patterns)
        return float(found) - PENALTY / 2 * float(change @ change) / len(self.chosen)


@dataclass(frozen=True, eq=False)
class Balance(Problem):
    """Playouts, rated by minus the mean squared error of their win rates as predictions of the results of games.

    Good playouts need not play well, but their mistakes must balance: D. Silver, G. Tesauro, "Monte-Carlo simulation
    balancing", ICML 2009.
    """

    spec: str
    """the player that genomes play as"""
    boards: npt.NDArray[np.void]
    lasts: npt.NDArray[np.uint16]
    befores: npt.NDArray[np.uint16]
    results: npt.NDArray[np.float64]
    """1 if black won, else 0"""
    samples: int
    """playouts from each position"""

    name: ClassVar[str] = "balance"

    @classmethod
    def of(cls, spec: str, studies: Sequence[Study], samples: int) -> "Balance":
        lasts, befores = np.array([one.lesson.last_moves for one in studies], dtype=np.uint16).T.copy()
        is_black = np.array([one.to_play == BLACK for one in studies])
        own = np.array([one.lesson.result for one in studies])
        boards = np.concatenate([one.record for one in studies])
        return cls(spec, boards, lasts, befores, np.where(is_black, own, 1 - own), samples)

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        return np.array([self._rate(genome, int(seed)) for genome, seed in zip(candidates, seeds, strict=True)])

    def _rate(self, genome: Candidate, seed: int) -> float:
        params = _params(self.spec)
        settings = settings_of_rave(params)
        enter_genome(settings, genome, params.origin)
        settings["komi"] = RULES.komi
        settings["rng"]["state"] = streams(1, seed)["state"]
        rates = np.zeros(len(self.boards))
        work = np.zeros(1, dtype=BOARD)
        win_rates(settings, self.boards, self.lasts, self.befores, work, self.samples, rates)
        return -float(np.square(rates - self.results).mean())


def _params(spec: str) -> RaveParams:
    params = read_bred(spec)
    assert isinstance(params, RaveParams)
    return params


@lru_cache(maxsize=4)
def _initial(spec: str) -> Values:
    """The values of a genome of zeros."""
    params = _params(spec)
    return centers(settings_of_rave(params), params.origin)


@lru_cache(maxsize=4)
def fixed_beliefs(spec: str) -> Fixed:
    """The beliefs of a player that are not bred."""
    params = _params(spec)
    return fixed_priors(settings_of_rave(params), params.origin)
