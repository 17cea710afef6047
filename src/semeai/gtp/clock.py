"""The clock of a game as GTP tells it, and what a player that looks at it must offer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol, runtime_checkable

from semeai.gtp.arguments import read_integer, read_number
from semeai.gtp.protocol import GtpError


class TimeSystem(StrEnum):
    """How time is limited."""

    NONE = "none"
    ABSOLUTE = "absolute"
    """main time alone"""
    CANADIAN = "canadian"
    """after the main time, periods in each of which a number of stones must be played"""
    BYOYOMI = "byoyomi"
    """after the main time, a number of periods; one is lost when it runs out in the course of a move"""


@dataclass(frozen=True)
class TimeLeft:
    """What one side has left."""

    seconds: float
    """in the main time or the period"""
    stones: int
    """still to play in this Canadian period, or the byoyomi periods left; 0 in the main time"""


@dataclass(frozen=True)
class Clock:
    """The time settings of a game and the time left, all in seconds."""

    system: TimeSystem = TimeSystem.NONE
    main_time: float = 0.0
    period_time: float = 0.0
    period_count: int = 0
    """stones a Canadian period, or byoyomi periods"""
    left: Mapping[int, TimeLeft] = field(default_factory=dict)
    """by color, as far as the controller has said"""

    def with_time_left(self, color: int, seconds: float, stones: int) -> "Clock":
        """This clock after the controller has told the time left of `color`."""
        return replace(self, left={**self.left, color: TimeLeft(seconds, stones)})

    def restarted(self) -> "Clock":
        """This clock at the start of a game."""
        return replace(self, left={})


@runtime_checkable
class TimedPlayer(Protocol):
    """A player that thinks long enough to care. The engine sets both attributes before each choice."""

    clock: Clock
    stop: Callable[[], bool]
    """to be asked now and then; once it says True, the move should be chosen at once"""


_ARGUMENTS = {TimeSystem.NONE: 0, TimeSystem.ABSOLUTE: 1, TimeSystem.CANADIAN: 3, TimeSystem.BYOYOMI: 3}


def parse_time_settings(main_time: str, period_time: str, stones: str) -> Clock:
    """The clock of GTP's own `time_settings`: absolute or Canadian time, or none. Raises GtpError."""
    main, period, count = _seconds(main_time), _seconds(period_time), _count(stones)
    if period > 0 and count == 0:  # the specification's way to say that time is unlimited
        return Clock()
    if period == 0:
        return Clock(TimeSystem.ABSOLUTE, main)
    return Clock(TimeSystem.CANADIAN, main, period, count)


def parse_kgs_time_settings(system: str, *numbers: str) -> Clock:
    """The clock of `kgs-time_settings`, which knows byoyomi too. Raises GtpError."""
    try:
        kind = TimeSystem(system)
    except ValueError:
        raise GtpError(f"syntax error: a time system is one of {', '.join(TimeSystem)}") from None
    if len(numbers) != _ARGUMENTS[kind]:
        raise GtpError(f"syntax error: {kind} time has {_ARGUMENTS[kind]} numbers")
    if kind is TimeSystem.NONE:
        return Clock()
    if kind is TimeSystem.ABSOLUTE:
        return Clock(kind, _seconds(numbers[0]))
    return Clock(kind, _seconds(numbers[0]), _seconds(numbers[1]), _count(numbers[2]))


def parse_time_left(seconds: str, stones: str) -> tuple[float, int]:
    """The arguments of `time_left`; a time below zero, which laggy controllers send, is zero. Raises GtpError."""
    return max(0.0, read_number(seconds)), _count(stones)


def _seconds(text: str) -> float:
    seconds = read_number(text)
    if seconds < 0:
        raise GtpError("syntax error: a time is not negative")
    return seconds


def _count(text: str) -> int:
    count = read_integer(text)
    if count < 0:
        raise GtpError("syntax error: a number of stones is not negative")
    return count
