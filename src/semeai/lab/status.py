"""The last thing that was said of a long piece of work, on stderr."""

import time
from types import TracebackType

from rich.console import Console
from rich.status import Status

SECONDS_BETWEEN_LINES = 10.0  # where there is no terminal


class Progress:
    """Shows the last thing it was told, on stderr. To be used in a `with`."""

    def __init__(self, quiet: bool = False) -> None:
        self._console = Console(stderr=True, quiet=quiet, highlight=False, markup=False, soft_wrap=True)
        self._status = Status("", console=self._console)
        self._next = time.monotonic() + SECONDS_BETWEEN_LINES

    def __enter__(self) -> "Progress":
        if self._console.is_terminal:
            self._status.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._status.stop()

    def __call__(self, text: str) -> None:
        if self._console.is_terminal:
            self._status.update(text)
        elif time.monotonic() >= self._next:
            self._next = time.monotonic() + SECONDS_BETWEEN_LINES
            self._console.print(text)
