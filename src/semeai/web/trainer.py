"""The trainer of problems: positions with proven answers, an opponent that plays proven moves, and a person's progress.

A problem is solved by playing on from a winning first move until the win is obvious. The opponent's replies come from
the exact solver, in a process of its own with a time limit of some seconds.
"""

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from semeai.archive import read_sealed, write_sealed
from semeai.arena.suites import Question, read_suite
from semeai.files import DamagedFile, read_bounded, write_whole
from semeai.go.benson_kernel import WORK, safe_area
from semeai.go.board import Board
from semeai.go.points import BLACK, COLOR_NAMES, EMPTY, PASS, opponent, parse_vertex, points, vertex
from semeai.go.rules import Rules, Scoring
from semeai.go.solver import NotSolved, Solver
from semeai.papers.drake.problems import load_problems
from semeai.parallel.workers import Crew, WorkerLost
from semeai.sgf import read_game, read_games, replay
from semeai.shipped import shipped_suite
from semeai.web.paths import inside

PATIENCE = 20.0
"""seconds that a proof may take"""
PLAIN = 2
"""maximum depth of a proof at which a win counts as obvious, and the problem as solved"""
FOLDER = "problems"
"""folder of a person's own problems, in the work folder"""
MAX_OWN = 200
MAX_FILE = 1 << 20
SUITES = ("tactics", "fights")
"""suites of `semeai regress` whose positions are proven"""
_WIDE = "flower_six"  # after its 60 stones are captured a proof of the whole board takes too long


@dataclass(frozen=True)
class Puzzle:
    """A position with known winning moves."""

    name: str
    kind: str
    rules: Rules
    stones: tuple[tuple[int, int], ...]
    """(point, color)"""
    to_play: int
    winners: frozenset[int]
    words: str = ""
    region: tuple[int, ...] | None = None
    """the points that a proof considers; None for all"""
    is_own: bool = False

    def board(self) -> Board:
        return Board(self.rules, dict(self.stones), self.to_play)

    @property
    def title(self) -> str:
        """The name for people. Names of suite problems start with the suite; the title ends with it."""
        words = self.name.removeprefix(f"{self.kind}_").replace("_", " ").capitalize()
        return f"{words} ({self.kind})" if self.kind in SUITES else words

    def hints(self) -> list[str]:
        """Hints, from vague to clear; the last names a winning move."""
        best = min(self.winners)
        n = len(self.winners)
        count = "One move wins" if n == 1 else f"{n} moves win"
        side = COLOR_NAMES[self.to_play].capitalize()
        return [
            f"{side} to play. {self.words or f'The subject is: {self.kind}.'}",
            f"{count}. Look at row {vertex(best)[1:]}.",
            f"{vertex(best)} wins.",
        ]


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The proven problems that come with semeai: those of drake's paper, then the suites of `semeai regress`."""
    return (*_of_paper(), *(puzzle for suite in SUITES for puzzle in _of_suite(suite)))


def _of_paper() -> Iterator[Puzzle]:
    for problem in load_problems():
        board = problem.board()
        lines = problem.path.read_text(encoding="utf-8").splitlines()
        words = lines[0].removeprefix("#").strip() if lines else ""
        region = tuple(board.legal_points()) if problem.name == _WIDE else None
        winners = frozenset(parse_vertex(winner, board.size) for winner in problem.winners)
        stones = tuple(sorted(board.stones.items()))
        yield Puzzle(problem.name, problem.kind, board.rules, stones, problem.to_play, winners, words, region)


