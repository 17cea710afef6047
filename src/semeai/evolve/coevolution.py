"""`coevolution`: two populations, each bred by a method of its own, are rated by their games against each other.

C. D. Rosin, R. K. Belew, "New Methods for Competitive Coevolution", Evolutionary Computation 5 (1997).
E. Zela, J. Zato, "Evolving and Coevolving Computer Go Players Using Neuroevolution", "Competitive co-evolution".

One population is black (Rosin and Belew's hosts), the other white (their parasites). In each generation:

1. Every candidate meets all candidates of the other side, or only a *sample* of those of the generation before; and
   some *veterans*, drawn from the champions of all generations before: the hall of fame. So a skill that opponents have
   unlearned is still tested.
2. A win against an opponent that few others beat counts for more: competitive fitness sharing. It keeps candidates with
   rare skills, even if they win less often.
3. Each method is told the fitness of its candidates, and breeds.
4. The best of each side enters its hall of fame. For the next generation a sample is chosen whose members beat
   different opponents (shared sampling), and veterans are drawn.

Black and white are only names here: the problem knows which game is played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, overload

import numpy as np
import numpy.typing as npt

from semeai.bounds import Bounded, Range, record_of
from semeai.evolve import check_method, make_evolver
from semeai.evolve.evolver import Candidate, Candidates, Evolver, Fitness, Row, State, pack_generator, unpack_generator
from semeai.evolve.method import Method, Rating, plain
from semeai.evolve.states import MOST, pack_genomes, read_genomes
from semeai.nets.genes import Genes, Units
from semeai.rng import generator

SIDES = ("black", "white")
HALL = 64
"""maximum number of champions per side that are kept, so that a checkpoint can be written in every generation"""

Beats = npt.NDArray[np.bool_]
"""by member and opponent: True if it has beaten the opponent"""
Results = npt.NDArray[np.float64]
"""by black and white: positive if black has won, negative if white has; 0 for a draw"""


def competitive_fitness_sharing(beats: Beats) -> Fitness:
    """Step 2: the fitness of each member: the sum, over the opponents that it beats, of 1 / the number of members that
    beat them."""
    n_beating = beats.sum(axis=0)
    fitness: Fitness = (beats / np.maximum(n_beating, 1)).sum(axis=1)
    return fitness


def shared_sample(beats: Beats, k: int) -> list[int]:
    """Step 4: the indices of `k` members (all if there are fewer) that beat different opponents.

    They are chosen one after the other: each time the member with the highest sum, over the opponents that it beats, of
    1 / (1 + the number of members chosen so far that beat that opponent). Ties go to the first.
    """
    chosen: list[int] = []
    for _ in range(min(k, len(beats))):
        gains = (beats / (1 + beats[chosen].sum(axis=0))).sum(axis=1)
        gains[chosen] = -1.0
        chosen.append(int(gains.round(9).argmax()))  # so that the order of summation does not decide
    return chosen


@dataclass(frozen=True)
class CoevolutionParams(Bounded):
    _name: ClassVar[str] = "coevolution"

    black: str = "sane:blueprints=30"
    """the method that breeds black, a specification; if it has settings, use the option --black"""
    white: str = "sane:blueprints=30"
    """the method that breeds white; if it has settings, use the option --white"""
    hall: Annotated[int, Range(0, HALL)] = 0
    """champions of past generations that each candidate also meets"""
    sample: Annotated[int, Range(0)] = 0
    """opponents of the generation before that each candidate meets; 0 for all opponents of its own generation"""
    sharing: bool = True
    """count a win more if few others beat that opponent; otherwise the fitness is the number of wins"""

    def __post_init__(self) -> None:
        super().__post_init__()
        for side in SIDES:
            check_method(getattr(self, side))


class Assembly(Sequence[Candidate]):
    """The genomes of one side in a meeting: its candidates, then its guests.

    Candidates are sent to other machines in their packed form, which may be smaller than the genomes. The genomes are
    made once, when they are needed.
    """

    def __init__(self, candidates: Candidates, guests: list[Candidate]) -> None:
        self.candidates, self.guests = candidates, guests
        self._genomes: list[Candidate] | None = None

    def __len__(self) -> int:
        return len(self.candidates) + len(self.guests)

    @overload
    def __getitem__(self, i: int) -> Candidate: ...
    @overload
    def __getitem__(self, i: slice) -> "Assembly": ...
    def __getitem__(self, i: "int | slice") -> "Candidate | Assembly":
        if isinstance(i, slice):
            first, end, step = i.indices(len(self))
            assert step == 1
            n = len(self.candidates)
            some = Assembly(
                self.candidates[min(first, n) : min(end, n)], self.guests[max(first - n, 0) : max(end - n, 0)]
            )
            some._genomes = None if self._genomes is None else self._genomes[first:end]
            return some
        if self._genomes is None:
            self._genomes = [*self.candidates, *self.guests]
        return self._genomes[i]

    @property
    def parts(self) -> list[Candidates]:
        """The candidates, and the guests if there are any, in their packed form."""
        return [part for part in (self.candidates, self.guests) if len(part)]

    def __reduce__(self) -> tuple[Any, ...]:
        return Assembly, (self.candidates, self.guests)


@dataclass(frozen=True, eq=False)
class Meeting:
    """The genomes of both sides in a generation: candidates, then the sample and the veterans as guests."""

    black: Assembly
    white: Assembly
    n_black: int
    n_white: int
    """number of white candidates"""
    is_met: npt.NDArray[np.bool_]
    """by black and white: True if they play each other"""


@dataclass
class _Side:
    """A population, and the guests that it sends to meetings."""

    evolver: Evolver
    hall: list[Candidate] = field(default_factory=list)
    """champions of past generations, all with the same probability"""
    sample: list[Candidate] = field(default_factory=list)
    veterans: list[Candidate] = field(default_factory=list)


_LISTS = ("hall", "sample", "veterans")


class Coevolution(Method):
    """The method of coevolution. Each `tell` is one generation."""

    problem_kind = "duels"

    def __init__(
        self,
        params: CoevolutionParams,
        genes: Genes | Units,
        rng: np.random.Generator,
        starts: Sequence[State | None] = (None, None),
    ) -> None:
        """Start with new populations, or with the population of a side whose state is in `starts`.

        Later random numbers follow from `rng`. Raises SpecError and ValueError.
        """
        self.params, self._genes, self._rng = params, genes, rng
        self._n_told = 0
        self._sides = []
        for name, start, own_rng in zip(SIDES, starts, rng.spawn(2), strict=True):
            evolver = make_evolver(getattr(params, name), genes, own_rng)
            if start is not None:
                evolver.restore({**start, "generator": pack_generator(own_rng)})
            self._sides.append(_Side(evolver))
        for side in self._sides:
            if params.sample:  # there are no results yet to choose it by
                side.sample = _draw(list(side.evolver.ask()), params.sample, rng)

    @classmethod
    def begin(
        cls, params: CoevolutionParams, genes: Genes | Units, seed: int, starts: Mapping[str, State]
    ) -> "Coevolution":
        """Start with two populations, new ones or those in `starts`."""
        return cls(params, genes, generator(seed), [starts.get(side) for side in SIDES])

    def advance(self, rating: Rating) -> Row:
        """Hold one meeting of the two populations."""
        return self.tell(rating(self.ask()))

    # -- step 1 --------------------------------------------------------------------------------------------------------

    def ask(self) -> Meeting:
        """Return the pairs to play. They stay the same until `tell`."""
        black, white = (
            Assembly(side.evolver.ask(), [genome.copy() for genome in (*side.sample, *side.veterans)])
            for side in self._sides
        )
        n_black, n_white = len(black.candidates), len(white.candidates)
        is_met = np.zeros((len(black), len(white)), dtype=np.bool_)
        is_met[:n_black] = is_met[:, :n_white] = True
        if self.params.sample:
            is_met[:n_black, :n_white] = False
        return Meeting(black, white, n_black, n_white, is_met)

    # -- steps 2 to 4 --------------------------------------------------------------------------------------------------

    def tell(self, results: Results) -> Row:
        """Take the results of the games, and breed. The values of games that were not played are ignored.

        Returns the row of the generation: `black_wins` and `white_wins`, shares of all games except those of veterans;
        and the columns of each method, prefixed with the name of the side. Raises ValueError, and changes nothing,
        unless there is a finite number for each game.
        """
        meeting = self.ask()
        results = np.asarray(results, dtype=np.float64)
        if results.shape != meeting.is_met.shape:
            raise ValueError(f"expected results of shape {meeting.is_met.shape}, found {results.shape}")
        if not np.isfinite(results[meeting.is_met]).all():
            raise ValueError("expected finite numbers as results")
        # All candidates of a side meet the same opponents.
        n_black, n_white = meeting.n_black, meeting.n_white
        wins = ((results > 0)[:n_black, meeting.is_met[0]], (results < 0)[meeting.is_met[:, 0], :n_white].T)
        candidates = (meeting.black[:n_black], meeting.white[:n_white])
        row = self._wins(results, meeting.is_met)
        for name, side, beats, own in zip(SIDES, self._sides, wins, candidates, strict=True):
            fitness = competitive_fitness_sharing(beats) if self.params.sharing else beats.sum(axis=1).astype(float)
            row |= {f"{name}_{key}": value for key, value in side.evolver.tell(fitness).items()}
            side.sample = [own[i] for i in shared_sample(beats, self.params.sample)]
            if self.params.hall:
                self._enter(side)
                side.veterans = _draw(side.hall, self.params.hall, self._rng)
        self._n_told += 1
        return row

    def _wins(self, results: Results, is_met: npt.NDArray[np.bool_]) -> Row:
        """The share of games that each side has won, in this generation and its samples."""
        n_black, n_white = (n - len(side.veterans) for n, side in zip(results.shape, self._sides, strict=True))
        counted = results[:n_black, :n_white][is_met[:n_black, :n_white]]
        return {"black_wins": float((counted > 0).mean()), "white_wins": float((counted < 0).mean())}

    def _enter(self, side: _Side) -> None:
        """Add the champion to the hall of fame. If the hall is full, the champion replaces a random entry or is
        dropped, so that all generations are equally likely to be in it (Vitter's reservoir sampling)."""
        if len(side.hall) < HALL:
            side.hall.append(side.evolver.champion)
        elif (place := int(self._rng.integers(self._n_told + 1))) < HALL:
            side.hall[place] = side.evolver.champion

    @property
    def champions(self) -> Mapping[str, Candidate]:
        """The best black and the best white candidate of the last generation."""
        return {name: side.evolver.champion for name, side in zip(SIDES, self._sides, strict=True)}

    @property
    def n_candidates(self) -> int:
        return int(self.ask().is_met.sum())

    def record(self) -> dict[str, Any]:
        return super().record() | {name: record for name, (_, record) in self.breeders("").items()}

    def breeders(self, spec: str) -> Mapping[str, tuple[str, Mapping[str, Any]]]:
        found = {}
        for name, side in zip(SIDES, self._sides, strict=True):
            own: str = getattr(self.params, name)
            found[name] = own, {"name": own.partition(":")[0]} | plain(record_of(side.evolver.params))
        return found

    # -- state ---------------------------------------------------------------------------------------------------------

    def state(self) -> State:
        state = {"generator": pack_generator(self._rng), "n_told": np.array([self._n_told])}
        for name, side in zip(SIDES, self._sides, strict=True):
            state |= {f"{name}.evolver.{key}": array for key, array in side.evolver.state().items()}
            for key in _LISTS:
                state |= pack_genomes(f"{name}.{key}", getattr(side, key), side.evolver.champion.dtype)
        return state

    def restore(self, state: State) -> None:
        """Restore a state. Raises ValueError, and changes nothing, if it has another kind or size."""
        # The methods check their own arrays.
        if _names(state) != _names(self.state()) or state["n_told"].shape != (1,):
            raise ValueError("the state belongs to another method")
        if state["n_told"].dtype != np.int64 or not 0 <= state["n_told"][0] < MOST:
            raise ValueError("expected a valid number of generations in the state")
        rng, n_told = unpack_generator(state["generator"]), int(state["n_told"][0])
        found = [
            {key: read_genomes(state, f"{name}.{key}", side.evolver.champion.dtype, self._genes) for key in _LISTS}
            for name, side in zip(SIDES, self._sides, strict=True)
        ]
        n_hall = min(n_told, HALL) if self.params.hall else 0
        for lists in found:
            n_sample = len(lists["sample"])
            if min(1, self.params.sample) > n_sample or n_sample > self.params.sample:
                raise ValueError(f"expected a sample of up to {self.params.sample} in the state, found {n_sample}")
            if (len(lists["hall"]), len(lists["veterans"])) != (n_hall, min(self.params.hall, n_hall)):
                raise ValueError(f"expected a hall of fame of {n_hall} in the state, found {len(lists['hall'])}")
        before = [side.evolver.state() for side in self._sides]
        try:
            for name, side in zip(SIDES, self._sides, strict=True):
                prefix = f"{name}.evolver."
                its = {key.removeprefix(prefix): array for key, array in state.items() if key.startswith(prefix)}
                side.evolver.restore(its)
        except ValueError:
            for side, old in zip(self._sides, before, strict=True):
                side.evolver.restore(old)
            raise
        self._rng, self._n_told = rng, n_told
        for side, lists in zip(self._sides, found, strict=True):
            side.hall, side.sample, side.veterans = (lists[key] for key in _LISTS)


def _draw(genomes: Sequence[Candidate], k: int, rng: np.random.Generator) -> list[Candidate]:
    """`k` of them at random, or all if there are fewer, in their order."""
    chosen = rng.choice(len(genomes), min(k, len(genomes)), replace=False)
    return [genomes[i] for i in np.sort(chosen).tolist()]


def _names(state: State) -> set[str]:
    """The names of the arrays that do not belong to a method."""
    return {name for name in state if not name.startswith(tuple(f"{side}.evolver." for side in SIDES))}
