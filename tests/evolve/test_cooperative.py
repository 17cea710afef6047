"""Cooperative coevolution: each species breeds its part of the genome, completed by the champions of the others."""

import numpy as np
import pytest

from semeai.evolve import begin_method
from semeai.evolve.cooperative import Cooperative, CooperativeParams, equal_parts
from semeai.evolve.evolver import Fitness
from semeai.evolve.method import Varied
from semeai.nets.genes import Genes, Part, Units
from semeai.parallel.executors import Workers

PARTS = (Part("one", 2), Part("other", 3, turns=4))
GENES = Genes(5, -1.0, 1.0, parts=PARTS)
TARGET = np.array([0.5, -0.5, 0.25, 0.0, -0.25])


class Distances:
    """Rates each part by its distance from the target, and keeps the requests."""

    def __init__(self) -> None:
        self.asked: list[Varied] = []
        self.generation = 0

    @property
    def workers(self) -> Workers:
        raise NotImplementedError

    def __call__(self, asked: Varied) -> Fitness:
        self.asked.append(asked)
        own = slice(0, 2) if asked.part == "one" else slice(2, 5)
        return np.array([-np.square(genome[own] - TARGET[own]).sum() for genome in asked.candidates])


def test_all_parts_reach_their_targets() -> None:
    method = begin_method("cooperative", GENES, 1, {})
    for _ in range(80):
        row = method.advance(Distances())
    assert np.abs(method.champions[""] - TARGET).max() < 0.05
    assert row["one_fitness"] > -0.01
    assert row["other_fitness"] > -0.01


def test_candidates_differ_only_in_one_part() -> None:
    method = begin_method("cooperative", GENES, 1, {})
    method.advance(Distances())
    before = method.champions[""]
    rating = Distances()
    method.advance(rating)
    assert [asked.part for asked in rating.asked] == ["one", *["other"] * 4]
    assert all(np.array_equal(genome[2:], before[2:]) for genome in rating.asked[0].candidates)
    new = method.champions[""][:2]
    for asked in rating.asked[1:]:
        assert all(np.array_equal(genome[:2], new) for genome in asked.candidates)
        assert len({genome[2:].tobytes() for genome in asked.candidates}) > 1


def test_long_species_have_a_method_of_their_own() -> None:
    genes = Genes(203, -1.0, 1.0, parts=(Part("few", 3), Part("many", 200)))
    method = begin_method("cooperative:species=ga:population=6,parts=7", genes, 1, {})
    record = method.record()
    assert (record["species"]["name"], record["long"]["name"]) == ("ga", "cma")
    assert record["long"]["covariance"] == "separable"


def test_genomes_without_parts_are_cut_into_equal_ones() -> None:
    assert [part.n for part in equal_parts(7, 3)] == [2, 2, 3]
    assert [part.n for part in equal_parts(2, 5)] == [1, 1]
    method = begin_method("cooperative:parts=3", Genes(7, 0.0, 1.0), 1, {})
    assert method.champions[""].shape == (7,)


def test_a_champion_is_a_start() -> None:
    method = begin_method("cooperative", GENES, 1, {"": {"genome": TARGET}})
    assert np.allclose(method.champions[""], TARGET)
    with pytest.raises(ValueError, match="expected a genome of 5"):
        begin_method("cooperative", GENES, 1, {"": {"genome": TARGET[:3]}})
    with pytest.raises(ValueError, match="cannot start from a champion"):
        begin_method("cooperative:species=ga", GENES, 1, {"": {"genome": TARGET}})


def test_a_run_is_a_start_with_random_numbers_of_its_own() -> None:
    first = begin_method("cooperative", GENES, 1, {})
    first.advance(Distances())
    same, other = (begin_method("cooperative", GENES, seed, {"": first.state()}) for seed in (1, 2))
    assert np.array_equal(same.champions[""], first.champions[""])
    rows = [method.advance(Distances()) for method in (same, other)]
    assert rows[0] != rows[1]


def test_a_bad_state_changes_nothing() -> None:
    method = begin_method("cooperative", GENES, 1, {})
    method.advance(Distances())
    state = method.state()
    fresh = begin_method("cooperative", GENES, 1, {})
    before = fresh.state()
    with pytest.raises(ValueError, match="range"):
        fresh.restore({**state, "other.sigma": np.array([np.nan])})
    assert all(np.array_equal(array, before[name]) for name, array in fresh.state().items())
    with pytest.raises(ValueError, match="other parts"):
        fresh.restore({name: array for name, array in state.items() if not name.startswith("one.")})


def test_networks_are_refused() -> None:
    with pytest.raises(ValueError, match="use sane"):
        Cooperative.begin(CooperativeParams(), Units(2, 1), 1, {})


def test_parts_must_add_up() -> None:
    with pytest.raises(ValueError, match="parts with 4 genes"):
        Genes(4, 0.0, 1.0, parts=PARTS)
