"""`semeai zoo check`: shipped champions pass, and damaged, large or weak files do not."""

import json
from pathlib import Path

import pytest

from semeai.cli import zoo
from semeai.players.champion import find_champion
from tests.commands import call

FILE = str(find_champion("champion:sane-5x5".removeprefix("champion:")))


def test_a_shipped_champion_passes() -> None:
    done = call("zoo", "check", FILE, "--games", "40", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["passes"]) == (0, True)
    assert list(found["checks"]) == ["size", "safety", "origin", "games", "rating"]


def test_a_damaged_file_fails(tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    path.write_bytes(Path(FILE).read_bytes()[:-1])
    done = call("zoo", "check", str(path))
    assert done.returncode == 1
    assert "FAIL  safety" in done.stdout
    assert "may not enter" in done.stdout


def test_a_large_file_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zoo, "MAX_BYTES", 10)
    done = call("zoo", "check", FILE)
    assert done.returncode == 1
    assert done.stdout.startswith("FAIL  size")


def test_no_file(tmp_path: Path) -> None:
    done = call("zoo", "check", str(tmp_path / "nowhere.npz"))
    assert done.returncode == 2
    assert "nowhere.npz: no such file" in done.stderr
