"""Programs that are killed while they start and end leave nothing behind. `python -m tests.kills 200` does more."""

import subprocess
import sys

from tests.conftest import needs_jit
from tests.processes import PATIENCE


@needs_jit
def test_killed_while_they_start_and_end() -> None:
    """In a process of its own, which forks."""
    command = [sys.executable, "-m", "tests.kills", "9", "ga", "match"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=5 * PATIENCE)
    assert ended.returncode == 0, ended.stderr
    found = [line.split() for line in ended.stdout.splitlines()]
    assert [words for words in found if words[-1] in ("ga", "match", "web")] == [
        ["3", "ga"],
        ["3", "match"],
        ["3", "web"],
    ]
