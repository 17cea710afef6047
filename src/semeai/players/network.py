"""`network`: plays the legal point with the highest output of a neural network. The network must be bred.

N. Richards, D. E. Moriarty, R. Miikkulainen, "Evolving Neural Networks to Play Go", Applied Intelligence 8 (1998). It
has two inputs per point (own stones, enemy stones) and one output per point. The rest is evolved (`evolve/sane.py` and
others). It passes if no output is positive.
E. Zela, J. Zato, "Evolving and Coevolving Computer Go Players Using Neuroevolution", adds the last moves of both sides
as inputs, and two rules of thumb.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.random import Generator

from semeai.bounds import Range, check_bounds
from semeai.go.board import Board
from semeai.go.lineup import Lineup
from semeai.go.player import Breedable, CandidateMove, Explanation, Genome, Genomes
from semeai.go.points import BLACK, PASS, WHITE, points, vertex
from semeai.go.rules import Rules
from semeai.nets.genes import Genes, Units, is_within
from semeai.nets.network import Nets, Network, pack_networks, read_network
from semeai.nets.neurons import NeuronNetworks
from semeai.players.compiled import CompiledPlayer
from semeai.players.compiled_kernel import COMPILED, NETWORK

LARGEST_WEIGHT = 3.0
"""for genomes that are rows of weights"""


@dataclass(frozen=True)
class NetworkParams(Breedable):
    last: bool = False
    """add inputs for the last moves of both sides"""
    avoid_eyes: bool = False
    """never play into an eye of the opponent"""
    avoid_airless: bool = False
    """play only where the new stone itself has a liberty after captures; so own eyes are not filled"""
    dense: Annotated[int, Range(0, 200)] = 0
    """number of hidden units connected to all inputs and outputs; genomes are then rows of weights for ga, cma and nes;
    0 for networks of any shape"""

    def __post_init__(self) -> None:
        check_bounds(self, "network:")

    def units(self, size: int) -> Units:
        """The inputs and outputs of the networks on a board of this size."""
        return Units(2 * size**2 + 2 * self.last, size**2)

    def genes(self, rules: Rules) -> Units | Genes:
        units = self.units(rules.size)
        n_weights = self.dense * (units.n_inputs + units.n_outputs)
        return Genes(n_weights, -LARGEST_WEIGHT, LARGEST_WEIGHT) if self.dense else units

    def network(self, genome: Genome, size: int) -> Network:
        """The network of a genome. Raises ValueError if the genome is invalid."""
        return dense_network(genome, self.dense, self.units(size)) if self.dense else read_network(genome)

    def from_genome(self, genome: Genome, rules: Rules) -> "NetworkPlayer":
        return NetworkPlayer(self, rules.size, self.network(genome, rules.size))

    def lineup(self, genomes: Genomes, rules: Rules) -> Lineup:
        if isinstance(genomes, NeuronNetworks):
            return network_lineup(self, rules.size, genomes.pack())
        networks = [self.network(genome, rules.size) for genome in genomes]
        return network_lineup(self, rules.size, pack_networks(networks))

    def describe(self, genome: Genome) -> str:
        if self.dense:
            return f"{self.dense} fully connected hidden units: {len(genome):,} weights"
        return describe_network(genome)


def dense_network(genome: Genome, n_hidden: int, units: Units) -> Network:
    """The network with these weights: from all inputs to the first hidden unit, to the second, and so on; then from all
    hidden units to the first output, and so on. Raises ValueError."""
    n_inputs, n_outputs = units.n_inputs, units.n_outputs
    n_weights = n_hidden * (n_inputs + n_outputs)
    if genome.shape != (n_weights,) or not is_within(genome, -LARGEST_WEIGHT, LARGEST_WEIGHT):
        raise ValueError(f"expected {n_weights} weights from {-LARGEST_WEIGHT:g} to {LARGEST_WEIGHT:g}")
    inputs, hidden = np.arange(n_inputs), n_inputs + np.arange(n_hidden)
    outputs = n_inputs + n_hidden + np.arange(n_outputs)
    return Network(
        n_inputs,
        n_hidden,
        n_outputs,
        sources=np.concatenate([np.tile(inputs, n_hidden), np.tile(hidden, n_outputs)]),
        targets=np.concatenate([np.repeat(hidden, n_inputs), np.repeat(outputs, n_hidden)]),
        weights=genome.astype(np.float32),
    )


def describe_network(genome: Genome) -> str:
    """Return the sizes of a network and the spread of its weights, in words."""
    net = read_network(genome)
    n_used = len(np.unique(net.targets[net.targets >= net.n_inputs + net.n_hidden]))
    return (
        f"{net.n_inputs} inputs, {net.n_hidden} hidden units, {net.n_outputs} outputs, "
        f"{len(net.weights):,} connections\n"
        f"{n_used} outputs are fed; weights have a mean of {net.weights.mean():.2f} and a standard deviation of "
        f"{net.weights.std():.2f}"
    )


def network_lineup(params: NetworkParams, size: int, nets: Nets) -> Lineup:
    """The players of networks. Raises ValueError if a network does not fit the board."""
    units, heads = params.units(size), nets[0]
    for n_inputs, n_outputs in np.unique(heads[["n_inputs", "n_outputs"]]).tolist():
        if (n_inputs, n_outputs) != (units.n_inputs, units.n_outputs):
            raise ValueError(
                f"expected a network with {units.n_inputs} inputs and {units.n_outputs} outputs on {size}x{size}, "
                f"found {n_inputs} and {n_outputs}"
            )
    records = np.zeros(len(heads), dtype=COMPILED)
    records["kind"], records["only"], records["net"] = NETWORK, size, np.arange(len(heads))
    records["avoids_eyes"], records["avoids_airless"] = params.avoid_eyes, params.avoid_airless
    return Lineup(records, nets)


class NetworkPlayer(CompiledPlayer):
    """Plays on boards of one size. It keeps the state of a game for each color that it plays."""

    def __init__(self, params: NetworkParams, size: int, network: Network) -> None:
        self.board_sizes = {size}
        self._size = size
        self._network = network
        super().__init__(network_lineup(params, size, pack_networks([network])))

    def begin(self, rng: Generator) -> None:
        super().begin(rng)
        self._memories = {color: self.memory.copy() for color in (BLACK, WHITE)}

    def choose(self, board: Board) -> int:
        self.memory = self._memories[board.to_play]  # its inputs are own and enemy stones
        return super().choose(board)

    def explain(self) -> Explanation:
        net = self._network
        outputs = self.memory["net"]["sums"][0, net.n_hidden : net.n_hidden + net.n_outputs]
        values = dict(zip(points(self._size), outputs.tolist(), strict=True))
        if self.chosen == PASS:
            return Explanation("network passed: no legal move has a positive output", values)
        best_first = sorted((p for p in values if values[p] > 0), key=lambda p: (-values[p], p != self.chosen))
        better = [vertex(p) for p in best_first if values[p] > values[self.chosen]]
        text = f"network plays {vertex(self.chosen)} (output {values[self.chosen]:.2f})"
        if better:
            text += f"; {', '.join(better[:5])} {'has' if len(better) == 1 else 'have'} more, but cannot be played"
        return Explanation(text, values, tuple(CandidateMove(p, variation=(p,)) for p in best_first))
