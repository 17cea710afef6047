"""One tactical problem, and the proof that its right moves win and all others lose."""

import math
from dataclasses import dataclass

import numpy as np

from semeai.go.benson_kernel import WORK, safe_area
from semeai.go.board import Board
from semeai.go.points import BLACK, EMPTY, PASS, WHITE, opponent, points, vertex
from semeai.go.rules import Rules
from semeai.go.solver import Solver

MAX_DEPTH = 30


@dataclass(frozen=True)
class Problem:
    """A 9x9 position in which the game hangs on one tactic: the right moves win it, every other move loses it.

    Rules are chinese: area with every stone alive, positional superko.
    """

    name: str
    category: str
    to_play: int
    komi: float
    """chosen between the result of the right moves and that of all others"""
    right: str
    """all moves that win, as vertices"""
    why: str
    """the idea, in one line"""
    diagram: str
    proof: str = "solver"
    """who says so"""

    def board(self) -> Board:
        return Board.from_diagram(self.diagram, Rules.preset("chinese", komi=self.komi), self.to_play)


def settled(board: Board) -> set[int]:
    """The points that are unconditionally one color's: its stones and its eyes."""
    found = set()
    for color in (BLACK, WHITE):
        work = np.zeros(1, dtype=WORK)
        if safe_area(board.record, color, work[0]):
            area = {p for p in points(board.size) if work[0].safe[p]}
            assert all(board.colors[p] in (EMPTY, color) for p in area), "a dead stone in a settled area"
            found |= area
    return found


def prove(problem: Problem) -> list[str]:
    """Prove with the exact solver that the right moves win and that all others lose, pass among them.

    Nobody plays in settled areas: the opponent cannot, and to the owner it is a move wasted. That a wasted move loses
    is proven too ("waste"). Returns the moves for which no proof was found.
    """
    board = problem.board()
    fixed = settled(board)
    region = [p for p in points(board.size) if p not in fixed]
    # The solver stops early where unconditional life decides, but only when it is given as many points as the board
    # has. Points that are never empty change nothing else.
    stone = next(p for p in fixed if board.colors[p] != EMPTY)
    solver = Solver(region=region + [stone] * (board.size**2 - len(region)))
    me, enemy = problem.to_play, opponent(problem.to_play)
    least = {BLACK: math.floor(problem.komi) + 1, WHITE: math.floor(-problem.komi) + 1}  # the margin that wins

    def wins(after: Board, color: int) -> bool:
        return any(solver.can_reach(after, color, least[color], depth) for depth in range(2, MAX_DEPTH + 1, 2))

    right = set(problem.right.split())
    unproven = []
    for p in [*region, PASS]:
        if board.is_legal(p):
            after = board.copy()
            after.play(p)
            if not wins(after, me if vertex(p) in right else enemy):
                unproven.append(vertex(p))
    if not wins(Board(board.rules, board.stones, enemy), enemy):
        unproven.append("waste")
    return unproven
