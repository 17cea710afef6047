"""Players whose play is a genome: what numbers mean to each of them.

What genomes play as is named by a specification, as players are: `local`, or `network:last=true`.
"""

from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from semeai.evolve.evolver import Candidate, Candidates
from semeai.evolve.problem import Genes, Units
from semeai.go.player import Player
from semeai.go.rules import Rules
from semeai.nets.network import read_network
from semeai.players.compiled import Lineup
from semeai.players.compiled_kernel import COMPILED, LOCAL
from semeai.players.field import FieldParams, FieldPlayer, spread_out
from semeai.players.local import FEATURES, LocalParams, LocalPlayer
from semeai.players.network import NetworkParams, NetworkPlayer, network_lineup
from semeai.players.summation import SummationParams, SummationPlayer, describe_weights
from semeai.specs import SpecError, parse_settings


class Bred(Protocol):
    """How genomes become players."""

    is_compiled: bool
    """whether they play inside kernels; others play one game at a time, and have no lineup"""

    def genes(self, rules: Rules) -> Genes | Units:
        """Which genomes there are, for games under some rules."""

    def lineup(self, candidates: Candidates, rules: Rules) -> Lineup:
        """The players of genomes, inside kernels. Raises ValueError when one makes none."""

    def player(self, genome: Candidate, rules: Rules) -> Player:
        """The player of a genome. Raises ValueError when it makes none."""

    def describe(self, genome: Candidate) -> str:
        """A genome for people, on several lines."""


class BredLocal:
    """A weight for each feature."""

    is_compiled = True

    def genes(self, rules: Rules) -> Genes:
        return Genes(len(FEATURES), -1.0, 1.0)

    def lineup(self, candidates: Candidates, rules: Rules) -> Lineup:
        records = np.zeros(len(candidates), dtype=COMPILED)
        records["kind"] = LOCAL
        records["weights"] = candidates
        return Lineup(records)

    def player(self, genome: Candidate, rules: Rules) -> Player:
        if len(genome) != len(FEATURES):
            raise ValueError(f"its genome has {len(genome)} numbers, where local has {len(FEATURES)}")
        return LocalPlayer(LocalParams(*map(float, genome)))

    def describe(self, genome: Candidate) -> str:
        weights = dict(zip(FEATURES, genome.tolist(), strict=True))
        width = max(map(len, FEATURES))
        best_first = sorted(weights, key=lambda feature: -abs(weights[feature]))
        return "\n".join(f"{name:{width}} {weights[name]:6.2f}" for name in best_first)


class BredNetwork:
    """Units and connections."""

    is_compiled = True

    def __init__(self, params: NetworkParams) -> None:
        self._params = params

    def genes(self, rules: Rules) -> Units:
        return self._params.units(rules.size)

    def lineup(self, candidates: Candidates, rules: Rules) -> Lineup:
        return network_lineup(self._params, rules.size, [read_network(genome) for genome in candidates])

    def player(self, genome: Candidate, rules: Rules) -> Player:
        return NetworkPlayer(self._params, rules.size, read_network(genome))

    def describe(self, genome: Candidate) -> str:
        return _describe_network(genome)


def _describe_network(genome: Candidate) -> str:
    net = read_network(genome)
    n_used = len(np.unique(net.targets[net.targets >= net.n_inputs + net.n_hidden]))
    return (
        f"{net.n_inputs} inputs, {net.n_hidden} hidden units, {net.n_outputs} outputs, "
        f"{len(net.weights):,} connections\n"
        f"{n_used} outputs are fed; weights have a mean of {net.weights.mean():.2f} and a standard deviation of "
        f"{net.weights.std():.2f}"
    )


class BredField:
    """The same for a field, whatever the board."""

    is_compiled = True

    def __init__(self, params: FieldParams) -> None:
        self._params = params

    def genes(self, rules: Rules) -> Units:
        return self._params.units()

    def lineup(self, candidates: Candidates, rules: Rules) -> Lineup:
        networks = [spread_out(self._params, read_network(genome), rules.size) for genome in candidates]
        return network_lineup(NetworkParams(), rules.size, networks)

    def player(self, genome: Candidate, rules: Rules) -> Player:
        return FieldPlayer(self._params, read_network(genome), rules.size)

    def describe(self, genome: Candidate) -> str:
        return _describe_network(genome)


class BredSummation:
    """Weights of agents and of nodes, and alleles."""

    is_compiled = False

    def __init__(self, params: SummationParams) -> None:
        self.params = params

    def genes(self, rules: Rules) -> Genes:
        return self.params.genes

    def lineup(self, candidates: Candidates, rules: Rules) -> Lineup:
        raise ValueError("summation does not play inside kernels")

    def player(self, genome: Candidate, rules: Rules) -> Player:
        return SummationPlayer(self.params, genome)

    def describe(self, genome: Candidate) -> str:
        return describe_weights(self.params, genome)


BRED: dict[str, tuple[Any, Any]] = {
    "local": (BredLocal, None),
    "network": (BredNetwork, NetworkParams),
    "field": (BredField, FieldParams),
    "summation": (BredSummation, SummationParams),
}
"""what genomes can play as, by name: how, and its parameters"""


@lru_cache(maxsize=64)  # the text may come from a file, so not without end
def read_bred(spec: str) -> Bred:
    """What genomes play as. Raises SpecError, and ValueError for settings that make no sense."""
    name, _, settings = spec.partition(":")
    if name not in BRED:
        raise SpecError(f"no player called {name!r} can be bred; there are {', '.join(sorted(BRED))}")
    make, params = BRED[name]
    if params is None:
        if settings:
            raise SpecError(f"{name} has nothing to set when it is bred")
        bred: Bred = make()
    else:
        bred = make(parse_settings(name, settings, params))
    return bred
