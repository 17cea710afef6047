"""Summaries of runs for a list. A finished run is read once. For a running one, only new rows are read."""

from dataclasses import dataclass
from pathlib import Path

from semeai.files import DamagedFile
from semeai.lab import record
from semeai.lab.checkpoints import CURRENT
from semeai.lab.folder import RunFolder, RunState
from semeai.lab.run import DONE, ROWS

_FILES = (ROWS, record.FILE, DONE, CURRENT)


@dataclass(frozen=True)
class Summary:
    """A run on one line."""

    state: RunState
    about: str
    n_rows: int
    merit: str
    """the result of its champion; for a damaged run, the damage"""


class Summaries:
    """The summaries of all runs of a work folder."""

    def __init__(self) -> None:
        self._running: dict[Path, RunFolder] = {}
        self._over: dict[Path, tuple[tuple[object, ...], Summary]] = {}

    def read(self, path: Path) -> Summary:
        """The summary of a run."""
        run = self._running.pop(path, None) or RunFolder(path)
        before = _signature(path)
        is_running = run.holder is not None
        if not is_running and path in self._over and self._over[path][0] == before:
            return self._over[path][1]
        try:
            run.look()
            summary = Summary(run.state, run.about, len(run.rows), run.merit)
        except (DamagedFile, OSError) as error:
            summary = Summary(RunState.DAMAGED, "", 0, str(error))
        if is_running:
            self._running[path] = run
        else:
            self._over[path] = (before, summary)
        return summary


def _signature(path: Path) -> tuple[object, ...]:
    """A value that changes when a file of the run is written."""
    found: list[object] = []
    for name in _FILES:
        try:
            state = (path / name).stat()
            found.append((state.st_mtime_ns, state.st_size, state.st_ino))
        except OSError:
            found.append(None)
    return tuple(found)
