"""The threads in which players think, so that no page has to wait: few of them, and modest ones."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

R = TypeVar("R")

NICE = 10
"""how far thinking stands back behind the threads that answer pages"""


class Thinkers:
    """A pool of threads. Who comes first is served first, so everybody gets a turn."""

    def __init__(self, n: int, nice: int = NICE) -> None:
        self.n = n
        self._pool = ThreadPoolExecutor(n, thread_name_prefix="thinker", initializer=_stand_back, initargs=(nice,))
        self._lock = threading.Lock()
        self._n_asked = 0

    @property
    def n_waiting(self) -> int:
        """Tasks that have to wait for a thread."""
        return max(0, self._n_asked - self.n)

    def submit(self, task: Callable[[], R]) -> "Future[R]":
        """Do `task` when a thread is free."""
        with self._lock:
            self._n_asked += 1
        future = self._pool.submit(task)
        future.add_done_callback(self._count_down)
        return future

    def _count_down(self, _: "Future[R]") -> None:
        with self._lock:
            self._n_asked -= 1

    def close(self) -> None:
        """Drop what has not begun. What has begun must be told to stop by who asked for it."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _stand_back(nice: int) -> None:
    """Let this thread, and those that it starts, give way to others."""
    with suppress(OSError, AttributeError):  # only Linux has priorities of threads
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
