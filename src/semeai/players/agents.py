"""The agents by name: what they are called, which channels they speak on, and what they say of a position.

What an agent says of a point is the sum over its channels of an allele, which evolution finds, times the value there;
the one channel of the others counts once.
"""

import inspect
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD, N_POINTS, PASS
from semeai.players import agent_room_kernel as room
from semeai.players import agents_printed_kernel as printed
from semeai.players.agent_room_kernel import N_CHANNELS, ROOM
from semeai.players.agents_kernel import rate_all


@dataclass(frozen=True)
class Agent:
    """One that rates the points of a position."""

    name: str
    channels: tuple[str, ...]
    first: int
    """the number of its first channel"""
    says: str
    """what it looks for, for people"""

    @property
    def last(self) -> int:
        """The number after that of its last channel."""
        return self.first + len(self.channels)


def _agent(kernel: Any, first: int, *channels: str) -> Agent:
    """Its name and what it says of itself are those of its kernel."""
    name = kernel.__name__.removesuffix("_agent")
    return Agent(name, channels or (name,), first, inspect.cleandoc(kernel.__doc__).replace("\n", " "))


_ALL = (
    _agent(printed.random_agent, room.RANDOM),
    _agent(printed.follower_agent, room.FOLLOWER),
    _agent(printed.opener_agent, room.OPENER),
    _agent(printed.capturer_agent, room.CAPTURER),
    _agent(printed.tiger_agent, room.TIGER),
    _agent(
        printed.extension_agent,
        room.EXTENSION,
        *("solid", "diagonal", "one_jump", "two_jump", "knight", "large_knight"),
    ),
)
AGENTS = {agent.name: agent for agent in _ALL}
"""in the order of their channels"""
PRINTED = ("opener", "tiger", "capturer", "follower", "extension")
"""those of the paper's summation network, in its order"""


def make_room(n: int = 1) -> npt.NDArray[np.void]:
    """What the kernel `rate` takes as its scratch, `n` of it: one for each thread."""
    return np.zeros(n, dtype=ROOM)


def rate_board(board: Board) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """What all agents say of a position: the values by channel and point, and the strengths by channel.

    Stones that were there at the start count as played.
    """
    last, before = [PASS, PASS, *board.moves][:-3:-1]
    n_moves = max(len(board.stones), sum(p != PASS for p in board.moves))
    values = np.zeros((1, N_CHANNELS, N_POINTS), dtype=np.uint8)
    strengths = np.zeros((1, N_CHANNELS), dtype=np.float32)
    boards, wanted = np.array([board.record], dtype=BOARD), np.ones(N_CHANNELS, dtype=np.uint8)
    past = np.array([[last], [before], [n_moves]], dtype=np.uint16)
    rate_all(boards, past[0], past[1], past[2], wanted, values, strengths, make_room())
    return values[0], strengths[0]


__all__ = ["AGENTS", "N_CHANNELS", "PRINTED", "Agent", "make_room", "rate_board"]
