"""The page Evolve: the runs of the work folder and a form for a new one; and a page for each run."""

from pathlib import Path
from urllib.parse import quote

from nicegui import ui

from semeai.files import DamagedFile
from semeai.lab import record
from semeai.lab.listing import State, format_age
from semeai.web import jobs
from semeai.web.evolve_form import EvolveForm
from semeai.web.lab import Lab
from semeai.web.layout import frame
from semeai.web.parts import state_mark
from semeai.web.paths import OutsidePath
from semeai.web.run_folder import RunFolder, age_of, headline, problem_of
from semeai.web.run_page import RunPage

SECONDS = 2.0
"""between two looks at the runs"""


def register(lab: Lab) -> None:
    """Add the pages."""

    @ui.page("/evolve")
    def page() -> None:
        with frame("Evolve"):
            ui.html("<h1>Evolution</h1>", sanitize=False)
            with ui.element("div").classes("two"):
                EvolveForm(lab, lambda name: ui.navigate.to(address_of(name)))
                RunList(lab.settings.folder / jobs.RUNS)

    @ui.page("/evolve/{name:path}")
    def run_page(name: str) -> None:
        with frame("Evolve"):
            try:
                folder = lab.path(f"{jobs.RUNS}/{name}")
                is_run = any((folder / file).is_file() for file in (record.FILE, jobs.FILE))
            except OutsidePath:
                is_run = False
            try:
                if is_run:
                    RunPage(lab, folder)
                    return
                ui.label("There is no such run.")
            except DamagedFile as error:
                ui.label(str(error)).props("role=alert")
            ui.link("All runs", "/evolve")


def address_of(name: str) -> str:
    """Of the page of a run."""
    return f"/evolve/{quote(name)}"


class RunList:
    """All runs of a folder, kept up to date."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._runs: dict[Path, RunFolder] = {}
        with ui.element("section").classes("stack").props('aria-label="Runs"'):
            with ui.element("h2"):
                ui.label("Runs")
            self._place = ui.element("div").classes("stack tight")
        self._shown: list[tuple[object, ...]] | None = None
        self._look()
        ui.timer(SECONDS, self._look)

    def _look(self) -> None:
        """Show how they stand, where that has changed."""
        lines = [self._line(path) for path in self._find()]
        if lines == self._shown:
            return
        self._shown = lines
        self._place.clear()
        with self._place:
            if not lines:
                ui.label("None yet. The form starts one.").classes("soft")
            for name, state, problem, words in lines:
                with ui.link(target=address_of(str(name))).classes("card run"):
                    with ui.element("div").classes("row spread"):
                        ui.label(str(name)).classes("run-name")
                        state_mark(State(str(state)))
                    ui.label(" · ".join(filter(None, [str(problem), str(words)]))).classes("soft small numbers")

    def _find(self) -> list[Path]:
        """The folders of runs, the latest first."""
        files = (path for name in (record.FILE, jobs.FILE) for path in self._folder.glob(f"*/{name}"))
        return sorted({path.parent for path in files}, key=age_of)

    def _line(self, path: Path) -> tuple[object, ...]:
        run = self._runs.setdefault(path, RunFolder(path))
        try:
            run.look()
            found, problem = headline(run), problem_of(run.parameters)
        except (DamagedFile, OSError) as error:
            return path.name, State.DAMAGED, "", str(error)
        count = f"{found.generations} generation{'' if found.generations == 1 else 's'}"
        age = "" if found.state is State.RUNNING else f"{format_age(60 * (age_of(path) // 60))} ago"
        return path.name, found.state, problem, " · ".join(filter(None, [count, found.best, age]))
