"""A run as a page sees it: read from its folder alone, and only what has been added since the last look."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from semeai.files import DamagedFile, lock_holder
from semeai.lab import record
from semeai.lab.listing import State
from semeai.lab.record import read_record
from semeai.lab.run import CHAMPIONS, DONE, GAMES, LOCK, ROWS
from semeai.web import jobs
from semeai.web.charts import CHARTS
from semeai.web.forms import METHODS
from semeai.web.paths import has_file, read_small, shown

Row = dict[str, Any]
MAX_BYTES = 64 << 20
"""of rows that are read; a run of a million generations has more"""
NUMBERS = frozenset({"generation", "steps", *(name for chart in CHARTS for name in chart.lines)})
"""columns that are shown, and must be numbers"""
MAX_NUMBER = 1e15
MAX_WORDS = 1000
"""letters of a text that are shown"""


class RunFolder:
    """A run of evolution on disk, which somebody may be writing to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rows: list[Row] = []
        """those that have been read"""
        self._read = 0  # bytes of the file of rows

    def look(self) -> int:
        """Read the rows that are new. Returns how many there are. Raises OSError and DamagedFile."""
        path = self.folder / ROWS
        if not has_file(self.folder, ROWS):
            return 0
        with path.open("rb") as file:
            if file.seek(0, 2) < self._read:  # somebody has begun anew
                self._read, self.rows = 0, []
            file.seek(self._read)
            data = file.read(MAX_BYTES)
        whole = data[: data.rfind(b"\n") + 1]
        new = list(self._parse(whole))
        self._read += len(whole)
        self.rows += new
        return len(new)

    def _parse(self, data: bytes) -> Iterator[Row]:
        for line in data.splitlines():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                row = None
            if not isinstance(row, dict) or not _is_sound(row):
                raise DamagedFile(f"{self.folder / ROWS}: a line of it is no row that semeai wrote")
            yield row

    @property
    def state(self) -> State:
        """How it stands. A process that has only been started counts."""
        if lock_holder(self.folder / LOCK) is not None or jobs.is_running(self.folder):
            return State.RUNNING
        return State.DONE if self.outcome.get("generations") == len(self.rows) else State.STOPPED

    @property
    def outcome(self) -> dict[str, Any]:
        """What came of it, as far as it is over; {} before."""
        try:
            found = json.loads(read_small(self.folder / DONE))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def parameters(self) -> dict[str, Any]:
        """What it was begun with; {} where it has not said that yet. Raises OSError and DamagedFile."""
        path = self.folder / record.FILE
        try:
            read_small(path)  # is it a small file at all?
            found = dict(read_record(self.folder)["parameters"])
        except FileNotFoundError:
            return {}
        except RecursionError:
            found = {}
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


def _is_record(method: Any, problem: Any) -> bool:
    """True if a run's parameters name a method that there is, and words or numbers where those are shown."""
    if not isinstance(method, dict) or not isinstance(problem, dict) or str(method.get("name")) not in METHODS:
        return False
    shown_settings = (problem.get(name) for name in ("name", "opponent", "rules", "to_play", "size"))
    return all(isinstance(value, str | int | None) for value in shown_settings)


def _is_sound(row: Row) -> bool:
    """True if all that is shown of a row is a number or a word, as it should be."""
    numbers = (row[name] for name in NUMBERS & row.keys())
    return all(_is_number(x) for x in numbers) and isinstance(row.get("plurality", ""), str)


def _is_number(x: Any) -> bool:
    return type(x) in (int, float) and abs(x) < MAX_NUMBER  # so neither infinite nor no number


@dataclass(frozen=True)
class Headline:
    """How a run stands, in few words."""

    state: State
    generations: int
    best: str
    """how good its best is: in exams, or by fitness; "" where it says neither"""


def headline(run: RunFolder) -> Headline:
    """Of a run as far as it has been read."""
    shares = [row[name] for row in run.rows for name in ("share", "black_share", "white_share") if name in row]
    fitness = [row["best"] for row in run.rows if "best" in row]
    if shares:
        best = f"{max(shares):.0%} of the points"
    elif fitness:
        best = f"fitness {max(fitness):.3g}"
    elif run.rows and {"plurality", "support"} <= run.rows[-1].keys():
        best = f"{shown(run.rows[-1]['plurality'], MAX_WORDS) or 'pass'} by {run.rows[-1]['support']:.0%}"
    else:
        best = ""
    return Headline(run.state, len(run.rows), best)


def age_of(run: Path) -> float:
    """Seconds since something was written."""
    paths = [run / name for name in (ROWS, record.FILE, jobs.FILE)]
    changed = max((path.stat().st_mtime for path in paths if path.exists()), default=0.0)
    return max(0.0, time.time() - changed)


def problem_of(parameters: dict[str, Any]) -> str:
    """What a run is about, in few words: "ga, local against wally:noise=0.1 on 5x5"."""
    problem = parameters.get("problem", {})  # checked by RunFolder.parameters
    name, opponent = str(problem.get("name", "")), problem.get("opponent")
    board = str(problem.get("rules", "")).partition(",")[0]
    if "stones" in problem:  # strategies, which begin from a position
        name, board = f"{problem.get('to_play')} to play", f"{problem.get('size')}x{problem.get('size')}"
    words = name + (f" against {opponent}" if opponent else "") + (f" on {board}" if board else "")
    return shown(", ".join(filter(None, [str(parameters.get("method", {}).get("name", "")), words])), MAX_WORDS)
