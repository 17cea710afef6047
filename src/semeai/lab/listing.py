"""The runs in a folder: how they stand, how good they are, how old."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from semeai.files import DamagedFile, lock_holder, read_json
from semeai.lab import record
from semeai.lab.record import read_record
from semeai.lab.rows import read_rows
from semeai.lab.run import DONE, LOCK, ROWS


class State(StrEnum):
    """How a run stands."""

    RUNNING = "running"
    STOPPED = "stopped"
    """the same command goes on with it"""
    DONE = "done"
    DAMAGED = "damaged"


@dataclass(frozen=True)
class Listed:
    """A run as a list shows it."""

    name: str
    """its folder, below that of all runs"""
    state: State
    method: str
    problem: str
    n_generations: int
    share: float | None
    """the best exam so far"""
    best: float | None
    """the best fitness so far"""
    age: float
    """seconds since something was written"""
    problems: str
    """what is wrong with it, or which process has it"""

    @property
    def is_trial(self) -> bool:
        """Whether it is one of the many that make a paper's figure."""
        return "/trials/" in self.name


def list_runs(folder: Path) -> list[Listed]:
    """All runs below `folder`, the latest first. Raises OSError."""
    found = [_describe(path.parent, folder) for path in sorted(folder.rglob(record.FILE))]
    return sorted(found, key=lambda run: run.age)


def _describe(run: Path, folder: Path) -> Listed:
    name = run.relative_to(folder).as_posix()
    rows_path = run / ROWS
    changed = (rows_path if rows_path.exists() else run / record.FILE).stat().st_mtime
    age = max(0.0, time.time() - changed)
    try:
        parameters: Any = read_record(run)["parameters"]
        rows = read_rows(rows_path)
    except DamagedFile as error:
        return Listed(name, State.DAMAGED, "", "", 0, None, None, age, str(error))
    state, holder = State.STOPPED, lock_holder(run / LOCK)
    if holder is not None:
        state = State.RUNNING
    elif _is_done(run / DONE, len(rows)):
        state = State.DONE
    return Listed(
        name=name,
        state=state,
        method=str(parameters.get("method", {}).get("name", "")),
        problem=_problem(parameters.get("problem", {})),
        n_generations=len(rows),
        share=max((row["share"] for row in rows if "share" in row), default=None),
        best=max((row["best"] for row in rows if "best" in row), default=None),
        age=age,
        problems=f"process {holder}" if holder else "",
    )


def _problem(settings: dict[str, Any]) -> str:
    opponent = settings.get("opponent")
    return str(settings.get("name", "")) + (f" against {opponent}" if opponent else "")


def _is_done(path: Path, n_generations: int) -> bool:
    """Whether the run has ended and has had no generation since."""
    try:
        return bool(read_json(path)["generations"] == n_generations)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def format_age(seconds: float) -> str:
    """How long ago: "12 s", "5 min", "3 h", "2 d"."""
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def listing_text(runs: Sequence[Listed], folder: Path, with_trials: bool) -> str:
    """The runs as a table, those of papers only if they are wanted."""
    if not runs:
        return f"no runs in {folder}; begin one with: semeai evolve ga"
    shown = [run for run in runs if with_trials or not run.is_trial]
    table = [["run", "state", "generations", "exam", "best", "age", ""]]
    for run in shown:
        share = "" if run.share is None else f"{run.share:.1%}"
        best = "" if run.best is None else f"{run.best:.3f}"
        table.append([run.name, run.state, str(run.n_generations), share, best, format_age(run.age), run.problems])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = []
    for name, state, *numbers, note in table:
        cells = [name.ljust(widths[0]), state.ljust(widths[1]), *map(str.rjust, numbers, widths[2:]), note]
        lines.append("  ".join(cells).rstrip())
    if n_left := len(runs) - len(shown):
        lines.append(f"and {n_left} more that are trials of papers: --all shows them")
    return "\n".join(lines)
