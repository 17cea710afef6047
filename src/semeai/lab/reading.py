"""A run as others see it who do not write to it: what they read is checked, and nothing is changed."""

from pathlib import Path
from typing import Any

from semeai.files import DamagedFile, read_bounded
from semeai.go.game import Game
from semeai.lab.checkpoints import read_mark
from semeai.lab.rows import Row, RowReader
from semeai.lab.run import DONE, ROWS
from semeai.sealed import read_sealed
from semeai.sgf import read_games
from semeai.sgf.seal import UNSEALED, check_seal, is_sealed, split_sealed
from semeai.sgf.tree import MAX_LENGTH


class CheckedRows:
    """The rows of a run to which somebody may be adding, as far as its checkpoint vouches for them.

    Where a run has no checkpoint, as in its first generation, all its rows count, unchecked.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._reader = RowReader(folder / ROWS)
        self._n = 0

    @property
    def rows(self) -> list[Row]:
        """Those that have been read."""
        return self._reader.rows[: self._n]

    def read(self, max_bytes: int | None = None) -> None:
        """Read what is new, at most so many bytes. Raises OSError and DamagedFile."""
        mark = read_mark(self._folder)  # before the rows, which are written first: what it vouches for is there
        if self._reader.read(max_bytes) and mark:
            self._reader.check(mark)
        n = len(self._reader.rows)
        self._n = min(n, mark.n) if mark else n


def read_rows(folder: Path) -> list[Row]:
    """The rows of a run. Raises OSError and DamagedFile."""
    found = CheckedRows(folder)
    found.read()
    return found.rows


def read_outcome(folder: Path) -> dict[str, Any]:
    """Return the outcome of a run; {} before it is over. Raises OSError and DamagedFile."""
    try:
        return read_sealed(folder / DONE, "outcome of a run")[0]
    except FileNotFoundError:
        return {}


def read_run_games(path: Path) -> tuple[list[Game], bool]:
    """The games in a file of a run, and whether digests vouch for them. Raises OSError and DamagedFile."""
    data = read_bounded(path, MAX_LENGTH)
    try:
        text = data.decode()
        if is_sealed(text):
            for game in split_sealed(text):
                check_seal(game)
        elif not text.startswith(UNSEALED):
            raise ValueError("it does not begin as a game")
        return read_games(data), is_sealed(text)
    except ValueError as error:
        raise DamagedFile(f"{path} is damaged: {error}") from None
