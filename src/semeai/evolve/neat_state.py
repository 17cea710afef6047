"""A generation of `neat`: neat-python's genomes and species, and their conversion to arrays for states."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.compiler import no_garbage_collection
from semeai.evolve.evolver import State
from semeai.evolve.states import MOST, demand
from semeai.nets.genes import Units
from semeai.nets.network import check_connections, check_units

LARGEST_WEIGHT = 30.0
LAYOUT: dict[str, tuple[type[Any], int]] = {
    "counts": (np.int64, 0),
    "genomes": (np.int64, 3),  # key, nodes, connections
    "nodes": (np.int64, 0),  # keys of all nodes, genome by genome: all outputs, then hidden ones
    "connections": (np.int64, 3),  # source, target, innovation number; genome by genome
    "weights": (np.float64, 0),
    "enabled": (np.bool_, 0),
    "species": (np.int64, 3),  # key, members, generation of its last improvement
    "bests": (np.float64, 0),  # the best fitness of each; -inf for a new one
    "members": (np.int64, 0),  # places of genomes, species by species; its representative comes first
}
"""the type and the number of columns of each array; 0 for an array of one dimension"""


class Counter:
    """A counter for `next` whose current value can be read, unlike that of `itertools.count`."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        self.at += 1
        return self.at - 1


class NodeGene:
    """A node gene with nothing to inherit or mutate: nodes have no bias here, and all compute the same function."""

    def __init__(self, key: int) -> None:
        self.key = key

    @classmethod
    def get_config_params(cls) -> list[Any]:
        return []

    @classmethod
    def validate_attributes(cls, config: Any) -> None:
        pass

    def init_attributes(self, config: Any) -> None:
        pass

    def mutate(self, config: Any) -> None:
        pass

    def copy(self) -> "NodeGene":
        return self  # it is immutable

    def crossover(self, other: "NodeGene") -> "NodeGene":
        return self

    def distance(self, other: "NodeGene", config: Any) -> float:
        return 0.0


@dataclass(frozen=True)
class Pool:
    """The state between two generations."""

    population: dict[int, Any]
    """neat-python's genomes, by their keys"""
    species: dict[int, Any]
    """neat-python's species, by their keys"""
    counts: tuple[int, int, int, int, int]
    """generation, next genome, next node, innovations, next species"""


def in_order(connections: Iterable[tuple[int, int]]) -> list[int]:
    """All nodes of these connections, each after its sources. Raises CycleError, a ValueError."""
    sorter: TopologicalSorter[int] = TopologicalSorter()
    for source, target in connections:
        sorter.add(target, source)
    return list(sorter.static_order())


def pack_pool(pool: Pool) -> dict[str, npt.NDArray[Any]]:
    """The arrays of `LAYOUT`. Genomes, genes and species keep their order, on which draws and sums depend."""
    genomes, species = pool.population.values(), pool.species.values()
    place = {key: i for i, key in enumerate(pool.population)}
    genes = [gene for genome in genomes for gene in genome.connections.values()]
    content: dict[str, list[Any]] = {
        "counts": list(pool.counts),
        "genomes": [(genome.key, len(genome.nodes), len(genome.connections)) for genome in genomes],
        "nodes": [key for genome in genomes for key in genome.nodes],
        "connections": [(*gene.key, gene.innovation) for gene in genes],
        "weights": [gene.weight for gene in genes],
        "enabled": [gene.enabled for gene in genes],
        "species": [(s.key, len(s.members), s.last_improved) for s in species],
        "bests": [s.fitness_history[0] for s in species],
        "members": [place[key] for s in species for key in s.members],
    }
    return {
        name: np.array(content[name], dtype=kind).reshape((-1, n_columns) if n_columns else -1)
        for name, (kind, n_columns) in LAYOUT.items()
    }


