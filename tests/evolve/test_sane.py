"""`sane` and `sanei`: each step of a generation, one at a time, beside what the papers say of it."""

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from semeai.bounds import record_of
from semeai.evolve import make_evolver
from semeai.evolve.sane import Sane, SaneParams
from semeai.evolve.sanei import Sanei, SaneiParams
from semeai.nets.genes import Genes, Units
from semeai.nets.network import read_network
from semeai.rng import generator

UNITS = Units(6, 3)
STILL = SaneParams(
    neurons=40, blueprints=20, hidden=5, connections=4, mutation=0.0, pointers=0.0, adoption=0.0, spared=0.0
)
"""only breeds"""


def make(params: SaneParams = STILL, seed: int = 1) -> Sane:
    kind = Sanei if isinstance(params, SaneiParams) else Sane
    return kind(params, UNITS, generator(seed))  # type: ignore[arg-type]


def told(params: SaneParams, seed: int = 1) -> tuple[dict[str, npt.NDArray[Any]], dict[str, npt.NDArray[Any]], Any]:
    """The state before and after a generation, and the fitness it was told."""
    sane = make(params, seed)
    before, fitness = dict(sane.state()), np.random.default_rng(seed).normal(size=params.blueprints)
    sane.tell(fitness)
    return before, dict(sane.state()), fitness


def neuron(state: dict[str, npt.NDArray[Any]], i: int) -> list[tuple[int, float]]:
    return list(zip(state["labels"][i].tolist(), state["weights"][i].tolist(), strict=True))


def ranks(before: dict[str, npt.NDArray[Any]], fitness: npt.NDArray[np.float64]) -> list[int]:
    """The neurons, best first, by the pseudo-code of section 5."""
    total, n = np.zeros(len(before["labels"])), np.zeros(len(before["labels"]))
    for blueprint, its in zip(before["blueprints"].tolist(), fitness.tolist(), strict=True):
        for pointer in blueprint:
            total[pointer] += its
            n[pointer] += 1
    worth = {i: total[i] / n[i] if n[i] else -np.inf for i in range(len(n))}
    return sorted(worth, key=lambda i: (-worth[i], i))


def test_a_blueprint_is_its_neurons() -> None:
    """Labels of inputs are connections into a hidden unit, labels of outputs connections out of it."""
    sane = make()
    state = dict(sane.state())
    network = read_network(sane.ask()[3])
    found = list(zip(network.sources.tolist(), network.targets.tolist(), network.weights.tolist(), strict=True))
    expected = []
    for place, pointer in enumerate(state["blueprints"][3].tolist()):
        for label, weight in neuron(state, pointer):
            unit = 6 + place
            expected.append((label, unit, weight) if label < 6 else (unit, 6 + 5 + label - 6, weight))
    assert found == expected
    assert (network.n_inputs, network.n_hidden, network.n_outputs) == (6, 5, 3)


def test_children_of_the_best_take_the_places_of_the_worst() -> None:
    for seed in range(5):
        before, after, fitness = told(STILL, seed)
        order = ranks(before, fitness)
        elite, middle, worst = order[:10], order[10:20], order[20:]
        for i in elite + middle:
            assert neuron(after, i) == neuron(before, i)
        parents = [neuron(before, i) for i in elite]
        for i in worst:
            child = neuron(after, i)
            assert any(
                child == a[:cut] + b[cut:] for a in parents for b in parents if a is not b for cut in range(1, 4)
            ), i


def test_blueprints_breed_too() -> None:
    before, after, fitness = told(STILL)
    order = np.argsort(-fitness, kind="stable")
    ranked = before["blueprints"][order].tolist()
    assert after["blueprints"][:14].tolist() == ranked[:14]  # three pairs have six children
    for child in after["blueprints"][14:].tolist():
        assert any(
            child == a[:cut] + b[cut:] for a in ranked[:3] for b in ranked[:3] if a is not b for cut in range(1, 5)
        )


def test_the_champion_is_the_best_as_it_was_rated() -> None:
    sane = make(replace(STILL, mutation=1.0, pointers=1.0, adoption=1.0))
    candidates = sane.ask()
    sane.tell(np.arange(20.0)[::-1])
    assert (sane.champion == candidates[0]).all()
    assert not any((sane.champion == other).all() for other in sane.ask())  # it breaks


