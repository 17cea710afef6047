"""NEAT on toys: what it decodes, what it draws from, what it keeps, and what it refuses."""

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from semeai.archive import pack, unpack
from semeai.evolve import check_method, make_evolver
from semeai.evolve.evolver import Candidate, Evolver, Fitness, Row, Seeds, State, generations
from semeai.files import write_whole
from semeai.nets.genes import Genes, Units
from semeai.nets.network import read_network
from semeai.problems.toys import Xor
from semeai.rng import generator
from tests.conftest import missing

LIVELY = "neat:population=40,compatibility=1.5,stagnation=3,add_connection=0.9,add_node=0.6"
"""species come and go, and networks grow"""


@pytest.fixture(autouse=True)
def neat_python() -> None:
    if find_spec("neat") is None:
        missing("neat-python")


def make(spec: str = LIVELY, seed: int = 1, units: Units | None = None) -> Evolver:
    return make_evolver(spec, units or Xor().genes, generator(seed))


def noisy(candidates: Sequence[Candidate], seeds: Seeds) -> Fitness:
    return Xor().rate(candidates, seeds) + seeds * 2.0**-64 / 10


def history(evolver: Evolver, n: int, first: int = 0) -> list[Row]:
    return list(islice(generations(evolver, noisy, 1, first), n))


def frozen(state: State) -> dict[str, tuple[str, tuple[int, ...], bytes]]:
    return {name: (array.dtype.str, array.shape, array.tobytes()) for name, array in state.items()}


# -- networks ----------------------------------------------------------------------------------------------------------


def neat_outputs(state: State, units: Units, inputs: npt.NDArray[np.float64]) -> list[npt.NDArray[np.float64]]:
    """What neat-python's own networks say, for each genome of a state; with linear outputs."""
    import neat

    found = []
    kinds = SimpleConfig(units)
    ends = np.cumsum(state["genomes"], axis=0)
    for (_, n_nodes, n_connections), (_, end_nodes, end) in zip(state["genomes"], ends, strict=True):
        genome = neat.DefaultGenome(0)
        for key in state["nodes"][end_nodes - n_nodes : end_nodes].tolist():
            genome.nodes[key] = node = neat.DefaultNodeGene(key)
            node.bias, node.response, node.aggregation = 0.0, 1.0, "sum"
            node.activation = "identity" if key < units.n_outputs else "sigmoid"
        for i in range(end - n_connections, end):
            source, target, innovation = state["connections"][i].tolist()
            gene = neat.DefaultConnectionGene((source, target), innovation=innovation)
            gene.weight, gene.enabled = float(state["weights"][i]), bool(state["enabled"][i])
            genome.connections[gene.key] = gene
        network = neat.nn.FeedForwardNetwork.create(genome, kinds)
        found.append(np.array([network.activate(row) for row in inputs.tolist()]))
    return found


class SimpleConfig:
    """As much of neat-python's configuration as its networks ask for."""

    def __init__(self, units: Units) -> None:
        from neat.activations import ActivationFunctionSet
        from neat.aggregations import AggregationFunctionSet

        self.genome_config = self
        self.input_keys = [-1 - i for i in range(units.n_inputs)]
        self.output_keys = list(range(units.n_outputs))
        self.activation_defs, self.aggregation_function_defs = ActivationFunctionSet(), AggregationFunctionSet()


def test_networks_say_what_neat_python_has_them_say() -> None:
    units = Units(4, 2)
    evolver = make(LIVELY + ",connections=5", units=units)
    rng = np.random.default_rng(1)
    for _ in range(25):
        evolver.tell(rng.random(40))
    inputs, state = rng.normal(size=(7, 4)), evolver.state()
    networks = [read_network(genome) for genome in evolver.ask()]
    for network, expected in zip(networks, neat_outputs(state, units, inputs), strict=True):
        assert network.evaluate(inputs) == pytest.approx(expected, rel=1e-4, abs=1e-4)
    assert max(network.n_hidden for network in networks) > 5
    assert not state["enabled"].all()


@pytest.mark.parametrize(("units", "n"), [(Units(50, 25), 7), (Units(2, 3), 6)])
def test_networks_begin_sparse(units: Units, n: int) -> None:
    networks = [read_network(genome) for genome in make("neat:population=9,connections=7", units=units).ask()]
    assert {(net.n_inputs, net.n_hidden, net.n_outputs, len(net.weights)) for net in networks} == {
        (units.n_inputs, 0, units.n_outputs, n)
    }
    pairs = [frozenset(zip(net.sources.tolist(), net.targets.tolist(), strict=True)) for net in networks]
    assert {len(mine) for mine in pairs} == {n}
    assert (len(set(pairs)) > 1) == (n == 7)  # each has its own, where there is a choice


