"""`summation`: adds up the ratings of every point by simple agents. Its weights must be bred, and play as
champion:FILE.

T. Blackman, A. Agah, "A Multi-Agent Approach to the Game of Go Using Genetic Algorithms". The agents are in
`agents.py`, the network that adds them up in `nets/summation.py`. The weights come from imitating recorded games
(`problems/imitation.py`). It never fills a point that looks like its own eye, and passes if no other legal move is
left.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.random import Generator, default_rng

from semeai.go.board import Board
from semeai.go.genomes_kernel import GENOME
from semeai.go.lineup import NO_GENOMES, Lineup
from semeai.go.player import Breedable, CandidateMove, Explanation, Genome, Genomes, Imitator, Player
from semeai.go.points import PASS, point, vertex
from semeai.go.rules import Rules
from semeai.nets.genes import Genes
from semeai.nets.summation import Shape, lanes, read_weights, scores_of
from semeai.players.agents.agents import AGENTS, PRINTED
from semeai.players.agents.looking import Looking, channels_of, unpack_first
from semeai.players.compiled_kernel import COMPILED, SUMMATION

MAX_HIDDEN = 1000
LARGEST = 15  # largest whole weight: our choice, since the paper only says integers


class Numbers(StrEnum):
    """The values of weights and alleles."""

    WHOLE = "whole"
    """0, 1, 2 ... 15"""
    REAL = "real"
    """-1 to 1"""


class Choice(StrEnum):
    """The choice of the move."""

    FIRST = "first"
    """the first of the highest values, row by row from the bottom"""
    PROPORTIONAL = "proportional"
    """a random move, in proportion to the positive values"""


@dataclass(frozen=True)
class SummationParams(Breedable):
    agents: str = "printed"
    """agents in use: printed (the five of the paper), all, or names such as opener+capturer"""
    hidden: int = 3
    """nodes between the agents and the sum, 1 to 1000"""
    weights: Numbers = Numbers.WHOLE
    """values of the genes"""
    choice: Choice = Choice.FIRST
    """choice of the move"""

    def __post_init__(self) -> None:
        for name in self.names:
            if name not in AGENTS:
                raise ValueError(
                    f"unknown agent {name[:20]!r} in summation:agents; use printed, all, or any of {', '.join(AGENTS)}"
                )
        if not 1 <= self.hidden <= MAX_HIDDEN:
            raise ValueError(f"summation:hidden must be 1 to {MAX_HIDDEN}, not {self.hidden}")

    @property
    def names(self) -> tuple[str, ...]:
        """The agents, in the order of their weights."""
        return {"printed": PRINTED, "all": tuple(AGENTS)}.get(self.agents, tuple(self.agents.split("+")))

    @property
    def shape(self) -> Shape:
        """The shape of its network."""
        return Shape(tuple(len(AGENTS[name].channels) for name in self.names), self.hidden)

    @property
    def imitator(self) -> Imitator:
        return self

    def genes(self, rules: Rules) -> Genes:
        n = self.shape.n_genes
        return Genes(n, -1.0, 1.0) if self.weights is Numbers.REAL else Genes(n, 0, LARGEST, is_integer=True)

    def from_genome(self, genome: Genome, rules: Rules) -> "SummationPlayer":
        return SummationPlayer(self, genome)

    @property
    def is_compiled(self) -> bool:
        """True if it plays the highest value. Random choices use a generator that kernels do not have."""
        return self.choice is Choice.FIRST

    def lineup(self, genomes: Genomes, rules: Rules) -> Lineup:
        return summation_lineup(self, genomes)

    def describe(self, genome: Genome) -> str:
        return describe_weights(self, genome)


def summation_lineup(params: SummationParams, genomes: Genomes) -> Lineup:
    """The players of genomes for a kernel. Raises ValueError if one does not fit the network."""
    shape, written = params.shape, channels_of(params.names)
    n_numbers = shape.hidden * (shape.n_channels + 1)
    records, heads = np.zeros(len(genomes), dtype=COMPILED), np.zeros(len(genomes), dtype=GENOME)
    numbers = np.zeros((len(genomes), n_numbers), dtype=np.float32)
    records["kind"], records["genome"] = SUMMATION, np.arange(len(genomes))
    heads["first"] = n_numbers * np.arange(len(genomes))
    heads["n_nodes"], heads["n_channels"] = shape.hidden, shape.n_channels
    heads["channels"][:, : shape.n_channels] = written
    for i, genome in enumerate(genomes):
        inner, outer = lanes(shape, [genome])
        numbers[i] = np.concatenate([inner[:, :, 0].ravel(), outer[:, 0]])
    return Lineup(records, genomes=(heads, NO_GENOMES[1], numbers.ravel()))


def describe_weights(params: SummationParams, genome: npt.NDArray[Any]) -> str:
    """A genome for people: the weights of each agent at the nodes, with the weights of the nodes below, and alleles."""
    weights = read_weights(params.shape, genome)
    rows = [(name, weights.agents[:, n]) for n, name in enumerate(params.names)]
    rows.append(("weight of the node", weights.nodes))
    width = max(len(name) for name, _ in rows)
    lines = [f"{name:{width}} {' '.join(f'{x:6.3g}' for x in row.tolist())}" for name, row in rows]
    own_alleles = np.split(weights.alleles, np.cumsum(params.shape.channels)[:-1])
    for name, alleles in zip(params.names, own_alleles, strict=True):
        if len(alleles) > 1:
            own = zip(AGENTS[name].channels, alleles.tolist(), strict=True)
            lines.append(f"{name}: " + ", ".join(f"{channel} {x:.3g}" for channel, x in own))
    return "\n".join(lines)


class SummationPlayer(Player):
    """The player. It plays on boards of every size."""

    def __init__(self, params: SummationParams, genome: npt.NDArray[Any]) -> None:
        """Make a player of a genome. Raises ValueError if the genome does not fit the network."""
        self.params = params
        self._genome = genome
        self._shape = params.shape
        self._weights = read_weights(params.shape, genome)
        self._looking = Looking(params.names)
        self._is_warm = False
        self._last: Thought | None = None

    @property
    def lineup(self) -> Lineup | None:
        return summation_lineup(self.params, [self._genome]) if self.params.is_compiled else None

    def warm_up(self) -> None:
        """Compile or load the kernels before any clock runs."""
        self._is_warm = True
        self._rng = default_rng(0)
        self.choose(Board(Rules(size=2)))

    def new_game(self, rules: Rules, rng: Generator) -> None:
        if not self._is_warm:
            self.warm_up()
        self._rng = rng
        self._last = None

    def choose(self, board: Board) -> int:
        candidates, looks = self._looking.at_board(board)
        scores = scores_of(self._shape, self._genome, looks)
        legal, color = set(board.legal_points()), board.to_play
        can = np.array([p in legal and not board.is_eye(p, color) for p in candidates], dtype=np.bool_)
        chosen = PASS
        if can.any():
            chosen = candidates[self._draw(scores, can)]
        said = unpack_first(looks)
        self._last = Thought(board.size, candidates, scores, can, said.values * said.strengths[:, None], chosen)
        return chosen

    def _draw(self, scores: npt.NDArray[np.float32], can: npt.NDArray[np.bool_]) -> int:
        """The index of a random candidate that can be played."""
        if self.params.choice is Choice.FIRST:
            return int(np.where(can, scores, -np.inf).argmax())
        slots = np.where(can, scores, 0).clip(0).astype(np.float64)
        slots = slots if slots.any() else can.astype(np.float64)
        return int(self._rng.choice(len(slots), p=slots / slots.sum()))

    def explain(self) -> Explanation:
        thought = self._last
        if thought is None:
            return Explanation("summation has not chosen a move yet")
        parts = np.split(self._weights.alleles[:, None] * thought.said, np.cumsum(self._shape.channels)[:-1])
        maps = {name: part.sum(axis=0) for name, part in zip(self.params.names, parts, strict=True)}
        lines = [thought.headline]
        lines += [line for name, said in maps.items() for line in (f"{name}:", *thought.draw(said))]
        lines += ["sum, in thousandths:", *thought.draw(1000 * thought.shares)]
        values = dict(zip(thought.candidates, thought.shares.tolist(), strict=True))
        can = (p for p, is_allowed in zip(thought.candidates, thought.can, strict=True) if is_allowed)
        best_first = sorted(can, key=lambda p: (-values[p], p != thought.chosen))
        candidates = tuple(CandidateMove(p, prior=min(max(values[p], 0.0), 1.0), variation=(p,)) for p in best_first)
        spoken = {
            name: {p: float(value) for p, value in zip(thought.candidates, said, strict=True) if value}
            for name, said in maps.items()
        }
        return Explanation("\n".join(lines), values, candidates, maps=spoken)


@dataclass(frozen=True)
class Thought:
    """A choice with its reasons, for people."""

    size: int
    candidates: list[int]
    scores: npt.NDArray[np.float32]
    can: npt.NDArray[np.bool_]
    """by candidate: True if it can be played, that is neither its own eye nor forbidden by superko"""
    said: npt.NDArray[np.float32]
    """ratings by channel and candidate, including strengths"""
    chosen: int

    @cached_property
    def shares(self) -> npt.NDArray[np.float64]:
        """The score of each candidate, as a share of the sum of all absolute scores."""
        scores = self.scores.astype(np.float64)
        total = float(np.abs(scores).sum())
        return scores / total if total else scores

    @property
    def headline(self) -> str:
        if self.chosen == PASS:
            return "summation passed: no legal move was left but own eyes"
        share = self.shares[self.candidates.index(self.chosen)]
        rank = int((self.shares[self.can] > share).sum()) + 1
        n = int(self.can.sum())
        return f"summation plays {vertex(self.chosen)}: {share:.1%} of the total, number {rank} of {n}"

    def draw(self, numbers: npt.NDArray[Any]) -> list[str]:
        """A map for people, the top row first, rounded; . for points without a rating."""
        shown = {p: f"{x:.3g}" if x else "." for p, x in zip(self.candidates, numbers.tolist(), strict=True)}
        if not numbers.any():
            return ["  nothing"]
        width = max(map(len, shown.values())) + 1
        lines = range(1, self.size + 1)
        grid = [[shown.get(point(row, column), ".") for column in lines] for row in reversed(lines)]
        return ["".join(cell.rjust(width) for cell in row) for row in grid]
