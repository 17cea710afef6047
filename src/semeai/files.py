"""Files that are whole or not there: written beside, brought to the disk, renamed."""

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Make `path` a file with `text` in UTF-8. Whatever happens on the way, the old file or the new one is there.

    Raises OSError.
    """
    if path.exists() and not path.is_file():  # a device or a pipe is written to, not replaced
        path.write_text(text, encoding="utf-8")
        return
    handle, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
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
