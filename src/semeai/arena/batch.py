"""Batches of games between compiled players: the fitness path of evolution and the fast path of matches.

Every game draws from streams of its own, so the games are the same on any number of threads or in other processes.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from semeai.arena.games_kernel import AT_LIMIT, BLACK_ERRED, END, FIXTURE, PASSED, WORK, play_games
from semeai.go.board import Board
from semeai.go.board_kernel import BOARD
from semeai.go.game import LOSER, Result
from semeai.go.lineup import Lineup
from semeai.go.points import BLACK, WHITE, opponent
from semeai.go.rules import Rules, Scoring
from semeai.players import PLAYERS, make_player
from semeai.players.compiled import kinds_of, make_desk
from semeai.specs import Entry


@dataclass(frozen=True)
class Batch:
    """The results of a batch of games."""

    rules: Rules
    ends: npt.NDArray[np.void]
    """a record of `games_kernel.END` for each game"""
    moves: npt.NDArray[np.uint16]
    """the moves of each game from its start position on; meaningless unless moves were kept"""

    @property
    def margins(self) -> npt.NDArray[np.float64]:
        """Black's points minus white's with komi for each game, regardless of how it ended."""
        return self.ends["margin"] - self.rules.komi

    def results(self) -> list[Result]:
        """The results, game by game."""
        return [self._result(*game) for game in zip(self.ends["end"].tolist(), self.margins.tolist(), strict=True)]

    def _result(self, end: int, margin: float) -> Result:
        loser = LOSER[self.rules.at_move_limit]
        if end == PASSED or (end == AT_LIMIT and loser is None):
            return Result.of_margin(margin)
        if end == AT_LIMIT and loser is not None:
            return Result(opponent(loser), "limit")
        loser = BLACK if end == BLACK_ERRED else WHITE
        return Result(opponent(loser), "forfeit", detail="a compiled player chose an illegal move")

    def games(self) -> list[npt.NDArray[np.uint16]]:
        """The moves of each game, if they were kept."""
        return [row[:n] for row, n in zip(self.moves, self.ends["n_moves"].tolist(), strict=True)]


def compiled_player(spec: str) -> Lineup | None:
    """Return the line-up of a player for kernels; None if it is not compiled."""
    return _lineup_of(spec, PLAYERS.load(spec.partition(":")[0]))


@cache
def _lineup_of(spec: str, entry: Entry) -> Lineup | None:
    """The same; `entry` distinguishes players that were added under one name."""
    return make_player(spec).lineup


def fixtures_of(starts: npt.ArrayLike, black: npt.ArrayLike, white: npt.ArrayLike) -> npt.NDArray[np.void]:
    """The games to play: the indices of the start position and the players of each. Scalars apply to all games."""
    start, first, second = np.broadcast_arrays(starts, black, white)
    fixtures = np.zeros(len(start), dtype=FIXTURE)
    fixtures["start"] = start
    fixtures["players"][:, BLACK] = first
    fixtures["players"][:, WHITE] = second
    return fixtures


_room = threading.local()


def _work() -> npt.NDArray[np.void]:
    """The working memory of a thread, created once: mapping it for every batch would delay all threads."""
    if not hasattr(_room, "work"):
        _room.work = np.zeros(1, dtype=WORK)
    work: npt.NDArray[np.void] = _room.work
    return work


def _desk() -> npt.NDArray[np.void]:
    """The same for players that know tactics."""
    if not hasattr(_room, "desk"):
        _room.desk = make_desk()
    desk: npt.NDArray[np.void] = _room.desk
    return desk


def play_batch(
    rules: Rules,
    starts: Sequence[Board],
    players: Lineup,
    fixtures: npt.NDArray[np.void],
    streams: npt.NDArray[np.void],
    keep_moves: bool = False,
) -> Batch:
    """Play `fixtures` between `players` from `starts`, on one core, under `rules`, which have a move limit. Other
    threads can run at the same time.

    `streams[i]` are black's and white's random streams of game i, and are consumed. Raises ValueError if a player
    cannot play on this board.
    """
    players.check(rules)
    rules = rules.limited()
    assert rules.move_limit is not None
    n_past = np.array([len(start.keys) for start in starts])
    past = np.zeros((len(starts), int(n_past.max())), dtype=np.uint64)
    for i, start in enumerate(starts):
        past[i, : n_past[i]] = start.keys
    boards = np.array([start.record for start in starts], dtype=BOARD)
    ends = np.zeros(len(fixtures), dtype=END)
    moves = np.zeros((len(fixtures) if keep_moves else 1, rules.move_limit), dtype=np.uint16)
    keys = np.zeros(past.shape[1] + rules.move_limit, dtype=np.uint64)
    terms = (rules.passes_to_end, rules.move_limit, rules.scoring is Scoring.TERRITORY)
    trails = np.array([start.trail for start in starts], dtype=np.int64)
    tactics = (*players.genomes, _desk()) if players.has_tactics else None
    games = (fixtures, boards, past, n_past, trails, players.records, *kinds_of(players, tactics), streams)
    play_games(*games, terms, _work(), keys, ends, moves)
    return Batch(rules, ends, moves)
