"""The stage of a run: one board on which champions of any two generations play, with the genome of one of them.

The same board shows the games in which champions beat their parents, and the games of exams.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from nicegui import ui

from semeai.files import DamagedFile
from semeai.go.game import Game
from semeai.go.points import BLACK, COLOR_NAMES, WHITE
from semeai.lab.breed import SAMPLE_GAMES
from semeai.lab.folder import read_run_games
from semeai.players.champion import read_champion
from semeai.web.ancestors import Ancestor, Proof, beat_parent, champion_at, duel, side_of
from semeai.web.genome_svg import genome_svg
from semeai.web.parts import ErrorLine, term
from semeai.web.replay import Replay
from semeai.web.server_state import ServerState

R = TypeVar("R")
SECONDS = 0.25
"""seconds between two looks at the sliders"""
GAMES_OFFERED = 5
"""number of the latest champions whose exam games are offered"""


class ChampionStage:
    """One board for all champions of a run."""

    def __init__(self, server: ServerState) -> None:
        self._server = server
        self._ancestors: list[Ancestor] = []
        self._last = 0  # the last generation
        self._seed = 0
        self._is_wanted = False  # a new game, since a slider has moved
        self._is_playing = False
        self._is_touched = False  # a person has chosen generations
        self._drawn: Path | None = None
        self._records: list[Path] = []
        self._sliders: dict[int, ui.slider] = {}
        self._labels: dict[int, ui.label] = {}
        with ui.element("section").classes("card stage").props('aria-label="Champions on one board"') as self._place:
            with ui.element("div").classes("stack"):
                self._replay = Replay(5)
            with ui.element("div").classes("stack"):
                with ui.element("h2"):
                    ui.label("Two generations on one board")
                with ui.element("div").classes("soft small sentence"):
                    ui.label("Move a slider: the")
                    term("champion", "champions")
                    ui.label("of the two generations play each other.")
                for color in (BLACK, WHITE):
                    self._slider(color)
                with ui.element("div").classes("row"):
                    again = ui.button("Another game", icon="casino", on_click=self._again, color=None)
                    again.classes("plain").props("flat")
                    self._status = ui.label().classes("soft small").props("role=status")
                self._error_line = ErrorLine()
                self._genome_title = ui.label().classes("replay-title")
                self._genome = ui.element("div").classes("drawing genome-place")
                self._choice = ui.select({}, label="Games of exams, by generation", on_change=self._show_record)
                self._choice.props("outlined dense")
        self._place.set_visibility(False)
        ui.timer(SECONDS, self._look)

    def _slider(self, color: int) -> None:
        with ui.element("div").classes("generation"):
            with ui.element("div").classes("row"):
                ui.element("span").classes("stone").classes(COLOR_NAMES[color])
                self._labels[color] = ui.label().classes("numbers grow")
            slider = ui.slider(min=0, max=1, value=0, on_change=partial(self._moved, color))
            slider.props["aria-label"] = f"Generation that plays {COLOR_NAMES[color]}"
            self._sliders[color] = slider

    # -- updates -------------------------------------------------------------------------------------------------------

    def offer(self, ancestors: list[Ancestor], n_rows: int, records: list[Path]) -> None:
        """Offer the champions of a run with `n_rows` rows, and the files with games of exams."""
        self._ancestors, self._last = ancestors, max(0, n_rows - 1)
        if not all(side_of(ancestors, color) for color in (BLACK, WHITE)):
            return
        is_first = not self._place.visible
        self._place.set_visibility(True)
        for slider in self._sliders.values():
            if slider.props.get("max") != max(1, self._last):
                slider.props["max"] = max(1, self._last)
                slider.update()
        if not self._is_touched:  # the last generation against the first
            self._sliders[BLACK].value = self._last
        if is_first:
            self._is_touched = False
            self._is_wanted = True
        if records != self._records:
            self._records = records
            numbers = range(SAMPLE_GAMES)
            games = {f"{i} {path.name}": f"{_number(path)}, game {i + 1}" for path in records for i in numbers}
            self._choice.set_options(games)
        self._choice.set_visibility(bool(records))
        self._say_generations()

    def _moved(self, color: int) -> None:
        is_ours = color == BLACK and self._sliders[color].value == self._last and not self._is_touched
        if not is_ours:
            self._is_touched = True
            self._is_wanted = True
        self._say_generations()

    def _again(self) -> None:
        self._seed += 1
        self._is_wanted = True

    def _chosen(self, color: int) -> Ancestor | None:
        return champion_at(side_of(self._ancestors, color), int(self._sliders[color].value))

    def _say_generations(self) -> None:
        for color, label in self._labels.items():
            one, at = self._chosen(color), int(self._sliders[color].value)
            found = f" (its champion is from generation {one.generation})" if one and one.generation != at else ""
            label.text = f"{COLOR_NAMES[color].capitalize()}: generation {at}{found}"

    # -- games ---------------------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Play the requested game after the previous one is finished."""
        if not self._is_wanted or self._is_playing:
            return
        self._is_wanted = False
        black, white = self._chosen(BLACK), self._chosen(WHITE)
        if black is not None:
            await self.draw(black)
        if black is None or white is None:
            return
        make = partial(duel, black.path, white.path, self._seed)
        title = f"Generation {black.generation} (black) - generation {white.generation} (white)"
        await self._play(make, partial(self._show, title=title))

    async def show_victory(self, child: Ancestor, parent: Ancestor) -> None:
        """Show the game in which a champion beat its parent."""
        self._replay.reveal()
        await self.draw(child)
        title = f"Generation {child.generation} beats generation {parent.generation}"

        def show(proof: Proof | None) -> None:
            if proof is None:
                words = f"Generation {child.generation} won none of the games that it played against its parent here: "
                self._error_line.say(words + "its better exam was partly luck.")
            else:
                self._show(proof.game, f"{title} as {COLOR_NAMES[proof.color]}")

        await self._play(partial(beat_parent, child.path, parent.path), show)

    async def _play(self, make: Callable[[], R], show: Callable[[R], None]) -> None:
        """Play a game in a thread and show it."""
        self._is_playing = True
        self._error_line.say("")
        self._status.text = "Playing …"
        try:
            show(await asyncio.wrap_future(self._server.thinkers.submit(make)))
        except (ValueError, OSError, DamagedFile) as error:
            self._error_line.say(str(error))
        finally:
            self._is_playing = False
            self._status.text = ""

    def _show(self, game: Game, title: str) -> None:
        words = f"{title} · {game.result}" if game.result else title
        self._replay.show(game, words, is_played=True)

    def _show_record(self) -> None:
        """Show a stored game of an exam."""
        if not self._choice.value:
            return
        number, _, name = str(self._choice.value).partition(" ")
        path = next((path for path in self._records if path.name == name), None)
        try:
            games = read_run_games(path)[0] if path else []
        except (OSError, DamagedFile) as error:
            self._error_line.say(str(error))
            return
        if int(number) >= len(games):
            self._error_line.say("There is no such game.")
            return
        game = games[int(number)]
        black, white, result = (game.root.properties.get(name, ["?"])[0] for name in ("PB", "PW", "RE"))
        self._error_line.say("")
        self._replay.show(game, f"{black} - {white} · {result}")

    # -- the genome ----------------------------------------------------------------------------------------------------

    async def draw(self, one: Ancestor) -> None:
        """Draw the genome of a champion."""
        if one.path == self._drawn:
            return
        try:
            drawing = await asyncio.to_thread(_read_drawing, one.path)
        except (ValueError, OSError, DamagedFile) as error:
            self._error_line.say(str(error))
            return
        self._drawn = one.path
        self._genome_title.text = f"The genome of generation {one.generation}" if drawing else ""
        self._genome.clear()
        with self._genome:
            if drawing:
                ui.html(drawing, sanitize=False)


def _read_drawing(path: Path) -> str:
    return genome_svg(read_champion(path))


def _number(path: Path) -> str:
    return path.stem.lstrip("0") or "0"
