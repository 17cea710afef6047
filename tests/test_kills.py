"""Programs that are killed while they start and end leave nothing behind. `python -m tests.kills 200` does more."""

import subprocess
import sys

from tests.conftest import needs_jit
from tests.processes import PATIENCE


@needs_jit
def test_killed_while_they_start_and_end() -> None:
    """In a process of its own, which forks."""
    command = [sys.executable, "-m", "tests.kills", "16", "ga", "strategies", "match"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=5 * PATIENCE)
    assert ended.returncode == 0, ended.stderr
    counts = {name: int(count) for count, name in (line.split(maxsplit=1) for line in ended.stdout.splitlines()[3:])}
    assert {name: counts[name] for name in ("ga", "strategies", "match", "web")} == {
        "ga": 4,
        "strategies": 4,
        "match": 4,
        "web": 4,
    }
