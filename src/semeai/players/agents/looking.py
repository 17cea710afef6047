"""The agents' ratings of positions and whole games: the values of every legal point, and the point that was played."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD, MAX_AREA, N_POINTS
from semeai.nets.summation import Looks, cut_looks, make_room
from semeai.players.agents.agents import AGENTS, N_CHANNELS
from semeai.players.agents.agents import make_room as make_scratch
from semeai.players.agents.summation_kernel import look_at_board, look_at_game
from semeai.sgf.collection import Record


def channels_of(agents: Sequence[str]) -> list[int]:
    """The indices of the channels of some agents, in order."""
    return [channel for name in agents for channel in range(AGENTS[name].first, AGENTS[name].last)]


class Looking:
    """Computes the ratings of some agents. Only one thread may use an instance at a time."""

    def __init__(self, agents: Sequence[str]) -> None:
        """`agents` are names. A name may occur more than once."""
        found = [AGENTS[name] for name in agents]
        self.channels = tuple(len(agent.channels) for agent in found)
        """number of channels of each agent"""
        written = channels_of(agents)
        wanted = np.zeros(N_CHANNELS, dtype=np.uint8)
        wanted[written] = 1
        self._agents = (
            wanted,
            np.array(written, dtype=np.uint16),
            np.zeros((N_CHANNELS, N_POINTS), dtype=np.uint8),
            np.zeros(N_CHANNELS, dtype=np.float32),
            make_scratch(),
        )
        self._points = np.zeros(MAX_AREA, dtype=np.uint16)
        self._boards = np.zeros(1, dtype=BOARD)
        self._room = make_room(0, 0, len(written))

    def at_board(self, board: Board) -> tuple[list[int], Looks]:
        """The candidate moves of the side to play (all legal points, without a check of superko), and their ratings."""
        self._boards[0] = board.record
        looks = self._make_room(1, board.size).arrays
        n = look_at_board(self._boards, *board.trail, self._agents, looks, self._points)
        return self._points[:n].tolist(), Looks(looks)

    def at_game(self, game: Record) -> Looks:
        """All positions of a game in which the side to play chose a point, with that point."""
        colors = np.zeros(N_POINTS, dtype=np.uint8)
        colors[list(game.stones)] = list(game.stones.values())
        movers, moves = np.array(game.moves, dtype=np.uint16).reshape(-1, 2).T.copy()
        looks = self._make_room(len(moves), game.rules.size)
        start = (self._boards, game.rules.size, game.rules.suicide, colors, game.to_play)
        n = look_at_game(*start, movers, moves, self._agents, looks.arrays, self._points)
        return cut_looks(looks, n)

    def _make_room(self, n_positions: int, size: int) -> Looks:
        """Reusable arrays for `n` positions on a board of this size."""
        if len(self._room) < n_positions or len(self._room.arrays[2]) < n_positions * size**2:
            self._room = make_room(n_positions, size**2, sum(self.channels))
        return self._room


@dataclass(frozen=True)
class Said:
    """The ratings of a position by channel, unpacked for people."""

    values: npt.NDArray[np.uint8]
    """by channel and candidate"""
    strengths: npt.NDArray[np.float32]
    """by channel"""


def unpack_first(looks: Looks) -> Said:
    """Unpack the ratings of the first position."""
    candidates, _, counts, channels, values, strengths, *_ = looks.arrays
    n = int(candidates[1])
    whose = np.repeat(np.arange(n), counts[:n])
    said = np.zeros((strengths.shape[1], n), dtype=np.uint8)
    said[channels[: len(whose)], whose] = values[: len(whose)]
    return Said(said, strengths[0].copy())
