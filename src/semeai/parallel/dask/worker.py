"""The worker side of a cluster: it runs a task after checking that it has the same code as the sender."""

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
"""versions and digests of the code, by name, which must be equal on two machines for equal results"""


class OtherStamp(RuntimeError):
    """A worker has other versions than the sender of a task."""


@cache
def stamp() -> Stamp:
    """The stamp of this process. Possible causes of a difference come before their effects."""
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
    except PackageNotFoundError:  # it runs from a source folder
        return "not installed"


def difference(theirs: Stamp, ours: Stamp) -> str:
    """The first difference between stamps, for people; "" if they are equal."""
    for name, value in ours.items():
        if theirs.get(name) != value:
            return f"{name} {theirs.get(name, 'unknown')}, but this machine has {value}"
    return ""


def do(task: Callable[[Any], Any], argument: bytes, theirs: Stamp, warm: Callable[[], None]) -> tuple[float, bytes]:
    """Run a task with a packed argument. Returns the seconds that it took, and its packed `answer`.

    Raises OtherStamp and the exceptions of `warm`.
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
    """Load the kernels, once per process. If they are not compiled yet, one process per machine compiles them while the
    others wait."""
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
