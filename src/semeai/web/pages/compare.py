"""The page Compare: runs side by side, and a match between their champions."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from nicegui import ui
from starlette.requests import Request

from semeai.files import DamagedFile, has_file
from semeai.lab import record
from semeai.players.champion import read_champion
from semeai.web import jobs
from semeai.web.charts import Chart
from semeai.web.compare import (
    CHARTS,
    MAX_RUNS,
    ComparedRun,
    group_runs,
    overlay,
    read_compared,
    results_html,
    rows_csv,
    settings_html,
)
from semeai.web.forms import Match, fresh_name
from semeai.web.layout import frame
from semeai.web.parts import ErrorLine, term, word
from semeai.web.paths import OutsidePath
from semeai.web.seats import admit
from semeai.web.server_state import ServerState

SECONDS = 0.3
"""seconds between two updates of the chosen runs"""
GAMES = 40
"""games of a match between two champions"""
MAX_OFFERED = 200


def register(server: ServerState) -> None:
    """Add the page. Its address names the runs that it starts with: /compare?runs=a&runs=b."""

    @ui.page("/compare")
    def page(request: Request) -> None:
        with frame("Evolve"):
            ComparePage(server, request.query_params.getlist("runs"))


class ComparePage:
    """Some runs of the work folder side by side."""

    def __init__(self, server: ServerState, names: list[str]) -> None:
        self._server = server
        self._folder = server.settings.folder / jobs.RUNS
        self._runs: list[ComparedRun] = []
        found = self._find()
        ui.link("← All runs", "/evolve").classes("small")
        with ui.element("h1"):
            ui.label("Compare runs")
        with ui.element("div").classes("soft small sentence"):
            ui.label("Runs that differ in their")
            term("seed", "seeds")
            ui.label("only share one curve, their mean, in a band from the lowest to the highest.")
        chosen = [name for name in dict.fromkeys(names) if name in found][:MAX_RUNS]
        with ui.element("section").classes("card stack tight compare-choice").props('aria-label="Runs to compare"'):
            with ui.element("h2"):
                ui.label("Runs")
            with ui.element("div").classes("choices"):
                self._boxes = {name: ui.checkbox(name, value=name in chosen, on_change=self._want) for name in found}
            if not found:
                ui.label("No runs yet. Start one on the page Evolve.").classes("soft")
        self._error_line = ErrorLine()
        self._hint = ui.label("Choose two or more runs.").classes("soft")
        with ui.element("div").classes("stack") as self._place:
            with ui.element("section").classes("card stack").props('aria-label="Confirmed results"'):
                with ui.element("h2"):
                    term("long exam", "Confirmed results")
                self._results = ui.element("div").classes("scroll-x").props("tabindex=0")
                self._match = ui.element("div")
            self._chart_place = ui.element("div").classes("charts")
            self._charts: dict[str, tuple[ui.element, ui.echart]] = {}
            with ui.element("section").classes("card stack").props('aria-label="Settings"'):
                with ui.element("div").classes("row spread"):
                    with ui.element("h2"):
                        ui.label("Settings")
                    save = ui.button("Download CSV", icon="download", on_click=self._save, color=None)
                    save.classes("plain").props("flat")
                self._settings = ui.element("div").classes("scroll-x").props("tabindex=0")
        self._place.set_visibility(False)
        self._is_wanted = bool(chosen)
        self._is_loading = False
        ui.timer(SECONDS, self._load, immediate=True)

    def _want(self) -> None:
        self._is_wanted = True

    def _find(self) -> list[str]:
        """The names of the runs, the latest first."""
        folders = {path.parent for path in self._folder.glob(f"*/{record.FILE}")}
        runs = [path for path in folders if has_file(path, record.FILE)]
        latest = sorted(runs, key=lambda path: path.stat().st_mtime, reverse=True)
        return [path.name for path in latest[:MAX_OFFERED]]

    async def _load(self) -> None:
        """Read and show the chosen runs if the choice has changed."""
        if not self._is_wanted or self._is_loading:
            return
        self._is_wanted, self._is_loading = False, True
        try:
            await self._read([name for name, box in self._boxes.items() if box.value])
        finally:
            self._is_loading = False

    async def _read(self, names: list[str]) -> None:
        if len(names) > MAX_RUNS:
            self._error_line.say(f"Up to {MAX_RUNS} runs can be compared.")
            return
        ui.navigate.history.replace(f"/compare?{urlencode({'runs': names}, doseq=True)}")
        problems, runs = [], []
        for name in names:
            try:
                folder = self._server.path(f"{jobs.RUNS}/{name}")
                runs.append(await asyncio.to_thread(read_compared, folder))
            except (OSError, DamagedFile, OutsidePath) as error:
                problems.append(str(error))
        self._runs = runs
        self._error_line.say(" ".join(problems))
        self._show()

    def _show(self) -> None:
        self._place.set_visibility(bool(self._runs))
        self._hint.set_visibility(not self._runs)
        if not self._runs:
            return
        for place in (self._results, self._match, self._settings):
            place.clear()
        with self._results:
            ui.html(results_html(self._runs), sanitize=False)
        with self._settings:
            ui.html(settings_html(self._runs), sanitize=False)
        with self._match:
            self._add_match()
        groups = group_runs(self._runs)
        for chart in CHARTS:
            self._show_chart(chart, overlay(chart, groups))

    def _show_chart(self, chart: Chart, options: dict[str, Any]) -> None:
        """Show a chart. It is created once and then changed, because ECharts fails if a chart is removed before it is
        drawn."""
        if chart.title in self._charts:
            figure, lines = self._charts[chart.title]
            figure.set_visibility(bool(options))
            if options:
                lines.options.update(options)
                lines.update()
        elif options:
            with self._chart_place, ui.element("figure").classes("card chart") as figure:
                with ui.element("figcaption"):
                    with ui.element("h2"):
                        word(chart.title)
                    ui.label(chart.words).classes("soft small")
                lines = ui.echart(options, renderer="svg").classes("chart-lines")
            self._charts[chart.title] = (figure, lines)

    # -- a match -------------------------------------------------------------------------------------------------------

    def _add_match(self) -> None:
        names = [run.name for run in self._runs if run.champion]
        if len(names) < 2:
            return
        with ui.element("div").classes("row"):
            a = ui.select(names, value=names[0], label="Champion of").props("outlined dense").classes("goal")
            b = ui.select(names, value=names[1], label="Opponent").props("outlined dense").classes("goal")
            button = ui.button(f"Play {GAMES} games", icon="sports_kabaddi")
            button.on_click(lambda: self._start_match(str(a.value), str(b.value)))
            button.classes("main").props("unelevated")

    async def _start_match(self, a: str, b: str) -> None:
        settings, matches = self._server.settings, self._server.settings.folder / jobs.MATCHES
        try:
            if a == b:
                raise ValueError("Choose two different runs.")
            paths = [run.champion for name in (a, b) for run in self._runs if run.name == name and run.champion]
            sizes = [await asyncio.to_thread(_board_size, path) for path in paths]
            if len(set(sizes)) > 1:
                raise ValueError(
                    f"Their champions play on different boards: {sizes[0]}x{sizes[0]}, {sizes[1]}x{sizes[1]}."
                )
            specs = [f"champion:{path.relative_to(settings.folder).as_posix()}" for path in paths]
            name = fresh_name(f"{a} {b}", matches)
            match = Match(specs[0], specs[1], GAMES, sizes[0])
            words = match.arguments(Path(jobs.MATCHES, name), partial(admit, settings=settings))
            self._server.jobs.start(matches / name, words)
        except (ValueError, OSError) as error:
            self._error_line.say(str(error))
            return
        ui.navigate.to(f"/arena/{quote(f'{jobs.MATCHES}/{name}')}")

    def _save(self) -> None:
        ui.download.content(rows_csv(self._runs), "runs.csv", "text/csv")


def _board_size(path: Path) -> int:
    """The board size of a champion. Raises OSError, DamagedFile, and ValueError if it does not play Go."""
    rules = read_champion(path).rules
    if rules is None:
        raise ValueError("These champions do not play Go.")
    return rules.size
