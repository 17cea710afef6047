"""The first visit: three steps that show the whole idea, as a page and as a line above the board of new visitors."""

from pathlib import Path
from urllib.parse import urlencode

from nicegui import ui

from semeai.glossary import meaning
from semeai.web.ancestors import GAMES
from semeai.web.evolve_form import start_preset
from semeai.web.jobs import RUNS
from semeai.web.layout import frame
from semeai.web.parts import ErrorLine, term
from semeai.web.presets import PRESETS, QUICK
from semeai.web.server_state import ServerState

WORDS = ("generation", "population", "genome", "fitness", "exam", "champion", "diversity", "lineage", "komi")
"""terms that a new visitor meets first"""
COOKIE = "visited"
_REMEMBER = 'document.cookie = "visited=1;path=/;max-age=31536000;samesite=strict"'


def bred_champion(folder: Path) -> Path | None:
    """The latest champion of the runs that the quick preset has started; None if there is none."""
    found = sorted(folder.glob(f"{RUNS}/{PRESETS[QUICK].name}*/champions/*.npz"), key=lambda path: path.name)
    return max(found, key=lambda path: path.stat().st_mtime) if found else None


def invite() -> None:
    """A line that invites a new visitor to the three steps. After it was used or closed, it does not appear again."""
    request = ui.context.client.request
    if request is None or COOKIE in request.cookies:
        return
    with ui.element("div").classes("card invite row").props('role=note aria-label="First visit"') as line:
        ui.label("New here? Play a game, breed a player in 30 seconds, then play against it.").classes("grow")
        ui.link("Three steps", "/start").classes("chip next")

        async def close() -> None:
            await ui.run_javascript(_REMEMBER)  # the line disappears after the browser has stored the cookie
            line.delete()

        button = ui.button(icon="close", on_click=close, color=None).classes("plain")
        button.props('flat dense aria-label="Close the invitation"')


class StartPage:
    """Three steps: play, breed, play against the bred player. Steps that are done have a mark."""

    def __init__(self, server: ServerState) -> None:
        self._server = server
        folder = server.settings.folder
        champion = bred_champion(folder)
        has_played = any((folder / GAMES).glob("*.sgf"))
        with ui.element("h1"):
            ui.label("Three steps")
        with ui.element("div").classes("soft sentence"):
            ui.label("semeai breeds Go players by")
            term("generation", "evolution")
            ui.label("and lets you play them. No experience is needed.")
        self._error_line = ErrorLine()
        with ui.element("ol").classes("steps"):
            with self._step("1. Play", has_played, "A game against a small search program, on a 5x5 board."):
                ui.link("Play on 5x5", f"/?{urlencode({'white': 'uct:playouts=100', 'size': 5})}").classes("chip next")
            words = "A genetic algorithm starts with random players and improves them while you watch."
            with self._step("2. Breed for 30 seconds", champion is not None, words):
                button = ui.button("Breed a player", icon="play_arrow", on_click=self._breed, color=None)
                button.classes("main").props("unelevated")
            words = "Your champion is ready. Then play your way up through its ancestors on the page of its run."
            with self._step("3. Play against it", False, words):
                if champion is None:
                    ui.label("Breed a player first.").classes("soft small")
                else:
                    self._add_links(champion)
        self._add_glossary()
        ui.run_javascript(_REMEMBER)

    def _add_glossary(self) -> None:
        with ui.element("section").classes("card stack").props('aria-label="Glossary"'):
            with ui.element("h2"):
                ui.label("Words you will meet")
            with ui.element("dl").classes("words small"):
                for name in WORDS:
                    with ui.element("div"):
                        with ui.element("dt"):
                            ui.label(name)
                        with ui.element("dd"):
                            ui.label(meaning(name))

    def _step(self, title: str, is_done: bool, words: str) -> ui.element:
        with ui.element("li").classes("card stack tight"):
            with ui.element("h2").classes("row"):
                ui.label(title)
                if is_done:
                    ui.label("done").classes("state good")
            ui.label(words).classes("soft")
            return ui.element("div").classes("row")

    def _add_links(self, champion: Path) -> None:
        path = champion.relative_to(self._server.settings.folder)
        query = urlencode({"white": f"champion:{path.as_posix()}"})
        ui.link("Play your champion", f"/?{query}").classes("chip next")
        ui.link("See its story", f"/evolve/{path.parts[1]}").classes("chip")

    async def _breed(self) -> None:
        try:
            name = await start_preset(self._server, QUICK)
        except (ValueError, OSError) as error:
            self._error_line.say(str(error))
            return
        ui.navigate.to(f"/evolve/{name}")


def register(server: ServerState) -> None:
    """Add the page."""

    @ui.page("/start")
    def page() -> None:
        with frame("Start"):
            StartPage(server)
