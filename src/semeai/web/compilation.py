"""The compilation of kernels by this server, in a line that all pages show while it lasts."""

import time
from functools import cache
from typing import Any

from nicegui import ui
from numba.core import event

from semeai.jit import Progress

WORDS = "Compiling kernels for this machine (once)"
LINGER = 1.0
"""seconds for which the line stays: the next kernel is often compiled at once"""
SECONDS = 0.5


class Compilation(Progress):
    """Knows how far the compilation is. Numba compiles under a lock, so there is one at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = 0
        self._ended_at = float("-inf")

    def on_start(self, event: Any) -> None:
        self._depth += 1
        super().on_start(event)

    def on_end(self, event: Any) -> None:
        super().on_end(event)
        self._depth -= 1
        self._ended_at = time.monotonic()

    def _tell(self, text: str) -> None:
        """Leave stderr to others: pages ask."""

    @property
    def text(self) -> str:
        """The state of the compilation; "" if there is none."""
        if not self._depth and time.monotonic() > self._ended_at + LINGER:
            return ""
        return f"{WORDS}: {len(self.done & self.total)} of about {len(self.total)} functions"


@cache
def compilation() -> Compilation:
    """The compilation of this process, followed from the first call on."""
    followed = Compilation()
    event.register("numba:compile", followed)  # type: ignore[no-untyped-call]
    return followed


def compilation_line() -> None:
    """A line that appears while kernels are compiled, and tells how far this is."""
    line = ui.label().classes("compiling small").props("role=status aria-live=polite")

    def show() -> None:
        line.text = compilation().text
        line.set_visibility(bool(line.text))

    show()
    ui.timer(SECONDS, show)
