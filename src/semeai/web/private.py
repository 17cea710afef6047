"""Files for this user alone: outside every work folder, unreadable for other accounts."""

import html
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

KEY = "key"
N_BYTES = 32


def state_folder() -> Path:
    """The user's folder for the state of programs, created if it is missing. Raises OSError."""
    home = os.environ.get("XDG_STATE_HOME", "")
    folder = (Path(home) if Path(home).is_absolute() else Path("~/.local/state").expanduser()) / "semeai"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def read_key() -> bytes:
    """The user's secret key, created by the first call. Raises OSError.

    A key that another account can read or write, or of the wrong length, is replaced.
    """
    path = state_folder() / KEY
    if not _is_good(path):
        path.unlink(missing_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent)  # readable by this user only
        try:
            os.write(handle, secrets.token_bytes(N_BYTES))
            os.link(beside, path)
        except FileExistsError:
            pass  # another server has just created it
        finally:
            os.close(handle)
            os.unlink(beside)
    return path.read_bytes()


def _is_good(path: Path) -> bool:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return False
    return (
        (not hasattr(os, "getuid") or found.st_uid == os.getuid())
        and found.st_mode == 0o100600
        and found.st_size == N_BYTES
    )


@contextmanager
def opening_page(address: str) -> Iterator[str]:
    """The address of a page on disk that redirects to `address`, for the command line of a browser.

    All accounts of a machine can read the command lines of programs, and `address` holds the token. Raises OSError.
    """
    text = f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url={html.escape(address)}">'
    # Named by the port: the next server on that port replaces the file of a killed one.
    path = state_folder() / f"open-{urlsplit(address).port}.html"
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    try:
        yield path.as_uri()
    finally:
        path.unlink(missing_ok=True)
