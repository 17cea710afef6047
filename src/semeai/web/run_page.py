"""The page of a run: progress, story, champions on one board, charts. It reads only the run's folder."""

import asyncio
import shlex
from base64 import b64encode
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from nicegui import ui

from semeai.files import DamagedFile, has_file
from semeai.lab.folder import RunFolder, RunState
from semeai.players.champion import Champion, exam_lines, read_champion
from semeai.problems.position_pictures import STRATEGY, read_strategy_picture
from semeai.web import jobs
from semeai.web.ancestors import find_ancestors
from semeai.web.charts import charts_of, options
from semeai.web.chronicle import events, introduction
from semeai.web.consent import agrees
from semeai.web.forms import EVERY, Evolution, kind_of_method, whole
from semeai.web.job_check import check_evolution, parse_evolution
from semeai.web.jobs import Job
from semeai.web.lineage import Lineage
from semeai.web.names import player_name
from semeai.web.pace import ordered_generations, progress_words, recent_pace
from semeai.web.parts import ErrorLine, command_line, foreign_mark, term, word
from semeai.web.paths import shown
from semeai.web.population import population_png, read_populations
from semeai.web.seats import admit
from semeai.web.server_state import ServerState
from semeai.web.stage import GAMES_OFFERED, ChampionStage

SECONDS = 1.0
"""seconds between two looks at the folder"""
POPULATION_LOOKS = 3
"""looks at the folder between two looks at the population, whose file may be large"""
MAX_COMMAND = 2000
FIRST = "Generation 0 is being bred. The first run on a machine also compiles code, for up to a minute."
FOREIGN = "You did not start this run here: it was copied in, moved or renamed. To continue it, this command runs:"


