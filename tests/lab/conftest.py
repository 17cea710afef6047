"""What a test of the laboratory has started does not outlive it, even where the test fails."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.lab.support import Process


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    yield
    while Process.started:
        run = Process.started.pop()
        if run.process.poll() is None:
            run.process.kill()
            run.process.wait()
        for pid in run.children():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
