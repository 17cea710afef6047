"""The worker side of a cluster: it does tasks after a check that it has the same code as the sender."""

import hashlib
import pickle
import platform
import threading
import time
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from semeai.jit import PACKAGE, cache_folder, config, kernel_hash
from semeai.locks import lock, unlock
from semeai.parallel.workers import answer

Stamp = Mapping[str, str]
"""what must be equal on two machines for their answers to be: versions and digests of the code, by name"""


class OtherStamp(RuntimeError):
    """A worker has other versions than whoever sent it a task."""


@cache
def stamp() -> Stamp:
    """Of this process. What may explain a difference stands before what follows from it."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return {
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
        "semeai": _own_version(),
        "kernels": kernel_hash(),
        "code": digest.hexdigest()[:16],
    }


def _own_version() -> str:
    try:
        return version("semeai")
    except PackageNotFoundError:  # it runs from a folder of sources
        return "not installed"


def difference(theirs: Stamp, ours: Stamp) -> str:
    """The first thing in which stamps differ, for people; "" where they do not."""
    for name, value in ours.items():
        if theirs.get(name) != value:
            return f"{name} {theirs.get(name, 'unknown')}, and {value} here"
    return ""


def do(task: Callable[[Any], Any], argument: bytes, theirs: Stamp, warm: Callable[[], None]) -> tuple[float, bytes]:
    """Do a task with a packed argument. Returns how many seconds it has taken, and its packed `answer`.

    Raises OtherStamp, and what `warm` raises.
    """
    if other := difference(stamp(), theirs):
        raise OtherStamp(other)
    warm_up(warm)
    started = time.perf_counter()
    packed = answer(lambda: task(pickle.loads(argument)))
    return time.perf_counter() - started, packed


def do_packed(task: bytes, argument: bytes, theirs: Stamp, warm: Callable[[], None]) -> tuple[float, bytes]:
    """The same, with a packed task."""
    return do(pickle.loads(task), argument, theirs, warm)


_is_warm = threading.Event()
_warming = threading.Lock()


def warm_up(warm: Callable[[], None]) -> None:
    """Have the kernels loaded, once a process. Where they are not compiled yet, one process of a machine does that, and
    the others wait for what it makes."""
    with _warming:
        if _is_warm.is_set():
            return
        if config.DISABLE_JIT:
            return
        is_made = cache_folder() / "warm"
        with (cache_folder() / "warming").open("w") as file:
            if not is_made.exists():
                lock(file.fileno(), wait=True)
            if is_made.exists():
                unlock(file.fileno())
            warm()
            is_made.touch()
        _is_warm.set()