def test_who_is_spared_stays() -> None:
    sane = make(replace(STILL, mutation=1.0, pointers=1.0, adoption=1.0, spared=0.1))
    fitness = np.random.default_rng(1).normal(size=20)
    best = [sane.ask()[i] for i in np.argsort(-fitness)[:3]]
    sane.tell(fitness)
    now = sane.ask()
    assert (now[0] == best[0]).all()
    assert (now[1] == best[1]).all()
    assert not (now[2] == best[2]).all()


def test_pointers_to_neurons_that_have_bred_go_to_their_children() -> None:
    before, after, fitness = told(replace(STILL, adoption=1.0, elite_blueprints=0.05))
    elite = set(ranks(before, fitness)[:10])
    order = np.argsort(-fitness, kind="stable")
    unbred = slice(2, 16)  # neither parents nor children among blueprints
    for old, new in zip(
        before["blueprints"][order][unbred].tolist(), after["blueprints"][unbred].tolist(), strict=True
    ):
        for a, b in zip(old, new, strict=True):
            if a in elite:
                assert b not in elite
                assert set(neuron(after, b)) & set(neuron(before, a))
            else:
                assert a == b
    assert not elite & set(after["blueprints"].ravel().tolist())


@pytest.mark.parametrize("rate", [0.0, 0.3, 1.0])
def test_rates_of_mutation(rate: float) -> None:
    still = replace(STILL, neurons=600, blueprints=200, hidden=30)
    before, after, fitness = told(replace(still, mutation=rate))
    order = ranks(before, fitness)[:300]  # those that nobody has replaced
    for name in ("labels", "weights"):
        is_new = (before[name] != after[name])[order].mean()
        assert is_new == pytest.approx(
            rate * (8 / 9 if name == "labels" else 1), abs=0.05
        )  # one new label in nine is old
    before, after, fitness = told(replace(still, pointers=rate))
    order = np.argsort(-fitness, kind="stable")[:140]
    is_new = (before["blueprints"][order] != after["blueprints"][:140]).mean()
    assert is_new == pytest.approx(rate, abs=0.02)


def changed(before: dict[str, npt.NDArray[Any]], after: dict[str, npt.NDArray[Any]]) -> set[int]:
    """The neurons that are no longer what they were."""
    return {i for i in range(len(before["labels"])) if neuron(before, i) != neuron(after, i)}


@pytest.mark.parametrize("bits", [False, True])
def test_only_the_worst_of_those_that_stay_mutate(bits: bool) -> None:
    """Of 40 neurons the last 20 are children; the worst of the others are 19 to 16."""
    for seed in range(5):
        before, after, fitness = told(replace(STILL, mutation=1.0, mutants=0.1, bits=bits), seed)
        order = ranks(before, fitness)
        assert changed(before, after) - set(order[20:]) == set(order[16:20])
        _, children, _ = told(replace(STILL, mutation=0.0, mutants=0.1, bits=bits), seed)
        assert not changed(children, after) & set(order[20:])


def test_the_best_network_and_its_neurons_do_not_mutate() -> None:
    """The mutants are then the worst of the others."""
    for seed in range(5):
        params = replace(STILL, mutation=1.0, mutants=0.1, spared=0.05, elite=0.1)
        before, after, fitness = told(params, seed)
        best = set(before["blueprints"][fitness.argmax()].tolist())
        free = [i for i in ranks(before, fitness)[4:] if i not in best]
        assert changed(before, after) - set(free[-8:]) == set(free[-12:-8])  # eight are children of four


@pytest.mark.parametrize(("mutants", "n"), [(0.0, 0), (0.25, 10), (0.5, 20), (0.75, 30), (1.0, 40)])
def test_children_mutate_before_the_elite(mutants: float, n: int) -> None:
    """The order is the ten of the middle, the twenty children, the ten that have bred."""
    _, still, _ = told(replace(STILL, mutants=mutants))
    before, after, fitness = told(replace(STILL, mutants=mutants, mutation=1.0))
    order = ranks(before, fitness)
    rest = changed(still, after)
    assert len(rest) == n
    assert rest <= set(order[10:]) or n > 30
    assert rest >= set(order[10:20]) or n < 10


