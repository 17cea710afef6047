"""Output into a pipe that nobody reads any more: `semeai show X | head` ends quietly, as other programs do."""

import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

CLOSED = 128 + signal.SIGPIPE
"""the exit code then, as shells have it for programs that the signal ends"""


class _Output(io.FileIO):
    """Standard output. Where its reader is gone the program ends; so it does, with a line, where the disk is full.

    The end is a SystemExit and not an OSError, so that no handler takes it for trouble with a file, and everything that
    is open is closed properly. The signal SIGPIPE stays ignored: it would also come from engines and browsers.
    """

    def write(self, data: "Buffer", /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            self._discard()
            raise SystemExit(CLOSED) from None
        except OSError as error:
            self._discard()
            raise SystemExit(f"semeai: cannot write the output: {error.strerror}") from None

    def _discard(self) -> None:
        """Let what is still buffered go nowhere: Python writes it when it ends."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)


@contextmanager
def quiet_pipes() -> Iterator[None]:
    """For a whole program: what it prints goes to standard output and error by way of `_Output`."""
    sys.stdout, sys.stderr = _wrap(sys.stdout), _wrap(sys.stderr)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()


def _wrap(stream: TextIO) -> TextIO:
    # Closed before the program began, or replaced by somebody who calls it from Python.
    if stream is None or stream not in (sys.__stdout__, sys.__stderr__):
        return stream
    stream.flush()
    buffer = io.BufferedWriter(_Output(stream.fileno(), "w", closefd=False))
    is_eager = bool(stream.line_buffering) or stream is sys.stderr
    return io.TextIOWrapper(buffer, stream.encoding, stream.errors, line_buffering=is_eager)
