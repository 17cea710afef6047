"""Statistics of paired games: two games from one opening, with colors swapped.

Games of a pair are not independent. An opening that favors black gives each player one win, so a pair often has less
variance than two separate games; players that win or lose an opening with both colors give more. The unit of evidence
is therefore the pair, with five possible results for the first player: 0, 0.5, 1, 1.5 or 2 points (pentanomial). The
`dispersion` of a match is the variance of its pairs over the variance of independent games. An interval for n paired
games is that of n / dispersion independent ones.

Games that repeat another one move by move add no evidence. `n_independent` counts different pairs.
"""

from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

from semeai.arena.schedule import Played

PRIOR_PAIRS = 8
"""weight of the assumption that the games of a pair are independent, in pairs"""


def pair_points(points: Sequence[float]) -> npt.NDArray[np.float64]:
    """Return the points of the first player in each complete pair: 0, 0.5, 1, 1.5 or 2.

    `points` are those of the games in the order of their numbers; games 2k and 2k + 1 are a pair.
    """
    n_pairs = len(points) // 2
    pairs: npt.NDArray[np.float64] = np.asarray(points[: 2 * n_pairs], dtype=np.float64).reshape(n_pairs, 2).sum(axis=1)
    return pairs


def pentanomial(points: Sequence[float]) -> tuple[int, int, int, int, int]:
    """Return the number of pairs with 0, 0.5, 1, 1.5 and 2 points."""
    zero, half, one, more, two = np.bincount((2 * pair_points(points)).astype(np.int64), minlength=5).tolist()
    return zero, half, one, more, two


def dispersion(points: Sequence[float], prior: float = 1.0, prior_pairs: float = PRIOR_PAIRS) -> float:
    """Return the variance of the pairs over that of independent games with the same mean.

    The estimate is shrunk towards `prior`, which counts as `prior_pairs` pairs. It is `prior` for one-sided results,
    where there is no variance to compare.
    """
    squares, expected, n = residuals(points)
    return prior if expected == 0 else (squares / expected + prior_pairs * prior) / (n + prior_pairs)


def residuals(points: Sequence[float]) -> tuple[float, float, int]:
    """Return the squared deviations of the pairs from their mean, the variance of a pair of independent games, and
    the degrees of freedom."""
    pairs = pair_points(points)
    if len(pairs) < 2:
        return 0.0, 0.0, 0
    share = float(pairs.mean()) / 2
    return float(((pairs - pairs.mean()) ** 2).sum()), 2 * share * (1 - share), len(pairs) - 1


def name_of_moves(game: Played) -> Hashable:
    """Return a name for the moves of a game, equal exactly when they are. A forfeited game repeats no other."""
    return game.black, f"forfeit {game.number}" if game.is_failure else game.moves


def repeated_pairs(games: Sequence[Hashable]) -> list[bool]:
    """Return for each complete pair whether it repeats an earlier one.

    `games` are names of the games' moves in the order of their numbers, equal exactly when the moves are.
    """
    seen: set[tuple[Hashable, Hashable]] = set()
    found = []
    for k in range(len(games) // 2):
        pair = games[2 * k], games[2 * k + 1]
        found.append(pair in seen)
        seen.add(pair)
    return found


def n_independent(games: Sequence[Hashable], is_paired: bool) -> int:
    """Return the number of games that do not repeat earlier ones; of paired games those of different pairs."""
    if not is_paired:
        return len(set(games))
    return 2 * repeated_pairs(games).count(False) + len(games) % 2


def evidence(points: Sequence[float], games: Sequence[Hashable], is_paired: bool) -> float:
    """Return the equivalent number of independent games.

    Args:
        points: The points of the first player, in the order of the games' numbers.
        games: Names of the games' moves, in the same order.
        is_paired: True if games 2k and 2k + 1 are from one opening, with colors swapped.
    """
    n = n_independent(games, is_paired)
    return n / dispersion(points) if is_paired else float(n)
