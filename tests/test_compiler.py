"""Kernels are compiled in parts: callees are linked into the whole, once, and constants share a part."""

import gc
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from semeai import jit
from semeai.compiler import Kernel, callees

pytestmark = pytest.mark.skipif(bool(jit.config.DISABLE_JIT), reason="nothing is compiled")


def bottom(x):  # type: ignore[no-untyped-def]
    return 3 * x + 1


def left(x, n):  # type: ignore[no-untyped-def]
    for _ in range(n):
        x = bottom(x) // 2
    return x


def right(x):  # type: ignore[no-untyped-def]
    return bottom(x) - left(x, 2)


def top(x):  # type: ignore[no-untyped-def]
    return bottom(x) + left(x, 3) + right(x)


def count_down(n):  # type: ignore[no-untyped-def]
    if n <= 0:
        return 0
    return 1 + count_down(n - 1)


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch) -> dict[str, Kernel]:
    """The functions above as kernels, which call each other as such."""
    made = {function.__name__: Kernel(function) for function in (bottom, left, right, top, count_down)}
    for name, kernel in made.items():
        monkeypatch.setitem(globals(), name, kernel)
        monkeypatch.setattr(kernel, "enable_caching", lambda: None)
    return made


def test_a_callee_shared_by_callers_is_linked_after_all_of_them(kernels: dict[str, Kernel]) -> None:
    x = 11
    b = 3 * x + 1
    three = two = x
    for _ in range(3):
        three = (3 * three + 1) // 2
    for _ in range(2):
        two = (3 * two + 1) // 2
    assert kernels["top"](x) == b + three + b - two


def test_only_what_python_calls_becomes_a_whole(kernels: dict[str, Kernel]) -> None:
    kernels["top"](5)
    assert len(kernels["top"].overloads) == 1
    assert not kernels["bottom"].overloads
    assert len(kernels["bottom"].part.overloads) == 1


def test_constants_share_a_part(kernels: dict[str, Kernel]) -> None:
    kernels["top"](5)
    assert len(kernels["left"].part.overloads) == 1  # for 2 and for 3
    kernels["top"](np.uint16(5))
    assert len(kernels["left"].part.overloads) <= 2


def test_a_kernel_that_calls_itself(kernels: dict[str, Kernel]) -> None:
    assert kernels["count_down"](7) == 7


def test_callees(kernels: dict[str, Kernel]) -> None:
    assert {function.__name__ for function in callees(kernels["top"].py_func)} == {"top", "left", "right", "bottom"}
    assert {function.__name__ for function in callees(kernels["left"].py_func)} == {"left", "bottom"}


def test_garbage_is_collected_again_after_a_compilation(kernels: dict[str, Kernel]) -> None:
    assert gc.isenabled()
    kernels["bottom"](5)
    assert gc.isenabled()


def test_only_a_process_that_compiles_loads_the_compiler(tmp_path: Path) -> None:
    """To load a kernel takes none of numba's functions for arrays; and nobody needs linear algebra."""
    code = """
import sys
from semeai.go.board import Board
Board()
print(*(name in sys.modules for name in ("numba.np.arraymath", "scipy.linalg")))
"""
    found = []
    for _ in range(2):
        env = os.environ | {"SEMEAI_CACHE": str(tmp_path)}
        run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        found.append(run.stdout.split())
    assert found == [["True", "False"], ["False", "False"]]
