"""Small parts that several pages share."""

from nicegui import ui

from semeai.glossary import is_term, meaning
from semeai.lab.folder import RunState
from semeai.web.seats import offered
from semeai.web.settings import Settings
from semeai.web.table import YOU


def command_line(command: str) -> None:
    """A command with a button that copies it."""
    with ui.element("div").classes("command"):
        with ui.element("code").classes("grow"):
            ui.label(command)
        button = ui.button(icon="content_copy", on_click=lambda: _copy(command))
        button.props('flat dense round aria-label="Copy the command" title="Copy"')


def _copy(command: str) -> None:
    ui.clipboard.write(command)
    ui.notify("Copied", position="bottom", timeout=1200)


def state_mark(state: RunState) -> ui.label:
    """A state as a colored word."""
    return ui.label(state).classes(f"state state-{state}")


def foreign_mark() -> ui.label:
    """The mark of a run or match that was copied in. Its commands do not start without consent."""
    return ui.label("foreign").classes("state state-foreign").props('title="Not started here by you"')


def term(name: str, text: str = "") -> ui.element:
    """A term of the glossary, written as `text`. Its meaning appears on hover and on keyboard focus."""
    with ui.element("span").classes("term").props("tabindex=0") as place:
        ui.label(text or name).classes("term-word")
        ui.label(meaning(name)).classes("meaning").props("role=tooltip")
    return place


def word(text: str) -> ui.element:
    """A word with its meaning if it is in the glossary, and without otherwise."""
    return term(text.lower(), text) if is_term(text.lower()) else ui.label(text)


def player_field(label: str, settings: Settings, value: str) -> ui.select:
    """A field for a player: choose one, or type a specification."""
    choices = [name for name in offered(settings) if name != YOU]
    field = ui.select(
        choices if value in choices else [value, *choices], value=value, label=label, new_value_mode="add-unique"
    )
    return field.props("outlined dense use-input hide-selected fill-input input-debounce=0").classes("grow")


class ErrorLine:
    """A line for an error message, hidden while there is none."""

    def __init__(self) -> None:
        self._label = ui.label().classes("bad small").props("role=alert")
        self.say("")

    def say(self, text: str) -> None:
        """Show a message; "" hides the line."""
        self._label.text = text
        self._label.set_visibility(bool(text))
