"""The cards beside the board: who plays, and what there is to see."""

from collections.abc import Callable

from nicegui import ui

from semeai.go.clock import TimeLeft
from semeai.go.game import Node
from semeai.go.points import BLACK, COLOR_NAMES, WHITE, opponent
from semeai.go.score import format_margin
from semeai.web.notes import number
from semeai.web.see import MAPS, Overlays
from semeai.web.strip import Strip
from semeai.web.table import Table
from semeai.web.tree_svg import draw_graph, draw_tree

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
            name.text = table.name_of(color)
            name.props["title"] = COLOR_NAMES[color]
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
    """The switches of the overlays, a player's words, the graph, and the tree."""

    def __init__(self, overlays: Overlays, changed: Callable[[], None], go_to: Callable[[int], None]) -> None:
        """`changed` hears of switches, `go_to` of the number of a node that was clicked."""
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
            self._said_by = ui.select({"": SUM}, value="", label="Said by", on_change=self._switch)
            self._said_by.props("dense outlined")
            self._said_by.visible = False
            self._words = ui.label().classes("small soft thought")
            self._graph_words = ui.label().classes("small numbers")
            self._graph = Strip("Win rate and score", go_to)
            self._graph.classes("graph-strip")
            self._tree = Strip("The tree of the game", go_to)
            self._tree.classes("tree-strip")

    def _switch(self) -> None:
        self._map.visible = bool(self._influence.value)
        self._overlays.influence = self._map.value if self._influence.value else ""
        self._overlays.ownership = bool(self._ownership.value)
        self._overlays.thoughts = bool(self._thoughts.value)
        self._overlays.said_by = self._said_by.value or ""
        self._changed()

    def show(self, table: Table) -> None:
        node, line = table.game.node, table.line()
        self._words.text = thought_words(table) if self._overlays.thoughts else ""
        self._words.visible = self._overlays.thoughts
        self._offer_maps(table)
        graph = draw_graph(table.game.root, line, node)
        words = graph_words(node) if graph else ""
        self._graph.visible = self._graph_words.visible = bool(graph)
        self._graph_words.text = words
        self._graph.show(graph, f"Win rate and score over {len(line) - 1} moves. {words}")
        self._tree.show(draw_tree(table.game.root, node), tree_words(table))

    def _offer_maps(self, table: Table) -> None:
        """Where a player has asked several, each can be heard."""
        thought = table.thoughts.get(table.game.node)
        if thought is not None and thought.maps:
            self._said_by.set_options({"": SUM} | {name: name for name in thought.maps}, value=self._overlays.said_by)
        self._said_by.visible = self._overlays.thoughts and thought is not None and bool(thought.maps)


def thought_words(table: Table) -> str:
    """What the player of the last move said of it, in a line: maps that follow, as with agents, are for terminals."""
    node = table.game.node
    if node in table.thoughts:
        return table.thoughts[node].text.partition("\n")[0]
    if node.color is None:
        return "Players tell here how they chose their moves."
    return "\n".join(node.properties.get("C", [])) or f"Nobody has said why {COLOR_NAMES[node.color]} played this."


def graph_words(node: Node) -> str:
    """The win rate and the score that were expected at a node, or at the last before it where they were."""
    for step in reversed(node.path()):
        rate, score = number(step, "SBKV"), number(step, "V")
        if rate is not None:
            expected = "" if score is None else f", {format_margin(round(2 * score) / 2)} expected"
            return f"Black wins {rate:.0f}%{expected}"
    return ""


def tree_words(table: Table) -> str:
    """Where in the tree we stand."""
    twins = table.game.node.parent.children if table.game.node.parent else [table.game.node]
    which = f", variation {twins.index(table.game.node) + 1} of {len(twins)}" if len(twins) > 1 else ""
    return f"The tree of the game: move {table.game.n_moves} of {len(table.line()) - 1}{which}"
