"""Small parts that several pages share."""

from collections.abc import Callable, Iterable

from nicegui import ui

from semeai.glossary import is_term, meaning
from semeai.lab.folder import RunState
from semeai.web.names import player_name
from semeai.web.seats import offered
from semeai.web.settings import Settings
from semeai.web.table import YOU

_OTHER = "other"
"""the choice of a specification that is typed; no player has this name"""


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


class PlayerField(ui.element):
    """A field for a player. It offers players by their names; the last choice is a specification that is typed."""

    def __init__(self, label: str, choices: Iterable[str], value: str) -> None:
        super().__init__("div")
        self.classes("player-field grow")
        specs = dict.fromkeys([*choices, *([value] if value else [])])
        self._callbacks: list[Callable[[], object]] = []
        with self:
            options = {spec: player_name(spec) for spec in specs} | {_OTHER: "Other player..."}
            self._pick = ui.select(options, value=value or None, label=label, on_change=self._picked)
            self._typed = ui.input(f"{label}: specification", value=value, placeholder="rave:playouts=5000")
            for field in (self._pick, self._typed):
                field.props("outlined dense")
            self._typed.on("change", self._changed)  # when it is complete: Enter, or another field has the focus
        self._show()

    @property
    def value(self) -> str:
        """The specification of the player; "" if none is chosen."""
        return str((self._typed.value if self._pick.value == _OTHER else self._pick.value) or "").strip()

    def on_value_change(self, callback: Callable[[], object]) -> None:
        """Call `callback` whenever another player is chosen."""
        self._callbacks.append(callback)

    def _picked(self) -> None:
        self._show()
        if self._pick.value != _OTHER:
            self._changed()

    def _show(self) -> None:
        is_typed = self._pick.value == _OTHER
        self._typed.set_visibility(is_typed)
        if not is_typed:
            self._typed.value = self.value  # a start for changes
            self._pick.props["title"] = self.value

    def _changed(self) -> None:
        for callback in self._callbacks:
            callback()


def player_field(label: str, settings: Settings, value: str) -> PlayerField:
    """A field for a player that is not a person."""
    return PlayerField(label, (name for name in offered(settings) if name != YOU), value)


class ErrorLine:
    """A line for an error message, hidden while there is none."""

    def __init__(self) -> None:
        self._label = ui.label().classes("bad small").props("role=alert")
        self.say("")

    def say(self, text: str) -> None:
        """Show a message; "" hides the line."""
        self._label.text = text
        self._label.set_visibility(bool(text))