def test_the_bias_is_an_input_that_always_says_1() -> None:
    """Networks of two inputs with a bias say the same as those of three inputs whose last one is 1."""
    units = Units(2, 3)
    evolver = make("neat:population=12,connections=4,bias=true,add_node=0.9", units=units)
    rng = np.random.default_rng(1)
    for _ in range(6):
        evolver.tell(rng.random(12))
    inputs = rng.random((5, 2))
    said = neat_outputs(evolver.state(), Units(3, 3), np.column_stack([inputs, np.ones(5)]))
    for genome, expected in zip(evolver.ask(), said, strict=True):
        assert read_network(genome).evaluate(inputs) == pytest.approx(expected, abs=1e-4)


def test_a_network_with_a_bias_speaks_where_nothing_is() -> None:
    for bias, n_silent in (("false", 10), ("true", 0)):
        evolver = make(f"neat:population=10,connections=4,bias={bias}", units=Units(8, 4))
        said = [read_network(genome).evaluate(np.zeros((1, 8))) for genome in evolver.ask()]
        assert sum(not outputs.any() for outputs in said) == n_silent


def test_connections_that_are_off_spread_unless_nothing_is_switched() -> None:
    """Under selection by chance alone, networks lose a good part of their connections in 20 generations."""
    sizes = {}
    for toggle in (0.01, 0.0):
        quiet = "add_connection=0.0,delete_connection=0.0,add_node=0.0,delete_node=0.0"
        evolver = make(f"neat:population=40,connections=100,toggle={toggle},{quiet}", units=Units(10, 10))
        rng = np.random.default_rng(1)
        for _ in range(20):
            evolver.tell(rng.random(40))
        sizes[toggle] = np.mean([len(read_network(genome).weights) for genome in evolver.ask()])
    assert sizes[0.0] == 100
    assert sizes[0.01] < 75


@pytest.mark.parametrize("seed", range(3))
def test_it_solves_exclusive_or(seed: int) -> None:
    rows = islice(generations(make("neat", seed), Xor().rate, seed), 90)
    assert any(row["best"] > -0.01 for row in rows)


def test_more_species_than_fit() -> None:
    """Nearly every genome is a species, and one of them should have most children."""
    evolver = make("neat:population=40,compatibility=0.3")
    for generation in range(12):
        assert len(evolver.ask()) == 40
        row = evolver.tell(np.arange(40) == generation)
    assert row["species"] > 30


# -- what it draws from ------------------------------------------------------------------------------------------------


def test_rows_follow_from_the_seed_whoever_else_draws() -> None:
    random.seed(1)
    one = history(make(), 6)
    random.seed(2)
    random.gauss(0, 1)  # of which Python keeps a second for the next time
    assert history(make(), 6) == one
    assert all(a != b for a, b in zip(one, history(make(seed=2), 6), strict=True))


def test_nobody_elses_draws_change() -> None:
    random.seed(1)
    random.gauss(0, 1)
    before = random.getstate()
    evolver = make()
    history(evolver, 3)
    make(seed=2).restore(evolver.state())
    assert random.getstate() == before


def test_threads_do_not_disturb_each_other() -> None:
    expected = [history(make(seed=seed), 8) for seed in range(3)]
    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(lambda seed: history(make(seed=seed), 8), range(3))) == expected


# -- what it keeps -----------------------------------------------------------------------------------------------------

N = 14


@pytest.mark.parametrize("n_before", [0, 1, 2, 3, 4, 5, 6, 11])
def test_resumed_is_as_uninterrupted(n_before: int, tmp_path: Path) -> None:
    uninterrupted, stopped, resumed = make(), make(), make(seed=2)
    expected = history(uninterrupted, N)
    rows = history(stopped, n_before)
    state = stopped.state()
    write_whole(tmp_path / "state.npz", pack("state", 1, {}, state))
    history(resumed, 2)
    resumed.restore(unpack(tmp_path / "state.npz", "state", 1)[1])
    assert frozen(resumed.state()) == frozen(state)
    assert (resumed.champion == stopped.champion).all()
    rows += history(resumed, N - n_before, first=n_before)
    assert rows == expected
    assert frozen(resumed.state()) == frozen(uninterrupted.state())
    species = [row["species"] for row in expected]
    assert np.diff(species).max() > 0  # they came
    assert np.diff(species).min() < 0  # and went


def put(name: str, where: Any, value: Any) -> Callable[[dict[str, npt.NDArray[Any]]], None]:
    def change(state: dict[str, npt.NDArray[Any]]) -> None:
        state[name][where] = value

    return change


