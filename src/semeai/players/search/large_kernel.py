# mypy: ignore-errors
"""Large patterns: all stones within a distance of a move, found by a hash that is the same in all eight orientations.

The distance of two points is dx + dy + max(dx, dy), so the points within a distance form an octagon (D. Stern,
R. Herbrich, T. Graepel, "Bayesian pattern ranking for move prediction in the game of Go", 2006):

    distance 4 has 12 points, 5 has 20, 6 has 28, 8 has 48

Larger patterns contain the smaller ones, so the search for a weight ends with the first pattern that has none. The
weights are in a hash table with open addressing. `LARGE` is a record with the table and working memory.
"""

import numpy as np

from semeai.go.board_kernel import BLACK, EDGE, EMPTY, STRIDE, WHITE
from semeai.jit import kernel
from semeai.rng import splitmix

DISTANCES = (4, 5, 6, 8)
N_RINGS = len(DISTANCES)
SLOTS = 1 << 17
N_ORIENTATIONS = 8


def _offsets():
    """The points around a move, as rows and columns, the nearest first."""
    reach = range(-max(DISTANCES), max(DISTANCES) + 1)
    found = [(_distance(row, column), row, column) for row in reach for column in reach if row or column]
    return [(row, column) for distance, row, column in sorted(found) if distance <= max(DISTANCES)]


def _distance(row, column):
    return abs(row) + abs(column) + max(abs(row), abs(column))


def _turned(row, column, orientation):
    """A point after one of eight turns and reflections."""
    row, column = (-row if orientation & 1 else row), (-column if orientation & 2 else column)
    return (column, row) if orientation & 4 else (row, column)


def _keys(offsets):
    """The hash keys of stones, by point, color and orientation; 0 for an empty point."""
    place = {offset: i for i, offset in enumerate(offsets)}
    turned = np.array([[place[_turned(*offset, k)] for k in range(N_ORIENTATIONS)] for offset in offsets])
    numbers = (splitmix(0x1A26E, 4 * len(offsets)) >> np.uint64(32)).astype(np.uint32).reshape(len(offsets), 4)
    numbers[:, EMPTY] = 0
    return np.ascontiguousarray(numbers[turned].transpose(0, 2, 1))


_OFFSETS = _offsets()
ROWS, COLUMNS = (np.array(axis, dtype=np.int64) for axis in zip(*_OFFSETS, strict=True))
ENDS = np.array([sum(_distance(*offset) <= distance for offset in _OFFSETS) for distance in DISTANCES], dtype=np.int64)
KEYS = _keys(_OFFSETS)

_FIELDS = [
    ("is_used", np.uint16),  # 1 if the table has weights
    ("hashes", np.uint32, N_ORIENTATIONS),
    ("keys", np.uint32, SLOTS),  # 0 in a free slot
    ("weights", np.float32, SLOTS),
]
LARGE = np.dtype((np.record, np.dtype(_FIELDS, align=True)))


@kernel
def add_ring(b, p, ring, large):
    """Add the stones of one more distance around `p` to the hashes; the first ring is 0. Returns the smallest hash."""
    row, column = np.int64(p) // STRIDE, np.int64(p) % STRIDE
    if ring == 0:
        for k in range(N_ORIENTATIONS):
            large.hashes[k] = 0
    for i in range(ENDS[ring - 1] if ring else 0, ENDS[ring]):
        y, x = row + ROWS[i], column + COLUMNS[i]
        color = np.uint8(EDGE)
        if 0 < y <= b.size_ and 0 < x <= b.size_:
            color = b.color[STRIDE * y + x]
            if color == EMPTY:
                continue
            color = np.uint8(BLACK if color == b.to_play else WHITE)
        for k in range(N_ORIENTATIONS):
            large.hashes[k] ^= KEYS[i, color, k]
    smallest = large.hashes[0]
    for k in range(1, N_ORIENTATIONS):
        smallest = min(smallest, large.hashes[k])
    return smallest


@kernel
def slot_of(large, key):
    """The slot of a key in the table, or the free slot where it belongs."""
    slot = key & np.uint32(SLOTS - 1)
    while large.keys[slot] != 0 and large.keys[slot] != key:
        slot = (slot + np.uint32(1)) & np.uint32(SLOTS - 1)
    return slot


@kernel
def large_weight(b, p, large):
    """The sum of the weights of all patterns around `p`, from the smallest on."""
    total = np.float32(0.0)
    for ring in range(N_RINGS):
        key = add_ring(b, p, ring, large)
        slot = slot_of(large, key)
        if large.keys[slot] == 0:
            break
        total += large.weights[slot]
    return total


@kernel
def enter_weights(larges, keys, weights):
    """Fill the table of the first record."""
    large = larges[0]
    for i in range(len(keys)):
        slot = slot_of(large, np.uint32(keys[i]))
        large.keys[slot] = keys[i]
        large.weights[slot] = weights[i]
