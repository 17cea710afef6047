"""Random numbers: one tree of seeds for everything, and a small stream for kernels.

Every game draws from a stream that is a function of its place in the experiment (run seed, generation, candidate,
game), never of the worker, thread or time that computes it:

    state = stream(run_seed, generation, candidate, game)

The stream is SplitMix64 (Steele, Lea, Flood 2014): the state is a counter, each draw a bijective mix of it. A stream is
a record, so that kernels can advance it in place. An array of one number would also work, but numba counts references
to arrays, atomically, at every call: that costs 6% of a playout, and more when threads share the counter.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.jit import kernel

STREAM = np.dtype((np.record, [("state", np.uint64)]))

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32, _S11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32), np.uint64(11)
_LOW = np.uint64(0xFFFFFFFF)


@kernel
def mix(z: np.uint64) -> np.uint64:
    """SplitMix64's output function: a bijection of 64 bits in which every input bit affects every output bit."""
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@kernel
def draw(rng: Any) -> np.uint64:
    """The next 64 random bits of the stream."""
    rng.state += GOLDEN
    return mix(rng.state)


@kernel
def below(rng: Any, n: np.uint32) -> np.uint32:
    """A random integer in [0, n), n < 2**32 (multiply and shift; the bias is below n / 2**32)."""
    return np.uint32(((draw(rng) >> _S32) * np.uint64(n)) >> _S32)


@kernel
def uniform(rng: Any) -> float:
    """A random float in [0, 1)."""
    return np.float64(draw(rng) >> _S11) * 2.0**-53


def splitmix(seed: int, n: int, first: int = 0) -> npt.NDArray[np.uint64]:
    """`n` draws of the stream that starts at `seed`, from draw `first` on, without compiling anything."""
    z = np.uint64(seed) + GOLDEN * np.arange(first + 1, first + n + 1, dtype=np.uint64)
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


def stream(seed: int, *path: int) -> np.record:
    """The stream at `path` below `seed`, e.g. stream(run_seed, generation, candidate, game).

    Different paths of any length give unrelated streams: (1,) and (1, 0) differ.
    """
    made: np.record = _streams(np.array([_state(seed, *path)], dtype=np.uint64))[0]
    return made


def streams(n: int, seed: int, *path: int, first: int = 0) -> npt.NDArray[np.void]:
    """`n` streams below the same place of the tree, from number `first` on."""
    return _streams(splitmix(_state(seed, *path), n, first))


def seeds(n: int, seed: int, *path: int) -> npt.NDArray[np.uint64]:
    """`n` seeds below the same place of the tree, e.g. one for each candidate of a generation."""
    return splitmix(_state(seed, *path), n)


def generator(seed: int, *path: int) -> np.random.Generator:
    """numpy's generator at a place of the tree, for random numbers outside of kernels."""
    return np.random.default_rng(_state(seed, *path))


def _state(*path: int) -> int:
    state = 0
    for step in (*path, len(path)):
        state = int(splitmix(state ^ (step & 0xFFFFFFFFFFFFFFFF), 1)[0])
    return state


def _streams(states: npt.NDArray[np.uint64]) -> npt.NDArray[np.void]:
    return states.view(STREAM)
