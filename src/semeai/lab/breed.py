"""Breeding: the evolution loop with everything around it that a laboratory needs.

In each generation the candidates are rated over all workers, the evolver breeds, and the best of the generation sits
an exam (`exams.py`), whose share of points goes into the row. Whoever does better than all before becomes a champion,
with a file of its own and some games to look at. Where recorded games are imitated nothing is played: the row has the
share of moves matched in the games to test by, which selects nobody.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from semeai.arena.fitness import GoProblem
from semeai.arena.imitation import Imitated, Imitation, compare
from semeai.evolve import make_evolver
from semeai.evolve.evolver import Candidate, Candidates, Evaluate, Evolver, Fitness, Row, Seeds, generations
from semeai.evolve.problem import Problem
from semeai.executors import Workers
from semeai.lab.exams import Exam, examine
from semeai.lab.run import Run, say
from semeai.lab.start import Say, begin_with, method_record, read_start
from semeai.nets.summation_kernel import LANES
from semeai.players.champion import Champion, pack_champion, read_champion
from semeai.rng import generator, seeds

EXAM_GAMES = 100
"""of the best of each generation"""
LONG_EXAM_GAMES = 1000
"""of the champion at the end, and of whoever seems to have reached the target"""
LONG = 10
"""exams that a long one is at most, where games are played one by one"""
SAMPLE_GAMES = 4
"""of each champion are kept"""
GAMES_A_CANDIDATE = 20
"""what it is taken for to rate one where nothing is played"""

# Places in the seed tree below (run seed, generation), beside those of the candidates.
_EXAM, _CONFIRMATION, _SAMPLE, _LONG_EXAM = range(4)


@dataclass(frozen=True)
class Limits:
    """When a run is over. The same run can go on with other limits later."""

    generations: int = 50
    target: float | None = None
    """the share of points (or where nothing is played, the fitness) to reach; it counts once a long exam confirms it"""


class Watch:
    """Hears of a run. This one says on stderr what a person should know, and nothing else."""

    def begin(self, run: Run, problem: Problem, n_candidates: int, limits: Limits) -> None:
        """The run is open, and goes on after `run.rows`."""

    def row(self, row: Row) -> None:
        """A generation is safe."""

    def say(self, text: str) -> None:
        """Something a person should know."""
        say(text)


@dataclass(frozen=True)
class Outcome:
    """What came of a run."""

    rows: Sequence[Row]
    champion: Candidate
    """the genome"""
    path: Path
    """its file"""
    exam: Exam | None
    """the champion's long one; None where nothing is played"""
    is_target_reached: bool
    imitated: Mapping[str, Imitated] = field(default_factory=dict)
    """how the champion does on the games to train on (train), and those to test by (test), where games are imitated"""


def breed(
    folder: Path,
    method: str,
    problem: Problem,
    seed: int,
    limits: Limits,
    workers: Workers,
    watch: Watch | None = None,
    exam_games: int = EXAM_GAMES,
    command: str = "",
    start: Path | None = None,
) -> Outcome:
    """Evolve in `folder` by `method`, or go on there, until a limit is reached. `command` is what a person types for
    this run, however far it is to go; champions tell of it. `start` is the run with whose population this one begins.

    Raises OSError (a full disk, another process), DamagedFile, OtherParameters, EngineError, WorkerLost, and ValueError
    for a wrong method and a start that does not fit.
    """
    watch = watch or Watch()
    evolver, started = begin(method, problem, seed, start, watch.say)
    parameters = {
        "method": method_record(method, evolver),
        "problem": {"name": problem.name} | problem.settings(),
        "seed": seed,
        "exam_games": exam_games,
    }
    if started:
        parameters["start"] = started
    with Run(folder, parameters) as run:
        breeding = Breeding(run, method, evolver, problem, seed, workers, exam_games, command)
        n_done = run.restore(evolver)
        for note in run.notes:
            watch.say(note)
        watch.begin(run, problem, len(evolver.ask()), limits)
        row = run.rows[n_done - 1] if n_done else None
        while not (is_reached := breeding.has_reached(limits.target, row, watch)) and n_done < limits.generations:
            stage = problem.at(n_done) if isinstance(problem, GoProblem) else problem
            row = next(generations(evolver, spread(stage, workers), seed, n_done))
            breeding.keep(row)
            watch.row(row)
            n_done += 1
        return breeding.conclude(row if is_reached else None)


def begin(
    method: str, problem: Problem, seed: int, start: Path | None = None, say: Say | None = None
) -> tuple[Evolver, str]:
    """The evolver before the first generation, and what tells starts apart, "" where there is none. `say` hears of
    damage to the start.

    Raises OSError, DamagedFile and ValueError.
    """
    evolver = make_evolver(method, problem.genes, generator(seed))
    if start is None:
        return evolver, ""
    found = read_start(start, method_record(method, evolver), {"name": problem.name} | problem.settings(), say)
    begin_with(evolver, found)
    return evolver, found.digest


