"""Breeding: the one loop of all methods, with everything around it that a laboratory needs.

The method advances, over all workers, and gives a row. The best of each population then sits an exam of fresh games,
whose share of points goes into the row (`problems/exams.py`). A champion that does better than all before gets a file
of its own, and some games to look at. At the end the champion of the run sits a long exam, which had no part in
choosing it: that is the number to believe.
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
"""games of each champion that are kept"""

# Places in the seed tree below (run seed, generation), beside those of the candidates. They may not change: rows would.
_EXAM, _CONFIRMATION, _SAMPLE, _LONG_EXAM, _OPENINGS = range(5)
_OF_SEVERAL = {_EXAM: 0, _LONG_EXAM: 1, _SAMPLE: 2, _OPENINGS: 3}  # where there are several champions
_MORE_RATINGS = 16


class Watch:
    """Hears of a run. This one says on stderr what a person should know, and nothing else."""

    def begin(self, order: Order, run: Run, method: Method) -> None:
        """The run is open, and goes on after `run.rows`."""

    def row(self, row: Row) -> None:
        """A row is safe."""

    def say(self, text: str) -> None:
        """Something a person should know."""
        say(text)


@dataclass
class ProblemRating:
    """Answers what a method asks during one advance."""

    problem: Problem
    seed: int
    generation: int
    workers: Workers
    n_asked: int = field(default=0, init=False)

    def __call__(self, asked: Any) -> npt.NDArray[Any]:
        more = (_MORE_RATINGS + self.n_asked,) if self.n_asked else ()
        self.n_asked += 1
        return self.problem.answer(asked, (self.seed, self.generation, *more), self.workers)


def breed(order: Order, folder: Path, workers: Workers, watch: Watch | None = None, command: str = "") -> Result:
    """Do what is ordered in `folder`, or go on there. `command` is what a person types for this run, however far it is
    to go; champions tell of it.

    Raises OSError (a full disk, another process), DamagedFile, OtherParameters, EngineError, WorkerLost, and ValueError
    for methods, problems and starts that do not fit each other.
    """
    watch = watch or Watch()
    method = order.begin()
    with Run(folder, order.parameters(method), order.options(), order.packages()) as run:
        breeding = Breeding(order, run, method, workers, command)
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
    """An evolution that is under way in a run."""

    order: Order
    run: Run
    method: Method
    workers: Workers
    command: str

    def advance(self, number: int) -> Row:
        """Breed for one row, examine the best, and keep the row, the state and new champions."""
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
        """True if the best of the last generation, of row `number`, has reached the target, and not by luck."""
        target = self.order.target
        if target is None or number < 0 or merit(row := self.run.rows[number]) < target:
            return False
        exam = self._examine("", self.method.champions[""], number, _CONFIRMATION)
        if exam is None or exam.share >= target:
            return True
        watch.say(f"generation {number}: {merit(row):.1%} in its exam, but {exam}; going on")
        return False

    def conclude(self, reached: int | None) -> Result:
        """Let the champions sit their long exams, which had no part in choosing them, and sum up the run.

        The champion is the one that reached the target in row `reached`, or else the last that was promoted, or else
        the one with the best exam of all.
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
        """Examine the champion of row `number`, and give it a file that tells of its exams."""
        path = self.run.champion_path(number, name)
        champion = read_champion(path)
        if not self.run.games_path(number, name).exists():  # kept by a version that kept no games of this method
            self._keep_games(name, champion.genome, number)
        exam = self._examine(name, champion.genome, number, _LONG_EXAM)
        openings = self._examine(name, champion.genome, number, _OPENINGS)
        exams = {what: asdict(found) for what, found in {"exam": exam, "openings": openings}.items() if found}
        self.run.rewrite(self.run.confirmed_path(name), pack_champion(replace(champion, exams=exams)))
        best, compared = merit(self.run.rows[number], name), self.order.problem.compare(champion.genome)
        return Confirmed(path, champion.genome, number, best, exam, openings, compared)

    def _examine(
        self, name: str, genome: Candidate, generation: int, place: int, n_games: int | None = None
    ) -> Exam | None:
        """An exam of so many games, or a long one; None where nothing is played."""
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
        """Give a champion a file, and keep some of its games."""
        order, problem = self.order, self.order.problem
        # As far as this generation: the limits of a run may change, its files may not.
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
        """Keep some games of a champion, where games are played."""
        exam = self.order.problem.exam(name)
        if exam is None:
            return
        title = " ".join(filter(None, [self.run.folder.name, str(generation), name]))
        games = exam.records(genome, self._seeds(SAMPLE_GAMES, generation, _SAMPLE, name), title)
        self.run.keep_games(generation, games, name)


def _column(name: str, key: str) -> str:
    return f"{name}_{key}" if name else key


def _own_columns(row: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The columns of a row that are about one of several champions; all where there is one."""
    if not name:
        return dict(row)
    return {key.removeprefix(f"{name}_"): value for key, value in row.items() if key.startswith(f"{name}_")}
