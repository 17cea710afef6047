"""Descriptions of batches of games: the first moves of players, and the living points at the end."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from semeai.arena.batch import Batch
from semeai.arena.endings_kernel import count_alive
from semeai.go.benson_kernel import WORK
from semeai.go.board import Board
from semeai.go.board_kernel import BOARD, STRIDE
from semeai.go.points import BLACK, PASS

Shares = npt.NDArray[np.float64]
"""a number from 0 to 1 for each game"""
Numbers = npt.NDArray[np.int64]


def alive_shares(batch: Batch, boards: Sequence[Board], starts: Numbers) -> Shares:
    """The share of the board that is unconditionally alive, for either color, at the end of each game of a batch with
    moves. Game i started from `boards[starts[i]]`."""
    found = np.zeros(len(starts), dtype=np.int64)
    records = np.array([board.record for board in boards], dtype=BOARD)
    room, work = np.zeros(1, dtype=BOARD), np.zeros(1, dtype=WORK)
    count_alive(records, starts, batch.moves, batch.ends["n_moves"].astype(np.int64), room, work, found)
    shares: Shares = found / batch.rules.size**2
    return shares


def first_distances(batch: Batch, boards: Sequence[Board], starts: Numbers, is_black: npt.NDArray[np.bool_]) -> Shares:
    """The distance of a player's first move from the centre, for each game of a batch with moves: 0 for the centre, 1
    for a corner and for a player that never plays a stone. The player is black in games with `is_black`, else white."""
    begins = np.array([board.to_play == BLACK for board in boards])[starts] == is_black
    places = np.where(begins, 0, 1)
    is_played = places < batch.ends["n_moves"]
    moves = batch.moves[np.arange(len(starts)), np.where(is_played, places, 0)].astype(np.int64)
    centre = (batch.rules.size + 1) / 2
    rows, columns = np.divmod(moves, STRIDE)
    distances = np.hypot(rows - centre, columns - centre) / np.hypot(1 - centre, 1 - centre)
    shares: Shares = np.where(is_played & (moves != PASS), distances, 1.0)
    return shares
