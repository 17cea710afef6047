"""The cards beside the board: the players, and the switches of overlays."""

from collections.abc import Callable

from nicegui import ui

from semeai.go.clock import TimeLeft
from semeai.go.picture import THEMES
from semeai.go.points import BLACK, COLOR_NAMES, WHITE, opponent, vertex
from semeai.web.names import side_name, side_title
from semeai.web.reviews import mistakes
from semeai.web.see import MAPS, Overlays
from semeai.web.strip import Strip
from semeai.web.table import Table
from semeai.web.tree_svg import draw_tree

SUM = "all together"


class PlayersCard:
    """Names, time left, prisoners, rules."""

    def __init__(self) -> None:
        self._rows = {}
        with ui.element("div").classes("card players"):
            for color in (BLACK, WHITE):
                with ui.element("div").classes("player-row"):
                    ui.element("span").classes("stone").classes(COLOR_NAMES[color]).props("aria-hidden=true")
                    name = ui.label().classes("player-name")
                    taken = ui.label().classes("soft small numbers")
                    clock = ui.label().classes("numbers clock")
                    self._rows[color] = (name, clock, taken)
            self._rules = ui.label().classes("soft small")

    def show(self, table: Table) -> None:
        for color, (name, _, taken) in self._rows.items():
            name.text = side_name(table, color)
            name.props["title"] = side_title(table, color)
            name.classes(add="to-play") if color == table.to_play else name.classes(remove="to-play")
            n = table.game.board.prisoners(opponent(color))
            taken.text = f"{n} captured" if n else ""
        self._rules.text = table.game.rules.describe()
        self.tick(table)

    def tick(self, table: Table) -> None:
        """Show the time that is left now."""
        for color, (_, clock, _) in self._rows.items():
            left = table.time_of(color)
            clock.text = "" if left is None else format_left(left)


def format_left(left: TimeLeft) -> str:
    """Time on a clock: "9:05", or "0:30 (5)" with periods or stones."""
    seconds = int(left.seconds)
    hours, minutes = seconds // 3600, seconds // 60 % 60
    text = f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
    return f"{text} ({left.stones})" if left.stones else text


class SeeCard:
    """The switches of the overlays, a player's words, the look of the board, and the tree."""

    def __init__(
        self,
        overlays: Overlays,
        changed: Callable[[], None],
        go_to: Callable[[int], None],
        keep_look: Callable[[bool], None],
        sound: bool = False,
    ) -> None:
        """`changed` is called after a switch, `go_to` with the number of a clicked node, and `keep_look` with a new
        look of the board and True if the sound is on."""
        self._keep_look = keep_look
        self._overlays = overlays
        self._changed = changed
        with ui.element("div").classes("card stack see"):
            with ui.element("div").classes("switches"):
                self._influence = ui.switch("Influence", on_change=self._switch).props("dense")
                self._ownership = ui.switch("Ownership", on_change=self._switch).props("dense")
                self._thoughts = ui.switch("Thoughts", on_change=self._switch).props("dense")
            maps = {name: f"{name} ({which})" for name, which in MAPS.items()}
            self._map = ui.toggle(maps, value="territory", on_change=self._switch)
            self._map.props(
                'dense no-caps unelevated toggle-text-color=on-accent aria-label="Kind of influence map"'
            ).classes("maps")
            self._map.visible = False
            self._said_by = ui.select({"": SUM}, value="", label="Ratings by", on_change=self._switch)
            self._said_by.props("dense outlined")
            self._said_by.visible = False
            self._words = ui.label().classes("small soft thought")
            with ui.expansion("Board").classes("more"), ui.element("div").classes("switches"):
                self._numbers = self._look_switch("Move numbers", overlays.numbers)
                self._coordinates = self._look_switch("Coordinates", overlays.coordinates)
                self._last_move = self._look_switch("Last move", overlays.last_move)
                self._sound = self._look_switch("Sound", sound)
                self._theme = ui.toggle(THEMES, value=overlays.theme, on_change=self._look)
                self._theme.props('dense no-caps unelevated toggle-text-color=on-accent aria-label="Board theme"')
                self._theme.classes("maps")
            self._tree = Strip("The tree of the game", go_to)
            self._tree.classes("tree-strip")

    def _switch(self) -> None:
        self._map.visible = bool(self._influence.value)
        self._overlays.influence = self._map.value if self._influence.value else ""
        self._overlays.ownership = bool(self._ownership.value)
        self._overlays.thoughts = bool(self._thoughts.value)
        self._overlays.said_by = self._said_by.value or ""
        self._changed()

    def _look_switch(self, name: str, value: bool) -> ui.switch:
        return ui.switch(name, value=value, on_change=self._look).props("dense")

    def _look(self) -> None:
        self._overlays.numbers = bool(self._numbers.value)
        self._overlays.coordinates = bool(self._coordinates.value)
        self._overlays.last_move = bool(self._last_move.value)
        self._overlays.theme = str(self._theme.value)
        self._keep_look(bool(self._sound.value))
        self._changed()

    def show(self, table: Table) -> None:
        self._words.text = thought_words(table) if self._overlays.thoughts else ""
        self._words.visible = self._overlays.thoughts
        self._offer_maps(table)
        self._tree.show(draw_tree(table.game.root, table.game.node, mistakes(table.line())), tree_words(table))

    def _offer_maps(self, table: Table) -> None:
        """Offer the map of each agent, if the player has several."""
        thought = table.thoughts.get(table.game.node)
        if thought is not None and thought.maps:
            self._said_by.set_options({"": SUM} | {name: name for name in thought.maps}, value=self._overlays.said_by)
        self._said_by.visible = self._overlays.thoughts and thought is not None and bool(thought.maps)


def thought_words(table: Table) -> str:
    """The reason for the last move, on one line. Maps that follow it are for terminals.

    The line names the player, because the reason is about the position before the move.
    """
    node = table.game.node
    if node.color is None:
        return "Players explain their moves here."
    move = f"{COLOR_NAMES[node.color].capitalize()}'s thoughts before {vertex(node.point)}"
    if node in table.thoughts:
        return f"{move}: {table.thoughts[node].text.partition(chr(10))[0]}"
    said = "\n".join(node.properties.get("C", []))
    return f"{move}: {said}" if said else "No comment for this move."


def tree_words(table: Table) -> str:
    """The place of the current node in the tree, in words."""
    twins = table.game.node.parent.children if table.game.node.parent else [table.game.node]
    which = f", variation {twins.index(table.game.node) + 1} of {len(twins)}" if len(twins) > 1 else ""
    return f"The tree of the game: move {table.game.n_moves} of {len(table.line()) - 1}{which}"
