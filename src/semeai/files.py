"""Files that are whole or not there: written beside, brought to the disk, renamed."""

import os
import tempfile
from pathlib import Path


class DamagedFile(ValueError):
    """A file that is not what was written; the message names it and the place."""


def write_whole(path: Path, content: str | bytes) -> None:
    """Make `path` a file with `content`, text in UTF-8. Whatever happens, the old file or the new one is there.

    Raises OSError.
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
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


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
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            number = os.read(self._file, 20).decode(errors="replace").strip()
            os.close(self._file)
            holder = f"process {number}" if number else "another process"  # which has not yet said who it is
            raise OSError(f"{path.parent} is in use by {holder}") from None
        os.truncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Let go of it. The file stays: to remove it would let two processes hold two files of the same name."""
        os.close(self._file)
