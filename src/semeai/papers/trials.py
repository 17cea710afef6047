"""Finished trials on disk: `rows.jsonl` in a folder of the experiment, one trial per line.

    {"variant": {"size": 7}, "params": "1f0c...", "seed": 1, "rows": [{...}, ...], "seconds": 1.2, "sha256": "7d0f..."}

Each line is flushed to disk before the next trial begins, so a crash costs only the trial in progress. An incomplete
last line is cut off. Any other damage is reported, and nothing is overwritten. `params` is the digest of the trial's
parameters: after a change of the experiment, old lines stay but do not count. `sha256` is the digest of the rest of the
line; lines of older versions lack it and are read unchecked. `seconds` is the time of the trial; lines of older
versions lack it.

Finished trials of an experiment that takes several sessions can be kept under version control, in a file of the same
lines (`Trials.export`). They count like those in the folder.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from semeai.files import DamagedFile, Lock, parse_json, write_whole
from semeai.lab.rows import RowReader, Rows, format_row
from semeai.papers.paper import Row, Trial

FILE = "rows.jsonl"
DIGEST = "sha256"


class Trials:
    """The finished trials in `folder`, open for more. Use it in a `with`."""

    def __init__(self, folder: Path, kept: Path | None = None) -> None:
        """Open the folder. `kept` is a file with more trials, which is only read; it need not exist.

        Raises OSError, also if another process has the folder open, and DamagedFile.
        """
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
            self._done: dict[tuple[str, int], list[Row]] = {}
            if kept is not None:
                reader = RowReader(kept, _parse_line)
                reader.read()
                self._take(reader.rows, kept)
            self._take(self._lines.rows, folder / FILE)
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def __enter__(self) -> "Trials":
        return self

    def __exit__(self, *exception: object) -> None:
        self._lines.close()
        self._lock.release()

    def rows(self, trial: Trial) -> list[Row] | None:
        """The rows of a trial, or None if it has not been run with these parameters."""
        return self._done.get((trial.digest, trial.seed))

    def seconds(self, trial: Trial) -> float | None:
        """The time that a finished trial took; None if it is unknown."""
        return self._seconds.get((trial.digest, trial.seed))

    def keep(self, trial: Trial, rows: list[Row], seconds: float) -> None:
        """Store the rows of a trial and its time safely on disk. Raises OSError."""
        self._lines.put(len(self._lines.rows), _line(trial, rows, seconds))
        self._done[trial.digest, trial.seed] = rows
        self._seconds[trial.digest, trial.seed] = seconds

    def export(self, trials: Iterable[Trial], path: Path) -> None:
        """Write the finished ones of `trials` to a file, in their order. Raises OSError."""
        lines = [_line(trial, rows, self.seconds(trial)) for trial in trials if (rows := self.rows(trial)) is not None]
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, "".join(map(format_row, lines)))

    @property
    def shared(self) -> Path:
        """The folder for results that several experiments of a paper use."""
        return self._folder.parent / "shared"

    def folder_of(self, trial: Trial) -> Path:
        """The folder for the files that a trial needs to resume. Trials with other parameters have other folders."""
        return self._folder / "trials" / f"{trial.digest}-{trial.seed}"

    def _take(self, lines: Iterable[dict[str, Any]], path: Path) -> None:
        """Add the trials in the lines of a file. Raises DamagedFile."""
        for number, whole in enumerate(lines, 1):
            line = dict(whole)
            seal, place = line.pop(DIGEST, None), f"{path}: line {number}"
            digest, seed, rows = line.get("params"), line.get("seed"), line.get("rows")
            is_known = line.keys() - {"seconds"} == {"variant", "params", "seed", "rows"}
            if not (is_known and isinstance(digest, str) and isinstance(seed, int) and _are_rows(rows)):
                raise DamagedFile(f"{place} is not a trial written by semeai")
            if seal not in (None, _digest(line)):
                raise DamagedFile(f"{place} is damaged: it does not match its digest")
            self._done[digest, seed] = line["rows"]
            if isinstance(seconds := line.get("seconds"), int | float):
                self._seconds[digest, seed] = seconds


def _line(trial: Trial, rows: list[Row], seconds: float | None) -> dict[str, Any]:
    line = {"variant": trial.variant, "params": trial.digest, "seed": trial.seed, "rows": rows}
    line |= {} if seconds is None else {"seconds": seconds}
    return line | {DIGEST: _digest(line)}


def _parse_line(line: bytes) -> dict[str, Any]:
    """Parse a trial with all its rows; unlike a row of a run, it may be long and nested. Raises ValueError."""
    found = parse_json(line)
    if not isinstance(found, dict):
        raise ValueError("expected a trial as a JSON object")
    return found


def _are_rows(rows: Any) -> bool:
    return isinstance(rows, list) and all(isinstance(row, dict) for row in rows)


def _digest(line: dict[str, Any]) -> str:
    return hashlib.sha256(format_row(line).encode()).hexdigest()
