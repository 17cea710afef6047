"""The budget of a search: playouts, seconds, or a share of the time on the clock."""

from dataclasses import dataclass

from semeai.go.clock import Clock, TimeLeft, TimeSystem

WITHOUT_LIMIT = 5.0  # seconds per move if there is no limit
RESERVE = 0.3  # seconds of each period kept in reserve, in case the machine is busy
MARGIN = 0.15  # least share of a period kept in reserve
FEWEST_MOVES_LEFT = 12


@dataclass(frozen=True)
class Budget:
    """The limits of a search, which ends at the first that is reached. None means no limit."""

    playouts: int | None
    seconds: float | None


def plan(playouts: int, seconds: float, clock: Clock, color: int, n_moves: int, area: int) -> Budget:
    """The budget of the next move of `color`, after `n_moves` on a board of `area` points.

    `playouts` and `seconds` are the player's own limits, 0 for none. A clock is a further limit. Without any of the
    three a move takes a few seconds.
    """
    limits = [seconds] if seconds else []
    if clock.system is not TimeSystem.NONE:
        limits.append(share_of_clock(clock, color, n_moves, area))
    if not limits and not playouts:
        limits.append(WITHOUT_LIMIT)
    return Budget(playouts or None, min(limits, default=None))


def share_of_clock(clock: Clock, color: int, n_moves: int, area: int) -> float:
    """The seconds of the clock to spend on this move, with the rest kept for the moves to come."""
    left = clock.left.get(color, TimeLeft(clock.main_time, 0))
    n_moves_left = max(FEWEST_MOVES_LEFT, (0.8 * area - n_moves) / 2)
    main = max(0.0, left.seconds - RESERVE) / n_moves_left
    if clock.system is TimeSystem.ABSOLUTE or clock.period_time <= 0 or clock.period_count <= 0:
        return main
    if clock.system is TimeSystem.CANADIAN:
        if left.stones:
            return _safe(left.seconds / left.stones)
        return max(main, _safe(clock.period_time / clock.period_count))
    if left.stones:
        return _safe(left.seconds)
    if left.seconds <= 0:
        return _safe(clock.period_time)
    return main + _safe(clock.period_time)


def _safe(seconds: float) -> float:
    return max(0.0, min(seconds - RESERVE, (1 - MARGIN) * seconds))
