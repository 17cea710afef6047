"""The page of a run: how it stands, its charts, its champion and the games of it. It reads the run's folder alone."""

import asyncio
import shlex
from base64 import b64encode
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from nicegui import ui

from semeai.files import DamagedFile, has_file
from semeai.lab.folder import RunFolder, State, read_run_games
from semeai.players.champion import Champion, exam_lines, read_champion
from semeai.problems.position_pictures import STRATEGY, read_strategy_picture
from semeai.web import jobs
from semeai.web.charts import charts_of, options
from semeai.web.consent import agrees
from semeai.web.forms import EVERY, Evolution, kind_of_method, whole
from semeai.web.genome_svg import genome_svg
from semeai.web.job_check import check_evolution
from semeai.web.jobs import Job
from semeai.web.lab import Lab
from semeai.web.parts import Complaint, command_line, foreign_mark
from semeai.web.paths import shown
from semeai.web.replay import Replay
from semeai.web.seats import admit

SECONDS = 1.0
"""between two looks at the folder"""
MAX_COMMAND = 2000
FOREIGN = "You did not start this run here: it was copied in, moved or renamed. To go on with it, this command runs:"


class RunPage:
    """A run that may be under way."""

    def __init__(self, lab: Lab, folder: Path) -> None:
        self._lab = lab
        self._run = RunFolder(folder)
        self._job: Job | None = None
        self._form: Evolution | None = None  # None until the job's arguments are checked
        self._charts: dict[str, ui.echart] = {}
        self._champion: Path | None = None
        self._is_looking = False
        self._head()
        with ui.element("div").classes("charts"):
            self._chart_place = ui.context.slot.parent
        with ui.element("div").classes("two even"):
            self._champion_place = ui.element("section").classes("card stack").props('aria-label="The champion"')
            self._champion_place.set_visibility(False)
            self._games = Games()
        self._read_job()
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
                if self._lab.is_foreign(self._run.folder):
                    foreign_mark()
                self._state = ui.label().classes("state")
                self._count = ui.label().classes("numbers").props("aria-live=polite")
        with ui.element("div").classes("row"):
            self._stop = ui.button("Stop", icon="stop", on_click=self._stop_it).classes("plain").props("flat")
            self._more = ui.number(value=50, min=1, step=1).classes("goal").props("outlined dense")
            self._resume = ui.button("Go on", icon="play_arrow", on_click=self._go_on).classes("main")
            self._play = ui.button("Play against it", icon="sports_esports", on_click=self._play_it).classes("main")
            for button in (self._resume, self._play):
                button.props("unelevated")
        self._complaint = Complaint()

    def _read_job(self) -> None:
        """Read what started this run, and show its command."""
        try:
            self._job = self._lab.jobs.read(self._run.folder)
        except (DamagedFile, OSError) as error:
            self._complaint.say(str(error))
        if self._job is not None:
            command_line(shown(shlex.join(["semeai", *self._job.arguments]), MAX_COMMAND))

    async def _check_job(self) -> None:
        """Check the arguments of the job as those of the form are checked, and offer to go on with it."""
        if self._job is None or self._form is not None:
            return
        folder = self._run.folder.relative_to(self._lab.settings.folder)
        check = partial(admit, settings=self._lab.settings)
        try:
            self._form = await asyncio.to_thread(check_evolution, self._job.arguments, folder, check)
        except (ValueError, OSError) as error:
            self._complaint.say(f"It cannot go on here: {error}")
            self._job = None
            return
        self._more.label = "Up to step" if self._unit > 1 else "Up to generation"
        self._more.value = self._form.generations * self._unit

    @property
    def _unit(self) -> int:
        """How many of what the goal counts make a row."""
        return EVERY if self._form is not None and kind_of_method(self._form.method) == "position" else 1

    def _show_state(self) -> None:
        state, n_rows, merit = self._run.state, len(self._run.rows), self._run.merit
        self._state.text = state
        self._state.classes(replace=f"state state-{state}")
        words = f"{n_rows} generation{'' if n_rows == 1 else 's'}"
        self._count.text = f"{words} · {merit}" if merit else words
        is_running, is_ours = state is State.RUNNING, self._form is not None
        self._stop.set_visibility(is_running and self._job is not None and not self._job.is_foreign)
        self._resume.set_visibility(not is_running and is_ours)
        self._more.set_visibility(not is_running and is_ours)
        self._play.set_visibility(bool(self._champion))

    def _stop_it(self) -> None:
        if not jobs.stop(self._run.folder):
            ui.notify("It has ended already")

    async def _go_on(self) -> None:
        assert self._form is not None
        assert self._job is not None
        try:
            goal = whole("how far it is to go", self._more.value, 1)
            form = replace(self._form, generations=-(-goal // self._unit))
            arguments = form.arguments(partial(admit, settings=self._lab.settings))
            if self._job.is_foreign and not await agrees(shlex.join(["semeai", *arguments]), FOREIGN):
                return
            self._lab.jobs.start(self._run.folder, arguments)
        except (ValueError, OSError) as error:
            self._complaint.say(str(error))
            return
        self._job, self._form = Job(tuple(arguments), is_foreign=False), form
        self._complaint.say("")
        self._show_state()

    def _play_it(self) -> None:
        if self._champion:
            path = self._champion.relative_to(self._lab.settings.folder).as_posix()
            ui.navigate.to(f"/?{urlencode({'white': f'champion:{path}'})}")

    # -- what comes in -------------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Show what is new."""
        if self._is_looking:  # the last look takes longer than the time between two
            return
        self._is_looking = True
        try:
            await self._check_job()
            was_empty = not self._run.rows
            n_new = await asyncio.to_thread(self._run.look)
            if was_empty:
                self._about.text = self._run.about
            if n_new:
                self._show_charts()
            champions = self._run.champions
            if champions and champions[0] != self._champion:
                self._champion = champions[0]
                self._show_champion(*await asyncio.to_thread(_read_shown, self._champion))
                self._games.offer(self._run.games)
            elif not champions and self._champion is None:
                self._show_strategy()
            self._show_state()
            self._say_failure()
        except (ValueError, OSError) as error:
            self._complaint.say(str(error))
        finally:
            self._is_looking = False

    def _say_failure(self) -> None:
        """Where it has ended without a row, its last words say why."""
        is_over = not self._run.rows and self._run.state is State.STOPPED
        if is_over and (words := jobs.last_words(self._run.folder)):
            self._complaint.say(words)

    def _show_charts(self) -> None:
        rows = self._run.rows
        for chart in charts_of(rows[-1]):
            if chart.title not in self._charts:
                with self._chart_place, ui.element("figure").classes("card chart"):
                    with ui.element("figcaption"):
                        with ui.element("h2"):
                            ui.label(chart.title)
                        ui.label(chart.words).classes("soft small")
                    self._charts[chart.title] = ui.echart(options(chart, rows), renderer="svg").classes("chart-lines")
            else:
                shown = self._charts[chart.title]
                shown.options.update(options(chart, rows))
                shown.update()

    def _show_strategy(self) -> None:
        """Runs of strategies have no champion; what most individuals have is drawn when they end."""
        if self._champion_place.visible or not has_file(self._run.folder, STRATEGY) or not self._run.rows:
            return
        self._champion_place.set_visibility(True)
        with self._champion_place:
            with ui.element("h2"):
                ui.label("The most common strategy")
            with ui.element("div").classes("sheet scroll-x"):
                words = f"After the last row most individuals play {self._run.rows[-1].get('plurality', '')} first"
                # As an image, a drawing can neither run scripts nor load anything.
                source = f"data:image/svg+xml;base64,{b64encode(read_strategy_picture(self._run.folder)).decode()}"
                ui.element("img").props.update(src=source, alt=words)

    def _show_champion(self, champion: Champion, drawing: str) -> None:
        self._champion_place.set_visibility(True)
        self._champion_place.clear()
        with self._champion_place:
            with ui.element("h2"):
                ui.label("The champion")
            facts = {"generation": str(champion.generation), "plays as": champion.player, "method": champion.method}
            opponent = champion.problem.get("opponent") or champion.problem.get("exam_opponent")
            facts |= {name: f"{text} against {opponent}" for name, text in exam_lines(champion).items()}
            if isinstance(share := champion.row.get("share"), float):
                facts["small exam"] = f"{share:.0%} of the points" + (f" against {opponent}" if opponent else "")
            if self._champion:
                facts["file"] = self._champion.name
            if champion.rules:
                facts["bred under"] = champion.rules.describe()
            with ui.element("dl").classes("facts small"):
                for name, text in facts.items():
                    if text:
                        with ui.element("dt"):
                            ui.label(name)
                        with ui.element("dd"):
                            ui.label(text)
            if drawing:
                ui.html(drawing, sanitize=False).classes("drawing")


def _read_shown(path: Path) -> tuple[Champion, str]:
    champion = read_champion(path)
    return champion, genome_svg(champion)


class Games:
    """The games that were kept of a champion, to be clicked through."""

    def __init__(self) -> None:
        self._paths: list[Path] = []
        with ui.element("section").classes("card stack").props('aria-label="Its games"') as self._place:
            with ui.element("h2"):
                ui.label("Its games")
            self._choice = ui.select({}, label="Game", on_change=self._show).props("outlined dense")
            self._replay = Replay()
            self._complaint = Complaint()
        self._place.set_visibility(False)

    def offer(self, paths: list[Path]) -> None:
        """Offer the games in the files, of the latest champions, and show the first of them."""
        if not paths:
            return
        self._place.set_visibility(True)
        games = {}
        for path in paths[:5]:
            try:
                found, _ = read_run_games(path)
            except (OSError, DamagedFile) as error:
                self._complaint.say(str(error))
                continue
            for i, game in enumerate(found):
                black, white = (game.root.properties.get(name, ["?"])[0] for name in ("PB", "PW"))
                games[f"{i} {path.name}"] = f"{path.stem.lstrip('0') or '0'}, game {i + 1}: {black} - {white}"
        self._paths = paths
        self._choice.set_options(games, value=next(iter(games), None))

    def _show(self) -> None:
        if not self._choice.value:
            return
        number, _, name = str(self._choice.value).partition(" ")
        path = next(path for path in self._paths if path.name == name)
        game = read_run_games(path)[0][int(number)]
        black, white = (game.root.properties.get(name, ["?"])[0] for name in ("PB", "PW"))
        result = game.root.properties.get("RE", [""])[0]
        self._replay.show(game, " · ".join(filter(None, [f"{black} - {white}", result])))
