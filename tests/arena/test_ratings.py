"""Ratings: the estimate against other ways to it, its intervals against simulations, and records without an end."""

import math
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import binomtest

from semeai.arena.ratings import ELO, PlayerRating, Ratings, elo_difference, elo_of_share, rate, share_interval

Matrix = npt.NDArray[np.float64]


def table(text: str) -> Matrix:
    """Wins from rows like "0 3 1.5", one for each player."""
    return np.array([[float(x) for x in line.split()] for line in text.strip().splitlines()])


def by_name(ratings: Ratings) -> dict[str, PlayerRating]:
    return {row.name: row for row in ratings.rows}


def chances(elo: Matrix) -> Matrix:
    return 1 / (1 + 10 ** (-np.subtract.outer(elo, elo) / 400))


def round_robin(rng: np.random.Generator, elo: Matrix, games: npt.NDArray[np.int64]) -> Matrix:
    """Simulated wins of players of these strengths, who play the games above the diagonal of `games`."""
    wins = np.triu(rng.binomial(games, chances(elo)), 1)
    return wins + np.triu(games - wins, 1).T.astype(float)


def maximum(wins: Matrix, penalty: float) -> Matrix:
    """The Elo, their mean zero, at the maximum of log likelihood + penalty * log det(information), by brute force."""

    def loss(free: Matrix) -> float:
        t = np.append(free, 0)
        p = 1 / (1 + np.exp(-np.subtract.outer(t, t)))
        weight = (wins + wins.T) * p * p.T
        information = np.diag(weight.sum(axis=1)) - weight
        # without the last player, who is held fixed: this minor is the information of the rest
        return -float((wins * np.log(p)).sum() + penalty * np.linalg.slogdet(information[:-1, :-1])[1])

    found = minimize(loss, np.zeros(len(wins) - 1), method="BFGS", options={"gtol": 1e-5})
    t = np.append(found.x, 0)
    return ELO * (t - t.mean())


def elos(names: str, wins: Matrix) -> Matrix:
    rows = by_name(rate(names, wins))
    return np.array([rows[name].elo for name in names])


CLOSE = table("0 3 1.5 2\n 1 0 2 2.5\n 2.5 1 0 1\n 1 0.5 4 0")
ONE_SIDED = table("0 3 4 0\n 0 0 2 1\n 0 0 0 5\n 0 3 0 0")
SETS = table("0 2 3 0\n 1 0 0 4\n 0 0 0 2\n 0 0 1 0")
# from here plain Newton steps run away
WILD = table(
    """
    0 0   0  0 0   0 0 0
    0 0   0  0 8   0 0 0
    0 54  0  0 0   0 6 0
    0 0   0  0 8 468 1 0
    0 0   4  0 0   0 0 191
    0 0  97  0 0   0 0 0
    121 4 0  0 0 113 0 0
    557 0 0  0 0   0 1 0
    """
)


# -- the estimate ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("won", "lost"), [(7, 3), (2.5, 0.5), (1, 0), (0, 12), (3, 3)])
def test_two_players_get_half_a_point_each(won: float, lost: float) -> None:
    """One pairing has leverage 1: p = (w + 1/2) / (n + 1), and the variance of its log odds is 1 / (n p q)."""
    ratings = rate(["a", "b"], table(f"0 {won} \n {lost} 0"), anchor="b", anchor_elo=1000)
    n = won + lost
    p = (won + 0.5) / (n + 1)
    deviation = 400 / math.log(10) / math.sqrt(n * p * (1 - p))
    a, b = by_name(ratings)["a"], by_name(ratings)["b"]
    assert a.elo == pytest.approx(1000 + 400 * math.log10(p / (1 - p)))
    assert (a.high - a.elo, a.elo - a.low) == pytest.approx((1.959964 * deviation, 1.959964 * deviation))
    assert (b.elo, b.low, b.high) == (1000, 1000, 1000)
    assert (a.games, a.score, b.score) == (n, won / n, lost / n)
    z = (a.elo - 1000) / deviation
    assert ratings.superiority == pytest.approx(
        np.array([[0.5, (1 + math.erf(z / 2**0.5)) / 2], [(1 - math.erf(z / 2**0.5)) / 2, 0.5]])
    )


