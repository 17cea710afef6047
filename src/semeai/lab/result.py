"""The result of a run: its rows, its champions with their confirmed exams, and other findings.

`summary` is for programs, `result_text` for people.
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from semeai.evolve.evolver import Candidate, Row
from semeai.evolve.method import Method
from semeai.lab.order import Order
from semeai.lab.run import GAMES
from semeai.problems.exams import Exam
from semeai.problems.problem import Problem, format_value
from semeai.text import facts

N_ROWS = 10
"""number of rows in a report"""


@dataclass(frozen=True, eq=False)
class Confirmed:
    """A champion of a run and its strength."""

    path: Path
    """its file"""
    genome: Candidate
    generation: int
    """the generation it comes from"""
    best: float
    """its share in a small exam, or its fitness; too optimistic if the champion was chosen by this number"""
    exam: Exam | None
    """the long exam, which had no part in choosing it; None if no games are played, or none was wanted"""
    openings: Exam | None
    """the long exam from random openings"""
    compared: Mapping[str, Any]
    """more results by name (dataclasses), if recorded games are imitated"""

    def __str__(self) -> str:
        return str(self.exam) if self.exam else f"a fitness of {self.best:.6g}"


@dataclass(frozen=True, eq=False)
class Result:
    """The result of a run."""

    order: Order
    folder: Path
    rows: Sequence[Row]
    method: Method
    """in its state after the last row"""
    champions: Mapping[str, Confirmed]
    """by name; a single one has the name "" """
    is_target_reached: bool
    findings: Mapping[str, Any]
    """results other than champions, by name"""

    @property
    def champion(self) -> Confirmed:
        """The only champion, or the first of several. Raises ValueError if there is none."""
        if not self.champions:
            raise ValueError(f"{self.order.method_name} breeds no champions")
        return next(iter(self.champions.values()))

    def __repr__(self) -> str:
        exams = "".join(f", {name or 'champion'}: {champion}" for name, champion in self.champions.items())
        return f"<run {self.folder}: {len(self.rows)} rows{exams}>"

    def _repr_html_(self) -> str:
        problem = self.order.problem
        values: dict[str, object] = {"folder": self.folder, "method": self.order.spec, "problem": problem.name}
        values |= {"rows": len(self.rows)}
        for name, champion in self.champions.items():
            values |= {f"{name} champion".strip(): champion}
            values |= {f"{name} from random openings".strip(): champion.openings} if champion.openings else {}
        pictures = [path.read_text() for path in sorted(self.folder.glob("*.svg"))]
        return facts(f"Run {self.folder.name}", values, "".join(map(_picture, pictures)))


def _picture(svg: str) -> str:
    """A picture for use inside a page, without XML declarations."""
    return svg[svg.index("<svg") :]


MERITS = ("share", "champion", "best")
"""columns by which champions are chosen; the first existing one counts"""


def merit(row: Mapping[str, Any], name: str = "") -> float:
    """The number by which champions are chosen: the share of the small exam, or the fitness if no games are played.

    A row has the column `champion` if its champion need not be the fittest.
    """
    prefix = f"{name}_" if name else ""
    return float(next(row[key] for key in (f"{prefix}{word}" for word in MERITS) if key in row))


def rank(row: Mapping[str, Any], name: str = "") -> float:
    """The number by which the champion of a run is chosen among the champions of its rows: the number of promotions if
    champions are promoted, else their merit."""
    return float(row["promotions"]) if "promotions" in row else merit(row, name)


def summary(result: Result, folder: Path | None = None) -> dict[str, Any]:
    """A result for the last line of `--json`, and for `done.json`, where files are relative to `folder`."""

    def place(path: Path) -> str:
        return str(path) if folder is None else path.relative_to(folder).as_posix()

    def told(exam: Exam | None) -> dict[str, Any] | None:
        return asdict(exam) if exam else None

    found: dict[str, Any] = {"generations": len(result.rows)}
    champions = result.champions
    if champions.keys() == {""}:
        only = champions[""]
        found |= {"target_reached": result.is_target_reached, "champion": place(only.path), "exam": told(only.exam)}
        found |= {"openings": told(only.openings)} if only.openings else {}
        found |= {name: asdict(compared) for name, compared in only.compared.items()}
    elif champions:
        found |= {
            "champions": {name: place(champion.path) for name, champion in champions.items()},
            "exams": {name: told(champion.exam) for name, champion in champions.items()},
            "openings": {name: told(champion.openings) for name, champion in champions.items()},
        }
    return found | dict(result.findings)


# -- for people --------------------------------------------------------------------------------------------------------


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
    """Suggestions for the next commands."""
    rules = result.order.problem.rules
    champions = [shlex.quote(f"champion:{champion.path}") for champion in result.champions.values()]
    commands = [f"semeai show {shlex.quote(str(champion.path))}" for champion in result.champions.values()]
    if rules and champions:
        commands += [f"semeai play {champions[0]} --size {rules.size}"]
        rivals = champions if len(champions) == 2 else [champions[0], "wally"]
        commands += [f"semeai match {' '.join(rivals)} --size {rules.size}"]
    return "\n".join(["Next:", *(f"  {command}" for command in commands)]) + "\n" if commands else ""


def rows_table(rows: Sequence[Row], problem: Problem) -> list[str]:
    """A table of some rows, more of them early on, with the best marked. Empty if a problem has no columns
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
    """Some of the numbers below n, spaced about evenly on a logarithmic scale."""
    return [round(n ** (i / wanted)) - 1 for i in range(wanted + 1)]


def _cell(title: str, value: float) -> str:
    text = format_value(title, value)
    return text if text.endswith("%") else f"{value:.3f}"
