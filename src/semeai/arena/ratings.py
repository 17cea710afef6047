"""Ratings: the strength of players from all their games at once, on the Elo scale, with intervals.

The model is Bradley and Terry's (1952): P(i beats j) = 1 / (1 + 10 ** (-(R_i - R_j) / 400)), a draw is half a win for
each. The estimate is maximum likelihood with Firth's bias reduction (1993), which is the mode under Jeffreys' prior. It
stays finite for players, and for sets of players, that won or lost every game, where plain maximum likelihood diverges
(Heinze and Schemper 2002). The steps, with the strengths t in natural units:

1. The Fisher information I is the Laplacian of the pairings with weights n p q (n games, p and q the chances).
2. Every pairing has a leverage h = n p q (e_i - e_j)' I^+ (e_i - e_j): its share in the estimate, between 0 and 1.
3. Both sides of every pairing are given h / 2 extra wins.
4. A Newton step of t for the wins of 3, shortened where it is long, then 1 again, until it converges.

Intervals are Wald's, from the covariance I^+; from I^+ B I^+ (Huber 1967) where games are played in pairs, B being the
actual variance of the results. Two players that met n times get chances (w + 1/2) / (n + 1).

    R. A. Bradley, M. E. Terry: Rank analysis of incomplete block designs. Biometrika 39 (1952), 324-345.
    D. Firth: Bias reduction of maximum likelihood estimates. Biometrika 80 (1993), 27-38.
    G. Heinze, M. Schemper: A solution to the problem of separation in logistic regression. Stat. Med. 21 (2002),
    2409-2419.
    P. J. Huber: The behavior of maximum likelihood estimates under nonstandard conditions. Fifth Berkeley Symposium
    (1967), 221-233.
    E. B. Wilson: Probable inference, the law of succession, and statistical inference. JASA 22 (1927), 209-212.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float64]
Relation = npt.NDArray[np.bool_]

ELO = 400 / math.log(10)  # Elo points of one natural unit
Z95 = 1.959963984540054  # standard deviations on either side that hold 95% of a normal distribution

_TOLERANCE = 1e-7  # natural units, some hundred-thousandths of an Elo point
_MAX_STEPS = 10_000  # usually about 12; hundreds if one-sided results make the likelihood flat


@dataclass(frozen=True)
class PlayerRating:
    """The rating of one player."""

    name: str
    elo: float
    """relative to the anchor, or to the mean of its group; nan without games"""
    low: float
    """lower end of the 95% interval"""
    high: float
    """upper end"""
    games: int
    score: float
    """share of the points, counting a draw as half a point; nan without games"""
    label: str
    """a caveat about the rating: "won every game: at least", "no games", ...; "" if there is none"""


@dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings of all players from one model."""

    rows: tuple[PlayerRating, ...]
    """strongest first; players that are not linked to the anchor (or to the largest group) come last"""
    superiority: Matrix
    """chance that the row's player is stronger than the column's, in the order of the names; nan if their games do not
    link them"""


def rate(
    names: Sequence[str],
    wins: Matrix,
    anchor: str | None = None,
    anchor_elo: float = 0.0,
    dispersion: Matrix | None = None,
) -> Ratings:
    """Rate players by `wins[i, j]`, the games i won against j, counting a draw as half a win for each.

    The player called `anchor` is put at `anchor_elo`, and all others are relative to it; without one, ratings are
    relative to their mean. Players without a chain of games between them cannot be compared: every linked group is
    rated separately, around its own mean if it does not contain the anchor, and a label says so.

    `dispersion[i, j]` is the variance of the results of i against j over that of independent games (see `pairs`). It
    changes the intervals, not the ratings.

    Raises ValueError for an unknown anchor, for duplicate names and for invalid wins; ArithmeticError if rounding
    errors dominate the estimate (a billion games beside a single one).
    """
    wins = np.asarray(wins, dtype=np.float64)
    _check(names, wins, anchor, anchor_elo)
    origin = None if anchor is None else names.index(anchor)
    games = wins + wins.T
    groups = _linked_groups(games, origin)
    scored = _closure(wins > 0)

    n_players = len(names)
    elo, deviation = np.full(n_players, np.nan), np.full(n_players, np.nan)
    superiority = np.full((n_players, n_players), np.nan)
    labels = ["no games"] * n_players
    for k, group in enumerate(groups):
        inside = np.ix_(group, group)
        strength, covariance = _estimate(wins[inside], games[inside])
        if dispersion is not None:
            covariance = _robust(covariance, strength, games[inside] * dispersion[inside])
        variance = _difference_variance(covariance)
        superiority[inside] = _superiority(strength, variance)
        if origin in group:
            here = int(np.flatnonzero(group == origin)[0])
            elo[group] = anchor_elo + ELO * (strength - strength[here])
            deviation[group] = ELO * np.sqrt(variance[:, here])
            link = ""
        else:
            elo[group] = ELO * strength
            deviation[group] = ELO * np.sqrt(covariance.diagonal())
            link = "not linked to the anchor" if origin is not None else "not linked to the largest group" if k else ""
        for i in group:
            if games[i].any():
                bound = _bound(int(i), wins, scored, origin if origin in group else None)
                labels[i] = "; ".join(filter(None, (link, bound)))
    np.fill_diagonal(superiority, 0.5)

    def row(i: int) -> PlayerRating:
        n = float(games[i].sum())
        low, high = float(elo[i] - Z95 * deviation[i]), float(elo[i] + Z95 * deviation[i])
        score = float(wins[i].sum()) / n if n else math.nan
        return PlayerRating(names[i], float(elo[i]), low, high, round(n), score, labels[i])

    order = [int(i) for group in groups for i in group[np.argsort(-elo[group], kind="stable")]]
    order += [i for i in range(n_players) if i not in order]
    return Ratings(tuple(row(i) for i in order), superiority)