@pytest.mark.parametrize("wins", [CLOSE, ONE_SIDED, SETS, WILD])
def test_the_estimate_is_the_mode_under_jeffreys_prior(wins: Matrix) -> None:
    assert elos("abcdefgh"[: len(wins)], wins) == pytest.approx(maximum(wins, penalty=0.5), abs=0.02)


def test_many_games_give_maximum_likelihood() -> None:
    rng = np.random.default_rng(1)
    wins = round_robin(rng, np.linspace(-200, 300, 5), np.full((5, 5), 20_000))
    assert elos("abcde", wins) == pytest.approx(maximum(wins, penalty=0), abs=0.1)


def test_single_games_count_beside_millions() -> None:
    """Rounding in the many games must not drown the few: c and e are linked to the rest by seven games, b by one."""
    wins = np.zeros((8, 8))
    wins[2, 4], wins[4, 2] = 10299, 80718
    wins[3, 5:], wins[5:, 3] = (20299, 220896, 17900), (10841, 197136, 19603)
    wins[5, 6], wins[6, 5] = 96618, 160002
    wins *= 30
    wins[0, 5], wins[5, 0], wins[6, 2], wins[7, 1] = 101, 53, 7, 1
    rows = by_name(rate("abcdefgh", wins))
    # both links are the only ones: half a point is added to each side
    assert rows["h"].elo - rows["b"].elo == pytest.approx(400 * math.log10(1.5 / 0.5), abs=1e-3)
    assert rows["g"].elo - rows["c"].elo == pytest.approx(400 * math.log10(7.5 / 0.5), abs=1e-3)


@pytest.mark.parametrize("n", [1, 1000])
def test_a_perfect_ladder_settles(n: int) -> None:
    """Fifty players, each of whom beats all those below: nothing in it is finite without the prior."""
    names = [f"p{i}" for i in range(50)]
    ratings = rate(names, np.triu(np.full((50, 50), float(n)), 1))
    elo = [row.elo for row in ratings.rows]
    assert [row.name for row in ratings.rows] == names
    assert all(above > below + 100 for above, below in pairwise(elo))
    assert elo == pytest.approx([-x for x in reversed(elo)], abs=0.01)


@pytest.mark.parametrize("wins", [CLOSE, ONE_SIDED, SETS, table("0 1 0 0\n 0 0 0 0\n 0 0 0 0\n 0 0 0 0")])
@pytest.mark.parametrize("anchor", [None, "c"])
def test_the_order_of_players_does_not_matter(wins: Matrix, anchor: str | None) -> None:
    order = [2, 0, 3, 1]
    straight = rate("abcd", wins, anchor)
    mixed = rate(["abcd"[i] for i in order], wins[np.ix_(order, order)], anchor)
    for name, row in by_name(straight).items():
        twin = by_name(mixed)[name]
        assert (row.games, row.label) == (twin.games, twin.label)
        assert (row.elo, row.low, row.high, row.score) == pytest.approx(
            (twin.elo, twin.low, twin.high, twin.score), abs=1e-3, nan_ok=True
        )
    assert mixed.superiority == pytest.approx(straight.superiority[np.ix_(order, order)], abs=1e-5, nan_ok=True)


def test_an_anchor_moves_ratings_and_their_intervals() -> None:
    free, held = rate("abcd", CLOSE), rate("abcd", CLOSE, anchor="b", anchor_elo=1500)
    b = by_name(free)["b"]
    for row in held.rows:
        assert row.elo - 1500 == pytest.approx(by_name(free)[row.name].elo - b.elo)
        assert (row.low == row.elo == row.high) == (row.name == "b")
    assert sum(row.elo for row in free.rows) == pytest.approx(0, abs=1e-9)
    assert [row.name for row in held.rows] == [row.name for row in free.rows]
    assert (held.superiority == free.superiority).all()


