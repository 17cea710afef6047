"""The page of a match or tournament: progress, ratings, a crosstable, and every game to replay."""

import asyncio
import math
import shlex
from functools import partial
from html import escape
from pathlib import Path

from nicegui import ui

from semeai.arena.ratings import PlayerRating
from semeai.arena.store import FILE
from semeai.files import DamagedFile, has_file, lock_holder
from semeai.lab.folder import RunState
from semeai.sgf import SgfError
from semeai.web import jobs
from semeai.web.consent import agrees
from semeai.web.job_check import check_match, parse_match
from semeai.web.jobs import Job, Jobs
from semeai.web.parts import ErrorLine, command_line, foreign_mark, term
from semeai.web.paths import shown
from semeai.web.replay import Replay
from semeai.web.seats import admit
from semeai.web.server_state import ServerState
from semeai.web.standings import Standings, standings, stored_game

SECONDS = 1.5
"""seconds between two looks at the folder"""
GAMES_A_PAGE = 12
MAX_COMMAND = 2000
FOREIGN = "You did not start this match here: it was copied in, moved or renamed. To continue it, this command runs:"


def count_games(store: Path) -> int:
    """Return the number of finished games."""
    return (store / FILE).read_bytes().count(b"\n") if has_file(store, FILE) else 0


def wanted_games(job: Job | None) -> int | None:
    """Return the planned number of games; None if no page started the match. Raises ValueError for a bad command."""
    return parse_match(job.arguments).games if job else None


def state_of(store: Path, started: Jobs) -> RunState:
    """Return the state of a match. A match that no page started counts as done unless it runs."""
    if jobs.is_running(store) or lock_holder(store / "lock") is not None:
        return RunState.RUNNING
    try:
        wanted = wanted_games(started.read(store))
    except (ValueError, OSError):
        return RunState.DAMAGED
    return RunState.DONE if wanted is None or count_games(store) >= wanted else RunState.STOPPED


class StorePage:
    """The games of a folder. A process may still add games."""

    def __init__(self, server: ServerState, folder: Path) -> None:
        self._server = server
        self._folder = folder
        self._job: Job | None = None
        self._wanted: int | None = None
        self._n_shown = -1
        self._standings: list[Standings] = []
        self._first = 0  # of the games that are listed
        ui.link("← All matches", "/arena").classes("small")
        with ui.element("div").classes("row spread run-head"):
            with ui.element("h1").classes("grow"):
                ui.label(folder.relative_to(server.settings.folder).as_posix())
            with ui.element("div").classes("row"):
                if server.is_foreign(folder):
                    foreign_mark()
                self._state = ui.label()
                self._count = ui.label().classes("numbers").props("aria-live=polite")
        self._bar = ui.linear_progress(value=0, show_value=False).props('rounded aria-label="Games played"')
        with ui.element("div").classes("row"):
            self._stop = ui.button("Stop", icon="stop", on_click=self._stop_it).classes("plain").props("flat")
            self._resume = ui.button("Continue", icon="play_arrow", on_click=self._go_on).classes("main")
            self._resume.props("unelevated")
        self._error_line = ErrorLine()
        with ui.element("div").classes("two even"):
            with ui.element("div").classes("stack"):
                self._tables = ui.element("div").classes("stack")
                with ui.element("section").classes("card stack").props('aria-label="Games"') as self._games:
                    with ui.element("h2"):
                        ui.label("Games")
                    self._list = ui.element("div").classes("stack tight")
            with ui.element("div").classes("card stack") as self._board:
                self._replay = Replay()
        self._board.set_visibility(False)
        self._games.set_visibility(False)
        self._read_job()
        self._show_state()
        ui.timer(SECONDS, self._look, immediate=True)

    def _read_job(self) -> None:
        """Read the job that started this match, check it as the form is checked, and show its command."""
        try:
            self._job = self._server.jobs.read(self._folder)
            if self._job is not None:
                command_line(shown(shlex.join(["semeai", *self._job.arguments]), MAX_COMMAND))
                self._wanted = wanted_games(self._job)
                self._check_job()
        except (ValueError, OSError) as error:
            self._error_line.say(f"It cannot be continued here: {error}")
            self._job = None

    def _check_job(self) -> None:
        assert self._job is not None
        settings = self._server.settings
        check_match(self._job.arguments, self._folder.relative_to(settings.folder), partial(admit, settings=settings))

    def _show_state(self) -> None:
        state, n = state_of(self._folder, self._server.jobs), count_games(self._folder)
        self._state.text = state
        self._state.classes(replace=f"state state-{state}")
        self._count.text = f"{n:,} games" if self._wanted is None else f"{n:,} of {self._wanted:,} games"
        self._bar.set_visibility(state is RunState.RUNNING)
        self._bar.value = n / self._wanted if self._wanted else 0
        self._stop.set_visibility(state is RunState.RUNNING and self._job is not None and not self._job.is_foreign)
        self._resume.set_visibility(state is RunState.STOPPED and self._job is not None)
        if state is RunState.STOPPED and (words := jobs.last_words(self._folder)):
            self._error_line.say(words)

    def _stop_it(self) -> None:
        if not jobs.stop(self._folder):
            ui.notify("The match has already ended.")

    async def _go_on(self) -> None:
        assert self._job is not None
        arguments = self._job.arguments
        try:
            self._check_job()
            if self._job.is_foreign and not await agrees(shlex.join(["semeai", *arguments]), FOREIGN):
                return
            self._server.jobs.start(self._folder, arguments)
        except (ValueError, OSError) as error:
            self._error_line.say(str(error))
            return
        self._job = Job(arguments, is_foreign=False)
        self._error_line.say("")
        self._show_state()

    async def _look(self) -> None:
        """Show new games."""
        try:
            n = count_games(self._folder)
            if n != self._n_shown and n:
                self._n_shown = n
                self._standings = await asyncio.to_thread(standings, self._folder)
                self._show()
            self._show_state()
        except (DamagedFile, OSError, ArithmeticError) as error:
            self._error_line.say(str(error))

    # -- tables --------------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        self._tables.clear()
        with self._tables:
            for standing in self._standings:
                with ui.element("section").classes("card stack").props('aria-label="Ratings"'):
                    ui.label(standing.terms).classes("soft small")
                    with ui.element("h2"):
                        term("Elo", "Ratings")
                    ui.html(ratings_html(standing), sanitize=False).classes("scroll-x")
                    if len(standing.players) > 1:
                        with ui.element("h2"):
                            ui.label("Crosstable")
                        ui.label("Percent of the points, row against column").classes("soft small")
                        ui.html(crosstable_html(standing), sanitize=False).classes("scroll-x")
        is_first = not self._games.visible
        self._games.set_visibility(True)
        self._board.set_visibility(True)
        self._list_games()
        if is_first:
            self._replay_game(0)

    def _all_games(self) -> list[tuple[int, str]]:
        """The line number of each game, and its title."""
        found = [one for standing in self._standings for one in standing.games]
        return [
            (i, f"{game.black} - {game.white} · {game.result}") for i, game in sorted(found, key=lambda one: one[0])
        ]

    def _list_games(self) -> None:
        games = self._all_games()
        self._list.clear()
        with self._list:
            for i, title in games[self._first : self._first + GAMES_A_PAGE]:
                button = ui.button(f"{i + 1}. {title}", on_click=partial(self._choose_game, i))
                button.props("flat dense no-caps align=left").classes("game")
            if len(games) > GAMES_A_PAGE:
                with ui.element("div").classes("row spread"):
                    last = min(self._first + GAMES_A_PAGE, len(games))
                    ui.label(f"{self._first + 1} to {last} of {len(games):,}").classes("soft small numbers")
                    with ui.element("div").classes("row"):
                        for icon, label, step in (("chevron_left", "Earlier", -1), ("chevron_right", "Later", 1)):
                            turn = partial(self._turn, step * GAMES_A_PAGE)
                            button = ui.button(icon=icon, on_click=turn).classes("plain")
                            button.props("flat dense").props["aria-label"] = f"{label} games"

    def _turn(self, step: int) -> None:
        if 0 <= self._first + step < len(self._all_games()):
            self._first += step
            self._list_games()

    def _choose_game(self, number: int) -> None:
        self._replay_game(number)
        self._replay.reveal()

    def _replay_game(self, number: int) -> None:
        title = dict(self._all_games()).get(number, "")
        try:
            self._replay.show(stored_game(self._folder, number), title)
        except (OSError, DamagedFile, SgfError) as error:
            self._error_line.say(str(error))


