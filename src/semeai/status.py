"""The progress of long work on stderr: one changing line on a terminal, or a new line from time to time elsewhere."""

import time
from collections.abc import Callable
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.text import Text

SECONDS_BETWEEN_LINES = 10.0  # seconds between lines without a terminal


class StatusLine:
    """Shows the latest status of long work. Use it in a `with`."""

    def __init__(self, quiet: bool = False) -> None:
        self.console = Console(stderr=True, quiet=quiet, highlight=False, markup=False, soft_wrap=True)
        self._live = Live(console=self.console, transient=True, refresh_per_second=8)
        self._next = time.monotonic() + (0.0 if self.console.is_terminal else SECONDS_BETWEEN_LINES)

    def __enter__(self) -> Self:
        if self.console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._live.stop()

    def show_text(self, text: str) -> None:
        """Show this line."""
        self.show(lambda: text)

    def show(self, describe: Callable[[], str], pause: float = 0.0) -> None:
        """Show the line of `describe`, but not again for `pause` seconds, if it is slow to create."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + (pause if self.console.is_terminal else SECONDS_BETWEEN_LINES)
        if self.console.is_terminal:
            self._live.update(Text(describe(), no_wrap=True, overflow="ellipsis"))
        else:
            self.console.print(describe())


def format_seconds(seconds: float) -> str:
    """A time as on a clock: 0:07, 12:05, 3:02:01."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
