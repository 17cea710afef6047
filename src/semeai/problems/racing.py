"""Racing: hopeless candidates play few games.

Candidates play in rounds. After each round only the best continue, by the mean of their games so far. Sequential
halving spends most games where they matter: on candidates that are close to the best.

    Z. Karnin, T. Koren, O. Somekh: Almost optimal exploration in multi-armed bandits. ICML 2013.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from semeai.evolve.evolver import Fitness

Alive = npt.NDArray[np.int64]
"""the indices of the candidates that are still in the race, in order"""
PlayRound = Callable[[Alive], npt.NDArray[np.float64]]
"""plays a round and returns the worth of each game, by candidate and game"""
GAP = 1e-6
"""minimum difference between the fitness of an eliminated candidate and of those that continued"""


def race(n: int, rounds: Sequence[PlayRound], keep: float) -> Fitness:
    """The fitness of `n` candidates after all rounds. The share `keep` of them continues after each round, at least
    one.

    The fitness is the mean of all games that a candidate has played. If an eliminated candidate is not worse than the
    worst one that continued, all candidates of its round are moved down together.
    """
    alive: Alive = np.arange(n)
    sums, n_played = np.zeros(n), np.zeros(n)
    out: list[Alive] = []
    for number, play in enumerate(rounds):
        if number:
            best_first = alive[np.argsort(-sums[alive] / n_played[alive], kind="stable")]
            n_kept = max(1, math.ceil(keep * len(alive)))
            out.append(best_first[n_kept:])
            alive = np.sort(best_first[:n_kept])
        worth = play(alive)
        sums[alive] += worth.sum(axis=1)
        n_played[alive] += worth.shape[1]
    fitness: Fitness = sums / n_played
    above = alive
    for group in reversed(out):
        if len(group):
            fitness[group] -= max(0.0, float(fitness[group].max() - fitness[above].min()) + GAP)
            above = group
    return fitness
