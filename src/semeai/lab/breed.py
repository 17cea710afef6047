"""Breeding: the loop that runs every method, with exams, champions and files.

The method advances, over all workers, and gives a row. The best of each population then takes an exam of fresh games,
and its share of points goes into the row (`problems/exams.py`). A champion that does better than all before gets a file
of its own and some recorded games. At the end the champion of the run takes a long exam, which had no part in choosing
it: trust that number.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.evolve.evolver import Candidate, Row
from semeai.evolve.method import Method
from semeai.lab.order import Order
from semeai.lab.result import Confirmed, Result, merit, rank, summary
from semeai.lab.run import Run, say
from semeai.parallel.executors import Workers
from semeai.players.champion import Champion, pack_champion, read_champion
from semeai.problems.exams import Exam, examine
from semeai.problems.problem import Problem
from semeai.rng import seeds

SAMPLE_GAMES = 4
"""recorded games of each champion"""

# Places in the seed tree below (run seed, generation), next to the candidates'. If they change, rows change.
_EXAM, _CONFIRMATION, _SAMPLE, _LONG_EXAM, _OPENINGS = range(5)
_OF_SEVERAL = {_EXAM: 0, _LONG_EXAM: 1, _SAMPLE: 2, _OPENINGS: 3}  # if there are several champions
_MORE_RATINGS = 16


class Watch:
    """Observes a run. This base class prints only important notes, on stderr."""

    def begin(self, order: Order, run: Run, method: Method) -> None:
        """Called when the run is open. It continues after `run.rows`."""

    def row(self, row: Row) -> None:
        """Called when a row has been stored."""

    def close(self) -> None:
        """Called when the run has ended in any way."""

    def say(self, text: str) -> None:
        """Called with a note for the user."""
        say(text)


@dataclass
class ProblemRating:
    """Rates the candidates of a method during one advance."""

    problem: Problem
    seed: int
    generation: int
    workers: Workers
    n_asked: int = field(default=0, init=False)

    def __call__(self, asked: Any) -> npt.NDArray[Any]:
        more = (_MORE_RATINGS + self.n_asked,) if self.n_asked else ()
        self.n_asked += 1
        return self.problem.answer(asked, (self.seed, self.generation, *more), self.workers)


def breed(
    order: Order,
    folder: Path,
    workers: Workers,
    watch: Watch | None = None,
    command: str = "",
    has_long_exams: bool = True,
) -> Result:
    """Start the run of an order in `folder`, or continue it. `command` is the command line of the run without its
    length; champion files record it. Without `has_long_exams` champions end without the exams that confirm them:
    experiments that test their champions themselves need none.

    Raises OSError (a full disk, another process), DamagedFile, OtherParameters, EngineError, WorkerLost, and ValueError
    for methods, problems and starts that do not fit each other.
    """
    watch = watch or Watch()
    method = order.begin()
    with Run(folder, order.parameters(method), order.options(), order.packages()) as run:
        breeding = Breeding(order, run, method, workers, command, has_long_exams)
        n_done = run.restore(method)
        starts = (start.note for start in order.starting_points.values())
        for note in filter(None, [*starts, *run.notes]):
            watch.say(note)
        watch.begin(order, run, method)
        while not (is_reached := breeding.has_reached(n_done - 1, watch)) and n_done < order.generations:
            watch.row(breeding.advance(n_done))
            n_done += 1
        return breeding.conclude(n_done - 1 if is_reached else None)


@dataclass(frozen=True)
class Breeding:
    """An evolution in progress."""

    order: Order
    run: Run
    method: Method
    workers: Workers
    command: str
    has_long_exams: bool = True

    def advance(self, number: int) -> Row:
        """Breed one row, examine the best, and store the row, the state and new champions."""
        order = self.order
        rating = ProblemRating(order.problem.at(number), order.seed, number, self.workers)
        bred = self.method.advance(rating)
        row: Row = bred if "steps" in bred else {"generation": number} | bred
        best = self.method.champions
        for name, genome in best.items():
            if exam := self._examine(name, genome, number, _EXAM, order.exam_games):
                row[_column(name, "share")] = exam.share
            row |= {_column(name, key): value for key, value in order.problem.remarks(genome).items()}
        for name, genome in best.items():
            if rank(row, name) > max((rank(before, name) for before in self.run.rows[:number]), default=-np.inf):
                self._keep_champion(name, genome, row, number)
        self.run.keep(number, row, self.method)
        return row

    def has_reached(self, number: int, watch: Watch) -> bool:
        """True if the best of the last generation, row `number`, has reached the target and a long exam confirms it."""
        target = self.order.target
        if target is None or number < 0 or merit(row := self.run.rows[number]) < target:
            return False
        exam = self._examine("", self.method.champions[""], number, _CONFIRMATION)
        if exam is None or exam.share >= target:
            return True
        watch.say(f"generation {number}: {merit(row):.1%} in its exam, but {exam}; continuing")
        return False

    def conclude(self, reached: int | None) -> Result:
        """Give the champions their long exams, which had no part in choosing them, and summarize the run.

        The champion is the one that reached the target in row `reached`, else the last promoted one, else the one with
        the best exam.
        """
        run, rows = self.run, self.run.rows
        if reached is not None:
            self._keep_champion("", self.method.champions[""], rows[reached], reached)
        champions = {}
        for name in self.method.champions:
            best = max(range(len(rows)), key=lambda i: rank(rows[i], name)) if reached is None else reached
            champions[name] = self._confirm(name, best)
        findings = self.method.findings()
        result = Result(self.order, run.folder, rows, self.method, champions, reached is not None, findings)
        run.finish(summary(result, run.folder))
        return result

    def _confirm(self, name: str, number: int) -> Confirmed:
        """Examine the champion of row `number` and write its file with the exams."""
        path = self.run.champion_path(number, name)
        champion = read_champion(path)
        if not self.run.games_path(number, name).exists():  # from a version that recorded no games of this method
            self._keep_games(name, champion.genome, number)
        exam = openings = None
        if self.has_long_exams:
            exam = self._examine(name, champion.genome, number, _LONG_EXAM)
            openings = self._examine(name, champion.genome, number, _OPENINGS)
        exams = {what: asdict(found) for what, found in {"exam": exam, "openings": openings}.items() if found}
        self.run.rewrite(self.run.confirmed_path(name), pack_champion(replace(champion, exams=exams)))
        best, compared = merit(self.run.rows[number], name), self.order.problem.compare(champion.genome)
        return Confirmed(path, champion.genome, number, best, exam, openings, compared)

    def _examine(
        self, name: str, genome: Candidate, generation: int, place: int, n_games: int | None = None
    ) -> Exam | None:
        """An exam of `n_games` games, by default a long one; None if no games are played."""
        problem = self.order.problem.exam(name)
        if problem is None:
            return None
        n_games = n_games or problem.long_exam(self.order.exam_games)
        if place == _OPENINGS:
            problem = problem.from_random_openings()
        return examine(problem, genome, self._seeds(n_games, generation, place, name), self.workers)

    def _seeds(self, n: int, generation: int, place: int, name: str) -> npt.NDArray[np.uint64]:
        names = list(self.method.champions)
        if names != [""]:
            place = _OF_SEVERAL[place] * len(names) + names.index(name)
        return seeds(n, self.order.seed, generation, place)

    def _keep_champion(self, name: str, genome: Candidate, row: Row, generation: int) -> None:
        """Write the file of a champion and some of its games."""
        order, problem = self.order, self.order.problem
        # Up to this generation: the length of a run may change, but its files may not.
        command = {"command": f"{self.command} --generations {generation + 1}"} if self.command else {}
        champion = Champion(
            player=problem.player,
            genome=genome,
            rules=problem.rules,
            method=self.method.breeders(order.spec)[name][0],
            problem=problem.record() | ({"name": f"{name} in {order.method_name}"} if name else {}),
            seed=order.seed,
            generation=generation,
            row=_own_columns(row, name),
            provenance={"commit": self.run.record["commit"]} | self.run.record["machine"] | command,
        )
        self.run.keep_file(self.run.champion_path(generation, name), pack_champion(champion))
        self._keep_games(name, genome, generation)

    def _keep_games(self, name: str, genome: Candidate, generation: int) -> None:
        """Store some games of a champion, if games are played."""
        exam = self.order.problem.exam(name)
        if exam is None:
            return
        title = " ".join(filter(None, [self.run.folder.name, str(generation), name]))
        games = exam.records(genome, self._seeds(SAMPLE_GAMES, generation, _SAMPLE, name), title)
        self.run.keep_games(generation, games, name)


def _column(name: str, key: str) -> str:
    return f"{name}_{key}" if name else key


def _own_columns(row: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The columns of a row about one of several champions; all columns if there is only one."""
    if not name:
        return dict(row)
    return {key.removeprefix(f"{name}_"): value for key, value in row.items() if key.startswith(f"{name}_")}
