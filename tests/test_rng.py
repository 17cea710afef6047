"""The seed tree and the stream inside kernels."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from semeai.rng import STREAM, below, draw, splitmix, stream, streams, uniform


def test_draws_are_splitmix64() -> None:
    """The published test vector of SplitMix64 with seed 1234567."""
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    rng = np.array([1234567], dtype=np.uint64).view(STREAM)[0]
    assert [int(draw(rng)) for _ in known] == known
    assert splitmix(1234567, 5).tolist() == known


@given(
    st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=4),
    st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=4),
)
def test_paths_of_the_seed_tree_are_distinct(one: list[int], other: list[int]) -> None:
    assert (stream(*one).state == stream(*other).state) == (one == other)


def test_no_seed_is_a_prefix_of_another() -> None:
    paths = [(1,), (1, 0), (0, 1), (1, 1), (0,), (0, 0), (0, 0, 0)]
    assert len({int(stream(*path).state) for path in paths}) == len(paths)
    assert len(np.unique(streams(1000, 3).view(np.uint64))) == 1000


def test_below_is_uniform() -> None:
    rng = stream(1)
    drawn = np.array([below(rng, np.uint32(7)) for _ in range(7000)])
    counts = np.bincount(drawn, minlength=7)
    assert len(counts) == 7
    assert ((counts - 1000) ** 2 / 1000).sum() < 30


def test_uniform_fills_the_unit_interval() -> None:
    rng = stream(2)
    drawn = np.array([uniform(rng) for _ in range(4000)])
    assert 0 <= drawn.min() < 0.01
    assert 0.99 < drawn.max() < 1
    assert abs(drawn.mean() - 0.5) < 0.02
