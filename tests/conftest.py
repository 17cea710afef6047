"""Shared by all tests: other people's programs, what to do where they are missing, and what runs as plain Python."""

import os
import shutil
from typing import NoReturn

import pytest
from hypothesis import settings

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


# The tests of kernels run twice: compiled, and (fewer moves) as plain Python with NUMBA_DISABLE_JIT=1.
JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def scaled(compiled: int, plain: int) -> int:
    """A number of moves for this run."""
    return compiled if JIT else plain


SLOW = pytest.mark.slow
needs_jit = pytest.mark.skipif(not JIT, reason="takes hours as plain Python")
