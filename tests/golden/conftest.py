"""Smoke runs that several figures are drawn from are made once, whoever of the testing processes comes first."""

import fcntl
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest

Smoke = Callable[[Iterable[str]], AbstractContextManager[Path]]


@pytest.fixture(scope="session")
def smoke(tmp_path_factory: pytest.TempPathFactory) -> Smoke:
    """The folder of runs, for the time of a `with` in which nobody else works on these experiments, "key/name"."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder = base / "smoke-runs"
    folder.mkdir(exist_ok=True)

    @contextmanager
    def alone(names: Iterable[str]) -> Iterator[Path]:
        with ExitStack() as stack:
            for name in sorted(names):  # always in the same order, so that nobody waits for each other
                lock = stack.enter_context((folder / f"{name.replace('/', '-')}.lock").open("w"))
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield folder

    return alone
