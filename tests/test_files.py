"""A file is the old one or the new one, never half of either."""

import os
from pathlib import Path

import pytest

from semeai.files import write_whole


def test_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, "één\n")
    assert path.read_bytes() == "één\n".encode()
    path.chmod(0o600)
    write_whole(path, "two\r\n")
    assert path.read_bytes() == b"two\r\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, "old")

    def full(_: int) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "nowhere" / "file", "text")