def test_rows_are_ordered_and_superiority_is_a_chance_for_one_of_two() -> None:
    ratings = rate("abcd", CLOSE)
    assert all(above.elo >= below.elo for above, below in pairwise(ratings.rows))
    assert ratings.superiority + ratings.superiority.T == pytest.approx(np.ones((4, 4)))
    top, last = ("abcd".index(ratings.rows[i].name) for i in (0, -1))
    assert 0.5 < ratings.superiority[top, last] < 1


def test_draws_alone_make_equals() -> None:
    ratings = rate("abc", table("0 2 0\n 2 0 1.5\n 0 1.5 0"))
    assert [row.elo for row in ratings.rows] == pytest.approx([0, 0, 0])
    assert [row.label for row in ratings.rows] == ["", "", ""]
    assert ratings.superiority == pytest.approx(np.full((3, 3), 0.5))


# -- one-sided records -----------------------------------------------------------------------------------------------

WON, LOST, GUESS = "won every game: at least", "lost every game: at most", "one-sided results only: a guess"
SIDE_WON, SIDE_LOST = (f"its side never {x} the rest: at {y}" for x, y in (("lost to", "least"), ("beat", "most")))
ABOVE, BELOW = (label.replace("the rest", "the anchor's") for label in (SIDE_WON, SIDE_LOST))


@pytest.mark.parametrize(
    ("wins", "anchor", "labels"),
    [
        (CLOSE, None, ["", "", "", ""]),
        (ONE_SIDED, None, [WON, SIDE_LOST, SIDE_LOST, SIDE_LOST]),
        (ONE_SIDED, "a", ["", BELOW, BELOW, BELOW]),
        (ONE_SIDED, "b", [WON, "", "", ""]),
        (ONE_SIDED.T, None, [LOST, SIDE_WON, SIDE_WON, SIDE_WON]),
        (ONE_SIDED.T, "a", ["", ABOVE, ABOVE, ABOVE]),
        (SETS, None, [SIDE_WON, SIDE_WON, SIDE_LOST, SIDE_LOST]),
        (SETS, "d", [ABOVE, ABOVE, "", ""]),
        (table("0 1 0 0\n 0 0 1 0\n 0 0 0 1\n 0 0 0 0"), None, [WON, GUESS, GUESS, LOST]),
        (table("0 1 0 0\n 0 0 1 0\n 0 0 0 1\n 0 0 0 0"), "c", [WON, ABOVE, "", LOST]),
        # two who beat the same players and never met each other
        (table("0 0 2 2\n 0 0 2 2\n 0 0 0 1\n 0 0 1 0"), None, [WON, WON, SIDE_LOST, SIDE_LOST]),
        (table("0 0 2 2\n 0 0 2 2\n 0 0 0 1\n 0 0 1 0"), "a", ["", GUESS, BELOW, BELOW]),
    ],
)
def test_one_sided_records_are_finite_and_say_so(wins: Matrix, anchor: str | None, labels: list[str]) -> None:
    rows = by_name(rate("abcd", wins, anchor))
    assert [rows[name].label for name in "abcd"] == labels
    for row in rows.values():
        assert np.isfinite([row.elo, row.low, row.high]).all()
        assert row.low < row.elo < row.high or row.name == anchor


def test_more_wins_in_a_row_say_more() -> None:
    elo = [by_name(rate("ab", table(f"0 {n}\n 0 0"), anchor="b"))["a"].elo for n in (1, 10, 100, 10_000, 1_000_000)]
    assert all(more > fewer + 100 for fewer, more in pairwise(elo))


# -- players who cannot be compared ----------------------------------------------------------------------------------

#                     a      b     c      d     e      f (nobody played f)
APART = table("0 9 0 0 0 0\n 7 0 0 0 0 0\n 0 0 0 2 2 0\n 0 0 1 0 2 0\n 0 0 1 0 0 0\n 0 0 0 0 0 0")


