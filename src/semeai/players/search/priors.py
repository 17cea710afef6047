"""The weights of the priors: learned from games, stored in `priors.npz`.

A weight is the log odds that a feature adds to a move: the probability of a move is the softmax, over all moves of a
position, of the sums of their weights (`priors_kernel`). `learn_priors` finds the maximum likelihood weights for given
games; a few for large boards are set by hand. The files that come with semeai were learned from 1,238 games of dan
players on 9x9, which are not included; `python -m semeai.players.search.priors GAMES.sgf FILE.npz` learns from other
games, and with `--large` as last argument also the weights of large patterns (`large_kernel`).
"""

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.archive import pack, unpack
from semeai.files import write_whole
from semeai.go.board import Board
from semeai.go.board_kernel import BOARD, N_POINTS
from semeai.go.game import Game
from semeai.go.patterns_kernel import N_PATTERNS, NEIGHBORS
from semeai.go.points import PASS
from semeai.players.search.large_kernel import N_RINGS, SLOTS, enter_weights
from semeai.players.search.priors_kernel import (
    CORNER,
    DOUBLE_ATARI,
    MAX_ACTIVE,
    N_FEATURES,
    N_LEARNED,
    OPENING,
    PASSING,
    PLACE,
    PRIORS,
    features_of,
    scores_of,
)
from semeai.sgf import read_games

FILE = Path(__file__).with_name("priors.npz")
LARGE_FILE = Path(__file__).with_name("priors_large.npz")
EVOLVED_FILE = Path(__file__).with_name("priors_evolved.npz")  # written by `evolved_priors.py`
KIND, VERSION = "priors", 1
PENALTY, LARGE_PENALTY = 1.0, 2.5  # penalties on the squares of weights, so that rare features count little
N_STEPS = 200  # iterations of L-BFGS
ON_LARGE_BOARDS = [-6.0, -4.0, 2.5, 2.5, 1.0, 1.5]  # OPENING, lines 1 to 5, and CORNER: as in books on Go
RARE = -1.0  # the weight of patterns that do not occur in the games
FEWEST = 12  # candidate moves with a large pattern that gets a weight
PASS_BELOW = 2.0  # weight of PASS below the median of all moves; games have few passes


@dataclass(frozen=True)
class PriorWeights:
    """The learned weights."""

    features: npt.NDArray[np.float32]
    patterns: npt.NDArray[np.float32]
    """weights by the number of `pattern_at`"""
    large: dict[str, npt.NDArray[Any]] = field(default_factory=dict)
    """`keys` and `weights` of large patterns; empty if they are not used"""


@cache
def load_priors(path: Path = FILE) -> PriorWeights:
    """The weights in a file. Raises OSError and DamagedFile."""
    _, arrays = unpack(path, KIND, VERSION)
    patterns = np.full(N_PATTERNS, RARE, dtype=np.float32)
    patterns[arrays["classes"]] = arrays["patterns"]
    features = np.zeros(N_FEATURES, dtype=np.float32)
    features[: len(arrays["features"])] = arrays["features"]
    if not features[OPENING : CORNER + 1].any():
        features[OPENING : CORNER + 1] = ON_LARGE_BOARDS
    large: dict[str, npt.NDArray[Any]] = {name: arrays[name] for name in ("keys", "weights") if name in arrays}
    return PriorWeights(features, patterns[pattern_classes()], large)


def enter_priors(priors: npt.NDArray[np.void], weights: PriorWeights) -> None:
    """Write weights to a record of `priors_kernel.PRIORS`."""
    priors["weights"], priors["patterns"] = weights.features, weights.patterns
    priors["is_wide"] = bool(weights.features[DOUBLE_ATARI:PLACE].any())
    if weights.large:
        priors["large"]["is_used"] = True
        enter_weights(priors["large"], weights.large["keys"], weights.large["weights"])


