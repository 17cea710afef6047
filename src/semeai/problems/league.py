"""A league: games as a problem whose opponents and champion change during the run.

In each generation:

1. New openings are drawn, and all candidates play the same games (`rounds.py`), both colors from each opening.
2. The opponents are named players and a hall of fame of earlier champions. Those that teach most get most of the
   openings (`pool.py`).
3. Candidates race: after each round only the best continue. Final opponents, such as slow ones, meet only the
   candidates that are left after the last round (`racing.py`; richards, section 9.3: "Only those networks that appear
   promising need be evaluated fully against the slower opponent").
4. The best of the generation replaces the current champion if a match shows that it is stronger
   (`promotion.py`). Champions enter the hall of fame.

Opponents and champion are part of the state of a run. `League` wraps any method that breeds one champion and adds them
to its state, so methods need not know about leagues.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.arena.batch import compiled_player
from semeai.arena.schedule import Colors
from semeai.evolve.evolver import Candidate, Candidates, Fitness, Row, State
from semeai.evolve.method import Answers, Described, Method, Rating, Varied, WrappedMethod
from semeai.evolve.states import LEAGUE, MOST, demand, demand_within, pack_genomes, read_genomes
from semeai.parallel.executors import Workers
from semeai.problems.games import GameMeasure, GoProblem, players_settings, worth_of
from semeai.problems.pool import Numbers, Pool, draw_plan
from semeai.problems.problem import Named
from semeai.problems.promotion import Results, is_promoted
from semeai.problems.racing import Alive, race
from semeai.problems.rounds import COLORS, Heat, Outcomes, Round
from semeai.rng import generator

_PLAN = 10  # a place in the seed tree below (run seed, generation); it must not change, or rows would


class Weighting(StrEnum):
    """The division of a generation's openings among the opponents."""

    TEACHING = "teaching"
    """most for opponents that win about half of their games"""
    EVEN = "even"
    """the same number for each"""


@dataclass(frozen=True)
class LeagueProblem(GoProblem):
    """Games in a league. Exams are games against the named opponents, as without a league."""

    weighting: Weighting = Weighting.TEACHING
    hall: int = 0
    """maximum number of earlier champions of the run among the opponents"""
    promotion: int = 0
    """maximum number of games in the match for a new champion; 0 if the best exam decides"""
    rounds: int = 1
    """rounds of a race"""
    keep: float = 0.5
    """the share of the candidates that continues after each round"""
    finals: tuple[str, ...] = ()
    """specifications of players that only the best meet"""
    final_games: int = 4
    """games of each of these against final opponents"""

    def __post_init__(self) -> None:
        """Check the settings. Raises ValueError, and OSError if an opponent is a file that cannot be read."""
        super().__post_init__()
        if self.colors is not Colors.SWAP:
            raise ValueError("a league needs --colors both, since each opening is played with both colors")
        numbers = {"games": self.n_games, "promotion games": self.promotion, "final games": self.final_games}
        for what, n in numbers.items():
            if n < 0 or n % COLORS:
                raise ValueError(f"expected an even number of {what}, two from each opening, found {n}")
        if not 1 <= self.rounds <= self.n_games // COLORS:
            raise ValueError(
                f"expected 1 to {self.n_games // COLORS} rounds for {self.n_games} games, found {self.rounds}"
            )
        if not 0 < self.keep <= 1:
            raise ValueError(f"expected a share above 0 and up to 1 that continues after a round, found {self.keep:g}")
        if self.hall < 0 or self.final_games == 0:
            raise ValueError("expected 0 or more members of the hall of fame, and at least one game in finals")
        for lineup in map(compiled_player, self.finals):
            if lineup is not None:
                lineup.check(self.rules)

    def drive(self, method: Method, seed: int) -> Method:
        return League(method, self, seed)

    def exam(self, champion: str) -> GoProblem:
        return GoProblem(
            self.player,
            self.rules,
            self.opponents,
            self.n_games,
            self.colors,
            self.measure,
            random_moves=self.random_moves,
        )

    def settings(self) -> dict[str, Any]:
        finals = {
            "finals": ", ".join(self.finals),
            "finals_settings": players_settings(self.finals),
            "final_games": self.final_games,
        }
        return super().settings() | self._words() | (finals if self.finals else {})

    def options(self) -> dict[str, Any]:
        finals = {"final": self.finals, "final_games": self.final_games} if self.finals else {}
        return super().options() | self._words() | finals

    def name_parts(self, order: Named) -> list[str]:
        words = " ".join(f"{name} {value}" for name, value in self._words().items())
        return [*super().name_parts(order), words, *self.finals]

    def _words(self) -> dict[str, Any]:
        words = {"league": str(self.weighting), "hall": self.hall, "promotion": self.promotion, "rounds": self.rounds}
        return words | ({"keep": self.keep} if self.rounds > 1 or self.finals else {})

    def answer(self, asked: Heat, path: tuple[int, ...], workers: Workers) -> Outcomes:
        """Play a round on all workers. Returns the outcomes by candidate and game."""
        met = np.unique(asked.plan)
        n_named = len(asked.opponents)
        games = Round(
            self.player,
            self.rules,
            tuple(asked.opponents[i] for i in met[met < n_named]),
            colors=self.colors,
            random_moves=self.random_moves,
            rivals=tuple(asked.rivals[i - n_named] for i in met[met >= n_named]),
            plan=tuple(np.searchsorted(met, asked.plan).tolist()),
            path=path,
            is_described=asked.is_described,
        )
        return games.spread_games(asked.candidates, workers)


