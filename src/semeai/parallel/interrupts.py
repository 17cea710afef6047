"""Reliable handling of Ctrl-C.

Python prints and drops the KeyboardInterrupt of a Ctrl-C that arrives during the deletion of an object, and Dask
deletes objects all the time. During the start of a thread or a wait for a future the same exception leaves locks
behind that nobody can release. So a Ctrl-C is also recorded and checked from time to time, and where an exception would
do harm it is only recorded.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from types import FrameType


class Ears:
    """A listener for Ctrl-C that, unlike Python, misses none. It must be closed."""

    def __init__(self, are_patient: bool = False) -> None:
        """With `are_patient`, nothing is raised until `check` or a second Ctrl-C."""
        self._has_heard = self._is_covered = False
        self._are_patient = are_patient
        is_main = threading.current_thread() is threading.main_thread()
        self._listens = is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._listens:
            signal.signal(signal.SIGINT, self._hear)

    def close(self) -> None:
        if self._listens:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            self._listens = False

    def check(self) -> None:
        """Check for a Ctrl-C. Raises KeyboardInterrupt if there was one."""
        if self._has_heard:
            self._has_heard = False
            raise KeyboardInterrupt

    @contextmanager
    def covered(self) -> Iterator[None]:
        """Delay a KeyboardInterrupt until the end of this context."""
        with self.muffled():
            yield
        self.check()

    @contextmanager
    def muffled(self) -> Iterator[None]:
        """Delay a KeyboardInterrupt until the next `check`."""
        self._is_covered = True
        try:
            yield
        finally:
            self._is_covered = False

    def _hear(self, number: int, frame: FrameType | None) -> None:
        is_to_wait = self._is_covered or (self._are_patient and not self._has_heard)
        self._has_heard = True
        if not is_to_wait:
            signal.default_int_handler(number, frame)


@contextmanager
def deaf() -> Iterator[None]:
    """Processes started in this context ignore Ctrl-C from the start, including those of threads started here. A
    terminal sends Ctrl-C to all processes, and a new one would print a traceback before it can ignore the signal."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows they may print a traceback
        yield
        return
    resource_tracker.ensure_running()  # which would undo this for the thread that starts the first process
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