def _check(names: Sequence[str], wins: Matrix, anchor: str | None, anchor_elo: float) -> None:
    n = len(names)
    if len(set(names)) < n:
        raise ValueError("two players have the same name")
    if wins.shape != (n, n):
        raise ValueError(f"expected the wins of {n} players as a matrix of {n}x{n}, found the shape {wins.shape}")
    if not np.isfinite(wins).all() or (wins < 0).any():
        raise ValueError("expected finite numbers of wins, 0 or more")
    if wins.diagonal().any():
        raise ValueError("expected zeros on the diagonal of the wins, since a player does not play itself")
    if anchor is not None and anchor not in names:
        raise ValueError(f"the anchor {anchor!r} is not among the players: {', '.join(names)}")
    if not math.isfinite(anchor_elo):
        raise ValueError(f"expected a finite number as the Elo of the anchor, found {anchor_elo}")


# -- the estimate ----------------------------------------------------------------------------------------------------


def _estimate(wins: Matrix, games: Matrix) -> tuple[Vector, Matrix]:
    """The strengths of linked players in natural units, with mean zero, and their covariance."""
    strength = np.zeros(len(wins))
    for _ in range(_MAX_STEPS):
        p = np.exp(-np.logaddexp(0, strength[None, :] - strength[:, None]))  # without overflow
        weight = games * p * p.T
        covariance = _pseudo_inverse(_laplacian(weight))  # 1
        leverage = weight * _difference_variance(covariance)  # 2
        surplus = (wins + leverage / 2 - (games + leverage) * p).sum(axis=1)  # 3
        # The information of the games with the extra ones: with that of the games alone, the iteration would oscillate
        # for single games.
        step = _pseudo_inverse(_laplacian((games + leverage) * p * p.T)) @ surplus  # 4
        if np.abs(step).max() < _TOLERANCE:
            return strength, covariance
        # If the likelihood is flat, steps are far too long and diverge. A step that moves no player by more than
        # 0.8 changes log odds by 1.6 at most, and up to 1.79 no Newton step lowers the likelihood of a logistic model.
        step *= min(1.0, 0.8 / float(np.abs(step).max()))
        strength = strength + step - step.mean()
    raise ArithmeticError("the ratings do not converge")


def _robust(covariance: Matrix, strength: Vector, games: Matrix) -> Matrix:
    """The covariance with the actual variance of the results: the sandwich I^+ B I^+."""
    p = np.exp(-np.logaddexp(0, strength[None, :] - strength[:, None]))
    return covariance @ _laplacian(games * p * p.T) @ covariance


def _laplacian(weight: Matrix) -> Matrix:
    return np.diag(weight.sum(axis=1)) - weight


def _pseudo_inverse(laplacian: Matrix) -> Matrix:
    """The pseudo-inverse of the Laplacian of a connected graph, whose only null vector is constant."""
    constant = np.full_like(laplacian, 1 / len(laplacian))
    scale = laplacian.diagonal().mean() or 1.0  # a single player has a Laplacian of 0, and its inverse is 0
    return np.linalg.inv(laplacian + scale * constant) - constant / scale


