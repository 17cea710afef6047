"""Rounds of a benchmark: the compared functions take turns, so that other programs on the machine affect all of them
equally.

The baseline of many benchmarks is the same playouts in C.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rich.console import Console

KOMI = 7.5
ROUNDS = 31  # the best or the median of many short rounds is stable even on a busy machine
PLAYOUTS = 8_000  # playouts of C per round on 9x9, less than a tenth of a second

Timed = Callable[[int], float]
"""the seconds of a round, by its number"""

# The reference is in the repository, and next to this file in an installed wheel.
_HERE = Path(__file__).resolve().parent
REFERENCE = next(
    (p for p in (_HERE / "reference", _HERE.parents[2] / "bench" / "reference") if p.exists()), _HERE / "reference"
)


def clocked(work: Callable[[int], object]) -> Timed:
    """The same work as a function that returns its seconds."""

    def timed(number: int) -> float:
        start = time.perf_counter()
        work(number)
        return time.perf_counter() - start

    return timed


def alternate(n_rounds: int, **entrants: Timed) -> dict[str, list[float]]:
    """The seconds of all rounds of each entrant. They take turns."""
    seconds: dict[str, list[float]] = {name: [] for name in entrants}
    for number in range(n_rounds):
        for name, timed in entrants.items():
            seconds[name].append(timed(number))
    return seconds


def median_ratio(a: Sequence[float], b: Sequence[float]) -> float:
    """The median of a / b, round by round."""
    return statistics.median(x / y for x, y in zip(a, b, strict=True))


# -- playouts in C -----------------------------------------------------------------------------------------------------


def compile_reference(folder: Path) -> Path | None:
    """The compiled C reference in `folder`; None if there is no gcc."""
    gcc = shutil.which("gcc")
    if gcc is None:
        print("semeai: no gcc here, so no comparison with C (apt-get install gcc)", file=sys.stderr)
        return None
    program = folder / "playouts"
    source = REFERENCE / "playouts.c"
    subprocess.run([gcc, "-O3", "-march=native", "-o", str(program), str(source)], check=True, timeout=120)
    return program


def run_reference(program: Path, size: int, n: int, seed: int) -> tuple[float, float, float]:
    """Seconds, mean length and black's share of wins of `n` playouts by the C reference."""
    command = [str(program), str(size), str(n), str(seed), str(KOMI)]
    out = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600).stdout
    seconds, length, wins = map(float, out.split())
    return seconds, length, wins


def over_cores(console: Console, timed: Timed, what: str) -> dict[str, float]:
    """The speed-up by more threads, compared with that of C by more processes, since virtual cores are not independent.

    `timed(n)` returns the seconds of n threads for n times the work, which is counted in `what`. The speed-up is that
    of the best rounds, since other work of the machine can only reduce it.
    """
    figures = {}
    with tempfile.TemporaryDirectory(prefix="semeai-bench-") as folder:
        reference = compile_reference(Path(folder))
        for n in sorted({2, os.cpu_count() or 1} - {1}):
            rounds = [(timed(1), timed(n), *_c_over_cores(reference, seed, n)) for seed in range(ROUNDS)]
            best = [min(times) for times in zip(*rounds, strict=True)]
            figures[f"speedup_{n}"] = n * best[0] / best[1]
            line = f"{n} threads do {figures[f'speedup_{n}']:.2f} times the {what} of one (9x9)"
            if reference:
                figures[f"c_speedup_{n}"] = n * best[2] / best[3]
                line += f"; {n} processes of C do {figures[f'c_speedup_{n}']:.2f} times the playouts of one"
            console.print(line)
    return figures


def _c_over_cores(reference: Path | None, seed: int, n_processes: int) -> tuple[float, ...]:
    """Seconds of a round of playouts by one process of C, and by each of several at a time (the slowest counts)."""
    if reference is None:
        return ()
    with ThreadPoolExecutor(n_processes) as pool:
        seconds = pool.map(lambda k: run_reference(reference, 9, PLAYOUTS, seed + k)[0], range(n_processes))
        many = max(seconds)
    return run_reference(reference, 9, PLAYOUTS, seed)[0], many
