"""The sequential test: its arithmetic, its decisions, and its errors in simulated matches."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semeai.arena.sprt import Sprt, SprtVerdict, parse_sprt

POINTS = st.lists(st.sampled_from([0, 0.5, 1]), max_size=300)


@st.composite
def sprts(draw: st.DrawFn) -> Sprt:
    elo0 = draw(st.floats(-1000, 1000))
    elo1 = elo0 + draw(st.floats(1, 1000))
    return Sprt(elo0, elo1, draw(st.floats(0.001, 0.499)), draw(st.floats(0.001, 0.499)))


# -- arithmetic ------------------------------------------------------------------------------------------------------


def test_llr_by_hand() -> None:
    """At 0 and 400 Elo the first player wins with 1/2 and 10/11."""
    sprt = Sprt(0, 400)
    win, loss = math.log((10 / 11) / (1 / 2)), math.log((1 / 11) / (1 / 2))
    assert sprt.llr(0, 0, 0) == 0
    assert sprt.llr(1, 0, 0) == pytest.approx(win)
    assert sprt.llr(0, 0, 1) == pytest.approx(loss)
    assert sprt.llr(0, 1, 0) == pytest.approx((win + loss) / 2)
    assert sprt.llr(7, 3, 2) == pytest.approx(8.5 * win + 3.5 * loss)


def test_bounds_by_hand() -> None:
    assert Sprt(0, 50).bounds == pytest.approx((math.log(1 / 19), math.log(19)))
    assert Sprt(0, 50, alpha=0.1, beta=0.2).bounds == pytest.approx((math.log(0.2 / 0.9), math.log(0.8 / 0.1)))


@given(sprts(), st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
def test_the_test_has_two_equal_sides(sprt: Sprt, wins: int, draws: int, losses: int) -> None:
    """Seen from the second player, the hypotheses and the errors change places."""
    mirror = Sprt(-sprt.elo1, -sprt.elo0, sprt.beta, sprt.alpha)
    assert mirror.llr(losses, draws, wins) == pytest.approx(-sprt.llr(wins, draws, losses), abs=1e-9)
    assert mirror.bounds == pytest.approx((-sprt.bounds[1], -sprt.bounds[0]))


@pytest.mark.parametrize("elo", [5_000, 200_000, 1e300])
def test_no_elo_difference_overflows(elo: float) -> None:
    sprt = Sprt(-elo, elo)
    assert math.isfinite(sprt.llr(3, 2, 1))
    assert sprt.decide([1])[0] is SprtVerdict.H1
    assert sprt.decide([0])[0] is SprtVerdict.H0


# -- decisions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "verdict", "n"),
    [
        ([], SprtVerdict.UNDECIDED, 0),
        ([1] * 4, SprtVerdict.UNDECIDED, 4),
        ([1] * 5, SprtVerdict.H1, 5),  # log 19 = 2.94, a win is 0.598
        ([1] * 5 + [0] * 90, SprtVerdict.H1, 5),
        ([0], SprtVerdict.UNDECIDED, 1),
        ([0, 0, 1, 1], SprtVerdict.H0, 2),  # a loss is -1.705
        ([0.5] * 5, SprtVerdict.UNDECIDED, 5),
        ([0.5] * 6, SprtVerdict.H0, 6),  # a draw is -0.553
    ],
)
def test_decisions(points: list[float], verdict: SprtVerdict, n: int) -> None:
    assert Sprt(0, 400).decide(points) == (verdict, n)


@given(sprts(), POINTS)
def test_the_decision_is_the_first_prefix_that_crosses_a_bound(sprt: Sprt, points: list[float]) -> None:
    lower, upper = sprt.bounds
    expected = (SprtVerdict.UNDECIDED, len(points))
    for n in range(1, len(points) + 1):
        llr = sprt.llr(points[:n].count(1), points[:n].count(0.5), points[:n].count(0))
        if not lower < llr < upper:
            expected = (SprtVerdict.H1 if llr >= upper else SprtVerdict.H0, n)
            break
    assert sprt.decide(points) == expected


@pytest.mark.parametrize("points", [[1, 2], [0.25], [-1], [math.nan]])
def test_no_points(points: list[float]) -> None:
    with pytest.raises(ValueError, match=r"^expected 1, 0\.5 or 0 as the points of a game$"):
        Sprt(0, 50).decide(points)


# -- errors ----------------------------------------------------------------------------------------------------------


def verdicts(sprt: Sprt, elo: float, draws: float) -> dict[SprtVerdict, float]:
    """How often each verdict falls in 4,000 matches of at most 2,000 games, with this true difference and draws."""
    rng = np.random.default_rng(7)
    share = 1 / (1 + 10 ** (-elo / 400))
    counts = dict.fromkeys(SprtVerdict, 0)
    for _ in range(4000):
        u = rng.random(2000)
        points = ((u < share - draws / 2).astype(float) + (u < share + draws / 2)) / 2
        counts[sprt.decide(points)[0]] += 1
    return {verdict: count / 4000 for verdict, count in counts.items()}


@pytest.mark.parametrize("sprt", [Sprt(0, 80), Sprt(-100, 0, alpha=0.1, beta=0.02)])
@pytest.mark.parametrize("draws", [0.0, 0.4])
def test_errors_keep_their_promise(sprt: Sprt, draws: float) -> None:
    at_elo0, at_elo1 = verdicts(sprt, sprt.elo0, draws), verdicts(sprt, sprt.elo1, draws)
    assert at_elo0[SprtVerdict.H1] <= sprt.alpha / (1 - sprt.beta)
    assert at_elo1[SprtVerdict.H0] <= sprt.beta / (1 - sprt.alpha)
    assert at_elo0[SprtVerdict.UNDECIDED] < 0.01
    assert at_elo1[SprtVerdict.UNDECIDED] < 0.01
    if not draws:  # without draws the promise is nearly used up: bounds that are too wide waste games
        assert at_elo0[SprtVerdict.H1] > 0.6 * sprt.alpha
        assert at_elo1[SprtVerdict.H0] > 0.6 * sprt.beta


def test_players_outside_the_gap_are_told_apart_more_surely() -> None:
    sprt = Sprt(0, 80)
    assert verdicts(sprt, -40, 0.0)[SprtVerdict.H1] < 0.01
    assert verdicts(sprt, 120, 0.0)[SprtVerdict.H0] < 0.01


# -- settings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sprt"),
    [
        ("0,50", Sprt(0, 50)),
        ("-10, 5.5", Sprt(-10, 5.5)),
        ("0,50,0.05,0.1", Sprt(0, 50, 0.05, 0.1)),
        (" 0 , 1e2 , .01 , .02 ", Sprt(0, 100, 0.01, 0.02)),
    ],
)
def test_parse(text: str, sprt: Sprt) -> None:
    assert parse_sprt(text) == sprt


@given(sprts())
def test_parse_reads_every_test(sprt: Sprt) -> None:
    assert parse_sprt(f"{sprt.elo0},{sprt.elo1},{sprt.alpha},{sprt.beta}") == sprt


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *[
            (text, "expected a test as elo0,elo1 or elo0,elo1,alpha,beta ")
            for text in ["", "50", "0,50,0.05", "0,50,0.05,0.05,1", "0;50", "zero,50", "0,50,", "x" * 1000]
        ],
        ("50,0", "expected finite elo0 below elo1, found 50 and 0"),
        ("50,50", "expected finite elo0 below elo1, found 50 and 50"),
        ("nan,50", "expected finite elo0 below elo1, found nan and 50"),
        ("0,inf", "expected finite elo0 below elo1, found 0 and inf"),
        ("0,50,0,0.05", "alpha must be between 0 and 0.5, not 0"),
        ("0,50,0.05,0.5", "beta must be between 0 and 0.5, not 0.5"),
        ("0,50,nan,0.05", "alpha must be between 0 and 0.5, not nan"),
    ],
)
def test_parse_errors(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}") as error:
        parse_sprt(text)
    assert len(str(error.value)) < 150


@given(st.text(max_size=60) | st.text("0123456789.,-+e naif", max_size=30))
def test_any_text_is_a_test_or_one_clear_line(text: str) -> None:
    try:
        sprt = parse_sprt(text)
    except ValueError as error:
        (line,) = str(error).splitlines()
        known = (
            "expected a test as elo0,elo1 or ",
            "expected finite elo0 below elo1",
            "alpha must be between",
            "beta must be between",
        )
        if not line.startswith(known):
            pytest.fail(line)
    else:
        assert sprt.elo0 < sprt.elo1
        assert sprt.bounds[0] < 0 < sprt.bounds[1]
