"""Time settings and time left, as GTP sends them."""

from semeai.go.clock import Clock, TimeSystem
from semeai.gtp.arguments import read_integer, read_number
from semeai.gtp.protocol import GtpError, shorten

_ARGUMENTS = {TimeSystem.NONE: 0, TimeSystem.ABSOLUTE: 1, TimeSystem.CANADIAN: 3, TimeSystem.BYOYOMI: 3}


def parse_time_settings(main_time: str, period_time: str, stones: str) -> Clock:
    """The clock of GTP's own `time_settings`: absolute or Canadian time, or none. Raises GtpError."""
    main, period, count = _seconds(main_time), _seconds(period_time), _count(stones)
    if period > 0 and count == 0:  # the specification's code for unlimited time
        return Clock()
    if period == 0:
        return Clock(TimeSystem.ABSOLUTE, main)
    return Clock(TimeSystem.CANADIAN, main, period, count)


def parse_kgs_time_settings(system: str, *numbers: str) -> Clock:
    """The clock of `kgs-time_settings`, which also supports byoyomi. Raises GtpError."""
    try:
        kind = TimeSystem(system)
    except ValueError:
        known = ", ".join(TimeSystem)
        raise GtpError(f"syntax error: expected a time system ({known}), found {shorten(system)}") from None
    if len(numbers) != _ARGUMENTS[kind]:
        raise GtpError(f"syntax error: expected {_ARGUMENTS[kind]} numbers for {kind} time, found {len(numbers)}")
    if kind is TimeSystem.NONE:
        return Clock()
    if kind is TimeSystem.ABSOLUTE:
        return Clock(kind, _seconds(numbers[0]))
    return Clock(kind, _seconds(numbers[0]), _seconds(numbers[1]), _count(numbers[2]))


def parse_time_left(seconds: str, stones: str) -> tuple[float, int]:
    """The arguments of `time_left`. Slow controllers may send negative times, which count as zero. Raises GtpError."""
    return max(0.0, read_number(seconds)), _count(stones)


def _seconds(text: str) -> float:
    seconds = read_number(text)
    if seconds < 0:
        raise GtpError(f"syntax error: expected a time of zero or more, found {seconds:g}")
    return seconds


def _count(text: str) -> int:
    count = read_integer(text)
    if count < 0:
        raise GtpError(f"syntax error: expected zero or more stones, found {count}")
    return count
