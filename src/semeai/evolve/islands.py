"""Islands of `strategies`: populations that evolve separately, on any number of machines, and exchange champions.

Beyond the paper, which has one pair of populations but hopes that "a steady-state algorithm will reduce the
synchronization overhead when computation is spread over a cluster of several machines" (P. Drake, Y.-P. Chen,
"Coevolving Partial Strategies for the Game of Go", section 3).

An island is one coevolution as in `strategies`, with its share of the individuals and threads and its own seed. In an
*epoch* every island makes a number of steps independently. That is a task for a worker: its argument and its result are
the state of an island. Then all champions migrate: those of an island become the champions of another, in a cycle that
follows from the seed and the number of the epoch. So a run is the same on any workers.

Individuals stay on their island. In small trials it did not help to let some individuals migrate as well, or to add
champions to the population of their new island.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import numpy.typing as npt

from semeai.evolve.evolver import State
from semeai.evolve.strategies import FIRST, SECOND, Strategies, StrategiesParams, Trees, share_out
from semeai.go.board import Board
from semeai.parallel.executors import Workers
from semeai.parallel.team import Team
from semeai.rng import generator, seeds

ISLANDS, EXCHANGES = 2, 3  # places in the seed tree; `Strategies` uses the first two


class Islands:
    """Two populations on each of several islands. The result depends only on the parameters, the position and the
    seed."""

    def __init__(self, params: StrategiesParams, board: Board, seed: int) -> None:
        n = params.islands
        self.params = params
        self._board = board
        self._seed = seed
        self._part = replace(params, population=params.population // n, threads=params.threads // n, islands=1)
        self._islands = [Strategies(self._part, board, int(its_seed)) for its_seed in seeds(n, seed, ISLANDS)]

    @property
    def n_steps(self) -> int:
        """Steps of all islands together. Each island has made the same number."""
        return self.params.islands * self._islands[0].n_steps

    # -- evolution -----------------------------------------------------------------------------------------------------

    def run(self, n_steps: int, workers: Workers) -> None:
        """Make `n_steps` steps or a few more: a round is a step of each thread of each island.

        The result depends only on the total number of steps: champions migrate at the end of each epoch.
        """
        threads = self._part.threads
        epoch = -(-self.params.exchange // threads) * threads  # steps of an island, in whole rounds
        end = self._islands[0].n_steps + -(-n_steps // self.params.threads) * threads
        while (at := self._islands[0].n_steps) < end:
            task = partial(evolve_island, self._part, self._board, min(end - at, epoch - at % epoch))
            states = list(workers.in_order(task, [island.state() for island in self._islands]))
            for island, state in zip(self._islands, states, strict=True):
                island.take(state)
            if self._islands[0].n_steps % epoch == 0:
                self._exchange(self._islands[0].n_steps // epoch)

    def _exchange(self, epoch: int) -> None:
        """Let all champions migrate after epoch `epoch`, each to the thread of the same number."""
        champions = [(island.champions(FIRST), island.champions(SECOND)) for island in self._islands]
        for island, source in zip(self._islands, sources(self.params.islands, self._seed, epoch), strict=True):
            for side in (FIRST, SECOND):
                island.replace_champions(side, champions[source][side])

    def state(self) -> State:
        """Everything that is needed to continue, except the position: the arrays of `Strategies`, with a row for each
        island."""
        states = [island.state() for island in self._islands]
        return {name: np.stack([state[name] for state in states]) for name in states[0]}

    def restore(self, state: State) -> None:
        """Restore a state. Raises ValueError if it has another kind or size."""
        if {array.shape[:1] for array in state.values()} != {(self.params.islands,)}:
            raise ValueError(f"expected a state of {self.params.islands} islands, found another number")
        parts = [{name: array[i] for name, array in state.items()} for i in range(self.params.islands)]
        for island, part in zip(self._islands, parts, strict=True):
            island.check(part)
        if len({int(part["n_steps"][0]) for part in parts}) > 1:
            raise ValueError("the islands of the state have made different numbers of steps")
        for island, part in zip(self._islands, parts, strict=True):
            island.take(part)

    # -- results -------------------------------------------------------------------------------------------------------

    def trees(self, side: int) -> Trees:
        """The current strategies of a side, island by island."""
        return np.concatenate([island.trees(side) for island in self._islands])

    def champions(self, side: int) -> Trees:
        """The champion of each thread, island by island."""
        return np.concatenate([island.champions(side) for island in self._islands])

    def suggestions(self, side: int, line: Sequence[int] = ()) -> npt.NDArray[np.uint16]:
        """The suggestion of each strategy of a side after the moves of `line`, as in `Strategies`, island by island."""
        return np.concatenate([island.suggestions(side, line) for island in self._islands])

    def shares(self) -> dict[int, float]:
        """The opening moves of the side that moves first, with the share of individuals behind each, largest first."""
        return share_out(self.suggestions(FIRST))


def evolve_island(params: StrategiesParams, board: Board, n_steps: int, state: State) -> State:
    """The task of a worker: the state of an island after `n_steps` more steps, in whole rounds."""
    island = Strategies.resumed(params, board, state)
    with Team(1) as team:
        island.run(n_steps, team)
    return island.state()


def sources(n_islands: int, seed: int, epoch: int) -> list[int]:
    """The island from which each island receives champions after an epoch. The islands form a circle in random order,
    and each receives from the one before it."""
    circle = generator(seed, EXCHANGES, epoch).permutation(n_islands)
    before = dict(zip(circle.tolist(), np.roll(circle, 1).tolist(), strict=True))
    return [before[island] for island in range(n_islands)]
