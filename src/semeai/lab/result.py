"""The result of a run: its rows, its champions with their confirmed exams, and what else was found."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from semeai.evolve.evolver import Candidate, Row
from semeai.evolve.method import Method
from semeai.html import facts
from semeai.lab.order import Order
from semeai.problems.exams import Exam


@dataclass(frozen=True, eq=False)
class Confirmed:
    """A champion of a run, and how good it is."""

    path: Path
    """its file"""
    genome: Candidate
    generation: int
    """the generation that bred it"""
    best: float
    """its share in a small exam (or its fitness). Where it was chosen by that, as the best of all, it flatters."""
    exam: Exam | None
    """the long exam, which had no part in choosing it; None where nothing is played"""
    openings: Exam | None
    """the same from random openings"""
    compared: Mapping[str, Any]
    """dataclasses by name that tell more, where recorded games are imitated"""

    def __str__(self) -> str:
        return str(self.exam) if self.exam else f"a fitness of {self.best:.6g}"


@dataclass(frozen=True, eq=False)
class Result:
    """The result of a run."""

    order: Order
    folder: Path
    rows: Sequence[Row]
    method: Method
    """as it is after the last row"""
    champions: Mapping[str, Confirmed]
    """by name; a single one has the name "" """
    is_target_reached: bool
    findings: Mapping[str, Any]
    """results beside the champions, by name"""

    @property
    def champion(self) -> Confirmed:
        """The only champion, or the first of several. Raises ValueError where nothing was bred that plays."""
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
    """A picture as part of a page, which has no declarations of its own."""
    return svg[svg.index("<svg") :]


MERITS = ("share", "champion", "best")
"""columns of rows that champions are chosen by; the first that is there counts"""


def merit(row: Mapping[str, Any], name: str = "") -> float:
    """The number that champions are chosen by: the share of the small exam, or the fitness where nothing is played.

    A row has the column `champion` where its champion need not be the fittest.
    """
    prefix = f"{name}_" if name else ""
    return float(next(row[key] for key in (f"{prefix}{word}" for word in MERITS) if key in row))


def rank(row: Mapping[str, Any], name: str = "") -> float:
    """The number by which the champion of a run is chosen among those of its rows: the number of promotions where
    champions are promoted, else their merit."""
    return float(row["promotions"]) if "promotions" in row else merit(row, name)


def summary(result: Result, folder: Path | None = None) -> dict[str, Any]:
    """A result as the last line of `--json` tells it, and as `done.json` does, which names files below `folder`."""

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
