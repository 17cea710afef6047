"""The work for `semeai bench cluster`: a generation of SANE, one of coevolution, an epoch of islands.

Each can be started again with any workers, and repeats the same work.
"""

import pickle
import statistics
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

import numpy as np

from semeai.bench.cluster_model import Generation
from semeai.bench.strategies import GAMES_A_STEP
from semeai.evolve import make_evolver
from semeai.evolve.coevolution import Coevolution, CoevolutionParams
from semeai.evolve.evolver import Fitness
from semeai.evolve.islands import Islands
from semeai.evolve.strategies import StrategiesParams
from semeai.papers.drake.runs import load_board
from semeai.papers.paper import Scale
from semeai.papers.richards.generations import GENERATIONS
from semeai.papers.richards.networks import against, method
from semeai.papers.zela import networks as zela
from semeai.papers.zela.coevolution import COEVOLUTION
from semeai.parallel.executors import Workers
from semeai.problems.duels import DuelProblem
from semeai.rng import generator

A = TypeVar("A")
R = TypeVar("R")

VETERANS = 10
"""veterans that each candidate of coevolution meets besides the 30 of the other side"""
INDIVIDUALS, THREADS = 1024, 8
"""individuals of each side of an island, and threads"""
CUTS = (1, 4, 8, 16, 32, 64, 128, 256)
"""numbers of tasks for which bytes are measured"""


class Work(Protocol):
    """A sequence of generations to measure."""

    games: int
    parts: int
    is_cut: bool
    """as in `Generation`"""
    is_new: bool
    """True if the common data of the tasks changes in each generation and is sent again"""

    def begin(self) -> None:
        """Go back to the start."""

    def breed(self, workers: Workers) -> object:
        """Breed the next generation."""


class Sane:
    """SANE on 9x9 against wally with the printed sizes, as in `semeai bench sane`."""

    is_cut, is_new = True, False

    def __init__(self, n_games: int | None = None) -> None:
        """`n_games` is the number of games per network; the default is that of richards."""
        params = GENERATIONS[9].trials(Scale.NIGHT)[0].params
        self._problem = against(f"wally:noise={params['noise']:g}", params)
        if n_games is not None:
            self._problem = replace(self._problem, n_games=n_games)
        self._evolver = make_evolver(method(params), self._problem.genes, generator(1))
        self._state = self._evolver.state()
        self.parts = len(self._evolver.ask())
        self.games = self.parts * self._problem.n_games
        self.begin()

    def begin(self) -> None:
        self._evolver.restore(self._state)
        self._n_bred = 0

    def breed(self, workers: Workers) -> Fitness:
        """Breed the next generation. Returns the fitness of all candidates."""
        candidates = self._evolver.ask()
        fitness = self._problem.answer(candidates, (1, self._n_bred), workers)
        self._evolver.tell(fitness)
        self._n_bred += 1
        return fitness


class Pair:
    """SANE against SANEi on 9x9, 30 networks each, with the sizes of zela, and with veterans."""

    is_cut, is_new = True, True

    def __init__(self) -> None:
        params = COEVOLUTION.trials(Scale.NIGHT)[0].params
        methods = (zela.method("sanei", params), zela.method("sane", params))
        self._problem = DuelProblem(params["player"], zela.rules(params), opponent=params["opponent"])
        self._pair = Coevolution(CoevolutionParams(*methods, hall=VETERANS), self._problem.genes, generator(1))
        results = generator(2)
        for _ in range(VETERANS):  # the hall is filled without games
            self._pair.tell(results.choice([-1.0, 1.0], self._pair.ask().is_met.shape))
        self._state = self._pair.state()
        meeting = self._pair.ask()
        self.parts, self.games = len(meeting.black), int(meeting.is_met.sum())
        self.begin()

    def begin(self) -> None:
        self._pair.restore(self._state)
        self._n_bred = 0

    def breed(self, workers: Workers) -> None:
        self._pair.tell(self._problem.answer(self._pair.ask(), (1, self._n_bred), workers))
        self._n_bred += 1


class Epoch:
    """An epoch of islands on the flower six position, each with an eighth of the printed population."""

    is_cut, is_new = False, False

    def __init__(self, n_islands: int) -> None:
        params = StrategiesParams(population=INDIVIDUALS * n_islands, threads=THREADS * n_islands, islands=n_islands)
        self._islands = Islands(params, load_board("flower_six", 7.5), seed=1)
        self._state = self._islands.state()
        self._n_steps = params.exchange * n_islands
        self.parts, self.games = n_islands, self._n_steps * GAMES_A_STEP

    def begin(self) -> None:
        self._islands.restore(self._state)

    def breed(self, workers: Workers) -> None:
        self._islands.run(self._n_steps, workers)


