"""A run as a page sees it: read from its folder alone, and only what has been added since the last look."""

import io
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from semeai.files import DamagedFile, lock_holder, read_json
from semeai.lab import record
from semeai.lab.listing import State
from semeai.lab.record import read_record
from semeai.lab.rows import parse_row
from semeai.lab.run import CHAMPIONS, DONE, GAMES, LOCK, ROWS
from semeai.web import jobs

Row = dict[str, Any]
MAX_BYTES = 64 << 20
"""of rows that are read; a run of a million generations has more"""


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
        if not path.exists():
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
        for line in io.BytesIO(data):
            try:
                yield parse_row(line)
            except ValueError:
                raise DamagedFile(f"{self.folder / ROWS}: a line of it is no row that semeai wrote") from None

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
            found = read_json(self.folder / DONE)
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def parameters(self) -> dict[str, Any]:
        """What it was begun with; {} where it has not said that yet. Raises DamagedFile."""
        try:
            return dict(read_record(self.folder)["parameters"])
        except FileNotFoundError:
            return {}

    @property
    def champions(self) -> list[Path]:
        """The files of its champions, the latest first."""
        return sorted((self.folder / CHAMPIONS).glob("*.npz"), reverse=True)

    @property
    def games(self) -> list[Path]:
        """The files with games of its champions, the latest first."""
        return sorted((self.folder / GAMES).glob("*.sgf"), reverse=True)


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
    elif run.rows and "plurality" in run.rows[-1]:
        best = f"{run.rows[-1]['plurality'] or 'pass'} by {run.rows[-1]['support']:.0%}"
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
    problem = parameters.get("problem", {})
    name, opponent = str(problem.get("name", "")), problem.get("opponent")
    board = str(problem.get("rules", "")).partition(",")[0]
    if "stones" in problem:  # strategies, which begin from a position
        name, board = f"{problem.get('to_play')} to play", f"{problem.get('size')}x{problem.get('size')}"
    words = name + (f" against {opponent}" if opponent else "") + (f" on {board}" if board else "")
    return ", ".join(filter(None, [str(parameters.get("method", {}).get("name", "")), words]))
