"""`semeai bench start`: seconds from a command to its first result, with nothing compiled yet and a second time.

Each command runs in processes of its own with an empty folder for kernels and for Python's own bytecode, so that the
first run is the very first on a machine. The second run is that of every other day.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

GENMOVE = "boardsize 9\ngenmove b\n"
MOVE = r"= [A-Z]\d+"


@dataclass(frozen=True)
class Start:
    """A command, and a pattern for its first result."""

    words: Sequence[str]
    result: str = r"\{.*"
    """matches the line of the output that is the first result"""
    says: str = ""
    """the input of the command"""
    rows: str = ""
    """the file whose first line is the first result, for a command that prints none; the second run then counts until
    its end"""


STARTS = {
    "rave": Start(("gtp", "rave:playouts=100"), MOVE, GENMOVE),
    "uct": Start(("gtp", "uct:playouts=100"), MOVE, GENMOVE),
    "strategy": Start(("gtp", "strategy"), MOVE, GENMOVE),
    "match": Start(("match", "wally", "random", "--games", "10", "--json")),
    "evolve": Start(("evolve", "sane", "--generations", "1", "--json")),
    "demo": Start(("demo",), rows="runs/demo/rows.jsonl"),
}


def bench(console: Console) -> dict[str, float]:
    figures: dict[str, float] = {}
    for name, start in STARTS.items():
        with tempfile.TemporaryDirectory(prefix="semeai-start-") as folder:
            cold, warm = (seconds_to_result(start, Path(folder), is_cold) for is_cold in (True, False))
        figures |= {f"cold_{name}": cold, f"warm_{name}": warm}
        what = "all of it" if start.rows else "the first result"
        words = " ".join(("semeai", *start.words))
        console.print(
            f"{words}: the first result after {cold:.1f} s with nothing compiled; {what} in {warm:.2f} s later"
        )
    return figures


def seconds_to_result(start: Start, folder: Path, is_cold: bool) -> float:
    """Run a command that keeps its compiled code in `folder`. Raises RuntimeError if it ends without a result."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env |= {"SEMEAI_CACHE": str(folder / "kernels"), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    with tempfile.TemporaryDirectory(dir=folder) as work, tempfile.TemporaryFile("w+") as errors:
        begun = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "semeai", *start.words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            cwd=work,
            env=env,
        )
        assert process.stdin is not None
        process.stdin.write(start.says)
        process.stdin.flush()
        try:
            if _wait(process, start, Path(work), is_cold):
                seconds = time.perf_counter() - begun
                if start.rows and is_cold:
                    process.communicate()  # to its end; otherwise the second run would compile the rest
                return seconds
        finally:
            process.kill()
            process.communicate()
        errors.seek(0)
        raise RuntimeError(f"semeai {' '.join(start.words)} ended without a result: {errors.read()[-2000:]}")


def _wait(process: "subprocess.Popen[str]", start: Start, work: Path, is_cold: bool) -> bool:
    """Wait for the result. Returns False if the process ended without it."""
    if not start.rows:
        assert process.stdout is not None
        return any(re.fullmatch(start.result, line.strip()) for line in process.stdout)
    if not is_cold:
        process.communicate()
        return process.returncode == 0
    rows = work / start.rows
    while not (rows.exists() and rows.stat().st_size):
        if process.poll() is not None:
            return False
        time.sleep(0.02)
    return True
