"""A run read from its folder. Each look reads only the new rows.

The folder may come from anybody, so everything is checked here before it is shown.
"""

import re
import time
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Any

from semeai.archive import read_sealed
from semeai.evolve.evolver import Row
from semeai.files import DamagedFile, has_file, lock_holder, read_bounded
from semeai.go.game import Game
from semeai.lab import record
from semeai.lab.checkpoints import read_mark
from semeai.lab.record import read_record
from semeai.lab.rows import RowReader
from semeai.lab.run import CHAMPIONS, DONE, GAMES, JOB_LOCK, LOCK, ROWS
from semeai.problems.exams import Exam
from semeai.sgf import read_games
from semeai.sgf.seal import UNSEALED, check_seal, is_sealed, split_sealed
from semeai.sgf.tree import MAX_LENGTH
from semeai.text import facts, printable

MAX_BYTES = 64 << 20
"""maximum bytes of rows to read at once; a run of a million generations has more"""
_NUMBERS = frozenset(
    "generation steps wins share test best champion mean min diversity support openings silent nodes".split()
)
"""numeric columns of rows; some have the name of a side as a prefix"""
MAX_NUMBER = 1e15
_NAME = re.compile(r"[A-Za-z][\w.-]{0,60}", re.ASCII)
"""names of methods"""


class RunState(StrEnum):
    """The state of a run."""

    RUNNING = "running"
    STOPPED = "stopped"
    """the same command continues it"""
    DONE = "done"
    DAMAGED = "damaged"


class RunFolder:
    """A run on disk. Another process may be writing to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._reader = RowReader(folder / ROWS)
        self._n_checked = 0

    @property
    def rows(self) -> list[Row]:
        """The rows read so far that the checkpoint confirms. Without a checkpoint, as in the first generation, all rows
        count."""
        return self._reader.rows[: self._n_checked]

    def look(self) -> int:
        """Read the new rows. Returns their number. Raises OSError and DamagedFile."""
        if not has_file(self.folder, ROWS):
            return 0
        before = self.rows
        mark = read_mark(self.folder)  # read before the rows: these are written first, so all are there
        if self._reader.read(MAX_BYTES) and mark:
            self._reader.check(mark)
        n_read = len(self._reader.rows)
        self._n_checked = min(n_read, mark.n) if mark else n_read
        is_anew = self.rows[: len(before)] != before
        new = self.rows if is_anew else self.rows[len(before) :]
        if not all(_is_sound(name, value) for row in new for name, value in row.items()):
            raise DamagedFile(f"{self.folder / ROWS}: a line is not a row written by semeai")
        read_outcome(self.folder)
        return len(new)

    # -- content and state ---------------------------------------------------------------------------------------------

    @property
    def holder(self) -> str | None:
        """The id of the process that works on it, "" if it is not known yet; None if there is none."""
        holder = lock_holder(self.folder / LOCK)
        return lock_holder(self.folder / JOB_LOCK) if holder is None else holder

    @property
    def state(self) -> RunState:
        """The state. A process that has just started counts as running."""
        if self.holder is not None:
            return RunState.RUNNING
        try:
            is_done = read_outcome(self.folder).get("generations") == len(self.rows)
        except DamagedFile:
            return RunState.DAMAGED
        return RunState.DONE if is_done else RunState.STOPPED

    @property
    def outcome(self) -> dict[str, Any]:
        """The content of `done.json`; {} before a run is over, and if it is damaged."""
        try:
            return read_outcome(self.folder)
        except (OSError, DamagedFile):
            return {}

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters of the run; {} if they are not written yet. Raises OSError and DamagedFile."""
        path = self.folder / record.FILE
        try:
            found = dict(read_record(self.folder)["parameters"])
        except FileNotFoundError:
            return {}
        if not _is_record(found.get("method"), found.get("problem")):
            raise DamagedFile(f"{path}: not a run record written by semeai")
        return found

    @property
    def champions(self) -> list[Path]:
        """The champion files, the latest first."""
        return sorted((self.folder / CHAMPIONS).glob("*.npz"), reverse=True)

    @property
    def games(self) -> list[Path]:
        """The game files of the champions, the latest first."""
        return sorted((self.folder / GAMES).glob("*.sgf"), reverse=True)

    @property
    def age(self) -> float:
        """Seconds since the last change."""
        paths = [self.folder / name for name in (ROWS, record.FILE, "job.json")]
        changed = max((path.stat().st_mtime for path in paths if path.exists()), default=0.0)
        return max(0.0, time.time() - changed)

    # -- strength ------------------------------------------------------------------------------------------------------

    @property
    def confirmed(self) -> dict[str, Exam]:
        """The long exams of the champions by name, after the end of the run."""
        outcome = self.outcome
        if outcome.get("generations") != len(self.rows):  # the run has continued since
            return {}
        exams = outcome.get("exams") if "exams" in outcome else {"": outcome.get("exam")}
        found = {str(name): _exam(exam) for name, exam in exams.items()} if isinstance(exams, dict) else {}
        return {name: exam for name, exam in found.items() if exam}

    @property
    def best_exam(self) -> float | None:
        """The best share of all small exams so far, which is too optimistic."""
        shares = [row[name] for row in self.rows for name in ("share", "black_share", "white_share") if name in row]
        return max(shares, default=None)

    @property
    def best_fitness(self) -> float | None:
        """The best fitness so far."""
        return max((row["best"] for row in self.rows if "best" in row), default=None)

    @property
    def merit(self) -> str:
        """The strength of the champions in a few words: the confirmed share if there is one."""
        if confirmed := self.confirmed:
            return ", ".join(f"{name} {exam.text}".strip() for name, exam in confirmed.items()) + " of the points"
        if self.best_exam is not None:
            return f"best small exam {self.best_exam:.0%}"
        if self.best_fitness is not None:
            return f"fitness {self.best_fitness:.3g}"
        last = self.rows[-1] if self.rows else {}
        if {"plurality", "support"} <= last.keys():
            return f"{printable(last['plurality']) or 'pass'} by {last['support']:.0%}"
        return ""

    @property
    def about(self) -> str:
        """The method and the problem in a few words: "ga, local against wally:noise=0.1 on 5x5".

        Raises OSError and DamagedFile.
        """
        parameters = self.parameters
        problem = parameters.get("problem", {})
        name, opponent = str(problem.get("name", "")), problem.get("opponent")
        board = str(problem.get("rules", "")).partition(",")[0]
        if "stones" in problem:  # strategies, which start from a position
            name, board = f"{problem.get('to_play')} to play", f"{problem.get('size')}x{problem.get('size')}"
        words = name + (f" against {opponent}" if opponent else "") + (f" on {board}" if board else "")
        return printable(", ".join(filter(None, [str(parameters.get("method", {}).get("name", "")), words])))

    def _repr_html_(self) -> str:
        self.look()
        values = {"folder": self.folder, "about": self.about, "state": self.state, "rows": len(self.rows)}
        return facts(f"Run {self.folder.name}", values | {"result": self.merit})


