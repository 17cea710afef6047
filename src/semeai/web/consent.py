"""Consent: a person sees the exact command and must agree before the server starts anything that this user did not
choose."""

from nicegui import ui

from semeai.web.parts import command_line


async def agrees(command: str, why: str) -> bool:
    """Show a command and the reason for asking. Returns True if the person agrees to start it."""
    with ui.dialog() as dialog, ui.card().classes("form consent").props('role=alertdialog aria-label="Start this?"'):
        with ui.element("h2"):
            ui.label("Start this?")
        ui.label(why)
        command_line(command)
        ui.label("It runs with all your rights on this machine. Agree only if you trust its source.").classes(
            "bad small"
        )
        with ui.element("div").classes("form-row form-end"):
            ui.button("Cancel", on_click=lambda: dialog.submit(False), color=None).classes("main").props("unelevated")
            ui.button("Start it", on_click=lambda: dialog.submit(True), color=None).classes("plain").props("flat")
    answer = await dialog
    dialog.delete()
    return answer is True


async def confirms(question: str, words: str, deed: str) -> bool:
    """Ask for confirmation of an action that can happen by accident. Returns True if the person presses `deed`."""
    with ui.dialog() as dialog, ui.card().classes("form").props("role=alertdialog") as card:
        card.props["aria-label"] = question
        with ui.element("h2"):
            ui.label(question)
        ui.label(words)
        with ui.element("div").classes("form-row form-end"):
            ui.button("Cancel", on_click=lambda: dialog.submit(False), color=None).classes("plain").props(
                "flat autofocus"
            )
            ui.button(deed, on_click=lambda: dialog.submit(True), color=None).classes("main").props("unelevated")
    answer = await dialog
    dialog.delete()
    return answer is True
