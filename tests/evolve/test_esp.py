"""Enforced subpopulations: each step does what it says, regions cover the board, and wrong settings are told in one
line. That it learns, repeats itself and can be stopped is tested in `test_contract.py`."""

import numpy as np
import numpy.typing as npt
import pytest

from semeai.evolve.esp import Esp, EspParams, region_ends
from semeai.nets.genes import Genes, Units
from semeai.nets.network import read_network

UNITS = Units(5, 3)


def make(units: Units = UNITS, seed: int = 1, **settings: float) -> Esp:
    return Esp(EspParams(**settings), units, np.random.default_rng(seed))


def board(size: int, n_more: int = 0) -> Units:
    return Units(2 * size * size + n_more, size * size)


def rated(esp: Esp, best: float | None = None) -> npt.NDArray[np.float64]:
    """A different fitness for each candidate, 1 the highest or what is wanted."""
    fitness = -np.random.default_rng(7).permutation(len(esp.ask())).astype(float)
    return fitness + (1 if best is None else best)


def ranked(esp: Esp, fitness: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """The weights of the neurons, by subpopulation the best first, by plain counting."""
    state = esp.state()
    found = state["weights"].copy()
    for k, neurons in enumerate(state["weights"]):
        used = [fitness[state["teams"][:, k] == i] for i in range(len(neurons))]
        worth = [np.mean(mine) if len(mine) else -np.inf for mine in used]
        found[k] = neurons[np.argsort(-np.array(worth), kind="stable")]
    return found


# -- networks ----------------------------------------------------------------------------------------------------------


def test_a_network_is_a_neuron_of_each_subpopulation_with_a_connection_to_everything() -> None:
    esp = make(hidden=4, neurons=8, trials=3)
    subpopulations = esp.state()["weights"]
    assert subpopulations.shape == (4, 8, 5 + 3)
    candidates = esp.ask()
    assert len(candidates) == 8 * 3
    chosen = []
    for genome in candidates:
        network = read_network(genome)
        wanted = {(i, 5 + k) for i in range(5) for k in range(4)} | {(5 + k, 9 + o) for k in range(4) for o in range(3)}
        connections = zip(network.sources.tolist(), network.targets.tolist(), strict=True)
        by = dict(zip(connections, network.weights.tolist(), strict=True))
        assert set(by) == wanted
        for k in range(4):
            mine = [by[i, 5 + k] for i in range(5)] + [by[5 + k, 9 + o] for o in range(3)]
            (number,) = np.flatnonzero((subpopulations[k] == mine).all(axis=1))
            chosen.append((k, int(number)))
    assert len(set(chosen)) > 25  # of 32, of which some are in no network by chance
    assert len({genome.tobytes() for genome in candidates}) == len(candidates)


def test_new_weights_are_within_6() -> None:
    weights = make(neurons=100).state()["weights"]
    assert np.abs(weights).max() == pytest.approx(6, rel=0.01)
    assert weights.std() == pytest.approx(6 / 3**0.5, rel=0.03)


# -- breeding ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trials", [1, 10])  # with 1, a third of the neurons are in no network
@pytest.mark.parametrize("neurons", [8, 24, 27])
def test_children_replace_the_lower_half_and_nothing_else(neurons: int, trials: int) -> None:
    esp = make(hidden=3, neurons=neurons, trials=trials, mutation=1.0)
    fitness = rated(esp)
    before = ranked(esp, fitness)
    esp.tell(fitness)
    after = esp.state()["weights"]
    n_kept = neurons - 2 * (neurons // 4)
    assert (after[:, :n_kept] == before[:, :n_kept]).all()
    for old, new in zip(before, after[:, n_kept:], strict=True):
        assert not (new[:, None] == old).all(axis=2).any()


def test_the_best_quarter_mates_with_better_ones() -> None:
    n_breeding, n_weights = 10, 5 + 3
    esp = make(hidden=20, neurons=4 * n_breeding, mutation=0.0)
    fitness = rated(esp)
    before = ranked(esp, fitness)
    esp.tell(fitness)
    children = esp.state()["weights"][:, -2 * n_breeding :]
    is_from = children[:, :, None] == before[:, None]
    assert is_from.any(axis=2).all()  # each weight was a parent's, at the same place
    origin = is_from.argmax(axis=2)
    assert set((np.diff(origin) != 0).sum(axis=2).ravel().tolist()) == {1}  # one-point crossover
    cuts = (np.diff(origin) != 0).argmax(axis=2) + 1
    assert set(cuts.ravel().tolist()) == set(range(1, n_weights))
    sisters, brothers = origin[:, :n_breeding], origin[:, n_breeding:]
    assert (sisters[:, :, 0] == np.arange(n_breeding)).all()
    assert (sisters[:, :, 0] == brothers[:, :, -1]).all()
    assert (sisters[:, :, -1] == brothers[:, :, 0]).all()
    assert (cuts[:, :n_breeding] == cuts[:, n_breeding:]).all()
    mates = sisters[:, :, -1]
    assert (mates[:, 1:] < np.arange(1, n_breeding)).all()
    assert set(mates[:, 3].tolist()) == {0, 1, 2}
    assert set(mates[:, 0].tolist()) <= set(range(1, n_breeding))  # the best has another one of the quarter
    assert len(set(mates[:, 0].tolist())) > 3


def test_a_share_of_the_children_has_a_step_in_one_weight() -> None:
    bred = {}
    for mutation in (0.0, 0.4):
        esp = make(hidden=5, neurons=400, trials=1, mutation=mutation, step=0.5)
        esp.tell(rated(esp))
        bred[mutation] = esp.state()["weights"]
    steps = bred[0.4] - bred[0.0]
    assert (steps[:, :200] == 0).all()
    n_changed = (steps[:, 200:] != 0).sum(axis=2)
    assert n_changed.max() == 1
    assert n_changed.mean() == pytest.approx(0.4, abs=0.05)
    assert ((steps != 0).sum(axis=(0, 1)) > 20).all()  # wherever it is
    lengths = np.abs(steps[steps != 0])
    assert np.median(lengths) == pytest.approx(0.5, rel=0.2)
    assert np.mean(lengths > 5 * 0.5) == pytest.approx(
        1 - 2 / np.pi * np.arctan(5), abs=0.05
    )  # a normal one has 0.0007
    assert lengths.max() <= 10.001


def test_diversity_is_the_median_spread_of_a_weight_within_its_subpopulation() -> None:
    esp = make(hidden=2, neurons=8)
    weights = np.zeros((2, 8, 8), dtype=np.float32)
    weights[0, ::2], weights[1, ::2] = 2, 6  # 1 in one subpopulation and 3 in the other
    weights[0, 0, 0] = 1000
    weights[1, :, 1:] += np.arange(7, dtype=np.float32) * 100
    esp.restore({**esp.state(), "weights": weights})
    assert esp.tell(rated(esp))["diversity"] == pytest.approx(3)


# -- bursts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("burst", "bests", "expected"),
    [
        (3, [1, 1, 1, 1, 1, 1, 1, 1], [3, 6]),  # as good is not better
        (3, [1, 2, 3, 4, 5, 6, 7, 8], []),
        (3, [5, 1, 2, 3, 4, 4.5, 5, 1], [3, 6]),  # better than the last is not better than all
        (3, [1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3], [9]),
        (1, [-5, -5, -4, -4, -6], [1, 3, 4]),
        (20, [0] * 21, [20]),
    ],
)
def test_a_burst_is_when_the_best_has_been_flat(burst: int, bests: list[float], expected: list[int]) -> None:
    esp = make(hidden=2, neurons=8, trials=2, burst=burst)
    bursts = []
    for generation, best in enumerate(bests):
        fitness = rated(esp, best)
        before = ranked(esp, fitness)[:, :4]
        esp.tell(fitness)
        is_kept = esp.state()["weights"][:, :4] == before
        assert is_kept.all() or not is_kept.any()
        if not is_kept.any():
            bursts.append(generation)
    assert bursts == expected


def test_a_burst_is_around_the_best_network_so_far() -> None:
    esp = make(hidden=6, neurons=100, trials=1, burst=2, step=0.2)
    for best in (1, 3, 2, 1):  # two without a better one
        fitness = rated(esp, best)
        if best == 3:
            known = esp.state()
            around = known["weights"][np.arange(6), known["teams"][fitness.argmax()]]
        esp.tell(fitness)
    steps = esp.state()["weights"] - around[:, None]
    assert np.median(np.abs(steps), axis=1) == pytest.approx(np.full((6, 8), 0.2), abs=0.12)
    assert np.median(np.abs(steps)) == pytest.approx(0.2, rel=0.08)
    assert np.abs(steps).max() <= 10.001
    assert len(np.unique(steps)) > 0.99 * steps.size
    assert esp.tell(rated(esp, 0))["best"] == 0


# -- regions -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n_more", [0, 2])
@pytest.mark.parametrize(
    ("size", "region", "firsts"),
    [
        (5, 3, [0, 2]),
        (7, 3, [0, 2, 4]),
        (9, 3, [0, 3, 6]),
        (8, 3, [0, 2, 5]),
        (13, 4, [0, 3, 6, 9]),
        (5, 5, [0]),
        (3, 1, [0, 1, 2]),
    ],
)
def test_regions_cover_the_board(size: int, region: int, firsts: list[int], n_more: int) -> None:
    area = size * size
    ends = region_ends(board(size, n_more), region)
    squares = [
        {size * r + c for r in range(row, row + region) for c in range(column, column + region)}
        for row in firsts
        for column in firsts
    ]
    assert set().union(*squares) == set(range(area))
    more = {2 * area + k for k in range(n_more)}
    wanted = [
        points | {area + p for p in points} | more | {2 * area + n_more + p for p in points} for points in squares
    ]
    assert [set(row) for row in ends.tolist()] == wanted
    assert ends.shape == (len(firsts) ** 2, 3 * region**2 + n_more)


@pytest.mark.parametrize(("size", "hidden", "n_more"), [(5, 4, 0), (5, 10, 2), (7, 9, 0), (9, 20, 2)])
def test_a_specialist_is_connected_to_its_region_alone(size: int, hidden: int, n_more: int) -> None:
    units, area = board(size, n_more), size * size
    esp = make(units, hidden=hidden, neurons=8, trials=1, burst=1, region=3)
    seen = []
    for best in (1, 1, 2):  # the second has a burst
        for genome in esp.ask():
            network = read_network(genome)
            assert (network.n_inputs, network.n_hidden, network.n_outputs) == (units.n_inputs, hidden, area)
            for unit in range(units.n_inputs, units.n_inputs + hidden):
                sees = network.sources[network.targets == unit]
                feeds = network.targets[network.sources == unit] - units.n_inputs - hidden
                points = sorted(feeds.tolist())
                rows, columns = {p // size for p in points}, {p % size for p in points}
                assert len(points) == 9 == len(set(points))
                assert (max(rows) - min(rows), max(columns) - min(columns)) == (2, 2)
                wanted = [*points, *(area + p for p in points), *range(2 * area, 2 * area + n_more)]
                assert sorted(sees.tolist()) == wanted
                seen.append(tuple(points))
        esp.tell(rated(esp, best))
    assert {point for region in seen for point in region} == set(range(area))
    counts = [seen[:hidden].count(region) for region in set(seen)]
    assert max(counts) - min(counts) <= 1  # as many subpopulations for each region
    assert seen == seen[:hidden] * (len(seen) // hidden)  # a subpopulation keeps its region


# -- what it refuses ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"hidden": 0}, "esp:hidden must be 1 or more, not 0"),
        ({"neurons": 7}, "esp:neurons must be 8 or more, not 7"),
        ({"trials": 0}, "esp:trials must be 1 or more, not 0"),
        ({"burst": 0}, "esp:burst must be 1 or more, not 0"),
        ({"region": -1}, "esp:region must be 0 or more, not -1"),
        ({"mutation": 1.5}, "esp:mutation must be a share, 0 to 1, not 1.5"),
        ({"mutation": np.nan}, "esp:mutation must be a share, 0 to 1, not nan"),
        ({"step": 0}, "esp:step must be more than 0, not 0"),
        ({"step": np.inf}, "esp:step must be more than 0, not inf"),
    ],
)
def test_wrong_parameters(settings: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011, the whole message is compared
        EspParams(**settings)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("genes", "settings", "message"),
    [
        (Genes(3, 0, 1), {}, "esp breeds networks only; use ga, cma or nes for rows of numbers"),
        (Units(48, 24), {"region": 3}, "esp:region needs a square board, found 48 inputs and 24 outputs"),
        (Units(51, 25), {"region": 3}, "esp:region needs a square board, found 51 inputs and 25 outputs"),
        (Units(25, 25), {"region": 3}, "esp:region needs a square board, found 25 inputs and 25 outputs"),
        (board(5), {"region": 6}, "esp:region must be at most the size of the board, 5, not 6"),
        (board(7), {"region": 3, "hidden": 8}, "esp:hidden must be 9 or more, the number of regions, not 8"),
    ],
)
def test_what_it_cannot_breed(genes: Units, settings: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011, the whole message is compared
        make(genes, **settings)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("weights", np.nan, "the state has weights out of range"),
        ("champion", np.inf, "the state has champion out of range"),
        ("best", -np.inf, "the state has best out of range"),
        ("teams", 8, "the state has teams out of range"),
        ("teams", -1, "the state has teams out of range"),
        ("flat", 20, "the state has flat out of range"),
        ("flat", -1, "the state has flat out of range"),
        ("record", np.nan, "the state has record out of range"),
        ("record", np.inf, "the state has record out of range"),
        ("generator", 2, "not a state of a random generator"),
    ],
)
def test_a_state_out_of_range(name: str, value: float, message: str) -> None:
    esp = make(neurons=8, trials=2)
    before = esp.state()
    wrong = before[name].copy()
    wrong[-2 if name == "generator" else -1] = value
    with pytest.raises(ValueError) as error:  # noqa: PT011, the whole message is compared
        esp.restore({**before, name: wrong})
    assert str(error.value) == message
    after = esp.state()
    assert all((after[key] == before[key]).all() for key in before)
