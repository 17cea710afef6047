"""`esp`: enforced subpopulations: each hidden unit of a network has its own population of neurons.

F. Gomez, R. Miikkulainen, "Incremental Evolution of Complex General Behavior", Adaptive Behavior 5 (1997).
A. Perez-Bergquist, "Applying ESP and Region Specialists to Neuro-Evolution for Go", University of Texas, 2001.

A neuron is a hidden unit with a weight from every input and to every output. It breeds only within its subpopulation,
so the neurons of a subpopulation specialise in the same part of the work, and no blueprint has to record the role of
each neuron. In each generation:

1. Networks are built from one random neuron of each subpopulation and rated, until a neuron has been in `trials`
   networks on average.
2. The fitness of a neuron is the mean fitness of its networks.
3. Each subpopulation is ranked. Each of its best quarter mates with a better one (one-point crossover), and the two
   children replace the worst, which are the lower half.
4. Some of the children mutate: one of their weights takes a step from a Cauchy distribution.
5. If no network has beaten the best so far for some generations, a burst of mutation replaces steps 3 and 4: each
   subpopulation is filled with copies of its neuron in the best network so far, and all their weights take a step.

A region specialist sees a few neighboring points of a square board, and feeds the same points. Its subpopulation has
one region; all regions together cover the board.
"""

from dataclasses import dataclass
from math import inf, isqrt
from typing import Annotated, ClassVar

import numpy as np
import numpy.typing as npt

from semeai.bounds import POSITIVE, SHARE, Bounded, Range
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
from semeai.evolve.states import check_layout, demand, demand_within
from semeai.nets.genes import Genes, Units
from semeai.nets.network import MAX_WEIGHT, Network

Numbers = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float32]
SPREAD = 6.0  # largest absolute value of a new weight, as in Gomez's program
FARTHEST = 10.0  # longer steps are drawn again, as in that program


@dataclass(frozen=True)
class EspParams(Bounded):
    _name: ClassVar[str] = "esp"

    hidden: Annotated[int, Range(1)] = 10
    """neurons per network, which is also the number of subpopulations"""
    neurons: Annotated[int, Range(8)] = 40
    """neurons per subpopulation"""
    trials: Annotated[int, Range(1)] = 10
    """mean number of networks per neuron; a generation has this number times the neurons of a subpopulation"""
    mutation: Annotated[float, SHARE] = 0.4
    """share of the children that mutate"""
    step: Annotated[float, POSITIVE] = 0.3
    """median length of a step of a weight"""
    burst: Annotated[int, Range(1)] = 20
    """generations without a better network before a burst of mutation"""
    region: Annotated[int, Range(0)] = 0
    """side of the square of points that a neuron sees, such as 3; 0 for neurons that see the whole board"""


