"""A file is the old one or the new one, never half of either. A lock is held by one process, as long as that lives."""

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from semeai.files import Lock, make_folder, sweep, write_whole


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


def test_the_folder_is_synced_after_the_rename(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    replace, fsync = os.replace, os.fsync

    def replaced(*arguments: Any) -> None:
        done.append("rename")
        replace(*arguments)

    def synced(file: int) -> None:
        done.append("sync folder" if stat.S_ISDIR(os.fstat(file).st_mode) else "sync file")
        fsync(file)

    monkeypatch.setattr(os, "replace", replaced)
    monkeypatch.setattr(os, "fsync", synced)
    write_whole(tmp_path / "file", "text")
    assert done == ["sync file", "rename", "sync folder"]
    done.clear()
    make_folder(tmp_path / "a" / "b")
    assert done == ["sync folder"] * 2


# -- temporary files ---------------------------------------------------------------------------------------------------

WRITER = """
import os, signal, sys, time
from pathlib import Path
from semeai.files import write_whole
def killed(file):
    print("writing", flush=True)
    time.sleep(1000)
os.fsync = killed
write_whole(Path(sys.argv[1]), "text")
"""


def test_what_a_killed_writer_left_is_swept_up_and_what_a_living_one_writes_is_not(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    others = [
        tmp_path / name for name in (".file.txt.swp", ".file.txt.abcd1234", ".other.txt.abcd1234.semeai", "x.semeai")
    ]
    for other in others:
        other.write_text("another program's")
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"writing\n"
        (temporary,) = tmp_path.glob(".file.txt.????????.semeai")
        sweep(tmp_path, ["file.txt"])
        write_whole(path, "by another")
        assert temporary.exists()
        writer.kill()
        writer.wait()
    sweep(tmp_path, ["other", "file.tx", "*.npz"])
    assert temporary.exists()
    sweep(tmp_path, ["*.npz", "file.*"])
    assert sorted(tmp_path.iterdir()) == sorted([path, *others])
    assert {other.read_text() for other in others} == {"another program's"}


def test_what_cannot_be_swept_up_is_left(tmp_path: Path) -> None:
    """In a folder that comes from somebody else: nothing hangs, nothing fails."""
    (tmp_path / ".file.abcd1234.semeai").mkdir()
    os.mkfifo(tmp_path / ".file.abcd1235.semeai")
    (tmp_path / ".file.abcd1236.semeai").symlink_to("/dev/zero")
    sweep(tmp_path, ["file"])
    assert sorted(path.name[-8:-7] for path in tmp_path.iterdir()) == ["4", "6"]


def test_the_next_writer_of_the_same_file_sweeps_up(tmp_path: Path) -> None:
    (tmp_path / ".file.abcd1234.semeai").write_text("half")
    write_whole(tmp_path / "file", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


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
