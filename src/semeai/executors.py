"""The same pure task for many arguments, on threads or in other processes, with the answers in order.

A task must not depend on who runs it. Then neither do the answers.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent import futures
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from typing import Self, TypeVar

from semeai.workers import Crew

A = TypeVar("A")
R = TypeVar("R")

AHEAD = 4
"""tasks a worker that are begun before their answers are wanted"""
PATIENCE = 600.0
HEARING = 0.5
"""seconds that a Ctrl-C may have to wait"""


class Executor(StrEnum):
    """What runs the tasks."""

    THREADS = "threads"
    """kernels release the GIL: all cores are busy"""
    PROCESSES = "processes"
    """each starts its own Python, and pays a second or two for it; one that dies or hangs is replaced"""


class Workers:
    """Threads or processes that do tasks until the end of a `with`. They start when they are needed."""

    def __init__(self, n: int = 1, executor: Executor = Executor.THREADS, patience: float = PATIENCE) -> None:
        """`patience` is the number of seconds that a process may take for a task; a thread may take for ever."""
        self.n = n
        self._is_inline = n == 1 and executor is Executor.THREADS
        self._pool = futures.ThreadPoolExecutor(n)  # with processes, each of its threads waits for one of them
        self._crew = Crew(patience) if executor is Executor.PROCESSES else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._crew is not None:
            self._crew.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)
        if self._crew is not None:
            self._crew.dismiss()

    def in_order(self, task: Callable[[A], R], arguments: Iterable[A]) -> Generator[R, None, None]:
        """`task` of each argument, in order. Whoever stops listening stops the work.

        Raises what the task raises. When a worker process dies or runs out of patience, its task is repeated; raises
        WorkerLost when the same task has lost several.
        """
        if self._is_inline:
            yield from map(task, arguments)
            return
        waiting: deque[futures.Future[R]] = deque()
        try:
            with self._call(task) as do:
                for number, argument in enumerate(arguments, 1):
                    waiting.append(self._pool.submit(do, number, argument))
                    if len(waiting) > AHEAD * self.n:
                        yield _result(waiting[0])
                        waiting.popleft()
                while waiting:
                    yield _result(waiting[0])
                    waiting.popleft()
        finally:
            futures.wait([future for future in waiting if not future.cancel()])

    def _call(self, task: Callable[[A], R]) -> AbstractContextManager[Callable[[int, A], R]]:
        """What does the task, given a number and an argument."""
        if self._crew is not None:
            return self._crew.call(task)
        return nullcontext(lambda number, argument: task(argument))


def _result(future: futures.Future[R]) -> R:
    """What comes of it, with a pause now and then: Python is deaf to a Ctrl-C that comes just before it begins to wait,
    until it waits no more."""
    while not futures.wait([future], HEARING).done:
        pass
    return future.result()


def in_order(
    task: Callable[[A], R], arguments: Iterable[A], n: int = 1, executor: Executor = Executor.THREADS
) -> Generator[R, None, None]:
    """`task` of each argument, in order, with `n` workers. Whoever stops listening stops the work."""
    with Workers(n, executor) as workers:
        yield from workers.in_order(task, arguments)
