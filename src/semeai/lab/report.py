"""What came of a run, in words and as a table."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from semeai.arena.fitness import GoProblem
from semeai.arena.imitation import Imitation
from semeai.evolve.evolver import Row
from semeai.evolve.problem import Problem
from semeai.lab.breed import Outcome, merit
from semeai.lab.pictures import FILE as PICTURE
from semeai.lab.run import GAMES

COLUMNS = {"share": "exam", "test": "test", "best": "best", "mean": "mean", "min": "min", "diversity": "diversity"}


def outcome_text(outcome: Outcome, problem: Problem, folder: Path) -> str:
    """A table of some generations, the champion, and where everything is."""
    if isinstance(problem, GoProblem) and outcome.exam:
        words = f"{outcome.exam} against {problem.opponent}"
    else:
        words = f"a fitness of {max(map(merit, outcome.rows)):.6g}"
    where = {"champion": outcome.path, "picture": folder / PICTURE}
    if isinstance(problem, GoProblem):
        where["games"] = folder / GAMES / outcome.path.with_suffix(".sgf").name
    lines = [rows_table(outcome.rows), "", f"The champion of {folder} has {words}."]
    lines += [f"  {what + 'ing':9} {imitated}" for what, imitated in outcome.imitated.items()]
    return "\n".join([*lines, *(f"  {what:9} {path}" for what, path in where.items())]) + "\n"


def next_text(outcome: Outcome, problem: Problem) -> str:
    """What to do next."""
    commands = [f"semeai show {shlex.quote(str(outcome.path))}"]
    if isinstance(problem, GoProblem | Imitation):
        champion, size = shlex.quote(f"champion:{outcome.path}"), problem.rules.size
        commands += [f"semeai play {champion} --size {size}", f"semeai match {champion} wally --size {size}"]
    return "\n".join(["Next:", *(f"  {command}" for command in commands)]) + "\n"


def rows_table(rows: Sequence[Row], n: int = 10) -> str:
    """Some rows, more of them early on, where more happens; the best is marked."""
    columns = [name for name in COLUMNS if name in rows[0]]
    best = max(range(len(rows)), key=lambda i: merit(rows[i]))
    chosen = sorted({0, best, len(rows) - 1, *_spread(len(rows), n)})
    table = [["generation", *(COLUMNS[name] for name in columns), ""]]
    for i in chosen:
        row = rows[i]
        table.append([str(row["generation"]), *(_format(name, row[name]) for name in columns), "*" * (i == best)])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join("  ".join(map(str.rjust, line, widths)).rstrip() for line in table)


def _spread(n: int, wanted: int) -> list[int]:
    """Some of the numbers below n, about evenly apart as powers."""
    return [round(n ** (i / wanted)) - 1 for i in range(wanted + 1)]


def _format(name: str, value: Any) -> str:
    return f"{value:.1%}" if name in ("share", "test") else f"{value:.3f}"
