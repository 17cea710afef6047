"""Light playouts by the thousand, over many boards and all cores."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD
from semeai.go.playout_kernel import light_playouts
from semeai.parallel.executors import in_order
from semeai.rng import streams

PARTS_A_THREAD = 8  # so that a thread on a slow core does not delay the others


@dataclass(frozen=True)
class Playouts:
    """The outcomes of a batch; axes: board, playout."""

    margins: npt.NDArray[np.int32]
    """black's area minus white's, without komi"""
    lengths: npt.NDArray[np.int32]
    """moves played, including passes"""


def play_out(boards: Sequence[Board], n: int, seed: int, n_threads: int = 1) -> Playouts:
    """Play `n` light playouts from each board. The result depends on the seed, not on the threads."""
    starts = np.array([board.record for board in boards], dtype=BOARD)
    which = np.repeat(np.arange(len(boards), dtype=np.int64), n)
    rngs = streams(len(which), seed)
    margins = np.zeros(len(which), dtype=np.int32)
    lengths = np.zeros(len(which), dtype=np.int32)

    def run(part: slice) -> None:
        work = np.zeros(1, dtype=BOARD)
        light_playouts(starts, which[part], work, rngs[part], margins[part], lengths[part])

    cuts = np.linspace(0, len(which), PARTS_A_THREAD * n_threads + 1).astype(int)
    list(in_order(run, (slice(*part) for part in pairwise(cuts)), n_threads))
    shape = (len(boards), n)
    return Playouts(margins.reshape(shape), lengths.reshape(shape))
