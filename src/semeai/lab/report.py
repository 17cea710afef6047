"""The report of a run, for people: a table of some rows, the champions with their exams, and where everything is."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from semeai.evolve.evolver import Row
from semeai.lab.result import Confirmed, Result, rank
from semeai.lab.run import GAMES
from semeai.problems.problem import Problem, format_value

N_ROWS = 10


def result_text(result: Result, pictures: Mapping[str, Path]) -> str:
    """A table of some generations, the champions, and the files."""
    problem = result.order.problem
    lines = rows_table(result.rows, problem)
    lines += problem.report(result.method, result.findings)
    for name, champion in result.champions.items():
        lines += _champion_lines(result, name, champion)
    return "\n".join([*lines, *(f"  {what:9} {path}" for what, path in pictures.items())]) + "\n"


def _champion_lines(result: Result, name: str, champion: Confirmed) -> list[str]:
    problem = result.order.problem
    whose = f"The {name} champion" if name else "The champion"
    if (exam := problem.exam(name)) and champion.exam and champion.openings:
        lines = [
            f"{whose} of {result.folder} has {champion.exam} against {exam.opponent}.",
            f"  {_reason(result, champion)}",
            f"  From random openings: {champion.openings}.",
        ]
    else:
        lines = [f"{whose} of {result.folder} has a fitness of {champion.best:.6g}."]
    lines += [f"  {what + 'ing':9} {compared}" for what, compared in champion.compared.items()]
    lines.append(f"  {'champion':9} {champion.path}")
    if exam:
        lines.append(f"  {'games':9} {result.folder / GAMES / champion.path.with_suffix('.sgf').name}")
    return lines


def _reason(result: Result, champion: Confirmed) -> str:
    """The reason why a champion was chosen."""
    number = champion.generation
    if "promotions" in result.rows[number] and not result.is_target_reached:
        return f"It was promoted in generation {number}, when a match showed that it was stronger than the one before."
    best = f"the best of {len(result.rows)} small exams"
    why = "the small exam that reached the target" if result.is_target_reached else best
    return f"It was chosen for {champion.best:.1%} in generation {number}, {why}, which flatters."


def next_text(result: Result) -> str:
    """Commands to go on with."""
    rules = result.order.problem.rules
    champions = [shlex.quote(f"champion:{champion.path}") for champion in result.champions.values()]
    commands = [f"semeai show {shlex.quote(str(champion.path))}" for champion in result.champions.values()]
    if rules and champions:
        commands += [f"semeai play {champions[0]} --size {rules.size}"]
        rivals = champions if len(champions) == 2 else [champions[0], "wally"]
        commands += [f"semeai match {' '.join(rivals)} --size {rules.size}"]
    return "\n".join(["Next:", *(f"  {command}" for command in commands)]) + "\n" if commands else ""


def rows_table(rows: Sequence[Row], problem: Problem) -> list[str]:
    """Some rows, more of them early on, where more happens; the best is marked. Nothing where a problem has no columns
    for people."""
    columns = [name for name in problem.columns if name in rows[0]]
    if not columns:
        return []
    is_single = "best" in rows[0]
    best = max(range(len(rows)), key=lambda i: rank(rows[i])) if is_single else 0
    chosen = sorted({0, best, len(rows) - 1, *_spread(len(rows), N_ROWS)})
    table = [["generation", *(problem.columns[name] for name in columns), ""]]
    for i in chosen:
        values = [_cell(problem.columns[name], rows[i][name]) for name in columns]
        table.append([str(rows[i]["generation"]), *values, "*" * (is_single and i == best)])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(map(str.rjust, line, widths)).rstrip() for line in table] + [""]


def _spread(n: int, wanted: int) -> list[int]:
    """Some of the numbers below n, about evenly apart as powers."""
    return [round(n ** (i / wanted)) - 1 for i in range(wanted + 1)]


def _cell(title: str, value: float) -> str:
    text = format_value(title, value)
    return text if text.endswith("%") else f"{value:.3f}"
