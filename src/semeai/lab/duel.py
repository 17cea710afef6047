"""A run of `coevolution`: two populations that are rated by each other, with rows, checkpoints and champions, as
`breed.py` has them for one.

Fitness says how a side does against the other, which changes as well: it may rise while both forget how to play. So the
best of both sides sit an exam in each generation, against an opponent that has no part in the coevolution.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from semeai.arena.duels import DuelProblem, play_pairs
from semeai.evolve import make_evolver
from semeai.evolve.coevolution import SIDES, Coevolution, CoevolutionParams
from semeai.evolve.evolver import Candidate, Row
from semeai.executors import Workers
from semeai.go.points import BLACK, WHITE
from semeai.lab.breed import EXAM_GAMES, Limits, Watch, long_exam_games
from semeai.lab.exams import Exam, examine
from semeai.lab.run import Run
from semeai.lab.start import Say, method_record, read_start
from semeai.players.champion import Champion, pack_champion, read_champion
from semeai.rng import generator, seeds

Starts = tuple[Path | None, Path | None]
"""of black and white: the run of `semeai evolve` with whose population it begins; None for a new one"""

COLORS = dict(zip(SIDES, (BLACK, WHITE), strict=True))
# Places in the seed tree below (run seed, generation), beside those of the games; for each color.
_EXAM, _LONG_EXAM = (dict(zip(SIDES, places, strict=True)) for places in ((0, 1), (2, 3)))


@dataclass(frozen=True)
class Duel:
    """What came of it."""

    rows: Sequence[Row]
    champions: Mapping[str, Path]
    """by side: the file of who had its best exam of all"""
    exams: Mapping[str, Exam]
    """by side: the champion's long one, which had no part in making it one"""


def coevolve_pair(
    folder: Path,
    params: CoevolutionParams,
    problem: DuelProblem,
    seed: int,
    limits: Limits,
    workers: Workers,
    watch: Watch | None = None,
    starts: Starts = (None, None),
    exam_games: int = EXAM_GAMES,
    command: str = "",
) -> Duel:
    """Evolve in `folder`, or go on there. `watch` hears every new row once it is safe, and what a person should know.
    `command` is what a person types for this run, however far it is to go; champions tell of it.

    Raises OSError (a full disk, another process), DamagedFile, OtherParameters, and ValueError for methods that cannot
    breed this, starts that do not fit, and a target, which two sides do not have.
    """
    if limits.target is not None:
        raise ValueError("coevolution has no target")
    watch = watch or Watch()
    pair, started = begin_pair(params, problem, seed, starts, watch.say)
    parameters = {
        "method": {"name": "coevolution"} | asdict(params) | _methods(params, problem),
        "problem": _problem(problem),
        "seed": seed,
        "exam_games": exam_games,
        "start": started,
    }
    with Run(folder, parameters) as run:
        going = _Going(run, params, problem, seed, pair, workers, exam_games, command)
        n_done = run.restore(pair)
        for note in run.notes:
            watch.say(note)
        for generation in range(n_done, limits.generations):
            watch.row(going.breed(generation))
        duel = going.conclude()
        run.finish(summary(duel, run.folder))
    return duel


def begin_pair(
    params: CoevolutionParams,
    problem: DuelProblem,
    seed: int,
    starts: Starts = (None, None),
    say: Say | None = None,
) -> tuple[Coevolution, dict[str, str]]:
    """The populations before the first generation, and by side what tells starts apart, "" where there is none.
    `say` hears of damage to the starts.

    Raises OSError, DamagedFile and ValueError.
    """
    methods = _methods(params, problem)
    found = {
        side: None if folder is None else read_start(folder, methods[side], _problem(problem), say)
        for side, folder in zip(SIDES, starts, strict=True)
    }
    states = [start.state if start else None for start in found.values()]
    started = {side: start.digest if start else "" for side, start in found.items()}
    return Coevolution(params, problem.genes, generator(seed), states), started


