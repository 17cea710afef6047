"""Toy problems: fast to rate, with a known best genome. They test whether a method works at all."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from semeai.evolve.evolver import Candidates, Fitness, Seeds
from semeai.evolve.method import Answers
from semeai.nets.genes import Genes, Units
from semeai.nets.network import outputs_of, pack_networks, read_network
from semeai.problems.problem import Problem


@dataclass(frozen=True)
class Sphere(Problem):
    """Real genes: minus the squared distance to the genome of 0.5s. The best fitness is 0."""

    n: int = 10

    name: ClassVar[str] = "sphere"
    unit: ClassVar[str] = "minus squared distance"

    @property
    def genes(self) -> Genes:
        return Genes(self.n, -1, 1)

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        fitness: Fitness = -np.square(np.asarray(candidates) - 0.5).sum(axis=1)
        return fitness

    def describe(self, candidates: Candidates, seeds: Seeds) -> Answers:
        """The descriptors are the first two genes; a single gene is used twice."""
        shares = (np.asarray(candidates) + 1) / 2
        return np.column_stack([self.rate(candidates, seeds), shares[:, 0], shares[:, min(1, self.n - 1)]])


@dataclass(frozen=True)
class Ones(Problem):
    """Genes that are 0 or 1: the share of ones. The best fitness is 1."""

    n: int = 30

    name: ClassVar[str] = "ones"
    unit: ClassVar[str] = "share of ones"

    @property
    def genes(self) -> Genes:
        return Genes(self.n, 0, 1, is_integer=True)

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        fitness: Fitness = np.asarray(candidates).mean(axis=1)
        return fitness

    def describe(self, candidates: Candidates, seeds: Seeds) -> Answers:
        """The descriptors are the shares of ones at even and at odd places."""
        genomes = np.asarray(candidates)
        odd = genomes[:, min(1, self.n - 1) :: 2]
        return np.column_stack([self.rate(candidates, seeds), genomes[:, ::2].mean(axis=1), odd.mean(axis=1)])


@dataclass(frozen=True)
class Xor(Problem):
    """Networks: minus the mean squared error over the four cases of exclusive or, with a constant third input of 1. The
    best fitness is 0; a network with the constant output 0.5 has -0.25."""

    name: ClassVar[str] = "xor"
    unit: ClassVar[str] = "minus squared error"

    @property
    def genes(self) -> Units:
        return Units(3, 1)

    def rate(self, candidates: Candidates, seeds: Seeds) -> Fitness:
        nets = pack_networks([read_network(genome) for genome in candidates])
        cases = np.array([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]], dtype=np.float64)
        wanted = np.array([0, 1, 1, 0])
        errors = [outputs_of(nets, i, cases)[:, 0] - wanted for i in range(len(candidates))]
        fitness: Fitness = -np.square(errors).mean(axis=1)
        return fitness