# -- costs -------------------------------------------------------------------------------------------------------------


class Stopwatch(Workers):
    """Workers that run tasks locally, one part each, and measure the time of each."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[float] = []

    def n_tasks(self, n_games: int) -> int:
        return n_games

    def in_order(self, task: Callable[[A], R], arguments: Iterable[A]) -> Generator[R, None, None]:
        for argument in arguments:
            start = time.perf_counter()
            answer = task(argument)
            self.taken.append(time.perf_counter() - start)
            yield answer


class _Packed(Exception):
    """Raised when the sizes of tasks are known."""


class Packing(Workers):
    """Workers that measure the size of a given number of tasks and run none."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self._n_tasks = n
        self.in_common = 0
        """bytes of the common data of all tasks"""
        self.sizes: list[int] = []
        """bytes of each task"""

    def n_tasks(self, n_games: int) -> int:
        return self._n_tasks

    def in_order(self, task: Callable[[A], R], arguments: Iterable[A]) -> Generator[R, None, None]:
        self.in_common = len(pickle.dumps(task, pickle.HIGHEST_PROTOCOL))
        self.sizes = [len(pickle.dumps(argument, pickle.HIGHEST_PROTOCOL)) for argument in arguments]
        raise _Packed
        yield  # which makes it a generator


@dataclass(frozen=True)
class Traffic:
    """The measurements of a generation on a cluster."""

    seconds: float
    work: float
    """seconds of all workers together"""
    sent: float
    received: float
    """bytes"""


def time_here(work: Work) -> tuple[float, float]:
    """The seconds of a generation outside its tasks, and the variation of its parts: standard deviation over mean."""
    with Stopwatch() as stopwatch:
        work.begin()
        start = time.perf_counter()
        work.breed(stopwatch)
        taken = np.array(stopwatch.taken)
        return time.perf_counter() - start - float(taken.sum()), float(taken.std(ddof=1) / taken.mean())


def time_there(work: Work, workers: Workers, n_generations: int) -> Traffic:
    """The medians over some generations on a cluster, after one generation that measures the pace."""
    cluster = workers.cluster
    assert cluster is not None
    found = []
    work.begin()
    for _ in range(n_generations + 1):
        before = (cluster.seconds, cluster.bytes_sent, cluster.bytes_received)
        start = time.perf_counter()
        work.breed(workers)
        seconds = time.perf_counter() - start
        after = (cluster.seconds, cluster.bytes_sent, cluster.bytes_received)
        found.append((seconds, *(b - a for a, b in zip(before, after, strict=True))))
    return Traffic(*(float(statistics.median(column)) for column in zip(*found[1:], strict=True)))


def pack(work: Work) -> tuple[tuple[int, float], ...]:
    """The bytes of all tasks, for several numbers of tasks."""
    packed: dict[int, float] = {}
    for n in CUTS:
        work.begin()
        with Packing(n) as packing, suppress(_Packed):
            work.breed(packing)
        packed[len(packing.sizes)] = sum(packing.sizes) + (packing.in_common if work.is_new else 0)
    return tuple(sorted(packed.items()))


def describe(work: Work, traffic: Traffic) -> Generation:
    """A generation for the model, from measurements on a cluster and on this machine."""
    home, variation = time_here(work)
    return Generation(
        games=work.games,
        seconds_a_game=traffic.work / work.games,
        parts=work.parts,
        sent=pack(work),
        received=traffic.received,
        home=max(0.0, home),
        variation=variation,
        is_cut=work.is_cut,
    )


def crowd(generation: Generation, crowding: float) -> Generation:
    """The generation with games that take `crowding` times as long, because workers share a machine."""
    return replace(generation, seconds_a_game=crowding * generation.seconds_a_game)


def enlarge(generation: Generation, times: float, parts: bool) -> Generation:
    """The generation with `times` times the games; more parts also mean more bytes and more work at home."""
    if not parts:
        return replace(generation, games=round(generation.games * times))
    return replace(
        generation,
        games=round(generation.games * times),
        parts=round(generation.parts * times),
        sent=tuple((round(n * times), size * times) for n, size in generation.sent),
        received=generation.received * times,
        home=generation.home * times,
    )