def make_a_circle(state: dict[str, npt.NDArray[Any]]) -> None:
    """A hidden node, of the first genome that has one, comes to hear what it says."""
    at = next(i for i, (source, _, _) in enumerate(state["connections"].tolist()) if source >= 0)
    state["connections"][at, 1] = state["connections"][at, 0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("counts", 0, -1), "counts"),
        (put("counts", 0, 0), "ages of species"),
        (put("counts", 1, 3), "genomes"),
        (put("counts", 2, 1), "nodes"),
        (put("counts", 3, 1), "innovations"),
        (put("counts", 4, 1), "species"),
        (put("counts", 4, 1 << 62), "counts"),
        (put("genomes", (0, 0), 0), "genomes"),
        (put("genomes", (0, 1), -1), "sizes"),
        (put("genomes", (0, 2), 1 << 62), "sizes"),
        (put("nodes", 0, 1), "nodes"),
        (put("nodes", 1, 0), "nodes"),
        (put("connections", (0, 0), -4), "connections"),
        (put("connections", (0, 0), 0), "connections"),
        (put("connections", (0, 1), -1), "connections"),
        (put("connections", (0, 1), 1 << 40), "connections"),
        (put("connections", (slice(2), slice(2)), (-1, 0)), "connections"),
        (put("connections", (slice(2), 2), 1), "innovations"),
        (put("connections", (0, 2), 0), "innovations"),
        (make_a_circle, "network with a cycle"),
        (put("weights", 0, np.nan), "weights"),
        (put("weights", 0, 31), "weights"),
        (put("species", (0, 1), 0), "members"),
        (put("species", (0, 0), 0), "species"),
        (put("species", (slice(2), 0), 1), "species"),
        (put("species", (0, 2), 1000), "ages of species"),
        (put("bests", 0, np.nan), "species"),
        (put("members", slice(2), 3), "members"),
        (put("members", 0, -1), "members"),
        (lambda state: state.update(champion=np.array([4, 0, 1], np.float32)), "inputs and outputs of the problem"),
        (put("champion", -1, np.nan), "invalid network"),
        (put("generator", 4, 2), "random generator"),
    ],
)
def test_a_damaged_state_is_refused(change: Callable[[dict[str, npt.NDArray[Any]]], None], message: str) -> None:
    evolver = make()
    history(evolver, 7)
    before = frozen(evolver.state())
    state = dict(evolver.state())
    change(state)
    with pytest.raises(ValueError, match=message):
        evolver.restore(state)
    assert frozen(evolver.state()) == before


def test_a_state_of_something_else_is_refused() -> None:
    evolver = make()
    history(evolver, 7)
    before, state = frozen(evolver.state()), dict(evolver.state())
    wrong = [{name: array for name, array in state.items() if name != left_out} for left_out in state]
    wrong += [state | {name: array[:-1]} for name, array in state.items()]
    wrong += [state | {name: array.astype(np.longdouble)} for name, array in state.items()]
    wrong += [state | {name: array[None]} for name, array in state.items()]
    others = (make(units=Units(4, 1)), make(units=Units(3, 2)), make("neat:population=41"), make("sane:blueprints=9"))
    wrong += [dict(other.state()) for other in others]
    for one in [*wrong, {}, state | {"more": np.zeros(1)}]:
        with pytest.raises(ValueError, match=r"^.{10,100}$"):
            evolver.restore(one)
        assert frozen(evolver.state()) == before


# -- what it refuses ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("population=1", "neat:population must be 2 or more, not 1"),
        ("connections=0", "neat:connections must be 1 or more, not 0"),
        ("stagnation=0", "neat:stagnation must be 1 or more, not 0"),
        ("compatibility=0", "neat:compatibility must be more than 0, not 0"),
        ("compatibility=nan", "neat:compatibility must be more than 0, not nan"),
        ("step=-1", "neat:step must be 0 or more, not -1"),
        ("add_node=1.1", "neat:add_node must be a share, 0 to 1, not 1.1"),
        ("mutation=0.9,replacement=0.2", "neat:mutation and neat:replacement share the same weights"),
        ("survival=0", "neat:survival must be a share, above 0 and up to 1, not 0"),
    ],
)
def test_settings_out_of_range(settings: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        check_method(f"neat:{settings}")


def test_it_breeds_networks_only() -> None:
    with pytest.raises(ValueError, match=r"^neat breeds networks only; use ga, cma or nes for rows of numbers$"):
        make_evolver("neat", Genes(3, 0, 1), generator(1))


def test_neat_python_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("semeai.evolve.neat.find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"^neat needs neat-python; install it with: pip install 'semeai\[neat\]'$"):
        make()