def _of_suite(name: str) -> Iterator[Puzzle]:
    """The positions of a suite in SGF, one per game: `GN` is its name, and the comment has the winning moves in its
    first line and the idea in the others."""
    if (path := shipped_suite(name)) is None:
        return
    for game, question in zip(read_games(path.read_bytes()), read_suite(path), strict=True):
        assert isinstance(question, Question)
        board = question.board
        title, comment = (" ".join(game.root.properties.get(key, [])) for key in ("GN", "C"))
        words = " ".join(comment.splitlines()[1:]).strip().partition("; game ")[0]
        sentence = f"{words[:1].upper()}{words[1:]}."
        stones = tuple(sorted(board.stones.items()))
        own = f"{name}_{title.replace(' ', '_')}"
        yield Puzzle(
            own, name, board.rules, stones, board.to_play, question.expected.moves, sentence, _contested(board)
        )


def _contested(board: Board) -> tuple[int, ...]:
    """The region of a proof: the points that are not unconditionally one color's.

    The solver stops where unconditional life decides only if it is given as many points as the board has. A point with
    a safe stone fills up the rest, since nobody can play there.
    """
    fixed = set()
    for color in (BLACK, opponent(BLACK)):
        work = np.zeros(1, dtype=WORK)
        if safe_area(board.record, color, work[0]):
            fixed |= {p for p in points(board.size) if work[0].safe[p]}
    region = [p for p in points(board.size) if p not in fixed]
    stone = next((p for p in sorted(fixed) if board.colors[p] != EMPTY), None)
    return tuple(region if stone is None else region + [stone] * (board.size**2 - len(region)))


# -- the opponent ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PuzzleLine:
    """A position of a puzzle, given by its moves, which is cheap to send to another process."""

    puzzle: Puzzle
    moves: tuple[int, ...] = ()

    def board(self) -> Board:
        board = self.puzzle.board()
        for move in self.moves:
            board.play(move)
        return board


@dataclass(frozen=True)
class Reply:
    """The opponent's answer."""

    point: int
    is_refuted: bool
    """True if the opponent wins now"""
    is_plain: bool
    """True if the person wins obviously"""


def reply(line: PuzzleLine) -> Reply:
    """The opponent's best answer: a move that wins, else the one that resists longest. Raises
    NotSolved."""
    board, solver = line.board(), Solver(region=line.puzzle.region)
    own, person = board.to_play, line.puzzle.to_play
    open_ = [p for p in [*_playable(board, solver), PASS] if board.is_legal(p)]
    afters = {p: _after(board, p) for p in open_}
    toughest, depth = PASS, 0
    goals = {color: _goal(board, color) for color in (own, person)}
    while afters:
        depth += 2
        if depth > solver.max_depth:
            raise NotSolved(f"there is no proof within {solver.max_depth} moves")
        for p, after in list(afters.items()):
            if solver.can_reach(after, own, goals[own], depth):
                return Reply(p, True, False)
            if solver.can_reach(after, person, goals[person], depth):
                toughest = p
                del afters[p]
    return Reply(toughest, False, depth <= PLAIN or toughest == PASS)


def _playable(board: Board, solver: Solver) -> Sequence[int]:
    return points(board.size) if solver.region is None else solver.region


def _after(board: Board, p: int) -> Board:
    after = board.copy()
    after.play(p)
    return after


