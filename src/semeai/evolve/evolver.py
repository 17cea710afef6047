"""Evolution: what every method is to the rest of semeai, and the one loop that drives them all.

A method (an *evolver*) is asked for candidates, has them rated, and is told their fitness, on which it breeds the next
generation. It knows nothing of games, files or processes:

    for each generation:
        candidates = evolver.ask()
        fitness = evaluate(candidates, seeds)        # the only place where work is spread over cores or machines
        row = evolver.tell(fitness)                  # breeds, and says how the generation was

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
"""a genome: an array, whatever it means"""
Candidates = Sequence[Candidate] | npt.NDArray[Any]
"""many, or an array with a row for each"""
Fitness = npt.NDArray[np.float64]
"""of each candidate; more is better"""
Seeds = npt.NDArray[np.uint64]
Row = dict[str, Any]
"""what is known of a generation: numbers and words, by name, always in the same order"""
State = Mapping[str, npt.NDArray[Any]]
Evaluate = Callable[[Candidates, Seeds], Fitness]


class Restorable(Protocol):
    """Work that can be stopped and continued."""

    def state(self) -> State:
        """All that it needs to go on, its random generator included."""

    def restore(self, state: State) -> None:
        """Become what `state` was taken of. Raises ValueError when it is of another kind or size."""


class Evolver(Restorable, Protocol):
    """A method that breeds candidates."""

    params: Any
    """its parameters, a dataclass"""

    def ask(self) -> Candidates:
        """The candidates of this generation; the same until `tell`."""

    def tell(self, fitness: Fitness) -> Row:
        """Take the fitness of the candidates that were asked for, and breed the next generation.

        Returns the row of the generation: at least `best`, `mean`, `min` and `diversity`. Raises ValueError when there
        is not a finite number for each candidate; then nothing has changed.
        """

    @property
    def champion(self) -> Candidate:
        """The best candidate of the generation that was told last: the fittest, or another one that the method trusts
        more. Then the row says its fitness, as `champion`."""


def generations(evolver: Evolver, evaluate: Evaluate, seed: int, first: int = 0) -> Iterator[Row]:
    """The rows of generation `first`, the next, and so on without end."""
    for generation in count(first):
        candidates = evolver.ask()
        fitness = evaluate(candidates, seeds(len(candidates), seed, generation))
        yield {"generation": generation} | evolver.tell(fitness)


# -- what methods share ------------------------------------------------------------------------------------------------


def check_fitness(fitness: npt.ArrayLike, n: int) -> Fitness:
    """The fitness of `n` candidates as an array. Raises ValueError when it is not a finite number for each."""
    found = np.asarray(fitness, dtype=np.float64)
    if found.shape != (n,):
        raise ValueError(f"{n} candidates have no fitness of shape {found.shape}")
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
        raise ValueError("no state of a random generator")
    if words[3] % 2 == 0:  # the increment; an even one may give 0 for ever, and a loop that draws again would never end
        raise ValueError("no state of a random generator")
    a, b, c, d, has_uint32, uinteger = map(int, words)
    rng = np.random.default_rng(0)
    rng.bit_generator.state = {
        "bit_generator": "PCG64",
        "state": {"state": a << 64 | b, "inc": c << 64 | d},
        "has_uint32": has_uint32,
        "uinteger": uinteger,
    }
    return rng
