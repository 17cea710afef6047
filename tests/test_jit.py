"""Kernels are compiled once per machine: a second process compiles nothing, a change in any source everything."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from semeai import jit

ANNOUNCEMENT = "compiling kernels"


@pytest.mark.parametrize("path", jit.kernel_sources(), ids=lambda path: path.name)
def test_kernels_depend_on_kernels_alone(path: Path) -> None:
    """The hash covers what kernels are made of only as long as they import nothing else of semeai."""
    covered = {
        ".".join(source.relative_to(jit.PACKAGE.parent).with_suffix("").parts) for source in jit.kernel_sources()
    }
    imported = {
        name
        for node in ast.walk(ast.parse(path.read_text()))
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [])
        + ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [])
        if name.startswith("semeai")
    }
    assert imported <= covered


def test_kernels_stand_in_kernel_files() -> None:
    users = {path for path in jit.PACKAGE.rglob("*.py") if "@kernel" in path.read_text()}
    assert users - {jit.PACKAGE / "jit.py"} <= set(jit.kernel_sources())


@pytest.mark.parametrize("path", sorted(jit.PACKAGE.rglob("*_kernel.py")), ids=lambda path: path.name)
def test_kernels_are_left_to_numba_by_mypy(path: Path) -> None:
    """Numba infers the types of kernels, and mypy cannot follow it. Its settings have no pattern for their names."""
    assert path.read_text().startswith("# mypy: ignore-errors\n")


def draw_a_number(package: Path, cache: Path) -> str:
    """Call a small kernel in a fresh process with the semeai in `package`; returns what it said on stderr."""
    code = "from semeai.rng import draw, stream; print(draw(stream(1)))"
    env = os.environ | {"SEMEAI_CACHE": str(cache), "PYTHONPATH": str(package), "NUMBA_DISABLE_JIT": "0"}
    run = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True, timeout=300, cwd=cache
    )
    return run.stderr


def test_compiled_once_and_again_after_a_change(tmp_path: Path) -> None:
    package = tmp_path / "package"
    cache = tmp_path / "cache"
    cache.mkdir()
    shutil.copytree(jit.PACKAGE, package / "semeai", ignore=shutil.ignore_patterns("__pycache__"))
    assert ANNOUNCEMENT in draw_a_number(package, cache)
    assert ANNOUNCEMENT not in draw_a_number(package, cache)
    with (package / "semeai" / "jit.py").open("a") as file:  # another file, which numba itself would not look at
        file.write("\n# changed\n")
    assert ANNOUNCEMENT in draw_a_number(package, cache)


def test_a_home_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("SEMEAI_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = jit.cache_folder()
    assert folder.is_dir()
    assert folder.stat().st_mode & 0o077 == 0
