"""Cards about the record of a game: its count, the facts that it states, and the comment on the current move."""

from nicegui import ui

from semeai.go.points import BLACK, COLOR_NAMES, WHITE
from semeai.web.count import count
from semeai.web.table import Table


class CountCard:
    """The count of a finished game, for both sides. Hidden during the game."""

    def __init__(self) -> None:
        self._sums = {}
        with ui.element("div").classes("card count") as self._card:
            with ui.element("h2"):
                ui.label("Count")
            for color in (BLACK, WHITE):
                with ui.element("div").classes("player-row"):
                    ui.element("span").classes("stone").classes(COLOR_NAMES[color]).props("aria-hidden=true")
                    self._sums[color] = ui.label().classes("small numbers")
        self._card.visible = False

    def show(self, table: Table) -> None:
        self._card.visible = table.is_counted
        if table.is_counted:
            for color, points in count(table.game.board, table.game.dead).items():
                self._sums[color].text = f"{COLOR_NAMES[color].capitalize()}: {points}"


class RecordCard:
    """The facts and comments of a record. Hidden if there are none."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}
        with ui.element("div").classes("card stack tight record") as self._card:
            self._facts = ui.element("dl").classes("facts small")
            with ui.element("div").classes("comment").props('tabindex=0 role=region aria-label="Comment"') as self._box:
                self._comment = ui.label().classes("small")

    def show(self, table: Table) -> None:
        facts = table.facts()
        if facts.keys() == {"Date"}:  # a game that was started here
            facts = {}
        comment = "\n".join(table.game.node.properties.get("C", []))
        if facts != self._shown:
            self._shown = facts
            self._facts.clear()
            with self._facts:
                for title, text in facts.items():
                    with ui.element("dt"):
                        ui.label(title)
                    with ui.element("dd"):
                        ui.label(text)
        self._facts.visible = bool(facts)
        self._comment.text = comment
        self._box.visible = bool(comment)
        self._card.visible = bool(facts or comment)