class RunPage:
    """The page of a run, which may be in progress."""

    def __init__(self, server: ServerState, folder: Path) -> None:
        self._server = server
        self._run = RunFolder(folder)
        self._job: Job | None = None
        self._form: Evolution | None = None  # None until the job's arguments are checked
        self._charts: dict[str, ui.echart] = {}
        self._champion: Path | None = None
        self._is_looking = False
        self._n_looks = 0
        self._goal: int | None = None
        self._pace: float | None = None
        self._head()
        self._story = Story()
        self._stage = ChampionStage(server)
        self._lineage = Lineage(server, self._stage.show_victory)
        with ui.element("div").classes("charts"):
            self._chart_place = ui.context.slot.parent
            self._population = PopulationCard()
        self._champion_place = ui.element("section").classes("card stack").props('aria-label="The champion"')
        self._champion_place.set_visibility(False)
        self._read_job()
        self._introduce()
        self._show_state()
        ui.timer(SECONDS, self._look, immediate=True)

    # -- the head ------------------------------------------------------------------------------------------------------

    def _head(self) -> None:
        ui.link("← All runs", "/evolve").classes("small")
        with ui.element("div").classes("row spread run-head"):
            with ui.element("div").classes("grow"):
                with ui.element("h1"):
                    ui.label(self._run.folder.name)
                self._about = ui.label().classes("soft")
            with ui.element("div").classes("row"):
                if self._server.is_foreign(self._run.folder):
                    foreign_mark()
                self._state = ui.label().classes("state")
                self._count = ui.label().classes("numbers").props("aria-live=polite")
        with ui.element("div").classes("row"):
            self._stop = ui.button("Stop", icon="stop", on_click=self._stop_it).classes("plain").props("flat")
            self._more = ui.number(value=50, min=1, step=1).classes("goal").props("outlined dense")
            self._resume = ui.button("Continue", icon="play_arrow", on_click=self._go_on).classes("main")
            self._play = ui.button("Play against it", icon="sports_esports", on_click=self._play_it).classes("main")
            link = ui.link("Compare with other runs", f"/compare?{urlencode({'runs': self._run.folder.name})}")
            link.classes("small")
            for button in (self._resume, self._play):
                button.props("unelevated")
        self._bar = ui.linear_progress(value=0, show_value=False).props('rounded aria-label="Generations bred"')
        self._error_line = ErrorLine()

    def _introduce(self) -> None:
        """Introduce the run, from its record or else from the command that started it."""
        method, about = "", ""
        try:
            about = self._run.about
            method = str(self._run.parameters.get("method", {}).get("name", ""))
            if not about and self._job is not None:
                form = parse_evolution(self._job.arguments)
                opponent = f" against {player_name(form.opponent)}" if form.opponent else ""
                method, about = form.method, f"{form.problem or 'strategies'}{opponent} on {form.size}x{form.size}"
        except (ValueError, OSError):
            pass  # `look` complains about damage
        self._about.text = about
        self._story.introduce(introduction(method, about))

    def _read_job(self) -> None:
        """Read the job that started this run, and show its command."""
        try:
            self._job = self._server.jobs.read(self._run.folder)
        except (DamagedFile, OSError) as error:
            self._error_line.say(str(error))
        if self._job is not None:
            command_line(shown(shlex.join(["semeai", *self._job.arguments]), MAX_COMMAND))

    async def _check_job(self) -> None:
        """Check the arguments of the job like those of the form, and offer to continue it."""
        if self._job is None or self._form is not None:
            return
        folder = self._run.folder.relative_to(self._server.settings.folder)
        check = partial(admit, settings=self._server.settings)
        try:
            self._form = await asyncio.to_thread(check_evolution, self._job.arguments, folder, check)
        except (ValueError, OSError) as error:
            self._error_line.say(f"It cannot be continued here: {error}")
            self._job = None
            return
        self._more.label = "Up to step" if self._unit > 1 else "Up to generation"
        self._more.value = self._form.generations * self._unit

    @property
    def _unit(self) -> int:
        """The number of steps or generations per row."""
        return EVERY if self._form is not None and kind_of_method(self._form.method) == "position" else 1

    def _show_state(self) -> None:
        state, n_rows, merit = self._run.state, len(self._run.rows), self._run.merit
        self._state.text = state
        self._state.classes(replace=f"state state-{state}")
        is_running, is_ours = state is RunState.RUNNING, self._form is not None
        goal = self._form.generations if self._form else self._goal
        words = progress_words(n_rows, goal, self._pace, is_running)
        self._count.text = f"{words} · {merit}" if merit else words
        self._bar.set_visibility(is_running and bool(goal))
        self._bar.value = n_rows / goal if goal else 0
        if is_running and not n_rows:
            self._story.say(first_words(self._run.folder))
        self._stop.set_visibility(is_running and self._job is not None and not self._job.is_foreign)
        self._resume.set_visibility(not is_running and is_ours)
        self._more.set_visibility(not is_running and is_ours)
        self._play.set_visibility(bool(self._champion))

    def _stop_it(self) -> None:
        if not jobs.stop(self._run.folder):
            ui.notify("The run has already ended.")

    async def _go_on(self) -> None:
        assert self._form is not None
        assert self._job is not None
        try:
            goal = whole("the last generation", self._more.value, 1)
            form = replace(self._form, generations=-(-goal // self._unit))
            arguments = form.arguments(partial(admit, settings=self._server.settings))
            if self._job.is_foreign and not await agrees(shlex.join(["semeai", *arguments]), FOREIGN):
                return
            self._server.jobs.start(self._run.folder, arguments)
        except (ValueError, OSError) as error:
            self._error_line.say(str(error))
            return
        self._job, self._form = Job(tuple(arguments), is_foreign=False), form
        self._error_line.say("")
        self._show_state()

    def _play_it(self) -> None:
        if self._champion:
            path = self._champion.relative_to(self._server.settings.folder).as_posix()
            ui.navigate.to(f"/?{urlencode({'white': f'champion:{path}'})}")

    # -- updates -------------------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Update the page."""
        if self._is_looking:  # the last update is not finished yet
            return
        self._is_looking = True
        try:
            await self._check_job()
            was_empty = not self._run.rows
            n_new = await asyncio.to_thread(self._run.look)
            if was_empty and n_new:
                self._introduce()
                self._goal = ordered_generations(self._run.folder)
            if n_new:
                self._pace = recent_pace(self._run.folder)
                self._story.tell(events(self._run.rows))
                self._show_charts()
            if n_new or not self._n_looks:
                await self._show_population()
            champions = self._run.champions
            is_new = bool(champions) and champions[0] != self._champion
            if is_new or (n_new and champions):
                self._stage.offer(find_ancestors(champions), len(self._run.rows), self._run.games[:GAMES_OFFERED])
            if is_new:
                self._champion = champions[0]
                self._lineage.offer(find_ancestors(champions), self._run.rows)
                self._show_champion(await asyncio.to_thread(read_champion, self._champion))
            elif not champions and self._champion is None:
                self._show_strategy()
            self._show_state()
            self._say_failure()
        except (ValueError, OSError) as error:
            self._error_line.say(str(error))
        finally:
            self._is_looking = False

    async def _show_population(self) -> None:
        """Draw the population from time to time."""
        self._n_looks += 1
        if self._n_looks % POPULATION_LOOKS == 1 or self._run.state is not RunState.RUNNING:
            self._population.show(await asyncio.to_thread(_draw_populations, self._run.folder))

    def _say_failure(self) -> None:
        """Show the last line of the log if the run has ended without a row."""
        is_over = not self._run.rows and self._run.state is RunState.STOPPED
        if is_over and (words := jobs.last_words(self._run.folder)):
            self._error_line.say(words)

    def _show_charts(self) -> None:
        rows = self._run.rows
        for chart in charts_of(rows[-1]):
            if chart.title not in self._charts:
                with self._chart_place, ui.element("figure").classes("card chart"):
                    with ui.element("figcaption"):
                        with ui.element("h2"):
                            word(chart.title)
                        ui.label(chart.words).classes("soft small")
                    self._charts[chart.title] = ui.echart(options(chart, rows), renderer="svg").classes("chart-lines")
            else:
                shown = self._charts[chart.title]
                shown.options.update(options(chart, rows))
                shown.update()

    def _show_strategy(self) -> None:
        """Draw the most common strategy at the end of a run of strategies, which has no champion."""
        if self._champion_place.visible or not has_file(self._run.folder, STRATEGY) or not self._run.rows:
            return
        self._champion_place.set_visibility(True)
        with self._champion_place:
            with ui.element("h2"):
                ui.label("The most common strategy")
            with ui.element("div").classes("sheet scroll-x").props("tabindex=0"):
                words = f"After the last row most individuals play {self._run.rows[-1].get('plurality', '')} first"
                # As an image, a drawing can neither run scripts nor load anything.
                source = f"data:image/svg+xml;base64,{b64encode(read_strategy_picture(self._run.folder)).decode()}"
                ui.element("img").props.update(src=source, alt=words)

    def _show_champion(self, champion: Champion) -> None:
        self._champion_place.set_visibility(True)
        self._champion_place.clear()
        with self._champion_place:
            with ui.element("h2"):
                term("champion", "The champion")
            facts = exam_lines(champion)
            opponent = champion.problem.get("opponent") or champion.problem.get("exam_opponent")
            opponent = player_name(str(opponent)) if opponent else ""
            facts = {name: f"{text} against {opponent}" for name, text in facts.items()}
            if isinstance(share := champion.row.get("share"), float):
                facts["small exam"] = f"{share:.0%} of the points" + (f" against {opponent}" if opponent else "")
            facts |= {"generation": str(champion.generation), "player type": champion.player, "method": champion.method}
            if self._champion:
                facts["file"] = self._champion.name
            if champion.rules:
                facts["training rules"] = champion.rules.describe()
            with ui.element("dl").classes("facts small"):
                for name, text in facts.items():
                    if text:
                        with ui.element("dt"):
                            ui.label(name)
                        with ui.element("dd"):
                            ui.label(text)


def _draw_populations(folder: Path) -> dict[str, str]:
    """Pictures of the populations by side, as addresses of images."""
    try:
        found = read_populations(folder)
    except (OSError, DamagedFile):
        return {}  # `look` reports a damaged checkpoint
    return {name: f"data:image/png;base64,{b64encode(population_png(one)).decode()}" for name, one in found.items()}


class Story:
    """The story of a run in sentences."""

    def __init__(self) -> None:
        with ui.element("section").classes("card stack tight story").props('aria-label="The story so far"'):
            with ui.element("h2"):
                ui.label("The story so far")
            self._now = ui.element("ul").classes("events").props("aria-live=polite")
            self._introduction = ui.element("div").classes("soft small stack tight")

    def introduce(self, sentences: list[str]) -> None:
        """Introduce the run."""
        self._introduction.clear()
        with self._introduction:
            for sentence in sentences:
                ui.label(sentence)

    def say(self, sentence: str) -> None:
        """Show one sentence."""
        self.tell([sentence])

    def tell(self, sentences: list[str]) -> None:
        """Show the events, the latest first."""
        self._now.clear()
        with self._now:
            for sentence in sentences:
                with ui.element("li"):
                    ui.label(sentence)


class PopulationCard:
    """The population as a picture."""

    def __init__(self) -> None:
        with ui.element("figure").classes("card chart population") as self._place:
            with ui.element("figcaption"):
                with ui.element("h2"):
                    term("population", "The population now")
                words = "A row for each candidate, a column for each gene. Stripes: the candidates agree. "
                ui.label(words + "Noise: they still differ.").classes("soft small")
            self._pictures = ui.element("div").classes("stack tight")
        self._place.set_visibility(False)

    def show(self, pictures: dict[str, str]) -> None:
        """Show pictures by side."""
        self._place.set_visibility(bool(pictures))
        self._pictures.clear()
        with self._pictures:
            for side, source in pictures.items():
                alt = f"The genes of all candidates{f' of {side}' if side else ''}"
                ui.element("img").props.update(src=source, alt=alt)


def first_words(folder: Path) -> str:
    """A sentence for a run without rows: how far the compilation of kernels is, if its log ends with that."""
    words = shown(jobs.last_words(folder), 200)
    if words.startswith("compiling kernels") and words.endswith("functions"):
        return f"Generation 0 is being bred. Now {words}."
    return FIRST
