"""`expert`: expert iteration. A genome of `rave` is rated by how well its short search predicts a deep search of the
run's own champion, so both improve together, without games of others.

In each generation:

1. The champion of the last generation plays quick games with itself, and judges positions in them by a deep search.
   The judge trusts priors no more than the player that evolution starts from: a search with strong priors confirms
   them, and candidates would learn to repeat what they believe already.
2. The newest judged positions are the lessons. All candidates search the same lessons, and their fitness is their
   agreement with the deep search (`agreement.py`).
3. After every few generations the champion of the method plays a match against the standing champion, which it
   replaces if it is shown to be stronger (`promotion.py`).

Lessons and standing champion are part of the state of a run: `ExpertMethod` wraps any method that breeds one champion
and adds them to its state.

    T. Anthony, Z. Tian, D. Barber: Thinking fast and slow with deep learning and tree search. NIPS 2017.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, ClassVar

import numpy as np

from semeai.bounds import Bounded, Range
from semeai.evolve.evolver import Candidate, Candidates, Fitness, Row, Seeds, State
from semeai.evolve.method import Described, Method, Rating, WrappedMethod
from semeai.evolve.states import LEAGUE, MOST, demand, pack_genomes, read_genomes
from semeai.go.player import Player
from semeai.go.rules import Rules
from semeai.nets.genes import Genes, Units
from semeai.parallel.executors import Workers
from semeai.players import read_bred
from semeai.players.search.genome import Origin, with_first_trust
from semeai.problems.agreement import (
    MAX_POSITIONS,
    RANDOM_MOVES,
    RULES,
    Lesson,
    arrays_of,
    foresight,
    judge_game,
    lessons_of,
)
from semeai.problems.games import GameMeasure, worth_of
from semeai.problems.problem import Problem
from semeai.problems.promotion import Results, is_promoted
from semeai.problems.rounds import COLORS, Round
from semeai.rng import generator, seeds

FIRST_GAMES = 8
"""judged games before the first generation, as a multiple of those of every other one"""
_JUDGED, _LESSONS, _MATCH = 20, 21, 22  # places in the seed tree below (run seed, generation); if they change, rows do


@dataclass(frozen=True)
class Expert(Bounded, Problem):
    playouts: Annotated[int, Range(10, 10_000)] = 100
    """playouts of the short search, and of each move in games"""
    deep: Annotated[int, Range(10, 1_000_000)] = 4000
    """playouts of the deep search that judges a position"""
    positions: Annotated[int, Range(1, MAX_POSITIONS)] = 80
    """positions that rate the candidates of a generation"""
    games: Annotated[int, Range(1, 1000)] = 2
    """judged games in a generation"""
    window: Annotated[int, Range(1, MAX_POSITIONS)] = 600
    """judged positions that are kept; older ones are dropped"""
    pause: Annotated[int, Range(1)] = 20
    """generations between two matches for a new champion"""
    promotion: Annotated[int, Range(2)] = 100
    """games of such a match at most"""
    origin: Origin = Origin.NOTHING
    """the prior knowledge that evolution starts from: best or none"""

    _name: ClassVar[str] = "expert"
    name: ClassVar[str] = "expert"
    unit: ClassVar[str] = "agreement with a deep search"
    is_slow: ClassVar[bool] = True
    rules: ClassVar[Rules] = RULES

    @property
    def player(self) -> str:
        return f"rave:playouts={self.playouts},resign=0,memory=16,origin={self.origin}"

    @property
    def genes(self) -> Genes | Units:
        return read_bred(self.player).genes(RULES)

    def drive(self, method: Method, seed: int) -> Method:
        return ExpertMethod(method, self, seed)

    def make(self, genome: Candidate, playouts: int) -> Player:
        """The player of a genome."""
        return read_bred(replace(self, playouts=playouts).player).from_genome(genome, RULES)

    def judge(self, genome: Candidate, seed: int) -> list[Lesson]:
        """The judged positions of one quick game."""
        judge = self.make(with_first_trust(genome), self.deep)
        return judge_game(self.make(genome, self.playouts), judge, seed)


class ExpertMethod(WrappedMethod):
    """A method whose candidates learn to predict deep searches of its champion."""

    def __init__(self, method: Method, problem: Expert, seed: int) -> None:
        """Wrap a method. Raises ValueError if it does not breed a single champion."""
        super().__init__(method)
        self._problem, self._seed = problem, seed
        self._lessons: list[Lesson] = []
        self._standing = method.champions[""]
        self._n_promoted = 0

    # -- a generation --------------------------------------------------------------------------------------------------

    def advance(self, rating: Rating) -> Row:
        self._judge(rating)
        row = self.method.advance(Lecture(self._problem, self._lessons, self._seed, rating))
        challenger = self.method.champions[""]
        if not self._n_promoted or self._is_stronger(challenger, rating):
            self._standing = challenger
            self._n_promoted += 1
        return row | {"promotions": self._n_promoted}

    def _judge(self, rating: Rating) -> None:
        """Add the positions of new games of the champion, and drop the oldest ones."""
        problem = self._problem
        n_games = problem.games * (1 if self._lessons else FIRST_GAMES)
        games = seeds(n_games, self._seed, rating.generation, _JUDGED)
        found = rating.workers.in_order(partial(problem.judge, self.method.champions[""]), map(int, games))
        new = [lesson for lessons in found for lesson in lessons]
        self._lessons = [*self._lessons, *new][-problem.window :]

    def _is_stronger(self, challenger: Candidate, rating: Rating) -> bool:
        """Return True if it is time for a match, and the match shows that the challenger is stronger than the standing
        champion."""
        problem = self._problem
        if (rating.generation + 1) % problem.pause or np.array_equal(challenger, self._standing):
            return False
        n_played = 0

        def play(n: int) -> Results:
            nonlocal n_played
            games = Round(
                problem.player,
                RULES.limited(),
                (),
                random_moves=RANDOM_MOVES,
                rivals=(self._standing,),
                plan=(0,) * n,
                path=(self._seed, rating.generation, _MATCH, n_played),
            )
            n_played += n
            margins = games.spread_games([challenger], rating.workers)[0, :, 0]
            shares: Results = worth_of(margins, GameMeasure.WINS).reshape(n, COLORS).mean(axis=1)
            return shares

        return is_promoted(play, problem.promotion // COLORS)

    @property
    def champions(self) -> Mapping[str, Candidate]:
        return {"": self._standing}

    # -- state ---------------------------------------------------------------------------------------------------------

    def state(self) -> State:
        kind = self._standing.dtype
        own = {"promoted": np.array([self._n_promoted])} | pack_genomes("standing", [self._standing], kind)
        own |= arrays_of(self._lessons)
        return {**self.method.state(), **{LEAGUE + name: array for name, array in own.items()}}

    def restore(self, state: State) -> None:
        own = {name.removeprefix(LEAGUE): array for name, array in state.items() if name.startswith(LEAGUE)}
        inner = {name: array for name, array in state.items() if not name.startswith(LEAGUE)}
        if own.keys() != {"promoted", "standing", "standing.lengths", "moves", "ends", "best", "values"}:
            raise ValueError("the state belongs to a run with another problem")
        kind, genes = self._standing.dtype, self._problem.genes
        standing, promoted = read_genomes(own, "standing", kind, genes), own["promoted"]
        demand(len(standing) == 1, "standing")
        demand(promoted.shape == (1,) and promoted.dtype == np.int64 and 0 <= promoted[0] < MOST, "promoted")
        lessons = list(lessons_of(own))
        demand(len(lessons) <= self._problem.window, "lessons")
        self.method.restore(inner)
        self._lessons, self._standing, self._n_promoted = lessons, standing[0], int(promoted[0])


class Lecture:
    """The lessons of one generation. The method uses it to rate candidates."""

    def __init__(self, problem: Expert, lessons: list[Lesson], seed: int, rating: Rating) -> None:
        self._problem, self._rating = problem, rating
        rng = generator(seed, rating.generation, _LESSONS)
        chosen = rng.permutation(len(lessons))[: problem.positions].tolist()
        self._exercise = Exercise(problem.player, tuple(lessons[i] for i in chosen))
        self._seed = int(seeds(1, seed, rating.generation, _LESSONS)[0])

    @property
    def generation(self) -> int:
        return self._rating.generation

    @property
    def workers(self) -> Workers:
        return self._rating.workers

    def __call__(self, asked: Candidates | Described) -> Fitness:
        """The fitness of candidates. All have the same seed, so they search the same positions alike."""
        if isinstance(asked, Described):
            raise ValueError("expert does not describe its candidates, so mapelites cannot breed for it; use cma")
        return self._exercise.spread(asked, np.full(len(asked), self._seed, dtype=np.uint64), self.workers)


@dataclass(frozen=True, eq=False)
class Exercise(Problem):
    """The lessons that rate the candidates of one generation."""

    spec: str
    """the player that genomes play as"""
    lessons: tuple[Lesson, ...]

    name: ClassVar[str] = "exercise"
    is_slow: ClassVar[bool] = True

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        bred = read_bred(self.spec)
        players = [bred.from_genome(genome, RULES) for genome in candidates]
        n = len(self.lessons)
        return np.array([foresight(one, self.lessons, n, int(seed)) for one, seed in zip(players, seeds, strict=True)])
