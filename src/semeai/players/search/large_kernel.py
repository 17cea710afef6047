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
NO_STONES = (np.uint64(0),) * 4


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
    """The hash keys of stones, by point, color and pair of orientations; 0 for an empty point. The hashes of two
    orientations share one number."""
    place = {offset: i for i, offset in enumerate(offsets)}
    turned = np.array([[place[_turned(*offset, k)] for k in range(N_ORIENTATIONS)] for offset in offsets])
    numbers = (splitmix(0x1A26E, 4 * len(offsets)) >> np.uint64(32)).astype(np.uint32).reshape(len(offsets), 4)
    numbers[:, EMPTY] = 0
    return np.ascontiguousarray(numbers[turned].transpose(0, 2, 1)).view(np.uint64)


_OFFSETS = _offsets()
MARGIN = max(DISTANCES) // 2  # the most rows or columns from a move to a point of its largest pattern
WIDTH = STRIDE + 2 * MARGIN
PLACES = np.array([WIDTH * row + column for row, column in _OFFSETS], dtype=np.int64)
ENDS = np.array([sum(_distance(*offset) <= distance for offset in _OFFSETS) for distance in DISTANCES], dtype=np.int64)
KEYS = _keys(_OFFSETS)

_FIELDS = [
    ("is_used", np.uint16),  # 1 if the table has weights
    ("keys", np.uint32, SLOTS),  # 0 in a free slot
    ("weights", np.float32, SLOTS),
    ("colors", np.uint8, WIDTH * WIDTH),  # the position, seen by the side to play, in a wide edge
]
LARGE = np.dtype((np.record, np.dtype(_FIELDS, align=True)))


@kernel
def look_at(b, large):
    """Prepare for the patterns of the position `b`."""
    large.colors[:] = EDGE
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            color = b.color[STRIDE * row + column]
            if color != EMPTY:
                color = BLACK if color == b.to_play else WHITE
            large.colors[WIDTH * (row + MARGIN) + column + MARGIN] = color


@kernel
def add_ring(p, ring, large, hashes):
    """The hashes of all orientations with the stones of one more distance around `p`; the first ring is 0."""
    h0, h1, h2, h3 = hashes
    center = WIDTH * (np.int64(p) // STRIDE + MARGIN) + np.int64(p) % STRIDE + MARGIN
    for i in range(ENDS[ring - 1] if ring else 0, ENDS[ring]):
        color = large.colors[np.uint64(center + PLACES[i])]
        if color != EMPTY:
            h0 ^= KEYS[np.uint64(i), color, 0]
            h1 ^= KEYS[np.uint64(i), color, 1]
            h2 ^= KEYS[np.uint64(i), color, 2]
            h3 ^= KEYS[np.uint64(i), color, 3]
    return h0, h1, h2, h3


@kernel
def smallest(hashes):
    """The smallest hash of all orientations, which is the key of a pattern."""
    found = np.uint32(0xFFFFFFFF)
    for pair in hashes:
        found = min(found, np.uint32(pair), np.uint32(pair >> np.uint64(32)))
    return found


@kernel
def slot_of(large, key):
    """The slot of a key in the table, or the free slot where it belongs."""
    slot = key & np.uint32(SLOTS - 1)
    while large.keys[slot] != 0 and large.keys[slot] != key:
        slot = (slot + np.uint32(1)) & np.uint32(SLOTS - 1)
    return slot


@kernel
def large_weight(p, large):
    """The sum of the weights of all patterns around `p`, from the smallest on. Call `look_at` first."""
    total = np.float32(0.0)
    hashes = NO_STONES
    for ring in range(N_RINGS):
        hashes = add_ring(p, ring, large, hashes)
        slot = slot_of(large, smallest(hashes))
        if large.keys[slot] == 0:
            break
        total += large.weights[slot]
    return total


@kernel
def large_keys(p, large, out):
    """Write the keys of all patterns around `p` to `out`, from the smallest on. Call `look_at` first."""
    hashes = NO_STONES
    for ring in range(N_RINGS):
        hashes = add_ring(p, ring, large, hashes)
        out[ring] = smallest(hashes)


@kernel
def enter_weights(larges, keys, weights):
    """Fill the table of the first record."""
    large = larges[0]
    for i in range(len(keys)):
        slot = slot_of(large, np.uint32(keys[i]))
        large.keys[slot] = keys[i]
        large.weights[slot] = weights[i]
