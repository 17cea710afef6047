"""Atomic file writes: to a temporary file, which is synced and renamed. Also locks.

A temporary file is called `.NAME.XXXXXXXX.semeai` and locked by its writer. A writer that is killed leaves it behind,
unlocked; the next program that writes the same files removes it (`sweep`).
"""

import errno
import json
import os
import stat
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from semeai.locks import lock

TEMPORARY = ".semeai"
"""suffix of temporary files"""
_CANNOT_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EROFS)
_NOFOLLOW, _NONBLOCK = getattr(os, "O_NOFOLLOW", 0), getattr(os, "O_NONBLOCK", 0)  # Windows has neither
_N_RANDOM = 8  # characters that `tempfile` puts between the name and the ending


class DamagedFile(ValueError):
    """A file whose content is damaged. The message names the file and the place."""


class CannotWrite(OSError):
    """A file cannot be written, usually because the disk is full. The message names the file and says what is safe."""


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Convert an OSError during the writing of `path` to CannotWrite, for commands that can be continued."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(
            f"cannot write {path}: {error.strerror or error}; saved work is safe. Run the same command to continue"
        ) from error


def parse_json(data: bytes) -> Any:
    """The JSON value in `data`. Raises ValueError, also if it is nested too deeply."""
    try:
        return json.loads(data)
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None


def write_whole(path: Path, content: str | bytes, previous: Path | None = None) -> None:
    """Write `content`, text in UTF-8, to `path`. At any moment the old file or the new one exists.

    If `previous` is given, the old file is kept under that name (and for a moment only there). Raises OSError.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():  # a device or a pipe is written, not replaced
        path.write_bytes(data)
        return
    sweep(path.parent, [path.name])
    handle, beside = _open_temporary(path)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(beside, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
            if previous and path.exists():
                os.replace(path, previous)
            os.replace(beside, path)
        sync_name(path)
    except BaseException as error:
        Path(beside).unlink(missing_ok=True)  # a Ctrl-C may come after the rename
        _name(path, error)
        raise


def read_bounded(path: Path, max_bytes: int) -> bytes:
    """The content of a file that may come from anybody. Raises OSError, and DamagedFile if it is larger than
    `max_bytes` or not an ordinary file, such as a pipe."""
    handle = os.open(path, os.O_RDONLY | _NONBLOCK)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise DamagedFile(f"{path}: expected a file, found something else, such as a folder, a pipe or a device")
        if status.st_size > max_bytes:
            raise DamagedFile(f"{path}: expected at most {max_bytes:,} bytes, found {status.st_size:,}")
        with open(handle, "rb", closefd=False) as file:
            return file.read(status.st_size)  # which is allocated beforehand
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """Create a folder and its parents, and sync their names. Raises OSError."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for one in reversed(missing):
        sync_name(one)


def sync_name(path: Path) -> None:
    """Sync the folder of a file or folder: otherwise a new file or a rename may be lost after a power failure.

    File systems that cannot sync folders are skipped. Raises OSError.
    """
    handle = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            _name(path, error)
            raise
    finally:
        os.close(handle)


def _name(path: Path, error: BaseException) -> None:
    """Add the path to an error: the system reports a full disk without a name."""
    if isinstance(error, OSError) and error.errno and not error.filename:
        error.filename = str(path)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


# -- temporary files ---------------------------------------------------------------------------------------------------


def sweep(folder: Path, names: Iterable[str]) -> None:
    """Remove temporary files that killed programs left in `folder`: those for files with one of these names, which may
    have wildcards. Files of living writers and of other users are kept. Raises OSError."""
    wanted = tuple(names)
    found = [name for name in os.listdir(folder) if name.endswith(TEMPORARY) and name.startswith(".")]
    for name in found:
        target = name.removeprefix(".").removesuffix(TEMPORARY)[: -_N_RANDOM - 1]
        if any(fnmatchcase(target, pattern) for pattern in wanted):
            _remove_unless_locked(folder / name)


def _open_temporary(path: Path) -> tuple[int, str]:
    """A new temporary file for `path`, open and locked: its handle and its path."""
    while True:
        handle, beside = tempfile.mkstemp(prefix=f".{path.name}.", suffix=TEMPORARY, dir=path.parent)
        if _try_lock(handle) and os.path.exists(beside):
            return handle, beside
        os.close(handle)  # another program removed it before it was locked


def _remove_unless_locked(path: Path) -> None:
    with suppress(OSError):  # gone already, or another user's
        handle = os.open(path, os.O_RDONLY | _NOFOLLOW | _NONBLOCK)  # in a foreign folder it may be a pipe
        try:
            if _try_lock(handle):
                path.unlink()
        finally:
            os.close(handle)


def _try_lock(handle: int) -> bool:
    try:
        lock(handle)
    except BlockingIOError:
        return False
    return True


# -- locks -------------------------------------------------------------------------------------------------------------


class Lock:
    """A file that one process at a time can hold. The system releases it when the holder ends in any way."""

    def __init__(self, path: Path) -> None:
        """Take the lock. Raises OSError with the id of the process that holds it."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        tries = 5
        while True:
            try:
                lock(self._file)
                break
            except BlockingIOError:
                tries -= 1
            if tries == 0:
                number = _read_number(self._file)
                os.close(self._file)
                holder = f"process {number}" if number else "another process"  # which has not written its id yet
                raise OSError(f"{path.parent} is in use by {holder}")
            time.sleep(0.02)  # another process may be reading the holder
        try:
            os.truncate(self._file, 0)
            os.write(self._file, f"{os.getpid()}\n".encode())
        except BaseException as error:
            self.release()
            _name(path, error)
            raise

    def release(self) -> None:
        """Release the lock. The file stays: otherwise two processes could lock two files of the same name."""
        os.close(self._file)


def lock_holder(path: Path) -> str | None:
    """The id of the process that holds a lock; "" if it is not written yet; None if the lock is free."""
    try:
        file = os.open(path, os.O_RDONLY | _NONBLOCK)  # a pipe of that name must not block
    except FileNotFoundError:
        return None
    try:
        lock(file, is_shared=True)
    except BlockingIOError:
        return _read_number(file)
    finally:
        os.close(file)
    return None


def _read_number(file: int) -> str:
    return os.read(file, 20).decode(errors="replace").strip()


# -- files of others -------------------------------------------------------------------------------------------------


def has_file(folder: Path, name: str) -> bool:
    """True if the folder has an ordinary file of that name. False for a path that is too long for the system."""
    try:
        return stat.S_ISREG((folder / name).stat().st_mode)
    except (OSError, ValueError):
        return False
