"""Lessons of expert iteration: positions of games that a search player plays with itself.

A lesson is kept as the moves that lead to its position, the move that the search chose, and the result of the game
(`Lesson`). To rate candidates it is studied: the features of all moves are computed once (`Study`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.random import default_rng

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD
from semeai.go.player import Player
from semeai.go.points import BLACK, PASS, RESIGN
from semeai.go.rules import Rules
from semeai.players.search.genome import CLASSES, class_places
from semeai.players.search.priors import move_features, move_scores

RULES = Rules.preset("chinese", size=9, komi=7.5)
MAX_LESSONS, MAX_GAME = 100_000, 300
FEWEST_RANDOM, MOST_RANDOM = 2, 8
"""random moves at the start of a game"""
DECIDED = 0.08
"""a position is decided, and no lesson, if one side has at most this win rate: there all moves are alike"""


@dataclass(frozen=True, eq=False)
class Lesson:
    """A position of a game."""

    moves: tuple[int, ...]
    """the moves that lead to it from the empty board"""
    best: int
    """the move that the search chose"""
    result: float
    """1 if the side to play won the game, else 0"""

    def board(self) -> Board:
        board = Board(RULES)
        for p in self.moves:
            board.play(p)
        return board

    @property
    def last_moves(self) -> tuple[int, int]:
        """The last move, and the one before it."""
        last, before = [PASS, PASS, *self.moves][:-3:-1]
        return last, before


@dataclass(frozen=True, eq=False)
class Study:
    """A lesson with everything that candidates are rated by."""

    lesson: Lesson
    features: npt.NDArray[np.uint8]
    """the features of each candidate move, one row per move, padded with N_FEATURES"""
    classes: npt.NDArray[np.uint16]
    """place of the 3x3 pattern of each move among the genes; their number for a pass"""
    base: npt.NDArray[np.float32]
    """the sum of each move's weights that are not bred"""
    chosen: int
    """row of the move that the search chose"""
    record: npt.NDArray[np.void]
    """the position, one record of BOARD"""
    to_play: int


Fixed = npt.NDArray[np.void] | None
"""the beliefs that are not bred (`genome.fixed_priors`)"""


def study(lesson: Lesson, fixed: Fixed = None) -> Study:
    """Study a lesson."""
    return _study(lesson, lesson.board(), fixed)


def _study(lesson: Lesson, board: Board, fixed: Fixed) -> Study:
    moves = [p for p in board.legal_points() if not board.is_eye(p, board.to_play) or p == lesson.best]
    moves.append(PASS)
    features, codes, _ = move_features(board, *lesson.last_moves, moves, is_wide=True)
    classes = class_places()[codes]
    classes[-1] = len(CLASSES)
    base = np.zeros(len(moves), dtype=np.float32)
    if fixed is not None:
        base = move_scores(board, *lesson.last_moves, moves, fixed)
    record = np.zeros(1, dtype=BOARD)
    record[0] = board.record
    kinds = features.astype(np.uint8), classes.astype(np.uint16)
    return Study(lesson, *kinds, base, moves.index(lesson.best), record, board.to_play)


def teaching_game(player: Player, seed: int, fixed: Fixed = None) -> list[Study]:
    """Let a search player play a game with itself, after some random moves, and study every searched position that is
    still open."""
    rng = default_rng(seed)
    board = Board(RULES)
    player.new_game(RULES, rng)
    n_random = int(rng.integers(FEWEST_RANDOM, MOST_RANDOM + 1))
    found: list[tuple[Board, int]] = []
    while board.n_passes < RULES.passes_to_end and len(board.moves) < MAX_GAME:
        legal = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)]
        if len(board.moves) < n_random and legal:
            board.play(int(rng.choice(legal)))
            continue
        move = player.choose(board.copy())
        best, *_ = player.explain().candidates
        if DECIDED < best.winrate < 1 - DECIDED:
            found.append((board.copy(), best.point))
        board.play(move if move != RESIGN else PASS)
    has_black_won = board.score().margin > 0
    return [
        _study(
            Lesson(tuple(position.moves), best, float(has_black_won == (position.to_play == BLACK))), position, fixed
        )
        for position, best in found
    ]


# -- as arrays, for states ---------------------------------------------------------------------------------------------


def arrays_of(lessons: Sequence[Lesson]) -> dict[str, npt.NDArray[Any]]:
    """Lessons as arrays."""
    return {
        "moves": np.array([p for lesson in lessons for p in lesson.moves], dtype=np.uint16),
        "ends": np.cumsum([len(lesson.moves) for lesson in lessons]).astype(np.int64),
        "best": np.array([lesson.best for lesson in lessons], dtype=np.uint16),
        "results": np.array([lesson.result for lesson in lessons]),
    }


def lessons_of(arrays: Any) -> Iterator[Lesson]:
    """The lessons in arrays. Raises ValueError and KeyError unless all positions can be reached and all moves and
    results are valid."""
    moves, ends, best, results = (arrays[name] for name in ("moves", "ends", "best", "results"))
    n = len(ends)
    if not 1 <= n <= MAX_LESSONS or best.shape != (n,) or results.shape != (n,):
        raise ValueError(f"expected 1 to {MAX_LESSONS} positions with moves and results, found {n}")
    if any(array.dtype != np.uint16 for array in (moves, best)) or not ((results >= 0) & (results <= 1)).all():
        raise ValueError("expected moves as small whole numbers, and results from 0 to 1")
    starts = [0, *ends[:-1].tolist()]
    for start, end, move, result in zip(starts, ends.tolist(), best.tolist(), results.tolist(), strict=True):
        if not 0 <= start <= end <= min(len(moves), start + MAX_GAME):
            raise ValueError("expected positions in the order of their moves")
        lesson = Lesson(tuple(moves[start:end].tolist()), move, result)
        lesson.board().play(move)  # raises IllegalMove
        yield lesson
