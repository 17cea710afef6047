"""Neurons as strings of bits, as in the paper: crossover and mutation of bits for SANE.

N. Richards, D. E. Moriarty, R. Miikkulainen, section 6.2: "The neurons evolved are 312 bits long and represent a set of
12 weights", so a connection has 26. They are read as a label of 10 bits, modulo the number of units, and a weight of 16
bits from -4 to 4. A population is still stored as labels and weights.
"""

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.uint32]
"""connections, 26 bits each: the label first"""
Labels = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float32]

LABEL_BITS, WEIGHT_BITS = 10, 16
BITS = LABEL_BITS + WEIGHT_BITS
MOST_UNITS = 1 << LABEL_BITS
_ZERO = 1 << (WEIGHT_BITS - 1)
_UNIT = 1 << 13  # steps of a weight of 1


def encode(labels: Labels, weights: Weights) -> Codes:
    """The codes of connections. Weights are rounded to the nearest code."""
    numbers = np.clip(np.rint(weights.astype(np.float64) * _UNIT) + _ZERO, 0, (1 << WEIGHT_BITS) - 1)
    codes: Codes = labels.astype(np.uint32) << np.uint32(WEIGHT_BITS) | numbers.astype(np.uint32)
    return codes


def decode(codes: Codes, n_units: int) -> tuple[Labels, Weights]:
    """The labels and weights of codes."""
    labels = (codes >> np.uint32(WEIGHT_BITS)).astype(np.int64) % n_units
    numbers = (codes & np.uint32((1 << WEIGHT_BITS) - 1)).astype(np.float64)
    return labels, ((numbers - _ZERO) / _UNIT).astype(np.float32)


def new_codes(shape: tuple[int, ...], rng: np.random.Generator) -> Codes:
    """Connections of random bits."""
    return rng.integers(1 << BITS, size=shape, dtype=np.uint32)


def cross(mothers: Codes, fathers: Codes, rng: np.random.Generator) -> Codes:
    """Two children of each pair of neurons: the bits before a point come from one parent, the rest from the other."""
    n, n_connections = mothers.shape
    cuts = rng.integers(1, BITS * n_connections, size=(n, 1))
    n_first = np.clip(cuts - BITS * np.arange(n_connections), 0, BITS)  # bits of each connection before the point
    last = ((1 << (BITS - n_first)) - 1).astype(np.uint32)
    return np.stack([mothers & ~last | fathers & last, fathers & ~last | mothers & last])


def flip(codes: Codes, share: float, rng: np.random.Generator) -> Codes:
    """Flip each bit with this probability."""
    is_flipped = rng.random((*codes.shape, BITS)) < share
    return codes ^ (is_flipped @ (1 << np.arange(BITS))).astype(np.uint32)
