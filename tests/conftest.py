"""Shared by all tests: other people's programs, what to do where they are missing, and what runs as plain Python."""

import os
import shutil
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest
from hypothesis import settings

from semeai.compiler import Kernel
from semeai.locks import lock

settings.register_profile("semeai", deadline=None, derandomize=True)
settings.load_profile("semeai")


def missing(what: str) -> NoReturn:
    """Skip for want of `what`, or fail where SEMEAI_REQUIRE_ALL is set, as it is in CI."""
    if os.environ.get("SEMEAI_REQUIRE_ALL"):
        pytest.fail(f"{what} is missing and SEMEAI_REQUIRE_ALL is set")
    pytest.skip(f"{what} is missing")


@pytest.fixture(scope="session")
def gnugo() -> str:
    """The command of GNU Go."""
    return shutil.which("gnugo", path=os.environ.get("PATH", "") + ":/usr/games") or missing("gnugo")


SHORT_EXAM = 50


@pytest.fixture
def short_exams(monkeypatch: pytest.MonkeyPatch) -> None:
    """Champions of runs in this process are confirmed by SHORT_EXAM games, where their number is not the question."""
    monkeypatch.setattr("semeai.problems.games.LONG_EXAM_GAMES", SHORT_EXAM)


# The tests of kernels run twice: compiled, and (fewer moves) as plain Python with NUMBA_DISABLE_JIT=1.
JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def scaled(compiled: int, plain: int) -> int:
    """A number of moves for this run."""
    return compiled if JIT else plain


SLOW = pytest.mark.slow
needs_jit = pytest.mark.skipif(not JIT, reason="takes hours as plain Python")


@pytest.fixture(scope="session", autouse=True)
def one_compiles_for_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Of the testing processes one compiles a kernel, and the others wait and load it from the cache."""
    if not JIT or "PYTEST_XDIST_WORKER" not in os.environ:
        yield
        return
    folder = tmp_path_factory.getbasetemp().parent / "compiling"
    folder.mkdir(exist_ok=True)
    compile_it = Kernel.compile

    def compile_alone(kernel: Kernel, signature: Any) -> Any:
        with (folder / f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}").open("w") as file:
            lock(file.fileno(), wait=True)
            return compile_it(kernel, signature)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kernel, "compile", compile_alone)
        yield
