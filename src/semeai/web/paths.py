"""Files of the work folder: paths from a page lead inside it or are refused, and small files are read with a limit."""

import os
import stat
from pathlib import Path

from semeai.files import DamagedFile

MAX_SMALL = 1 << 20
"""bytes of a file that holds a few settings"""


class OutsidePath(ValueError):
    """A path that leads out of the work folder."""


def inside(folder: Path, name: str) -> Path:
    """The path that `name` means in `folder`, with all links followed; the file need not be there.

    Raises OutsidePath when it is not below the folder, however it is written.
    """
    folder = folder.resolve()
    try:
        path = (folder / name).resolve()
    except (OSError, ValueError, RuntimeError):  # a NUL, a name that is too long, links in a circle
        path = Path()
    if path == folder or not path.is_relative_to(folder):
        raise OutsidePath(f"not a file of the work folder: {shown(name)}")
    return path


def has_file(folder: Path, name: str) -> bool:
    """True if the folder has an ordinary file of that name. A path that is too long for the system names none."""
    try:
        return stat.S_ISREG((folder / name).stat().st_mode)
    except (OSError, ValueError):
        return False


def read_small(path: Path, limit: int = MAX_SMALL) -> bytes:
    """The content of an ordinary file of up to `limit` bytes. Raises OSError and DamagedFile.

    A pipe or device in its place is refused: reading from it might never end.
    """
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise DamagedFile(f"{path}: expected an ordinary file")
        data = file.read(limit + 1)
    if len(data) > limit:
        raise DamagedFile(f"{path}: expected up to {limit >> 20} MB, found more")
    return data


def shown(text: str, length: int = 80) -> str:
    """A text from outside, as one short line."""
    line = "".join(c if c.isprintable() else "?" for c in text)
    return line if len(line) <= length else line[:length] + "..."
