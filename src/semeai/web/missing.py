"""The page for addresses that lead nowhere: a 404 with the header and navigation of all other pages."""

import nicegui
from fastapi import Request, Response
from nicegui import Client, ui
from nicegui.page import page

from semeai.web.layout import frame


def register_missing() -> None:
    """Show this page for every 404."""

    @nicegui.app.exception_handler(404)
    async def answer(request: Request, error: Exception) -> Response:
        with Client(page(""), request=request) as client, frame("Not found"):
            not_found("There is no such page.")
        return client.build_response(request, 404)


def not_found(words: str) -> None:
    """Say on the page being built that it does not exist, in `words` and as its status."""
    ui.context.client.status_code = 404
    with ui.element("h1"):
        ui.label("Not found")
    ui.label(words).props("role=alert")
