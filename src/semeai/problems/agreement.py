"""`agreement`: the fitness of a genome of `rave` is how well its short search predicts a deep one.

The positions come from games of `rave` with itself, and each was judged by a search of thousands of playouts, so no
human games are needed. In a generation all candidates search the same positions with the same random numbers. The
fitness of a candidate is the mean over these positions of

    share - (value - deep value)^2

where share is the share of its visits that the best move of the deep search has, and value is its win rate of the
position. The deep value is the mean of the deep search's win rate and of the result of the game, 1 or 0. Expert
iteration needs this measure: where all visits of two searches are compared, searches that visit all moves alike agree
perfectly, and where no result counts, so do searches that call every position even.

`python -m semeai.problems.agreement 240 FILE.npz` judges new positions. With `champion:FILE` as a last argument, that
champion judges. `expert` (`expert.py`) judges new positions during the run instead.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, count, islice
from pathlib import Path
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt
from numpy.random import Generator, default_rng

from semeai.archive import pack, unpack
from semeai.bounds import Bounded, Range
from semeai.evolve.evolver import Candidate, Candidates, Fitness, Seeds
from semeai.files import DamagedFile, write_whole
from semeai.go.board import Board
from semeai.go.player import Explanation, Player
from semeai.go.points import N_POINTS
from semeai.go.rules import Rules
from semeai.nets.genes import Genes, Units
from semeai.parallel.executors import Workers
from semeai.players import make_player, read_bred
from semeai.players.search.genome import Origin
from semeai.problems.problem import Problem
from semeai.rng import seeds

FILE = Path(__file__).with_name("agreement.npz")
KIND, VERSION = "agreement", 2
MAX_BYTES = 16 << 20
MAX_POSITIONS, MAX_GAME = 10_000, 300
RULES = Rules.preset("chinese", size=9, komi=7.5)
DEEP = "rave:playouts=4000,resign=0"
QUICK = "rave:playouts=100,resign=0"
RANDOM_MOVES, APART = 6, 5
"""random moves at the start of a game, and moves between two of its positions"""
DECIDED = 0.08
"""a position is decided, and not judged, if one side has at most this win rate: there all moves are alike"""
_ORDER = 11  # a place in the seed tree below (run seed, generation)


@dataclass(frozen=True, eq=False)
class Lesson:
    """A position, and the findings of a deep search."""

    moves: tuple[int, ...]
    """the moves that lead to it from the empty board"""
    best: int
    """the move with most visits"""
    value: float
    """the chance of the side to play to win"""

    def board(self) -> Board:
        board = Board(RULES)
        for p in self.moves:
            board.play(p)
        return board


@dataclass(frozen=True)
class Agreement(Bounded, Problem):
    playouts: Annotated[int, Range(10, 10_000)] = 100
    """playouts of the short search"""
    positions: Annotated[int, Range(1, MAX_POSITIONS)] = 60
    """positions that rate the candidates of a generation"""
    origin: Origin = Origin.BEST
    """the prior knowledge that evolution starts from: best or none"""
    file: str = ""
    """judged positions (default: those that come with semeai)"""

    _name: ClassVar[str] = "agreement"
    name: ClassVar[str] = "agreement"
    unit: ClassVar[str] = "agreement with a deep search"
    is_slow: ClassVar[bool] = True
    rules: ClassVar[Rules] = RULES

    def __post_init__(self) -> None:
        """Read the judged positions. Raises ValueError, OSError, and DamagedFile if the file has none."""
        super().__post_init__()
        self._lessons()

    @property
    def player(self) -> str:
        return f"rave:playouts={self.playouts},resign=0,memory=16,origin={self.origin}"

    @property
    def genes(self) -> Genes | Units:
        return read_bred(self.player).genes(RULES)

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        return np.array([self._rate(genome, int(seed)) for genome, seed in zip(candidates, seeds, strict=True)])

    def answer(self, asked: Any, path: tuple[int, ...], workers: Workers) -> npt.NDArray[Any]:
        """The fitness of candidates. All have the same seed, so they search the same positions."""
        if not isinstance(asked, np.ndarray):
            return super().answer(asked, path, workers)
        return self.spread(asked, np.repeat(seeds(1, *path, _ORDER), len(asked)), workers)

    def _rate(self, genome: Candidate, seed: int) -> float:
        return foresight(read_bred(self.player).from_genome(genome, RULES), self._lessons(), self.positions, seed)

    def _lessons(self) -> tuple[Lesson, ...]:
        return read_lessons(Path(self.file) if self.file else FILE)


def foresight(player: Player, lessons: Sequence[Lesson], n: int, seed: int) -> float:
    """The mean score of a player's predictions for `n` of the lessons, which follow from the seed."""
    chosen = default_rng(seed).permutation(len(lessons))[:n].tolist()
    return float(np.mean([_worth(player, lessons[i], default_rng([seed, i])) for i in chosen]))


def _worth(player: Player, lesson: Lesson, rng: Generator) -> float:
    """The score of a player's prediction of the deep search of a position."""
    visits, value = _search(player, lesson.board(), rng)
    return float(visits[lesson.best] / max(1.0, visits.sum()) - (value - lesson.value) ** 2)


