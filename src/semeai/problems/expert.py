"""`expert`: expert iteration. The knowledge of `rave` is bred on games that its own champion plays by deep searches, so
search and knowledge improve each other, without games of others.

In each generation:

1. The champion of the last generation plays games with itself. Every move is searched deeply, and every open position
   is a lesson: the move that the search chose, and the result of the game. The newest lessons are kept.
2. The three parts of the genome are bred in turn by the method `cooperative`, each rated in its own way:
   - `priors` by the mean log-probability that they give to the chosen moves, over all lessons. This is exact and takes
     milliseconds, so they have several turns.
   - `playouts` by the mean squared error of their win rates as predictions of results, in some of the lessons. The
     results of games are better targets than the win rates of the search: those come from the same playouts, and a
     player would only learn to believe what it believes.
   - `search`, the constants, by games against the champion from the same openings.
3. After every few generations the champion of the method plays a match against the standing champion, which it
   replaces if it is shown to be stronger (`promotion.py`).

Lessons and standing champion are part of the state of a run: `ExpertMethod` wraps the method and adds them to its
state.

    T. Anthony, Z. Tian, D. Barber: Thinking fast and slow with deep learning and tree search. NIPS 2017.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, ClassVar

import numpy as np
import numpy.typing as npt

from semeai.bounds import Bounded, Range
from semeai.evolve.evolver import Candidate, Candidates, Fitness, Row, State
from semeai.evolve.method import Method, Rating, Varied, WrappedMethod
from semeai.evolve.states import LEAGUE, MOST, demand, pack_genomes, read_genomes
from semeai.go.player import Player
from semeai.go.rules import Rules
from semeai.nets.genes import Genes, Part
from semeai.parallel.executors import Workers
from semeai.players import read_bred
from semeai.players.search.genome import N_GENES, PARTS, Origin
from semeai.problems.beliefs import Balance, Prediction, fixed_beliefs
from semeai.problems.games import GameMeasure, worth_of
from semeai.problems.problem import Problem
from semeai.problems.promotion import Results, is_promoted
from semeai.problems.rounds import COLORS, Round
from semeai.problems.teaching import MAX_LESSONS, RULES, Study, arrays_of, lessons_of, study, teaching_game
from semeai.rng import generator, seeds

OPENING = 6
"""random moves at the start of a game between candidates"""
FIRST_GAMES = 8
"""games that teach before the first generation, as a multiple of those of every other one"""
TURNS = {"search": 1, "playouts": 1, "priors": 20}
"""generations of each part in one generation of the run"""
_GAMES, _LESSONS, _MATCH, _RATED = 20, 21, 22, 23  # places in the seed tree below (run seed, generation); if they
#                                                    change, rows do


@dataclass(frozen=True)
class Expert(Bounded, Problem):
    playouts: Annotated[int, Range(10, 10_000)] = 150
    """playouts per move in games that rate constants of the search, and in matches"""
    deep: Annotated[int, Range(10, 1_000_000)] = 1500
    """playouts per move in games that teach"""
    games: Annotated[int, Range(1, 1000)] = 8
    """games that teach, per generation"""
    window: Annotated[int, Range(1, MAX_LESSONS)] = 10_000
    """lessons that are kept; older ones are dropped"""
    positions: Annotated[int, Range(1, MAX_LESSONS)] = 600
    """lessons that rate the playouts of a generation"""
    samples: Annotated[int, Range(1, 10_000)] = 24
    """playouts from each of them"""
    rated: Annotated[int, Range(2, 1000)] = 12
    """games that rate constants of the search"""
    pause: Annotated[int, Range(1)] = 4
    """generations between two matches for a new champion"""
    promotion: Annotated[int, Range(2)] = 100
    """games of such a match at most"""
    origin: Origin = Origin.NOTHING
    """the prior knowledge that evolution starts from: best or none"""

    columns: ClassVar[Mapping[str, str]] = {
        "search_fitness": "constants",
        "playouts_fitness": "playouts",
        "priors_fitness": "priors",
        "promotions": "promotions",
    }
    _name: ClassVar[str] = "expert"
    name: ClassVar[str] = "expert"
    unit: ClassVar[str] = "mean log-probability of the searched move"
    is_slow: ClassVar[bool] = True
    rules: ClassVar[Rules] = RULES

    @property
    def player(self) -> str:
        return f"rave:playouts={self.playouts},resign=0,memory=16,origin={self.origin}"

    @property
    def genes(self) -> Genes:
        return Genes(N_GENES, -1.0, 1.0, parts=tuple(Part(name, n, TURNS[name]) for name, n in PARTS.items()))

    def drive(self, method: Method, seed: int) -> Method:
        return ExpertMethod(method, self, seed)

    def teach(self, genome: Candidate, seed: int) -> list[Study]:
        """The lessons of one game of a genome with itself."""
        bred = read_bred(f"rave:playouts={self.deep},resign=0,memory=64,origin={self.origin}")
        player: Player = bred.from_genome(genome, RULES)
        return teaching_game(player, seed, fixed_beliefs(self.player))


class ExpertMethod(WrappedMethod):
    """A method whose candidates learn from games of its champion."""

    def __init__(self, method: Method, problem: Expert, seed: int) -> None:
        """Wrap a method. Raises ValueError if it does not breed a single champion."""
        super().__init__(method)
        self._problem, self._seed = problem, seed
        self._studies: list[Study] = []
        self._standing = method.champions[""]
        self._n_promoted = 0

    # -- a generation --------------------------------------------------------------------------------------------------

    def advance(self, rating: Rating) -> Row:
        self._learn(rating)
        champion = self.method.champions[""]
        row = self.method.advance(Lecture(self._problem, self._studies, champion, self._seed, rating))
        challenger = self.method.champions[""]
        if not self._n_promoted or self._is_stronger(challenger, rating):
            self._standing = challenger
            self._n_promoted += 1
        return row | {"promotions": self._n_promoted}

    def _learn(self, rating: Rating) -> None:
        """Step 1: add the lessons of new games of the champion, and drop the oldest ones."""
        problem = self._problem
        n_games = problem.games * (1 if self._studies else FIRST_GAMES)
        games = seeds(n_games, self._seed, rating.generation, _GAMES)
        found = rating.workers.in_order(partial(problem.teach, self.method.champions[""]), map(int, games))
        new = [one for studies in found for one in studies]
        self._studies = [*self._studies, *new][-problem.window :]

    def _is_stronger(self, challenger: Candidate, rating: Rating) -> bool:
        """Step 3: True if it is time for a match, and the match shows that the challenger is stronger than the standing
        champion."""
        problem = self._problem
        if (rating.generation + 1) % problem.pause or np.array_equal(challenger, self._standing):
            return False
        n_played = 0

        def play(n: int) -> Results:
            nonlocal n_played
            path = (self._seed, rating.generation, _MATCH, n_played)
            n_played += n
            results: Results = _match(problem, [challenger], self._standing, n, path, rating.workers)[0]
            return results

        return is_promoted(play, problem.promotion // COLORS)

    @property
    def champions(self) -> Mapping[str, Candidate]:
        return {"": self._standing}

    # -- state ---------------------------------------------------------------------------------------------------------

    def state(self) -> State:
        kind = self._standing.dtype
        own = {"promoted": np.array([self._n_promoted])} | pack_genomes("standing", [self._standing], kind)
        own |= arrays_of([one.lesson for one in self._studies])
        return {**self.method.state(), **{LEAGUE + name: array for name, array in own.items()}}

    def restore(self, state: State) -> None:
        own = {name.removeprefix(LEAGUE): array for name, array in state.items() if name.startswith(LEAGUE)}
        inner = {name: array for name, array in state.items() if not name.startswith(LEAGUE)}
        if own.keys() != {"promoted", "standing", "standing.lengths", "moves", "ends", "best", "results"}:
            raise ValueError("the state belongs to a run with another problem")
        kind, genes = self._standing.dtype, self._problem.genes
        standing, promoted = read_genomes(own, "standing", kind, genes), own["promoted"]
        demand(len(standing) == 1, "standing")
        demand(promoted.shape == (1,) and promoted.dtype == np.int64 and 0 <= promoted[0] < MOST, "promoted")
        demand(len(own["ends"]) <= self._problem.window, "lessons")  # before any of them is played
        fixed = fixed_beliefs(self._problem.player)
        studies = [study(lesson, fixed) for lesson in lessons_of(own)]
        self.method.restore(inner)
        self._studies, self._standing, self._n_promoted = studies, standing[0], int(promoted[0])


class Lecture:
    """The lessons of one generation. The method uses it to rate candidates: step 2."""

    def __init__(
        self, problem: Expert, studies: Sequence[Study], champion: Candidate, seed: int, rating: Rating
    ) -> None:
        self._problem, self._champion, self._seed, self._rating = problem, champion, seed, rating
        rng = generator(seed, rating.generation, _LESSONS)
        chosen = rng.permutation(len(studies))[: problem.positions].tolist()
        self._prediction = Prediction.of(problem.player, studies)
        self._balance = Balance.of(problem.player, [studies[i] for i in chosen], problem.samples)

    @property
    def generation(self) -> int:
        return self._rating.generation

    @property
    def workers(self) -> Workers:
        return self._rating.workers

    def __call__(self, asked: Varied) -> Fitness:
        """The fitness of candidates. All have the same seed, so they play and search alike."""
        if not isinstance(asked, Varied):
            raise ValueError("expert rates each part of a genome in its own way, so only cooperative breeds for it")
        path = (self._seed, self.generation, _RATED)
        if asked.part == "search":
            n_openings = self._problem.rated // COLORS
            shares = _match(self._problem, asked.candidates, self._champion, n_openings, path, self.workers)
            return np.asarray(shares.mean(axis=1))
        problem = self._prediction if asked.part == "priors" else self._balance
        return problem.spread(asked.candidates, np.repeat(seeds(1, *path), len(asked.candidates)), self.workers)


def _match(
    problem: Expert, candidates: Candidates, rival: Candidate, n: int, path: tuple[int, ...], workers: Workers
) -> npt.NDArray[np.float64]:
    """The share of the points that each candidate has against a rival, by candidate and opening."""
    games = Round(
        problem.player,
        RULES.limited(),
        (),
        random_moves=OPENING,
        rivals=(rival,),
        plan=(0,) * n,
        path=path,
    )
    margins = games.spread_games(candidates, workers)[:, :, 0]
    shares: npt.NDArray[np.float64] = worth_of(margins, GameMeasure.WINS).reshape(-1, n, COLORS).mean(axis=2)
    return shares
