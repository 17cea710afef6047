"""Find tactical problems at the ends of own games, and prove them: `python -m tests.mine 60 tests/regress/endings.sgf`.

Quick games of `rave` with itself are gone through from their ends. A position becomes a problem when the exact solver
knows the result of every move, one or two of them are best, and all others lose two points or more. The komi is set
between the two, so that the right moves win and all others lose, which `prove` of the tactical problems proves once
more. The kind of a problem is told by what its first right move does. No kind has more than a third of all problems,
and no game gives more than two.

The file is written after each problem. A run that was stopped goes on after the last game that gave one.
"""

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from numpy.random import default_rng

from semeai.go.board import Board
from semeai.go.points import BLACK, COLOR_NAMES, EMPTY, PASS, opponent, points, vertex
from semeai.go.rules import Rules
from semeai.go.solver import NotSolved, Solver
from semeai.players import make_player
from semeai.sgf import read_games
from tests.players.tactics.problem import Problem, prove, settled

RULES = Rules.preset("chinese", size=9, komi=7.5)
PLAYER = "rave:playouts=50,resign=0,memory=16"
RANDOM_MOVES = 8
FEWEST_EMPTY, MOST_EMPTY, MOST_POINTS = 2, 6, 30
DEPTH = 20
A_GAME = 2
LAST_MOVES = 40


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


def values(board: Board, region: list[int], stone: int) -> dict[int, int]:
    """The margin of the side to play after each move, by move. Raises NotSolved."""
    solver = Solver(region=region + [stone] * (board.size**2 - len(region)), max_depth=DEPTH)
    found = {}
    for p in [*region, PASS]:
        if board.is_legal(p):
            after = board.copy()
            after.play(p)
            margin = solver.value(after)
            found[p] = margin if board.to_play == BLACK else -margin
    return found


def kind_of(board: Board, move: int) -> str:
    """The kind of a problem whose right move is this."""
    me, enemy = board.to_play, opponent(board.to_play)
    after = board.copy()
    after.play(move)
    near = [q for q in (move + 1, move - 1, move + 20, move - 20) if q in board.stones]
    own = {min(board.chain(q)) for q in near if board.stones[q] == me}
    if after.ko != PASS or board.ko != PASS:
        return "ko"
    if after.prisoners(enemy) > board.prisoners(enemy):
        return "capture"
    if any(len(board.liberties(q)) <= 2 for q in near if board.stones[q] == enemy):
        return "two liberties"
    return "connection" if len(own) > 1 else "endgame"


def look(board: Board, name: str) -> Problem | None:
    """The problem that a position is, if it is one."""
    plain = Board(board.rules, board.stones, board.to_play)
    try:
        fixed = settled(plain)
    except AssertionError:
        return None
    region = [p for p in points(board.size) if p not in fixed]
    n_empty = sum(plain.colors[p] == EMPTY for p in region)
    stones = [p for p in fixed if plain.colors[p] != EMPTY]
    if not stones or not FEWEST_EMPTY <= n_empty <= MOST_EMPTY or len(region) > MOST_POINTS:
        return None
    try:
        found = values(plain, region, stones[0])
    except NotSolved:
        return None
    best = max(found.values())
    right = [p for p, value in found.items() if value == best]
    others = [value for value in found.values() if value < best]
    if len(right) > 2 or PASS in right or len(others) < 2 or best - max(others) < 2:
        return None
    komi = (best - 0.5) if plain.to_play == BLACK else -(best - 0.5)
    problem = Problem(
        name=name,
        category=kind_of(plain, right[0]),
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
        from_here = 0
        for board in reversed(boards[-LAST_MOVES:-1]):
            problem = look(board, f"ending {len(entries) + 1}")
            if problem is None or kinds[problem.category] >= n // 3:
                continue
            found = Found(problem, game, len(board.moves))
            entries.append(as_sgf(found))
            kinds[problem.category] += 1
            path.write_text("\n".join(entries) + "\n")
            print(f"{len(entries)} of {n}: {problem.category}, {problem.right}, game {game}", flush=True)
            from_here += 1
            if from_here == A_GAME or len(entries) == n:
                break
    read_games(path.read_bytes())


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
