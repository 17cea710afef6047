"""Batches of games between compiled players: the fitness path of evolution and the fast path of matches.

Every game draws from streams of its own, so the games are the same on any number of threads or in other processes.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from semeai.arena.games_kernel import AT_LIMIT, BLACK_ERRED, END, FIXTURE, PASSED, WORK, play_games
from semeai.go.board import Board
from semeai.go.board_kernel import BOARD
from semeai.go.game import LOSER, Result
from semeai.go.points import BLACK, WHITE, opponent
from semeai.go.rules import Rules, Scoring

PARTS_A_THREAD = 8  # so that a thread on a slow core does not keep the others waiting
MOVES_A_POINT = 10  # where the rules set no limit


def with_limit(rules: Rules) -> Rules:
    """The same rules with a limit of moves: their own, or ten moves a point, after which a game is counted.

    Superko alone ends every game too, but not in anybody's lifetime.
    """
    return rules if rules.move_limit is not None else replace(rules, move_limit=MOVES_A_POINT * rules.size**2)


@dataclass(frozen=True)
class Batch:
    """What came of a batch of games."""

    rules: Rules
    ends: npt.NDArray[np.void]
    """a record of `games_kernel.END` for each game"""
    moves: npt.NDArray[np.uint16]
    """the moves of each game from its start position on; a single row of no meaning unless they were wanted"""

    @property
    def margins(self) -> npt.NDArray[np.float64]:
        """Black's points minus white's with komi, game by game, however the game ended."""
        return self.ends["margin"] - self.rules.komi  # type: ignore[no-any-return]

    def result(self, i: int) -> Result:
        """The result of game i."""
        end = int(self.ends["end"][i])
        if end == PASSED or (end == AT_LIMIT and LOSER[self.rules.at_move_limit] is None):
            return Result.of_margin(float(self.margins[i]))
        if end == AT_LIMIT:
            return Result(opponent(LOSER[self.rules.at_move_limit] or BLACK), "limit")
        loser = BLACK if end == BLACK_ERRED else WHITE
        return Result(opponent(loser), "forfeit", detail="a compiled player chose an illegal move")

    def moves_of(self, i: int) -> list[int]:
        """The moves of game i, where they were wanted."""
        return self.moves[i, : self.ends["n_moves"][i]].tolist()  # type: ignore[no-any-return]


def fixtures_of(starts: npt.ArrayLike, black: npt.ArrayLike, white: npt.ArrayLike) -> npt.NDArray[np.void]:
    """Games to be played: for each the indices of its start position and of its players. Scalars hold for all."""
    start, first, second = np.broadcast_arrays(starts, black, white)
    fixtures = np.zeros(len(start), dtype=FIXTURE)
    fixtures["start"] = start
    fixtures["players"][:, BLACK] = first
    fixtures["players"][:, WHITE] = second
    return fixtures


def play_batch(
    rules: Rules,
    starts: Sequence[Board],
    players: npt.NDArray[np.void],
    fixtures: npt.NDArray[np.void],
    streams: npt.NDArray[np.void],
    n_threads: int = 1,
    keep_moves: bool = False,
) -> Batch:
    """Play `fixtures` between `players` (records of `compiled_kernel.COMPILED`) from `starts`, under `rules`.

    `streams[i]` are black's and white's random streams of game i, and are used up.
    """
    rules = with_limit(rules)
    assert rules.move_limit is not None
    n_past = np.array([len(start.keys) for start in starts])
    past = np.zeros((len(starts), int(n_past.max())), dtype=np.uint64)
    for i, start in enumerate(starts):
        past[i, : n_past[i]] = start.keys
    boards = np.array([start.record for start in starts], dtype=BOARD)
    ends = np.zeros(len(fixtures), dtype=END)
    moves = np.zeros((len(fixtures) if keep_moves else 1, rules.move_limit), dtype=np.uint16)
    terms = (rules.passes_to_end, rules.move_limit, rules.scoring is Scoring.TERRITORY)

    def run(part: slice) -> None:
        work = np.zeros(1, dtype=WORK)
        keys = np.zeros(past.shape[1] + terms[1], dtype=np.uint64)
        its_moves = moves[part] if keep_moves else np.zeros_like(moves)
        play_games(
            fixtures[part], boards, past, n_past, players, streams[part], terms, work, keys, ends[part], its_moves
        )

    if n_threads == 1:
        run(slice(None))
    else:
        cuts = np.linspace(0, len(fixtures), PARTS_A_THREAD * n_threads + 1).astype(int)
        with ThreadPoolExecutor(n_threads) as pool:
            list(pool.map(run, (slice(*part) for part in pairwise(cuts))))
    return Batch(rules, ends, moves)
