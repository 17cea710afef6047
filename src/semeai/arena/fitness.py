"""Go as a problem for evolution: how well the player that a genome makes does against an opponent.

All games of all candidates are played in one call of the kernel. The random streams of a game follow from the seed of
its candidate and its number, so a candidate is worth the same wherever and with whomever it is rated.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.arena.batch import Batch, fixtures_of, play_batch
from semeai.arena.games_kernel import AT_LIMIT, BLACK_ERRED, WHITE_ERRED
from semeai.arena.match import compiled_player
from semeai.arena.schedule import Colors
from semeai.evolve.evolver import Candidate, Candidates, Fitness, Seeds
from semeai.evolve.problem import Genes, Units
from semeai.go.board import MAX_MOVES
from semeai.go.game import LOSER, Game
from semeai.go.points import BLACK
from semeai.go.rules import Rules
from semeai.players.bred import read_bred
from semeai.players.compiled import Lineup, line_up
from semeai.rng import streams
from semeai.sgf import write_game

SMALL = Rules(size=5)


class Measure(StrEnum):
    """What a game is worth to the candidate."""

    MARGIN = "margin"
    """its points minus the opponent's, komi among them; a game that is not counted is worth the whole board"""
    WINS = "wins"
    """1, 0.5 for a draw, or 0"""


@dataclass(frozen=True)
class GoProblem:
    """Games against one opponent."""

    player: str = "local"
    """what genomes play as, for `bred.read_bred`"""
    rules: Rules = SMALL
    """with a limit of moves: one is set where there is none"""
    opponent: str = "wally:noise=0.1"
    """the specification of a player inside kernels"""
    n_games: int = 20
    """of each candidate"""
    colors: Colors = Colors.SWAP
    """of the candidate (a) and the opponent"""
    measure: Measure = Measure.MARGIN

    def __post_init__(self) -> None:
        """Raises ValueError, OSError where the opponent is a file that cannot be read."""
        object.__setattr__(self, "rules", self.rules.limited())
        if (self.rules.move_limit or 0) > MAX_MOVES:
            raise ValueError(f"a limit of moves is at most {MAX_MOVES}, not {self.rules.move_limit}")
        read_bred(self.player)
        if self.n_games < 1:
            raise ValueError(f"a candidate plays at least one game, not {self.n_games}")
        self._opponent.check(self.rules)
        Game(self.rules)  # which fails where the board has no place for the handicap stones

    @property
    def name(self) -> str:
        return self.player

    @property
    def unit(self) -> str:
        return "points ahead" if self.measure is Measure.MARGIN else "share of wins"

    @property
    def genes(self) -> Genes | Units:
        return read_bred(self.player).genes(self.rules)

    @property
    def _opponent(self) -> Lineup:
        lineup = compiled_player(self.opponent)
        if lineup is None:
            raise ValueError(f"{self.opponent} cannot be the opponent: it does not play inside kernels")
        return lineup

    def settings(self) -> dict[str, Any]:
        """All that the fitness depends on."""
        return {
            "player": self.player,
            "rules": self.rules.describe(),
            "opponent": self.opponent,
            # A champion is named by a file, in which another one may stand tomorrow.
            "opponent_settings": self._opponent.digest(),
            "n_games": self.n_games,
            "colors": str(self.colors),
            "measure": str(self.measure),
        }

    # -- rating ------------------------------------------------------------------------------------------------------

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        """The mean of what the games of each candidate are worth."""
        rngs = np.concatenate([streams(2 * self.n_games, seed) for seed in seeds.tolist()]).reshape(-1, 2)
        whose = np.repeat(np.arange(len(candidates)), self.n_games)
        is_black = np.tile(self._is_black(0, self.n_games), len(candidates))
        worth = _worth(self._play(candidates, whose, is_black, rngs), is_black, self.measure)
        fitness: Fitness = worth.reshape(len(candidates), self.n_games).mean(axis=1)
        return fitness

    def points(self, candidate: Candidate, seeds: Seeds, first: int = 0) -> npt.NDArray[np.float64]:
        """What fresh games, one a seed, give to a candidate: 1, 0.5 or 0. They are numbered from `first` on: the
        numbers say who is black."""
        is_black = self._is_black(first, len(seeds))
        return _worth(self._play_fresh(candidate, seeds, is_black), is_black, Measure.WINS)

    def records(
        self, candidate: Candidate, seeds: Seeds, names: tuple[str, str] | None = None, first: int = 0
    ) -> list[str]:
        """The games of `points` in SGF; `names` are the candidate's and the opponent's, by default what they are."""
        is_black = self._is_black(first, len(seeds))
        batch = self._play_fresh(candidate, seeds, is_black, keep_moves=True)
        names = names or (self.player, self.opponent)
        texts = []
        for moves, candidate_is_black in zip(batch.games(), is_black.tolist(), strict=True):
            game = Game(self.rules)
            black, white = names if candidate_is_black else names[::-1]
            game.root.properties |= {"PB": [black], "PW": [white]}
            for p in moves.tolist():
                game.play(p)
            texts.append(write_game(game))
        return texts

    # -- games -------------------------------------------------------------------------------------------------------

    def _is_black(self, first: int, n: int) -> npt.NDArray[np.bool_]:
        """Whether the candidate is black, in `n` games from number `first` on."""
        even = np.arange(first, first + n) % 2 == 0
        return even if self.colors is Colors.SWAP else np.full(n, self.colors is Colors.A_BLACK)

    def _play_fresh(
        self, candidate: Candidate, seeds: Seeds, is_black: npt.NDArray[np.bool_], keep_moves: bool = False
    ) -> Batch:
        rngs = np.concatenate([streams(2, seed) for seed in seeds.tolist()]).reshape(-1, 2)
        return self._play([candidate], np.zeros(len(seeds), dtype=np.int64), is_black, rngs, keep_moves)

    def _play(
        self,
        candidates: Candidates,
        whose: npt.NDArray[np.int64],
        is_black: npt.NDArray[np.bool_],
        rngs: npt.NDArray[np.void],
        keep_moves: bool = False,
    ) -> Batch:
        """Play a game of candidate `whose[i]` with the streams `rngs[i]` (black's, white's), for each i."""
        players = line_up([read_bred(self.player).lineup(candidates, self.rules), self._opponent])
        last = len(candidates)
        fixtures = fixtures_of(0, np.where(is_black, whose, last), np.where(is_black, last, whose))
        return play_batch(self.rules, [Game(self.rules).board], players, fixtures, rngs, keep_moves)


def _worth(batch: Batch, is_black: npt.NDArray[np.bool_], measure: Measure) -> npt.NDArray[np.float64]:
    """What each game is worth to the candidate."""
    margins = np.where(is_black, 1, -1) * black_margins(batch)
    return margins if measure is Measure.MARGIN else (np.sign(margins) + 1) / 2


def black_margins(batch: Batch) -> npt.NDArray[np.float64]:
    """Black's points minus white's with komi, game by game; the whole board where the rules, not the count, say who has
    won."""
    area = batch.rules.size**2
    ends, margins = batch.ends["end"], batch.margins
    if (loser := LOSER[batch.rules.at_move_limit]) is not None:
        margins[ends == AT_LIMIT] = -area if loser == BLACK else area
    margins[ends == BLACK_ERRED] = -area
    margins[ends == WHITE_ERRED] = area
    return margins