@cache
def pattern_classes() -> npt.NDArray[np.int64]:
    """The smallest number among the eight orientations of each pattern, by its number."""
    codes = np.arange(N_PATTERNS)
    smallest = codes.copy()
    place = {neighbor: i for i, neighbor in enumerate(NEIGHBORS)}
    for symmetry in range(8):
        turned = np.zeros_like(codes)
        for i, (row, column) in enumerate(NEIGHBORS):
            y, x = (-row if symmetry & 1 else row), (-column if symmetry & 2 else column)
            turned |= ((codes >> 2 * i) & 3) << 2 * place[(x, y) if symmetry & 4 else (y, x)]
        smallest = np.minimum(smallest, turned)
    return smallest


def chances(board: Board, color: int) -> npt.NDArray[np.float64]:
    """The prior probability of each point as the next move of `color`, by point."""
    position = Board(board.rules, board.stones, color)
    moves = [p for p in position.legal_points() if not position.is_eye(p, color)]
    likely = np.zeros(N_POINTS)
    if moves:
        last, before = [PASS, PASS, *board.moves][:-3:-1]
        if color != board.to_play:
            last, before = before, PASS
        weights = load_priors()
        found, codes, _ = move_features(position, last, before, moves)
        score = np.append(weights.features, 0.0)[found].sum(axis=1) + weights.patterns[codes]
        likely[moves] = np.exp(score - score.max())
        likely /= likely.sum()
    return likely


def move_features(
    board: Board, last: int, before: int, moves: list[int], is_wide: bool = False, is_large: bool = False
) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
    """The features of each move, one row per move padded with N_FEATURES, the number of its 3x3 pattern, and the keys
    of its large patterns.

    With `is_wide` they include those from DOUBLE_ATARI on, with `is_large` those of large patterns, too.
    """
    found = np.full((len(moves), MAX_ACTIVE), N_FEATURES, dtype=np.uint16)
    codes = np.zeros(len(moves), dtype=np.uint32)
    position, priors, scratch = (np.zeros(1, dtype=kind) for kind in (BOARD, PRIORS, BOARD))
    position[0] = board.record
    priors["is_wide"] = is_wide
    priors["large"]["is_used"] = is_large
    large = np.zeros((len(moves), N_RINGS), dtype=np.uint32)
    points = np.array(moves, dtype=np.uint16)
    features_of(position, last, before, priors, scratch, points, len(moves), found, codes, large)
    return found, codes, large


def move_scores(
    board: Board, last: int, before: int, moves: list[int], priors: npt.NDArray[np.void]
) -> npt.NDArray[np.float32]:
    """The sum of the weights of each move in a record of `priors_kernel.PRIORS`."""
    position, scratch = np.zeros(1, dtype=BOARD), np.zeros(1, dtype=BOARD)
    position[0] = board.record
    scores = np.zeros(len(moves), dtype=np.float32)
    scores_of(position, last, before, priors, scratch, np.array(moves, dtype=np.uint16), len(moves), scores)
    return scores


# -- learning ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choices:
    """The candidate moves of all positions."""

    features: npt.NDArray[np.uint16]
    """one row per move, padded with N_FEATURES"""
    classes: npt.NDArray[np.int64]
    """class of the 3x3 pattern around the move"""
    large: npt.NDArray[np.uint32]
    """keys of the large patterns, one row per move; 0 if they are not used"""
    starts: npt.NDArray[np.int64]
    """index of the first move of each position"""
    chosen: npt.NDArray[np.int64]
    """index of the chosen move of each position"""


def collect(games: Iterable[Game], is_large: bool = False) -> Choices:
    """All candidate moves of the games; with `is_large` they have all features and large patterns."""
    features, classes, larges, starts, chosen = [], [], [], [], []
    n = 0
    for board, move in _positions(games):
        moves = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)]
        if move in moves:
            last, before = [PASS, PASS, *board.moves][:-3:-1]
            found, codes, large = move_features(board, last, before, moves, is_large, is_large)
            features.append(found)
            classes.append(pattern_classes()[codes])
            larges.append(large)
            starts.append(n)
            chosen.append(n + moves.index(move))
            n += len(moves)
    rows = np.concatenate(features), np.concatenate(classes), np.concatenate(larges)
    return Choices(*rows, np.array(starts), np.array(chosen))


