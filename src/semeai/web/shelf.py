"""The shelf: lists the games in the work folder, deletes and restores them.

A deleted game moves to a folder of its own, where it stays for 30 days.
"""

import re
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from semeai.files import DamagedFile, read_bounded
from semeai.go.points import BLACK, WHITE
from semeai.web.notes import describe_result
from semeai.web.paths import inside
from semeai.web.table import Table

GAMES = "games"
MAX_GAME = 8 << 20
"""maximum size of the file of a game, in bytes"""
DELETED = "deleted"
KEPT_SECONDS = 30 * 86400
NAME = re.compile(r"[0-9a-f]{12}")
"""file name of a game, without suffix"""
MAX_TITLE = 80
"""characters of the title that a person gives a game"""


@dataclass(frozen=True)
class ShelfEntry:
    """A game on the shelf."""

    name: str
    title: str
    """title in the record; "" if there is none"""
    black: str
    white: str
    size: int
    stones: Mapping[int, int]
    """stones of the last viewed position"""
    n_moves: int
    result: str
    """result in words; "" if the game is not over"""
    changed: float
    """time of the last change of its file, in seconds since 1970"""


class Shelf:
    """Lists the games of a work folder. Reads each file once, unless it changes."""

    def __init__(self, folder: Path) -> None:
        """`folder` is the work folder."""
        self._work = folder
        self._known: dict[tuple[str, int, int], ShelfEntry] = {}

    @property
    def _folder(self) -> Path:
        return inside(self._work, GAMES)

    def names(self) -> list[str]:
        """The games, the last played first."""
        found = []
        for path in self._folder.glob("*.sgf"):
            with suppress(OSError):
                if NAME.fullmatch(path.stem) and path.is_file() and not path.is_symlink():
                    found.append((path.stat().st_mtime, path.stem))
        return [name for _, name in sorted(found, reverse=True)]

    def entry(self, name: str) -> ShelfEntry | None:
        """A game by its name; None if its file cannot be read."""
        try:
            path = self._folder / f"{name}.sgf"
            state = path.stat()
            key = (name, state.st_mtime_ns, state.st_size)
            if key not in self._known:
                table = Table.read(read_bounded(path, MAX_GAME).decode(), is_ours=True)
                self._known[key] = read_entry(name, table, state.st_mtime)
            return self._known[key]
        except (OSError, ValueError, DamagedFile):  # SgfError and text that is not UTF-8 are among them
            return None

    def delete(self, name: str) -> None:
        """Move a game to the deleted ones, and remove those that were deleted more than 30 days ago. Raises OSError."""
        bin_ = self._folder / DELETED
        bin_.mkdir(exist_ok=True)
        (self._folder / f"{name}.sgf").rename(bin_ / f"{name}.sgf")
        for path in bin_.glob("*.sgf"):
            if NAME.fullmatch(path.stem) and path.stat().st_ctime < time.time() - KEPT_SECONDS:
                path.unlink()

    def restore(self, name: str) -> None:
        """Bring a deleted game back, unless a newer version of it exists. Raises OSError."""
        target = self._folder / f"{name}.sgf"
        if not target.exists():
            (self._folder / DELETED / f"{name}.sgf").rename(target)


def read_entry(name: str, table: Table, changed: float) -> ShelfEntry:
    """The entry of a table."""
    facts = table.facts()
    black, white = (table.name_of(color) for color in (BLACK, WHITE))
    result = describe_result(table.result) if table.result is not None else facts.get("Result", "")
    game = table.game
    moves = len(table.line()) - 1
    return ShelfEntry(
        name, facts.get("Game", ""), black, white, game.rules.size, game.board.stones, moves, result, changed
    )
