"""The host of the Play page: it keeps the tables, asks their players for moves, saves the games and notifies all
viewers.

Everything runs on the event loop, except the thinking of players and the writing of files.
"""

import asyncio
import secrets
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from semeai.files import DamagedFile, read_bounded, sweep, write_whole
from semeai.go.player import Explanation
from semeai.go.points import BLACK, WHITE
from semeai.sgf import SgfError
from semeai.web.names import player_name
from semeai.web.paths import inside, shown
from semeai.web.reviews import Desk, Reviews
from semeai.web.seats import ANALYST, MEMORY, ChosenMove, Seat, admit, is_program
from semeai.web.settings import Settings
from semeai.web.shelf import GAMES, MAX_GAME, MAX_TITLE, NAME, Shelf, ShelfEntry
from semeai.web.table import YOU, Setup, Table
from semeai.web.thinking import Thinkers

PACE = 0.35
"""minimum number of seconds per move in a game between two players"""


class TooMany(ValueError):
    """The server has reached its limit of games. The message is for users."""


class OpenTable:
    """A table with its viewers, players and reviews."""

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self.table = table
        self.seats: dict[int, Seat] = {}
        self.analyst = Seat(f"{ANALYST},memory={MEMORY // 2}", 0)
        self.desk = Desk()
        self.listeners: list[Callable[[str], None]] = []
        """called after every change, with a message for people, which may be empty"""
        self.thinking: threading.Event | None = None
        """the thinking player stops as soon as it is set"""
        self.used = time.monotonic()

    def close(self) -> None:
        for seat in [*self.seats.values(), self.analyst]:
            seat.close()
        self.desk.close()


