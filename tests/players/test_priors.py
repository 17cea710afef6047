"""Priors: what is learned from games, the file that comes with semeai, and what becomes of it at a new node."""

from pathlib import Path

import numpy as np
import pytest
from numpy.random import default_rng

from semeai.files import DamagedFile
from semeai.go.board import Board
from semeai.go.board_kernel import BLACK, STRIDE
from semeai.go.game import Game
from semeai.go.points import parse_vertex, points, vertex
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.players.search.priors import FILE, RARE, chances, collect, learn_priors, load_priors, pattern_classes
from semeai.players.search.priors_kernel import CAPTURE, N_FEATURES
from semeai.sgf import read_games


def games_of(spec: str, n: int) -> list[Game]:
    games = []
    for seed in range(n):
        game, player = Game(Rules(size=7, move_limit=60)), make_player(spec)
        player.new_game(game.rules, default_rng(seed))
        while game.result is None:
            game.play(player.choose(game.board))
        games.append(game)
    return games


def test_what_a_player_likes_is_learned(tmp_path: Path) -> None:
    """wally takes what it can."""
    file = tmp_path / "priors.npz"
    choices = collect(games_of("wally:noise=0.2", 12))
    file.write_bytes(learn_priors(choices))
    weights = load_priors(file)
    assert weights.features[CAPTURE : CAPTURE + 3].max() > 1
    assert len(choices.starts) == len(choices.chosen) > 200
    assert (choices.starts <= choices.chosen).all()


# Stones of the setup, a pass, a move out of turn, another variation, and a move that is illegal and all after it.
RECORDS = """
    (;SZ[5];B[cc];W[bc](;B[cb];W[];B[dd])(;B[aa]))
    (;SZ[5]AB[ee];B[aa];B[ba];W[bb];B[bb];W[cc])
"""
# The stones on the board, and the move.
CHOICES = [
    ("", "C3"),
    ("C3", "B3"),
    ("C3 B3", "C4"),
    ("C3 B3 C4", "D2"),
    ("E1", "A5"),
    ("E1 A5 B5", "B4"),
]


def test_records_are_games_to_learn_from() -> None:
    choices = collect(read_games(RECORDS))
    found = []
    for start, chosen, (stones, _) in zip(choices.starts, choices.chosen, CHOICES, strict=True):
        free = [p for p in points(5) if vertex(p) not in stones.split()]
        found.append((stones, vertex(free[chosen - start])))
    assert found == CHOICES


def test_patterns_weigh_the_same_in_all_orientations() -> None:
    classes, weights = pattern_classes(), load_priors()
    assert (classes[classes] == classes).all()
    assert (weights.patterns == weights.patterns[classes]).all()
    assert np.isclose(weights.patterns, RARE).mean() < 1
    assert weights.features.shape == (N_FEATURES,)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "priors.npz"
    file.write_bytes(FILE.read_bytes()[:-100])
    with pytest.raises(DamagedFile, match=r"priors\.npz"):
        load_priors(file)


def test_first_thoughts() -> None:
    """A capture of five stones is among the first, and priors are the same however the board lies."""
    rows = ".........\n" * 3 + "...XXX...\n..XOOOX..\n...XOO...\n....XXX..\n" + ".........\n" * 2
    board = Board.from_diagram(rows, Rules(size=9))
    player = make_player("rave:playouts=1")
    prior = {}
    for symmetry in range(8):
        turned = board.transformed(symmetry)
        player.new_game(turned.rules, default_rng(symmetry))
        player.choose(turned)
        findings = player._findings()  # type: ignore[attr-defined]
        prior[symmetry] = sorted(findings.prior.tolist())
        if symmetry == 0:
            ranked = findings.points[np.argsort(-findings.prior)].tolist()
            assert parse_vertex("G4", 9) in ranked[:5]
    assert all(np.allclose(prior[0], values) for values in prior.values())


def test_large_boards_begin_in_the_corners() -> None:
    """From books, not from games on 9x9: there the center is the place."""
    small, large = (chances(Board(Rules(size=size)), BLACK) for size in (9, 19))
    assert small.argmax() == parse_vertex("E5", 9)
    corner, side, center, low = (large[parse_vertex(place, 19)] for place in ("D4", "K4", "K10", "K2"))
    assert corner > side > center > low
    assert large[[p for p in points(19) if is_in_a_corner(p)]].sum() > 0.5


def is_in_a_corner(p: int) -> bool:
    row, column = (min(x, 20 - x) for x in divmod(p, STRIDE))
    return row <= 5 and column <= 5
