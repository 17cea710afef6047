"""The page Evolve."""

from nicegui import ui

from semeai.web.lab import Lab
from semeai.web.layout import frame


def register(lab: Lab) -> None:
    """Add the page."""

    @ui.page("/evolve")
    def page() -> None:
        with frame("Evolve"):
            ui.label("Evolve")
