"""The clock of a game: the time settings, and the time left to each side."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum


class TimeSystem(StrEnum):
    """The ways to limit time."""

    NONE = "none"
    ABSOLUTE = "absolute"
    """main time only"""
    CANADIAN = "canadian"
    """after the main time, periods with a fixed number of stones to play in each"""
    BYOYOMI = "byoyomi"
    """after the main time, a number of periods; a move that exceeds a period uses it up"""


@dataclass(frozen=True)
class TimeLeft:
    """The time left to one side."""

    seconds: float
    """left in the main time or in the current period"""
    stones: int
    """stones still to play in this Canadian period, or byoyomi periods left; 0 in the main time"""


@dataclass(frozen=True)
class Clock:
    """The time settings of a game and the time left, all in seconds."""

    system: TimeSystem = TimeSystem.NONE
    main_time: float = 0.0
    period_time: float = 0.0
    period_count: int = 0
    """stones per Canadian period, or the number of byoyomi periods"""
    left: Mapping[int, TimeLeft] = field(default_factory=dict)
    """by color, as far as the controller has reported it"""

    def with_time_left(self, color: int, seconds: float, stones: int) -> "Clock":
        """This clock with a new time left for `color`."""
        return replace(self, left={**self.left, color: TimeLeft(seconds, stones)})

    def restarted(self) -> "Clock":
        """This clock at the start of a game."""
        return replace(self, left={})
