"""Priors: what is learned from games, the file that comes with semeai, and what becomes of it at a new node."""

from pathlib import Path

import numpy as np
import pytest
from numpy.random import default_rng

from semeai.files import DamagedFile
from semeai.go.board import Board
from semeai.go.board_kernel import BLACK, STRIDE
from semeai.go.game import Game
from semeai.go.points import PASS, parse_vertex, points, vertex
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.players.search.own_games import add_games, own_game
from semeai.players.search.priors import (
    FILE,
    RARE,
    PriorWeights,
    chances,
    collect,
    enter_priors,
    learn_priors,
    load_priors,
    move_scores,
    pattern_classes,
)
from semeai.players.search.priors_kernel import CAPTURE, N_FEATURES, PRIORS
from semeai.sgf import read_games
from tests.conftest import needs_jit


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


def test_large_patterns_are_learned_with_the_rest(tmp_path: Path) -> None:
    """Weights of large patterns make the choices of the games that they were learned from likelier."""
    games = games_of("wally:noise=0.2", 30)
    file = tmp_path / "priors.npz"
    file.write_bytes(learn_priors(collect(games, is_large=True)))
    weights = load_priors(file)
    assert len(weights.large["keys"]) == len(weights.large["weights"]) > 20
    assert (np.diff(weights.large["keys"].astype(np.int64)) > 0).all()
    priors = np.zeros(2, dtype=PRIORS)
    for i in range(2):
        enter_priors(priors[i : i + 1], PriorWeights(weights.features, weights.patterns, weights.large if i else {}))
    likely = [mean_log_probability(games, priors[i : i + 1]) for i in range(2)]
    assert likely[1] > likely[0] + 0.1


def mean_log_probability(games: list[Game], priors: np.ndarray) -> float:
    found = []
    for game in games:
        board = Board(game.rules)
        for node in game.node.path()[1:]:
            moves = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)]
            if node.point in moves:
                last, before = [PASS, PASS, *board.moves][:-3:-1]
                scores = move_scores(board, last, before, moves, priors).astype(float)
                found.append(scores[moves.index(node.point)] - np.log(np.exp(scores).sum()))
            board.play(node.point)
    return float(np.mean(found))


@needs_jit
def test_own_games_are_records_without_their_random_moves(tmp_path: Path) -> None:
    path = tmp_path / "own.sgf"
    rules = Rules.preset("chinese", size=5, komi=7.5).limited()
    add_games(path, 2, "rave:playouts=5", rules, 1)
    first = path.read_text()
    add_games(path, 3, "rave:playouts=5", rules, 1)
    assert path.read_text().startswith(first)
    games = read_games(path.read_bytes())
    assert len(games) == 3
    for game in games:
        assert len(game.root.setup) >= 1
        assert game.root.color is None
    assert own_game("rave:playouts=5", rules, 1).node.path()[1].point == games[1].root.children[0].point
    assert len(collect(games).starts) > 5


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
