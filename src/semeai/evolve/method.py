"""A method of any shape, as the laboratory drives it.

A run advances its method again and again, and keeps one row for each advance:

    row = method.advance(rating)        # one generation, one meeting of two populations, one stretch of steps

`rating` answers the questions of the method about its problem, using all workers. Methods come in three shapes:

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
    """A request for the fitness of candidates and for two numbers from 0 to 1 that describe the behaviour of each."""

    candidates: Candidates


@dataclass(frozen=True, eq=False)
class Varied:
    """A request for the fitness of candidates that differ only in one part of their genomes."""

    part: str
    """name of the part"""
    candidates: Candidates
    """whole genomes"""


class Rating(Protocol):
    """The answers of a problem during one advance. They follow from the run's seed."""

    @property
    def generation(self) -> int:
        """The number of this advance, from 0."""

    @property
    def workers(self) -> Workers: ...

    def __call__(self, asked: Any) -> npt.NDArray[Any]:
        """Rate candidates, which may be `Varied` in one part: returns the fitness of each, or `Answers` if they are
        `Described`. Or play the games of a `coevolution.Meeting`: returns the result of each."""


class Method:
    """Breeds candidates for one problem."""

    params: Any
    """its parameters, a dataclass"""

    # -- required ------------------------------------------------------------------------------------------------------

    def advance(self, rating: Rating) -> Row:
        """Breed for one row, and return it."""
        raise NotImplementedError

    @property
    def champions(self) -> Mapping[str, Candidate]:
        """The best candidates of the last advance, by name; a single one has the name "". Empty if the method breeds
        nothing that can be kept as a champion."""
        raise NotImplementedError

    def state(self) -> State:
        """Everything that is needed to continue, including the random generator."""
        raise NotImplementedError

    def restore(self, state: State) -> None:
        """Restore a state. Raises ValueError if it has another kind or size."""
        raise NotImplementedError

    # -- optional, with defaults ---------------------------------------------------------------------------------------

    @property
    def n_candidates(self) -> int:
        """The number of candidates per advance, if it is known beforehand."""
        return 0

    @property
    def is_local(self) -> bool:
        """True if it can only use the threads of this machine."""
        return False

    def record(self) -> dict[str, Any]:
        """Its parameters for `run.json`."""
        return plain(record_of(self.params))

    def breeders(self, spec: str) -> Mapping[str, tuple[str, Mapping[str, Any]]]:
        """The method that breeds each champion: its specification, and its record for `run.json`. `spec` is the
        specification of this method."""
        return {"": (spec, {"name": spec.partition(":")[0]} | self.record())}

    def findings(self) -> dict[str, Any]:
        """Results of a run besides its champions, by name, for `done.json`."""
        return {}


class Generational(Method):
    """The adapter for methods with `ask` and `tell`."""

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


class WrappedMethod(Method):
    """A method around another one that breeds a single champion: it rates the candidates in its own way, and adds the
    state of that rating to the state of the method."""

    def __init__(self, method: Method) -> None:
        """Wrap a method. Raises ValueError if it does not breed a single champion."""
        if set(method.champions) != {""}:
            raise ValueError("this problem needs a method that breeds a single champion")
        self.method, self.params = method, method.params

    @property
    def n_candidates(self) -> int:
        return self.method.n_candidates

    @property
    def is_local(self) -> bool:
        return self.method.is_local

    def record(self) -> dict[str, Any]:
        return self.method.record()

    def breeders(self, spec: str) -> Mapping[str, tuple[str, Mapping[str, Any]]]:
        return self.method.breeders(spec)

    def findings(self) -> dict[str, Any]:
        return self.method.findings()


def as_method(made: "Method | Evolver") -> Method:
    """The method itself, or in its adapter if it has `ask` and `tell`."""
    return made if isinstance(made, Method) else Generational(made)


def plain(words: Mapping[str, Any]) -> dict[str, Any]:
    """The value as in JSON: enumerations become strings, tuples become lists."""
    found: dict[str, Any] = json.loads(json.dumps(words))
    return found
