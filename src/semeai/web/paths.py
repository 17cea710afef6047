"""Paths from a page. Those that lead out of the work folder are refused."""

from pathlib import Path


class OutsidePath(ValueError):
    """A path that leads out of the work folder."""


def inside(folder: Path, name: str) -> Path:
    """The path of `name` in `folder`, with all links resolved. The file need not exist.

    Raises OutsidePath if it is not below the folder.
    """
    folder = folder.resolve()
    try:
        path = (folder / name).resolve()
    except (OSError, ValueError, RuntimeError):  # a NUL, a name that is too long, links in a circle
        path = Path()
    if path == folder or not path.is_relative_to(folder):
        raise OutsidePath(f"not a file of the work folder: {shown(name)}")
    return path


def shown(text: str, length: int = 80) -> str:
    """A text from outside, as one short line."""
    line = "".join(c if c.isprintable() else "?" for c in text)
    return line if len(line) <= length else line[:length] + "..."
