"""Find tactical problems in own games, and prove them: `python -m tests.mine 60 tests/regress/fights.sgf`.

Quick games of `rave` with itself are gone through. The points of the next few moves, and chains next to them that will
die, are the fight. All other points get stones of the side that has them in the end, with two eyes where there is room,
so that the exact solver can do the rest. Such a position becomes a problem when the solver knows the result of every
move, one or two of them are best, and all others lose two points or more. The komi is set between the two, so that the
right moves win and all others lose, which `prove` of the tactical problems proves once more. The kind of a problem is
told by its final position and by what its first right move does. No kind has more than a third of all problems, and no
game gives more than two.

The file is written after each problem. A run that was stopped goes on after the last game that gave one.
"""

import sys
from collections import Counter
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
from numpy.random import default_rng

from semeai.go.benson_kernel import WORK, safe_area
from semeai.go.board import Board
from semeai.go.board_kernel import STRIDE
from semeai.go.points import BLACK, COLOR_NAMES, EMPTY, PASS, WHITE, opponent, points, vertex
from semeai.go.rules import Rules
from semeai.go.solver import Solver
from semeai.players import make_player
from semeai.sgf import read_games
from tests.players.tactics.problem import Problem, prove

RULES = Rules.preset("chinese", size=9, komi=7.5)
PLAYER = "rave:playouts=50,resign=0,memory=16"
RANDOM_MOVES = 8
FEWEST_EMPTY, MOST_EMPTY, MOST_POINTS = 2, 7, 26
DEPTH = 18
MOST_NODES = 60_000
A_GAME = 2
FIRST_MOVE, STEP = 20, 3
FIGHTS = (4, 7, 10)
SIDES = (1, -1, STRIDE, -STRIDE)


@dataclass(frozen=True)
class Found:
    """A problem, and where it comes from."""

    problem: Problem
    game: int
    n_moves: int


def play(seed: int) -> list[Board]:
    """The positions of a game."""
    player, rng = make_player(PLAYER), default_rng([7, seed])
    player.new_game(RULES, rng)
    boards = [Board(RULES)]
    while boards[-1].n_passes < 2 and len(boards) < 200:
        board = boards[-1].copy()
        legal = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)]
        board.play(int(rng.choice(legal)) if len(boards) <= RANDOM_MOVES else player.choose(board.copy()))
        boards.append(board)
    return boards


def freeze(board: Board, last: Board, n_moves: int) -> Board | None:
    """The position with all filled up, as the game ended, but the fight of the next moves; None where that is not a
    position."""
    owner, on_board = last.score().owner, set(points(board.size))
    fight = set(last.moves[len(board.moves) : len(board.moves) + n_moves]) & on_board
    near = {p + step for p in fight for step in SIDES} & on_board
    for p in near - fight:
        if board.colors[p] == EMPTY and owner[p] == EMPTY:
            fight.add(p)
        elif board.colors[p] == opponent(int(owner[p])):  # dead in the end, and perhaps for what comes now
            fight |= board.chain(p) | board.liberties(p)
    stones = {p: int(board.colors[p]) if p in fight else int(owner[p]) for p in on_board}
    while True:
        try:
            plain = with_eyes(board, stones, fight)
        except ValueError:  # a chain without liberties
            return None
        lost = {p for p, color in safe_points(plain).items() if plain.colors[p] == opponent(color)}
        if not lost:
            return plain
        for p in lost:  # dead stones: the fight is not about these
            stones[p] = opponent(stones[p])
        fight -= lost


def with_eyes(board: Board, stones: dict[int, int], fight: set[int]) -> Board:
    """A position in which every chain has two eyes that has room for them outside the fight. Raises ValueError."""
    kept = {p: color for p, color in stones.items() if color != EMPTY}
    left, eyes = set(kept), set[int]()
    while left:
        chain = {left.pop()}
        todo = list(chain)
        while todo:
            p = todo.pop()
            near = {p + step for step in SIDES} & left
            same = {q for q in near if kept[q] == kept[p]}
            left -= same
            chain |= same
            todo += same
        room: list[int] = []
        for p in sorted(chain - fight):
            near = {p + step for step in SIDES} & set(stones)
            if near <= chain - fight - set(room) and len(room) < 2:
                room.append(p)
        eyes |= set(room) if len(room) == 2 else set()
    return Board(board.rules, {p: color for p, color in kept.items() if p not in eyes}, board.to_play)


def safe_points(board: Board) -> dict[int, int]:
    """Points that are unconditionally one color's, with the color."""
    found: dict[int, int] = {}
    for color in (BLACK, WHITE):
        work = np.zeros(1, dtype=WORK)
        if safe_area(board.record, color, work[0]):
            found |= {p: color for p in points(board.size) if work[0].safe[p]}
    return found


def value_after(solver: Solver, board: Board, low: int, high: int) -> int | None:
    """Black's margin between two bounds when both sides play as well as possible; None if that takes too long."""
    before = solver.n_nodes
    for depth in range(2, DEPTH + 1, 2):
        while low < high and solver.can_reach(board, BLACK, low + 1, depth):
            low += 1
        while low < high and solver.can_reach(board, WHITE, 1 - high, depth):
            high -= 1
        if low == high:
            return low
        if solver.n_nodes - before > MOST_NODES:
            return None
    return None


