"""The page Play."""

from nicegui import ui

from semeai.web.board import Board
from semeai.web.board_svg import Picture
from semeai.web.lab import Lab
from semeai.web.layout import frame


def register(lab: Lab) -> None:
    """Add the page."""

    @ui.page("/")
    def page() -> None:
        with frame("Play"):
            Board(Picture(9, {105: 1, 106: 2}, last_move=105), print)
