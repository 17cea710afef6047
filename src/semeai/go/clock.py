"""The clock of a game: the time settings, and the time left to each side."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum


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
    """The time left to one side."""

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