def _methods(params: CoevolutionParams, problem: DuelProblem) -> dict[str, dict[str, Any]]:
    """By side: the method and all its parameters, as records of runs have them. Raises SpecError and ValueError."""
    methods = {}
    for side in SIDES:
        spec = getattr(params, side)
        methods[side] = method_record(spec, make_evolver(spec, problem.genes, generator(0)))
    return methods


def _problem(problem: DuelProblem) -> dict[str, Any]:
    return {"name": problem.player} | problem.settings()


# -- under way ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Going:
    """A coevolution that is under way in a run."""

    run: Run
    params: CoevolutionParams
    problem: DuelProblem
    seed: int
    pair: Coevolution
    workers: Workers
    exam_games: int
    command: str

    def breed(self, generation: int) -> Row:
        """Play, breed, examine the best of both sides, and keep all that. Returns the row."""
        meeting = self.pair.ask()
        its_seeds = seeds(len(meeting.black), self.seed, generation)
        margins = play_pairs(self.problem, meeting.black, meeting.white, meeting.is_met, its_seeds, self.workers)
        row: Row = {"generation": generation} | self.pair.tell(margins)
        best = dict(zip(SIDES, self.pair.champions, strict=True))
        for side, genome in best.items():
            row[f"{side}_share"] = self._examine(side, genome, self.exam_games, generation, _EXAM).share
        for side, genome in best.items():
            share = f"{side}_share"
            if row[share] > max((before[share] for before in self.run.rows[:generation]), default=-np.inf):
                self._keep_champion(side, genome, row)
        self.run.keep(generation, row, self.pair)
        return row

    def conclude(self) -> Duel:
        """Let the champions sit a long exam each, and say what came of the run."""
        champions, exams = {}, {}
        for side in SIDES:
            generation = max(self.run.rows, key=lambda row: float(row[f"{side}_share"]))["generation"]
            champions[side] = self._path(side, generation)
            genome = read_champion(champions[side]).genome
            n_games = long_exam_games(self.problem.exam(COLORS[side]), self.exam_games)
            exams[side] = self._examine(side, genome, n_games, generation, _LONG_EXAM)
        return Duel(self.run.rows, champions, exams)

    def _examine(self, side: str, genome: Candidate, n_games: int, generation: int, places: Mapping[str, int]) -> Exam:
        its_seeds = seeds(n_games, self.seed, generation, places[side])
        return examine(self.problem.exam(COLORS[side]), genome, its_seeds, self.workers)

    def _keep_champion(self, side: str, genome: Candidate, row: Row) -> None:
        # As far as this generation: the limits of a run may change, its files may not.
        command = {"command": f"{self.command} --generations {row['generation'] + 1}"} if self.command else {}
        champion = Champion(
            player=self.problem.player,
            genome=genome,
            rules=self.problem.rules,
            method=getattr(self.params, side),
            problem={"name": f"{side} in coevolution"} | self.problem.settings(),
            seed=self.seed,
            generation=row["generation"],
            row={name.removeprefix(f"{side}_"): value for name, value in row.items() if name.startswith(f"{side}_")},
            provenance={"commit": self.run.record["commit"]} | self.run.record["machine"] | command,
        )
        self.run.keep_file(self._path(side, row["generation"]), pack_champion(champion))

    def _path(self, side: str, generation: int) -> Path:
        path = self.run.champion_path(generation)
        return path.with_stem(f"{path.stem}-{side}")


def summary(duel: Duel, folder: Path | None = None) -> dict[str, Any]:
    """What the last line of `--json` tells, and `done.json`, which names files as they stand in `folder`."""
    return {
        "generations": len(duel.rows),
        "champions": {
            side: str(path) if folder is None else path.relative_to(folder).as_posix()
            for side, path in duel.champions.items()
        },
        "exams": {side: asdict(exam) for side, exam in duel.exams.items()},
    }
