# mypy: ignore-errors
"""The desk of players that know tactics: the working memory of `shape` and `summation`, one per thread."""

import numpy as np

from semeai.go.board_kernel import BOARD, N_POINTS
from semeai.go.genomes_kernel import LANES, MAX_CHANNELS
from semeai.go.tactics_kernel import LOOK
from semeai.players.agents.room_kernel import N_CHANNELS, ROOM
from semeai.players.shape.inputs_kernel import MAX_ACTIVE, SIGHT

_DESK = [
    # records first: numpy does not align records inside of records
    ("room", ROOM),  # of the agents
    ("sights", SIGHT, 2),  # of `shape`, by seat
    ("turned", BOARD),  # the position with the other side to play
    ("look", LOOK),
    # for `summation`
    ("values", np.uint8, (N_CHANNELS, N_POINTS)),
    ("strengths", np.float32, N_CHANNELS),
    ("wanted", np.uint8, N_CHANNELS),
    ("sums", np.float32, MAX_CHANNELS),
    ("worth", np.float32, MAX_CHANNELS),
    ("n_heard", np.int64),
    ("heard", np.uint16, MAX_CHANNELS + 1),  # its channels with ratings, and room for one more
    # for `shape`: the position
    ("now", np.uint32),  # marks with another number are old
    ("marks", np.uint32, N_POINTS),
    ("free", np.uint8, N_POINTS),  # by chain id: its liberties, up to MANY
    ("one", np.uint16, N_POINTS),  # by chain id: a liberty
    ("two", np.uint16, N_POINTS),  # by chain id: another one
    ("state", np.uint8, N_POINTS),  # by chain id: RUNS, AT_ONE, AT_TWO
    ("rival", np.uint8, N_POINTS),  # by chain id: the fewest liberties of an enemy chain next to it
    ("common", np.int32, LANES),  # sums over inputs that all points share
    # the point
    ("n_active", np.int64),
    ("active", np.uint16, MAX_ACTIVE),  # inputs
    ("is_pending", np.int64),  # 1 if a move captures or saves a chain
    # the moves
    ("n_best", np.int64),
    ("best", np.uint16, N_POINTS),
    ("score", np.float32, N_POINTS),
    ("met", np.uint8, N_POINTS),  # by point: 1 if it cannot be chosen
]
DESK = np.dtype((np.record, np.dtype(_DESK, align=True)))  # working memory of players that know tactics, in one thread