class Esp:
    """The method ESP. Each `tell` is one generation."""

    def __init__(self, params: EspParams, genes: Genes | Units, rng: np.random.Generator) -> None:
        if not isinstance(genes, Units):
            raise ValueError("esp breeds networks only; use ga, cma or nes for rows of numbers")
        self.params, self._units, self._rng = params, genes, rng
        self._ends = _ends(params, genes)
        shape = (params.hidden, params.neurons, self._ends.shape[1])
        self._weights: Weights = rng.uniform(-SPREAD, SPREAD, shape).astype(np.float32)
        self._teams = self._new_teams()
        self._champion = self._best = self._team_weights(0)
        self._record = -inf  # the best fitness so far
        self._n_flat = 0  # generations since then, or since the last burst

    # -- step 1 --------------------------------------------------------------------------------------------------------

    def _new_teams(self) -> Numbers:
        """The index of its neuron in each subpopulation, by network."""
        params = self.params
        return self._rng.integers(params.neurons, size=(params.neurons * params.trials, params.hidden))

    def _team_weights(self, team: int) -> Weights:
        """The weights of the neurons of a network, one row each."""
        weights: Weights = self._weights[np.arange(self.params.hidden), self._teams[team]]
        return weights

    def ask(self) -> list[Candidate]:
        return [self._decode(self._team_weights(team)) for team in range(len(self._teams))]

    def _decode(self, weights: Weights) -> Candidate:
        """The genome of the network of neurons with these weights."""
        n_inputs, n_hidden, n_outputs = self._units.n_inputs, len(weights), self._units.n_outputs
        ends = self._ends.ravel()
        unit = n_inputs + np.repeat(np.arange(n_hidden), self._ends.shape[1])
        is_input = ends < n_inputs
        return Network(
            n_inputs,
            n_hidden,
            n_outputs,
            sources=np.where(is_input, ends, unit),
            targets=np.where(is_input, unit, n_hidden + ends),
            weights=weights.ravel(),
        ).genome()

    # -- steps 2 to 5 --------------------------------------------------------------------------------------------------

    def tell(self, fitness: Fitness) -> Row:
        fitness = check_fitness(fitness, len(self._teams))
        row = row_of(fitness, self._diversity())
        self._champion = self._team_weights(int(fitness.argmax()))
        self._n_flat += 1
        if row["best"] > self._record:
            self._best, self._record, self._n_flat = self._champion, row["best"], 0
        if self._n_flat == self.params.burst:
            self._burst()
            self._n_flat = 0
        else:
            self._breed(fitness)
        self._teams = self._new_teams()
        return row

    def _worth(self, fitness: Fitness) -> npt.NDArray[np.float64]:
        """Step 2: the mean fitness of the networks of each neuron, by subpopulation; -inf if it was in none."""
        hidden, n = self.params.hidden, self.params.neurons
        neurons = (self._teams + n * np.arange(hidden)).ravel()
        total = np.bincount(neurons, np.repeat(fitness, hidden), hidden * n)
        n_trials = np.bincount(neurons, minlength=hidden * n)
        return np.where(n_trials > 0, total / np.maximum(n_trials, 1), -np.inf).reshape(hidden, n)

    def _breed(self, fitness: Fitness) -> None:
        """Steps 3 and 4. Afterwards the neurons of a subpopulation are in order, the best first and children last."""
        hidden, rng = self.params.hidden, self._rng
        best = np.argsort(-self._worth(fitness), axis=1, kind="stable")
        self._weights = np.take_along_axis(self._weights, best[:, :, None], axis=1)
        n_breeding = self.params.neurons // 4
        mates = rng.integers(np.maximum(np.arange(n_breeding), 1), size=(hidden, n_breeding))
        mates[:, 0] = rng.integers(1, n_breeding, size=hidden)  # the best has no better mate: any other one
        mine = self._weights[:, :n_breeding]
        other = np.take_along_axis(self._weights, mates[:, :, None], axis=1)
        n_weights = mine.shape[2]
        is_first = np.arange(n_weights) < rng.integers(1, n_weights, size=(hidden, n_breeding, 1))
        children = np.concatenate([np.where(is_first, mine, other), np.where(is_first, other, mine)], axis=1)
        self._weights[:, -2 * n_breeding :] = self._mutated(children)

    def _mutated(self, children: Weights) -> Weights:
        """Step 4."""
        hidden, n, n_weights = children.shape
        is_mutant = self._rng.random((hidden, n, 1)) < self.params.mutation
        is_there = np.arange(n_weights) == self._rng.integers(n_weights, size=(hidden, n, 1))
        steps = self._steps((hidden, n, 1))
        return (children + np.where(is_mutant & is_there, steps, 0)).astype(np.float32)

    def _burst(self) -> None:
        """Step 5."""
        self._weights = (self._best[:, None] + self._steps(self._weights.shape)).astype(np.float32)

    def _steps(self, shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
        """Numbers of a Cauchy distribution around 0, without those beyond the limit."""
        step = self.params.step
        widest = np.arctan(FARTHEST / step)
        return step * np.tan(self._rng.uniform(-widest, widest, shape))

    def _diversity(self) -> float:
        """The standard deviation of a weight over its subpopulation; the median over all weights, which a few mutants
        do not change."""
        return float(np.median(self._weights.std(axis=1)))

    # -- evolver -------------------------------------------------------------------------------------------------------

    @property
    def champion(self) -> Candidate:
        """The best candidate of the last generation; before the first, any candidate."""
        return self._decode(self._champion)

    def state(self) -> State:
        return {
            "weights": self._weights.copy(),
            "teams": self._teams.copy(),
            "champion": self._champion.copy(),
            "best": self._best.copy(),
            "record": np.array([self._record]),
            "flat": np.array([self._n_flat]),
            "generator": pack_generator(self._rng),
        }

    def restore(self, state: State) -> None:
        check_layout(state, self.state(), "another number of neurons, connections or trials")
        for name in ("weights", "champion", "best"):
            demand_within(state, name, -MAX_WEIGHT, MAX_WEIGHT)
        demand_within(state, "teams", 0, self.params.neurons - 1)
        demand_within(state, "flat", 0, self.params.burst - 1)
        demand(bool(state["record"][0] < inf), "record")  # -inf at the start
        self._rng = unpack_generator(state["generator"])
        self._weights, self._teams = state["weights"].copy(), state["teams"].copy()
        self._champion, self._best = state["champion"].copy(), state["best"].copy()
        self._record, self._n_flat = float(state["record"][0]), int(state["flat"][0])


# -- connections of neurons --------------------------------------------------------------------------------------------


def _ends(params: EspParams, units: Units) -> Numbers:
    """The other ends of a neuron's connections, by subpopulation: inputs, then outputs, numbered consecutively.

    Regions are assigned in turn. Raises ValueError if there are more regions than subpopulations.
    """
    if params.region == 0:
        return np.tile(np.arange(units.n_inputs + units.n_outputs), (params.hidden, 1))
    found = region_ends(units, params.region)
    if params.hidden < len(found):
        raise ValueError(f"esp:hidden must be {len(found)} or more, the number of regions, not {params.hidden}")
    return found[np.arange(params.hidden) % len(found)]


def region_ends(units: Units, region: int) -> Numbers:
    """The inputs and outputs of the points of each region, numbered consecutively. Inputs without a point belong to
    every region.

    A region has `region` x `region` points. As few regions as possible cover the board, at equal distances, and overlap
    if necessary. The board follows from the units: row by row an input for a friendly stone on each point, then one for
    an enemy stone, then two or none for the last moves; and an output for each point. Raises ValueError for other
    networks.
    """
    size, area = isqrt(units.n_outputs), units.n_outputs
    n_more = units.n_inputs - 2 * area
    if size * size != area or n_more not in (0, 2):
        raise ValueError(
            f"esp:region needs a square board, found {units.n_inputs} inputs and {units.n_outputs} outputs"
        )
    if region > size:
        raise ValueError(f"esp:region must be at most the size of the board, {size}, not {region}")
    n = -(-size // region)
    starts = np.arange(n) * (size - region) // max(n - 1, 1)
    lines = starts[:, None] + np.arange(region)
    points = (size * lines[:, None, :, None] + lines[None, :, None, :]).reshape(n * n, region * region)
    more = np.tile(2 * area + np.arange(n_more), (n * n, 1))
    return np.concatenate([points, area + points, more, units.n_inputs + points], axis=1)
