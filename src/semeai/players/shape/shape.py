"""`shape`: a small network rates every legal point by its surroundings and the effects of a move. It must be bred.

The same weights are used at all points, so a genome plays on boards of every size. The inputs of a point (`inputs.py`)
are the stones around it, its place, and the captures, rescues, attacks and risks of a move there. The network is
invariant under rotation and reflection. It has a linear path and, in parallel, a layer of hidden units. The player
plays the move with the highest output. It passes if no move is worth as much as a pass and nothing can be captured,
caught or saved. It never fills points that look like own eyes.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD, N_POINTS
from semeai.go.genomes_kernel import GENOME, LANES
from semeai.go.lineup import NO_GENOMES, Lineup
from semeai.go.player import Breedable, CandidateMove, Explanation, Genome, Genomes
from semeai.go.points import PASS, vertex
from semeai.go.rules import Rules
from semeai.nets.genes import Genes, is_within
from semeai.players.compiled import CompiledPlayer
from semeai.players.compiled_kernel import COMPILED, SHAPE
from semeai.players.shape.inputs import INPUTS, InputGroup, is_seen
from semeai.players.shape.inputs_kernel import MAX_REACH, N_INPUTS
from semeai.players.shape.shape_kernel import UNIT, rate_on

MAX_HIDDEN = LANES - 1
MAX_WEIGHT = 100.0  # so that sums of whole numbers do not overflow
PASSING = ("pass", "pass_late", "pass_answer")
"""the last genes: the value of a pass, its increase as the board fills, and its increase after the opponent's pass"""


class Inputs(StrEnum):
    """The inputs of the network. All choices include the place of a point."""

    ALL = "all"
    STONES = "stones"
    """stones and places, no tactics"""
    TACTICS = "tactics"
    """tactics and places, no stones around the point"""


@dataclass(frozen=True)
class ShapeParams(Breedable):
    reach: int = 2
    """distance at which it sees stones: 2 for 5x5 points, 3 for 7x7"""
    hidden: int = 8
    """hidden units, 0 to 15"""
    inputs: Inputs = Inputs.ALL
    """inputs of the network"""

    def __post_init__(self) -> None:
        if not 1 <= self.reach <= MAX_REACH:
            raise ValueError(f"shape:reach must be 1 to {MAX_REACH}, not {self.reach}")
        if not 0 <= self.hidden <= MAX_HIDDEN:
            raise ValueError(f"shape:hidden must be 0 to {MAX_HIDDEN}, not {self.hidden}")

    @property
    def numbers(self) -> list[int]:
        """The indices of its inputs."""
        unseen = {Inputs.STONES: InputGroup.TACTICS, Inputs.TACTICS: InputGroup.STONES}.get(self.inputs)
        return [i for i, one in enumerate(INPUTS) if one.group is not unseen and is_seen(i, self.reach)]

    def genes(self, rules: Rules) -> Genes:
        return Genes(len(self.numbers) * (1 + self.hidden) + self.hidden + len(PASSING), -1.0, 1.0)

    def from_genome(self, genome: Genome, rules: Rules) -> "ShapePlayer":
        return ShapePlayer(self, genome)

    def lineup(self, genomes: Genomes, rules: Rules) -> Lineup:
        return shape_lineup(self, genomes)

    def adopt(self, other: Breedable, genome: Genome) -> Genome:
        """The genome with the same linear weights for common inputs, 0 for others, and the hidden units if both have
        the same number."""
        if not isinstance(other, ShapeParams):
            return super().adopt(other, genome)
        old = read_weights(other, genome)
        inputs = np.zeros((len(self.numbers), 1 + self.hidden))
        kept = [(self.numbers.index(number), row) for row, number in enumerate(other.numbers) if number in self.numbers]
        width = 1 + self.hidden if self.hidden == other.hidden else 1
        for row, was in kept:
            inputs[row, :width] = old.inputs[was, :width]
        outputs = old.outputs if self.hidden == other.hidden else np.zeros(self.hidden)
        return np.concatenate([inputs[:, 0], inputs[:, 1:].ravel(), outputs, old.passing])

    def describe(self, genome: Genome) -> str:
        weights = read_weights(self, genome)
        size = np.abs(weights.inputs).sum(axis=1)
        names = [INPUTS[i].name for i in self.numbers]
        width = max(map(len, names))
        passing = ", ".join(f"{name} {x:.2f}" for name, x in zip(PASSING, weights.passing.tolist(), strict=True))
        lines = [
            f"{len(names)} inputs, {self.hidden} hidden units; {passing}",
            f"{'':{width}} linear, then the hidden units by name of the input, the most important first",
            f"{'outputs':{width}}        {_row(weights.outputs)}",
        ]
        for n in np.argsort(-size, kind="stable").tolist():
            lines.append(f"{names[n]:{width}} {_row(weights.inputs[n])}  {INPUTS[self.numbers[n]].says}")
        return "\n".join(lines)


def _row(numbers: npt.NDArray[Any]) -> str:
    return " ".join(f"{x:6.2f}" for x in numbers.tolist())


