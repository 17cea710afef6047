"""A method of any shape, as the laboratory drives it.

A run advances its method again and again, and keeps one row for each advance:

    row = method.advance(rating)        # one generation, one meeting of two populations, one stretch of steps

`rating` answers whatever the method asks of its problem, over all workers. Methods come in three shapes:

- Generational methods are asked for candidates and told their fitness (`Evolver`). `Generational` adapts them.
- Paired methods breed two populations that play each other (`coevolution.py`).
- Steady-state methods make many small steps in one advance, and ask for ratings as they need them (`steady.py`).

The last two inherit from `Method`. So can a method of a new shape.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from semeai.bounds import record_of
from semeai.evolve.evolver import Candidate, Candidates, Evolver, Row, State
from semeai.parallel.executors import Workers

Answers = npt.NDArray[np.float64]
"""a row for each candidate: its fitness and its two descriptors"""


@dataclass(frozen=True, eq=False)
class Described:
    """Asks for the fitness of candidates, and for two numbers from 0 to 1 that describe how each of them behaves."""

    candidates: Candidates


class Rating(Protocol):
    """Answers what a method asks of its problem during one advance. The answers follow from the run's seed."""

    @property
    def generation(self) -> int:
        """The number of this advance, from 0."""

    @property
    def workers(self) -> Workers: ...

    def __call__(self, asked: Any) -> npt.NDArray[Any]:
        """Rate candidates: the fitness of each; `Answers` where they are `Described`. Or play the games of a
        `coevolution.Meeting`: the result of each."""


class Method:
    """Breeds candidates for one problem."""

    params: Any
    """its parameters, a dataclass"""

    # -- what every method has -----------------------------------------------------------------------------------------

    def advance(self, rating: Rating) -> Row:
        """Breed for one row, and return it."""
        raise NotImplementedError

    @property
    def champions(self) -> Mapping[str, Candidate]:
        """The best candidates of the last advance, by name; a single one has the name "". Empty where nothing is bred
        that could be kept as a champion."""
        raise NotImplementedError

    def state(self) -> State:
        """Everything it needs to go on, its random generator included."""
        raise NotImplementedError

    def restore(self, state: State) -> None:
        """Become what `state` was taken of. Raises ValueError when that is of another kind or size."""
        raise NotImplementedError

    # -- what has a default --------------------------------------------------------------------------------------------

    @property
    def n_candidates(self) -> int:
        """The number of candidates that are rated in an advance, as far as it is known beforehand."""
        return 0

    @property
    def is_local(self) -> bool:
        """True if it can only use the threads of this machine."""
        return False

    def record(self) -> dict[str, Any]:
        """Its parameters as `run.json` has them."""
        return plain(record_of(self.params))

    def breeders(self, spec: str) -> Mapping[str, tuple[str, Mapping[str, Any]]]:
        """By champion: the specification of the method that breeds it, and that method as `run.json` has it. `spec` is
        the specification of this method."""
        return {"": (spec, {"name": spec.partition(":")[0]} | self.record())}

    def findings(self) -> dict[str, Any]:
        """Results of a run beside its champions, by name, as `done.json` has them."""
        return {}


class Generational(Method):
    """The adapter of methods that are asked for candidates and told their fitness."""

    def __init__(self, evolver: Evolver) -> None:
        self.evolver = evolver
        self.params = evolver.params

    def advance(self, rating: Rating) -> Row:
        return self.evolver.tell(rating(self.evolver.ask()))

    @property
    def champions(self) -> Mapping[str, Candidate]:
        return {"": self.evolver.champion}

    @property
    def n_candidates(self) -> int:
        return len(self.evolver.ask())

    def state(self) -> State:
        return self.evolver.state()

    def restore(self, state: State) -> None:
        self.evolver.restore(state)


def as_method(made: "Method | Evolver") -> Method:
    """The method itself; one that is asked and told, in its adapter."""
    return made if isinstance(made, Method) else Generational(made)


def plain(words: Mapping[str, Any]) -> dict[str, Any]:
    """The same as JSON has it: enumerations become words, tuples lists."""
    found: dict[str, Any] = json.loads(json.dumps(words))
    return found
