"""`sane2`: each difference from `sane`, one at a time."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from semeai.evolve import make_evolver
from semeai.evolve.sane import Sane, SaneParams
from semeai.evolve.sane2 import FLIPS, Sane2, Sane2Params
from semeai.rng import generator
from tests.evolve.test_sane import UNITS, neuron, ranks

STILL = Sane2Params(neurons=40, blueprints=20, hidden=5, connections=4, mutation=0.0, pointers=0.0, adoption=0.0)
"""only breeds"""
MANY = replace(STILL, neurons=600, blueprints=200, hidden=30)
State = dict[str, npt.NDArray[Any]]


def told(params: Sane2Params, seed: int = 1) -> tuple[State, State, npt.NDArray[np.float64]]:
    """The state before and after a generation, and the fitness it was told."""
    sane = Sane2(params, UNITS, generator(seed))
    before, fitness = dict(sane.state()), np.random.default_rng(seed).normal(size=params.blueprints)
    sane.tell(fitness)
    return before, dict(sane.state()), fitness


def test_it_begins_as_sane_does() -> None:
    """So runs with the same seed can be compared."""
    settings = vars(STILL) | {"spared": 0.05}
    ours, theirs = Sane(SaneParams(**settings), UNITS, generator(3)), Sane2(STILL, UNITS, generator(3))
    assert all((a == b).all() for a, b in zip(ours.ask(), theirs.ask(), strict=True))


def chromosome(state: State, i: int) -> list[float]:
    """Labels and weights in turn."""
    return [gene for pair in neuron(state, i) for gene in pair]


def test_one_child_is_a_copy_and_the_other_has_a_better_ranked_parent() -> None:
    for seed in range(5):
        before, after, fitness = told(STILL, seed)
        order = ranks(before, fitness)
        elite, middle, places = order[:10], order[10:20], order[:19:-1]
        for i in elite + middle:
            assert neuron(after, i) == neuron(before, i)
        for rank, one, other in zip(range(10), places[:10], places[10:], strict=True):
            mother = chromosome(before, elite[rank])
            fathers = [chromosome(before, i) for i in (elite[:rank] if rank else elite)]
            crossed = [a[:cut] + b[cut:] for f in fathers for a, b in ((mother, f), (f, mother)) for cut in range(8)]
            children = chromosome(after, one), chromosome(after, other)
            assert mother in children
            assert any(a == mother and b in crossed for a, b in (children, children[::-1]))


def test_a_mate_is_better_ranked() -> None:
    sane = Sane2(STILL, UNITS, generator(1))
    mates = np.array([sane._mates(6) for _ in range(300)])
    assert [set(column.tolist()) for column in mates.T] == [set(range(6)), *(set(range(i)) for i in range(1, 6))]


def test_those_that_breed_never_mutate() -> None:
    before, after, fitness = told(replace(STILL, mutation=0.5, pointers=1.0, adoption=1.0))
    for i in ranks(before, fitness)[:10]:
        assert neuron(after, i) == neuron(before, i)
    ranked = before["blueprints"][np.argsort(-fitness, kind="stable")]
    assert (after["blueprints"][:3] == ranked[:3]).all()
    assert (after["blueprints"][3:] != ranked[3:]).mean() > 0.9


def test_weights_mutate_by_steps_at_twice_the_rate_of_labels() -> None:
    before, after, fitness = told(replace(MANY, mutation=0.2))
    middle = ranks(before, fitness)[150:300]  # neither bred nor replaced
    labels, weights, was = after["labels"][middle], after["weights"][middle], before["weights"][middle]
    assert (labels != before["labels"][middle]).mean() == pytest.approx(0.2 * 8 / 9, abs=0.03)
    changed = weights != was
    assert changed.mean() == pytest.approx(0.4, abs=0.04)
    is_flip = changed & (weights == -was)
    assert is_flip.sum() / changed.sum() == pytest.approx(FLIPS, abs=0.04)
    assert (weights - was)[changed & ~is_flip].std() == pytest.approx(1.0, abs=0.15)


def test_pointers_move_to_children_of_neurons_in_children_of_blueprints_alone() -> None:
    before, after, fitness = told(replace(STILL, adoption=1.0))
    elite = set(ranks(before, fitness)[:10])
    ranked = before["blueprints"][np.argsort(-fitness, kind="stable")]
    assert (after["blueprints"][:14] == ranked[:14]).all()
    assert not elite & set(after["blueprints"][14:].ravel().tolist())


def test_a_few_pointers_of_those_that_do_not_breed_go_anywhere() -> None:
    before, after, fitness = told(replace(MANY, pointers=0.3))
    ranked = before["blueprints"][np.argsort(-fitness, kind="stable")]
    is_moved = after["blueprints"][:140] != ranked[:140]
    assert not is_moved[:30].any()
    assert is_moved[30:].mean() == pytest.approx(0.3, abs=0.02)


def test_who_is_spared_keeps_all_neurons() -> None:
    params = replace(STILL, mutation=0.5, pointers=1.0, adoption=1.0, spared=0.1)
    sane, fitness = Sane2(params, UNITS, generator(1)), np.random.default_rng(1).normal(size=20)
    best = [sane.ask()[i] for i in np.argsort(-fitness)[:2]]
    sane.tell(fitness)
    assert all((now == was).all() for now, was in zip(sane.ask(), best, strict=False))


def test_messages_have_its_name() -> None:
    with pytest.raises(ValueError, match=r"^sane2:spared must be a share, 0 to 1, not 2$"):
        make_evolver("sane2:spared=2", UNITS, generator(1))
