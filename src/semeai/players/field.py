"""`field`: a small network that looks at a window around each point, on boards of any size. It must be bred.

N. Richards, D. E. Moriarty, R. Miikkulainen, "Evolving Neural Networks to Play Go", section 9.1, suggest networks that
do not depend on the board size: "evolve solutions that only consider a portion of the board at a time". The price is
that such a network cannot read a ladder. The network has three inputs for each point of its field, row by row: own
stones, then enemy stones, then points beyond the edge. Its one output is the value of a move in the middle. On a board
it is applied at every point at once, as one large network (`network_kernel`).

Section 9.2 wishes for "a hierarchy of networks, where the lower levels would provide the inputs for networks at higher
levels". With `features`, the network has two levels. The lower one has one more output per feature. The features of all
points of the field are inputs of the upper one, after those of stones. A hidden unit that reads features belongs to the
upper level, and its connections to features are ignored, since they would create a cycle.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from semeai.go.board import Board
from semeai.go.lineup import Lineup
from semeai.go.player import Breedable, Explanation, Genome, Genomes, Player
from semeai.go.rules import Rules
from semeai.nets.genes import Units
from semeai.nets.network import MAX_CONNECTIONS, Network, check_connections, check_units, pack_networks, read_network
from semeai.players.network import NetworkParams, NetworkPlayer, describe_network, network_lineup

MOST_LOOKED_AT = 4 * MAX_CONNECTIONS  # connections at all points, including those that leave the board
AT_ONCE = 1 << 15
MAX_FEATURES = 8
BEYOND, FEATURE = 2, 3  # kinds of inputs, after own and enemy stones; every feature is a kind of its own


@dataclass(frozen=True)
class FieldParams(Breedable):
    reach: int = 2
    """lines visible in each direction: 1 for fields of 3x3, 2 for 5x5, 3 for 7x7"""
    features: int = 0
    """outputs of a lower network that the upper one sees at every point; 0 for a single level"""

    def __post_init__(self) -> None:
        if not 1 <= self.reach <= 3:
            raise ValueError(f"field:reach must be 1 to 3, not {self.reach}")
        if not 0 <= self.features <= MAX_FEATURES:
            raise ValueError(f"field:features must be 0 to {MAX_FEATURES}, not {self.features}")

    def units(self) -> Units:
        """The inputs and outputs of the network; the last output is the value of a move."""
        return Units((3 + self.features) * (2 * self.reach + 1) ** 2, self.features + 1)

    def genes(self, rules: Rules) -> Units:
        return self.units()

    def from_genome(self, genome: Genome, rules: Rules) -> "FieldPlayer":
        return FieldPlayer(self, read_network(genome), rules.size)

    def lineup(self, genomes: Genomes, rules: Rules) -> Lineup:
        networks = [spread_out(self, read_network(genome), rules.size) for genome in genomes]
        return network_lineup(NetworkParams(), rules.size, pack_networks(networks))

    def describe(self, genome: Genome) -> str:
        return describe_network(genome)


def spread_out(params: FieldParams, small: Network, size: int) -> Network:
    """The network applied at every point of a board, as one large network.

    Raises ValueError if the small network is not for a field, or the large one would be too large.
    """
    units = params.units()
    if (small.n_inputs, small.n_outputs) != (units.n_inputs, units.n_outputs):
        raise ValueError(
            f"expected a network with {units.n_inputs} inputs and {units.n_outputs} outputs for a field, found "
            f"{small.n_inputs} inputs and {small.n_outputs} outputs"
        )
    small, n_lower = in_levels(params, small)
    area, n_hidden = size**2, size**2 * small.n_hidden
    check_units(2 * area, n_hidden, area)
    check_connections(_n_seen(params, small, size))
    n_all = area * len(small.sources)
    if n_all > MOST_LOOKED_AT:
        raise ValueError(f"the network is too large: it has {n_all:,} connections on {size}x{size}")
    # A few points at a time: in one step, the temporary arrays would take many times the memory of the network.
    step = max(1, AT_ONCE // max(1, len(small.sources)))
    biases = np.zeros(n_hidden + area)
    parts = [
        _stand_at(np.arange(at, min(at + step, area)), params, small, n_lower, size, biases)
        for at in range(0, area, step)
    ]
    sources, targets, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Network(2 * area, n_hidden, area, sources, targets, weights, biases)


def in_levels(params: FieldParams, small: Network) -> tuple[Network, int]:
    """The network with its features as hidden units, between those of the lower and of the upper level, and the number
    of hidden units in the lower level."""
    if not params.features:
        return small, small.n_hidden
    n_inputs, n_hidden = small.n_inputs, small.n_hidden
    sources, targets = small.sources, small.targets
    is_upper = np.zeros(n_inputs + n_hidden + small.n_outputs, dtype=np.bool_)
    is_upper[FEATURE * (2 * params.reach + 1) ** 2 : n_inputs] = True  # features themselves, as inputs
    for unit in range(n_inputs, n_inputs + n_hidden):  # the sources of a unit come before it
        is_upper[unit] = is_upper[sources[targets == unit]].any()
    upper = is_upper[n_inputs : n_inputs + n_hidden]
    n_lower = int((~upper).sum())
    numbers = np.arange(n_inputs + n_hidden + small.n_outputs)  # old -> new
    hidden = numbers[n_inputs : n_inputs + n_hidden]
    hidden[~upper] = n_inputs + np.arange(n_lower)
    hidden[upper] = n_inputs + n_lower + params.features + np.arange(n_hidden - n_lower)
    numbers[n_inputs + n_hidden : -1] = n_inputs + n_lower + np.arange(params.features)
    is_feature = (targets >= n_inputs + n_hidden) & (targets < len(numbers) - 1)
    is_kept = ~(is_upper[sources] & is_feature)
    ordered = Network(
        n_inputs,
        n_hidden + params.features,
        1,
        numbers[sources[is_kept]],
        numbers[targets[is_kept]],
        small.weights[is_kept],
    )
    return ordered, n_lower


def _n_seen(params: FieldParams, small: Network, size: int) -> int:
    """The number of connections of the network on a board, without creating them."""
    width = 2 * params.reach + 1
    is_from_input = small.sources < small.n_inputs
    kind, place = np.divmod(small.sources[is_from_input], width**2)
    down, right = np.divmod(place[kind != BEYOND], width)
    # A point k lines away is on the board except from the k outermost lines on that side.
    rows, columns = (np.maximum(0, size - np.abs(shift - params.reach)) for shift in (down, right))
    return int((rows * columns).sum()) + size**2 * int((~is_from_input).sum())


def _stand_at(
    points: npt.NDArray[np.int64],
    params: FieldParams,
    small: Network,
    n_lower: int,
    size: int,
    biases: npt.NDArray[np.float64],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """The sources, targets and weights of the network's connections at some points. Inputs from beyond the edge are
    added to `biases`."""
    area, width = size**2, 2 * params.reach + 1
    n_known, n_hidden = small.n_inputs + small.n_hidden, area * small.n_hidden
    point = points[:, None]
    kind, place = np.divmod(np.minimum(small.sources, small.n_inputs - 1), width**2)  # for connections from inputs
    row = point // size + place // width - params.reach
    column = point % size + place % width - params.reach
    is_on_board = (row >= 0) & (row < size) & (column >= 0) & (column < size)
    is_from_input = small.sources < small.n_inputs
    # Hidden unit j at a point is number j * area + point. The sources of a unit come before it, as in the small one.
    hidden = 2 * area + (small.sources - small.n_inputs) * area + point
    # Feature k at a point is the hidden unit after those of the lower level.
    maps = np.where(kind < BEYOND, kind, 2 + n_lower + kind - FEATURE)
    sources = np.where(is_from_input, maps * area + row * size + column, hidden)
    target = np.where(small.targets < n_known, (small.targets - small.n_inputs) * area, n_hidden) + point
    weights = np.broadcast_to(small.weights, sources.shape)
    is_seen = np.where(is_from_input, is_on_board & (kind != BEYOND), True)
    is_edge = is_from_input & (kind == BEYOND) & ~is_on_board
    np.add.at(biases, target[is_edge], weights[is_edge])
    return sources[is_seen], 2 * area + target[is_seen], weights[is_seen]


class FieldPlayer(Player):
    """Plays on boards of every size, with a large network for each size."""

    def __init__(self, params: FieldParams, small: Network, size: int) -> None:
        """Make a player of a network for a field. `size` is the expected board size. Raises ValueError for other
        networks.
        """
        self._params, self._small = params, small
        self._player = self._on(size)

    def _on(self, size: int) -> NetworkPlayer:
        return NetworkPlayer(NetworkParams(), size, spread_out(self._params, self._small, size))

    def new_game(self, rules: Rules, rng: Generator) -> None:
        """Prepare the large network of the board. Raises ValueError if the board is too large for the number of hidden
        units.
        """
        if rules.size not in self._player.board_sizes:
            self._player = self._on(rules.size)
        self._player.new_game(rules, rng)

    def choose(self, board: Board) -> int:
        return self._player.choose(board)

    def explain(self) -> Explanation:
        return self._player.explain()
