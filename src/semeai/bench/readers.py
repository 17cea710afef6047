"""`semeai bench readers`: time and memory for reading hostile inputs of 1, 4 and 16 MB."""

import contextlib
import ctypes
import gc
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console

from semeai.arena.store import FILE as GAMES
from semeai.arena.store import StoredGames
from semeai.arena.suites import read_suite
from semeai.arena.tournament import read_tournament
from semeai.bench import hostile
from semeai.bench.hostile import Make
from semeai.evolve import check_method, make_evolver
from semeai.go.rules import Rules
from semeai.gtp.engine import Engine
from semeai.gtp.keeper import Keeper
from semeai.gtp.server import serve
from semeai.lab import record
from semeai.lab.checkpoints import CURRENT, read_checkpoint
from semeai.lab.folder import RunFolder
from semeai.lab.record import read_record
from semeai.lab.run import ROWS
from semeai.players.champion import read_champion
from semeai.positions import read_board
from semeai.problems.toys import Xor
from semeai.rng import generator
from semeai.sgf import read_collection, read_game, read_games

SIZES = (1_000_000, 4_000_000, 16_000_000)
WARM_BYTES = 2_000  # size of an input that is read first and does not count
SUSPICIOUS, TRIES = 4.4, 3  # growth from which it is measured again, and the maximum number of measurements
FLOOR = 0.1  # minimum seconds in a ratio, since ratios of milliseconds are meaningless
LEAST = SIZES[0]  # minimum file size in a ratio, since every reader has a fixed cost


@dataclass(frozen=True)
class Reader:
    """A reader and its hostile inputs."""

    read: Callable[[Path], object]
    """a function that reads a file; ValueError and OSError are refusals"""
    inputs: Mapping[str, Make]
    limit: int | None = None
    """maximum size that it reads, in bytes; hostile files of that size are tried, too"""
    file: str = "input"


@dataclass(frozen=True)
class Cost:
    """The cost of reading a file."""

    n_bytes: int
    seconds: float
    """seconds of processor time"""
    memory: int
    """peak memory in bytes"""


def _read_suite(path: Path) -> None:
    for _ in read_suite(path):
        pass


def _load(path: Path) -> None:
    Keeper(Rules()).load(read_game(path.read_bytes()))


def _restore(path: Path) -> None:
    checkpoint, _ = read_checkpoint(path.parent)
    assert checkpoint is not None
    make_evolver(hostile.NEAT, Xor().genes, generator(1)).restore(checkpoint.state)


def _converse(path: Path) -> None:
    with path.open("rb") as stdin, Path(os.devnull).open("wb") as stdout:
        serve("bench", _no_engine, stdin, stdout)


def _no_engine() -> Engine:
    raise ValueError("this benchmark has no engine")


READERS = {
    "records": Reader(lambda path: read_games(path.read_bytes()), hostile.TREES),
    "collections": Reader(read_collection, hostile.COLLECTIONS),
    "positions": Reader(read_board, hostile.POSITIONS, 10_000_000),
    "loadsgf": Reader(_load, hostile.LOADED),
    "suites (.tst)": Reader(_read_suite, hostile.SUITES, 10_000_000, "suite.tst"),
    "suites (SGF)": Reader(_read_suite, hostile.SGF_SUITES, 10_000_000, "suite.sgf"),
    "champions": Reader(read_champion, hostile.CHAMPIONS, 8 << 20),
    "checkpoints": Reader(_restore, hostile.CHECKPOINTS, None, CURRENT),
    "rows of runs": Reader(lambda path: RunFolder(path.parent).look(), hostile.ROWS, file=ROWS),
    "records of runs": Reader(lambda path: read_record(path.parent), hostile.RUNS, 1 << 18, record.FILE),
    "tournament files": Reader(read_tournament, hostile.TOURNAMENTS, 1_000_000),
    "stored games": Reader(lambda path: StoredGames(path.parent), hostile.STORES, None, GAMES),
    "GTP lines": Reader(_converse, hostile.GTP),
    "specifications": Reader(lambda path: check_method(f"ga:{path.read_text()}"), hostile.SPECS),
}


