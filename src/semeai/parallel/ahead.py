"""A second process that compiles a kernel while this one compiles others: numba compiles under one lock."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from semeai.jit import config

CHILD = "SEMEAI_COMPILES_AHEAD"


def n_cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def is_compiled(kernel: Callable[..., Any]) -> bool:
    """True if compiled code of the kernel is in the cache, for any types of arguments."""
    if config.DISABLE_JIT:
        return True
    name = f"{kernel.__module__.rpartition('.')[2]}.{kernel.__qualname__}"
    return any(Path(config.CACHE_DIR).rglob(f"{name}-*.nbi"))


@contextmanager
def compiled_ahead(kernel: Callable[..., Any], task: str) -> Iterator[None]:
    """Let another process do `task`, a function as `module:name` that compiles the kernel, and wait for it at the end
    of the block.

    Nothing happens if the kernel is in the cache already or there is only one core. If the process fails, this one
    compiles the kernel when it calls it.
    """
    if is_compiled(kernel) or n_cores() < 2 or CHILD in os.environ or not sys.executable:
        yield
        return
    module, _, name = task.partition(":")
    silent: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    command = [sys.executable, "-P", "-c", f"from {module} import {name}; {name}()"]
    with subprocess.Popen(command, env=os.environ | {CHILD: "1"}, **silent) as process:
        try:
            yield
        except BaseException:
            process.terminate()
            raise
