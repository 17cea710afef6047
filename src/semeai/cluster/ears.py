"""Hearing a Ctrl-C for sure.

Python forgets the error that a Ctrl-C raises when it comes while an object is being deleted, and Dask has objects to
delete all the time. So it is also written down, and looked at now and then.
"""

import signal
import threading
from types import FrameType


class Ears:
    """Listens to Ctrl-C as Python does, but forgets none. To be closed."""

    def __init__(self) -> None:
        self._has_heard = False
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

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self._has_heard = True
        signal.default_int_handler(number, frame)
