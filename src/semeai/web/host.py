"""The host: keeps the tables, has players think at them, saves them, and tells who looks at them of every change.

All of it happens on the event loop, but for the thinking itself and for writing files.
"""

import asyncio
import re
import secrets
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from semeai.files import DamagedFile, read_bounded, sweep, write_whole
from semeai.go.clock import Clock
from semeai.go.game import Node
from semeai.go.player import Explanation
from semeai.go.points import BLACK, WHITE
from semeai.sgf import SgfError
from semeai.web.notes import note
from semeai.web.paths import inside, shown
from semeai.web.seats import ANALYST, MEMORY, Choice, Seat, admit, is_program
from semeai.web.settings import Settings
from semeai.web.table import YOU, Setup, Table
from semeai.web.thinking import Thinkers

GAMES = "games"
MAX_GAME = 8 << 20
"""bytes of the file of a game"""
PACE = 0.35
"""seconds a move, at least, when two players are watched"""


class TooMany(ValueError):
    """There is no room; the message says so in a friendly way."""


class Open:
    """A table with all that the server needs for it."""

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self.table = table
        self.seats: dict[int, Seat] = {}
        self.analyst = Seat(f"{ANALYST},memory={MEMORY // 2}", 0)
        self.analyses: dict[Node, Explanation] = {}
        self.listeners: list[Callable[[str], None]] = []
        """hear of every change, with a message for people where there is one"""
        self.thinking: threading.Event | None = None
        """who is thinking ends as soon as it is set"""
        self.analyzing: Node | None = None
        self.used = time.monotonic()

    def close(self) -> None:
        for seat in [*self.seats.values(), self.analyst]:
            seat.close()