def spread(problem: Problem, workers: Workers) -> Evaluate:
    """Rates candidates over all workers. How they are shared out changes nothing."""
    # Where games are played one by one, a task should be done before anybody loses patience.
    is_slow = isinstance(problem, GoProblem) and not problem.is_compiled
    # Where several are rated in the time of one, they stay together.
    together = LANES if isinstance(problem, Imitation) else 1

    def evaluate(candidates: Candidates, seeds: Seeds) -> Fitness:
        n_groups = -(-len(candidates) // together)
        n_games = len(candidates) * (problem.n_games if isinstance(problem, GoProblem) else GAMES_A_CANDIDATE)
        n_tasks = n_groups if is_slow else min(workers.n_tasks(n_games), n_groups)
        bounds = [min(n_groups * i // n_tasks * together, len(candidates)) for i in range(n_tasks + 1)]
        shares = [(candidates[a:b], seeds[a:b]) for a, b in pairwise(bounds)]
        fitness = np.concatenate(list(workers.in_order(partial(_rate, problem), shares)))
        workers.measure(n_games)
        return fitness

    return evaluate


def _rate(problem: Problem, share: tuple[Candidates, Seeds]) -> Fitness:
    return problem.rate(*share)


def merit(row: Row) -> float:
    """By what champions are told from others: the exam, or the fitness where nothing is played."""
    return float(row["share"] if "share" in row else row["best"])


def long_exam_games(problem: GoProblem, exam_games: int) -> int:
    """How many a long exam has."""
    return LONG_EXAM_GAMES if problem.is_compiled else min(LONG_EXAM_GAMES, LONG * exam_games)


@dataclass(frozen=True)
class Breeding:
    """An evolution that is under way in a run."""

    run: Run
    method: str
    evolver: Evolver
    problem: Problem
    seed: int
    workers: Workers
    exam_games: int
    command: str

    def keep(self, row: Row) -> None:
        """Let the best of the generation that `row` tells of sit its exam; keep the generation, and it as a champion
        if it deserves that."""
        generation = row["generation"]
        if exam := self._examine(self.evolver.champion, self.exam_games, generation, _EXAM):
            row["share"] = exam.share
        if isinstance(self.problem, GoProblem):
            row["first"] = self.problem.first_move(self.evolver.champion)
        if isinstance(self.problem, Imitation) and (test := self.problem.imitated(self.evolver.champion, is_test=True)):
            row["test"] = test.matched
        if merit(row) > max(map(merit, self.run.rows[:generation]), default=-np.inf):
            self._keep_champion(row)
        self.run.keep(generation, row, self.evolver)

    def has_reached(self, target: float | None, row: Row | None, watch: Watch) -> bool:
        """Whether the best of the last generation, of which `row` tells, has reached the target, and not by luck."""
        if target is None or row is None or merit(row) < target:
            return False
        exam = self._examine(self.evolver.champion, None, row["generation"], _CONFIRMATION)
        if exam is None or exam.share >= target:
            return True
        watch.say(f"generation {row['generation']}: {merit(row):.1%} in its exam, but {exam}; going on")
        return False

    def conclude(self, reached: Row | None) -> Outcome:
        """Let the champion sit a long exam, which had no part in making it one, and say what came of the run.

        The champion is who reached the target, in the generation of that row, or else who had the best exam of all.
        """
        rows = self.run.rows
        row = reached or max(rows, key=merit)
        path = self._keep_champion(row) if reached else self.run.champion_path(row["generation"])
        genome = read_champion(path).genome
        exam = self._examine(genome, None, row["generation"], _LONG_EXAM)
        imitated = compare(self.problem, genome) if isinstance(self.problem, Imitation) else {}
        outcome = Outcome(rows, genome, path, exam, reached is not None, imitated)
        self.run.finish(summary(outcome) | {"champion": path.relative_to(self.run.folder).as_posix()})
        return outcome

    def _examine(self, candidate: Candidate, n_games: int | None, generation: int, place: int) -> Exam | None:
        """An exam of so many games, or a long one; None where nothing is played."""
        if not isinstance(self.problem, GoProblem):
            return None
        n_games = n_games or long_exam_games(self.problem, self.exam_games)
        return examine(self.problem, candidate, seeds(n_games, self.seed, generation, place), self.workers)

    def _keep_champion(self, row: Row) -> Path:
        """Give the best of the last generation a file, and keep some of its games. Returns the file's path."""
        generation, genome = row["generation"], self.evolver.champion
        contest = self.problem if isinstance(self.problem, GoProblem) else None
        plays_go = self.problem if isinstance(self.problem, GoProblem | Imitation) else None
        # As far as this generation: the limits of a run may change, its files may not.
        command = {"command": f"{self.command} --generations {generation + 1}"} if self.command else {}
        champion = Champion(
            player=plays_go.player if plays_go else "",
            genome=genome,
            rules=plays_go.rules if plays_go else None,
            method=self.method,
            problem={"name": self.problem.name} | self.problem.settings(),
            seed=self.seed,
            generation=generation,
            row=row,
            provenance={"commit": self.run.record["commit"]} | self.run.record["machine"] | command,
        )
        path = self.run.champion_path(generation)
        self.run.keep_file(path, pack_champion(champion))
        if contest:
            name = f"{self.run.folder.name} {generation}"
            games = contest.records(genome, seeds(SAMPLE_GAMES, self.seed, generation, _SAMPLE), name)
            self.run.keep_games(generation, games)
        return path


def summary(outcome: Outcome) -> dict[str, Any]:
    """An outcome as the last line of `--json` tells it, and `done.json`."""
    return {
        "generations": len(outcome.rows),
        "target_reached": outcome.is_target_reached,
        "champion": str(outcome.path),
        "exam": asdict(outcome.exam) if outcome.exam else None,
    } | {name: asdict(imitated) for name, imitated in outcome.imitated.items()}
