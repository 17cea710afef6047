"""Games as a problem for evolution: the fitness is the result of a genome's player against one opponent or several.

All games of all candidates against compiled players are played in one call of the kernel, those against other players
one by one. The random streams of a game follow from the seed of its candidate and its number, so the rating of a
candidate does not depend on the worker or on other candidates.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from semeai.arena.batch import Batch, compiled_player, fixtures_of, play_batch
from semeai.arena.endings import alive_shares, first_distances
from semeai.arena.games_kernel import AT_LIMIT, BLACK_ERRED, WHITE_ERRED
from semeai.arena.openings import Openings
from semeai.arena.schedule import COLORS, Colors, one_line
from semeai.evolve.evolver import Candidate, Candidates, Fitness, Row, Seeds
from semeai.evolve.method import Answers
from semeai.go.board import MAX_MOVES, Board
from semeai.go.game import LOSER, Game, Node
from semeai.go.lineup import Lineup, line_up
from semeai.go.player import Player
from semeai.go.points import BLACK, WHITE, vertex
from semeai.go.rules import Rules
from semeai.nets.genes import Genes, Units
from semeai.players import make_player, read_bred
from semeai.problems.problem import Named, Problem
from semeai.problems.singles import black_margin, play_singly, seated
from semeai.rng import streams
from semeai.sgf import write_game

SMALL = Rules(size=5)
EXAM_GAMES = 100
"""games of an exam of the best of a generation"""
LONG_EXAM_GAMES = 1000
"""games of the long exam of a champion"""
LONG = 10
"""maximum length of a long exam in ordinary exams, if games are played one by one"""
"""names of the colors that candidates play"""
RANDOM_STONES = 4
"""random moves at the start of each game of an exam from random openings"""


class GameMeasure(StrEnum):
    """The worth of a game to the candidate."""

    MARGIN = "margin"
    """its points minus the opponent's, including komi; a game that is not counted is worth the whole board"""
    WINS = "wins"
    """1, 0.5 for a draw, or 0"""


Margins = npt.NDArray[np.float64]
"""black's points minus white's in each game"""
Numbers = npt.NDArray[np.int64]
"""indices of games, candidates or players, from 0"""


@dataclass(frozen=True)
class Stage:
    """A number of generations with easier opponents and handicaps, before those of the problem itself."""

    generations: int
    opponents: tuple[str, ...]
    """specifications of players, which are met in turn"""
    handicap: int = 0
    """black stones on the board at the start"""

    def __str__(self) -> str:
        """The text that `read_stage` reads."""
        handicap = f"handicap={self.handicap} " if self.handicap else ""
        return f"{self.generations} {handicap}{' and '.join(self.opponents)}"


def read_stage(text: str) -> Stage:
    """Parse a stage: "20 wally:noise=0.5", "20 handicap=2 wally and random". Raises ValueError."""
    found = re.fullmatch(r"\s*(\d{1,9})\s+(?:handicap=(\d{1,3})\s+)?(.*\S)\s*", text, re.ASCII)
    if found is None or int(found[1]) == 0:
        raise ValueError(
            f"expected a stage as a number of generations, an optional handicap, and players, such as "
            f"20 handicap=2 wally:noise=0.3 and random; found {text!r}"
        )
    return Stage(int(found[1]), tuple(re.split(r"\s+and\s+", found[3])), int(found[2] or 0))


