"""`random`: any legal move, as likely as any other, but never into an own eye. Passes when nothing else is left."""

from dataclasses import dataclass

from numpy.random import Generator, default_rng

from semeai.go.board import Board
from semeai.go.player import Candidate, Explanation
from semeai.go.points import PASS, vertex
from semeai.go.rules import Rules


@dataclass(frozen=True)
class RandomParams:
    """A random player has nothing to set."""


class RandomPlayer:
    """Plays as light playouts do, and so ends its games."""

    def __init__(self, params: RandomParams) -> None:
        self.new_game(Rules(), default_rng(0))

    def new_game(self, rules: Rules, rng: Generator) -> None:
        self.rng = rng
        self.chosen = PASS
        self.points: list[int] = []

    def choose(self, board: Board) -> int:
        self.points = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)]
        self.chosen = self.points[self.rng.integers(len(self.points))] if self.points else PASS
        return self.chosen

    def explain(self) -> Explanation:
        if not self.points:
            return Explanation("random passed: no legal move was left but own eyes")
        share = 1 / len(self.points)
        candidates = tuple(Candidate(p, prior=share, variation=(p,)) for p in self.points)
        text = f"random chose {vertex(self.chosen)}, one of {len(self.points)} moves, all as likely"
        return Explanation(text, dict.fromkeys(self.points, share), candidates)
