"""The weights of the priors: learned from games, stored in `priors.npz`.

A weight is the log odds that a feature adds to a move: the probability of a move is the softmax, over all moves of a
position, of the sums of their weights (`priors_kernel`). `learn_priors` finds the maximum likelihood weights for given
games; a few for large boards are set by hand. The file that comes with semeai was learned from 1,238 games of dan
players on 9x9, which are not included; `python -m semeai.players.search.priors GAMES.sgf FILE.npz` learns from other
games.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
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
from semeai.players.search.priors_kernel import (
    DOUBLE_ATARI,
    MAX_ACTIVE,
    N_FEATURES,
    N_LEARNED,
    PASSING,
    PRIORS,
    features_of,
)
from semeai.sgf import read_games

FILE = Path(__file__).with_name("priors.npz")
EVOLVED_FILE = Path(__file__).with_name("priors_evolved.npz")  # written by `evolved_priors.py`
KIND, VERSION = "priors", 1
PENALTY = 2.0  # penalty on the squares of weights, so that rare features count little
N_STEPS = 60  # iterations of L-BFGS
ON_LARGE_BOARDS = [-6.0, -4.0, 2.5, 2.5, 1.0, 1.5]  # OPENING, lines 1 to 5, and CORNER: as in books on Go
RARE = -1.0  # the weight of patterns that do not occur in the games
PASS_BELOW = 2.0  # weight of PASS below the median of all moves; games have few passes


@dataclass(frozen=True)
class PriorWeights:
    """The learned weights."""

    features: npt.NDArray[np.float32]
    patterns: npt.NDArray[np.float32]
    """weights by the number of `pattern_at`"""


@cache
def load_priors(path: Path = FILE) -> PriorWeights:
    """The weights in a file. Raises OSError and DamagedFile."""
    _, arrays = unpack(path, KIND, VERSION)
    patterns = np.full(N_PATTERNS, RARE, dtype=np.float32)
    patterns[arrays["classes"]] = arrays["patterns"]
    features = np.zeros(N_FEATURES, dtype=np.float32)
    features[:DOUBLE_ATARI] = np.append(arrays["features"], ON_LARGE_BOARDS)
    return PriorWeights(features, patterns[pattern_classes()])


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
        found, codes = move_features(position, last, before, moves)
        score = np.append(weights.features, 0.0)[found].sum(axis=1) + weights.patterns[codes]
        likely[moves] = np.exp(score - score.max())
        likely /= likely.sum()
    return likely


def move_features(
    board: Board, last: int, before: int, moves: list[int], is_wide: bool = False
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """The features of each move, one row per move padded with N_FEATURES, and the number of its 3x3 pattern.

    With `is_wide` they include those that only evolution gives a weight.
    """
    found = np.full((len(moves), MAX_ACTIVE), N_FEATURES, dtype=np.uint16)
    codes = np.zeros(len(moves), dtype=np.uint32)
    position, priors, scratch = (np.zeros(1, dtype=kind) for kind in (BOARD, PRIORS, BOARD))
    position[0] = board.record
    priors["is_wide"] = is_wide
    features_of(position, last, before, priors, scratch, np.array(moves, dtype=np.uint16), len(moves), found, codes)
    return found, codes


# -- learning ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choices:
    """The candidate moves of all positions."""

    features: npt.NDArray[np.uint16]
    """one row per move, padded with N_FEATURES"""
    classes: npt.NDArray[np.int64]
    """class of the 3x3 pattern around the move"""
    starts: npt.NDArray[np.int64]
    """index of the first move of each position"""
    chosen: npt.NDArray[np.int64]
    """index of the chosen move of each position"""


def collect(games: Iterable[Game]) -> Choices:
    """All candidate moves of the games."""
    features, classes, starts, chosen = [], [], [], []
    n = 0
    for board, move in _positions(games):
        moves = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)]
        if move in moves:
            last, before = [PASS, PASS, *board.moves][:-3:-1]
            found, codes = move_features(board, last, before, moves)
            features.append(found)
            classes.append(pattern_classes()[codes])
            starts.append(n)
            chosen.append(n + moves.index(move))
            n += len(moves)
    return Choices(np.concatenate(features), np.concatenate(classes), np.array(starts), np.array(chosen))


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
    """The bytes of a file with the weights that maximize the likelihood of the chosen moves."""
    from scipy.optimize import minimize

    known, place = np.unique(choices.classes, return_inverse=True)
    n_moves = np.diff(np.append(choices.starts, len(place)))
    position = np.repeat(np.arange(len(n_moves)), n_moves)

    def sums(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        own = np.append(weights[:N_FEATURES], 0.0)[choices.features].sum(axis=1)
        return np.asarray(own + weights[N_FEATURES:][place])

    def surprise(weights: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        """Minus the log likelihood of all choices, and its gradient."""
        score = sums(weights)
        most = np.maximum.reduceat(score, choices.starts)
        chance = np.exp(score - most[position])
        total = np.add.reduceat(chance, choices.starts)
        chance /= total[position]
        loss = float((np.log(total) + most - score[choices.chosen]).sum()) + PENALTY / 2 * float(weights @ weights)
        chance[choices.chosen] -= 1
        gradient = np.zeros(N_FEATURES + 1)
        for column in choices.features.T:
            gradient += np.bincount(column, chance, N_FEATURES + 1)
        own = np.append(gradient[:N_FEATURES], np.bincount(place, chance, len(known)))
        return loss, np.asarray(own + PENALTY * weights, dtype=np.float64)

    start = np.zeros(N_FEATURES + len(known))
    found = minimize(surprise, start, jac=True, method="L-BFGS-B", options={"maxiter": N_STEPS}).x
    found[PASSING] = np.median(sums(found)) - PASS_BELOW
    arrays = {
        "features": found[:N_LEARNED].astype(np.float32),
        "classes": known.astype(np.uint16),
        "patterns": found[N_FEATURES:].astype(np.float32),
    }
    return pack(KIND, VERSION, {"positions": len(n_moves)}, arrays)


def main(games: Path, file: Path) -> None:
    """Learn from the games of an SGF file."""
    choices = collect(read_games(games.read_bytes()))
    write_whole(file, learn_priors(choices))
    print(f"learned from {len(choices.starts)} moves: {file}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python -m semeai.players.search.priors GAMES.sgf FILE.npz")
    main(Path(sys.argv[1]), Path(sys.argv[2]))