class Host:
    """All tables that are open."""

    def __init__(self, settings: Settings, thinkers: Thinkers) -> None:
        self._settings = settings
        self._thinkers = thinkers
        self._tables: dict[str, OpenTable] = {}
        self._programs: set[str] = set()  # other programs that a person has agreed to start
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._tasks: set[asyncio.Task[None]] = set()
        self._shelf = Shelf(settings.folder)
        self._reviews = Reviews(settings)
        if (settings.folder / GAMES).is_dir():
            sweep(settings.folder / GAMES, ["*.sgf"])  # left by a server that was killed while it wrote

    # -- tables ------------------------------------------------------------------------------------------------------

    def new(self, setup: Setup) -> OpenTable:
        """A table for a new game. Raises TooMany, and ValueError for players that are not admitted."""
        for seat in (setup.black, setup.white):
            if seat != YOU:
                admit(seat, self._settings)
        return self._add(secrets.token_hex(6), Table.new(setup))

    def take(self, text: str) -> OpenTable:
        """A table for an uploaded SGF game. Raises TooMany and SgfError."""
        opened = self._add(secrets.token_hex(6), Table.read(text, is_ours=False))
        self.changed(opened)
        return opened

    def find(self, name: str) -> OpenTable | None:
        """The table of that name, read from its file if it is not open; None if there is no such file. Raises
        TooMany."""
        if NAME.fullmatch(name) is None:
            return None
        if name in self._tables:
            return self._tables[name]
        try:
            data = read_bounded(inside(self._settings.folder, f"{GAMES}/{name}.sgf"), MAX_GAME)
            table = Table.read(data.decode(), is_ours=True)
        except (OSError, UnicodeDecodeError, DamagedFile, SgfError):
            return None
        if not table.is_watched and not table.game.node.children:  # no viewer had gone back in the game
            table.resume()
        return self._add(name, table)

    def _add(self, name: str, table: Table) -> OpenTable:
        if len(self._tables) >= self._settings.max_games:
            idle = [one for one in self._tables.values() if not one.listeners and one.thinking is None]
            if not idle:
                raise TooMany(f"{len(self._tables)} games are open on this server, which is its limit; try again later")
            self._drop(min(idle, key=lambda one: one.used))
        self._tables[name] = opened = OpenTable(name, table)
        return opened

    def _drop(self, opened: OpenTable) -> None:
        del self._tables[opened.name]
        opened.close()

    # -- the shelf: its work is done by the thread that writes games, so it sees every move ----------------------------

    async def shelf(self, at_most: int) -> tuple[list[ShelfEntry], int]:
        """The games on the shelf, the last played first, and their total number."""

        def look() -> tuple[list[ShelfEntry], int]:
            names = self._shelf.names()
            return [entry for name in names[:at_most] if (entry := self._shelf.entry(name))], len(names)

        return await asyncio.wrap_future(self._writer.submit(look))

    def rename(self, name: str, title: str) -> None:
        """Give a game a title; "" removes it. Raises ValueError if there is no such game."""
        if (opened := self.find(name)) is None:
            raise ValueError("This game is no longer here.")
        root = opened.table.game.root.properties
        root["GN"] = [" ".join(title.split())[:MAX_TITLE]]
        if not root["GN"][0]:
            del root["GN"]
        self._tell(opened)
        self.save(opened)

    async def delete(self, name: str) -> None:
        """Take a game off the shelf. A move in a tab that still shows it puts it back. Raises OSError."""
        if (opened := self._tables.get(name)) is not None and not opened.listeners:
            self.interrupt(opened)
            self._drop(opened)
        await asyncio.wrap_future(self._writer.submit(partial(self._shelf.delete, name)))

    async def restore(self, name: str) -> None:
        """Put a deleted game back on the shelf. Raises OSError."""
        await asyncio.wrap_future(self._writer.submit(partial(self._shelf.restore, name)))

    # -- changes -----------------------------------------------------------------------------------------------------

    def changed(self, opened: OpenTable, message: str = "") -> None:
        """Handle a change at a table: save it, notify its viewers, and let the players continue."""
        opened.used = time.monotonic()
        self._hold(opened)
        self._tell(opened, message)
        self.save(opened)
        self.go_on(opened)

    def _tell(self, opened: OpenTable, message: str = "") -> None:
        for listener in list(opened.listeners):
            listener(message)

    def save(self, opened: OpenTable) -> None:
        """Write the game to its file, unless it has not started."""
        if not opened.table.game.root.children:
            return
        path = inside(self._settings.folder, f"{GAMES}/{opened.name}.sgf")
        self._writer.submit(partial(_write, path.parent, path.name, opened.table.write()))

    # -- consent -----------------------------------------------------------------------------------------------------

    def unknown_programs(self, opened: OpenTable) -> list[str]:
        """The programs at a table that still need consent to start on this server.

        An address or a file may name any program; a player of semeai's own is harmless.
        """
        seats = dict.fromkeys(opened.table.seats.values())
        return [seat for seat in seats if is_program(seat) and seat not in self._programs]

    def agree(self, *seats: str) -> None:
        """Record that a person has seen the players at a table and agrees to start programs among them."""
        self._programs.update(filter(is_program, seats))

    def go_on(self, opened: OpenTable) -> None:
        """Let the player whose turn it is think, and the analyst if the game is over and not judged yet."""
        table = opened.table
        self._hold(opened)
        if opened.thinking is None and table.awaited:
            opened.thinking = threading.Event()
            self._start(self._move(opened, opened.thinking))
        if table.is_counted and not table.is_judged:
            self._start(self._judge(opened))

    def _hold(self, opened: OpenTable) -> None:
        """Hold a program back until a person agrees to start it."""
        if opened.table.awaited in self.unknown_programs(opened):
            opened.table.pause()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- reviews -----------------------------------------------------------------------------------------------------

    def analyze(self, opened: OpenTable, spec: str, is_owned: bool = False) -> Explanation | None:
        """A player's explanation of the position; None until it is ready, and then all viewers are notified.

        With `is_owned` the owner of each point is found too, see `Desk.owned`.
        """
        return self._reviews.position(opened.desk, opened.table, spec, partial(self._tell, opened), is_owned)

    def ask(self, opened: OpenTable, specs: Sequence[str]) -> None:
        """Ask several players what they would play in the position on the board."""
        self._reviews.ask(opened.desk, opened.table, specs, partial(self._tell, opened))

    def review(self, opened: OpenTable, spec: str) -> None:
        """Let a player analyze all positions of the line on the board."""

        def tell() -> None:
            self._tell(opened)
            self.save(opened)

        self._reviews.review(opened.desk, opened.table, spec, tell)

    def stop_review(self, opened: OpenTable) -> None:
        """End the review of a whole game."""
        self._reviews.stop(opened.desk)
        self._tell(opened)

    # -- thinking ----------------------------------------------------------------------------------------------------

    def hurry(self, opened: OpenTable) -> None:
        """Make the thinking player move at once."""
        if opened.thinking is not None:
            opened.thinking.set()

    def interrupt(self, opened: OpenTable) -> None:
        """Cancel the current thinking, because a person moves to another position."""
        if opened.thinking is not None:
            opened.thinking.set()
            opened.thinking = None

    async def _move(self, opened: OpenTable, stop: threading.Event) -> None:
        table = opened.table
        color, begun = table.to_play, time.monotonic()
        try:
            seat = self._seat(opened, color)
            task = partial(seat.choose, table.game.board.copy(), table.clock_here(), stop.is_set)
            choice: ChosenMove = await asyncio.wrap_future(self._thinkers.submit(task))
            if table.is_watched:
                await asyncio.sleep(max(0.0, PACE - (time.monotonic() - begun)))
            if opened.thinking is not stop:  # a person has moved to another position meanwhile
                return
            opened.thinking = None
            table.play_for(choice.point, choice.seconds, choice.explanation)
            message = ""
        except Exception as error:  # the page must survive any error of a player
            if opened.thinking is not stop:
                return
            opened.thinking = None
            table.pause()
            opened.seats.pop(color, None)
            message = f"{player_name(table.seats[color])} cannot play: {shown(str(error), 300)}"
        self.changed(opened, message)

    def _seat(self, opened: OpenTable, color: int) -> Seat:
        """The player of a color. Raises ValueError."""
        if color not in opened.seats:
            spec = admit(opened.table.seats[color], self._settings)
            opened.seats[color] = Seat(spec, {BLACK: 1, WHITE: 2}[color] + 2 * int(opened.name, 16))
        return opened.seats[color]

    async def _judge(self, opened: OpenTable) -> None:
        table, node = opened.table, opened.table.game.node
        task = partial(opened.analyst.judge, table.game.board.copy())
        dead = await asyncio.wrap_future(self._thinkers.submit(task))
        if table.game.node is node and table.is_counted and not table.is_judged:
            table.set_dead(dead)
            self.changed(opened)

    def close(self) -> None:
        """Stop all thinking and write unsaved games."""
        for opened in self._tables.values():
            self.interrupt(opened)
            opened.close()
        self._reviews.close()
        self._writer.shutdown(wait=True)


def _write(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    write_whole(folder / name, text)
