"""A run as a page sees it: read from its folder alone, and only what has been added since the last look."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from semeai.files import DamagedFile, lock_holder
from semeai.lab import record
from semeai.lab.listing import State
from semeai.lab.reading import CheckedRows, read_outcome
from semeai.lab.record import read_record
from semeai.lab.run import CHAMPIONS, GAMES, LOCK, ROWS
from semeai.web import jobs

Row = dict[str, Any]
MAX_BYTES = 64 << 20
"""of rows that are read; a run of a million generations has more"""


class RunFolder:
    """A run of evolution on disk, which somebody may be writing to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._rows = CheckedRows(folder)

    @property
    def rows(self) -> list[Row]:
        """Those that have been read."""
        return self._rows.rows

    def look(self) -> int:
        """Read the rows that are new. Returns how many there are. Raises OSError, and DamagedFile for its other files,
        too."""
        before = self.rows
        self._rows.read(MAX_BYTES)
        read_outcome(self.folder)
        is_anew = self.rows[: len(before)] != before
        return len(self.rows) - (0 if is_anew else len(before))

    @property
    def state(self) -> State:
        """How it stands. A process that has only been started counts."""
        if lock_holder(self.folder / LOCK) is not None or jobs.is_running(self.folder):
            return State.RUNNING
        try:
            is_done = read_outcome(self.folder).get("generations") == len(self.rows)
        except DamagedFile:
            return State.DAMAGED
        return State.DONE if is_done else State.STOPPED

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
