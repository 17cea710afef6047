"""How long a search may think: by hand, and never so long that a game is lost on time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semeai.arena.clock import allowance, parse_time, spend, start_clock
from semeai.go.clock import Clock, TimeLeft, TimeSystem
from semeai.go.points import BLACK, WHITE
from semeai.players.search.budget import WITHOUT_LIMIT, Budget, plan, share_of_clock

UNLIMITED = Clock()
MINUTE = Clock(TimeSystem.ABSOLUTE, 60.3)


@pytest.mark.parametrize(
    ("playouts", "seconds", "clock", "expected"),
    [
        (0, 0.0, UNLIMITED, Budget(None, WITHOUT_LIMIT)),
        (1000, 0.0, UNLIMITED, Budget(1000, None)),
        (0, 2.5, UNLIMITED, Budget(None, 2.5)),
        (1000, 2.5, UNLIMITED, Budget(1000, 2.5)),
        (0, 0.0, MINUTE, Budget(None, 1.5)),  # after 0 of 100 moves
        (1000, 0.0, MINUTE, Budget(1000, 1.5)),
        (0, 2.5, MINUTE, Budget(None, 1.5)),
        (0, 0.5, MINUTE, Budget(None, 0.5)),
    ],
)
def test_the_tightest_limit_counts(playouts: int, seconds: float, clock: Clock, expected: Budget) -> None:
    found = plan(playouts, seconds, clock, BLACK, n_moves=0, area=100)
    assert found == Budget(expected.playouts, expected.seconds and pytest.approx(expected.seconds))


@pytest.mark.parametrize(
    ("text", "left", "n_moves", "expected"),
    [
        ("60.3s", None, 0, 1.5),  # 40 moves each to go, a little kept back
        ("60.3s", None, 40, 3.0),
        ("60.3s", None, 300, 5.0),  # never fewer than twelve to go
        ("60.3s", (12.3, 0), 300, 1.0),
        ("60.3s", (0.2, 0), 300, 0.0),
        ("1s/move", None, 0, 0.7),
        ("1s/move", (1.0, 1), 0, 0.7),
        ("1s/move", (0.0, 0), 0, 0.7),
        ("0s+5x10s", (10.0, 3), 0, 8.5),  # one period a move
        ("0s+5x10s", (4.0, 1), 0, 3.4),
        ("60.3s+5x10s", None, 0, 1.5 + 8.5),
        ("60.3s+5x10s", (0.0, 0), 0, 8.5),
        ("60.3s+10/100s", None, 0, 8.5),
        ("600.3s+10/100s", None, 0, 15.0),
        ("60.3s+10/100s", (30.0, 3), 0, 8.5),
        ("60.3s+10/100s", (0.1, 1), 0, 0.0),
    ],
)
def test_what_a_clock_leaves(text: str, left: tuple[float, int] | None, n_moves: int, expected: float) -> None:
    clock = parse_time(text)
    if left:
        clock = clock.with_time_left(WHITE, *left).with_time_left(BLACK, 1e6, 1)
    assert share_of_clock(clock, WHITE, n_moves, area=100) == pytest.approx(expected)


times = st.one_of(st.just(0.0), st.floats(0, 2), st.floats(0, 10_000))
clocks = st.builds(
    Clock,
    system=st.sampled_from(TimeSystem),
    main_time=times,
    period_time=times,
    period_count=st.integers(0, 30),
    left=st.dictionaries(st.sampled_from([BLACK, WHITE]), st.builds(TimeLeft, times, st.integers(0, 30))),
)


@given(clocks, st.integers(0, 1000), st.sampled_from([4, 25, 81, 361]))
def test_never_more_than_is_allowed(clock: Clock, n_moves: int, area: int) -> None:
    limit = allowance(clock, BLACK)
    seconds = plan(0, 0, clock, BLACK, n_moves, area).seconds
    assert seconds is not None
    assert seconds >= 0
    assert limit is None or seconds <= limit


@pytest.mark.parametrize("text", ["1m", "5s", "1s/move", "10s+3x1s", "0s+5x0.5s", "20s+10/10s", "0s+1/2s", "5s+25/5s"])
@pytest.mark.parametrize("area", [81, 361])
def test_a_long_game_is_not_lost_on_time(text: str, area: int) -> None:
    """Every move takes a thousandth of a second more than planned, and the game lasts half again as many as points."""
    clock: Clock | None = start_clock(parse_time(text))
    for n_moves in range(0, area * 3 // 2, 2):
        assert clock is not None
        seconds = plan(0, 0, clock, BLACK, n_moves, area).seconds or 0.0
        clock = spend(clock, BLACK, seconds + 0.001)
    assert clock is not None
