"""The same pure task for many arguments, on threads or in other processes, with the answers in order.

A task must not depend on who runs it. Then neither do the answers.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent import futures
from enum import StrEnum
from typing import TypeVar

A = TypeVar("A")
R = TypeVar("R")

AHEAD = 4
"""tasks a worker that are begun before their answers are wanted"""


class Executor(StrEnum):
    """What runs the tasks."""

    THREADS = "threads"
    """kernels release the GIL: all cores are busy"""
    PROCESSES = "processes"
    """each starts its own Python, and pays a second or two for it"""


def in_order(
    task: Callable[[A], R], arguments: Iterable[A], n: int = 1, executor: Executor = Executor.THREADS
) -> Generator[R, None, None]:
    """`task` of each argument, in order, with `n` workers. Whoever stops listening stops the work."""
    if n == 1 and executor is Executor.THREADS:
        yield from map(task, arguments)
        return
    waiting: deque[futures.Future[R]] = deque()
    pool = _pool(n, executor)
    try:
        for argument in arguments:
            waiting.append(pool.submit(task, argument))
            if len(waiting) > AHEAD * n:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _pool(n: int, executor: Executor) -> futures.Executor:
    if executor is Executor.THREADS:
        return futures.ThreadPoolExecutor(n)
    return futures.ProcessPoolExecutor(n, multiprocessing.get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """In a new worker process: leave Ctrl-C to the parent, and go when it goes, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()
