"""The page Papers."""

from nicegui import ui

from semeai.web.lab import Lab
from semeai.web.layout import frame


def register(lab: Lab) -> None:
    """Add the page."""

    @ui.page("/papers")
    def page() -> None:
        with frame("Papers"):
            ui.label("Papers")
