"""`cooperative`: a genome is divided into parts, and each part is bred as a species of its own.

M. Potter, K. De Jong, "A Cooperative Coevolutionary Approach to Function Optimization", PPSN III (1994).

A long genome is hard to breed as a whole: what a candidate gains in one place it may lose in another. If its parts can
be rated more precisely by themselves, it is better to divide it. In each generation, each species in turn:

1. is asked for its candidates, each of which is a part of a genome;
2. completes each by the champions of all other species;
3. is told the fitness of these genomes, which the problem may determine in another way for each part (`Varied`);
4. has a new champion.

A species may take several turns in a generation (`nets.genes.Part`), if its ratings are cheap. If the problem does not
divide its genomes, they are cut into equal parts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np

from semeai.bounds import Bounded, Range, record_of
from semeai.evolve import check_method, make_evolver
from semeai.evolve.evolver import Candidate, Candidates, Evolver, Row, State
from semeai.evolve.method import Method, Rating, Varied, plain
from semeai.evolve.states import GENOME
from semeai.nets.genes import Genes, Part
from semeai.rng import generator

LONG = 100
"""number of genes above which a species has a method of its own"""


@dataclass(frozen=True)
class CooperativeParams(Bounded):
    _name: ClassVar[str] = "cooperative"

    species: str = "cma:step=0.1"
    """the method that breeds each species, a specification; if it has several settings, use the option --species"""
    long: str = "cma:covariance=separable,step=0.02,champion=average"
    """the method for species with more than 100 genes; if it has several settings, use the option --long"""
    parts: Annotated[int, Range(1, 1000)] = 2
    """number of species, if the problem does not define the parts of its genomes"""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_method(self.species)
        check_method(self.long)


class Cooperative(Method):
    """The method: one species for each part of the genome."""

    usual_problem = "local"

    def __init__(self, params: CooperativeParams, genes: Genes, seed: int) -> None:
        """Start with new species. Raises ValueError if a species cannot be bred."""
        self.params = params
        self._parts = genes.parts or equal_parts(genes.n, params.parts)
        self._species: list[Evolver] = [
            make_evolver(
                params.long if part.n > LONG else params.species,
                Genes(part.n, genes.low, genes.high, genes.is_integer),
                generator(seed, i),
            )
            for i, part in enumerate(self._parts)
        ]
        self._cuts = np.cumsum([part.n for part in self._parts])[:-1].tolist()

    @classmethod
    def begin(cls, params: CooperativeParams, genes: Any, seed: int, starts: Mapping[str, State]) -> "Cooperative":
        """Start with new species, or from a champion or another run. Raises ValueError."""
        if not isinstance(genes, Genes):
            raise ValueError("cooperative breeds rows of numbers, and cannot breed networks; use sane, esp or neat")
        method = cls(params, genes, seed)
        start = starts.get("", {})
        if GENOME in start:
            method.begin_at(start[GENOME])
        elif start:
            method.restore({**start, **{name: array for name, array in method.state().items() if _is_random(name)}})
        return method

    def begin_at(self, genome: Candidate) -> None:
        """Start from the parts of a genome. Raises ValueError if it does not fit the problem."""
        if genome.ndim != 1 or len(genome) != sum(part.n for part in self._parts):
            raise ValueError(f"expected a genome of {sum(part.n for part in self._parts)} numbers")
        for species, part in zip(self._species, np.split(genome, self._cuts), strict=True):
            if not hasattr(species, "begin_at"):
                raise ValueError("these species cannot start from a champion; use cma or nes")
            species.begin_at(part)

    # -- a generation --------------------------------------------------------------------------------------------------

    def advance(self, rating: Rating) -> Row:
        row: Row = {}
        fitness = {}
        for i, (part, species) in enumerate(zip(self._parts, self._species, strict=True)):
            for _ in range(part.turns):
                row = species.tell(rating(Varied(part.name, self._complete(i, species.ask()))))
            fitness[f"{part.name}_fitness"] = row.get("champion", row["best"])
        return row | fitness

    def _complete(self, i: int, candidates: Candidates) -> Sequence[Candidate]:
        """Step 2: the whole genomes of the candidates of species `i`."""
        champions = [species.champion for species in self._species]
        return [np.concatenate([*champions[:i], candidate, *champions[i + 1 :]]) for candidate in candidates]

    @property
    def champions(self) -> Mapping[str, Candidate]:
        """The champions of all species, joined to one genome."""
        return {"": np.concatenate([species.champion for species in self._species])}

    @property
    def n_candidates(self) -> int:
        return sum(part.turns * len(species.ask()) for part, species in zip(self._parts, self._species, strict=True))

    def record(self) -> dict[str, Any]:
        kinds = {name: getattr(self.params, name).partition(":")[0] for name in ("species", "long")}
        found = {
            "long" if part.n > LONG else "species": one for part, one in zip(self._parts, self._species, strict=True)
        }
        known = {name: {"name": kinds[name]} | plain(record_of(one.params)) for name, one in found.items()}
        return super().record() | known

    # -- state ---------------------------------------------------------------------------------------------------------

    def state(self) -> State:
        return {
            f"{part.name}.{name}": array
            for part, species in zip(self._parts, self._species, strict=True)
            for name, array in species.state().items()
        }

    def restore(self, state: State) -> None:
        """Restore a state. Raises ValueError, and changes nothing, if it has another kind or size."""
        if state.keys() != self.state().keys():
            raise ValueError("the state belongs to another method, or to genomes with other parts")
        before = [species.state() for species in self._species]
        try:
            for part, species in zip(self._parts, self._species, strict=True):
                start = f"{part.name}."
                species.restore({name[len(start) :]: state[name] for name in state if name.startswith(start)})
        except ValueError:
            for species, old in zip(self._species, before, strict=True):
                species.restore(old)
            raise


def equal_parts(n: int, n_parts: int) -> tuple[Part, ...]:
    """The parts of a genome of `n` genes that is cut into `n_parts` parts, or into `n` if there are fewer genes."""
    ends = np.linspace(0, n, min(n, n_parts) + 1).astype(int)
    return tuple(Part(f"part_{i}", int(m)) for i, m in enumerate(np.diff(ends).tolist(), 1))


def _is_random(name: str) -> bool:
    """True for the arrays of a state that hold a random generator."""
    return name.endswith(".generator")
