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
    """Fails when it does not become true within PATIENCE seconds."""
    end = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < end
        time.sleep(0.002)