# -- as HTML -----------------------------------------------------------------------------------------------------------


def ratings_html(standing: Standings) -> str:
    """The ratings as a table, each with a bar for its 95% interval. All texts in it are escaped."""
    rows = standing.ratings.rows
    ends = [end for row in rows for end in (row.low, row.high) if math.isfinite(end)]
    low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
    span = max(high - low, 1.0)
    lines = [
        '<table class="plain numbers"><thead><tr><th></th><th>Player</th><th class="right">Elo</th>'
        '<th class="interval">95% interval</th><th class="right">Games</th></tr></thead><tbody>'
    ]
    for i, row in enumerate(rows):
        lines.append(
            f'<tr><td class="soft">{i + 1}</td><td>{_player(row)}</td><td class="right">{_number(row.elo)}</td>'
            f'<td class="interval">{_bar(row, low, span)}</td><td class="right">{row.games}</td></tr>'
        )
    return "".join([*lines, "</tbody></table>"])


def _player(row: PlayerRating) -> str:
    note = f'<div class="soft small">{escape(row.label)}</div>' if row.label else ""
    return f'<span class="player">{escape(row.name)}</span>{note}'


def _number(x: float) -> str:
    return f"{x + 0.0:.0f}" if math.isfinite(x) else "-"


def _bar(row: PlayerRating, low: float, span: float) -> str:
    if not math.isfinite(row.elo):
        return ""
    left, middle, right = (100 * (x - low) / span for x in (row.low, row.elo, row.high))
    words = f"{row.low:.0f} to {row.high:.0f}"
    return (
        f'<div class="whisker" title="{words}"><span class="unseen">{words}</span>'
        f'<i style="left:{left:.1f}%;width:{right - left:.1f}%"></i><b style="left:{middle:.1f}%"></b></div>'
    )


def crosstable_html(standing: Standings) -> str:
    """The share of points of each player against each other one; higher shares are darker. All texts are escaped."""
    n = len(standing.players)
    head = "".join(f'<th scope="col" class="center">{i + 1}</th>' for i in range(n))
    lines = [f'<table class="plain numbers cross"><thead><tr><th></th><th>Player</th>{head}</tr></thead><tbody>']
    for i, name in enumerate(standing.players):
        cells = []
        for j in range(n):
            text = standing.cell(i, j)
            shade = f' style="--share:{int(text)}%"' if text else ""
            cells.append(f'<td class="center cell"{shade}>{text or "·"}</td>')
        lines.append(f'<tr><td class="soft">{i + 1}</td><th scope="row">{escape(name)}</th>{"".join(cells)}</tr>')
    return "".join([*lines, "</tbody></table>"])
