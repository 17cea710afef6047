"""Go as a problem for evolution: how well the player that a genome makes does against an opponent, or several.

All games of all candidates against compiled players are played in one call of the kernel, those against others one by
one. The random streams of a game follow from the seed of its candidate and its number, so a candidate is worth the same
wherever and with whomever it is rated.
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.arena.batch import Batch, compiled_player, fixtures_of, play_batch
from semeai.arena.games_kernel import AT_LIMIT, BLACK_ERRED, WHITE_ERRED
from semeai.arena.schedule import Colors, one_line
from semeai.arena.singles import black_margin, play_singly, seated
from semeai.evolve.evolver import Candidate, Candidates, Fitness, Seeds
from semeai.evolve.problem import Genes, Units
from semeai.go.board import MAX_MOVES, Board
from semeai.go.game import LOSER, Game
from semeai.go.points import BLACK, WHITE, vertex
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


Margins = npt.NDArray[np.float64]
"""of games: black's points minus white's"""
Numbers = npt.NDArray[np.int64]
"""of games, candidates or players, from 0"""


@dataclass(frozen=True)
class Stage:
    """Some generations with opponents and handicaps of their own, on the way to those that are meant."""

    generations: int
    opponents: tuple[str, ...]
    """specifications of players, who are met in turn"""
    handicap: int = 0
    """black stones on the board at the start"""

    def __str__(self) -> str:
        """What `read_stage` reads."""
        handicap = f"handicap={self.handicap} " if self.handicap else ""
        return f"{self.generations} {handicap}{' and '.join(self.opponents)}"


def read_stage(text: str) -> Stage:
    """A stage as people write it: "20 wally:noise=0.5", "20 handicap=2 wally and random". Raises ValueError."""
    found = re.fullmatch(r"\s*(\d{1,9})\s+(?:handicap=(\d{1,3})\s+)?(.*\S)\s*", text, re.ASCII)
    if found is None or int(found[1]) == 0:
        raise ValueError(
            f"a stage is a number of generations, a handicap if there is one, and players: "
            f"20 handicap=2 wally:noise=0.3 and random; not {text!r}"
        )
    return Stage(int(found[1]), tuple(re.split(r"\s+and\s+", found[3])), int(found[2] or 0))


@dataclass(frozen=True)
class GoProblem:
    """Games against one opponent, or several in turn."""

    player: str = "local"
    """what genomes play as, for `bred.read_bred`"""
    rules: Rules = SMALL
    """with a limit of moves: one is set where there is none"""
    opponents: tuple[str, ...] = ("wally:noise=0.1",)
    """specifications of players, who are met in turn: game number g is against opponent g modulo their number"""
    n_games: int = 20
    """of each candidate, at least one against each opponent"""
    colors: Colors = Colors.SWAP
    """of the candidate (a) and the opponent; they swap each time that all opponents have been met"""
    measure: Measure = Measure.MARGIN
    stages: tuple[Stage, ...] = ()
    """what comes first, one after the other; exams are of the problem itself from the beginning"""

    def __post_init__(self) -> None:
        """Raises ValueError, OSError where an opponent is a file that cannot be read."""
        object.__setattr__(self, "rules", self.rules.limited())
        if (self.rules.move_limit or 0) > MAX_MOVES:
            raise ValueError(f"a limit of moves is at most {MAX_MOVES}, not {self.rules.move_limit}")
        read_bred(self.player)
        if self.n_games < 1:
            raise ValueError(f"a candidate plays at least one game, not {self.n_games}")
        if not self.opponents:
            raise ValueError("a candidate plays against somebody")
        if self.n_games < len(self.opponents):
            raise ValueError(f"{len(self.opponents)} opponents are not met in fewer games, {self.n_games}")
        for lineup in map(compiled_player, self.opponents):
            if lineup is not None:
                lineup.check(self.rules)
        Game(self.rules)  # which fails where the board has no place for the handicap stones
        for stage in self.stages:
            self._staged(stage)

    def at(self, generation: int) -> "GoProblem":
        """What candidates of that generation are rated by."""
        for stage in self.stages:
            if generation < stage.generations:
                return self._staged(stage)
            generation -= stage.generations
        return replace(self, stages=()) if self.stages else self

    def _staged(self, stage: Stage) -> "GoProblem":
        rules = replace(self.rules, handicap=stage.handicap)
        return replace(self, opponents=stage.opponents, rules=rules, stages=())

    @property
    def name(self) -> str:
        return self.player

    @property
    def opponent(self) -> str:
        """All of them, for people."""
        return ", ".join(self.opponents)

    @property
    def is_compiled(self) -> bool:
        """Whether all games are played inside kernels, thousands a second; others take a good part of one each."""
        return None not in self._lineups

    @property
    def unit(self) -> str:
        return "points ahead" if self.measure is Measure.MARGIN else "share of wins"

    @property
    def genes(self) -> Genes | Units:
        return read_bred(self.player).genes(self.rules)

    @property
    def _lineups(self) -> list[Lineup | None]:
        """Of each opponent; None where the game is not played inside kernels."""
        is_compiled = read_bred(self.player).is_compiled
        return [compiled_player(spec) if is_compiled else None for spec in self.opponents]

    def settings(self) -> dict[str, Any]:
        """All that the fitness depends on."""
        staged = [self._staged(stage).settings() for stage in self.stages]
        words = {
            "stages": "; ".join(map(str, self.stages)),
            "stages_settings": "; ".join(problem["opponent_settings"] for problem in staged),
        }
        return (words if staged else {}) | {
            "player": self.player,
            "rules": self.rules.describe(),
            "opponent": self.opponent,
            # A champion is named by a file, in which another one may stand tomorrow. Of others the name says all.
            "opponent_settings": ", ".join(
                lineup.digest() if lineup else "as named" for lineup in map(compiled_player, self.opponents)
            ),
            "n_games": self.n_games,
            "colors": str(self.colors),
            "measure": str(self.measure),
        }

    # -- rating ------------------------------------------------------------------------------------------------------

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        """The mean of what the games of each candidate are worth. Raises EngineError."""
        rngs = np.concatenate([streams(2 * self.n_games, seed) for seed in seeds.tolist()]).reshape(-1, 2)
        whose = np.repeat(np.arange(len(candidates)), self.n_games)
        numbers = np.tile(np.arange(self.n_games), len(candidates))
        margins, _ = self._play(candidates, whose, numbers, rngs)
        worth = _worth(margins, self._is_black(numbers), self.measure)
        fitness: Fitness = worth.reshape(len(candidates), self.n_games).mean(axis=1)
        return fitness

    def points(self, candidate: Candidate, seeds: Seeds, first: int = 0) -> npt.NDArray[np.float64]:
        """What fresh games, one a seed, give to a candidate: 1, 0.5 or 0. They are numbered from `first` on: the
        numbers say against whom they are, and who is black. Raises EngineError."""
        numbers = np.arange(first, first + len(seeds))
        margins, _ = self._play_fresh(candidate, seeds, numbers)
        return _worth(margins, self._is_black(numbers), Measure.WINS)

    def first_move(self, candidate: Candidate) -> str:
        """Where a candidate begins: the vertex of its first move when it is black."""
        player = read_bred(self.player).player(candidate, self.rules)
        player.new_game(self.rules, np.random.default_rng(0))
        return vertex(player.choose(Board(self.rules)))

    def records(self, candidate: Candidate, seeds: Seeds, name: str = "", first: int = 0) -> list[str]:
        """The games of `points` in SGF; `name` is the candidate's, by default what it plays as. Raises EngineError."""
        numbers = np.arange(first, first + len(seeds))
        _, games = self._play_fresh(candidate, seeds, numbers, keep=True)
        texts = []
        for number, is_black in zip(numbers.tolist(), self._is_black(numbers).tolist(), strict=True):
            names = (name or self.player, self.opponents[number % len(self.opponents)])
            black, white = names if is_black else names[::-1]
            game = games[number - first]
            game.root.properties |= {"PB": [one_line(black)], "PW": [one_line(white)]}
            texts.append(write_game(game))
        return texts

    # -- games -------------------------------------------------------------------------------------------------------

    def _is_black(self, numbers: Numbers) -> npt.NDArray[np.bool_]:
        """Whether the candidate is black, in games by number."""
        in_turn: npt.NDArray[np.bool_] = numbers // len(self.opponents) % 2 == 0
        return in_turn if self.colors is Colors.SWAP else np.full(len(numbers), self.colors is Colors.A_BLACK)

    def _play_fresh(
        self, candidate: Candidate, seeds: Seeds, numbers: Numbers, keep: bool = False
    ) -> tuple[Margins, dict[int, Game]]:
        rngs = np.concatenate([streams(2, seed) for seed in seeds.tolist()]).reshape(-1, 2)
        return self._play([candidate], np.zeros_like(numbers), numbers, rngs, keep)

    def _play(
        self, candidates: Candidates, whose: Numbers, numbers: Numbers, rngs: npt.NDArray[np.void], keep: bool = False
    ) -> tuple[Margins, dict[int, Game]]:
        """Play game `numbers[i]` of candidate `whose[i]` with the streams `rngs[i]` (black's, white's), for each i.

        Returns black's margins, and where they are to be kept the games by i.
        """
        margins = np.zeros(len(numbers))
        games: dict[int, Game] = {}
        is_single = np.array([lineup is None for lineup in self._lineups])[numbers % len(self.opponents)]
        for some, play in ((~is_single, self._play_batch), (is_single, self._play_singly)):
            if some.any():
                margins[some], played = play(candidates, whose[some], numbers[some], rngs[some], keep)
                games |= dict(zip(np.nonzero(some)[0].tolist(), played, strict=False))
        return margins, games

    def _play_batch(
        self, candidates: Candidates, whose: Numbers, numbers: Numbers, rngs: npt.NDArray[np.void], keep: bool
    ) -> tuple[Margins, list[Game]]:
        """Against compiled players."""
        lineups = self._lineups
        compiled = [lineup for lineup in lineups if lineup is not None]
        places = len(candidates) + np.cumsum([0, *(lineup is not None for lineup in lineups[:-1])])
        players = line_up([read_bred(self.player).lineup(candidates, self.rules), *compiled])
        is_black, them = self._is_black(numbers), places[numbers % len(lineups)]
        fixtures = fixtures_of(0, np.where(is_black, whose, them), np.where(is_black, them, whose))
        batch = play_batch(self.rules, [Game(self.rules).board], players, fixtures, rngs, keep)
        return black_margins(batch), [self._replay(moves.tolist()) for moves in batch.games()] if keep else []

    def _replay(self, moves: list[int]) -> Game:
        game = Game(self.rules)
        for move in moves:
            game.play(move)
        return game

    def _play_singly(
        self, candidates: Candidates, whose: Numbers, numbers: Numbers, rngs: npt.NDArray[np.void], keep: bool
    ) -> tuple[Margins, list[Game]]:
        """Against others. Programs are started for these games and ended after them, whoever plays them."""
        bred = read_bred(self.player)
        ours = {i: bred.player(candidates[i], self.rules) for i in np.unique(whose).tolist()}
        specs = [self.opponents[number % len(self.opponents)] for number in numbers.tolist()]
        games = []
        with seated(dict.fromkeys(specs)) as theirs:
            for i, spec, is_black, seeds in zip(whose, specs, self._is_black(numbers), rngs["state"], strict=True):
                sides = (BLACK, WHITE) if is_black else (WHITE, BLACK)
                players = dict(zip(sides, (ours[i], theirs[spec]), strict=True))
                games.append(play_singly(self.rules, players, dict(zip((BLACK, WHITE), map(int, seeds), strict=True))))
        return np.array([black_margin(game) for game in games]), games


def _worth(margins: Margins, is_black: npt.NDArray[np.bool_], measure: Measure) -> npt.NDArray[np.float64]:
    """What each game, with black's margin, is worth to the candidate."""
    margins = np.where(is_black, 1, -1) * margins
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