def values(board: Board, region: list[int], stone: int) -> dict[int, int]:
    """The margin of the side to play after each move, by move; nothing where it takes too long to find."""
    solver = Solver(region=region + [stone] * (board.size**2 - len(region)))
    owner = board.score().owner
    fixed = sum({BLACK: 1, WHITE: -1}.get(int(owner[p]), 0) for p in points(board.size) if p not in region)
    found = {}
    for p in [*region, PASS]:
        if board.is_legal(p):
            after = board.copy()
            after.play(p)
            margin = value_after(solver, after, fixed - len(region), fixed + len(region))
            if margin is None:
                return {}
            found[p] = margin if board.to_play == BLACK else -margin
    return found


def kind_of(board: Board, move: int) -> str:
    """The kind of a problem whose right move is this."""
    me, enemy = board.to_play, opponent(board.to_play)
    after = board.copy()
    after.play(move)
    near = [q for q in (move + step for step in SIDES) if q in board.stones]
    own = {min(board.chain(q)) for q in near if board.stones[q] == me}
    if after.ko != PASS or board.ko != PASS:
        return "ko"
    if after.prisoners(enemy) > board.prisoners(enemy) + 1:
        return "capture"
    if any(len(board.liberties(q)) <= 2 for q in near if board.stones[q] == enemy):
        return "two liberties"
    return "connection" if len(own) > 1 else "endgame"


def look(board: Board, last: Board, n_moves: int, name: str) -> Problem | None:
    """The problem that the next moves of a game are, if they are one; `last` is how the game ended."""
    plain = freeze(board, last, n_moves)
    if plain is None:
        return None
    fixed = safe_points(plain)
    region = [p for p in points(board.size) if p not in fixed]
    n_empty = sum(plain.colors[p] == EMPTY for p in region)
    stones = [p for p in fixed if plain.colors[p] != EMPTY]
    if not stones or not FEWEST_EMPTY <= n_empty <= MOST_EMPTY or len(region) > MOST_POINTS:
        return None
    found = values(plain, region, stones[0])
    if not found:
        return None
    best = max(found.values())
    right = [p for p, value in found.items() if value == best]
    others = [value for value in found.values() if value < best]
    if len(right) > 2 or PASS in right or len(others) < 2 or best - max(others) < 2:
        return None
    komi = (best - 0.5) if plain.to_play == BLACK else -(best - 0.5)
    problem = Problem(
        name=name,
        category="seki" if any(last.score().owner[p] == EMPTY for p in region) else kind_of(plain, right[0]),
        to_play=plain.to_play,
        komi=komi,
        right=" ".join(map(vertex, right)),
        why=f"{best - max(others)} points better than any other move",
        diagram=plain.diagram(),
    )
    return None if prove(problem) else problem


def as_sgf(found: Found) -> str:
    """The problem as a game of a suite."""
    problem = found.problem
    board = problem.board()
    stones = {color: [p for p, c in board.stones.items() if c == color] for color in (1, 2)}
    placed = "".join(
        f"{tag}{''.join(f'[{_letters(p)}]' for p in sorted(stones[color]))}" for tag, color in (("AB", 1), ("AW", 2))
    )
    return (
        f"(;FF[4]GM[1]CA[UTF-8]AP[semeai]SZ[9]KM[{problem.komi:g}]RU[chinese]{placed}"
        f"PL[{COLOR_NAMES[problem.to_play][0].upper()}]GN[{problem.name}]"
        f"C[expect: {problem.right}\n{problem.category}: {problem.why}; game {found.game}, move {found.n_moves}])"
    )


def _letters(p: int) -> str:
    name = vertex(p)
    column = "ABCDEFGHJ".index(name[0])
    return "abcdefghi"[column] + "ihgfedcba"[int(name[1:]) - 1]


def main(n: int, path: Path) -> None:
    texts = path.read_text().splitlines(keepends=False) if path.exists() else []
    entries = [entry + ")" for entry in "\n".join(texts).split("])\n") if entry] if texts else []
    entries = [entry if entry.endswith("])") else entry[:-1] + "])" for entry in entries]
    games = [int(entry.rpartition("game ")[2].partition(",")[0]) for entry in entries]
    kinds = Counter(entry.rpartition("\n")[2].partition(":")[0] for entry in entries)
    game = max(games, default=0)
    while len(entries) < n:
        game += 1
        boards = play(game)
        answers = set[str]()
        for board, n_moves in product(boards[FIRST_MOVE::STEP], FIGHTS):
            problem = look(board, boards[-1], n_moves, f"fight {len(entries) + 1}")
            if problem is None or problem.right in answers or kinds[problem.category] >= n // 3:
                continue
            answers.add(problem.right)  # the same fight, a few moves later, is not another problem
            entries.append(as_sgf(Found(problem, game, len(board.moves))))
            kinds[problem.category] += 1
            path.write_text("\n".join(entries) + "\n")
            print(f"{len(entries)} of {n}: {problem.category}, {problem.right}, game {game}", flush=True)
            if len(answers) == A_GAME or len(entries) == n:
                break
    read_games(path.read_bytes())


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
