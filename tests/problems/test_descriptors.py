"""Descriptors of play: the fitness is that of `rate`, and the rest is what the kept games say."""

from dataclasses import replace

import numpy as np
import pytest

from semeai.arena.endings import alive_shares, first_distances
from semeai.go.benson_kernel import WORK, safe_area
from semeai.go.points import BLACK, PASS, WHITE, row_column
from semeai.go.rules import Rules
from semeai.players.local import FEATURES
from semeai.problems.games import GoProblem
from semeai.rng import seeds, streams
from tests.conftest import needs_jit

pytestmark = needs_jit
CANDIDATES = np.random.default_rng(1).uniform(-1, 1, (5, len(FEATURES)))
PROBLEM = GoProblem(rules=Rules(size=5), opponents=("wally:noise=0.3", "random"), n_games=6)


@pytest.mark.parametrize("random_moves", [0, 3])
def test_descriptors_are_those_of_the_games(random_moves: int) -> None:
    problem = replace(PROBLEM, random_moves=random_moves)
    own_seeds = seeds(len(CANDIDATES), 7)
    answers = problem.describe(CANDIDATES, own_seeds)
    assert (answers[:, 0] == problem.rate(CANDIDATES, own_seeds)).all()
    for genome, seed, (_, distance, alive) in zip(CANDIDATES, own_seeds.tolist(), answers, strict=True):
        numbers = np.arange(6)
        rngs = streams(12, seed).reshape(-1, 2)
        _, games = problem._play([genome], np.zeros_like(numbers), numbers, rngs, keep=True)
        distances, shares = [], []
        for number, is_black in enumerate(problem._is_black(numbers).tolist()):
            board = games[number].board
            first = next(move for color, move in games[number].moves if (color == BLACK) == is_black)
            row, column = row_column(first)
            distances.append(1.0 if first == PASS else np.hypot(row - 3, column - 3) / np.hypot(2, 2))
            work = np.zeros(1, dtype=WORK)[0]
            shares.append(sum(safe_area(board.record, color, work) for color in (BLACK, WHITE)) / 25)
        assert distance == pytest.approx(np.mean(distances))
        assert alive == pytest.approx(np.mean(shares))


def test_candidates_differ() -> None:
    """Games that are played to the end leave nothing that is not alive; here they are broken off."""
    _, distances, alive = replace(PROBLEM, rules=Rules(size=5, move_limit=24)).describe(CANDIDATES, seeds(5, 7)).T
    assert np.ptp(distances) > 0.1
    assert np.ptp(alive) > 0.05


def test_games_outside_kernels_are_refused() -> None:
    problem = GoProblem(rules=Rules(size=5), opponents=("gtp:nothing",))
    with pytest.raises(ValueError, match=r"^mapelites needs games that are played inside kernels"):
        problem.describe(CANDIDATES, seeds(5, 7))


def test_they_are_shares() -> None:
    batch, boards, starts = PROBLEM._batch(CANDIDATES, *PROBLEM._games_of(5, seeds(5, 1)), keep=True)
    is_black = np.ones(len(starts), dtype=np.bool_)
    for found in (first_distances(batch, boards, starts, is_black), alive_shares(batch, boards, starts)):
        assert ((found >= 0) & (found <= 1)).all()