def _search(player: Player, board: Board, rng: Generator) -> tuple[npt.NDArray[np.float64], float]:
    """The visits of moves by point, and the win rate of the position, of a search."""
    player.new_game(RULES, rng)
    player.choose(board)
    found: Explanation = player.explain()
    visits, wins = np.zeros(N_POINTS), 0.0
    for candidate in found.candidates:
        visits[candidate.point] = candidate.visits
        wins += candidate.visits * candidate.winrate
    return visits, wins / max(1.0, float(visits.sum()))


# -- the file ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def read_lessons(path: Path) -> tuple[Lesson, ...]:
    """The judged positions of a file. Raises OSError and DamagedFile."""
    _, arrays = unpack(path, KIND, VERSION, MAX_BYTES)
    try:
        return tuple(lessons_of(arrays))
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise DamagedFile(f"{path}: not a file of judged positions: {error}") from None


def lessons_of(arrays: Any) -> Iterator[Lesson]:
    """The judged positions in arrays. Raises ValueError and KeyError unless all can be reached and all moves and win
    rates are valid."""
    moves, ends, best, values = (arrays[name] for name in ("moves", "ends", "best", "values"))
    n = len(ends)
    if not 1 <= n <= MAX_POSITIONS or best.shape != (n,) or values.shape != (n,):
        raise ValueError(f"expected 1 to {MAX_POSITIONS} positions with moves and win rates, found {n}")
    if any(array.dtype != np.uint16 for array in (moves, best)) or not ((values >= 0) & (values <= 1)).all():
        raise ValueError("expected moves as small whole numbers, and win rates from 0 to 1")
    starts = [0, *ends[:-1].tolist()]
    for start, end, move, value in zip(starts, ends.tolist(), best.tolist(), values.tolist(), strict=True):
        if not 0 <= start <= end <= min(len(moves), start + MAX_GAME):
            raise ValueError("expected positions in the order of their moves")
        lesson = Lesson(tuple(moves[start:end].tolist()), move, value)
        lesson.board().play(move)  # raises IllegalMove
        yield lesson


def pack_lessons(lessons: Sequence[Lesson]) -> bytes:
    """The bytes of a file of judged positions."""
    return pack(KIND, VERSION, {"positions": len(lessons)}, arrays_of(lessons))


def arrays_of(lessons: Sequence[Lesson]) -> dict[str, npt.NDArray[Any]]:
    """Judged positions as arrays."""
    return {
        "moves": np.array([p for lesson in lessons for p in lesson.moves], dtype=np.uint16),
        "ends": np.cumsum([len(lesson.moves) for lesson in lessons]).astype(np.int64),
        "best": np.array([lesson.best for lesson in lessons], dtype=np.uint16),
        "values": np.array([lesson.value for lesson in lessons]),
    }


# -- new positions -----------------------------------------------------------------------------------------------------


def judge_positions(n: int, deep: str = DEEP, seed: int = 1) -> Iterator[Lesson]:
    """Judge `n` positions of quick games of `rave` with itself by the player `deep`."""
    quick, judge = make_player(QUICK), make_player(deep)
    yield from islice(chain.from_iterable(judge_game(quick, judge, seed, game) for game in count()), n)


def judge_game(quick: Player, judge: Player, seed: int, game: int = 0) -> list[Lesson]:
    """Judge every fifth position of a game that `quick` plays with itself after some random moves, unless it is
    decided."""
    rng = default_rng([seed, game])
    board = Board(RULES)
    quick.new_game(RULES, rng)
    first = int(rng.integers(RANDOM_MOVES, RANDOM_MOVES + APART))
    found: list[tuple[int, int, float]] = []
    while board.n_passes < RULES.passes_to_end and len(board.moves) < MAX_GAME:
        n_moves = len(board.moves)
        if n_moves >= first and (n_moves - first) % APART == 0:
            visits, value = _search(judge, board.copy(), default_rng([seed, game + 1, n_moves]))
            if DECIDED < value < 1 - DECIDED:
                found.append((n_moves, int(visits.argmax()), value))
        legal = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)]
        board.play(int(rng.choice(legal)) if n_moves < RANDOM_MOVES else quick.choose(board.copy()))
    has_black_won = board.score().margin > 0
    return [
        Lesson(tuple(board.moves[:n]), best, (value + (has_black_won == (n % 2 == 0))) / 2) for n, best, value in found
    ]


def main(n: int, path: Path, deep: str) -> None:
    """Judge positions, and write them one by one."""
    lessons: list[Lesson] = []
    for lesson in judge_positions(n, deep):
        lessons.append(lesson)
        if len(lessons) % 20 == 0 or len(lessons) == n:
            write_whole(path, pack_lessons(lessons))
            print(f"{len(lessons)} of {n} positions: {path}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: python -m semeai.problems.agreement POSITIONS FILE.npz [DEEP PLAYER]")
    main(int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] if len(sys.argv) == 4 else DEEP)
