"""A small pool of low-priority threads in which players think, so that no page has to wait."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

R = TypeVar("R")

NICE = 10
"""how much lower the priority of thinking is than that of the threads that serve pages"""


class Thinkers:
    """A pool of threads that serves tasks in the order of their arrival."""

    def __init__(self, n: int, nice: int = NICE) -> None:
        self._pool = ThreadPoolExecutor(n, thread_name_prefix="thinker", initializer=_stand_back, initargs=(nice,))

    def submit(self, task: Callable[[], R]) -> "Future[R]":
        """Run `task` when a thread is free."""
        return self._pool.submit(task)

    def close(self) -> None:
        """Drop waiting tasks. The caller must stop running tasks itself."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _stand_back(nice: int) -> None:
    """Lower the priority of this thread and of those that it starts."""
    with suppress(OSError, AttributeError):  # only Linux has priorities of threads
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