def bench(console: Console) -> dict[str, float]:
    """Run the benchmark. Raises ValueError if the system does not report peak memory."""
    if not sys.platform.startswith("linux"):
        raise ValueError("the benchmark of readers needs Linux")
    console.print("hostile inputs of 1, 4 and 16 MB: processor time, and peak memory as a multiple of the file size")
    warm_up()
    cases = [(name, kind) for name, reader in READERS.items() for kind in reader.inputs]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("fork")) as pool:
        found = dict(zip(cases, pool.map(measure_case, *zip(*cases, strict=True)), strict=True))
    growth = memory = 0.0
    for name, reader in READERS.items():
        costs = {kind: measure_again(name, kind, found[name, kind]) for kind in reader.inputs}
        grown = {kind: worst_growth(its) for kind, its in costs.items()}
        taken = {kind: max(map(memory_ratio, its)) for kind, its in costs.items()}
        slowest, largest = max(grown, key=grown.__getitem__), max(taken, key=taken.__getitem__)
        seconds = max(cost.seconds for its in costs.values() for cost in its)
        console.print(
            f"  {name:16}  at most {seconds:5.2f} s; grows {grown[slowest]:4.2f} times a step ({slowest}); "
            f"memory {taken[largest]:5.1f} times the file ({largest})"
        )
        growth, memory = max(growth, grown[slowest]), max(memory, taken[largest])
    console.print(f"worst growth {growth:.2f} (below 5), worst memory {memory:.1f} times the file (below 20)")
    return {"worst_growth": growth, "worst_memory_ratio": memory}


def warm_up() -> None:
    """Load kernels and other data that every reader needs once, so that they do not count. Child processes share them,
    and do not scan them in garbage collections."""
    with tempfile.TemporaryDirectory(prefix="semeai-bench-") as folder:
        for reader in READERS.values():
            for make in reader.inputs.values():
                path = Path(folder) / reader.file
                path.write_bytes(make(WARM_BYTES))
                with contextlib.suppress(ValueError, OSError):
                    reader.read(path)
                path.unlink(missing_ok=True)
    gc.collect()
    gc.freeze()


def worst_growth(costs: Sequence[Cost]) -> float:
    """The largest ratio of the times of two consecutive sizes."""
    seconds = [max(cost.seconds, FLOOR) for cost in costs[: len(SIZES)]]
    return max(after / before for before, after in pairwise(seconds))


def memory_ratio(cost: Cost) -> float:
    return cost.memory / max(cost.n_bytes, LEAST)


def measure_again(name: str, kind: str, found: list[Cost]) -> list[Cost]:
    """Measure again if time seems to grow faster than the input. The fastest of a few tries counts, since other
    programs can only slow it down."""
    for _ in range(TRIES - 1):
        if worst_growth(found) < SUSPICIOUS:
            break
        again = measure_case(name, kind)
        found = [min(pair, key=lambda cost: cost.seconds) for pair in zip(found, again, strict=True)]
    return found


def measure_case(name: str, kind: str) -> list[Cost]:
    """The costs of one kind of input: of all sizes, and of the largest file that the reader takes."""
    reader = READERS[name]
    make = reader.inputs[kind]
    with tempfile.TemporaryDirectory(prefix="semeai-bench-") as folder:
        sizes = (WARM_BYTES, *SIZES, *([reader.limit] if reader.limit else []))
        small, *files = (Path(folder) / str(size) / reader.file for size in sizes)
        in_child(lambda: _write([small, *files], sizes, make))
        return [measure(reader, small, file) for file in files]


def _write(paths: Sequence[Path], sizes: Sequence[int], make: Make) -> None:
    for path, size in zip(paths, sizes, strict=True):
        path.parent.mkdir()
        path.write_bytes(make(size))


def measure(reader: Reader, small: Path, file: Path) -> Cost:
    """The cost of reading a file, after a small one."""
    seconds, memory = in_child(lambda: reader.read(file), lambda: reader.read(small))
    return Cost(file.stat().st_size, seconds, memory)


def in_child(work: Callable[[], object], before_work: Callable[[], object] = lambda: None) -> tuple[float, int]:
    """Run a function in a child process. Returns its seconds of processor time and bytes of memory. `before` does not
    count: it touches the pages that both processes share.

    The system measures the memory, including that of arrays and of the interpreter. Free memory is returned first,
    since its reuse would not count.
    """
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with contextlib.suppress(ValueError, OSError):
                before_work()
            gc.collect()
            ctypes.CDLL(None).malloc_trim(0)
            Path("/proc/self/clear_refs").write_text("5")  # reset the peak memory of the process
            before, start = _resident("VmRSS"), time.process_time()
            with contextlib.suppress(ValueError, OSError):
                work()
            os.write(send, f"{time.process_time() - start} {_resident('VmHWM') - before}".encode())
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(send)
    with os.fdopen(receive, "rb") as answer:
        said = answer.read().split()
    os.waitpid(child, 0)
    if not said:
        raise RuntimeError("a reader failed; see the error above")
    return float(said[0]), int(said[1])


def _resident(name: str) -> int:
    """Bytes of memory that this process has (VmRSS), or had at most (VmHWM)."""
    status = Path("/proc/self/status").read_text()
    return 1024 * int(status.partition(f"{name}:")[2].split()[0])
