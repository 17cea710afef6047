# mypy: ignore-errors
"""The inputs of `shape` by number. `inputs.py` names and describes them.

The inputs of a point are small counts. Nearly all are 0, so only the others are listed: an input of 2 is in the list
twice. The stones around a point are the first inputs. Their sums are updated from move to move instead
(`shape_kernel.follow`).
"""

import numpy as np

from semeai.go.board_kernel import N_POINTS
from semeai.go.genomes_kernel import LANES
from semeai.jit import kernel
from semeai.players.agents.room_kernel import N_KINDS

MAX_REACH = 3

# Offsets of the window, the nearest first, and their classes: offsets that turns and mirrors carry into each other
# share weights.
_CLASSES = [(a, b) for a in range(1, MAX_REACH + 1) for b in range(a + 1)]
_SEEN = sorted(
    (max(abs(y), abs(x)), y, x)
    for y in range(-MAX_REACH, MAX_REACH + 1)
    for x in range(-MAX_REACH, MAX_REACH + 1)
    if (y, x) != (0, 0)
)
OFFSETS = np.array([(y, x) for _, y, x in _SEEN], dtype=np.int64)
CLASS = np.array([_CLASSES.index((max(abs(y), abs(x)), min(abs(y), abs(x)))) for _, y, x in _SEEN], dtype=np.int64)
CLASSES = tuple(_CLASSES)
N_OFFSETS = np.array([(2 * reach + 1) ** 2 - 1 for reach in range(MAX_REACH + 1)], dtype=np.int64)  # by reach
N_CLASSES = np.array([reach * (reach + 3) // 2 for reach in range(MAX_REACH + 1)], dtype=np.int64)  # by reach

# Stones: for each class own stones, enemy stones, points beyond the edge.
OWN, ENEMY, BEYOND = 0, 1, 2
STONES = 0
N_STONES = 3 * len(CLASSES)

# Place: the location of the point and the part of the game.
BIAS = STONES + N_STONES
PHASE = BIAS + 1  # four parts of the game
LINE = PHASE + 4  # 1 to 5
LONELY = LINE + 5  # lines 1 and 2, 3, 4, 5
LAST = LONELY + 4  # distances 2 to 6
BEFORE = LAST + 5  # distances 2 to 5
TOUCH_LAST = BEFORE + 4
TOUCH_BEFORE = TOUCH_LAST + 1
INFLUENCE = TOUCH_BEFORE + 1  # own and strong, own and weak, the enemy's and weak, the enemy's and strong
TACTICS = INFLUENCE + 4

# Tactics: captures, rescues, attacks and risks of a move.
CAPTURE = TACTICS  # of 1, 2, 3 and more stones, if one of the chains could escape
LATER = CAPTURE + 3  # the same if none can
FREES = LATER + 3
RECAPTURE = FREES + 1
KO_TAKE = RECAPTURE + 1
SAVE = KO_TAKE + 1  # of 1, 2, 3 and more stones
HOPELESS = SAVE + 3  # of 1, 2 and more stones
DEFEND = HOPELESS + 2  # of 1, 2, 3 and more stones
EXPOSED = DEFEND + 3
CATCH = EXPOSED + 1  # of 1, 2, 3 and more stones
ATARI = CATCH + 3
DOUBLE_ATARI = ATARI + 1
SELF_ATARI = DOUBLE_ATARI + 1  # of 1, 2 and 3, 4 and more stones
THROW_IN = SELF_ATARI + 3
SNAPBACK = THROW_IN + 1
RISKY = SNAPBACK + 1  # of 1, 2 and more stones
LIBERTIES = RISKY + 2  # 2, 3, 4 and more
STRETCH = LIBERTIES + 3
SQUEEZE = STRETCH + 1  # of a chain with 3, with 4 liberties
RACE = SQUEEZE + 2  # ahead, even, behind
RACE_STRETCH = RACE + 3
CONNECT = RACE_STRETCH + 1  # two chains, more
CONNECT_WEAK = CONNECT + 2
CONNECT_LARGE = CONNECT_WEAK + 1
CUT = CONNECT_LARGE + 1  # two chains, more
CUT_WEAK = CUT + 2
CUT_LARGE = CUT_WEAK + 1
EYE = CUT_LARGE + 1
EYE_BREAK = EYE + 1
VITAL_OWN = EYE_BREAK + 1
VITAL_ENEMY = VITAL_OWN + 1
TIGER = VITAL_ENEMY + 1
TRIANGLE = TIGER + 1
PATTERNS = TRIANGLE + 1
N_INPUTS = PATTERNS + N_KINDS

MAX_ACTIVE = 64
MANY = 5  # liberties: this number or more

_SIGHT = [
    ("is_new", np.int64),  # 1 before the first move of a game
    ("color", np.uint16),  # the side whose stones count as own in `kept`
    ("size_", np.uint16),
    ("weights", np.int32, (N_INPUTS, LANES)),
    ("kept", np.int32, (N_POINTS, LANES)),  # by point: the sums over the stones around it
    ("seen", np.uint8, N_POINTS),  # the colors at the last move
]
SIGHT = np.dtype((np.record, np.dtype(_SIGHT, align=True)))  # the genome of a player, and its view of a game

# Facts about chains, as bits: an enemy chain with one liberty that escapes if it is its turn; a chain with two
# liberties that is caught when the other side plays at the first, or at the second, of them.
RUNS, AT_ONE, AT_TWO = 1, 2, 4


@kernel
def note(desk, i):
    """Add 1 to input `i` of the point."""
    desk.active[desk.n_active] = i
    desk.n_active += 1


@kernel
def note_size(desk, first, n, most):
    """Add 1 to the input for a size of `n`. Inputs from `first` on are for the sizes 1, 2 ... and `most` or more."""
    if n:
        note(desk, first + min(n, most) - 1)
