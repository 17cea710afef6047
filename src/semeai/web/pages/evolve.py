"""The page Evolve: the runs of the work folder and a form for a new one; and a page for each run."""

from pathlib import Path
from urllib.parse import quote

from nicegui import ui

from semeai.files import has_file
from semeai.lab import record
from semeai.lab.folder import RunFolder, RunState
from semeai.lab.listing import format_age
from semeai.web import jobs
from semeai.web.evolve_form import EvolveForm, PresetList
from semeai.web.layout import frame
from semeai.web.missing import not_found
from semeai.web.pages import compare
from semeai.web.parts import foreign_mark, state_mark
from semeai.web.paths import OutsidePath
from semeai.web.run_page import RunPage
from semeai.web.server_state import ServerState

SECONDS = 2.0
"""seconds between two updates of the list"""


def register(server: ServerState) -> None:
    """Add the pages."""
    compare.register(server)

    @ui.page("/evolve")
    def page() -> None:
        with frame("Evolve"):
            ui.html("<h1>Evolution</h1>", sanitize=False)
            with ui.element("div").classes("two"):
                with ui.element("div").classes("stack"):
                    PresetList(server, lambda name: ui.navigate.to(address_of(name)))
                    EvolveForm(server, lambda name: ui.navigate.to(address_of(name)))
                RunList(server)

    @ui.page("/evolve/{name:path}")
    def run_page(name: str) -> None:
        with frame("Evolve"):
            try:
                folder = server.path(f"{jobs.RUNS}/{name}")
                is_run = any(has_file(folder, file) for file in (record.FILE, jobs.FILE))
            except OutsidePath:
                is_run = False
            if is_run:
                RunPage(server, folder)
                return
            not_found("There is no such run.")
            ui.link("All runs", "/evolve")


def address_of(name: str) -> str:
    """The address of the page of a run."""
    return f"/evolve/{quote(name)}"


class RunList:
    """All runs of a folder, kept up to date."""

    def __init__(self, server: ServerState) -> None:
        self._server = server
        self._folder = server.settings.folder / jobs.RUNS
        with ui.element("section").classes("stack").props('aria-label="Runs"'):
            with ui.element("div").classes("row spread"):
                with ui.element("h2"):
                    ui.label("Runs")
                ui.link("Compare runs", "/compare")
            self._place = ui.element("div").classes("stack tight")
        self._shown: list[tuple[object, ...]] | None = None
        self._look()
        ui.timer(SECONDS, self._look)

    def _look(self) -> None:
        """Update the list if a run has changed."""
        lines = [self._line(path) for path in self._find()]
        if lines == self._shown:
            return
        self._shown = lines
        self._place.clear()
        with self._place:
            if not lines:
                ui.label("No runs yet. Start one with one click.").classes("soft")
            for name, state, is_foreign, problem, words in lines:
                with ui.link(target=address_of(str(name))).classes("card run"):
                    with ui.element("div").classes("row spread"):
                        ui.label(str(name)).classes("run-name")
                        with ui.element("div").classes("row"):
                            if is_foreign:
                                foreign_mark()
                            state_mark(RunState(str(state)))
                    ui.label(" · ".join(filter(None, [str(problem), str(words)]))).classes("soft small numbers")

    def _find(self) -> list[Path]:
        """The folders of runs, the latest first."""
        files = (path for name in (record.FILE, jobs.FILE) for path in self._folder.glob(f"*/{name}"))
        return sorted({path.parent for path in files if path.is_file()}, key=lambda path: RunFolder(path).age)

    def _line(self, path: Path) -> tuple[object, ...]:
        found = self._server.summaries.read(path)
        if found.state is RunState.DAMAGED:
            return path.name, found.state, self._server.is_foreign(path), "", found.merit
        count = f"{found.n_rows:,} generation{'' if found.n_rows == 1 else 's'}"
        age = "" if found.state is RunState.RUNNING else f"{format_age(60 * (RunFolder(path).age // 60))} ago"
        words = " · ".join(filter(None, [count, found.merit, age]))
        return path.name, found.state, self._server.is_foreign(path), found.about, words