def test_immigrants_mutate_after_all_that_stay() -> None:
    params = SaneiParams(**vars(replace(STILL, elite=0.1, mutation=1.0, mutants=0.1)), immigration=0.1)
    before, after, fitness = told(params)
    order = ranks(before, fitness)
    assert changed(before, after) - set(order[28:]) == set(order[24:28])  # four immigrants and eight children


def test_a_setting_that_was_added_is_recorded_only_where_it_is_used() -> None:
    """So runs of earlier versions go on."""
    assert "mutants" not in record_of(SaneParams())
    assert record_of(SaneParams(mutants=0.5)) == record_of(SaneParams()) | {"mutants": 0.5}


def test_immigrants_take_the_worst_places() -> None:
    params = SaneiParams(**vars(STILL), immigration=0.1)
    before, after, fitness = told(params)
    order = ranks(before, fitness)
    known = {pair for i in range(40) for pair in neuron(before, i)}
    is_new = [not set(neuron(after, i)) & known for i in order]
    assert is_new == [False] * 36 + [True] * 4


def test_without_immigrants_it_is_sane() -> None:
    for immigration, is_same in ((0.0, True), (0.1, False)):
        a, b = make(), make(SaneiParams(**vars(STILL), immigration=immigration))
        assert all((x == y).all() for x, y in zip(a.ask(), b.ask(), strict=True))
        for fitness in np.random.default_rng(1).normal(size=(3, 20)):
            a.tell(fitness)
            b.tell(fitness)
        assert all((x == y).all() for x, y in zip(a.ask(), b.ask(), strict=True)) == is_same


@pytest.mark.parametrize("name", ["labels", "blueprints"])
@pytest.mark.parametrize("value", [-1, 1000])
def test_states_with_nonsense_are_refused(name: str, value: int) -> None:
    sane = make()
    state = dict(sane.state())
    state[name] = state[name].copy()
    state[name][0, 0] = value
    with pytest.raises(ValueError, match=f"^the state has {name} out of range$"):
        sane.restore(state)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("sane:neurons=3", "sane:neurons must be 4 or more, not 3"),
        ("sane:hidden=0", "sane:hidden must be 1 or more, not 0"),
        ("sane:elite=0.5", "sane:elite must be a share, above 0 and up to a third, not 0.5"),
        ("sane:mutants=2", "sane:mutants must be a share, 0 to 1, not 2"),
        ("sane:spared=2", "sane:spared must be a share, 0 to 1, not 2"),
        ("sanei:immigration=0.5", "sanei:immigration must be a share, 0 to a third, not 0.5"),
    ],
)
def test_wrong_settings(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        make_evolver(spec, UNITS, generator(1))


def test_it_breeds_networks_alone() -> None:
    with pytest.raises(ValueError, match=r"^sane breeds networks only; use ga, cma or nes for rows of numbers$"):
        make_evolver("sane", Genes(3, 0, 1), generator(1))


def test_a_champion_that_is_no_network_is_refused() -> None:
    sane = make()
    state = dict(sane.state())
    state["champion"] = np.full_like(state["champion"], -1)
    with pytest.raises(ValueError, match=r"^invalid network"):
        sane.restore(state)


@pytest.mark.parametrize("some", [slice(None), slice(2, 5), slice(1, 1), slice(None, None, -2)])
def test_networks_travel_as_neurons(some: slice) -> None:
    networks = make().ask()
    packed = pickle.dumps(networks[some])
    found, wanted = pickle.loads(packed), list(networks)[some]
    assert len(found) == len(wanted)
    assert all((a == b).all() and a.dtype == b.dtype for a, b in zip(found, wanted, strict=True))


def test_many_networks_travel_lightly() -> None:
    networks = make(SaneParams(neurons=50, blueprints=40, hidden=20)).ask()
    assert len(pickle.dumps(networks)) < 0.3 * sum(network.nbytes for network in networks)
