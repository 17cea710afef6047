"""Shared by all tests: other people's programs, and what to do where they are missing."""

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
