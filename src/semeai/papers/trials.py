"""Finished trials on disk: `rows.jsonl` in a folder of the experiment, one trial a line.

    {"variant": {"size": 7}, "params": "1f0c...", "seed": 1, "rows": [{...}, ...], "seconds": 1.2, "sha256": "7d0f..."}

A line is brought to the disk before the next trial begins, so a crash at any moment costs the trial under way. What it
left of a line is cut off; any other damage is reported, and nothing is overwritten. `params` is the digest of all that
the trial was made with: where an experiment has been changed, the old lines stay and do not count. `sha256` is the
digest of the line without it; lines of older versions have none and are read unchecked. `seconds` is the time that the
trial took; lines of older versions lack it.
"""

import hashlib
from pathlib import Path
from types import TracebackType
from typing import Any

from semeai.files import DamagedFile, Lock, parse_json
from semeai.lab.rows import Rows, format_row
from semeai.papers.paper import Row, Trial

FILE = "rows.jsonl"
DIGEST = "sha256"


class Trials:
    """The finished trials in `folder`, open for more. To be used in a `with`."""

    def __init__(self, folder: Path) -> None:
        """Raises OSError, also when another process has the folder open, and DamagedFile."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._lock = Lock(folder / "lock")
        try:
            self._lines = Rows(folder / FILE, _parse_line)
        except BaseException:
            self._lock.release()
            raise
        try:
            self._seconds: dict[tuple[str, int], float] = {}
            self._done = dict(self._parse(i) for i in range(len(self._lines.rows)))
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def __enter__(self) -> "Trials":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._lines.close()
        self._lock.release()

    def rows(self, trial: Trial) -> list[Row] | None:
        """What the trial gave; None when it has not been made with these parameters."""
        return self._done.get((trial.digest, trial.seed))

    def seconds(self, trial: Trial) -> float | None:
        """The time that a finished trial took; None where it is not known."""
        return self._seconds.get((trial.digest, trial.seed))

    def keep(self, trial: Trial, rows: list[Row], seconds: float) -> None:
        """Keep the rows of a trial, and the time it took. When this returns they are safe. Raises OSError."""
        line = {"variant": trial.variant, "params": trial.digest, "seed": trial.seed, "rows": rows, "seconds": seconds}
        self._lines.put(len(self._lines.rows), line | {DIGEST: _digest(line)})
        self._done[trial.digest, trial.seed] = rows
        self._seconds[trial.digest, trial.seed] = seconds

    def folder_of(self, trial: Trial) -> Path:
        """Where a trial may keep what it needs to be taken up again: never the place of one with other parameters."""
        return self._folder / "trials" / f"{trial.digest}-{trial.seed}"

    def _parse(self, i: int) -> tuple[tuple[str, int], list[Row]]:
        line = dict(self._lines.rows[i])
        seal, place = line.pop(DIGEST, None), f"{self._folder / FILE}: line {i + 1}"
        digest, seed, rows = line.get("params"), line.get("seed"), line.get("rows")
        is_known = line.keys() - {"seconds"} == {"variant", "params", "seed", "rows"}
        if not (is_known and isinstance(digest, str) and isinstance(seed, int) and _are_rows(rows)):
            raise DamagedFile(f"{place} is no trial that semeai wrote")
        if seal not in (None, _digest(line)):
            raise DamagedFile(f"{place} is damaged: it does not match its digest")
        if isinstance(seconds := line.get("seconds"), int | float):
            self._seconds[digest, seed] = seconds
        return (digest, seed), line["rows"]


def _parse_line(line: bytes) -> dict[str, Any]:
    """A trial with all its rows, so neither as short nor as flat as a row of a run. Raises ValueError."""
    found = parse_json(line)
    if not isinstance(found, dict):
        raise ValueError("expected a trial")
    return found


def _are_rows(rows: Any) -> bool:
    return isinstance(rows, list) and all(isinstance(row, dict) for row in rows)


def _digest(line: dict[str, Any]) -> str:
    return hashlib.sha256(format_row(line).encode()).hexdigest()
