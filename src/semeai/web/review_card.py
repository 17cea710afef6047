"""The card Review: candidate moves, the graph of a game, its mistakes, and the moves of other players."""

from dataclasses import dataclass
from typing import Protocol

from nicegui import ui

from semeai.go.game import Node
from semeai.go.player import Explanation
from semeai.go.points import COLOR_NAMES, PASS, vertex
from semeai.go.score import format_margin
from semeai.web.notes import nodes, number
from semeai.web.reviews import N_ASKED, REVIEWER, Desk, Mistake, mistakes, move_words
from semeai.web.seats import is_program
from semeai.web.strip import Strip
from semeai.web.table import YOU, Table
from semeai.web.tree_svg import draw_graph

MAX_SHOWN = 8
"""mistakes that are listed"""
LETTERS = "ABC"


class ReviewActions(Protocol):
    """The actions of the page that the card uses."""

    def show(self) -> None:
        """Update the page."""

    def go_to_number(self, n: int) -> None:
        """Go to a node by its number."""

    def review(self) -> None:
        """Review the whole game, or stop the review."""

    def ask(self) -> None:
        """Ask the chosen players what they would play."""


@dataclass
class ReviewSettings:
    """The settings of a review that a person chooses."""

    is_analyzed: bool = False
    """True if the position on the board is analyzed"""
    reviewer: str = REVIEWER
    asked: tuple[str, ...] = ()
    """the players that were asked what they would play"""


class ReviewCard:
    """Shows reviews, and asks for them."""

    def __init__(self, settings: ReviewSettings, offered: list[str], actions: ReviewActions) -> None:
        self._settings = settings
        self._actions = actions
        players = [name for name in offered if name != YOU and not is_program(name)]
        self._mistakes_shown: list[tuple[int, str]] = []
        with ui.element("div").classes("card stack tight review"):
            with ui.element("h2"):
                ui.label("Review")
            with ui.element("div").classes("row"):
                self._switch = ui.switch("Analyze", on_change=self._changed).props("dense")
                self._reviewer = _player_select("Reviewer", [REVIEWER, *players], REVIEWER)
                self._reviewer.on_value_change(self._changed)
            self._words = ui.label().classes("small analysis").props("aria-live=polite")
            self._graph = Strip("Win rate and score", actions.go_to_number)
            self._graph.classes("graph-strip")
            self._graph_words = ui.label().classes("small numbers")
            with ui.element("div").classes("row"):
                self._button = ui.button("Review the game", on_click=actions.review, color=None)
                self._button.classes("plain").props("flat")
                self._progress = ui.label().classes("small soft numbers").props("role=status")
            self._list = ui.element("div").classes("mistakes")
            with ui.expansion("What would others play?").classes("more others"):
                self._asked = []
                self._answers = []
                for i, usual in enumerate(usual_opinions(players)):
                    with ui.element("div").classes("opinion"):
                        self._asked.append(_player_select(f"Player {LETTERS[i]}", players, usual))
                        self._answers.append(ui.label().classes("small numbers").props("role=status"))
                ui.button("Ask", on_click=actions.ask, color=None).classes("plain").props("flat")

    def _changed(self) -> None:
        self._settings.is_analyzed = bool(self._switch.value)
        self._settings.reviewer = str(self._reviewer.value or REVIEWER)
        self._actions.show()

    @property
    def chosen(self) -> tuple[str, ...]:
        """The players to ask."""
        return tuple(str(field.value) for field in self._asked if field.value)

    def show(self, table: Table, desk: Desk, thought: Explanation | None) -> None:
        """Show the known results; `thought` is the analysis of the position on the board."""
        node, line = table.game.node, table.line()
        self._words.text = self._analysis_words(table, desk, thought)
        self._words.visible = self._settings.is_analyzed
        found = mistakes(line)
        graph = draw_graph(table.game.root, line, node, found)
        words = graph_words(node) if graph else ""
        self._graph.visible = self._graph_words.visible = bool(graph)
        self._graph_words.text = words
        self._graph.show(graph, f"Win rate and score over {len(line) - 1} moves. {words}")
        self._show_mistakes(table, found)
        is_reviewing = bool(desk.rest)
        self._button.text = "Stop the review" if is_reviewing else "Review the game"
        self._progress.text = f"{desk.n_rest - len(desk.rest)} of {desk.n_rest} positions" if is_reviewing else ""
        for spec, answer in zip(self._settings.asked, self._answers, strict=False):
            answer.text = answer_words(desk, node, spec)

    def _analysis_words(self, table: Table, desk: Desk, thought: Explanation | None) -> str:
        side = COLOR_NAMES[table.to_play].capitalize()
        if failure := desk.failures.get(self._settings.reviewer):
            return f"{self._settings.reviewer} cannot review this: {failure}"
        if thought is None:
            return f"{side} to play: thinking..."
        return analysis_words(side, thought)

    def _show_mistakes(self, table: Table, found: list[Mistake]) -> None:
        worst = sorted(found, key=lambda mistake: -mistake.cost)[:MAX_SHOWN]
        numbers = {node: i for i, node in enumerate(nodes(table.game.root))}
        shown = [(numbers[mistake.node], mistake_words(mistake)) for mistake in worst]
        if shown == self._mistakes_shown:
            return
        self._mistakes_shown = shown
        self._list.clear()
        with self._list:
            for (number_, words), mistake in zip(shown, worst, strict=True):
                button = ui.button(words, color=None, on_click=lambda n=number_: self._actions.go_to_number(n))
                button.props("flat dense").classes("plain mistake").classes(mistake.kind)