@dataclass(frozen=True)
class GoProblem(Problem):
    """Games against one opponent, or several in turn."""

    player: str = "local"
    """the player that genomes make, for `players.read_bred`"""
    rules: Rules = SMALL
    """rules with a move limit; a default is set if there is none"""
    opponents: tuple[str, ...] = ("wally:noise=0.1",)
    """specifications of players, which are met in turn: game number g is against opponent g modulo their number"""
    n_games: int = 20
    """games of each candidate, at least one against each opponent"""
    colors: Colors = Colors.SWAP
    """colors of the candidate (a) and the opponent; they swap after each cycle through all opponents"""
    measure: GameMeasure = GameMeasure.MARGIN
    stages: tuple[Stage, ...] = ()
    """earlier stages, in order; exams always use the problem itself"""
    random_moves: int = 0
    """random moves before each game; a pair of games with colors swapped starts from the same ones"""

    def __post_init__(self) -> None:
        """Check the settings. Raises ValueError, and OSError if an opponent is a file that cannot be read."""
        object.__setattr__(self, "rules", self.rules.limited())
        if (self.rules.move_limit or 0) > MAX_MOVES:
            raise ValueError(f"expected a move limit of at most {MAX_MOVES}, found {self.rules.move_limit}")
        read_bred(self.player)
        if self.n_games < 1:
            raise ValueError(f"expected at least one game per candidate, found {self.n_games}")
        if not self.opponents:
            raise ValueError("at least one opponent is required")
        if not 0 <= self.random_moves <= self.rules.size**2 // 2:
            raise ValueError(f"expected 0 to {self.rules.size**2 // 2} random moves, found {self.random_moves}")
        if self.n_games < len(self.opponents):
            raise ValueError(f"{len(self.opponents)} opponents need at least as many games, found {self.n_games}")
        for lineup in map(compiled_player, self.opponents):
            if lineup is not None:
                lineup.check(self.rules)
        Game(self.rules)  # which fails if the board has no place for the handicap stones
        for stage in self.stages:
            self._staged(stage)

    def at(self, generation: int) -> Self:
        """The problem that rates the candidates of a generation."""
        for stage in self.stages:
            if generation < stage.generations:
                return self._staged(stage)
            generation -= stage.generations
        return replace(self, stages=()) if self.stages else self

    def _staged(self, stage: Stage) -> Self:
        rules = replace(self.rules, handicap=stage.handicap)
        return replace(self, opponents=stage.opponents, rules=rules, stages=())

    @property
    def name(self) -> str:
        return self.player

    @property
    def opponent(self) -> str:
        """All opponents, as text for people."""
        return ", ".join(self.opponents)

    @property
    def is_compiled(self) -> bool:
        """True if all games are played inside kernels, thousands per second. Other games take a large part of a second
        each."""
        return None not in self._lineups

    @property
    def is_slow(self) -> bool:
        return not self.is_compiled

    @property
    def unit(self) -> str:
        return "points ahead" if self.measure is GameMeasure.MARGIN else "share of wins"

    @property
    def genes(self) -> Genes | Units:
        return read_bred(self.player).genes(self.rules)

    @property
    def _lineups(self) -> list[Lineup | None]:
        """The line-up of each opponent; None if its games are not played inside kernels."""
        is_compiled = read_bred(self.player).is_compiled
        return [compiled_player(spec) if is_compiled else None for spec in self.opponents]

    def settings(self) -> dict[str, Any]:
        """Everything that the fitness depends on."""
        staged = [self._staged(stage).settings() for stage in self.stages]
        words = {
            "stages": "; ".join(map(str, self.stages)),
            "stages_settings": "; ".join(problem["opponent_settings"] for problem in staged),
        }
        openings = {"random_moves": self.random_moves} if self.random_moves else {}
        return (
            (words if staged else {})
            | openings
            | {
                "player": self.player,
                "rules": self.rules.describe(),
                "opponent": self.opponent,
                "opponent_settings": players_settings(self.opponents),
                "n_games": self.n_games,
                "colors": str(self.colors),
                "measure": str(self.measure),
            }
        )

    def name_parts(self, order: Named) -> list[str]:
        board = f"{self.rules.size}x{self.rules.size}"
        openings = f"{self.random_moves} random moves" if self.random_moves else ""
        return [order.spec, self.name, board, "; ".join(map(str, self.stages)), self.opponent, openings]

    def options(self) -> dict[str, Any]:
        openings = {"random_moves": self.random_moves} if self.random_moves else {}
        return (
            {
                "problem": self.player,
                "opponent": self.opponents,
                "stage": tuple(map(str, self.stages)),
                "games": self.n_games,
                "measure": str(self.measure),
                "colors": next(word for word, colors in COLORS.items() if colors is self.colors),
            }
            | rules_options(self.rules)
            | openings
        )

    # -- exams -------------------------------------------------------------------------------------------------------

    def exam(self, champion: str) -> "GoProblem":
        return self

    def long_exam(self, exam_games: int) -> int:
        """The number of games in a long exam, if an ordinary one has `exam_games`."""
        return LONG_EXAM_GAMES if self.is_compiled else min(LONG_EXAM_GAMES, LONG * exam_games)

    def from_random_openings(self) -> "GoProblem":
        """The same games from random openings: a player that knows only one opening has learned little."""
        return replace(self, random_moves=min(RANDOM_STONES, self.rules.size**2 // 2), stages=())

    def remarks(self, candidate: Candidate) -> Row:
        return {"first": self.first_move(candidate)}

    # -- rating ------------------------------------------------------------------------------------------------------

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        """The mean worth of the games of each candidate. Raises EngineError."""
        whose, numbers, rngs = self._games_of(len(candidates), seeds)
        margins, _ = self._play(candidates, whose, numbers, rngs)
        worth = worth_of(self._ahead(margins, numbers), self.measure)
        fitness: Fitness = worth.reshape(len(candidates), self.n_games).mean(axis=1)
        return fitness

    def describe(self, candidates: Candidates, seeds: Seeds) -> Answers:
        """The fitness of each candidate; how far from the centre its first moves are, from 0 to 1 for a corner; and the
        share of the board that is alive at the end (D. Benson). All are means over its games.

        Raises ValueError if games are not played inside kernels.
        """
        found = self._describe_games(candidates, *self._games_of(len(candidates), seeds))
        found[:, 0] = worth_of(found[:, 0], self.measure)
        answers: Answers = found.reshape(len(candidates), self.n_games, -1).mean(axis=1)
        return answers

    def points(self, candidate: Candidate, seeds: Seeds, first: int = 0) -> npt.NDArray[np.float64]:
        """The points of a candidate in fresh games, one per seed: 1, 0.5 or 0. Games are numbered from `first` on: the
        number of a game decides its opponent and the colors. Raises EngineError."""
        numbers = np.arange(first, first + len(seeds))
        margins, _ = self._play_fresh(candidate, seeds, numbers)
        return worth_of(self._ahead(margins, numbers), GameMeasure.WINS)

    def first_move(self, candidate: Candidate) -> str:
        """The vertex of a candidate's first move as black."""
        player, rng = read_bred(self.player).from_genome(candidate, self.rules), np.random.default_rng(0)
        if player.lineup is None or not self.is_compiled:
            player.new_game(self.rules, rng)
            return vertex(player.choose(Board(self.rules)))
        # A game of one move. The opponents are not needed, but with them the kernel is that of all other games.
        players = line_up([player.lineup, *filter(None, self._lineups)])
        rngs = np.tile(streams(1, int(rng.integers(1 << 63))), (1, 2))
        rules = replace(self.rules, move_limit=1)
        batch = play_batch(rules, [Board(rules)], players, fixtures_of([0], 0, 0), rngs, keep_moves=True)
        return vertex(int(batch.moves[0, 0]))

    def records(self, candidate: Candidate, seeds: Seeds, name: str = "", first: int = 0) -> list[str]:
        """The games of `points` in SGF; `name` is the name of the candidate, by default that of its player type. Raises
        EngineError."""
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

    def _games_of(self, n: int, seeds: Seeds) -> tuple[Numbers, Numbers, npt.NDArray[np.void]]:
        """The games that rate `n` candidates: their candidates, numbers and random streams."""
        rngs = np.concatenate([streams(2 * self.n_games, seed) for seed in seeds.tolist()]).reshape(-1, 2)
        return np.repeat(np.arange(n), self.n_games), np.tile(np.arange(self.n_games), n), rngs

    def _against(self, numbers: Numbers) -> Numbers:
        """The opponents of games by number."""
        return numbers % len(self.opponents)

    def _is_black(self, numbers: Numbers) -> npt.NDArray[np.bool_]:
        """True for games by number in which the candidate is black."""
        in_turn: npt.NDArray[np.bool_] = numbers // len(self.opponents) % 2 == 0
        return in_turn if self.colors is Colors.SWAP else np.full(len(numbers), self.colors is Colors.A_BLACK)

    def _ahead(self, margins: Margins, numbers: Numbers) -> Margins:
        """The points by which the candidate is ahead, given black's margins in games by number."""
        return np.where(self._is_black(numbers), 1, -1) * margins

    def _describe_games(
        self, candidates: Candidates, whose: Numbers, numbers: Numbers, rngs: npt.NDArray[np.void]
    ) -> npt.NDArray[np.float64]:
        """The points by which the candidate is ahead in each game, and the two descriptors of the game.

        Raises ValueError if games are not played inside kernels.
        """
        if not self.is_compiled:
            raise ValueError("mapelites needs games that are played inside kernels; choose other opponents or use ga")
        batch, boards, starts = self._batch(candidates, whose, numbers, rngs, keep=True)
        return np.column_stack(
            [
                self._ahead(black_margins(batch), numbers),
                first_distances(batch, boards, starts, self._is_black(numbers)),
                alive_shares(batch, boards, starts),
            ]
        )

    def _play_fresh(
        self, candidate: Candidate, seeds: Seeds, numbers: Numbers, keep: bool = False
    ) -> tuple[Margins, dict[int, Game]]:
        rngs = np.concatenate([streams(2, seed) for seed in seeds.tolist()]).reshape(-1, 2)
        return self._play([candidate], np.zeros_like(numbers), numbers, rngs, keep)

    def _play(
        self, candidates: Candidates, whose: Numbers, numbers: Numbers, rngs: npt.NDArray[np.void], keep: bool = False
    ) -> tuple[Margins, dict[int, Game]]:
        """Play game `numbers[i]` of candidate `whose[i]` with the streams `rngs[i]` (black's, white's), for each i.

        Returns black's margins, and the games by i if they are kept.
        """
        margins = np.zeros(len(numbers))
        games: dict[int, Game] = {}
        is_single = np.array([lineup is None for lineup in self._lineups])[self._against(numbers)]
        for some, play in ((~is_single, self._play_batch), (is_single, self._play_singly)):
            if some.any():
                margins[some], played = play(candidates, whose[some], numbers[some], rngs[some], keep)
                games |= dict(zip(np.nonzero(some)[0].tolist(), played, strict=False))
        return margins, games

    def _play_batch(
        self, candidates: Candidates, whose: Numbers, numbers: Numbers, rngs: npt.NDArray[np.void], keep: bool
    ) -> tuple[Margins, list[Game]]:
        """Play games against compiled players."""
        batch, _, starts = self._batch(candidates, whose, numbers, rngs, keep)
        if not keep:
            return black_margins(batch), []
        openings = np.unique(self._openings(numbers))[starts]
        return black_margins(batch), list(map(self._replay, openings.tolist(), batch.games()))

    def _batch(
        self, candidates: Candidates, whose: Numbers, numbers: Numbers, rngs: npt.NDArray[np.void], keep: bool
    ) -> tuple[Batch, list[Board], Numbers]:
        """The same games, their start positions, and the index of the start position of each."""
        lineups = self._lineups
        compiled = [lineup for lineup in lineups if lineup is not None]
        places = len(candidates) + np.cumsum([0, *(lineup is not None for lineup in lineups[:-1])])
        players = line_up([read_bred(self.player).lineup(candidates, self.rules), *compiled])
        is_black, them = self._is_black(numbers), places[self._against(numbers)]
        openings, starts = np.unique(self._openings(numbers), return_inverse=True)
        fixtures = fixtures_of(starts, np.where(is_black, whose, them), np.where(is_black, them, whose))
        boards = [self._start(opening).board for opening in openings.tolist()]
        return play_batch(self.rules, boards, players, fixtures, rngs, keep), boards, starts

    @property
    def _opening_seed(self) -> int:
        """The seed of random openings: the same for all candidates, in all generations."""
        return 0

    def _openings(self, numbers: Numbers) -> Numbers:
        """The openings of games by number: games from the same opening are consecutive, with colors swapped."""
        if not self.random_moves:
            return np.zeros_like(numbers)
        return numbers // (len(self.opponents) * (2 if self.colors is Colors.SWAP else 1))

    def _start(self, opening: int) -> Game:
        if not self.random_moves:
            return Game(self.rules)
        rules, stones, to_play = _random_opening(self.rules, self.random_moves, opening, self._opening_seed)
        return Game(rules, Node(setup=dict(stones), to_play=to_play))

    def _replay(self, opening: int, moves: npt.NDArray[np.uint16]) -> Game:
        game = self._start(opening)
        for move in moves.tolist():
            game.play(move)
        return game

    def _play_singly(
        self, candidates: Candidates, whose: Numbers, numbers: Numbers, rngs: npt.NDArray[np.void], keep: bool
    ) -> tuple[Margins, list[Game]]:
        """Play games against players that are not compiled. Programs run only during these games."""
        bred = read_bred(self.player)
        ours = {i: bred.from_genome(candidates[i], self.rules) for i in np.unique(whose).tolist()}
        against = self._against(numbers)
        games = []
        with seated({i: self._seat(i) for i in np.unique(against).tolist()}) as theirs:
            turns = zip(whose, against, self._is_black(numbers), self._openings(numbers), rngs["state"], strict=True)
            for i, j, is_black, opening, seeds in turns:
                sides = (BLACK, WHITE) if is_black else (WHITE, BLACK)
                players = dict(zip(sides, (ours[i], theirs[j]), strict=True))
                game = self._start(int(opening))
                play_singly(game, players, dict(zip((BLACK, WHITE), map(int, seeds), strict=True)))
                games.append(game)
        return np.array([black_margin(game) for game in games]), games

    def _seat(self, opponent: int) -> Player:
        """An opponent for games that are played one by one. A program starts with its first game."""
        return make_player(self.opponents[opponent])


@lru_cache(maxsize=4096)
def _random_opening(rules: Rules, n_moves: int, number: int, seed: int) -> tuple[Rules, dict[int, int], int]:
    """An opening: the rules, the stones and the color to play. Cached, because many games start from the same one, and
    creating it takes longer than most games."""
    game = Openings(n_moves).start(number, rules, seed)
    return game.rules, game.board.stones, game.to_play


def players_settings(specs: Iterable[str]) -> str:
    """The settings of players for the record of a run. The settings of a champion include its content, because its file
    may change. The name of any other player is enough."""
    return ", ".join(lineup.digest() if lineup else "as named" for lineup in map(compiled_player, specs))


def rules_options(rules: Rules) -> dict[str, Any]:
    """The options for these rules."""
    return {"rules": rules.name, "size": rules.size, "komi": rules.komi, "handicap": rules.handicap}


def worth_of(margins: Margins, measure: GameMeasure) -> npt.NDArray[np.float64]:
    """The worth of each game to the candidate, given the points by which it is ahead."""
    return margins if measure is GameMeasure.MARGIN else (np.sign(margins) + 1) / 2


def black_margins(batch: Batch) -> npt.NDArray[np.float64]:
    """Black's points minus white's with komi, game by game; the whole board if the rules, not the count, determine the
    winner."""
    area = batch.rules.size**2
    ends, margins = batch.ends["end"], batch.margins
    if (loser := LOSER[batch.rules.at_move_limit]) is not None:
        margins[ends == AT_LIMIT] = -area if loser == BLACK else area
    margins[ends == BLACK_ERRED] = -area
    margins[ends == WHITE_ERRED] = area
    return margins