def test_groups_without_games_between_them_are_rated_apart() -> None:
    ratings = rate("abcdef", APART)
    assert [row.name for row in ratings.rows] == ["c", "d", "e", "a", "b", "f"]
    assert [row.label for row in ratings.rows] == ["", "", ""] + 2 * ["not linked to the largest group"] + ["no games"]
    assert elos("abcdef", APART)[:5] == pytest.approx(
        np.concatenate([elos("ab", APART[:2, :2]), elos("cde", APART[2:5, 2:5])])
    )
    linked = np.zeros((6, 6), dtype=bool)
    linked[:2, :2] = linked[2:5, 2:5] = linked[5, 5] = True
    assert (np.isfinite(ratings.superiority) == linked).all()
    assert (ratings.superiority.diagonal() == 0.5).all()


def test_the_anchor_says_which_group_counts() -> None:
    ratings = rate("abcdef", APART, anchor="b", anchor_elo=100)
    rows = by_name(ratings)
    assert [row.name for row in ratings.rows] == ["a", "b", "c", "d", "e", "f"]
    assert rows["b"].elo == 100
    assert rows["c"].elo + rows["d"].elo + rows["e"].elo == pytest.approx(0, abs=1e-9)
    assert [rows[name].label for name in "abcdef"] == ["", ""] + 3 * ["not linked to the anchor"] + ["no games"]


def test_both_reasons_are_told() -> None:
    wins = table("0 1 0 0\n 1 0 0 0\n 0 0 0 2\n 0 0 0 0")
    assert [row.label for row in rate("abcd", wins, anchor="a").rows[2:]] == [
        f"not linked to the anchor; {WON}",
        f"not linked to the anchor; {LOST}",
    ]


def test_no_games() -> None:
    f = by_name(rate("abcdef", APART))["f"]
    assert np.isnan([f.elo, f.low, f.high, f.score]).all()
    assert f.games == 0
    empty = rate("ab", np.zeros((2, 2)))
    assert [row.label for row in empty.rows] == ["no games", "no games"]
    assert rate([], np.zeros((0, 0))).rows == ()


def test_an_anchor_without_games_stands_where_it_was_put() -> None:
    first, *others = rate("abcdef", APART, anchor="f", anchor_elo=7).rows
    assert (first.name, first.elo, first.low, first.high, first.label) == ("f", 7, 7, 7, "no games")
    assert {row.label for row in others} == {"not linked to the anchor"}


@pytest.mark.parametrize(
    ("names", "wins", "anchor", "message"),
    [
        ("ab", "0 1\n 0 0", "x", "the anchor 'x' is not among the players: a, b"),
        ("aa", "0 1\n 0 0", None, "two players have the same name"),
        ("abc", "0 1\n 0 0", None, r"expected the wins of 3 players as a matrix of 3x3, found the shape \(2, 2\)"),
        ("ab", "0 1 0\n 0 0 0", None, r"expected the wins of 2 players as a matrix of 2x2, found the shape \(2, 3\)"),
        ("ab", "0 -1\n 2 0", None, "expected finite numbers of wins, 0 or more"),
        ("ab", "0 nan\n 2 0", None, "expected finite numbers of wins, 0 or more"),
        ("ab", "0 inf\n 2 0", None, "expected finite numbers of wins, 0 or more"),
        ("ab", "1 1\n 2 0", None, "expected zeros on the diagonal"),
    ],
)
def test_bad_input(names: str, wins: str, anchor: str | None, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        rate(names, table(wins), anchor)


def test_bad_anchor_elo() -> None:
    with pytest.raises(ValueError, match=r"^expected a finite number as the Elo of the anchor, found nan$"):
        rate("ab", table("0 1\n 1 0"), "a", math.nan)


# -- do the intervals hold? ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("anchor", [None, 0])
def test_intervals_hold_the_truth(anchor: int | None) -> None:
    """95% intervals after 2,000 games of eight players over 500 Elo, in 1,000 repetitions."""
    rng = np.random.default_rng(2024)
    truth = np.array([-250.0, -190, -120, -20, 40, 90, 200, 250])
    games = np.zeros((8, 8), dtype=np.int64)
    games[np.triu_indices(8, 1)] = [71 + (pairing < 2000 - 28 * 71) for pairing in range(28)]
    names = "abcdefgh"
    relative = truth - (truth.mean() if anchor is None else truth[anchor])
    held = []
    for _ in range(1000):
        rows = by_name(rate(names, round_robin(rng, truth, games), None if anchor is None else names[anchor]))
        held.append([rows[name].low <= elo <= rows[name].high for name, elo in zip(names, relative, strict=True)])
    assert sum(row.games for row in rows.values()) == 2 * 2000
    players = [i for i in range(8) if i != anchor]
    assert 0.93 < np.array(held)[:, players].mean() < 0.97


# -- one match -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "n", "low", "high"),
    [
        (0, 0, 0, 1),
        (5, 10, 0.236593, 0.763407),
        (1, 1, 0.206549, 1),  # 1 / (1 + z**2)
        (0, 10, 0, 0.277533),  # z**2 / (n + z**2)
    ],
)
def test_share_intervals(points: float, n: int, low: float, high: float) -> None:
    assert share_interval(points, n) == pytest.approx((low, high), abs=1e-6)


