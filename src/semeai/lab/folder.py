"""A run as others see it: read from its folder alone, and only what has been added since the last look.

The folder may come from anybody. What is shown of it is checked here.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from semeai.evolve import METHODS
from semeai.evolve.evolver import Row
from semeai.files import DamagedFile, has_file, lock_holder
from semeai.html import facts
from semeai.lab import record
from semeai.lab.reading import CheckedRows, read_outcome
from semeai.lab.record import read_record
from semeai.lab.run import CHAMPIONS, GAMES, JOB_LOCK, LOCK, ROWS

MAX_BYTES = 64 << 20
"""bytes of rows that are read at once; a run of a million generations has more"""
_NUMBERS = frozenset(
    "generation steps wins share test best champion mean min diversity support openings silent nodes".split()
)
"""columns of rows that are numbers, some with the name of a side before them"""
MAX_NUMBER = 1e15
MAX_WORDS = 1000
"""characters of a text that are shown"""


class State(StrEnum):
    """The state of a run."""

    RUNNING = "running"
    STOPPED = "stopped"
    """the same command continues it"""
    DONE = "done"
    DAMAGED = "damaged"


@dataclass(frozen=True)
class Share:
    """The share of points in the long exam of a champion, with its 95% interval."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.1%} [{self.low:.1%}, {self.high:.1%}]"


class RunFolder:
    """A run of evolution on disk, which another process may be writing to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._rows = CheckedRows(folder)

    @property
    def rows(self) -> list[Row]:
        """The rows that have been read."""
        return self._rows.rows

    def look(self) -> int:
        """Read the rows that are new. Returns how many there are. Raises OSError and DamagedFile."""
        if not has_file(self.folder, ROWS):
            return 0
        before = self.rows
        self._rows.read(MAX_BYTES)
        is_anew = self.rows[: len(before)] != before
        new = self.rows if is_anew else self.rows[len(before) :]
        if not all(_is_sound(name, value) for row in new for name, value in row.items()):
            raise DamagedFile(f"{self.folder / ROWS}: a line of it is no row that semeai wrote")
        read_outcome(self.folder)
        return len(new)

    # -- what is known of it -------------------------------------------------------------------------------------------

    @property
    def holder(self) -> str | None:
        """The number of the process that works on it, "" if that is not known yet; None if there is none."""
        holder = lock_holder(self.folder / LOCK)
        return lock_holder(self.folder / JOB_LOCK) if holder is None else holder

    @property
    def state(self) -> State:
        """Its state. A process that has only been started counts as running."""
        if self.holder is not None:
            return State.RUNNING
        try:
            is_done = read_outcome(self.folder).get("generations") == len(self.rows)
        except DamagedFile:
            return State.DAMAGED
        return State.DONE if is_done else State.STOPPED

    @property
    def outcome(self) -> dict[str, Any]:
        """The content of `done.json`; {} before a run is over, and if it is damaged."""
        try:
            return read_outcome(self.folder)
        except (OSError, DamagedFile):
            return {}

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters it was begun with; {} if it has not written them yet. Raises OSError and DamagedFile."""
        path = self.folder / record.FILE
        try:
            found = dict(read_record(self.folder)["parameters"])
        except FileNotFoundError:
            return {}
        if not _is_record(found.get("method"), found.get("problem")):
            raise DamagedFile(f"{path}: not a record of a run that semeai wrote")
        return found

    @property
    def champions(self) -> list[Path]:
        """The files of its champions, the latest first."""
        return sorted((self.folder / CHAMPIONS).glob("*.npz"), reverse=True)

    @property
    def games(self) -> list[Path]:
        """The files with games of its champions, the latest first."""
        return sorted((self.folder / GAMES).glob("*.sgf"), reverse=True)

    @property
    def age(self) -> float:
        """Seconds since something was written."""
        paths = [self.folder / name for name in (ROWS, record.FILE, "job.json")]
        changed = max((path.stat().st_mtime for path in paths if path.exists()), default=0.0)
        return max(0.0, time.time() - changed)

    # -- how good it is ------------------------------------------------------------------------------------------------

    @property
    def confirmed(self) -> dict[str, Share]:
        """The long exams of its champions, by name, once the run is over."""
        outcome = self.outcome
        if outcome.get("generations") != len(self.rows):  # it has gone on since
            return {}
        exams = outcome.get("exams") if "exams" in outcome else {"": outcome.get("exam")}
        found = {str(name): _share(exam) for name, exam in exams.items()} if isinstance(exams, dict) else {}
        return {name: share for name, share in found.items() if share}

    @property
    def best_exam(self) -> float | None:
        """The best share of all small exams so far, which flatters."""
        shares = [row[name] for row in self.rows for name in ("share", "black_share", "white_share") if name in row]
        return max(shares, default=None)

    @property
    def best_fitness(self) -> float | None:
        """The best fitness so far."""
        return max((row["best"] for row in self.rows if "best" in row), default=None)

    @property
    def merit(self) -> str:
        """How good its champions are, in a few words: the confirmed share if there is one."""
        if confirmed := self.confirmed:
            return ", ".join(f"{name} {share}".strip() for name, share in confirmed.items()) + " of the points"
        if self.best_exam is not None:
            return f"best small exam {self.best_exam:.0%}"
        if self.best_fitness is not None:
            return f"fitness {self.best_fitness:.3g}"
        last = self.rows[-1] if self.rows else {}
        if {"plurality", "support"} <= last.keys():
            return f"{one_line(last['plurality']) or 'pass'} by {last['support']:.0%}"
        return ""

    @property
    def about(self) -> str:
        """Its method and problem in a few words: "ga, local against wally:noise=0.1 on 5x5".

        Raises OSError and DamagedFile.
        """
        parameters = self.parameters
        problem = parameters.get("problem", {})
        name, opponent = str(problem.get("name", "")), problem.get("opponent")
        board = str(problem.get("rules", "")).partition(",")[0]
        if "stones" in problem:  # strategies, which begin from a position
            name, board = f"{problem.get('to_play')} to play", f"{problem.get('size')}x{problem.get('size')}"
        words = name + (f" against {opponent}" if opponent else "") + (f" on {board}" if board else "")
        return one_line(", ".join(filter(None, [str(parameters.get("method", {}).get("name", "")), words])))

    def _repr_html_(self) -> str:
        self.look()
        values = {"folder": self.folder, "about": self.about, "state": self.state, "rows": len(self.rows)}
        return facts(f"Run {self.folder.name}", values | {"result": self.merit})


