"""The page Arena."""

from nicegui import ui

from semeai.web.lab import Lab
from semeai.web.layout import frame


def register(lab: Lab) -> None:
    """Add the page."""

    @ui.page("/arena")
    def page() -> None:
        with frame("Arena"):
            ui.label("Arena")