@pytest.mark.parametrize(("points", "n"), [(55, 100), (1, 7), (999, 1000)])
def test_share_intervals_are_wilsons(points: int, n: int) -> None:
    known = binomtest(points, n).proportion_ci(0.95, method="wilson")
    assert share_interval(points, n) == pytest.approx((known.low, known.high))


def test_share_intervals_hold_the_truth() -> None:
    """Wilson's interval holds a true share in about 95% of matches, whatever the share."""
    for n in (20, 100):
        holds = []
        for share in np.linspace(0.05, 0.95, 91):
            chance = [math.comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(n + 1)]
            inside = [low <= share <= high for low, high in (share_interval(k, n) for k in range(n + 1))]
            holds.append(np.dot(chance, inside))
        assert 0.94 < np.mean(holds) < 0.965


@given(st.integers(0, 10**6), st.data())
def test_share_intervals_are_shares_around_the_share(n: int, data: st.DataObject) -> None:
    points = data.draw(st.integers(0, 2 * n)) / 2
    low, high = share_interval(points, n)
    assert 0 <= low < high <= 1
    assert n == 0 or low <= points / n <= high
    elo, elo_low, elo_high = elo_difference(points, n)
    assert -math.inf < elo_low < elo < elo_high < math.inf
    assert low == 0 or elo_low == elo_of_share(low)  # what is said of the share is said of the Elo
    assert high == 1 or elo_high == elo_of_share(high)


@pytest.mark.parametrize(("points", "n"), [(-0.5, 3), (3.5, 3), (math.nan, 3), (1, 0), (0, -1)])
def test_impossible_points(points: float, n: int) -> None:
    with pytest.raises(ValueError, match=f"^expected 0 to {n} points in {n} games, found {points:g}$"):
        share_interval(points, n)
    with pytest.raises(ValueError, match=f"^expected 0 to {n} points in {n} games, found {points:g}$"):
        elo_difference(points, n)


@pytest.mark.parametrize(
    ("share", "elo"), [(0.5, 0), (10 / 11, 400), (1 / 11, -400), (0.64, 99.9512), (0, -math.inf), (1, math.inf)]
)
def test_elo_of_share(share: float, elo: float) -> None:
    assert elo_of_share(share) == pytest.approx(elo, abs=1e-3)


@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan])
def test_no_share(share: float) -> None:
    with pytest.raises(ValueError, match=r"^expected a share between 0 and 1, found "):
        elo_of_share(share)


@pytest.mark.parametrize(("points", "n"), [(6.5, 10), (10, 10), (0, 3), (50, 50)])
def test_a_match_shows_what_ratings_do(points: float, n: int) -> None:
    elo, low, high = elo_difference(points, n)
    assert elo == pytest.approx(by_name(rate("ab", table(f"0 {points}\n {n - points} 0"), "b"))["a"].elo)
    mirrored = elo_difference(n - points, n)
    assert mirrored == pytest.approx((-elo, -high, -low))
