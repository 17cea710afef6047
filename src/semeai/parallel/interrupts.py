"""Hearing a Ctrl-C for sure, and not at the wrong moment.

Python prints and forgets the error that a Ctrl-C raises when it comes while an object is being deleted, and Dask has
objects to delete all the time. While a thread is being started the same error leaves locks behind that nobody can open.
So a Ctrl-C is also written down and looked at now and then, and where it would do harm it is only written down.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from types import FrameType


class Ears:
    """Listens to Ctrl-C as Python does, but forgets none. To be closed."""

    def __init__(self, are_patient: bool = False) -> None:
        """Patient ones raise nothing until they are asked, or a second Ctrl-C comes."""
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
        """Raises KeyboardInterrupt when there was one."""
        if self._has_heard:
            self._has_heard = False
            raise KeyboardInterrupt

    @contextmanager
    def covered(self) -> Iterator[None]:
        """Raises KeyboardInterrupt when there was one meanwhile, but not before the end."""
        self._is_covered = True
        try:
            yield
        finally:
            self._is_covered = False
        self.check()

    def _hear(self, number: int, frame: FrameType | None) -> None:
        is_to_wait = self._is_covered or (self._are_patient and not self._has_heard)
        self._has_heard = True
        if not is_to_wait:
            signal.default_int_handler(number, frame)


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that are started in here are born deaf to Ctrl-C, and so are those that threads start which are started
    in here. A terminal sends it to all; they would answer with a traceback until they could say that they ignore it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows: they may answer with a traceback
        yield
        return
    resource_tracker.ensure_running()  # which would make a thread hear again that starts the first process
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
