"""The one `@kernel` decorator: compiled once per machine, shared by every later process.

Numba's own cache checks the file of a function, but not the functions that it calls in other files. So the name of the
cache folder contains a hash of *all* kernel sources. A change in any of them compiles everything again. Kernel sources
are recognised by name, and a test enforces the rule: `*_kernel.py`, this file, `compiler.py` and `rng.py`. They import
no other modules of semeai.

Set `NUMBA_DISABLE_JIT=1` to run every kernel as plain Python (debugging, coverage).
"""

import hashlib
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba.core import event

from semeai.compiler import Kernel, callees

PACKAGE = Path(__file__).parent

P = ParamSpec("P")
R = TypeVar("R")


def kernel_sources() -> list[Path]:
    """The files that determine whether compiled code is still valid."""
    return sorted([*(PACKAGE / name for name in ("compiler.py", "jit.py", "rng.py")), *PACKAGE.rglob("*_kernel.py")])


def kernel_hash() -> str:
    """An identifier of the kernels: equal on two machines exactly when sources and compiler versions are equal."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {platform.python_version()}".encode())
    for path in kernel_sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """The folder of compiled kernels: `$SEMEAI_CACHE`, or `semeai` in the user's cache folder.

    Compiled code is trusted when it is loaded, so the folder must belong to this user alone. If it cannot be created,
    this process uses a private temporary folder.
    """
    base = (
        os.environ.get("SEMEAI_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "semeai"
    )
    folder = Path(base) / "kernels" / kernel_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if os.access(folder, os.W_OK | os.X_OK) and is_own(folder):
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="semeai-kernels-"))


def is_own(folder: Path) -> bool:
    """True if the folder belongs to this user. Windows has no owners of this kind, but a separate profile for each
    user.
    """
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()


class Progress(event.Listener):
    """A message on stderr that kernels are being compiled, updated every few seconds with the progress."""

    SECONDS = 3.0

    def __init__(self) -> None:
        self.told_at: float | None = None
        self.total: set[Any] = set()
        self.done: set[Any] = set()

    def on_start(self, event: Any) -> None:
        self.total |= callees(event.data["dispatcher"].py_func)
        self._tell(" ..." if self.told_at is None else "")

    def on_end(self, event: Any) -> None:
        self.done.add(event.data["dispatcher"].py_func)

    def _tell(self, text: str) -> None:
        now = time.monotonic()
        if self.told_at is not None and now < self.told_at + self.SECONDS:
            return
        self.told_at = now
        text = text or f": {len(self.done & self.total)} of about {len(self.total)} functions"
        print(f"semeai: compiling kernels for this machine (once){text}", file=sys.stderr, flush=True)


config: Any = numba.config
if not config.DISABLE_JIT:
    config.CACHE_DIR = str(cache_folder())
    event.register("numba:compile", Progress())  # type: ignore[no-untyped-call]


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` with numba: without Python objects, GIL and array allocations, with C arithmetic, cached on
    disk.
    """
    if config.DISABLE_JIT:
        return np.errstate(over="ignore")(function)  # hashes and random streams wrap around on purpose
    return cast(Callable[P, R], Kernel(function))


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """`kernel` for a function of an inner loop: LLVM copies it into every kernel that calls it. It would not do so for
    a long function with several callers."""
    if config.DISABLE_JIT:
        return kernel(function)
    return cast(Callable[P, R], Kernel(function, is_inlined=True))
