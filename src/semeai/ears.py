"""Hearing a Ctrl-C for sure, and not at the wrong moment.

Python forgets the error that a Ctrl-C raises when it comes while an object is being deleted, and Dask has objects to
delete all the time. So it is also written down, and looked at now and then. While a thread is being started the same
error leaves locks behind that nobody can open, so there it is only written down.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Ears:
    """Listens to Ctrl-C as Python does, but forgets none. To be closed."""

    def __init__(self) -> None:
        self._has_heard = self._is_covered = False
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
        self._has_heard = True
        if not self._is_covered:
            signal.default_int_handler(number, frame)
