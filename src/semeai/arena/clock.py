"""Time limits of a game: their notation, and the time that a move uses.

A limit is a `Clock`, as in GTP. Nothing here measures time: the referee does, and passes in the time used.
"""

import math
import re
from decimal import Decimal

from semeai.go.clock import Clock, TimeLeft, TimeSystem
from semeai.go.points import BLACK, WHITE
from semeai.gtp.protocol import shorten

FORMS = "10m (absolute), 10m+5x30s (byoyomi), 10m+25/5m (Canadian) or 5s/move, in s, m or h"

_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}
_DURATION = r"([0-9]+(?:\.[0-9]+)?[smh]?)"
_COUNT = r"([0-9]{1,9})"
_ABSOLUTE = re.compile(_DURATION)
_BYOYOMI = re.compile(rf"{_DURATION}\+{_COUNT}x{_DURATION}")
_CANADIAN = re.compile(rf"{_DURATION}\+{_COUNT}/{_DURATION}")
_MOVE = re.compile(rf"{_DURATION}/move")


# -- text --------------------------------------------------------------------------------------------------------------


def parse_time(text: str) -> Clock:
    """The clock that `text` names:

    - `10m`: ten minutes for the game;
    - `10m+5x30s`: after them, byoyomi with five periods of thirty seconds;
    - `10m+25/5m`: after them, Canadian periods of 25 stones in five minutes;
    - `5s/move`: five seconds for every move, which is byoyomi with one period and no main time.

    Times are decimal numbers of seconds, or with a unit: s, m or h. The main time may be 0 if there are periods.
    Raises ValueError.
    """
    clock = Clock()
    if found := _ABSOLUTE.fullmatch(text):
        clock = Clock(TimeSystem.ABSOLUTE, _seconds(found[1]))
    elif found := _BYOYOMI.fullmatch(text):
        clock = Clock(TimeSystem.BYOYOMI, _seconds(found[1]), _seconds(found[3]), int(found[2]))
    elif found := _CANADIAN.fullmatch(text):
        clock = Clock(TimeSystem.CANADIAN, _seconds(found[1]), _seconds(found[3]), int(found[2]))
    elif found := _MOVE.fullmatch(text):
        clock = Clock(TimeSystem.BYOYOMI, 0.0, _seconds(found[1]), 1)
    if not _is_sound(clock):
        raise ValueError(f"expected a time limit such as {FORMS}; found {shorten(text)}")
    return clock


def format_time(clock: Clock) -> str:
    """The shortest text that `parse_time` parses as this clock, at the start of a game. Raises ValueError."""
    if not _is_sound(clock):
        raise ValueError("this clock has no time left to play with, or no limit")
    main, period, count = _duration(clock.main_time), _duration(clock.period_time), clock.period_count
    if clock.system is TimeSystem.ABSOLUTE:
        return main
    if clock.system is TimeSystem.CANADIAN:
        return f"{main}+{count}/{period}"
    return f"{period}/move" if (clock.main_time, count) == (0, 1) else f"{main}+{count}x{period}"


def _is_sound(clock: Clock) -> bool:
    """True if this is a limit under which a game can be played."""
    if not (math.isfinite(clock.main_time) and math.isfinite(clock.period_time)):
        return False
    if clock.system is TimeSystem.ABSOLUTE:
        return clock.main_time > 0
    return _period(clock) is not None and clock.main_time >= 0


def _seconds(duration: str) -> float:
    number = duration.rstrip("smh")
    return float(Decimal(number) * _UNITS[duration[len(number) :]])  # Decimal, so that 4.35m is exactly 261 seconds


def _duration(seconds: float) -> str:
    """The time in the largest unit that gives a whole number, or else in seconds."""
    for unit in "hm":
        if seconds and seconds % _UNITS[unit] == 0:
            return f"{int(seconds) // _UNITS[unit]}{unit}"
    text = f"{Decimal(repr(float(seconds))):f}"  # never with an exponent
    return f"{text.removesuffix('.0')}s"


# -- time used ---------------------------------------------------------------------------------------------------------


def start_clock(clock: Clock) -> Clock:
    """The same clock, with the time left of both colors set."""
    if clock.system is TimeSystem.NONE:
        return clock
    for color in (BLACK, WHITE):
        left = time_left(clock, color)
        clock = clock.with_time_left(color, left.seconds, left.stones)
    return clock


def time_left(clock: Clock, color: int) -> TimeLeft:
    """The time left of `color`: the full time if it is not set; the first period after the main time."""
    left = clock.left.get(color, TimeLeft(clock.main_time, 0))
    is_main_time_over = left.seconds == left.stones == 0
    return (_period(clock) or left) if is_main_time_over else left


def allowance(clock: Clock, color: int) -> float | None:
    """The seconds that `color` may use for its next move without losing on time; None if there is no limit.

    - absolute: what is left;
    - byoyomi: what is left of the main time and all periods, or of this period and those after it;
    - Canadian: what is left of the main time and one period, or what is left of this period.

    A move may use all of it.
    """
    if clock.system is TimeSystem.NONE:
        return None
    left, period = time_left(clock, color), _period(clock)
    if period is None:
        return left.seconds
    if clock.system is TimeSystem.BYOYOMI:
        n_more = left.stones - 1 if left.stones else period.stones
        return left.seconds + n_more * period.seconds
    return left.seconds if left.stones else left.seconds + period.seconds


def spend(clock: Clock, color: int, seconds: float) -> Clock | None:
    """The clock after `color` has used `seconds` for a move; None if that is more than its `allowance`.

    Main time is used first; the rest is taken from the first period.

    - byoyomi: a period that runs out during a move is lost, and the next one begins. The period in which the move is
      made is kept, and is full again for the next move.
    - Canadian: a move that ends in a period counts as one of its stones, even if the period began during the move. The
      rest of the period remains for the other stones; after the last of them a new period begins.
    """
    limit = allowance(clock, color)
    if limit is None:
        return clock
    if seconds > limit:
        return None
    after = _after(clock, time_left(clock, color), seconds)
    return clock.with_time_left(color, after.seconds, after.stones)


def _after(clock: Clock, left: TimeLeft, seconds: float) -> TimeLeft:
    """The time left after a move of `seconds`, which is at most the allowed time."""
    period = _period(clock)
    if period is None:
        return TimeLeft(left.seconds - seconds, 0)
    if not left.stones:
        if seconds < left.seconds:
            return TimeLeft(left.seconds - seconds, 0)
        if seconds == left.seconds:
            return period
        seconds, left = seconds - left.seconds, period
    if clock.system is TimeSystem.BYOYOMI:
        n_lost = max(0, math.ceil((seconds - left.seconds) / period.seconds))
        return TimeLeft(period.seconds, max(1, left.stones - n_lost))  # max: rounding errors must not lose a game
    if left.stones == 1:
        return period
    return TimeLeft(max(0.0, left.seconds - seconds), left.stones - 1)


def _period(clock: Clock) -> TimeLeft | None:
    """All periods of byoyomi, or a Canadian one, at its start; None if there are none."""
    has_periods = clock.system in (TimeSystem.BYOYOMI, TimeSystem.CANADIAN)
    if not has_periods or clock.period_time <= 0 or clock.period_count <= 0:
        return None
    return TimeLeft(clock.period_time, clock.period_count)
