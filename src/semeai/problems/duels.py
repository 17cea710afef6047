"""Games between two populations, as a problem for coevolution: every black player against every white one.

The random streams of a game follow from the seed of its black player and the number of its white one, so a game does
not depend on the worker or on the other games of its task.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from semeai.arena.batch import fixtures_of, play_batch
from semeai.arena.schedule import Colors
from semeai.evolve.coevolution import Assembly, Meeting
from semeai.evolve.evolver import Candidate, Row, Seeds
from semeai.go.game import Game
from semeai.go.lineup import line_up
from semeai.go.rules import Rules
from semeai.nets.genes import Genes, Units
from semeai.parallel.executors import Workers
from semeai.players import read_bred
from semeai.problems.games import SMALL, GoProblem, black_margins, rules_options
from semeai.problems.problem import Named, Problem
from semeai.rng import seeds, streams

Margins = npt.NDArray[np.float64]
"""by black and white player: black's points minus white's"""
Met = npt.NDArray[np.bool_]
"""by black and white player: True if they play each other"""


@dataclass(frozen=True)
class DuelProblem(Problem):
    """Games between two populations, and the exams of their champions."""

    player: str = "network"
    """the player that genomes of both sides make, for `players.read_bred`"""
    rules: Rules = SMALL
    """rules with a move limit; a default is set if there is none"""
    n_games: int = 1
    """games of each pair; deterministic players need only one"""
    opponent: str = "wally:noise=0.1"
    """opponent of the champions, only in exams: the specification of a compiled player"""

    def __post_init__(self) -> None:
        """Check the settings. Raises ValueError, and OSError if the opponent is a file that cannot be read."""
        object.__setattr__(self, "rules", self.rules.limited())
        if self.n_games < 1:
            raise ValueError(f"expected at least one game per pair, found {self.n_games}")
        if not read_bred(self.player).is_compiled:
            raise ValueError(
                f"{self.player} is not a compiled player, which coevolution needs; use network, field, local or shape"
            )
        self.exam("black")  # which fails if there is no such player, opponent or board

    @property
    def genes(self) -> Genes | Units:
        return read_bred(self.player).genes(self.rules)

    columns: ClassVar[Mapping[str, str]] = {
        "black_wins": "black wins",
        "white_wins": "white wins",
        "black_share": "black's exam",
        "white_share": "white's exam",
    }

    @property
    def name(self) -> str:
        return self.player

    def name_parts(self, order: Named) -> list[str]:
        return [order.spec, order.params.black, order.params.white, self.player, f"{self.rules.size}x{self.rules.size}"]

    def options(self) -> dict[str, Any]:
        return {"problem": self.player, "opponent": self.opponent} | rules_options(self.rules)

    def curve(self, row: Row) -> float:
        return float(row["black_share"] + row["white_share"]) / 2

    def exam(self, champion: str) -> GoProblem:
        """The exam of the best black or white player, against an opponent that has no part in the coevolution."""
        colors = Colors.A_BLACK if champion == "black" else Colors.A_WHITE
        return GoProblem(self.player, self.rules, (self.opponent,), n_games=1, colors=colors)

    def settings(self) -> dict[str, Any]:
        """Everything that margins and exams depend on."""
        exam = self.exam("black").settings()
        return {
            "player": self.player,
            "rules": self.rules.describe(),
            "n_games": self.n_games,
            "exam_opponent": self.opponent,
            "exam_opponent_settings": exam["opponent_settings"],
        }

    def margins(self, black: Sequence[Candidate], white: Sequence[Candidate], is_met: Met, seeds: Seeds) -> Margins:
        """Play all pairs that meet, on one core. `seeds` are those of the black players.

        Returns the mean over the games of each pair, including komi; a game that is not counted is worth the whole
        board. Pairs that do not meet have nan. Raises ValueError for an invalid genome.
        """
        found = np.full(is_met.shape, np.nan)
        if not is_met.any():
            return found
        # A stream for each color in each game with each white player, even if they do not meet.
        n_streams = 2 * self.n_games * len(white)
        rngs = np.concatenate([streams(n_streams, seed) for seed in seeds.tolist()])
        rngs = rngs.reshape(*is_met.shape, self.n_games, 2)[is_met].reshape(-1, 2)
        bred = read_bred(self.player)
        parts = [part for side in (black, white) for part in (side.parts if isinstance(side, Assembly) else [side])]
        players = line_up([bred.lineup(part, self.rules) for part in parts])
        rows, columns = (np.repeat(numbers, self.n_games) for numbers in np.nonzero(is_met))
        fixtures = fixtures_of(0, rows, len(black) + columns)
        batch = play_batch(self.rules, [Game(self.rules).board], players, fixtures, rngs)
        found[is_met] = black_margins(batch).reshape(-1, self.n_games).mean(axis=1)
        return found

    def answer(self, asked: Meeting, path: tuple[int, ...], workers: Workers) -> Margins:
        """`margins` of a meeting over all workers, some black players per task. The split does not change the
        result."""
        black, white, is_met, its_seeds = asked.black, asked.white, asked.is_met, seeds(len(asked.black), *path)
        n_games = int(is_met.sum()) * self.n_games
        n_tasks = min(len(black), workers.n_tasks(n_games))
        # Rows differ in their number of games, so each task gets an equal share of the games.
        n_before = np.cumsum([0, *is_met.sum(axis=1)])
        wanted = n_before[-1] * np.arange(n_tasks + 1) / n_tasks
        bounds = np.searchsorted(n_before, wanted).tolist()
        bounds[-1] = len(black)
        shares = [(black[a:b], is_met[a:b], its_seeds[a:b]) for a, b in pairwise(bounds)]
        margins = np.concatenate(list(workers.in_order(partial(_play, self, white), shares)))
        workers.measure(n_games)
        return margins


def _play(problem: DuelProblem, white: Sequence[Candidate], share: tuple[Sequence[Candidate], Met, Seeds]) -> Margins:
    black, is_met, seeds = share
    return problem.margins(black, white, is_met, seeds)
