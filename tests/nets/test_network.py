"""Networks: evaluated by what changes they say what plain arithmetic says, and broken genomes are refused."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.random import Generator, default_rng

from semeai.nets.network import N_HEAD, Network, join_nets, outputs_of, pack_networks, read_network
from semeai.nets.network_kernel import ACYCLIC, DENSE, LAYERED, MAX_HIDDEN, MAX_INPUTS, MAX_OUTPUTS, logistic
from tests.conftest import scaled


def layered(rng: Generator, n_inputs: int, n_hidden: int, n_outputs: int, n: int) -> Network:
    """From inputs to hidden units, and from those to outputs; the same two units may be connected more than once."""
    hidden = n_inputs + rng.integers(n_hidden, size=n)
    is_first = rng.random(n) < 0.5
    sources = np.where(is_first, rng.integers(n_inputs, size=n), hidden)
    targets = np.where(is_first, hidden, n_inputs + n_hidden + rng.integers(n_outputs, size=n))
    return Network(n_inputs, n_hidden, n_outputs, sources, targets, weights(rng, n))


def acyclic(rng: Generator, n_inputs: int, n_hidden: int, n_outputs: int, n: int) -> Network:
    """From any unit to any later one: through many hidden units, or past all of them."""
    n_known = n_inputs + n_hidden
    sources = rng.integers(n_known, size=n)
    targets = rng.integers(np.maximum(n_inputs, sources + 1), n_known + n_outputs)
    return Network(n_inputs, n_hidden, n_outputs, sources, targets, weights(rng, n))


def weights(rng: Generator, n: int) -> npt.NDArray[np.float32]:
    return (2 * rng.standard_normal(n)).astype(np.float32)


def slow_changes(rng: Generator, n_rows: int, n_inputs: int) -> npt.NDArray[np.float64]:
    """Rows of inputs, each with few changes from the one before; sometimes with none, and sometimes all new."""
    rows = np.zeros((n_rows, n_inputs))
    for i in range(n_rows):
        rows[i] = rows[i - 1]
        changed = rng.integers(n_inputs, size=rng.integers(4))
        rows[i, changed] = rng.choice([0.0, 1.0, rng.normal()], size=len(changed))
        if rng.random() < 0.01:
            rows[i] = rng.integers(2, size=n_inputs)
    return rows


def test_logistic_is_what_the_c_library_has() -> None:
    x = np.concatenate([np.linspace(-45, 45, 20001), [-1e300, 0, 1e300]])
    with np.errstate(over="ignore"):
        assert np.abs([logistic(value) for value in x] - 1 / (1 + np.exp(-x))).max() < 1e-15


SHAPES = [(1, 1, 1, 12), (2, 5, 3, 20), (50, 40, 25, 300), (164, 100, 81, 1200), (3, 60, 2, 400), (52, 110, 25, 9000)]
"""the last one is dense where it is layered"""


@pytest.mark.parametrize("make", [layered, acyclic])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_what_changes_gives_what_plain_arithmetic_gives(make, shape: tuple[int, int, int, int]) -> None:
    rng = default_rng(shape[0])
    for _ in range(scaled(10, 1)):
        network = make(rng, *shape)
        inputs = slow_changes(rng, scaled(500, 10), network.n_inputs)
        found = outputs_of(pack_networks([network]), 0, inputs)
        expected = network.evaluate(inputs)
        assert np.ptp(expected) > 0
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11)


CASES = {
    "no connection": (Network(2, 1, 1, *np.zeros((2, 0), dtype=np.int64), np.zeros(0, dtype=np.float32)), [1, 1], [0]),
    "past all hidden units": (Network(2, 0, 2, np.array([0, 1]), np.array([2, 2]), np.array([3, -1])), [2, 5], [1, 0]),
    "a hidden unit at rest says a half": (Network(1, 1, 1, np.array([1]), np.array([2]), np.array([3])), [7], [1.5]),
    "two in a row": (Network(1, 2, 1, np.array([0, 1, 2]), np.array([1, 2, 3]), np.array([4, -3, 2])), [1], [0.099848]),
    "a connection counts each time": (Network(1, 0, 1, np.zeros(2, int), np.ones(2, int), np.ones(2)), [1], [2]),
}


@pytest.mark.parametrize("name", CASES)
def test_what_a_network_says(name: str) -> None:
    network, inputs, outputs = CASES[name]
    row = np.array([inputs], dtype=np.float64)
    for found in (network.evaluate(row), outputs_of(pack_networks([network]), 0, row)):
        np.testing.assert_allclose(found, [outputs], atol=1e-6)


def test_only_layers_with_most_connections_are_dense() -> None:
    rng = default_rng(1)
    shape = SHAPES[-1]
    past = layered(rng, *shape)
    past.sources[0], past.targets[0] = 0, past.n_inputs + past.n_hidden  # past the hidden units
    networks = [layered(rng, *shape), layered(rng, *SHAPES[3]), acyclic(rng, *shape), past]
    assert pack_networks(networks)[0]["kind"].tolist() == [DENSE, LAYERED, ACYCLIC, LAYERED]


# -- many of them ------------------------------------------------------------------------------------------------------


def some_networks() -> list[Network]:
    rng = default_rng(1)
    return [make(rng, *shape) for make in (layered, acyclic) for shape in (*SHAPES[:2], SHAPES[-1])]


def check_says(nets, networks: list[Network]) -> None:
    """Each network says what it says alone."""
    assert len(nets[0]) == len(networks)
    for i, network in enumerate(networks):
        inputs = slow_changes(default_rng(i), 20, network.n_inputs)
        np.testing.assert_allclose(outputs_of(nets, i, inputs), network.evaluate(inputs), rtol=0, atol=1e-11)


def test_networks_side_by_side() -> None:
    check_says(pack_networks(some_networks()), some_networks())


@pytest.mark.parametrize("sizes", [(6,), (1, 5), (2, 0, 3, 1), (0, 6), (6, 0)], ids=str)
def test_joined_nets_are_numbered_on(sizes: tuple[int, ...]) -> None:
    networks = some_networks()
    ends = np.cumsum(sizes)
    parts = [pack_networks(networks[end - n : end]) for n, end in zip(sizes, ends, strict=True)]
    before = [part[0].copy() for part in parts]
    joined = join_nets(parts)
    check_says(joined, networks)
    whole = pack_networks(networks)
    assert all((one == other).all() and one.dtype == other.dtype for one, other in zip(joined, whole, strict=True))
    assert all((part[0] == heads).all() for part, heads in zip(parts, before, strict=True))  # they are as they were


def test_no_networks() -> None:
    nets = pack_networks([])
    assert [len(array) for array in nets] == [0] * 5
    assert [array.dtype for array in nets] == [array.dtype for array in pack_networks(some_networks())]


# -- genomes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [layered, acyclic])
@pytest.mark.parametrize("shape", [*SHAPES, (MAX_INPUTS, MAX_HIDDEN, MAX_OUTPUTS, 50), (2, 1, 1, 0)], ids=str)
def test_a_genome_is_its_network(make, shape: tuple[int, int, int, int]) -> None:
    network = make(default_rng(3), *shape)
    genome = network.genome()
    assert genome.dtype == np.float32
    read = read_network(genome)
    assert (read.n_inputs, read.n_hidden, read.n_outputs) == shape[:3]
    for name in ("sources", "targets", "weights"):
        assert getattr(read, name).tolist() == getattr(network, name).tolist()
        assert getattr(read, name).dtype == getattr(network, name).dtype
    assert read.genome().tolist() == genome.tolist()
    assert read_network(genome.astype(np.float64)).genome().tolist() == genome.tolist()


# 2 inputs (0, 1), a hidden unit (2), an output (3): input 1 feeds the hidden unit, which feeds the output.
WHOLE = [2, 1, 1, 1, 2, 2, 3, 0.5, -0.5]
BROKEN: dict[str, list[float]] = {
    "nothing": [],
    "half a head": [2, 1],
    "a part of a connection": [*WHOLE, 1],
    "two parts of one": [*WHOLE, 1, 2],
    "less than no inputs": [-1, *WHOLE[1:]],
    "half a unit": [2, 0.5, *WHOLE[2:]],
    "too many inputs": [MAX_INPUTS + 1, *WHOLE[1:]],
    "too many hidden units": [2, MAX_HIDDEN + 1, *WHOLE[2:]],
    "too many outputs": [2, 1, MAX_OUTPUTS + 1, *WHOLE[3:]],
    "more than whole numbers go": [2, 1, 1e30, *WHOLE[3:]],
    "a source that is an output": [2, 1, 1, 3, *WHOLE[4:]],
    "a source that is nobody": [2, 1, 1, 9, *WHOLE[4:]],
    "a source below 0": [2, 1, 1, -1, *WHOLE[4:]],
    "half a source": [2, 1, 1, 0.5, *WHOLE[4:]],
    "a target that is an input": [2, 1, 1, 0, 2, 1, 3, 0.5, -0.5],
    "a target that is nobody": [2, 1, 1, 1, 2, 2, 4, 0.5, -0.5],
    "a unit that feeds itself": [2, 1, 1, 2, 2, 2, 3, 0.5, -0.5],
    "a target beyond whole numbers": [2, 1, 1, 1, 2, 1e38, 3, 0.5, -0.5],
    "a weight that is no number": [*WHOLE[:-1], np.nan],
    "an endless weight": [*WHOLE[:-1], np.inf],
    "a source that is no number": [2, 1, 1, np.nan, *WHOLE[4:]],
}


def test_the_broken_ones_are_broken_in_one_way() -> None:
    assert read_network(np.array(WHOLE, dtype=np.float32)).genome().tolist() == WHOLE


@pytest.mark.parametrize("name", BROKEN)
def test_broken_genomes(name: str) -> None:
    with pytest.raises(ValueError, match=r"^(invalid network|a network of)[^\n]*$"):
        read_network(np.array(BROKEN[name], dtype=np.float32))


def test_genomes_of_another_shape() -> None:
    for genome in (np.float32(1), np.zeros((3, 3)), np.zeros((0, 3))):
        with pytest.raises(ValueError, match="invalid network"):
            read_network(np.asarray(genome))


HUGE = {"a weight": [*WHOLE[:-1], 1e300], "a source": [2, 1, 1, 1e300, *WHOLE[4:]], "inputs": [1e300, *WHOLE[1:]]}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", HUGE)
def test_numbers_that_fit_no_network(name: str) -> None:
    """As a file may have them; and nothing is said but the error."""
    with pytest.raises(ValueError, match="invalid network"):
        read_network(np.array(HUGE[name]))


def check_refused_or_read(genome: npt.NDArray[np.float32]) -> None:
    """Whatever it is: a network that can be evaluated, or a ValueError."""
    try:
        network = read_network(genome)
    except ValueError:
        return
    assert outputs_of(pack_networks([network]), 0, np.ones((1, network.n_inputs))).shape == (1, network.n_outputs)


NUMBERS = st.one_of(st.integers(-1, 6).map(float), st.floats(width=32))


@given(st.lists(NUMBERS, max_size=24))
def test_any_row_of_numbers(genome: list[float]) -> None:
    check_refused_or_read(np.array(genome, dtype=np.float32))


@given(st.integers(0, len(WHOLE) - 1), NUMBERS)
def test_any_change_of_a_genome(at: int, number: float) -> None:
    genome = np.array(WHOLE, dtype=np.float32)
    genome[at] = number
    check_refused_or_read(genome)


@given(hnp.arrays(st.sampled_from(["f8", "f4", "f2", "i8", "u1", "?"]), hnp.array_shapes(max_dims=2, max_side=12)))
def test_any_array(genome: npt.NDArray[np.float32]) -> None:
    check_refused_or_read(genome)


def test_the_head_has_three_numbers() -> None:
    assert len(read_network(np.array(WHOLE[:N_HEAD], dtype=np.float32)).weights) == 0
