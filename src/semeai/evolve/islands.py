"""Islands of `strategies`: populations that evolve apart, on as many machines as there are, and exchange champions.

Beyond the paper, which has one pair of populations but hopes that "a steady-state algorithm will reduce the
synchronization overhead when computation is spread over a cluster of several machines" (P. Drake, Y.-P. Chen,
"Coevolving Partial Strategies for the Game of Go", section 3).

An island is one coevolution as in `strategies`, with its part of the individuals and of the threads and with a seed of
its own. In an *epoch* every island makes so many steps without knowing of the others. That is a task for a worker: its
argument and its answer are the state of an island. Then all champions migrate: those of an island become the champions
of another, in a cycle that follows from the seed and the number of the epoch. So a run is the same on any workers.

Individuals stay where they were born. In small trials it was of no use that some migrated as well, nor that champions
also joined the population they came to.
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

ISLANDS, EXCHANGES = 2, 3  # places in the seed tree; the first two are those of `Strategies`


class Islands:
    """Two populations on each of several islands. What they become depends on the parameters, the position and the seed
    alone."""

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

        It does not matter how often this is called for how many of them: champions migrate when an epoch is over.
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
        """Let all champions migrate after so many epochs, each to the thread of the same number."""
        champions = [(island.champions(FIRST), island.champions(SECOND)) for island in self._islands]
        for island, source in zip(self._islands, sources(self.params.islands, self._seed, epoch), strict=True):
            for side in (FIRST, SECOND):
                island.replace_champions(side, champions[source][side])

    def state(self) -> State:
        """All that it needs to go on, the position excepted: the arrays of `Strategies`, with a row for each island."""
        states = [island.state() for island in self._islands]
        return {name: np.stack([state[name] for state in states]) for name in states[0]}

    def restore(self, state: State) -> None:
        """Become what `state` was taken of. Raises ValueError when it is of another kind or size."""
        if {array.shape[:1] for array in state.values()} != {(self.params.islands,)}:
            raise ValueError(f"a state of another number of islands than {self.params.islands}")
        parts = [{name: array[i] for name, array in state.items()} for i in range(self.params.islands)]
        for island, part in zip(self._islands, parts, strict=True):
            island.check(part)
        if len({int(part["n_steps"][0]) for part in parts}) > 1:
            raise ValueError("a state in which some islands have made more steps than others")
        for island, part in zip(self._islands, parts, strict=True):
            island.take(part)

    # -- what has become of them ---------------------------------------------------------------------------------------

    def trees(self, side: int) -> Trees:
        """The strategies of a side, as they are now, island by island."""
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
    """The state of an island after `n_steps` more steps, which are whole rounds: the task of a worker."""
    island = Strategies.resumed(params, board, state)
    with Team(1) as team:
        island.run(n_steps, team)
    return island.state()


def sources(n_islands: int, seed: int, epoch: int) -> list[int]:
    """From which island each of them receives champions after so many epochs: they stand in a circle, in random order,
    and each receives from the one before it."""
    circle = generator(seed, EXCHANGES, epoch).permutation(n_islands)
    before = dict(zip(circle.tolist(), np.roll(circle, 1).tolist(), strict=True))
    return [before[island] for island in range(n_islands)]
