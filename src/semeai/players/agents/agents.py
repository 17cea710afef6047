"""The agents: their names, their channels, and their ratings of a position.

The rating of a point by an agent is the sum of its channels' values, each times an allele that evolution finds. An
agent with one channel needs no allele.
"""

import inspect
from dataclasses import dataclass
from textwrap import fill
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD, N_POINTS
from semeai.go.influence import MOYO
from semeai.go.patterns import pictures_shown
from semeai.players.agents import fights_kernel as fights
from semeai.players.agents import place_kernel as place
from semeai.players.agents import printed_kernel as printed
from semeai.players.agents import room_kernel as room
from semeai.players.agents import shape_kernel as shape
from semeai.players.agents.agents_kernel import rate_all
from semeai.players.agents.room_kernel import N_CHANNELS, ROOM


@dataclass(frozen=True)
class Agent:
    """An agent: it rates the points of a position."""

    name: str
    channels: tuple[str, ...]
    first: int
    """index of its first channel"""
    says: str
    """a description for people"""

    @property
    def last(self) -> int:
        """The index after its last channel."""
        return self.first + len(self.channels)


def _agent(kernel: Any, first: int, *channels: str) -> Agent:
    """The agent of a kernel, with the kernel's name and docstring."""
    name = kernel.__name__.removesuffix("_agent")
    return Agent(name, channels or (name,), first, inspect.cleandoc(kernel.__doc__).replace("\n", " "))


# The kinds of 3x3 patterns, by the places of their pictures in `patterns.PICTURES`.
KINDS = {
    "hane_enclosing": (0,),
    "hane_loose": (1,),
    "hane_turning": (2,),
    "shoulder": (3,),
    "cut_crossing": (4, 5),
    "cut_between": (6,),
    "cut_knight": (7,),
    "edge_chase": (8,),
    "edge_cut": (9, 12),
    "edge_connect": (10,),
    "edge_descent": (11,),
}

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
    _agent(fights.captures_agent, room.CAPTURES, "one", "more", "later"),
    _agent(fights.escape_agent, room.ESCAPE, "one", "two", "more"),
    _agent(fights.hopeless_agent, room.HOPELESS),
    _agent(fights.ladder_agent, room.LADDER),
    _agent(fights.atari_agent, room.ATARI),
    _agent(fights.stretch_agent, room.STRETCH),
    _agent(fights.pressure_agent, room.PRESSURE),
    _agent(fights.careful_agent, room.CAREFUL),
    _agent(fights.throw_in_agent, room.THROW_IN),
    _agent(fights.liberties_agent, room.LIBERTIES, "two", "three", "four"),
    _agent(shape.connect_agent, room.CONNECT),
    _agent(shape.cut_agent, room.CUT),
    _agent(shape.eyes_agent, room.EYES),
    _agent(shape.eye_break_agent, room.EYE_BREAK),
    _agent(shape.filler_agent, room.FILLER),
    _agent(shape.patterns_agent, room.PATTERNS, *KINDS),
    _agent(place.near_last_agent, room.NEAR_LAST, "one", "two", "three", "four", "five"),
    _agent(place.near_before_agent, room.NEAR_BEFORE, "one", "two", "three"),
    _agent(place.line_agent, room.LINE, "first", "second", "third", "fourth", "fifth"),
    _agent(place.lonely_agent, room.LONELY, "low", "third", "fourth", "fifth"),
    _agent(place.influence_agent, room.INFLUENCE, "own_strong", "own_weak", "enemy_weak", "enemy_strong"),
)
AGENTS = {agent.name: agent for agent in _ALL}
"""the agents by name, in the order of their channels"""
PRINTED = ("opener", "tiger", "capturer", "follower", "extension")
"""the agents of the paper's summation network, in its order"""


def describe_agents() -> str:
    """The table of agents for a terminal."""
    lines = []
    for agent in AGENTS.values():
        lines.append(fill(agent.says, 110, initial_indent=f"{agent.name:13}", subsequent_indent=13 * " "))
        if len(agent.channels) > 1:
            lines.append(fill(", ".join(agent.channels), 110, initial_indent=13 * " ", subsequent_indent=13 * " "))
    return "\n".join(lines)


def make_room(n: int = 1) -> npt.NDArray[np.void]:
    """Return `n` scratch records for the kernel `rate`, one for each thread."""
    rooms = np.zeros(n, dtype=ROOM)
    rooms["map"]["dilations"], rooms["map"]["erosions"] = MOYO.dilations, MOYO.erosions
    shown = pictures_shown()
    for i, pictures in enumerate(KINDS.values()):
        for picture in pictures:
            rooms["kinds"] |= (shown >> picture & 1) << i
    return rooms


def rate_board(board: Board) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """The ratings of all agents for a position: values by channel and point, and strengths by channel.

    Stones of the start position count as played.
    """
    last, before, n_played = board.trail
    n_moves = max(len(board.stones), n_played)
    values = np.zeros((1, N_CHANNELS, N_POINTS), dtype=np.uint8)
    strengths = np.zeros((1, N_CHANNELS), dtype=np.float32)
    boards, wanted = np.array([board.record], dtype=BOARD), np.ones(N_CHANNELS, dtype=np.uint8)
    past = np.array([[last], [before], [n_moves]], dtype=np.uint16)
    rate_all(boards, past[0], past[1], past[2], wanted, values, strengths, make_room())
    return values[0], strengths[0]


__all__ = ["AGENTS", "N_CHANNELS", "PRINTED", "Agent", "describe_agents", "make_room", "rate_board"]
