"""The lineage of a run: its champions in order, and a series of games for a person against one after the other."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from nicegui import ui

from semeai.evolve.evolver import Row
from semeai.go.points import WHITE
from semeai.web.ancestors import GAMES, Ancestor, beaten_players, side_of, thinned
from semeai.web.parts import term
from semeai.web.server_state import ServerState

MAX_SHOWN = 24
"""maximum number of champions in a lineage"""
N_RUNGS = 7
"""champions in the series"""


class Lineage:
    """The champions of a run. `show` is called with a champion and its parent, to show a game between them."""

    def __init__(self, server: ServerState, show: Callable[[Ancestor, Ancestor], Awaitable[None]]) -> None:
        self._server = server
        self._show = show
        with ui.element("div").classes("two even") as self._place:
            with ui.element("section").classes("card stack").props('aria-label="Lineage"'):
                with ui.element("h2"):
                    term("lineage", "Lineage")
                words = "Every champion did better in its exam than all before. Choose one to see it beat its parent."
                ui.label(words).classes("soft small")
                self._list = ui.element("div").classes("lineage")
            with ui.element("section").classes("card stack").props('aria-label="Play your way up"'):
                with ui.element("h2"):
                    ui.label("Play your way up")
                self._score = ui.label().classes("soft small")
                self._rungs = ui.element("ol").classes("rungs")
        self._place.set_visibility(False)

    def offer(self, ancestors: Sequence[Ancestor], rows: Sequence[Row]) -> None:
        """Show these champions of a run with these rows."""
        self._place.set_visibility(bool(ancestors))
        self._list.clear()
        with self._list:
            for side in dict.fromkeys(one.side for one in ancestors):
                self._add_side([one for one in ancestors if one.side == side], rows)
        beaten = beaten_players(self._server.settings.folder / GAMES)
        rungs = thinned(side_of(ancestors, WHITE), N_RUNGS)
        self._rungs.clear()
        n_beaten = 0
        with self._rungs:
            is_next = True  # the first that is not beaten yet
            for one in rungs:
                is_beaten = self._player(one.path) in beaten
                n_beaten += is_beaten
                self._add_rung(one, rows, is_beaten, is_next and not is_beaten)
                is_next = is_next and is_beaten
        self._score.text = f"You have beaten {n_beaten} of {len(rungs)}. You play black."

    def _add_side(self, ancestors: Sequence[Ancestor], rows: Sequence[Row]) -> None:
        for i, one in enumerate(shown := thinned(ancestors, MAX_SHOWN)):
            words = _words(one, rows)
            if i == 0:
                ui.label(words).classes("link-first numbers small")
                continue
            parent = shown[i - 1]
            button = ui.button(words, on_click=partial(self._show, one, parent), color=None)
            button.classes("plain numbers").props("flat dense no-caps")
            button.props["aria-label"] = f"{words}: show how it beats generation {parent.generation}"

    def _add_rung(self, one: Ancestor, rows: Sequence[Row], is_beaten: bool, is_next: bool) -> None:
        with ui.element("li").classes("row spread"):
            with ui.element("div").classes("row"):
                icon = "check_circle" if is_beaten else "radio_button_unchecked"
                mark = ui.icon(icon).classes("soft")
                if is_beaten:
                    mark.classes("good")
                ui.label("Beaten" if is_beaten else "Not beaten yet").classes("unseen")
                ui.label(_words(one, rows)).classes("numbers")
            link = ui.link("Play", f"/?{urlencode({'white': self._player(one.path)})}")
            link.classes("chip")
            if is_next:
                link.classes("next")
            link.props["aria-label"] = f"Play generation {one.generation}"

    def _player(self, path: Path) -> str:
        return f"champion:{path.relative_to(self._server.settings.folder).as_posix()}"


def _words(one: Ancestor, rows: Sequence[Row]) -> str:
    side = f"{one.side} " if one.side else ""
    share: Any = rows[one.generation].get(f"{one.side}_share" if one.side else "share") if _has(one, rows) else None
    words = f"{side}generation {one.generation}"
    return (f"{words} · {share:.0%}" if isinstance(share, int | float) else words).capitalize()


def _has(one: Ancestor, rows: Sequence[Row]) -> bool:
    return 0 <= one.generation < len(rows)
