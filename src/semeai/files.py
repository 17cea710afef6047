"""Files that are whole or not there: written beside, brought to the disk, renamed."""

import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

MAX_JSON = 1 << 18
"""bytes of a file with one JSON value: as Python objects it can take 30 times as much"""


class DamagedFile(ValueError):
    """A file that is not what was written; the message names it and the place."""


def read_json(path: Path) -> Any:
    """The value in a small JSON file. Raises OSError, and ValueError when there is none, or it is too large or deep."""
    with path.open("rb") as file:
        data = file.read(MAX_JSON + 1)
    if len(data) > MAX_JSON:
        raise ValueError(f"expected at most {MAX_JSON} bytes of JSON, found more")
    return parse_json(data)


def parse_json(data: bytes) -> Any:
    """The JSON value in `data`. Raises ValueError, also where it is nested too deeply."""
    try:
        return json.loads(data)
    except RecursionError:
        raise ValueError("JSON that is nested too deeply") from None


def write_whole(path: Path, content: str | bytes, previous: Path | None = None) -> None:
    """Make `path` a file with `content`, text in UTF-8. Whatever happens, the old file or the new one is there.

    The old one is kept as `previous`, where that is given (and for a moment it is there alone). Raises OSError.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():  # a device or a pipe is written to, not replaced
        path.write_bytes(data)
        return
    handle, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        if previous and path.exists():
            os.replace(path, previous)
        os.replace(beside, path)
    except BaseException as error:
        Path(beside).unlink(missing_ok=True)  # a Ctrl-C may come when it has its name already
        _name(path, error)
        raise


def _name(path: Path, error: BaseException) -> None:
    """Say in an error what it is about: the system tells of a full disk without a name."""
    if isinstance(error, OSError) and error.errno and not error.filename:
        error.filename = str(path)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


class Lock:
    """A file that one process at a time can hold. The system lets go of it when the holder ends, however it ends."""

    def __init__(self, path: Path) -> None:
        """Take the lock. Raises OSError, with the number of the process that holds it where it is held."""
        import fcntl  # not on Windows

        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        tries = 5
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                tries -= 1
            if tries == 0:
                number = _read_number(self._file)
                os.close(self._file)
                holder = f"process {number}" if number else "another process"  # which has not yet said who it is
                raise OSError(f"{path.parent} is in use by {holder}")
            time.sleep(0.02)  # somebody may just be asking who holds it
        try:
            os.truncate(self._file, 0)
            os.write(self._file, f"{os.getpid()}\n".encode())
        except BaseException as error:
            self.release()
            _name(path, error)
            raise

    def release(self) -> None:
        """Let go of it. The file stays: to remove it would let two processes hold two files of the same name."""
        os.close(self._file)


def lock_holder(path: Path) -> str | None:
    """The number of the process that holds a lock, "" when it has not said it yet; None when nobody does."""
    import fcntl

    try:
        file = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _read_number(file)
    finally:
        os.close(file)
    return None


def _read_number(file: int) -> str:
    return os.read(file, 20).decode(errors="replace").strip()
