"""A file is the old one or the new one, never half of either. A lock is held by one process, as long as that lives."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from semeai.files import Lock, write_whole


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


# -- locks -------------------------------------------------------------------------------------------------------------


def test_a_lock_is_held_once(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    lock = Lock(path)
    with pytest.raises(OSError, match=f"^{tmp_path} is in use by process {os.getpid()}$"):
        Lock(path)
    lock.release()
    Lock(path).release()
    assert path.read_text() == f"{os.getpid()}\n"


def test_a_holder_that_has_not_yet_said_who_it_is(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "lock")
    (tmp_path / "lock").write_text("")
    with pytest.raises(OSError, match=f"^{tmp_path} is in use by another process$"):
        Lock(tmp_path / "lock")
    lock.release()


def test_a_longer_number_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("12345678901\n")
    Lock(tmp_path / "lock").release()
    assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"


def test_a_lock_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Lock(tmp_path / "nowhere" / "lock")


HOLDER = """
import subprocess, sys, time
from pathlib import Path
from semeai.files import Lock
lock = Lock(Path(sys.argv[1]))
child = subprocess.Popen(["cat"], stdout=subprocess.DEVNULL, close_fds=False)
print("held", flush=True)
time.sleep(1000)
"""


def test_a_lock_is_free_once_its_holder_is_killed(tmp_path: Path) -> None:
    """Even while a program lives that the holder has started: it has no part in the lock."""
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:  # ends the child's input
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(OSError, match=f"^{tmp_path} is in use by process {holder.pid}$"):
            Lock(tmp_path / "lock")
        holder.kill()
        holder.wait()
        Lock(tmp_path / "lock").release()