@dataclass(frozen=True, eq=False)
class ShapeWeights:
    """The parts of a genome."""

    inputs: npt.NDArray[np.float64]
    """weights by input: the linear path, then the hidden units"""
    outputs: npt.NDArray[np.float64]
    """output weights by hidden unit"""
    passing: npt.NDArray[np.float64]
    """the genes of PASSING"""


def read_weights(params: ShapeParams, genome: Genome) -> ShapeWeights:
    """Split a genome into its parts: the linear weights, the weights of the hidden units by input, their outputs,
    and the value of a pass. Raises ValueError if it has the wrong length or too large numbers."""
    n, hidden = len(params.numbers), params.hidden
    wanted = n * (1 + hidden) + hidden + len(PASSING)
    if genome.shape != (wanted,):
        raise ValueError(f"expected a genome of {wanted} numbers, found {genome.size}")
    if not is_within(genome, -MAX_WEIGHT, MAX_WEIGHT):
        raise ValueError(f"a weight must be at most {MAX_WEIGHT:g}")
    linear, inner, outputs, passing = np.split(genome.astype(np.float64), np.cumsum([n, n * hidden, hidden]))
    return ShapeWeights(np.concatenate([linear[:, None], inner.reshape(n, hidden)], axis=1), outputs, passing)


def shape_lineup(params: ShapeParams, genomes: Genomes) -> Lineup:
    """The players of genomes. Raises ValueError if one does not fit the network."""
    records, heads = np.zeros(len(genomes), dtype=COMPILED), np.zeros(len(genomes), dtype=GENOME)
    table = np.zeros((len(genomes), N_INPUTS, LANES), dtype=np.int32)
    records["kind"], records["genome"] = SHAPE, np.arange(len(genomes))
    heads["first"] = N_INPUTS * np.arange(len(genomes))
    heads["n_hidden"] = params.hidden
    heads["reach"] = 0 if params.inputs is Inputs.TACTICS else params.reach
    heads["has_tactics"] = params.inputs is not Inputs.STONES
    for i, genome in enumerate(genomes):
        weights = read_weights(params, genome)
        table[i, params.numbers, : 1 + params.hidden] = np.rint(UNIT * weights.inputs)
        heads["outputs"][i, : params.hidden] = weights.outputs
        heads["passing"][i] = weights.passing
    return Lineup(records, genomes=(heads, table.reshape(-1, LANES), NO_GENOMES[2]))


class ShapePlayer(CompiledPlayer):
    """The player. It plays on boards of every size."""

    def __init__(self, params: ShapeParams, genome: Genome) -> None:
        """Make a player of a genome. Raises ValueError if the genome does not fit the network."""
        self._params = params
        self._weights = read_weights(params, genome)
        super().__init__(shape_lineup(params, [genome]))

    def choose(self, board: Board) -> int:
        self._asked = np.array([board.record], dtype=BOARD), board.keys.copy(), board.trail
        return super().choose(board)

    def look(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64], bool]:
        """The scores of all moves of the last choice by point, nan for other points; the inputs by point and index; and
        True if something could be captured, caught or saved."""
        boards, keys, (last, before, _) = self._asked
        scores, counts = np.zeros(N_POINTS), np.zeros((N_POINTS, N_INPUTS), dtype=np.int64)
        assert self.tactics is not None
        heads, table, _, desks = self.tactics
        is_pending = rate_on(heads, table, desks, boards, keys, last, before, scores, counts)
        return scores, counts, bool(is_pending)

    def explain(self) -> Explanation:
        scores, counts, _ = self.look()
        values = {p: float(scores[p]) for p in np.flatnonzero(~np.isnan(scores)).tolist()}
        best_first = sorted(values, key=lambda p: (-values[p], p != self.chosen))
        candidates = tuple(CandidateMove(p, variation=(p,)) for p in best_first)
        if self.chosen == PASS:
            reason = "no move is worth as much" if values else "no legal move was left but own eyes"
            return Explanation(f"shape passed: {reason}", values, candidates)
        text = f"shape plays {vertex(self.chosen)} (score {values[self.chosen]:.2f}): {self._reasons(counts)}"
        return Explanation(text, values, candidates)

    def _reasons(self, counts: npt.NDArray[np.int64]) -> str:
        """The most important inputs of the chosen move, and their contributions to the score."""
        own = counts[self.chosen, self._params.numbers]
        added = self._added(own)
        most_first = np.argsort(-np.abs(added), kind="stable")[:8].tolist()
        numbers = self._params.numbers
        reasons = [f"{INPUTS[numbers[n]].name} {added[n]:+.2f}" for n in most_first if own[n]]
        return ", ".join(reasons)

    def _added(self, own: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """The contribution of each input: the score with it minus the score without it."""
        inner = self._weights.inputs
        sums = own @ inner
        without = sums - own[:, None] * inner
        return self._output(sums[None]) - self._output(without)

    def _output(self, sums: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The score for each row of sums, computed in the simplest way."""
        x = np.clip(sums[:, 1:] / 4, -3, 3)
        output: npt.NDArray[np.float64] = sums[:, 0] + (x * (27 + x**2) / (27 + 9 * x**2)) @ self._weights.outputs
        return output
