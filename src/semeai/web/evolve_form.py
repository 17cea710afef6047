"""The form that starts a run: presets for beginners, and the settings of a method, explained and checked."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from nicegui import ui

from semeai.evolve import METHODS
from semeai.glossary import meaning
from semeai.specs import Entry
from semeai.web.forms import (
    Evolution,
    Setting,
    fresh_name,
    is_toy,
    kind_of_method,
    load_method,
    problems_of,
    settings_of,
)
from semeai.web.jobs import RUNS
from semeai.web.parts import ErrorLine, player_field
from semeai.web.presets import PRESETS
from semeai.web.seats import admit
from semeai.web.server_state import ServerState

SIZES = (5, 7, 9, 13, 19)
FIRST = "ga"


class PresetList:
    """Buttons that start runs for beginners. `started` is called with the name of the new run."""

    def __init__(self, server: ServerState, started: Callable[[str], None]) -> None:
        self._server = server
        self._started = started
        with ui.element("section").classes("card stack tight").props('aria-label="Presets"'):
            with ui.element("h2"):
                ui.label("Start with one click")
            for key, preset in PRESETS.items():
                with ui.element("div").classes("preset"):
                    button = ui.button(preset.title, icon="play_arrow", on_click=partial(self._start, key), color=None)
                    button.classes("plain").props("flat no-caps align=left")
                    ui.label(preset.words).classes("soft small")
            self._error_line = ErrorLine()

    async def _start(self, key: str) -> None:
        try:
            self._started(await start_preset(self._server, key))
        except (ValueError, OSError) as error:
            self._error_line.say(str(error))


async def start_preset(server: ServerState, key: str) -> str:
    """Start a preset and return the name of its run. Raises ValueError and OSError."""
    runs = server.settings.folder / RUNS
    name = fresh_name(PRESETS[key].name, runs)
    check = partial(admit, settings=server.settings)
    words = await asyncio.to_thread(PRESETS[key].evolution(name).arguments, check)
    server.jobs.start(runs / name, words)
    return name


class EvolveForm:
    """A form. `started` is called with the name of the new run."""

    def __init__(self, server: ServerState, started: Callable[[str], None]) -> None:
        self._server = server
        self._started = started
        self._runs = server.settings.folder / RUNS
        self._values: dict[str, Any] = {}  # of the method's settings
        self._entry: Entry | None = None
        with (
            ui.element("form")
            .classes("card stack ask")
            .props('aria-label="Start a new run"')
            .on("submit.prevent", self._start)
        ):
            with ui.element("h2"):
                ui.label("Start a new run")
            self._method = ui.select(list(METHODS), value=FIRST, label="Method", on_change=self._load)
            self._summary = ui.label().classes("soft small")
            with ui.element("div").classes("fields"):
                self._problem = ui.select([], label="Player type", on_change=self._check)
                self._opponent = player_field("Opponent", server.settings, "wally:noise=0.1")
                self._size = ui.select({size: f"{size} x {size}" for size in SIZES}, value=5, label="Board")
                self._games = ui.number("Games per candidate", value=20, min=1, step=1)
                self._generations = ui.number("Generations", value=50, min=1, step=1)
                self._seed = ui.number("Seed", value=1, min=0, step=1)
            for field in (self._method, self._problem, self._size, self._games, self._generations, self._seed):
                field.props("outlined dense")
            meanings = {"method": self._method, "opponent": self._opponent, "seed": self._seed}
            for name, explained in (meanings | {"generation": self._generations, "genome": self._problem}).items():
                explained.tooltip(meaning(name))
            self._opponent.on_value_change(self._check)
            for field in (self._size, self._games, self._generations, self._seed):
                field.on_value_change(self._check)
            with ui.expansion("Settings of the method").classes("more"):
                self._settings = ui.element("div").classes("fields")
            self._name = ui.input("Name", on_change=self._check).props("outlined dense")
            self._error_line = ErrorLine()
            with ui.element("div").classes("row"):
                self._button = ui.button("Start", icon="play_arrow").classes("main").props("unelevated type=submit")
        ui.timer(0, self._load, once=True)

    async def _load(self) -> None:
        """Show the settings of the chosen method."""
        method = str(self._method.value)
        entry = await asyncio.to_thread(load_method, method)
        if method != self._method.value:  # another one has been chosen meanwhile
            return
        self._entry = entry
        self._values = {}
        self._summary.text = entry.summary.partition(": ")[2]
        problems = problems_of(method)
        self._problem.set_options(problems, value=problems[0] if problems else None)
        self._generations.label = "Rows of 4,096 steps" if kind_of_method(method) == "position" else "Generations"
        self._settings.clear()
        with self._settings:
            for setting in settings_of(entry.params):
                self._field(setting)
        self._check()

    def _field(self, setting: Setting) -> None:
        label = setting.name.replace("_", " ")
        change = partial(self._change, setting.name)
        field: Any
        if setting.kind is bool:
            field = ui.switch(label, value=setting.default, on_change=change)
        elif setting.options:
            field = ui.select(setting.options, value=str(setting.default), label=label, on_change=change)
        elif setting.kind in (int, float):
            step = 1 if setting.kind is int else 0.01
            field = ui.number(label, value=setting.default, step=step, on_change=change)
        else:
            field = ui.input(label, value=setting.default, on_change=change)
        with ui.element("div").classes("field"):
            field.move(ui.context.slot.parent)
            ui.label(setting.words).classes("soft small")
        if setting.kind is not bool:
            field.props("outlined dense")

    def _change(self, name: str, event: Any) -> None:
        self._values[name] = event.value
        self._check()

    # -- entries -------------------------------------------------------------------------------------------------------

    def _evolution(self) -> Evolution:
        method, problem = str(self._method.value), str(self._problem.value or "")
        size = self._size.value
        wanted = f"{method} {problem}" if is_toy(problem) else f"{method} {size}x{size}"
        name = str(self._name.value or "").strip() or fresh_name(wanted, self._runs)
        return Evolution(
            name=name,
            method=method,
            values=dict(self._values),
            problem=problem,
            opponent=self._opponent.value,
            size=size,
            games=self._games.value,
            generations=self._generations.value,
            seed=self._seed.value,
        )

    def _check(self) -> list[str] | None:
        """Return the command that starts the run; None, with a message on the form, if an entry is invalid."""
        if self._entry is None:
            return None
        evolution = self._evolution()
        self._name.props["placeholder"] = evolution.name
        kind = kind_of_method(evolution.method)
        is_played = not is_toy(evolution.problem) and kind != "position"
        self._problem.set_visibility(kind != "position")
        self._opponent.set_visibility(is_played)
        self._size.set_visibility(not is_toy(evolution.problem))
        self._games.set_visibility(is_played and kind == "games")
        try:
            words = evolution.arguments(partial(admit, settings=self._server.settings))
            if (self._runs / evolution.name).exists():
                raise ValueError(f"A run called {evolution.name} exists already. Choose another name.")
        except ValueError as error:
            self._error_line.say(str(error))
            self._button.disable()
            return None
        self._error_line.say("")
        self._button.enable()
        return words

    def _start(self) -> None:
        words = self._check()
        if words is None:
            return
        name = words[words.index("--run") + 1]
        try:
            self._server.jobs.start(self._runs / name, words)
        except (ValueError, OSError) as error:
            self._error_line.say(str(error))
            return
        self._started(name)
