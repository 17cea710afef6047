"""Summaries of runs: read once, and again when something has changed."""

import shutil
from pathlib import Path

import pytest

from semeai.lab.folder import RunFolder, RunState
from semeai.web.summaries import Summaries


@pytest.fixture
def run(bred: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(bred / "runs" / "small-1", tmp_path / "small-1"))


def test_a_run_that_is_over_is_read_once(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Path] = []
    look = RunFolder.look

    def counted(self: RunFolder) -> int:
        looks.append(self.folder)
        return look(self)

    monkeypatch.setattr(RunFolder, "look", counted)
    summaries = Summaries()
    first = summaries.read(run)
    assert (first.state, first.n_rows) == (RunState.DONE, 12)
    assert first.merit.endswith("of the points")
    assert summaries.read(run) is first
    assert len(looks) == 1
    (run / "done.json").unlink()
    assert summaries.read(run).state is RunState.STOPPED
    assert len(looks) == 2


def test_damage_is_told(run: Path) -> None:
    summaries = Summaries()
    summaries.read(run)
    (run / "rows.jsonl").write_bytes(b"x\n" * 20)
    found = summaries.read(run)
    assert found.state is RunState.DAMAGED
    assert "rows.jsonl" in found.merit
