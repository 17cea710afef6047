"""For tests that start programs: whose processes are whose, and waiting for what they do."""

import time
import uuid
from collections.abc import Callable
from pathlib import Path

PATIENCE = 120.0


class Mark:
    """A variable in the environment by which a program's descendants can be told, at any remove."""

    def __init__(self) -> None:
        self.value = str(uuid.uuid4())
        self.environment = {"SEMEAI_TEST_RUN": self.value}

    def bearers(self, but: int, command: bytes = b"") -> set[int]:
        """The processes that bear it and run, but for number `but`; those with `command` in their command line."""
        found = set()
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit() and int(folder.name) != but:
                try:
                    variables = (folder / "environ").read_bytes().split(b"\0")
                    line = (folder / "cmdline").read_bytes()
                except OSError:  # it is gone, or somebody else's
                    continue
                if f"SEMEAI_TEST_RUN={self.value}".encode() in variables and command in line:
                    found.add(int(folder.name))
        return found


def wait_until(is_true: Callable[[], object]) -> None:
    """Fails when it does not become true within PATIENCE seconds.

    It asks again after at least four times as long as an answer takes, so that asking leaves the processor to those who
    are waited for.
    """
    end = time.monotonic() + PATIENCE
    while True:
        start = time.thread_time()
        if is_true():
            return
        assert time.monotonic() < end
        time.sleep(max(0.002, 4 * (time.thread_time() - start)))