def _positions(games: Iterable[Game]) -> Iterator[tuple[Board, int]]:
    """Yield every position in which the side to play chose a point, with that point, up to an illegal move."""
    for game in games:
        game.go_to(game.root)
        while game.node.children:
            move = game.node.children[0]
            if move.color == game.to_play and move.point != PASS and not move.setup:
                yield game.board, move.point
            try:
                game.forward()
            except ValueError:
                break


def learn_priors(choices: Choices) -> bytes:
    """The file of the weights that make the chosen moves most likely."""
    from scipy.optimize import minimize
    from scipy.sparse import csr_array

    known, classes = np.unique(choices.classes, return_inverse=True)
    keys = _frequent(choices.large)
    first_large = N_FEATURES + len(known)
    n_weights = first_large + len(keys)
    penalty = np.where(np.arange(n_weights) < first_large, PENALTY, LARGE_PENALTY)
    # One row per move with the places of its weights; those without a weight are dropped.
    features = np.where(choices.features == N_FEATURES, n_weights, choices.features)
    columns = [features, N_FEATURES + classes[:, None]]
    if len(keys):
        nearest = np.minimum(np.searchsorted(keys, choices.large), len(keys) - 1)
        columns.append(np.where(keys[nearest] == choices.large, first_large + nearest, n_weights))
    places = np.concatenate(columns, axis=1, dtype=np.int32)
    is_weight = places < n_weights
    ends = np.append(0, np.cumsum(is_weight.sum(axis=1)))
    moves = csr_array((np.ones(ends[-1], np.float32), places[is_weight], ends), shape=(len(places), n_weights))
    weights_of_moves = moves.T.tocsr()
    n_moves = np.diff(np.append(choices.starts, len(places)))
    position = np.repeat(np.arange(len(n_moves)), n_moves)

    def sums(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return np.asarray(moves @ weights.astype(np.float32), dtype=np.float64)

    def surprise(weights: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        """Minus the log likelihood of all choices, and its gradient."""
        score = sums(weights)
        most = np.maximum.reduceat(score, choices.starts)
        chance = np.exp(score - most[position])
        total = np.add.reduceat(chance, choices.starts)
        chance /= total[position]
        loss = float((np.log(total) + most - score[choices.chosen]).sum() + (penalty * weights**2).sum() / 2)
        chance[choices.chosen] -= 1
        return loss, np.asarray(weights_of_moves @ chance.astype(np.float32) + penalty * weights, dtype=np.float64)

    found = minimize(surprise, np.zeros(n_weights), jac=True, method="L-BFGS-B", options={"maxiter": N_STEPS}).x
    found[PASSING] = np.median(sums(found)) - PASS_BELOW
    arrays: dict[str, npt.NDArray[Any]] = {
        "features": found[: N_FEATURES if len(keys) else N_LEARNED].astype(np.float32),
        "classes": known.astype(np.uint16),
        "patterns": found[N_FEATURES:first_large].astype(np.float32),
    }
    if len(keys):
        arrays |= {"keys": keys, "weights": found[first_large:].astype(np.float32)}
    return pack(KIND, VERSION, {"positions": len(n_moves)}, arrays)


def _frequent(large: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """The keys of the most frequent large patterns, in order. Half of the table stays free, so that it is quick."""
    keys, counts = np.unique(large[large != 0], return_counts=True)
    most = np.sort(counts)[::-1][: SLOTS // 2]
    return keys[counts >= max(FEWEST, most[-1] + 1 if len(most) == SLOTS // 2 else 0)]


def main() -> None:
    """Learn from the games of SGF files."""
    parser = argparse.ArgumentParser(prog="python -m semeai.players.search.priors", description=main.__doc__)
    parser.add_argument("games", type=Path, nargs="+", help="SGF files")
    parser.add_argument("--out", type=Path, required=True, help="file of weights")
    parser.add_argument("--large", action="store_true", help="learn large patterns, too")
    given = parser.parse_args()
    games = (game for path in given.games for game in read_games(path.read_bytes()))
    choices = collect(games, given.large)
    write_whole(given.out, learn_priors(choices))
    print(f"learned from {len(choices.starts)} moves: {given.out}")


if __name__ == "__main__":
    main()
