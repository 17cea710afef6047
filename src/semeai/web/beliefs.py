"""Evolution on the page Problems: two populations of drake's strategies evolve from a position, and their first moves
are counted after each step."""

from semeai.evolve.strategies import PopulationsParams, Strategies
from semeai.go.board import Board
from semeai.go.picture import Label
from semeai.go.points import PASS
from semeai.parallel.team import Team

PARAMS = PopulationsParams(population=2048, threads=32)
STEPS = 2048
"""steps of evolution between two pictures"""
MAX_STEPS = 400_000
SURE = 0.9
"""share of the population from which a first move counts as adopted"""
MAX_LABELS = 12


class Beliefs:
    """Two populations that evolve in short stretches."""

    def __init__(self, board: Board, seed: int = 1) -> None:
        self._evolution = Strategies(PARAMS, board, seed)

    @property
    def n_steps(self) -> int:
        return self._evolution.n_steps

    def advance(self) -> dict[int, float]:
        """Evolve for a stretch. Returns the share of the population behind each first move, the largest first."""
        with Team(1) as team:
            self._evolution.run(STEPS, team)
        return self._evolution.shares()

    @staticmethod
    def is_over(shares: dict[int, float], n_steps: int) -> bool:
        """True if one move is adopted or the limit of steps is reached."""
        return n_steps >= MAX_STEPS or max(shares.values(), default=0.0) >= SURE


def belief_labels(shares: dict[int, float], color: int) -> dict[int, Label]:
    """The largest shares in percent, on their points."""
    shown = [(p, share) for p, share in shares.items() if p != PASS][:MAX_LABELS]
    return {p: Label(f"{100 * share:.0f}%", "", share, color) for p, share in shown}
