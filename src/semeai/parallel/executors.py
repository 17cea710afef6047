"""The same pure task for many arguments, on threads, in other processes or on a cluster, with the answers in order.

A task must not depend on who runs it. Then neither do the answers.
"""

import re
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent import futures
from concurrent.futures import ThreadPoolExecutor  # now, and not when it is needed: imports can swallow a Ctrl-C
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
"""tasks a worker that are begun before their answers are wanted"""
TASKS_A_WORKER = 4
"""into which work is cut that can be cut anyhow, so that who ends early can take over from who does not"""
TASKS_A_CORE = 2
"""the same of a cluster, where each task has a way to go"""
LEAST_GAMES, LEAST_SECONDS = 20, 0.05
"""of a task that is sent to another machine: what it takes to send one must not matter"""
PATIENCE = 600.0
HEARING = 0.5
"""seconds that a Ctrl-C may have to wait"""
SCHEMES = {"dask": "tcp", "tls": "tls"}
"""of the address of a cluster: as it is given, and as Dask has it"""


class Executor(StrEnum):
    """The executors. The address of a cluster, dask://HOST:PORT or tls://HOST:PORT, is another one."""

    THREADS = "threads"
    """kernels release the GIL: all cores are busy"""
    PROCESSES = "processes"
    """each starts its own Python, and pays a second or two for it; one that dies or hangs is replaced"""
    DASK = "dask"
    """a cluster of processes on this machine"""


def check_executor(name: str) -> str:
    """The name of an executor. Raises ValueError when it is none."""
    if name in list(Executor):
        return name
    scheme, _, place = name.partition("://")
    if scheme in SCHEMES and re.fullmatch(r"(\[[0-9a-fA-F:]+\]|[\w.-]+):\d{1,5}", place):
        return name
    raise ValueError(f"an executor is threads, processes, dask, dask://HOST:PORT or tls://HOST:PORT, not {name}")


def _nothing() -> None:
    pass


class Workers:
    """Threads, processes or a cluster that do tasks until the end of a `with`. They start when they are needed."""

    def __init__(
        self,
        n: int = 1,
        executor: str = Executor.THREADS,
        patience: float = PATIENCE,
        warm: Callable[[], None] = _nothing,
    ) -> None:
        """`n` is how many there are, but for a cluster, which has its own.

        `patience` is the number of seconds that a process may take for a task; a thread may take for ever. `warm` is
        called in each worker of a cluster before its first task. Raises ClusterError.
        """
        self._n = n
        self._is_inline = n == 1 and executor == Executor.THREADS
        self._pool = ThreadPoolExecutor(n)  # with processes, each of its threads waits for one of them
        self._crew = Crew(patience) if executor == Executor.PROCESSES else None
        self._cluster: Cluster | None = None
        self._pace = 0.0  # seconds a game, where they are measured
        self._seconds = 0.0  # of those that are in the pace
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
        """How many there are now. Raises ClusterError."""
        return self._n if self._cluster is None else self._cluster.n

    @property
    def n_here(self) -> int:
        """How many cores of this machine are for what is done here."""
        return self._n

    @property
    def cluster(self) -> "Cluster | None":
        """The cluster that does the tasks, if one does."""
        return self._cluster

    def in_order(self, task: Callable[[A], R], arguments: Iterable[A]) -> Generator[R, None, None]:
        """`task` of each argument, in order. Whoever stops listening stops the work.

        Raises what the task raises. When a worker process dies or runs out of patience, its task is repeated; raises
        WorkerLost when the same task has lost several, and ClusterError when a cluster can be used no more.
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
            futures.wait([future for future in waiting if not future.cancel()])

    def _call(self, task: Callable[[A], R]) -> AbstractContextManager[Callable[[int, A], R]]:
        """The function that does the task with a number and an argument."""
        if self._crew is not None:
            return self._crew.call(task)
        return nullcontext(lambda number, argument: task(argument))

    def _result(self, future: futures.Future[R]) -> R:
        """The result, polled with pauses: Python is deaf to a Ctrl-C that comes just before it begins to
        wait, until it waits no more."""
        while not futures.wait([future], HEARING).done:
            self._ears.check()
        return future.result()

    # -- how large a task should be ------------------------------------------------------------------------------------

    def n_tasks(self, n_games: int) -> int:
        """Into how many tasks so many games are best cut, or whatever takes as long. Raises ClusterError."""
        if self._is_inline:
            return 1
        if self._cluster is None:
            return TASKS_A_WORKER * self._n
        return max(1, min(TASKS_A_CORE * self._cluster.n, n_games // self.least_games))

    @property
    def least_games(self) -> int:
        """How many make a task that is worth its way, as far as is known."""
        if self._cluster is None:
            return 1
        return max(LEAST_GAMES, int(LEAST_SECONDS / self._pace) if self._pace else 0)

    def measure(self, n_games: int) -> None:
        """So many games have been played since the last time that this was called."""
        if self._cluster is not None and n_games:
            self._pace = (self._cluster.seconds - self._seconds) / n_games
            self._seconds = self._cluster.seconds


def _join(executor: str, n: int, warm: Callable[[], None], patience: float, ears: Ears) -> "Cluster":
    """Raises ClusterError, and ValueError where Dask is not installed."""
    try:
        from semeai.parallel.dask.tasks import Cluster
    except ImportError as error:
        raise ValueError(f"clusters need Dask, and {error.name} is missing: pip install 'semeai[cluster]'") from None
    scheme, _, place = executor.partition("://")
    return Cluster(f"{SCHEMES[scheme]}://{place}" if place else None, n, warm, patience, ears)


def in_order(
    task: Callable[[A], R], arguments: Iterable[A], n: int = 1, executor: str = Executor.THREADS
) -> Generator[R, None, None]:
    """`task` of each argument, in order, with `n` workers. Whoever stops listening stops the work."""
    with Workers(n, executor) as workers:
        yield from workers.in_order(task, arguments)
