"""The contract of a problem: it defines the genomes and rates them.

A problem also defines how its work is split among workers, how the champions of a run are examined, which of their
games are kept, and how a row of the run is shown. So the laboratory has no code for particular problems.

A new problem is a frozen dataclass that inherits from `Problem` and has `name`, `genes` and `rate`. The rest has
defaults.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

import numpy as np
import numpy.typing as npt

from semeai.evolve.evolver import Candidate, Candidates, Fitness, Row, Seeds
from semeai.evolve.method import Answers, Described, Method, Varied
from semeai.parallel.executors import Workers
from semeai.problems.pictures import draw_evolution
from semeai.rng import seeds

if TYPE_CHECKING:
    from semeai.go.rules import Rules
    from semeai.problems.games import GoProblem

GAMES_A_CANDIDATE = 20
"""assumed cost of rating a candidate when no games are played, in games"""


class Named(Protocol):
    """The part of an order that a problem uses to name and draw a run."""

    @property
    def method(self) -> str:
        """The specification of the method as given."""

    @property
    def spec(self) -> str:
        """The specification of the method with all settings."""

    @property
    def params(self) -> Any: ...

    @property
    def seed(self) -> int: ...

    @property
    def exam_games(self) -> int: ...


class Problem:
    """The base class of problems. An instance can be sent to another process, and its answers depend only on their
    arguments."""

    columns: ClassVar[Mapping[str, str]] = {
        "share": "exam",
        "test": "test",
        "best": "best",
        "mean": "mean",
        "min": "min",
        "diversity": "diversity",
    }
    """the columns of a row that are shown to people, with their titles"""
    n_together: ClassVar[int] = 1
    """number of candidates that take no longer to rate together than a single one"""

    # -- required ------------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        raise NotImplementedError

    @property
    def genes(self) -> Any:
        """The genomes: `Genes`, `Units`, or a type that only one method supports."""
        raise NotImplementedError

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        """Return the fitness of each candidate, computed on one core. Its random numbers follow from its seed."""
        raise NotImplementedError

    # -- optional, with defaults ---------------------------------------------------------------------------------------

    def settings(self) -> dict[str, Any]:
        """Everything that the fitness depends on, for the record of a run: numbers and words by name. By default, the
        fields of the dataclass."""
        return asdict(cast(Any, self))

    def describe(self, candidates: Candidates, seeds: Seeds) -> Answers:
        """Return the fitness of each candidate as in `rate`, and two numbers from 0 to 1 that describe its behaviour.

        By default a problem has no descriptors, and this raises ValueError.
        """
        raise ValueError(f"{self.name} does not describe its candidates, so mapelites cannot breed for it; use ga")

    @property
    def n_games(self) -> int:
        """Games that rate one candidate; 0 if none are played."""
        return 0

    @property
    def unit(self) -> str:
        """The unit of the fitness, for pictures: "points ahead"."""
        return "fitness"

    @property
    def is_slow(self) -> bool:
        """True if rating one candidate takes a task of its own, because its games are played one by one."""
        return False

    @property
    def player(self) -> str:
        """The specification of the player that genomes play as; "" if they do not play Go."""
        return ""

    @property
    def rules(self) -> "Rules | None":
        """The rules that champions play by; None if they do not play Go."""
        return None

    def record(self) -> dict[str, Any]:
        """The record of the problem for `run.json`."""
        return {"name": self.name} | self.settings()

    def name_parts(self, order: Named) -> list[str]:
        """The parts of a run's name that come from the most frequently changed settings."""
        return [order.spec, self.name]

    def options(self) -> dict[str, Any]:
        """The options of `semeai evolve` for this problem."""
        settings = ",".join(f"{name}={value}" for name, value in self.settings().items())
        return {"problem": f"{self.name}:{settings}" if settings else self.name}

    def pace(self, exam_games: int) -> dict[str, Any]:
        """The numbers in a run's record that define a row: games of an exam, or steps."""
        return {"exam_games": exam_games}

    def length(self, n_rows: int) -> dict[str, Any]:
        """The option of `semeai evolve` for a run of `n_rows` rows."""
        return {"generations": n_rows}

    def at(self, generation: int) -> "Problem":
        """The problem that rates the candidates of a generation: an earlier stage may be easier."""
        return self

    def drive(self, method: Method, seed: int) -> Method:
        """The method that the laboratory drives in a run with this seed; by default `method` itself. A problem whose
        rating has its own state wraps the method, so that the state is part of the checkpoint."""
        return method

    def exam(self, champion: str) -> "GoProblem | None":
        """The games of the exam of a champion of that name; None if no games are played."""
        return None

    def remarks(self, candidate: Candidate) -> Row:
        """More columns of a row about its champion."""
        return {}

    def compare(self, candidate: Candidate) -> Mapping[str, Any]:
        """Results of a run's champion if no games are played: dataclasses by name."""
        return {}

    def row_text(self, row: Row) -> str:
        """A row as one line, for the progress of a run."""
        values = {title: row[name] for name, title in self.columns.items() if name in row}
        return "  ".join(f"{title} {format_value(title, value)}" for title, value in values.items())

    def report(self, method: Method, findings: Mapping[str, Any]) -> list[str]:
        """Lines of a run's report that only this problem has."""
        return []

    def draw(self, rows: Sequence[Row], method: Method, order: Named, folder: Path) -> dict[str, Path]:
        """Draw a run into its folder. Returns the files by title."""
        if "best" not in rows[0]:
            return {}
        title = f"{folder}: {order.spec}, seed {order.seed}"
        return {"picture": draw_evolution(rows, self.unit, title, order.exam_games, folder)}

    def notices(self) -> tuple[str, str]:
        """Notes for people before a run, such as the data found and left out; "" if there are none."""
        return "", ""

    def curve(self, row: Row) -> float:
        """The value of a row for the small curve of progress."""
        return float(row["share"] if "share" in row else row["best"])

    # -- work for many workers -----------------------------------------------------------------------------------------

    def answer(self, asked: Any, path: tuple[int, ...], workers: Workers) -> npt.NDArray[Any]:
        """Answer a request of a method: the fitness of candidates, or the result of `describe` if they are `Described`.
        Seeds are at `path` in the seed tree."""
        if isinstance(asked, Varied):  # by default all parts of a genome are rated alike
            return self.answer(asked.candidates, path, workers)
        if isinstance(asked, Described):
            return self.spread(asked.candidates, seeds(len(asked.candidates), *path), workers, _describe)
        return self.spread(asked, seeds(len(asked), *path), workers)

    def spread(
        self, candidates: Candidates, seeds: Seeds, workers: Workers, work: "Work | None" = None
    ) -> npt.NDArray[Any]:
        """Run `rate`, or other work per candidate, on all workers. The split does not change the result."""
        n_groups = -(-len(candidates) // self.n_together)
        n_games = len(candidates) * (self.n_games or GAMES_A_CANDIDATE)
        n_tasks = n_groups if self.is_slow else min(workers.n_tasks(n_games), n_groups)
        bounds = [min(n_groups * i // n_tasks * self.n_together, len(candidates)) for i in range(n_tasks + 1)]
        shares = [(candidates[a:b], seeds[a:b]) for a, b in pairwise(bounds)]
        answers = np.concatenate(list(workers.in_order(partial(work or _rate, self), shares)))
        workers.measure(n_games)
        return answers


Work = Callable[[Problem, tuple[Candidates, Seeds]], npt.NDArray[Any]]


def _rate(problem: Problem, share: tuple[Candidates, Seeds]) -> Fitness:
    return problem.rate(*share)


def _describe(problem: Problem, share: tuple[Candidates, Seeds]) -> Answers:
    return problem.describe(*share)


def format_value(title: str, value: Any) -> str:
    """A value of a row for people: shares as percentages, other numbers with three digits."""
    if isinstance(value, str):
        return value or "none"
    is_share = title.split()[-1] in ("exam", "test", "wins")
    return f"{value:.1%}" if is_share else f"{value:.3g}"
