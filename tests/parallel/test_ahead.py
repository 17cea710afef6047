"""A second process compiles a kernel while this one compiles others."""

import os
from pathlib import Path

import pytest

from semeai.evolve.strategies_kernel import work_on
from semeai.go.board import Board
from semeai.go.board_kernel import start
from semeai.parallel import ahead
from semeai.parallel.ahead import CHILD, compiled_ahead, is_compiled
from tests.conftest import needs_jit


@pytest.fixture
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that the task `ahead_task:work` writes. Nothing is compiled, and there are two cores."""
    written = tmp_path / "written"
    (tmp_path / "ahead_task.py").write_text(f"def work():\n    open({str(written)!r}, 'w').write('done')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.delenv(CHILD, raising=False)
    monkeypatch.setattr(ahead, "is_compiled", lambda kernel: False)
    monkeypatch.setattr(ahead, "n_cores", lambda: 2)
    return written


def test_the_task_is_done_after_the_block(task: Path) -> None:
    with compiled_ahead(work_on, "ahead_task:work"):
        pass
    assert task.read_text() == "done"


def test_a_task_that_fails_does_no_harm(task: Path) -> None:
    with compiled_ahead(work_on, "ahead_task:spam"):
        pass
    assert not task.exists()


@pytest.mark.parametrize("name", ["is_compiled", "n_cores"])
def test_no_process_without_need(task: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(ahead, name, lambda *_: 1)
    with compiled_ahead(work_on, "ahead_task:work"):
        pass
    assert not task.exists()


def test_a_process_that_compiles_ahead_starts_no_other(task: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHILD, "1")
    with compiled_ahead(work_on, "ahead_task:work"):
        pass
    assert not task.exists()


@needs_jit
def test_a_kernel_is_compiled_once_it_was_called() -> None:
    Board()
    assert is_compiled(start)
