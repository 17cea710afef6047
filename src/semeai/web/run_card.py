"""The card that runs an experiment of a paper from its page, and shows its progress."""

import asyncio
from functools import partial
from pathlib import Path

from nicegui import ui

from semeai.files import DamagedFile
from semeai.lab.folder import RunState
from semeai.papers.costs import format_minutes
from semeai.papers.paper import PaperError, Scale
from semeai.web import jobs
from semeai.web.paper_pages import ShownFigure, minutes_for
from semeai.web.parts import ErrorLine, command_line, term
from semeai.web.paths import shown
from semeai.web.reproductions import SCALES, Reproduction
from semeai.web.server_state import ServerState

SECONDS = 1.0
"""seconds between two updates"""
WORDS = {
    Scale.SMOKE: "shows that it works, not what it finds",
    Scale.LAPTOP: "fewer or shorter runs than in the paper",
}


class RunCard:
    """Buttons that run a figure's experiments at the scales of a page."""

    def __init__(self, server: ServerState, key: str, figure: ShownFigure) -> None:
        self._server = server
        self._key = key
        self._figure = figure
        self._runs = [Reproduction(server.settings.folder, key, figure.name, scale) for scale in SCALES]
        self._current = next((run for run in self._runs if run.state is RunState.RUNNING), None)
        self._current = self._current or next((run for run in reversed(self._runs) if run.state), None)
        self._drawn: tuple[Path, float] | None = None
        self._is_looking = False
        with ui.element("section").classes("card stack").props('aria-label="Run it"'):
            with ui.element("h2"):
                ui.label("Run it")
            with ui.element("div").classes("stack tight"):
                self._buttons = [self._add_button(run) for run in self._runs]
            with ui.element("div").classes("row"):
                self._state = ui.label().classes("state")
                self._words = ui.label().classes("numbers small").props("role=status")
                self._stop = ui.button("Stop", icon="stop", on_click=self._stop_it, color=None)
                self._stop.classes("plain").props("flat")
            self._bar = ui.linear_progress(value=0, show_value=False).props('rounded aria-label="Trials finished"')
            self._log = ui.label().classes("soft small numbers log")
            self._error_line = ErrorLine()
            self._picture = ui.element("div").classes("stack tight")
            ui.label("Or on the command line:").classes("soft small")
            command_line(figure.command)
        ui.timer(SECONDS, self._look, immediate=True)

    def _add_button(self, run: Reproduction) -> ui.button:
        with ui.element("div").classes("preset"):
            button = ui.button(f"Run at {run.scale} scale", icon="play_arrow", on_click=partial(self._start, run))
            button.classes("main").props("unelevated")
            with ui.element("div").classes("soft small sentence"):
                ui.label(f"{self._time(run.scale)};")
                term(f"{run.scale} scale", WORDS[run.scale])
        return button

    def _time(self, scale: Scale) -> str:
        if scale is Scale.SMOKE:
            return "Takes seconds to a few minutes"
        try:
            minutes = minutes_for(self._key, self._figure.experiments, scale, self._server.settings.folder)
        except (OSError, DamagedFile):
            minutes = None
        return "Its time has not been measured" if minutes is None else f"About {format_minutes(minutes)} on two cores"

    def _start(self, run: Reproduction) -> None:
        try:
            run.start(self._server.jobs)
        except (ValueError, OSError) as error:
            self._error_line.say(str(error))
            return
        self._current = run
        self._error_line.say("")

    def _stop_it(self) -> None:
        if self._current and not jobs.stop(self._current.job):
            ui.notify("The run has already ended.")

    async def _look(self) -> None:
        """Show the progress of the job."""
        if self._is_looking:
            return
        self._is_looking = True
        try:
            await self._show(self._current)
        except (OSError, DamagedFile, PaperError) as error:
            self._error_line.say(str(error))
        finally:
            self._is_looking = False

    async def _show(self, run: Reproduction | None) -> None:
        state = run.state if run else None
        is_running = state is RunState.RUNNING
        for place in (self._state, self._words):
            place.set_visibility(state is not None)
        self._bar.set_visibility(is_running)
        self._log.set_visibility(is_running)
        self._stop.set_visibility(is_running and run is not None and run.is_ours(self._server.jobs))
        for button in self._buttons:
            button.set_enabled(not is_running)
        if run is None or state is None:
            return
        self._state.text = state
        self._state.props["data-state"] = str(state)
        n_done, n_all = await asyncio.to_thread(run.count_trials)
        self._words.text = f"{run.scale} scale, {n_done} of {n_all} trials"
        self._bar.value = n_done / n_all if n_all else 0
        said = shown(jobs.last_words(run.job), 200)
        self._log.text = said or "Starting …"
        if state is RunState.STOPPED and said:
            self._error_line.say(said)
        if state is RunState.DONE:
            self._show_picture(run)

    def _show_picture(self, run: Reproduction) -> None:
        path = run.picture
        if path is None:
            return
        drawn = (path, path.stat().st_mtime)
        if drawn == self._drawn:
            return
        self._drawn = drawn
        self._picture.clear()
        with self._picture:
            ui.label(f"Your run at {run.scale} scale").classes("replay-title")
            with ui.element("div").classes("sheet"):
                source = f"/reproductions/{run.key}/{run.figure}/{run.scale}.svg?{int(drawn[1])}"
                ui.element("img").props.update(src=source, alt=f"{self._figure.title}, your run")