def _difference_variance(covariance: Matrix) -> Matrix:
    """The variance of the difference of every two strengths, symmetric to the last bit."""
    variance = covariance.diagonal()
    return np.maximum(np.add.outer(variance, variance) - (covariance + covariance.T), 0)


def _superiority(strength: Vector, variance: Matrix) -> Matrix:
    """The chance that the row is stronger than the column, by the normal approximation."""
    spread = np.sqrt(2 * variance)
    np.fill_diagonal(spread, 1)
    z = np.subtract.outer(strength, strength) / spread
    return np.array([[math.erfc(-x) / 2 for x in line] for line in z.tolist()])


# -- comparable players ----------------------------------------------------------------------------------------------


def _closure(relation: Relation) -> Relation:
    """The reachability matrix: any number of steps, including none."""
    reach: Relation = relation | np.eye(len(relation), dtype=bool)
    while (further := (reach.astype(np.float64) @ reach) > 0).sum() > reach.sum():
        reach = further
    return reach


def _linked_groups(games: Matrix, origin: int | None) -> list[npt.NDArray[np.intp]]:
    """The groups of players linked by games: the anchor's first, even if it is alone, then by their numbers of players
    and games."""
    linked = _closure(games > 0)
    groups = [
        np.flatnonzero(reached)
        for i, reached in enumerate(linked)
        if reached.argmax() == i and (games[i].any() or i == origin)
    ]
    return sorted(groups, key=lambda group: (origin not in group, -len(group), -games[group].sum()))


def _bound(i: int, wins: Matrix, scored: Relation, origin: int | None) -> str:
    """The meaning of a rating relative to `origin`, or to all, after one-sided results: a bound, a guess, or, in the
    usual case, "" for a normal rating.

    `scored` is True if a player scored against another, directly or through others. Two players are comparable if it is
    True both ways.
    """
    if origin is None:
        above = bool((scored[:, i] <= scored[i]).all())
        below = bool((scored[i] <= scored[:, i]).all())
    else:
        above, below = bool(scored[i, origin]), bool(scored[origin, i])
    if above == below:
        return "" if above else "one-sided results only: a guess"
    word, limit = ("won", "at least") if above else ("lost", "at most")
    conceded = wins[:, i] if above else wins[i]
    if not conceded.any():
        return f"{word} every game: {limit}"
    never = "never lost to" if above else "never beat"
    whom = "the rest" if origin is None else "the anchor's"
    return f"its side {never} {whom}: {limit}"


# -- one match -------------------------------------------------------------------------------------------------------


def share_interval(points: float, n: float) -> tuple[float, float]:
    """The 95% interval (Wilson 1927) of the share of the points, after `points` points in `n` games; (0, 1) for none.

    Raises ValueError if there are more points than games, or fewer than 0.
    """
    if not 0 <= points <= n:
        raise ValueError(f"expected 0 to {n:g} points in {n:g} games, found {points:g}")
    if n == 0:
        return 0.0, 1.0
    share, z2 = points / n, Z95**2
    center = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    # the ends of one-sided matches are 0 and 1 except for rounding
    low = 0.0 if points == 0 else max(center - half, 0.0)
    high = 1.0 if points == n else min(center + half, 1.0)
    return low, high


def elo_of_share(share: float) -> float:
    """The Elo difference at which a player expects `share` of the points, infinite for 0 and 1. Raises ValueError."""
    if not 0 <= share <= 1:
        raise ValueError(f"expected a share between 0 and 1, found {share:g}")
    if share in (0, 1):
        return math.copysign(math.inf, share - 0.5)
    return ELO * (math.log(share) - math.log1p(-share))


def elo_difference(points: float, n: int, evidence: float | None = None) -> tuple[float, float, float]:
    """The Elo difference that a match shows, and the ends of its 95% interval, all finite for any score.

    A drawn game is added for the estimate, as `rate` does for two players. The ends are those of `share_interval`;
    after a one-sided match, where that has no finite end, the drawn game gives one without meaning. `evidence` is the
    equivalent number of independent games (see `pairs`), by default all.

    Raises the same errors as `share_interval`.
    """
    scale = 1.0 if evidence is None or n == 0 else evidence / n
    low, high = share_interval(points * scale, n * scale)
    made_up_low, made_up_high = share_interval(points * scale + 0.5, n * scale + 1)
    low = low if low > 0 else made_up_low
    high = high if high < 1 else made_up_high
    return elo_of_share((points + 0.5) / (n + 1)), elo_of_share(low), elo_of_share(high)
