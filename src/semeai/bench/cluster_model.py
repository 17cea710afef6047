"""The time of a generation on a cluster, by the number of workers: a formula, and a simulation to check it.

A generation is bred at home, split into tasks, sent, and played by the workers; then the answers come back. The model
treats home and the scheduler as one process, as they are in a local cluster. They handle one event at a time, the
sending of a task or the arrival of an answer, while the workers work. So a generation takes as long as the slower of
the two: the *way* (everything that home and the scheduler handle) or the work of the busiest worker. The work at home
before and after is added.

This module measures nothing and does not need Dask.
"""

import heapq
import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from semeai.parallel.executors import LEAST_GAMES, LEAST_SECONDS, TASKS_A_CORE


@dataclass(frozen=True)
class Costs:
    """The costs of remote tasks."""

    call: float
    """seconds per call, independent of the number of tasks: to split the work and wait for the first answer"""
    task: float
    """seconds per task, at home and at the scheduler, for both directions"""
    byte: float
    """seconds per byte of a task or an answer, between home and a worker"""


@dataclass(frozen=True)
class Generation:
    """The work of a generation, independent of the cluster."""

    games: int
    """number of games, or of steps for islands"""
    seconds_a_game: float
    """seconds per game of a worker"""
    parts: int
    """number of indivisible parts: a candidate with all its games, or an island"""
    sent: tuple[tuple[int, float], ...]
    """total bytes of all tasks by their number, in order; common data is sent with each task"""
    received: float
    """bytes of all answers"""
    home: float
    """seconds at home that cannot be shared: breeding, splitting, joining"""
    variation: float = 0.0
    """variation of the length of a part: standard deviation over mean"""
    is_cut: bool = True
    """True if tasks have several parts, as in `Workers.n_tasks`; False for one part per task"""

    @property
    def work(self) -> float:
        """The seconds that one worker would need."""
        return self.games * self.seconds_a_game

    def n_tasks(self, workers: int) -> int:
        """The number of tasks for `workers` workers, if their pace is known."""
        if not self.is_cut:
            return self.parts
        least = max(LEAST_GAMES, int(LEAST_SECONDS / self.seconds_a_game) if self.seconds_a_game else 0)
        return max(1, min(TASKS_A_CORE * workers, self.games // least, self.parts))

    def bytes_sent(self, n_tasks: int) -> float:
        """The bytes of `n_tasks` tasks together, interpolated if they were not measured."""
        numbers, sizes = zip(*self.sent, strict=True)
        return float(np.interp(n_tasks, numbers, sizes))


# -- the formula -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bill:
    """The parts of the time of a generation, in seconds. They add up."""

    home: float
    """work at home before and after"""
    way: float
    """sending and receiving, as far as it does not overlap with work"""
    work: float
    """work of the busiest worker"""

    @property
    def seconds(self) -> float:
        return self.home + self.way + self.work


def bill(generation: Generation, workers: int, costs: Costs) -> Bill:
    """The mean time of a generation with a number of workers."""
    n = generation.n_tasks(workers)
    send, receive = _handling(generation, n, costs)
    lengths = _lengths(generation, n)
    work = makespan(n, workers, *lengths)
    # Workers start one after the other, as tasks are sent, and the way may be busy longer than they are.
    way = max(send + receive + makespan(n, workers, *lengths, max(send, receive)), n * (send + receive)) - work
    return Bill(generation.home, costs.call + way, work)


def seconds(generation: Generation, workers: int, costs: Costs) -> float:
    """The mean seconds of a generation with `workers` workers."""
    return bill(generation, workers, costs).seconds


def _handling(generation: Generation, n_tasks: int, costs: Costs) -> tuple[float, float]:
    """The seconds to send a task, and to receive its answer."""
    send = costs.task / 2 + costs.byte * generation.bytes_sent(n_tasks) / n_tasks
    receive = costs.task / 2 + costs.byte * generation.received / n_tasks
    return send, receive


def _lengths(generation: Generation, n_tasks: int) -> tuple[float, float]:
    """The mean and the standard deviation of the seconds of a task. Tasks with more parts vary less."""
    mean = generation.work / n_tasks
    return mean, mean * generation.variation / math.sqrt(generation.parts / n_tasks)


def makespan(n_tasks: int, workers: int, mean: float, deviation: float, gap: float = 0.0) -> float:
    """The mean time of the end of the last of `n_tasks` tasks, if each worker takes the next one as soon as it is free.

    Lengths of tasks are assumed to be normal, which requires a mean well above the standard deviation. `gap` is the
    delay between the starts of two workers.
    """
    rounds = -(-n_tasks // workers)
    n_last = n_tasks - (rounds - 1) * workers  # tasks of the last round, for the first free workers
    so_far, varied = (
        (rounds - 1) * mean,
        math.sqrt(rounds - 1) * deviation,
    )  # tasks of each worker before the last round
    below, spread = _lowest(n_last / workers)
    last = _latest(n_last, so_far + varied * below + mean, math.hypot(varied * spread, deviation), gap)
    others = _latest(workers, so_far, varied, gap) if rounds > 1 else 0.0
    # No task starts after all work has started (Graham 1966): for very different tasks this is the tighter bound.
    fair = mean * n_tasks / workers
    at_most = fair + (1 - 1 / workers) * (mean + deviation * _largest(n_tasks)) + (min(n_tasks, workers) - 1) * gap
    return min(max(last, others, fair), at_most)


def _latest(n: int, mean: float, deviation: float, gap: float) -> float:
    """The mean time of the end of the last of `n` workers that start one after the other.

    The longest task rarely belongs to the last worker. So the last worker is considered, then the last two, four and so
    on, each time as if all of them started with the first of them.
    """
    return mean + max((n - k) * gap + deviation * _largest(k) for k in {n >> i for i in range(n.bit_length())})


def _largest(n: int) -> float:
    """The approximate mean of the largest of `n` standard normal numbers (Blom 1958)."""
    return NormalDist().inv_cdf((n - 0.375) / (n + 0.25))


def _lowest(share: float) -> tuple[float, float]:
    """Mean and deviation of the lowest share of standard normal numbers."""
    if share == 1:
        return 0.0, 1.0
    end = NormalDist().inv_cdf(share)
    ratio = NormalDist().pdf(end) / share
    return -ratio, math.sqrt(max(0.0, 1 - end * ratio - ratio**2))


# -- the simulation ----------------------------------------------------------------------------------------------------

_SEND, _DONE, _RECEIVE = range(3)


@dataclass(frozen=True)
class Course:
    """The events of a simulation, by task."""

    seconds: float
    """seconds of the whole generation"""
    worker: npt.NDArray[np.int64]
    begin: npt.NDArray[np.float64]
    end: npt.NDArray[np.float64]
    """end of the work of each task, in seconds"""
    received: npt.NDArray[np.float64]
    """arrival of the answer of each task, in seconds"""


def simulate(generation: Generation, workers: int, costs: Costs, rng: np.random.Generator) -> Course:
    """Simulate a generation event by event, with lengths of tasks from a gamma distribution.

    All tasks exist at the start, and home with the scheduler serves events in order of arrival: it sends all tasks, and
    then receives answers. A task waits until a worker is free.
    """
    n = generation.n_tasks(workers)
    send, receive = _handling(generation, n, costs)
    mean, deviation = _lengths(generation, n)
    lengths = rng.gamma((mean / deviation) ** 2, deviation**2 / mean, n) if deviation else np.full(n, mean)
    worker = np.full(n, -1)
    begin, end, received = np.zeros(n), np.zeros(n), np.zeros(n)
    free, waiting = list(range(workers)), deque[int]()
    at_home = deque((_SEND, task) for task in range(n))  # the queue of home, in order of arrival
    events: list[tuple[float, int, int]] = []  # ends of events: time and task
    is_busy, now = False, 0.0
    while at_home or events:
        if at_home and not is_busy:
            kind, task = at_home.popleft()
            heapq.heappush(events, (now + (send if kind == _SEND else receive), kind, task))
            is_busy = True
            continue
        now, kind, task = heapq.heappop(events)
        if kind == _SEND:
            is_busy = False
            waiting.append(task)
        elif kind == _DONE:
            heapq.heappush(free, int(worker[task]))
            at_home.append((_RECEIVE, task))
        else:
            is_busy = False
            received[task] = now
        while waiting and free:
            task = waiting.popleft()
            worker[task] = heapq.heappop(free)
            begin[task], end[task] = now, now + lengths[task]
            heapq.heappush(events, (end[task], _DONE, task))
    return Course(generation.home + costs.call + now, worker, begin, end, received)


# -- the costs ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measurement:
    """The measurement of a call of empty tasks."""

    tasks: int
    bytes: float
    """bytes of all tasks and answers"""
    seconds: float


def fit(measurements: Sequence[Measurement]) -> Costs:
    """Fit the costs to measurements: least squares of the relative errors, without negative costs."""
    from scipy.optimize import nnls

    rows = np.array([(1.0, each.tasks, each.bytes) for each in measurements])
    taken = np.array([each.seconds for each in measurements])
    scales = np.maximum(rows.max(axis=0), 1.0)  # scaled, because bytes are many and cheap
    found, _ = nnls(rows / scales / taken[:, None], np.ones(len(taken)))
    return Costs(*(found / scales).tolist())