class League(WrappedMethod):
    """A method whose candidates play in a league."""

    def __init__(self, method: Method, problem: LeagueProblem, seed: int) -> None:
        """Wrap a method. Raises ValueError if it does not breed a single champion."""
        super().__init__(method)
        self._problem, self._seed = problem, seed
        staged = [spec for stage in problem.stages for spec in stage.opponents]
        names = tuple(dict.fromkeys([*problem.opponents, *staged, *problem.finals]))
        self._pool = Pool(names, problem.hall)
        self._standing: list[Candidate] = []  # the current champion, if there is one
        self._n_promoted = 0

    # -- a generation --------------------------------------------------------------------------------------------------

    def advance(self, rating: Rating) -> Row:
        season = Season(self._problem, self._pool, self._seed, rating)
        row = self.method.advance(season)
        season.teach()
        best = self.method.champions[""]
        if not self._problem.promotion:
            self._pool.enter(best)
            return row | {"games": season.n_games}
        if not self._standing or self._is_stronger(best, season):
            self._standing = [best.copy()]
            self._n_promoted += 1
            self._pool.enter(best)
        return row | {"games": season.n_games, "promotions": self._n_promoted}

    def _is_stronger(self, challenger: Candidate, season: "Season") -> bool:
        """Return True if a match shows that the challenger is stronger than the current champion."""
        (champion,) = self._standing
        if np.array_equal(challenger, champion):
            return False
        return is_promoted(partial(season.match, challenger, champion), self._problem.promotion // COLORS)

    @property
    def champions(self) -> Mapping[str, Candidate]:
        return {"": self._standing[0]} if self._standing else self.method.champions

    def findings(self) -> dict[str, Any]:
        """The findings of the method, and the candidates' scores against the named opponents in late generations."""
        scores = zip(self._pool.names, self._pool.scores.tolist(), strict=False)  # the hall of fame comes after these
        return self.method.findings() | {"scores": dict(scores)}

    # -- state ---------------------------------------------------------------------------------------------------------

    def state(self) -> State:
        kind = self.method.champions[""].dtype
        own = {"scores": self._pool.scores.copy(), "promoted": np.array([self._n_promoted])}
        own |= pack_genomes("hall", self._pool.hall, kind) | pack_genomes("standing", self._standing, kind)
        return {**self.method.state(), **{LEAGUE + name: array for name, array in own.items()}}

    def restore(self, state: State) -> None:
        own = {name.removeprefix(LEAGUE): array for name, array in state.items() if name.startswith(LEAGUE)}
        inner = {name: array for name, array in state.items() if not name.startswith(LEAGUE)}
        if own.keys() != {"scores", "promoted", "hall", "hall.lengths", "standing", "standing.lengths"}:
            raise ValueError("the state belongs to a run without a league")
        kind, genes = self.method.champions[""].dtype, self._problem.genes
        hall, standing = (read_genomes(own, name, kind, genes) for name in ("hall", "standing"))
        scores, promoted = own["scores"], own["promoted"]
        demand(len(hall) <= self._problem.hall, "hall")
        demand(scores.shape == (len(self._pool.names) + len(hall),) and scores.dtype == np.float64, "scores")
        demand_within(own, "scores", 0, 1)
        demand(promoted.shape == (1,) and promoted.dtype == np.int64 and 0 <= promoted[0] < MOST, "promoted")
        demand(len(standing) == (promoted[0] > 0), "standing")
        self.method.restore(inner)
        self._pool = Pool(self._pool.names, self._problem.hall, hall)
        self._pool.scores = scores.copy()
        self._standing, self._n_promoted = standing, int(promoted[0])


class Season:
    """The games of one generation. The method uses it to rate candidates."""

    def __init__(self, problem: LeagueProblem, pool: Pool, seed: int, rating: Rating) -> None:
        self._problem, self._pool, self._rating = problem.at(rating.generation), pool, rating
        self._rng = generator(seed, rating.generation, _PLAN)
        self._met: list[tuple[Numbers, Results]] = []  # opponents and points of all games that rate candidates
        self.n_games = 0
        """number of games played"""

    @property
    def generation(self) -> int:
        return self._rating.generation

    @property
    def workers(self) -> Workers:
        return self._rating.workers

    def __call__(self, asked: Candidates | Varied | Described) -> Fitness | Answers:
        """Rate candidates in a race. All of them play the first round, which describes them."""
        if isinstance(asked, Varied):
            return self._race(asked.candidates)
        if isinstance(asked, Described):
            fitness = self._race(asked.candidates, is_described=True)
            return np.column_stack([fitness, self._descriptors])
        return self._race(asked)

    def _race(self, candidates: Candidates, is_described: bool = False) -> Fitness:
        problem = self._problem
        parts = np.array_split(self._plan(problem.opponents, problem.n_games, with_hall=True), problem.rounds)
        if problem.finals:
            parts.append(self._plan(problem.finals, problem.final_games, with_hall=False))
        first, *rest = parts
        rounds = [partial(self._play, candidates, first, is_described)]
        rounds += [partial(self._play, candidates, part, False) for part in rest]
        return race(len(candidates), rounds, problem.keep)

    def teach(self) -> None:
        """Tell the pool the candidates' results against each opponent."""
        if self._met:
            opponents, points = map(np.concatenate, zip(*self._met, strict=True))
            self._pool.learn(opponents, points)

    def match(self, one: Candidate, other: Candidate, n_openings: int) -> Results:
        """Play some openings with both colors. Returns the first candidate's share of the points from each."""
        (outcomes,) = self._ask(Heat([one], (), [other], [0] * n_openings))
        margins = outcomes[:, 0]
        results: Results = worth_of(margins, GameMeasure.WINS).reshape(n_openings, COLORS).mean(axis=1)
        return results

    def _plan(self, names: tuple[str, ...], n_games: int, with_hall: bool) -> Numbers:
        """The opponent of each opening."""
        numbers = self._pool.numbers(names, with_hall)
        is_even = self._problem.weighting is Weighting.EVEN
        weights = np.ones(len(numbers)) if is_even else self._pool.weights[numbers]
        return draw_plan(numbers, weights, n_games // COLORS, self._rng)

    def _play(self, candidates: Candidates, plan: Numbers, is_described: bool, alive: Alive) -> npt.NDArray[np.float64]:
        """Play a round. Returns the worth of each game, by candidate and game."""
        chosen = candidates if len(alive) == len(candidates) else [candidates[i] for i in alive.tolist()]
        outcomes = self._ask(Heat(chosen, self._pool.names, self._pool.hall, plan.tolist(), is_described))
        if is_described:
            self._descriptors = outcomes[:, :, 1:].mean(axis=1)
        margins = outcomes[:, :, 0]
        self._met.append((np.tile(np.repeat(plan, COLORS), len(alive)), worth_of(margins, GameMeasure.WINS).ravel()))
        return worth_of(margins, self._problem.measure)

    def _ask(self, heat: Heat) -> Outcomes:
        self.n_games += heat.n_games
        outcomes: Outcomes = self._rating(heat)
        return outcomes
