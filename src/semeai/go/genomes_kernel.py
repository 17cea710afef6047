# mypy: ignore-errors
"""Genomes of players that know tactics, side by side in flat arrays, for kernels.

A tuple `genomes`:

    heads     a record for each genome
    table     of `shape`: the weights of each input as a row
    numbers   of `summation`: the weights of its network
"""

import numpy as np

LANES = 16  # sums of `shape` side by side: the linear path, then hidden units
MAX_CHANNELS = 255  # of `summation`

_HEAD = [
    ("first", np.int64),  # its start in `table`, or in `numbers`
    # of `shape`
    ("n_hidden", np.int64),
    ("reach", np.int64),  # distance at which it sees stones; 0 for none
    ("has_tactics", np.int64),  # 1 if it has inputs for the effects of a move
    ("outputs", np.float32, LANES - 1),  # weights of the hidden units
    ("passing", np.float32, 3),  # of a pass: always, as the board fills, as an answer to a pass
    # of `summation`
    ("n_nodes", np.int64),
    ("n_channels", np.int64),
    ("channels", np.uint16, MAX_CHANNELS),  # of the agents, in the order of the weights
]
GENOME = np.dtype((np.record, np.dtype(_HEAD, align=True)))
