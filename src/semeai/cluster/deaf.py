"""Loaded by the workers of a cluster that is made here: Ctrl-C, which a terminal sends to all, is left to us."""

import signal
from typing import Any


def dask_setup(worker: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
