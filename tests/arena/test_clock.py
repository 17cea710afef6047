"""Time limits: their texts, and what moves cost under each of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semeai.arena.clock import allowance, format_time, parse_time, spend, start_clock, time_left
from semeai.go.clock import Clock, TimeLeft, TimeSystem
from semeai.go.points import BLACK, WHITE

ABSOLUTE, CANADIAN, BYOYOMI = TimeSystem.ABSOLUTE, TimeSystem.CANADIAN, TimeSystem.BYOYOMI


# text, clock, the text that format_time makes of it
TEXTS = [
    ("10m", Clock(ABSOLUTE, 600.0), "10m"),
    ("600", Clock(ABSOLUTE, 600.0), "10m"),
    ("1h", Clock(ABSOLUTE, 3600.0), "1h"),
    ("90s", Clock(ABSOLUTE, 90.0), "90s"),
    ("1.5m", Clock(ABSOLUTE, 90.0), "90s"),
    ("4.35m", Clock(ABSOLUTE, 261.0), "261s"),
    ("0.25", Clock(ABSOLUTE, 0.25), "0.25s"),
    ("0.0000001s", Clock(ABSOLUTE, 1e-7), "0.0000001s"),
    ("10m+5x30s", Clock(BYOYOMI, 600.0, 30.0, 5), "10m+5x30s"),
    ("0+3x5", Clock(BYOYOMI, 0.0, 5.0, 3), "0s+3x5s"),
    ("5s/move", Clock(BYOYOMI, 0.0, 5.0, 1), "5s/move"),
    ("0+1x5s", Clock(BYOYOMI, 0.0, 5.0, 1), "5s/move"),
    ("0.5/move", Clock(BYOYOMI, 0.0, 0.5, 1), "0.5s/move"),
    ("10m+25/5m", Clock(CANADIAN, 600.0, 300.0, 25), "10m+25/5m"),
    ("0s+1/1m", Clock(CANADIAN, 0.0, 60.0, 1), "0s+1/1m"),
]


@pytest.mark.parametrize(("text", "clock", "canonical"), TEXTS)
def test_texts(text: str, clock: Clock, canonical: str) -> None:
    assert parse_time(text) == clock
    assert format_time(clock) == canonical


BAD_TEXTS = (
    "| |none|m|ten|-5m|+5m|1e3|inf|nan|10 m|10d|10M|0|0s|0s/move|5s/stone|5s/|/move|10m+|10m+5x|10m+x30s|10m+5x0"
    "|10m+0x30s|10m+1.5x30s|10m+0/5m|10m+25/0|10m+25/|5x30s|25/5m|10m+5x30s+5x30s|.5|5.|٣m"
).split("|")


@pytest.mark.parametrize("text", [*BAD_TEXTS, "10m\n", "9" * 400, "10m+" + "9" * 400 + "x1s"])
def test_bad_texts(text: str) -> None:
    with pytest.raises(
        ValueError, match=r"^expected a time limit such as 10m \(absolute\), .*5s/move.*; found '.*'"
    ) as error:
        parse_time(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("clock", [Clock(), Clock(ABSOLUTE, 0.0), Clock(BYOYOMI, 9.0, 5.0, 0), Clock(CANADIAN, 9.0)])
def test_clocks_without_a_text(clock: Clock) -> None:
    with pytest.raises(ValueError, match="no time left to play with, or no limit"):
        format_time(clock)


durations = st.one_of(
    st.integers(1, 10**6).map(float), st.floats(1e-9, 1e9), st.integers(1, 999).map(lambda n: float(3600 * n))
)
mains = st.just(0.0) | durations
counts = st.integers(1, 10**9 - 1)
clocks = st.one_of(
    st.builds(Clock, st.just(ABSOLUTE), durations),
    st.builds(Clock, st.sampled_from([BYOYOMI, CANADIAN]), mains, durations, counts),
)


@given(clocks)
def test_texts_make_the_same_clock_again(clock: Clock) -> None:
    assert parse_time(format_time(clock)) == clock


# A side's time as (seconds, stones), the allowance, a move's seconds, and the time after it (None: lost).
SPENT = [
    # absolute
    ("10s", (10, 0), 10, 4, (6, 0)),
    ("10s", (10, 0), 10, 10, (0, 0)),
    ("10s", (10, 0), 10, 10.1, None),
    ("10s", (0, 0), 0, 0, (0, 0)),
    ("10s", (0, 0), 0, 0.1, None),
    # byoyomi: main time
    ("10s+3x5s", (10, 0), 25, 4, (6, 0)),
    ("10s+3x5s", (10, 0), 25, 10, (5, 3)),
    ("10s+3x5s", (10, 0), 25, 12, (5, 3)),
    ("10s+3x5s", (10, 0), 25, 15, (5, 3)),
    ("10s+3x5s", (10, 0), 25, 15.1, (5, 2)),
    ("10s+3x5s", (10, 0), 25, 20, (5, 2)),
    ("10s+3x5s", (10, 0), 25, 25, (5, 1)),
    ("10s+3x5s", (10, 0), 25, 25.1, None),
    # byoyomi: periods
    ("10s+3x5s", (5, 3), 15, 0, (5, 3)),
    ("10s+3x5s", (5, 3), 15, 5, (5, 3)),
    ("10s+3x5s", (5, 3), 15, 5.1, (5, 2)),
    ("10s+3x5s", (5, 3), 15, 10.1, (5, 1)),
    ("10s+3x5s", (5, 3), 15, 15.1, None),
    ("10s+3x5s", (2, 3), 12, 3, (5, 2)),  # a controller may say that a period has begun already
    ("10s+3x5s", (5, 1), 5, 5, (5, 1)),
    ("10s+3x5s", (5, 1), 5, 5.1, None),
    ("5s/move", (5, 1), 5, 4.9, (5, 1)),
    ("5s/move", (5, 1), 5, 5.1, None),
    # Canadian: main time
    ("10s+3/5s", (10, 0), 15, 4, (6, 0)),
    ("10s+3/5s", (10, 0), 15, 10, (5, 3)),
    ("10s+3/5s", (10, 0), 15, 12, (3, 2)),
    ("10s+3/5s", (10, 0), 15, 15, (0, 2)),
    ("10s+3/5s", (10, 0), 15, 15.1, None),
    ("10s+1/5s", (10, 0), 15, 12, (5, 1)),
    # Canadian: periods
    ("10s+3/5s", (5, 3), 5, 2, (3, 2)),
    ("10s+3/5s", (3, 2), 3, 3, (0, 1)),
    ("10s+3/5s", (0, 1), 0, 0, (5, 3)),
    ("10s+3/5s", (1, 1), 1, 0.5, (5, 3)),
    ("10s+3/5s", (1, 1), 1, 1, (5, 3)),
    ("10s+3/5s", (1, 1), 1, 1.1, None),
    # main time that is over, as a controller tells it
    ("10s+3x5s", (0, 0), 15, 6, (5, 2)),
    ("10s+3/5s", (0, 0), 5, 2, (3, 2)),
]


@pytest.mark.parametrize(("text", "before", "allowed", "seconds", "after"), SPENT)
def test_what_a_move_costs(
    text: str, before: tuple[float, int], allowed: float, seconds: float, after: tuple[float, int] | None
) -> None:
    clock = parse_time(text).with_time_left(WHITE, *before).with_time_left(BLACK, 1.0, 1)
    assert allowance(clock, WHITE) == allowed
    spent = spend(clock, WHITE, seconds)
    assert spent == (None if after is None else clock.with_time_left(WHITE, *after))


@pytest.mark.parametrize(
    ("clock", "left", "allowed"),
    [
        (Clock(ABSOLUTE, 10.0), TimeLeft(10.0, 0), 10.0),
        (Clock(BYOYOMI, 10.0, 5.0, 3), TimeLeft(10.0, 0), 25.0),
        (Clock(BYOYOMI, 0.0, 5.0, 3), TimeLeft(5.0, 3), 15.0),
        (Clock(CANADIAN, 10.0, 5.0, 3), TimeLeft(10.0, 0), 15.0),
        (Clock(CANADIAN, 0.0, 5.0, 3), TimeLeft(5.0, 3), 5.0),
        (Clock(BYOYOMI, 10.0, 5.0, 0), TimeLeft(10.0, 0), 10.0),  # GTP can say this: periods that are none
        (Clock(CANADIAN, 10.0, 0.0, 3), TimeLeft(10.0, 0), 10.0),
    ],
)
def test_the_start_of_a_game(clock: Clock, left: TimeLeft, allowed: float) -> None:
    started = start_clock(clock)
    assert started.left == {BLACK: left, WHITE: left}
    assert time_left(clock, BLACK) == left
    assert allowance(clock, BLACK) == allowance(started, WHITE) == allowed
    assert start_clock(started) == started


def test_no_limit() -> None:
    assert start_clock(Clock()) == Clock()
    assert allowance(Clock(), BLACK) is None
    assert spend(Clock(), BLACK, 1e9) == Clock()


@given(clocks, st.lists(st.floats(0, 1.2), max_size=20))
def test_a_game_is_lost_on_time_just_when_a_move_takes_more_than_is_allowed(clock: Clock, shares: list[float]) -> None:
    for share in shares:
        allowed = allowance(clock, BLACK)
        spent = spend(clock, BLACK, share * allowed)
        if share * allowed > allowed:
            assert spent is None
            return
        clock = spent
        left = time_left(clock, BLACK)
        assert left.seconds >= 0
        assert left.stones <= clock.period_count
        assert WHITE not in clock.left
