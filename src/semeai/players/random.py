"""`random`: all legal moves are equally likely, except into own eyes. Passes if nothing else is left."""

from dataclasses import dataclass

from semeai.go.player import CandidateMove, Explanation
from semeai.go.points import PASS, vertex
from semeai.players.compiled import CompiledPlayer, lineup_of
from semeai.players.compiled_kernel import RANDOM


@dataclass(frozen=True)
class RandomParams:
    """A random player has no settings."""


class RandomPlayer(CompiledPlayer):
    """Plays like light playouts, so that its games end."""

    def __init__(self, params: RandomParams) -> None:
        super().__init__(lineup_of(RANDOM))

    def explain(self) -> Explanation:
        n = int(self.notes["n_points"][0])
        if self.chosen == PASS:
            return Explanation("random passed: no legal move was left but own eyes")
        points = sorted(int(p) for p in self.notes["points"][0][:n])
        candidates = tuple(CandidateMove(p, prior=1 / n, variation=(p,)) for p in points)
        text = f"random chose {vertex(self.chosen)}, one of {n} equally likely moves"
        return Explanation(text, dict.fromkeys(points, 1 / n), candidates)
