"""The contract of generational methods, and the loop that drives them.

The loop asks a method (an *evolver*) for candidates, rates them, and tells the method their fitness. From it the method
breeds the next generation. It knows nothing of games, files or processes:

    for each generation:
        candidates = evolver.ask()
        fitness = evaluate(candidates, seeds)        # the only place where work is spread over cores or machines
        row = evolver.tell(fitness)                  # breeds, and returns the row of the generation

The seeds follow from the run's seed, the generation and the candidate's place in it, and the evolver draws from a
generator of its own, so the rows follow from the seed alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from semeai.rng import seeds

Candidate = npt.NDArray[Any]
"""a genome: an array; its meaning depends on the problem"""
Candidates = Sequence[Candidate] | npt.NDArray[Any]
"""a sequence of genomes, or an array with a row for each"""
Fitness = npt.NDArray[np.float64]
"""fitness of each candidate; higher is better"""
Seeds = npt.NDArray[np.uint64]
Row = dict[str, Any]
"""the results of a generation: numbers and words by name, always in the same order"""
State = Mapping[str, npt.NDArray[Any]]
Evaluate = Callable[[Candidates, Seeds], Fitness]


class Restorable(Protocol):
    """Work that can be stopped and continued."""

    def state(self) -> State:
        """Everything that is needed to continue, including the random generator."""

    def restore(self, state: State) -> None:
        """Restore a state. Raises ValueError if it has another kind or size."""


class Evolver(Restorable, Protocol):
    """A method that breeds candidates."""

    params: Any
    """its parameters, a dataclass"""

    def ask(self) -> Candidates:
        """Return the candidates of this generation; the same until `tell`."""

    def tell(self, fitness: Fitness) -> Row:
        """Take the fitness of the candidates of `ask`, and breed the next generation.

        Returns the row of the generation: at least `best`, `mean`, `min` and `diversity`. Raises ValueError, and
        changes nothing, unless there is a finite number for each candidate.
        """

    @property
    def champion(self) -> Candidate:
        """The best candidate of the last generation: the fittest, or another one that the method trusts more. In that
        case the row has its fitness as `champion`."""


def generations(evolver: Evolver, evaluate: Evaluate, seed: int, first: int = 0) -> Iterator[Row]:
    """Yield the rows of generation `first` and all later ones, without end."""
    for generation in count(first):
        candidates = evolver.ask()
        fitness = evaluate(candidates, seeds(len(candidates), seed, generation))
        yield {"generation": generation} | evolver.tell(fitness)


# -- common parts of methods -------------------------------------------------------------------------------------------


def check_fitness(fitness: npt.ArrayLike, n: int) -> Fitness:
    """The fitness of `n` candidates as an array. Raises ValueError unless it is a finite number for each."""
    found = np.asarray(fitness, dtype=np.float64)
    if found.shape != (n,):
        raise ValueError(f"expected the fitness of {n} candidates, found an array of shape {found.shape}")
    if not np.isfinite(found).all():
        raise ValueError("expected finite numbers as fitness")
    return found


def row_of(fitness: Fitness, diversity: float) -> Row:
    """The columns that every row has."""
    return {
        "best": float(fitness.max()),
        "mean": float(fitness.mean()),
        "min": float(fitness.min()),
        "diversity": diversity,
    }


# -- a generator as an array, for states -------------------------------------------------------------------------------

_WORD = (1 << 64) - 1


def pack_generator(rng: np.random.Generator) -> npt.NDArray[np.uint64]:
    """The state of numpy's default generator."""
    state: Any = rng.bit_generator.state
    a, b = state["state"]["state"], state["state"]["inc"]
    words = [a >> 64, a & _WORD, b >> 64, b & _WORD, state["has_uint32"], state["uinteger"]]
    return np.array(words, dtype=np.uint64)


def unpack_generator(words: npt.NDArray[np.uint64]) -> np.random.Generator:
    """The generator with the state `words`. Raises ValueError."""
    if words.shape != (6,) or words.dtype != np.uint64 or words[4] > 1 or words[5] >= 1 << 32:
        raise ValueError("not a state of a random generator")
    if words[3] % 2 == 0:  # an even increment may give 0 forever, and loops that draw again never end
        raise ValueError("not a state of a random generator")
    a, b, c, d, has_uint32, uinteger = map(int, words)
    rng = np.random.default_rng(0)
    rng.bit_generator.state = {
        "bit_generator": "PCG64",
        "state": {"state": a << 64 | b, "inc": c << 64 | d},
        "has_uint32": has_uint32,
        "uinteger": uinteger,
    }
    return rng
