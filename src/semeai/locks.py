"""Locks on open files, which the system releases when their holder ends, on POSIX systems and on Windows."""

import os
import sys

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def lock(handle: int, wait: bool = False, is_shared: bool = False) -> None:
    """Lock an open file. Raises BlockingIOError if another process holds it and `wait` is False.

    Windows has no shared locks of this kind: there `is_shared` makes no difference.
    """
    if sys.platform == "win32":
        os.lseek(handle, 0, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(*error.args) from None
    else:
        fcntl.flock(handle, (fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))


def unlock(handle: int) -> None:
    """Release the lock."""
    if sys.platform == "win32":
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_UN)