def _is_sound(name: str, value: Any) -> bool:
    """True if a value of a row is a finite number, or a text where no number is shown."""
    if isinstance(value, str):
        return name.rpartition("_")[2] not in _NUMBERS  # black_share is a share
    return type(value) in (int, float) and abs(value) < MAX_NUMBER


def _is_record(method: Any, problem: Any) -> bool:
    """True if parameters name a method that there is, and have words or numbers where those are shown."""
    if not isinstance(method, dict) or not isinstance(problem, dict) or str(method.get("name")) not in METHODS:
        return False
    shown_settings = (problem.get(name) for name in ("name", "opponent", "rules", "to_play", "size"))
    return all(isinstance(value, str | int | None) for value in shown_settings)


def _share(exam: Any) -> Share | None:
    """The share of an exam in `done.json`; None if it is none."""
    values: list[Any] = [exam.get(name) for name in ("share", "low", "high")] if isinstance(exam, Mapping) else []
    is_whole = len(values) == 3 and all(type(value) in (int, float) and 0 <= value <= 1 for value in values)
    return Share(*values) if is_whole else None


def one_line(text: str, length: int = MAX_WORDS) -> str:
    """A text from a file as one short line that can be printed."""
    line = "".join(c if c.isprintable() else "?" for c in text)
    return line if len(line) <= length else line[:length] + "..."
