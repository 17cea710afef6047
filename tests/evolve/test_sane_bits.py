"""Neurons as bits: crossing and mutation beside plain strings of 0 and 1."""

import re

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semeai.evolve.sane import Sane, SaneParams
from semeai.evolve.sane_bits import BITS, Codes, cross, decode, encode, flip, new_codes
from semeai.nets.genes import Units
from semeai.rng import generator

CODE = st.integers(0, (1 << BITS) - 1)


def text(neuron: npt.NDArray[np.uint32]) -> str:
    return "".join(f"{code:026b}" for code in neuron.tolist())


def codes(n: int, seed: int) -> Codes:
    return new_codes((n, 12), generator(seed))


@given(CODE, st.integers(1, 1024))
def test_a_code_is_a_label_and_a_weight(code: int, n_units: int) -> None:
    labels, weights = decode(np.array([code], dtype=np.uint32), n_units)
    bits = f"{code:026b}"
    assert labels.tolist() == [int(bits[:10], 2) % n_units]
    assert weights.tolist() == [int(bits[10:], 2) / 8192 - 4]


@given(CODE)
def test_what_is_decoded_is_encoded_again(code: int) -> None:
    found = np.array([code], dtype=np.uint32)
    assert encode(*decode(found, 1024)).tolist() == [code]


@pytest.mark.parametrize(("weight", "said"), [(9.0, 4 - 1 / 8192), (-9.0, -4.0), (0.00005, 0.0), (1.0, 1.0)])
def test_the_next_weight(weight: float, said: float) -> None:
    labels, weights = decode(encode(np.array([3]), np.array([weight], dtype=np.float32)), 9)
    assert (labels.tolist(), weights.tolist()) == ([3], [np.float32(said)])


def test_a_printed_neuron_has_312_bits() -> None:
    assert len(text(codes(1, 1)[0])) == 312


def test_children_are_cut_at_one_point() -> None:
    mothers, fathers = codes(500, 1), codes(500, 2)
    first, second = cross(mothers, fathers, generator(3))
    cuts = set()
    for a, b, child, other in zip(*(map(text, each) for each in (mothers, fathers, first, second)), strict=True):
        fitting = [cut for cut in range(1, 312) if (child, other) == (a[:cut] + b[cut:], b[:cut] + a[cut:])]
        assert fitting  # several, where parents agree around the point
        cuts.add(fitting[0])
    assert min(cuts) < 10
    assert max(cuts) > 300
    assert {cut % BITS for cut in cuts} == set(range(BITS))  # within connections, too


def test_so_many_bits_are_flipped() -> None:
    before = codes(1000, 1)
    after = flip(before, 0.01, generator(2))
    pairs = zip(map(text, before), map(text, after), strict=True)
    changed = np.array([[x != y for x, y in zip(*pair, strict=True)] for pair in pairs])
    assert changed.mean() == pytest.approx(0.01, rel=0.05)
    assert changed.any(axis=0).all()
    assert (flip(before, 0.0, generator(2)) == before).all()
    assert (flip(before, 1.0, generator(2)) == before ^ np.uint32((1 << BITS) - 1)).all()


def test_sane_breeds_bits() -> None:
    """Children are of their parents' bits, and who is spared does not mutate."""
    params = SaneParams(neurons=40, blueprints=20, hidden=5, connections=4, pointers=0.0, adoption=0.0, bits=True)
    for mutation, spared in ((0.0, 0.0), (0.5, 0.1)):
        sane = Sane(SaneParams(**{**vars(params), "mutation": mutation, "spared": spared}), Units(6, 3), generator(1))
        before = dict(sane.state())
        fitness = np.random.default_rng(1).normal(size=20)
        sane.tell(fitness)
        after = dict(sane.state())
        same = (before["labels"] == after["labels"]).all(axis=1) & (before["weights"] == after["weights"]).all(axis=1)
        if mutation:
            best = before["blueprints"][np.argsort(-fitness)[:2]].ravel()
            assert same[best].all()
            assert not same[np.setdiff1d(np.arange(40), best)].any()
        else:
            assert 20 <= same.sum() < 40  # all but the children of ten pairs
        assert ((after["weights"] >= -4) & (after["weights"] < 4)).all()


def test_a_board_with_too_many_points() -> None:
    with pytest.raises(ValueError, match=re.escape("sane:bits allows up to 1024 inputs and outputs, found 1083")):
        Sane(SaneParams(bits=True), Units(722, 361), generator(1))
