"""Priors from evolution: what agents say of a move is what the features of rave say of it."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.random import default_rng

from semeai.archive import unpack
from semeai.go.board import Board
from semeai.go.points import PASS
from semeai.go.rules import Rules
from semeai.players.agents.agents import AGENTS as TABLE
from semeai.players.agents.agents import rate_board
from semeai.players.agents.summation import SummationParams
from semeai.players.search.evolved_priors import AGENTS, as_priors, fit, worths_of
from semeai.players.search.priors import KIND, VERSION, Choices, load_priors, move_features
from tests.conftest import scaled

EXACT = "follower+patterns+near_last+near_before+line+lonely+liberties+careful"


def network(agents: str, seed: int = 1) -> tuple[SummationParams, np.ndarray]:
    params = SummationParams(agents=agents, hidden=1, weights="real")
    genome = default_rng(seed).uniform(-1, 1, params.shape.n_genes)
    return params, genome.astype(np.float32)


def positions(n: int) -> Iterator[Board]:
    rng = default_rng(3)
    board = Board(Rules(size=9))
    for _ in range(n):
        moves = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)]
        if not moves:
            board = Board(Rules(size=9))
            continue
        board.play(int(rng.choice(moves)))
        yield board


def test_features_say_what_agents_say() -> None:
    params, genome = network(EXACT)
    worths = worths_of(params, genome)
    weights = as_priors(worths)
    channels = np.concatenate([np.array(worths[name]) for name in EXACT.split("+")])
    places = np.concatenate([np.arange(TABLE[name].first, TABLE[name].last) for name in EXACT.split("+")])
    for board in positions(scaled(300, 10)):
        moves = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)]
        last, before = [PASS, PASS, *board.moves][:-3:-1]
        found, codes, _ = move_features(board, last, before, moves)
        by_features = np.append(weights.features, 0.0)[found].sum(axis=1) + weights.patterns[codes]
        values, _ = rate_board(board)
        by_agents = channels @ values[places][:, moves].astype(np.float64)
        assert by_features == pytest.approx(by_agents, abs=1e-4)


def test_only_networks_that_mean_the_same_everywhere_can_be_priors() -> None:
    with pytest.raises(ValueError, match="one node, found 3"):
        worths_of(SummationParams(agents=AGENTS), np.zeros(1))
    with pytest.raises(ValueError, match="no features for the agents influence"):
        worths_of(*network("influence"))


def test_the_factor_makes_the_choices_likeliest(tmp_path: Path) -> None:
    """Two moves a position, one of which is worth 0.1 more: it is chosen in three of four, so it is worth log 3."""
    worths = worths_of(*network(AGENTS))
    weights = as_priors({name: np.zeros_like(value) for name, value in worths.items()})
    weights.features[0] = 0.1
    n = 400
    features = np.full((2 * n, 16), len(weights.features), dtype=np.uint16)
    features[::2, 0] = 0
    chosen = 2 * np.arange(n) + (np.arange(n) % 4 == 3)
    no_large = np.zeros((2 * n, 0), dtype=np.uint32)
    file = tmp_path / "priors.npz"
    file.write_bytes(
        fit(weights, Choices(features, np.zeros(2 * n, dtype=np.int64), no_large, 2 * np.arange(n), chosen))
    )
    header, _ = unpack(file, KIND, VERSION)
    assert header["factor"] == pytest.approx(np.log(3) / 0.1, rel=1e-3)
    assert load_priors(file).features[0] == pytest.approx(np.log(3), rel=1e-3)