def _player_select(label: str, players: list[str], value: str) -> ui.select:
    options = list(dict.fromkeys([value, *players] if value else players))
    field = ui.select(options, label=label, value=value or None, with_input=True, new_value_mode="add-unique")
    return field.props("dense outlined").classes("grow")


def usual_opinions(players: list[str]) -> list[str]:
    """Three different players to ask: a search, a bred player, a simple one."""
    wanted = [name for name in ("rave", "champion:shape-9x9", "wally") if name in players]
    return [*wanted, *(name for name in players if name not in wanted)][:N_ASKED]


def analysis_words(side: str, thought: Explanation) -> str:
    """The best candidates for the side to play, in a line."""
    if not thought.candidates:
        return f"{side} to play. {thought.text}"
    best = thought.candidates[0]
    if thought.winrate is None:
        return f"{side} to play: {vertex(best.point)} is the first choice."
    expected = "" if thought.score is None else f", {format_margin(round(2 * thought.score) / 2)} expected"
    line = " ".join("pass" if p == PASS else vertex(p) for p in best.variation)
    words = f"{side} to play: {vertex(best.point)} wins {100 * best.winrate:.0f}%{expected}."
    return f"{words} Best line: {line}" if line else words


def answer_words(desk: Desk, node: Node, spec: str) -> str:
    """The move that a player would play at a node."""
    job = (node, spec)
    if job in desk.choices:
        rate = desk.thoughts[job].winrate
        return move_words(desk.choices[job]) + ("" if rate is None else f", {100 * rate:.0f}%")
    if spec in desk.failures:
        return desk.failures[spec]
    return "thinking..." if job in desk.questions else ""


def mistake_words(mistake: Mistake) -> str:
    """A mistake in a line."""
    node = mistake.node
    move = sum(step.color is not None for step in node.path())
    assert node.color is not None
    side, what = COLOR_NAMES[node.color].capitalize(), "pass" if node.point == PASS else vertex(node.point)
    return f"Move {move}, {side} {what}: {mistake.kind}, -{mistake.cost:.0f}%"


def graph_words(node: Node) -> str:
    """The win rate and the score at a node, or at the last node before it that has them."""
    for step in reversed(node.path()):
        rate, score = number(step, "SBKV"), number(step, "V")
        if rate is not None:
            expected = "" if score is None else f", {format_margin(round(2 * score) / 2)} expected"
            return f"Black wins {rate:.0f}%{expected}"
    return ""
