"""The list of runs in a folder: state, strength and age."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from semeai.files import DamagedFile
from semeai.lab import record
from semeai.lab.folder import RunFolder, RunState


@dataclass(frozen=True)
class Listed:
    """An entry of the list of runs."""

    name: str
    """its folder, relative to the folder of all runs"""
    state: RunState
    method: str
    problem: str
    n_generations: int
    share: float | None
    """the share of points in the champion's long exam; None before the end"""
    low: float | None
    high: float | None
    """the 95% confidence interval of the share"""
    best_exam: float | None
    """the best share of all small exams, which is too optimistic"""
    best: float | None
    """the best fitness so far"""
    age: float
    """seconds since the last change"""
    problems: str
    """the damage, or the process that works on the run"""

    @property
    def is_trial(self) -> bool:
        """True if it is one of the many runs for a paper's figure."""
        return "/trials/" in self.name


def list_runs(folder: Path) -> list[Listed]:
    """All runs below `folder`, the latest first. Raises OSError."""
    found = [_describe(path.parent, folder) for path in sorted(folder.rglob(record.FILE))]
    return sorted(found, key=lambda run: run.age)


def _describe(path: Path, folder: Path) -> Listed:
    run, name = RunFolder(path), path.relative_to(folder).as_posix()
    try:
        run.look()
        parameters = run.parameters
    except DamagedFile as error:
        return Listed(name, RunState.DAMAGED, "", "", 0, None, None, None, None, None, run.age, str(error))
    confirmed = next(iter(run.confirmed.values()), None)
    problem, holder = parameters.get("problem", {}), run.holder
    opponent = problem.get("opponent")
    return Listed(
        name=name,
        state=run.state,
        method=str(parameters.get("method", {}).get("name", "")),
        problem=str(problem.get("name", "")) + (f" against {opponent}" if opponent else ""),
        n_generations=len(run.rows),
        share=confirmed.share if confirmed else None,
        low=confirmed.low if confirmed else None,
        high=confirmed.high if confirmed else None,
        best_exam=run.best_exam,
        best=run.best_fitness,
        age=run.age,
        problems=f"process {holder}" if holder else "",
    )


def format_age(seconds: float) -> str:
    """An age in one unit: "12 s", "5 min", "3 h", "2 d"."""
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def listing_text(runs: Sequence[Listed], folder: Path, with_trials: bool) -> str:
    """The runs as a table, with runs of papers if `with_trials` is set."""
    if not runs:
        return f"no runs in {folder}; start one with: semeai evolve ga"
    shown = [run for run in runs if with_trials or not run.is_trial]
    table = [["run", "state", "generations", "confirmed", "best small exam", "fitness", "age", ""]]
    for run in shown:
        share = "" if run.share is None else f"{run.share:.1%} [{run.low:.1%}, {run.high:.1%}]"
        small = "" if run.best_exam is None else f"{run.best_exam:.1%}"
        best = "" if run.best is None else f"{run.best:.3f}"
        table.append(
            [run.name, run.state, str(run.n_generations), share, small, best, format_age(run.age), run.problems]
        )
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = []
    for name, state, *numbers, note in table:
        cells = [name.ljust(widths[0]), state.ljust(widths[1]), *map(str.rjust, numbers, widths[2:]), note]
        lines.append("  ".join(cells).rstrip())
    if n_left := len(runs) - len(shown):
        lines.append(f"and {n_left} more runs of papers; show them with --all")
    return "\n".join(lines)
