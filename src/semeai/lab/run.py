"""A run on disk: a folder that one process at a time writes to. The same command continues the run.

run.json                  the parameters
rows.jsonl                one line per generation; determined by run.json alone, on every computer
times.jsonl               duration and time of each generation, different every time
checkpoint.npz            the state after the last generation; checkpoint.previous.npz the one before
champions/000012.npz      the best of generation 12, if it was better than all before; never rewritten
games/000012.sgf          some of its games
champion.npz              the champion of the whole run with its exams, after the end
done.json                 the outcome, after the end
"""

import json
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from semeai.archive import write_sealed
from semeai.evolve.evolver import Restorable, Row
from semeai.files import DamagedFile, Lock, make_folder, sweep, write_whole, writing
from semeai.lab import record
from semeai.lab.checkpoints import CURRENT as CHECKPOINT
from semeai.lab.checkpoints import Checkpoint, put_aside, read_checkpoint, write_checkpoint
from semeai.lab.rows import Rows
from semeai.sgf.seal import seal_game

JOB_LOCK = "job.lock"
"""locked by the process of a job that a page has started, while it runs"""
LOCK, ROWS, TIMES, DONE = "lock", "rows.jsonl", "times.jsonl", "done.json"
CHAMPIONS, GAMES = "champions", "games"
# Files of a run that are written as a whole. Others in its folder, such as a page's job.json, are not part of the run.
_WRITTEN = {
    "": (record.FILE, CHECKPOINT, DONE, "champion*.npz", "*.svg"),
    CHAMPIONS: ("*.npz",),
    GAMES: ("*.sgf",),
}


def say(text: str) -> None:
    """Print a note about a run on stderr."""
    print(f"semeai: {text}", file=sys.stderr)


class Run:
    """A run that is open for more generations. A context manager."""

    def __init__(
        self,
        folder: Path,
        parameters: Mapping[str, Any],
        order: Mapping[str, Any] | None = None,
        packages: Sequence[str] = (),
    ) -> None:
        """Start or continue a run. Raises OSError, also if another process uses it, DamagedFile, OtherParameters.

        `parameters` are everything that the rows depend on, `order` the options to repeat the run, `packages` the other
        packages that take part.
        """
        make_folder(folder)
        self.folder = folder
        self.notes: list[str] = []
        """notes for the user"""
        self._lock = Lock(folder / LOCK)
        try:
            for place, names in _WRITTEN.items():
                if (folder / place).is_dir():
                    sweep(folder / place, names)
            self.record, self.notes = record.begin_record(folder, parameters, order, packages)
            self._rows = Rows(folder / ROWS)
        except BaseException:
            self._lock.release()
            raise
        self._started = time.perf_counter()

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *exception: object) -> None:
        self._rows.close()
        self._lock.release()

    @property
    def rows(self) -> list[Row]:
        """The stored rows."""
        return self._rows.rows

    def restore(self, evolver: Restorable) -> int:
        """Restore the state of the run in a new evolver. Returns the number of generations.

        Raises OSError and DamagedFile.
        """
        checkpoint, damage = read_checkpoint(self.folder)
        if checkpoint is None:
            self._rows.trim()
            if self.rows:
                self.notes.append(f"{self.folder} has no checkpoint; its generations are computed again and compared")
            return 0
        self._rows.check(checkpoint.rows)
        try:
            evolver.restore(checkpoint.state)
        except (ValueError, KeyError) as error:
            raise DamagedFile(f"{self.folder}: the checkpoint does not fit the run ({error})") from None
        if damage:
            kept = put_aside(self.folder)
            self.notes.append(f"{damage} (kept as {kept.name}); continuing from {checkpoint.path}")
        self._rows.trim()
        return checkpoint.n_generations

    def keep(self, number: int, row: Row, evolver: Restorable) -> None:
        """Store generation `number` and the state after it. They are on disk when this returns.

        Raises CannotWrite, and DamagedFile if the row differs from one stored before.
        """
        self._rows.put(number, row)
        with writing(self.folder / CHECKPOINT):
            write_checkpoint(self.folder, Checkpoint(self._rows.mark(number + 1), evolver.state()))
        now = time.perf_counter()
        times = {
            "generation": number,
            "seconds": round(now - self._started, 6),
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        }
        self._started = now
        with writing(self.folder / TIMES), (self.folder / TIMES).open("a") as file:
            file.write(json.dumps(times) + "\n")

    def keep_file(self, path: Path, content: bytes) -> None:
        """Write a file of the run that is never rewritten.

        Raises OSError, and DamagedFile if it exists with other content.
        """
        if path.exists():
            if path.read_bytes() != content:
                raise DamagedFile(f"{path} differs from the file that the run writes now; move it away to continue")
            return
        with writing(path):
            make_folder(path.parent)
            write_whole(path, content)

    def rewrite(self, path: Path, content: bytes) -> None:
        """Write a file of the run that may change when the run continues. Raises CannotWrite."""
        with writing(path):
            write_whole(path, content)

    def keep_games(self, generation: int, games: Sequence[str], name: str = "") -> None:
        """Store games of the champion of a generation in SGF, each with a digest. They are never rewritten.

        Raises OSError, and DamagedFile if other games are there already.
        """
        path = self.games_path(generation, name)
        if path.exists() and path.read_bytes() == "".join(games).encode():  # written by an older version
            return
        self.keep_file(path, "".join(map(seal_game, games)).encode())

    def finish(self, outcome: Mapping[str, Any]) -> None:
        """Write the outcome. Raises CannotWrite."""
        with writing(self.folder / DONE):
            write_sealed(self.folder / DONE, outcome)

    def confirmed_path(self, name: str = "") -> Path:
        """The file of the champion of the whole run, with its exams."""
        return self.folder / (f"champion-{name}.npz" if name else "champion.npz")

    def champion_path(self, generation: int, name: str = "") -> Path:
        """The file of the champion of a generation, if it has one; `name` distinguishes several champions."""
        return self.folder / CHAMPIONS / f"{_stem(generation, name)}.npz"

    def games_path(self, generation: int, name: str = "") -> Path:
        """The file with games of the champion of a generation."""
        return self.folder / GAMES / f"{_stem(generation, name)}.sgf"


def _stem(generation: int, name: str) -> str:
    return f"{generation:06}-{name}" if name else f"{generation:06}"
