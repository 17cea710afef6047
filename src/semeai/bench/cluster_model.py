"""The time of a generation on a cluster, by the number of workers: a formula, and a simulation to check it by.

A generation is bred at home, cut into tasks, sent, played by the workers, and the answers come back. Home and the
scheduler are taken for one: in a cluster that is made here they are one process. They handle one thing after the other,
the sending of a task or the arrival of an answer, while the workers work. So a generation takes as long as the slower
of the two, the *way* (all that home and the scheduler have to handle) or the work of the busiest worker; what is done
at home before and after comes on top of it.

Nothing in here measures, or needs Dask.
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
    """seconds for all tasks together, however many there are: their number is to be found, the first answer awaited"""
    task: float
    """seconds of each task, at home and at the scheduler, there and back"""
    byte: float
    """seconds of each byte of a task or an answer, between home and a worker"""


@dataclass(frozen=True)
class Generation:
    """The work of a generation, independent of the cluster."""

    games: int
    """or steps, where there are islands"""
    seconds_a_game: float
    """of a worker"""
    parts: int
    """what is never divided, and stays together in a task: a candidate with all its games, an island"""
    sent: tuple[tuple[int, float], ...]
    """bytes of all tasks together, by their number, in order: what several of them need is in each"""
    received: float
    """bytes of all answers"""
    home: float
    """seconds at home that nobody can share: breeding, cutting up, putting together"""
    variation: float = 0.0
    """of the length of a part: standard deviation over mean"""
    is_cut: bool = True
    """whether a task has as many parts as are worth their way, as `Workers.n_tasks` says, and not a single one"""

    @property
    def work(self) -> float:
        """seconds of one worker"""
        return self.games * self.seconds_a_game

    def n_tasks(self, workers: int) -> int:
        """Into how many it is cut for so many workers, once their pace is known."""
        if not self.is_cut:
            return self.parts
        least = max(LEAST_GAMES, int(LEAST_SECONDS / self.seconds_a_game) if self.seconds_a_game else 0)
        return max(1, min(TASKS_A_CORE * workers, self.games // least, self.parts))

    def bytes_sent(self, n_tasks: int) -> float:
        """Of so many tasks together; on a line, where that is not known."""
        numbers, sizes = zip(*self.sent, strict=True)
        return float(np.interp(n_tasks, numbers, sizes))


# -- the formula -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bill:
    """The parts of the time of a generation, in seconds. They add up."""

    home: float
    """to what is done at home before and after"""
    way: float
    """to sending, and to answers, as far as nobody works meanwhile"""
    work: float
    """to the work of the busiest worker"""

    @property
    def seconds(self) -> float:
        return self.home + self.way + self.work


def bill(generation: Generation, workers: int, costs: Costs) -> Bill:
    """The mean time of a generation with a number of workers."""
    n = generation.n_tasks(workers)
    send, receive = _handling(generation, n, costs)
    lengths = _lengths(generation, n)
    work = makespan(n, workers, *lengths)
    # Workers begin one after the other, as they are sent tasks; and the way may be busy longer than they.
    way = max(send + receive + makespan(n, workers, *lengths, max(send, receive)), n * (send + receive)) - work
    return Bill(generation.home, costs.call + way, work)


def seconds(generation: Generation, workers: int, costs: Costs) -> float:
    """How long a generation takes with so many workers, on average."""
    return bill(generation, workers, costs).seconds


def _handling(generation: Generation, n_tasks: int, costs: Costs) -> tuple[float, float]:
    """The seconds in which a task is sent, and in which its answer is received."""
    send = costs.task / 2 + costs.byte * generation.bytes_sent(n_tasks) / n_tasks
    receive = costs.task / 2 + costs.byte * generation.received / n_tasks
    return send, receive


def _lengths(generation: Generation, n_tasks: int) -> tuple[float, float]:
    """The mean and the deviation of the seconds of a task; the more parts it has, the less it is unlike others."""
    mean = generation.work / n_tasks
    return mean, mean * generation.variation / math.sqrt(generation.parts / n_tasks)


def makespan(n_tasks: int, workers: int, mean: float, deviation: float, gap: float = 0.0) -> float:
    """When the last of so many tasks is done, on average, where each worker takes the next as soon as it is free.

    A task has a mean length and a deviation from it; lengths are taken for normal, which is of no use where the one is
    not well above the other. `gap` is by how much each worker begins later than the one before.
    """
    rounds = -(-n_tasks // workers)
    n_last = n_tasks - (rounds - 1) * workers  # tasks of the last round, for those who are free first
    so_far, varied = (rounds - 1) * mean, math.sqrt(rounds - 1) * deviation  # of each worker, before the last round
    below, spread = _lowest(n_last / workers)
    last = _latest(n_last, so_far + varied * below + mean, math.hypot(varied * spread, deviation), gap)
    others = _latest(workers, so_far, varied, gap) if rounds > 1 else 0.0
    # Nobody begins a task after all work has been begun (Graham 1966): where tasks differ much, that is the tighter.
    fair = mean * n_tasks / workers
    at_most = fair + (1 - 1 / workers) * (mean + deviation * _largest(n_tasks)) + (min(n_tasks, workers) - 1) * gap
    return min(max(last, others, fair), at_most)


def _latest(n: int, mean: float, deviation: float, gap: float) -> float:
    """When the last of `n` is done who begin one after the other.

    Who takes longest is not often who began last. So the last one is looked at, the last two, four and so on, each time
    as if all these began when the first of them did.
    """
    return mean + max((n - k) * gap + deviation * _largest(k) for k in {n >> i for i in range(n.bit_length())})


def _largest(n: int) -> float:
    """The mean of the largest of `n` standard normal numbers, nearly (Blom 1958)."""
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
    """of the whole generation"""
    worker: npt.NDArray[np.int64]
    begin: npt.NDArray[np.float64]
    end: npt.NDArray[np.float64]
    """of its work, in seconds"""
    received: npt.NDArray[np.float64]
    """when its answer was there"""


def simulate(generation: Generation, workers: int, costs: Costs, rng: np.random.Generator) -> Course:
    """A generation event by event, with lengths of tasks that are drawn from a gamma distribution.

    All tasks are there at once, and home, with the scheduler, does what has waited longest: so it sends them all, and
    then receives answers. A task waits until a worker is free.
    """
    n = generation.n_tasks(workers)
    send, receive = _handling(generation, n, costs)
    mean, deviation = _lengths(generation, n)
    lengths = rng.gamma((mean / deviation) ** 2, deviation**2 / mean, n) if deviation else np.full(n, mean)
    worker = np.full(n, -1)
    begin, end, received = np.zeros(n), np.zeros(n), np.zeros(n)
    free, waiting = list(range(workers)), deque[int]()
    at_home = deque((_SEND, task) for task in range(n))  # what home has to do, in the order in which it came up
    events: list[tuple[float, int, int]] = []  # when what will be over, and of which task
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
    """A call of tasks that do nothing."""

    tasks: int
    bytes: float
    """of the tasks and the answers, all together"""
    seconds: float


def fit(measurements: Sequence[Measurement]) -> Costs:
    """The costs that explain measurements best: least squares of the relative errors, nothing below 0."""
    from scipy.optimize import nnls

    rows = np.array([(1.0, each.tasks, each.bytes) for each in measurements])
    taken = np.array([each.seconds for each in measurements])
    scales = np.maximum(rows.max(axis=0), 1.0)  # lest bytes, which are many and cheap, count for nothing
    found, _ = nnls(rows / scales / taken[:, None], np.ones(len(taken)))
    return Costs(*(found / scales).tolist())