class Host:
    """All tables that are open."""

    def __init__(self, settings: Settings, thinkers: Thinkers) -> None:
        self._settings = settings
        self._thinkers = thinkers
        self._tables: dict[str, Open] = {}
        self._programs: set[str] = set()  # other programs that a person has agreed to start
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._tasks: set[asyncio.Task[None]] = set()
        if (settings.folder / GAMES).is_dir():
            sweep(settings.folder / GAMES, ["*.sgf"])  # what a server left that was killed while it wrote a game

    # -- tables ------------------------------------------------------------------------------------------------------

    def new(self, setup: Setup) -> Open:
        """A table for a new game. Raises TooMany, and ValueError for players that are not admitted."""
        for seat in (setup.black, setup.white):
            if seat != YOU:
                admit(seat, self._settings)
        return self._add(secrets.token_hex(6), Table.new(setup))

    def take(self, text: str) -> Open:
        """A table for a game that was brought as SGF. Raises TooMany and SgfError."""
        opened = self._add(secrets.token_hex(6), Table.read(text, is_ours=False))
        self.changed(opened)
        return opened

    def find(self, name: str) -> Open | None:
        """The table of that name, from its file where it is not open; None where there is none. Raises TooMany."""
        if re.fullmatch(r"[0-9a-f]{12}", name) is None:
            return None
        if name in self._tables:
            return self._tables[name]
        try:
            data = read_bounded(inside(self._settings.folder, f"{GAMES}/{name}.sgf"), MAX_GAME)
            table = Table.read(data.decode(), is_ours=True)
        except (OSError, UnicodeDecodeError, DamagedFile, SgfError):
            return None
        if not table.is_watched and not table.game.node.children:  # nobody was looking back
            table.resume()
        return self._add(name, table)

    def _add(self, name: str, table: Table) -> Open:
        if len(self._tables) >= self._settings.max_games:
            idle = [one for one in self._tables.values() if not one.listeners and one.thinking is None]
            if not idle:
                raise TooMany(f"{len(self._tables)} games are being played here; please come back in a while")
            self._drop(min(idle, key=lambda one: one.used))
        self._tables[name] = opened = Open(name, table)
        return opened

    def _drop(self, opened: Open) -> None:
        del self._tables[opened.name]
        opened.close()

    # -- changes -----------------------------------------------------------------------------------------------------

    def changed(self, opened: Open, message: str = "") -> None:
        """Something has happened at a table: it is saved, whoever looks at it hears of it, and the players go on."""
        opened.used = time.monotonic()
        self._hold(opened)
        for listener in list(opened.listeners):
            listener(message)
        self.save(opened)
        self.go_on(opened)

    def save(self, opened: Open) -> None:
        """Have the game written to its file, unless it has not begun."""
        if not opened.table.game.root.children:
            return
        path = inside(self._settings.folder, f"{GAMES}/{opened.name}.sgf")
        self._writer.submit(partial(_write, path.parent, path.name, opened.table.write()))

    # -- consent -----------------------------------------------------------------------------------------------------

    def unknown_programs(self, opened: Open) -> list[str]:
        """The programs at a table that nobody has agreed to start since this server runs.

        An address or a file may name any program; a player of semeai's own is harmless.
        """
        seats = dict.fromkeys(opened.table.seats.values())
        return [seat for seat in seats if is_program(seat) and seat not in self._programs]

    def agree(self, *seats: str) -> None:
        """A person has seen who sits at a table, and agrees that programs among them start."""
        self._programs.update(filter(is_program, seats))

    def go_on(self, opened: Open) -> None:
        """Have the player think whose turn it is, and the analyst where there is something to judge."""
        table = opened.table
        self._hold(opened)
        if opened.thinking is None and table.awaited:
            opened.thinking = threading.Event()
            self._start(self._move(opened, opened.thinking))
        if table.is_counted and not table.is_judged:
            self._start(self._judge(opened))

    def _hold(self, opened: Open) -> None:
        """Have a program wait until a person agrees to start it."""
        if opened.table.awaited in self.unknown_programs(opened):
            opened.table.pause()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- thinking ----------------------------------------------------------------------------------------------------

    def hurry(self, opened: Open) -> None:
        """Have the player that thinks move at once."""
        if opened.thinking is not None:
            opened.thinking.set()

    def interrupt(self, opened: Open) -> None:
        """Forget the move that is being thought about: somebody goes elsewhere in the game."""
        if opened.thinking is not None:
            opened.thinking.set()
            opened.thinking = None

    async def _move(self, opened: Open, stop: threading.Event) -> None:
        table = opened.table
        color, begun = table.to_play, time.monotonic()
        try:
            seat = self._seat(opened, color)
            task = partial(seat.choose, table.game.board.copy(), table.clock_here(), stop.is_set)
            choice: Choice = await asyncio.wrap_future(self._thinkers.submit(task))
            if table.is_watched:
                await asyncio.sleep(max(0.0, PACE - (time.monotonic() - begun)))
            if opened.thinking is not stop:  # somebody went elsewhere meanwhile
                return
            opened.thinking = None
            table.play_for(choice.point, choice.seconds, choice.explanation)
            message = ""
        except Exception as error:  # whatever a player does, the page goes on
            if opened.thinking is not stop:
                return
            opened.thinking = None
            table.pause()
            opened.seats.pop(color, None)
            message = f"{table.seats[color]} cannot play: {shown(str(error), 300)}"
        self.changed(opened, message)

    def _seat(self, opened: Open, color: int) -> Seat:
        """Who plays a color. Raises ValueError."""
        if color not in opened.seats:
            spec = admit(opened.table.seats[color], self._settings)
            opened.seats[color] = Seat(spec, {BLACK: 1, WHITE: 2}[color] + 2 * int(opened.name, 16))
        return opened.seats[color]

    async def _judge(self, opened: Open) -> None:
        table, node = opened.table, opened.table.game.node
        task = partial(opened.analyst.judge, table.game.board.copy())
        dead = await asyncio.wrap_future(self._thinkers.submit(task))
        if table.game.node is node and table.is_counted and not table.is_judged:
            table.set_dead(dead)
            self.changed(opened)

    def analyze(self, opened: Open) -> Explanation | None:
        """What the analyst says of the position; None until it has, and then all who look hear of it."""
        node = opened.table.game.node
        if node not in opened.analyses and opened.analyzing is None:
            opened.analyzing = node
            self._start(self._analyze(opened, node))
        return opened.analyses.get(node)

    async def _analyze(self, opened: Open, node: Node) -> None:
        table = opened.table
        board = table.game.board.copy()
        task = partial(opened.analyst.choose, board, Clock(), lambda: table.game.node is not node)
        try:
            choice: Choice = await asyncio.wrap_future(self._thinkers.submit(task))
        finally:
            opened.analyzing = None
        if table.game.node is node:
            if "SBKV" not in node.properties:
                note(node, replace(choice.explanation, text=""), board.to_play)
            opened.analyses[node] = Explanation("", ownership=choice.explanation.ownership)
        for listener in list(opened.listeners):
            listener("")

    def close(self) -> None:
        """Stop all thinking and write what is to be written."""
        for opened in self._tables.values():
            self.interrupt(opened)
            opened.close()
        self._writer.shutdown(wait=True)


def _write(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    write_whole(folder / name, text)
