"""`neat`: neuroevolution of augmenting topologies: networks start sparse and grow, in species that protect new
structures.

K. O. Stanley, R. Miikkulainen, "Evolving Neural Networks through Augmenting Topologies", Evolutionary Computation 10
(2002).

A genome is a list of connections. Each has an innovation number, which records its origin, so that two networks of
different shape can be crossed: connections with the same number correspond. Similar genomes form a species and share
their fitness, so a new structure competes with similar ones until its weights are tuned. In each generation:

1. Every genome is decoded, and its network rated.
2. Species that have not improved for a long time die out, except for the best two.
3. The others get children in proportion to the mean fitness of their members. The best of each survives.
4. Two of the best of a species have a child. Connections that both have come from either, others from the fitter one.
5. It mutates: a node is inserted into a connection, or removed with all its connections; a connection is added or
   removed; weights take steps, or are drawn again.
6. The new generation is divided into species, by the distance to a representative of each of the old ones.

neat-python does steps 2 to 6 (`pip install 'semeai[neat]'`), which deviates from the paper: nodes and connections can
be removed, the distance is always divided by the size of the genomes, and two genomes that insert a node into the same
connection get two different nodes. Its nodes have a bias. Here they have none, as in `nets.network`, but genomes may
have a constant input of 1 (`bias`).

With the defaults it learns nothing on 7x7; `neat:bias=true,toggle=0` does (docs/log.md has the numbers). Networks
without hidden units have no output on an empty board and so pass there; `bias` avoids this. A connection that is
disabled in either parent is disabled in 7 of 8 children, so random disabling (`toggle`) removes half of all connections
in 20 generations.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from math import inf
from threading import Lock
from types import SimpleNamespace
from typing import Annotated, Any, ClassVar

import numpy as np

from semeai.bounds import ADDED, POSITIVE, SHARE, Bounded, Range
from semeai.evolve.evolver import (
    Candidate,
    Fitness,
    Row,
    State,
    check_fitness,
    pack_generator,
    row_of,
    unpack_generator,
)
from semeai.evolve.neat_state import LARGEST_WEIGHT, LAYOUT, Counter, NodeGene, Pool, in_order, pack_pool, read_pool
from semeai.nets.genes import Genes, Units
from semeai.nets.network import Network, read_network

STEEPNESS = 5.0  # neat-python's nodes compute 1 / (1 + exp(-5 z)); ours have no such factor, so the weights include it


@dataclass(frozen=True)
class NeatParams(Bounded):
    _name: ClassVar[str] = "neat"

    population: Annotated[int, Range(2)] = 150
    """genomes in a generation, 2 or more"""
    connections: Annotated[int, Range(1)] = 20
    """initial connections of a genome, each from any input to any output"""
    compatibility: Annotated[float, POSITIVE] = 3.0
    """minimum distance of genomes of different species; connections alone contribute up to 2"""
    add_connection: Annotated[float, SHARE] = 0.5
    """chance that a child gets a new connection"""
    delete_connection: Annotated[float, SHARE] = 0.1
    """chance that a child loses one"""
    add_node: Annotated[float, SHARE] = 0.1
    """chance that a child gets a new node"""
    delete_node: Annotated[float, SHARE] = 0.02
    """chance that a child loses one"""
    mutation: Annotated[float, SHARE] = 0.5
    """share of the weights that take a step"""
    step: Annotated[float, Range(0)] = 0.3
    """standard deviation of a step"""
    replacement: Annotated[float, SHARE] = 0.02
    """share of the weights that are drawn again"""
    survival: Annotated[float, Range(0, 1, "a share", is_above=True)] = 0.2
    """share of a species that has children"""
    stagnation: Annotated[int, Range(1)] = 20
    """generations without improvement after which a species dies out"""
    bias: bool = field(default=False, metadata=ADDED)
    """add a constant input of 1, connected to all outputs at the start"""
    toggle: Annotated[float, SHARE] = field(default=0.01, metadata=ADDED)
    """share of the connections that are randomly enabled or disabled in a child; disabled ones spread"""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.mutation + self.replacement > 1:
            raise ValueError("neat:mutation and neat:replacement share the same weights: their sum must be at most 1")


class Neat:
    """The method NEAT. Each `tell` is one generation."""

    def __init__(self, params: NeatParams, genes: Genes | Units, rng: np.random.Generator) -> None:
        if not isinstance(genes, Units):
            raise ValueError("neat breeds networks only; use ga, cma or nes for rows of numbers")
        if find_spec("neat") is None:
            raise ValueError("neat needs neat-python; install it with: pip install 'semeai[neat]'")
        self.params, self._units, self._rng = params, genes, rng
        self._wired = Units(genes.n_inputs + params.bias, genes.n_outputs)  # including the constant input
        self._config, self._reproduction, self._species = _neat_python(params, self._wired)
        self._generation = 0
        with _dice(rng):
            self._population: dict[int, Any] = self._reproduction.create_new(
                self._config.genome_type, self._config.genome_config, params.population
            )
            if params.bias:
                self._connect_bias()
        self._divide()
        self._champion = self._decode(next(iter(self._population.values())))

    def _connect_bias(self) -> None:
        """Connect the constant input, which is the last one, with all outputs of all genomes."""
        config, source = self._config.genome_config, -self._wired.n_inputs
        for genome in self._population.values():
            for output in range(self._units.n_outputs):
                innovation = config.innovation_tracker.get_innovation_number(source, output, "initial_connection")
                gene = genome.create_connection(config, source, output, innovation)
                genome.connections[gene.key] = gene

    # -- step 1 --------------------------------------------------------------------------------------------------------

    def ask(self) -> list[Candidate]:
        return [self._decode(genome) for genome in self._population.values()]

    def _decode(self, genome: Any) -> Candidate:
        """Our genome of a network of neat-python. The constant input becomes a hidden unit without inputs, whose output
        is 1/2; its weights are doubled."""
        n_inputs, n_outputs = self._units.n_inputs, self._units.n_outputs
        enabled = [gene for gene in genome.connections.values() if gene.enabled]
        hidden = [key for key in in_order(gene.key for gene in enabled) if key >= n_outputs]
        ones = [-self._wired.n_inputs] if self.params.bias else []
        unit = {-1 - i: i for i in range(n_inputs)}
        unit |= {key: n_inputs + i for i, key in enumerate([*ones, *hidden, *range(n_outputs)])}
        factors = dict.fromkeys(hidden, STEEPNESS)
        doubled = dict.fromkeys(ones, 2.0)
        return Network(
            n_inputs,
            len(ones) + len(hidden),
            n_outputs,
            sources=np.array([unit[gene.key[0]] for gene in enabled], dtype=np.int64),
            targets=np.array([unit[gene.key[1]] for gene in enabled], dtype=np.int64),
            weights=np.array(
                [gene.weight * factors.get(gene.key[1], 1) * doubled.get(gene.key[0], 1) for gene in enabled],
                dtype=np.float32,
            ),
        ).genome()

    # -- steps 2 to 6 --------------------------------------------------------------------------------------------------

    def tell(self, fitness: Fitness) -> Row:
        fitness = check_fitness(fitness, self.params.population)
        row = row_of(fitness, self._diversity()) | {"species": len(self._species.species)}
        genomes = list(self._population.values())
        for genome, value in zip(genomes, fitness.tolist(), strict=True):
            genome.fitness = value
        self._champion = self._decode(genomes[fitness.argmax()])
        with _dice(self._rng):
            self._population = self._reproduction.reproduce(
                self._config, self._species, self.params.population, self._generation
            )
        self._reproduction.ancestors.clear()  # they are never read, and would grow without limit
        self._divide()
        self._generation += 1
        return row

    def _divide(self) -> None:
        """Step 6."""
        self._species.speciate(self._config, self._population, self._generation)
        for species in self._species.species.values():
            # Stagnation uses only the best fitness so far, which is -inf for a new species.
            species.fitness_history = [max(species.fitness_history, default=-inf)]

    def _diversity(self) -> float:
        """The mean distance of genomes, each compared with the one half a population away."""
        genomes = list(self._population.values())
        half = len(genomes) // 2
        others = genomes[half:] + genomes[:half]
        pairs = zip(genomes, others, strict=True)
        return float(np.mean([one.distance(other, self._config.genome_config) for one, other in pairs]))

    # -- evolver -------------------------------------------------------------------------------------------------------

    @property
    def champion(self) -> Candidate:
        """The best candidate of the last generation; before the first, any candidate."""
        return self._champion.copy()

    def state(self) -> State:
        counts = (
            self._generation,
            self._reproduction.genome_indexer.at,
            self._config.genome_config.node_indexer.at,
            self._reproduction.innovation_tracker.global_counter,
            self._species.indexer.at,
        )
        pool = Pool(self._population, self._species.species, counts)
        own = {"champion": self.champion, "generator": pack_generator(self._rng)}
        return pack_pool(pool) | own

    def restore(self, state: State) -> None:
        if set(state) != {*LAYOUT, "champion", "generator"}:
            raise ValueError("the state belongs to another method")
        pool = read_pool(state, self.params.population, self._wired)
        rng, champion = unpack_generator(state["generator"]), state["champion"].copy()
        net = read_network(champion)
        if champion.dtype != np.float32 or Units(net.n_inputs, net.n_outputs) != self._units:
            raise ValueError("expected networks with the inputs and outputs of the problem in the state")
        self._rng, self._champion = rng, champion
        self._population, self._species.species = pool.population, pool.species
        self._generation, next_genome, next_node, n_innovations, next_species = pool.counts
        self._reproduction.genome_indexer = Counter(next_genome)
        self._config.genome_config.node_indexer = Counter(next_node)
        self._reproduction.innovation_tracker.global_counter = n_innovations
        self._species.indexer = Counter(next_species)


# -- neat-python -------------------------------------------------------------------------------------------------------


def _neat_python(params: NeatParams, units: Units) -> tuple[Any, Any, Any]:
    """The parts of neat-python that create genomes, breed them and divide them into species."""
    from neat import DefaultConnectionGene, DefaultGenome, DefaultReproduction, DefaultSpeciesSet, DefaultStagnation
    from neat.genome import DefaultGenomeConfig
    from neat.reporting import ReporterSet

    share = min(1.0, params.connections / (units.n_inputs * units.n_outputs))
    genome_config = DefaultGenomeConfig(
        {
            "node_gene_type": NodeGene,
            "connection_gene_type": DefaultConnectionGene,
            "num_inputs": units.n_inputs,
            "num_outputs": units.n_outputs,
            "num_hidden": 0,
            "feed_forward": "true",
            "initial_connection": f"partial_direct {share!r}",
            "compatibility_disjoint_coefficient": 1.0,
            "compatibility_weight_coefficient": 0.5,
            "conn_add_prob": params.add_connection,
            "conn_delete_prob": params.delete_connection,
            "node_add_prob": params.add_node,
            "node_delete_prob": params.delete_node,
            "single_structural_mutation": "false",
            "weight_init_mean": 0.0,
            "weight_init_stdev": 1.0,
            "weight_mutate_rate": params.mutation,
            "weight_mutate_power": params.step,
            "weight_replace_rate": params.replacement,
            "weight_min_value": -LARGEST_WEIGHT,
            "weight_max_value": LARGEST_WEIGHT,
            "enabled_default": "true",
            "enabled_mutate_rate": params.toggle,
        }
    )
    genome_config.node_indexer = Counter(units.n_outputs)
    config = SimpleNamespace(genome_type=DefaultGenome, genome_config=genome_config)
    reporters = ReporterSet()  # none
    stagnation = {"species_fitness_func": "max", "max_stagnation": params.stagnation, "species_elitism": 2}
    breeding = {"elitism": 1, "survival_threshold": params.survival, "min_species_size": 1}
    likeness = {"compatibility_threshold": params.compatibility}
    reproduction = DefaultReproduction(
        DefaultReproduction.parse_config(breeding),
        reporters,
        DefaultStagnation(DefaultStagnation.parse_config(stagnation), reporters),
    )
    reproduction.genome_indexer = Counter(1)
    reproduction._adjust_spawn_exact = _adjust
    species = DefaultSpeciesSet(DefaultSpeciesSet.parse_config(likeness), reporters)
    species.indexer = Counter(1)
    return config, reproduction, species


def _adjust(sizes: list[int], total: int, least: int) -> list[int]:
    """The sizes of species with this total. neat-python's own function fails if it has to remove two from a species."""
    while (excess := sum(sizes) - total) != 0:
        sizes[sizes.index(max(sizes) if excess > 0 else min(sizes))] -= 1 if excess > 0 else -1
    return sizes


_LOCK = Lock()


@contextmanager
def _dice(rng: np.random.Generator) -> Iterator[None]:
    """Seed Python's global generator, which neat-python uses, from `rng`, and restore it afterwards. Only one thread
    may do this at a time."""
    seed = int(rng.integers(1 << 63))
    with _LOCK:
        before = random.getstate()
        random.seed(seed)
        try:
            yield
        finally:
            random.setstate(before)