def _goal(board: Board, color: int) -> int:
    """The smallest margin with which a color wins, including komi."""
    komi = board.rules.komi
    return int((komi if color == BLACK else -komi) // 1) + 1


def prove(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its winning moves. Raises NotSolved, and ValueError if no move or every move wins."""
    board, solver = puzzle.board(), Solver(region=puzzle.region)
    winners = frozenset(p for p in solver.winning_moves(board) if p != PASS)
    if not winners:
        raise ValueError("This position is not a problem: no move wins for the side to play.")
    if len(winners) == len(board.legal_points()):
        raise ValueError("This position is not a problem: every move wins for the side to play.")
    return replace(puzzle, winners=winners)


class Prover:
    """The solver in a process that is killed when it takes too long."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._crew = Crew(patience)
        self._waiting = ThreadPoolExecutor(1, thread_name_prefix="prover")

    def reply(self, line: PuzzleLine) -> "Future[Reply | None]":
        """The opponent's answer; None if no proof is found in time."""
        return self._waiting.submit(self._ask, reply, line)

    def prove(self, puzzle: Puzzle) -> "Future[Puzzle | None]":
        """The puzzle with its winning moves; None if no proof is found in time. Raises ValueError as `prove`."""
        return self._waiting.submit(self._ask, prove, puzzle)

    def _ask(self, task: Any, argument: Any) -> Any:
        try:
            with self._crew.call(task) as ask:
                return ask(0, argument)
        except (WorkerLost, NotSolved):
            return None

    def close(self) -> None:
        self._crew.stop()
        self._waiting.shutdown(wait=True, cancel_futures=True)
        self._crew.dismiss()


# -- own problems ------------------------------------------------------------------------------------------------------


def from_record(text: str) -> Puzzle:
    """The position at the end of a record's main line, not proven yet. Raises ValueError."""
    game = read_game(text)
    replay(game)
    board = game.board
    if board.rules.scoring is not Scoring.AREA:
        board = Board(replace(board.rules, scoring=Scoring.AREA), board.stones, board.to_play)
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    stones = tuple(sorted(board.stones.items()))
    legal = tuple(board.legal_points())
    title = " ".join(" ".join(game.root.properties.get("GN", [])).split())[:60]
    words = title or "Your own problem."
    return Puzzle(f"own_{digest}", "your own", board.rules, stones, board.to_play, frozenset(), words, legal, True)


class OwnProblems:
    """The problems that people have added, in the work folder: records whose root comment names the winning moves."""

    def __init__(self, folder: Path) -> None:
        self._work = folder

    def add(self, puzzle: Puzzle, text: str) -> None:
        """Keep a proven problem. Raises OSError."""
        folder = inside(self._work, FOLDER)
        folder.mkdir(exist_ok=True)
        winners = [vertex(p) for p in sorted(puzzle.winners)]
        write_whole(folder / f"{puzzle.name}.sgf", text)
        write_sealed(folder / f"{puzzle.name}.json", {"winners": winners})

    def all(self) -> list[Puzzle]:
        """All of them, by name; files that cannot be read are left out."""
        found = []
        for path in sorted(inside(self._work, FOLDER).glob("own_*.sgf"))[:MAX_OWN]:
            try:
                puzzle = from_record(read_bounded(path, MAX_FILE).decode())
                content, _ = read_sealed(path.with_suffix(".json"), "problem")
                winners = frozenset(parse_vertex(str(name), puzzle.rules.size) for name in content["winners"])
                if winners and winners <= set(puzzle.region or ()):
                    found.append(replace(puzzle, name=path.stem, winners=winners))
            except (OSError, ValueError, KeyError, TypeError, DamagedFile):
                continue
        return found


# -- progress ----------------------------------------------------------------------------------------------------------


@dataclass
class TrainerProgress:
    """The problems that were solved, and the streak: problems in a row that were solved at the first try."""

    solved: set[str] = field(default_factory=set)
    streak: int = 0
    best: int = 0

    def succeed(self, name: str, is_clean: bool) -> None:
        """Record a solved problem; `is_clean` means without a wrong move or a hint."""
        self.solved.add(name)
        self.streak = self.streak + 1 if is_clean else 0
        self.best = max(self.best, self.streak)

    def fail(self) -> None:
        self.streak = 0

    @classmethod
    def read(cls, path: Path) -> "TrainerProgress":
        """The progress in a file; empty if the file is missing or damaged."""
        try:
            content, _ = read_sealed(path, "progress")
            solved = {str(name)[:80] for name in content["solved"][:10_000]}
            streak, best = (min(10_000, max(0, int(content[name]))) for name in ("streak", "best"))
            return cls(solved, streak, max(best, streak))
        except (OSError, ValueError, KeyError, TypeError, DamagedFile):
            return cls()

    def write(self, path: Path) -> None:
        """Write the progress to its file. Raises OSError."""
        write_sealed(path, {"solved": sorted(self.solved), "streak": self.streak, "best": self.best})
