"""The page Arena: the matches and tournaments of the work folder and a form for a match; and a page for each."""

from functools import partial
from pathlib import Path
from urllib.parse import quote

from nicegui import ui

from semeai.arena.store import FILE
from semeai.files import has_file
from semeai.web import jobs
from semeai.web.forms import Match, fresh_name
from semeai.web.layout import frame
from semeai.web.missing import not_found
from semeai.web.parts import ErrorLine, foreign_mark, player_field, state_mark
from semeai.web.paths import OutsidePath
from semeai.web.seats import admit
from semeai.web.server_state import ServerState
from semeai.web.standings import find_stores
from semeai.web.store_page import StorePage, count_games, state_of

SIZES = (5, 7, 9, 13, 19)


def register(server: ServerState) -> None:
    """Add the pages."""

    @ui.page("/arena")
    def page() -> None:
        with frame("Arena"):
            ui.html("<h1>Arena</h1>", sanitize=False)
            with ui.element("div").classes("two"):
                MatchForm(server)
                _list_stores(server)

    @ui.page("/arena/{name:path}")
    def store_page(name: str) -> None:
        with frame("Arena"):
            try:
                folder = server.path(name)
                is_store = any(has_file(folder, file) for file in (FILE, jobs.FILE))
            except OutsidePath:
                is_store = False
            if is_store:
                StorePage(server, folder)
                return
            not_found("There is no such match.")
            ui.link("All matches", "/arena")


def address_of(folder: Path, store: Path) -> str:
    """The address of the page of a match or tournament."""
    return f"/arena/{quote(store.relative_to(folder).as_posix())}"


def _list_stores(server: ServerState) -> None:
    folder = server.settings.folder
    with ui.element("section").classes("stack").props('aria-label="Matches and tournaments"'):
        with ui.element("h2"):
            ui.label("Matches and tournaments")
        stores = find_stores(folder)
        if not stores:
            ui.label("No matches yet. Start one on the left.").classes("soft")
        with ui.element("div").classes("stack tight"):
            for store in stores:
                with ui.link(target=address_of(folder, store)).classes("card run"):
                    with ui.element("div").classes("row spread"):
                        ui.label(store.relative_to(folder).as_posix()).classes("run-name")
                        with ui.element("div").classes("row"):
                            if server.is_foreign(store):
                                foreign_mark()
                            state_mark(state_of(store, server.jobs))
                    n = count_games(store)
                    ui.label(f"{n:,} game{'' if n == 1 else 's'}").classes("soft small numbers")


class MatchForm:
    """Asks for two players and the number of games."""

    def __init__(self, server: ServerState) -> None:
        self._server = server
        form = ui.element("form").classes("card stack ask").props('aria-label="Start a match"')
        with form.on("submit.prevent", self._start):
            with ui.element("h2"):
                ui.label("Start a match")
            with ui.element("div").classes("fields"):
                self._a = player_field("Player A", server.settings, "wally")
                self._b = player_field("Player B", server.settings, "random")
                self._size = ui.select({size: f"{size} x {size}" for size in SIZES}, value=9, label="Board")
                self._games = ui.number("Games", value=20, min=1, step=1)
                self._seed = ui.number("Seed", value=0, min=0, step=1)
            for field in (self._size, self._games, self._seed):
                field.props("outlined dense")
            self._error_line = ErrorLine()
            with ui.element("div").classes("row"):
                ui.button("Start", icon="play_arrow").classes("main").props("unelevated type=submit")

    def _start(self) -> None:
        settings = self._server.settings
        a, b = str(self._a.value or ""), str(self._b.value or "")
        match = Match(a, b, self._games.value, self._size.value, self._seed.value)
        matches = settings.folder / jobs.MATCHES
        name = fresh_name(f"{a} {b} {match.size}x{match.size}", matches)
        try:
            words = match.arguments(Path(jobs.MATCHES, name), partial(admit, settings=settings))
            self._server.jobs.start(matches / name, words)
        except (ValueError, OSError) as error:
            self._error_line.say(str(error))
            return
        ui.navigate.to(address_of(settings.folder, matches / name))
