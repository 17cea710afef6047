"""Locks on open files."""

import subprocess
import sys
from pathlib import Path

import pytest

from semeai.locks import lock, unlock


def test_one_holder_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with path.open("w") as first, path.open("w") as second:
        lock(first.fileno())
        with pytest.raises(BlockingIOError):
            lock(second.fileno())
        unlock(first.fileno())
        lock(second.fileno(), wait=True)
    with path.open() as first, path.open() as second:
        lock(first.fileno(), is_shared=True)
        lock(second.fileno(), is_shared=True)


def test_nothing_stops_other_systems_at_import() -> None:
    """What Windows lacks is taken away; then the command line and everything below it is imported."""
    code = """
import os, signal, sys, types
import asyncio, multiprocessing.connection, multiprocessing.resource_tracker, subprocess
import numba, pydantic, rich.console, typer, typer.testing
sys.platform = "win32"
sys.modules["fcntl"] = None
sys.modules["msvcrt"] = types.ModuleType("msvcrt")
for name in ("getuid", "O_NOFOLLOW", "O_NONBLOCK"):
    delattr(os, name)
for name in ("SIGPIPE", "pthread_sigmask"):
    delattr(signal, name)
import semeai.files, semeai.locks, semeai.cli, semeai.parallel.interrupts, semeai.lab.run
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
