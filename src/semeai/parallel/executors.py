"""Executors: run a pure task for many arguments on threads, in processes or on a cluster, with the results in order.

A task must not depend on the worker that runs it. Then the results do not either.
"""

import re
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent import futures
from concurrent.futures import ThreadPoolExecutor  # imported early, because imports can swallow a Ctrl-C
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from typing import TYPE_CHECKING, Self, TypeVar

from semeai.parallel.interrupts import Ears
from semeai.parallel.workers import Crew

if TYPE_CHECKING:
    from semeai.parallel.dask.tasks import Cluster

A = TypeVar("A")
R = TypeVar("R")

AHEAD = 4
"""tasks per worker that are started before their results are needed"""
TASKS_A_WORKER = 4
"""tasks per worker that divisible work is split into, so that idle workers can pick up the rest"""
TASKS_A_CORE = 2
"""tasks per core of a cluster, where each task has an overhead"""
LEAST_GAMES, LEAST_SECONDS = 20, 0.05
"""minimum size of a task for another machine, so that the overhead of sending it is small"""
PATIENCE = 600.0
HEARING = 0.5
"""maximum delay of a Ctrl-C in seconds"""
SCHEMES = {"dask": "tcp", "tls": "tls"}
"""schemes of a cluster's address: ours -> Dask's"""


class Executor(StrEnum):
    """The built-in executors. The address of a cluster, dask://HOST:PORT or tls://HOST:PORT, is accepted as well."""

    THREADS = "threads"
    """threads use all cores, because kernels release the GIL"""
    PROCESSES = "processes"
    """worker processes, each with its own Python, which takes a second or two to start; a process that dies or hangs is
    replaced"""
    DASK = "dask"
    """a cluster of processes on this machine"""


def check_executor(name: str) -> str:
    """Check the name of an executor. Raises ValueError if it is unknown."""
    if name in list(Executor):
        return name
    scheme, _, place = name.partition("://")
    if scheme in SCHEMES and re.fullmatch(r"(\[[0-9a-fA-F:]+\]|[\w.-]+):\d{1,5}", place):
        return name
    raise ValueError(f"the executor must be threads, processes, dask, dask://HOST:PORT or tls://HOST:PORT, not {name}")


def _nothing() -> None:
    pass


class Workers:
    """Threads, processes or a cluster that run tasks until the end of a `with`. They start on first use."""

    def __init__(
        self,
        n: int = 1,
        executor: str = Executor.THREADS,
        patience: float = PATIENCE,
        warm: Callable[[], None] = _nothing,
    ) -> None:
        """`n` is the number of threads or processes; a cluster has its own number.

        `patience` is the number of seconds that a process may take for a task; a thread has no limit. `warm` is
        called in each worker of a cluster before its first task. Raises ClusterError.
        """
        self._n = n
        self._is_inline = n == 1 and executor == Executor.THREADS
        self._pool = ThreadPoolExecutor(n)  # with processes, each thread waits for one of them
        self._crew = Crew(patience) if executor == Executor.PROCESSES else None
        self._cluster: Cluster | None = None
        self._pace = 0.0  # seconds per game, if measured
        self._seconds = 0.0  # games that the pace is measured on
        is_cluster = executor not in (Executor.THREADS, Executor.PROCESSES)
        self._ears = Ears(are_patient=is_cluster)
        if is_cluster:
            try:
                self._cluster = _join(executor, n, warm, patience, self._ears)
            except BaseException:
                self._ears.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        try:
            if self._cluster is not None:
                self._cluster.close()
            if self._crew is not None:
                self._crew.stop()
            self._pool.shutdown(wait=True, cancel_futures=True)
            if self._crew is not None:
                self._crew.dismiss()
        finally:
            self._ears.close()

    @property
    def n(self) -> int:
        """The current number of workers. Raises ClusterError."""
        return self._n if self._cluster is None else self._cluster.n

    @property
    def n_here(self) -> int:
        """The number of cores of this machine for local work."""
        return self._n

    @property
    def cluster(self) -> "Cluster | None":
        """The cluster, if there is one."""
        return self._cluster

    def in_order(self, task: Callable[[A], R], arguments: Iterable[A]) -> Generator[R, None, None]:
        """Yield the results of `task` for each argument, in order. Closing the iterator stops the work.

        Raises the exceptions of the task. If a worker process dies or exceeds its time limit, its task is repeated.
        Raises WorkerLost if a task has lost several workers, and ClusterError if a cluster fails.
        """
        if self._is_inline:
            yield from map(task, arguments)
            return
        if self._cluster is not None:
            yield from self._cluster.in_order(task, arguments)
            return
        waiting: deque[futures.Future[R]] = deque()
        try:
            with self._call(task) as do:
                for number, argument in enumerate(arguments, 1):
                    with self._ears.covered():
                        waiting.append(self._pool.submit(do, number, argument))
                    if len(waiting) > AHEAD * self._n:
                        yield self._result(waiting[0])
                        waiting.popleft()
                while waiting:
                    yield self._result(waiting[0])
                    waiting.popleft()
        finally:
            with self._ears.muffled():
                futures.wait([future for future in waiting if not future.cancel()])

    def _call(self, task: Callable[[A], R]) -> AbstractContextManager[Callable[[int, A], R]]:
        """The function that runs the task with a number and an argument."""
        if self._crew is not None:
            return self._crew.call(task)
        return nullcontext(lambda number, argument: task(argument))

    def _result(self, future: futures.Future[R]) -> R:
        """The result, polled with pauses: Python does not react to a Ctrl-C that arrives just before a wait until the
        wait is over. A Ctrl-C is raised between two waits: inside, it might leave the future locked, and its worker
        would wait for the lock for ever."""
        while True:
            with self._ears.covered():
                if futures.wait([future], HEARING).done:
                    return future.result()

    # -- how large a task should be ------------------------------------------------------------------------------------

    def n_tasks(self, n_games: int) -> int:
        """The best number of tasks for `n_games` games, or for other work of the same length. Raises ClusterError."""
        if self._is_inline:
            return 1
        if self._cluster is None:
            return TASKS_A_WORKER * self._n
        return max(1, min(TASKS_A_CORE * self._cluster.n, n_games // self.least_games))

    @property
    def least_games(self) -> int:
        """The minimum number of games for a task on a cluster, as far as is known."""
        if self._cluster is None:
            return 1
        return max(LEAST_GAMES, int(LEAST_SECONDS / self._pace) if self._pace else 0)

    def measure(self, n_games: int) -> None:
        """Record that `n_games` games have been played since the last call."""
        if self._cluster is not None and n_games:
            self._pace = (self._cluster.seconds - self._seconds) / n_games
            self._seconds = self._cluster.seconds


def _join(executor: str, n: int, warm: Callable[[], None], patience: float, ears: Ears) -> "Cluster":
    """Connect to the cluster. Raises ClusterError, and ValueError if Dask is not installed."""
    try:
        from semeai.parallel.dask.tasks import Cluster
    except ImportError as error:
        raise ValueError(
            f"clusters need Dask, but {error.name} is missing; install it with: pip install 'semeai[cluster]'"
        ) from None
    scheme, _, place = executor.partition("://")
    return Cluster(f"{SCHEMES[scheme]}://{place}" if place else None, n, warm, patience, ears)


def in_order(
    task: Callable[[A], R], arguments: Iterable[A], n: int = 1, executor: str = Executor.THREADS
) -> Generator[R, None, None]:
    """`task` of each argument, in order, with `n` workers. Closing the iterator stops the work."""
    with Workers(n, executor) as workers:
        yield from workers.in_order(task, arguments)