def read_pool(state: State, n_genomes: int, units: Units) -> Pool:
    """Return the state that `pack_pool` packed. Raises ValueError for invalid arrays, which a file may contain."""
    for name, (kind, n_columns) in LAYOUT.items():
        array = state[name]
        if array.dtype != kind or array.shape[1:] != ((n_columns,) if n_columns else ()) or not array.ndim:
            raise ValueError("the state belongs to another method")
    if len(state["counts"]) != 5 or len(state["genomes"]) != n_genomes:
        raise ValueError(f"expected {n_genomes} genomes in the state, found {len(state['genomes'])}")
    generation, next_genome, next_node, n_innovations, next_species = state["counts"].tolist()
    demand(all(0 <= count < MOST for count in state["counts"].tolist()) and next_node >= units.n_outputs, "counts")
    population = _read_genomes(state, units, next_node, n_innovations)
    demand(len(population) == n_genomes and all(0 < key < next_genome for key in population), "genomes")
    species = _read_species(state, population)
    demand(all(0 < key < next_species for key in species), "species")
    demand(all(0 <= s.last_improved <= generation for s in species.values()), "ages of species")
    return Pool(population, species, (generation, next_genome, next_node, n_innovations, next_species))


@no_garbage_collection()  # it would scan all genes again and again while more are created
def _read_genomes(state: State, units: Units, next_node: int, n_innovations: int) -> dict[int, Any]:
    from neat import DefaultConnectionGene, DefaultGenome

    keys, n_nodes, n_connections = state["genomes"].T.tolist()
    nodes = _cut(state["nodes"], n_nodes)
    outputs = list(range(units.n_outputs))
    parts = [_cut(state[name], n_connections) for name in ("connections", "weights", "enabled")]
    population = {}
    ends: dict[int, tuple[int, int]] = {}  # by innovation number: its ends, the same in all genomes
    for key, mine, genes, weights, enabled in zip(keys, nodes, *parts, strict=True):
        check_units(units.n_inputs, len(mine) - units.n_outputs, units.n_outputs)
        check_connections(len(genes))
        demand(mine[: units.n_outputs] == outputs and len(set(mine)) == len(mine), "nodes")
        demand(all(units.n_outputs <= node < next_node for node in mine[units.n_outputs :]), "nodes")
        genome = DefaultGenome(key)
        genome.nodes = {node: NodeGene(node) for node in mine}
        for (source, target, innovation), weight, is_enabled in zip(genes, weights, enabled, strict=True):
            is_source = source in genome.nodes and source >= units.n_outputs
            demand((is_source or -units.n_inputs <= source < 0) and target in genome.nodes, "connections")
            demand(0 < innovation <= n_innovations, "innovations")
            demand(ends.setdefault(innovation, (source, target)) == (source, target), "innovations")
            demand(-LARGEST_WEIGHT <= weight <= LARGEST_WEIGHT, "weights")
            gene = DefaultConnectionGene((source, target), innovation=innovation)
            gene.weight, gene.enabled = weight, is_enabled
            genome.connections[gene.key] = gene
        demand(len(genome.connections) == len(genes), "connections")
        demand(len({gene.innovation for gene in genome.connections.values()}) == len(genes), "innovations")
        try:
            in_order(genome.connections)
        except CycleError:
            raise ValueError("the state has a network with a cycle") from None
        population[key] = genome
    return population


def _read_species(state: State, population: dict[int, Any]) -> dict[int, Any]:
    from neat.species import Species

    keys, sizes, improved = state["species"].T.tolist()
    bests = state["bests"].tolist()
    demand(len(set(keys)) == len(keys) == len(bests) and all(best < np.inf for best in bests), "species")
    demand(sorted(state["members"].tolist()) == list(range(len(population))) and min(sizes, default=0) > 0, "members")
    genomes, species = list(population.values()), {}
    for key, members, last_improved, best in zip(keys, _cut(state["members"], sizes), improved, bests, strict=True):
        species[key] = Species(key, last_improved)
        species[key].update(genomes[members[0]], {genomes[i].key: genomes[i] for i in members})
        species[key].fitness_history = [best]
    return species


def _cut(array: npt.NDArray[Any], sizes: list[int]) -> Iterator[list[Any]]:
    """The array in pieces of these sizes. Each becomes a list only when it is used, since lists are large."""
    demand(min(sizes, default=0) >= 0 and sum(sizes) == len(array), "sizes")
    ends = np.cumsum(sizes).tolist()
    return (array[end - size : end].tolist() for size, end in zip(sizes, ends, strict=True))
