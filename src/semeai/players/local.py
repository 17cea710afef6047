"""`local`: rates each move by features of its neighborhood and plays the best one. Its weights can be bred.

The value of a move is a sum: each feature, a small count such as "enemy stones next to it", times its weight. With all
weights zero, all moves have the same value, and it plays like `random`. It never plays points that look like own eyes,
and passes only if nothing else is left.
"""

from dataclasses import astuple, dataclass, fields
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD, N_POINTS
from semeai.go.lineup import Lineup
from semeai.go.player import Breedable, CandidateMove, Explanation, Genome, Genomes
from semeai.go.points import PASS, vertex
from semeai.go.rules import Rules
from semeai.nets.genes import Genes
from semeai.players.compiled import CompiledPlayer, lineup_of
from semeai.players.compiled_kernel import COMPILED, LOCAL
from semeai.players.local_kernel import N_FEATURES, values_on

MAX_WEIGHT = 1e6  # so that sums stay finite


@dataclass(frozen=True)
class LocalParams(Breedable):
    """The weights of the features, in the order of `local_kernel`."""

    is_genome: ClassVar[bool] = True

    line_1: float = 0.0
    """1 on the edge line"""
    line_2: float = 0.0
    """1 on the second line"""
    line_3: float = 0.0
    """1 on the third line"""
    own: float = 0.0
    """own stones next to it"""
    enemy: float = 0.0
    """enemy stones next to it"""
    own_diagonal: float = 0.0
    """own stones diagonally next to it"""
    enemy_diagonal: float = 0.0
    """enemy stones diagonally next to it"""
    capture: float = 0.0
    """adjacent enemy chains whose last liberty is this point"""
    rescue: float = 0.0
    """adjacent own chains whose last liberty is this point"""
    atari: float = 0.0
    """adjacent enemy chains with one other liberty"""
    self_atari: float = 0.0
    """1 if its chain would have at most one liberty after captures"""

    def __post_init__(self) -> None:
        for name, weight in zip(FEATURES, astuple(self), strict=True):
            if not abs(weight) <= MAX_WEIGHT:  # also false for nan
                raise ValueError(f"local:{name} must be a number of at most {MAX_WEIGHT:g}, not {weight:g}")

    def genes(self, rules: Rules) -> Genes:
        return Genes(len(FEATURES), -1.0, 1.0)

    def from_genome(self, genome: Genome, rules: Rules) -> "LocalPlayer":
        if len(genome) != len(FEATURES):
            raise ValueError(f"expected a genome of {len(FEATURES)} numbers for local, found {len(genome)}")
        return LocalPlayer(LocalParams(*map(float, genome)))

    def lineup(self, genomes: Genomes, rules: Rules) -> Lineup:
        records = np.zeros(len(genomes), dtype=COMPILED)
        records["kind"] = LOCAL
        records["weights"] = genomes
        return Lineup(records)

    def describe(self, genome: Genome) -> str:
        weights = dict(zip(FEATURES, genome.tolist(), strict=True))
        width = max(map(len, FEATURES))
        best_first = sorted(weights, key=lambda feature: -abs(weights[feature]))
        return "\n".join(f"{name:{width}} {weights[name]:6.2f}" for name in best_first)


FEATURES = tuple(field.name for field in fields(LocalParams))


class LocalPlayer(CompiledPlayer):
    """Plays the move with the highest sum."""

    def __init__(self, params: LocalParams) -> None:
        super().__init__(lineup_of(LOCAL, weights=astuple(params)))

    def choose(self, board: Board) -> int:
        self._asked = np.array([board.record], dtype=BOARD), board.keys.copy()
        return super().choose(board)

    def explain(self) -> Explanation:
        if self.chosen == PASS:
            return Explanation("local passed: no legal move was left but own eyes")
        worth = self._values(self.lineup.records)
        values = {p: float(worth[p]) for p in np.flatnonzero(~np.isnan(worth)).tolist()}
        best_first = sorted(values, key=lambda p: (-values[p], p != self.chosen))
        candidates = tuple(CandidateMove(p, variation=(p,)) for p in best_first)
        text = f"local plays {vertex(self.chosen)} (value {values[self.chosen]:.2f}): {self._reasons()}"
        return Explanation(text, values, candidates)

    def _reasons(self) -> str:
        """The features that contributed to the chosen move, the largest first."""
        alone = np.zeros(1, dtype=COMPILED)
        reasons = []
        for i, (name, weight) in enumerate(zip(FEATURES, self.lineup.records["weights"][0].tolist(), strict=True)):
            alone["weights"] = np.arange(N_FEATURES) == i  # so that the value is the feature
            count = int(self._values(alone)[self.chosen])
            if count and weight:
                reasons.append((-abs(count * weight), f"{name} {count} x {weight:.2f}"))
        return ", ".join(text for _, text in sorted(reasons)) or "no feature applies"

    def _values(self, settings: npt.NDArray[np.void]) -> npt.NDArray[np.float64]:
        """The value of each move on the last board under other weights; nan for other points."""
        boards, keys = self._asked
        values = np.empty(N_POINTS)
        values_on(settings, boards, keys, values)
        return values