def _is_sound(name: str, value: Any) -> bool:
    """True if a value of a row is a finite number, or a text in a column for texts."""
    if isinstance(value, str):
        return name.rpartition("_")[2] not in _NUMBERS  # black_share is a share
    return type(value) in (int, float) and abs(value) < MAX_NUMBER


def _is_record(method: Any, problem: Any) -> bool:
    """True if parameters name a method and have texts or numbers where they are shown.

    The method may be unknown in this process: an object from a notebook, or a method of a missing package.
    """
    if not isinstance(method, dict) or not isinstance(problem, dict):
        return False
    name = method.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        return False
    shown_settings = (problem.get(name) for name in ("name", "opponent", "rules", "to_play", "size"))
    return all(isinstance(value, str | int | None) for value in shown_settings)


def _exam(found: Any) -> Exam | None:
    """The exam in `done.json`; None if it is invalid."""
    values: list[Any] = [found.get(field.name) for field in fields(Exam)] if isinstance(found, Mapping) else []
    is_whole = len(values) == len(fields(Exam)) and all(type(value) in (int, float) for value in values)
    return Exam(*values) if is_whole and all(0 <= share <= 1 for share in values[1:]) else None


def read_outcome(folder: Path) -> dict[str, Any]:
    """Return the outcome of a run; {} before it is over. Raises OSError and DamagedFile."""
    try:
        return read_sealed(folder / DONE, "outcome of a run")[0]
    except FileNotFoundError:
        return {}


def read_run_games(path: Path) -> tuple[list[Game], bool]:
    """The games in a file of a run, and True if they have digests. Raises OSError and DamagedFile."""
    data = read_bounded(path, MAX_LENGTH)
    try:
        text = data.decode()
        if is_sealed(text):
            for game in split_sealed(text):
                check_seal(game)
        elif not text.startswith(UNSEALED):
            raise ValueError("expected a game record at the start of the file")
        return read_games(data), is_sealed(text)
    except ValueError as error:
        raise DamagedFile(f"{path} is damaged: {error}") from None
