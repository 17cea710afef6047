"""The board's tests run twice: compiled, and (fewer moves) as plain Python with NUMBA_DISABLE_JIT=1."""

import os

import pytest

JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def scaled(compiled: int, plain: int) -> int:
    """A number of moves for this run."""
    return compiled if JIT else plain


needs_jit = pytest.mark.skipif(not JIT, reason="takes hours as plain Python")
