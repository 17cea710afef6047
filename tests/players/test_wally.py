"""`wally`: as outlined, move for move, and stronger than random. `noise` is a share of random legal moves."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng

from semeai.arena.batch import fixtures_of, play_batch
from semeai.go.board import Board
from semeai.go.lineup import line_up
from semeai.go.points import parse_vertex, vertex
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.players.wally_kernel import PLACES, WANTED
from semeai.rng import streams
from tests.conftest import JIT, SLOW, needs_jit, scaled

from .naive_wally import wally


def random_position(rng: random.Random) -> Board:
    """Some way into a game of random and wally-like moves, with or without own eyes filled, under varied rules."""
    rules = Rules(
        size=rng.choice([2, 3, 5, 6, 7, 9, 9, 13, 19] if JIT else [2, 5, 7]),
        repetition=rng.choice(["ko", "positional", "situational"]),
        suicide=rng.random() < 0.5,
    )
    board = Board(rules)
    player = make_player(rng.choice(["random", "wally:noise=0.3"]))
    player.new_game(rules, default_rng(rng.randrange(1 << 30)))
    for _ in range(rng.randrange(2 * rules.size**2)):
        board.play(player.choose(board))
    return board


READINGS: dict[str, dict[str, Any]] = {
    "wally": {},
    "wally:edge_last=true": {"edge_last": True},
    "wally:throw_first=true": {"throw_first": True},
    "wally:scan=center": {"scan": "center"},
    "wally:edge_last=true,throw_first=true,scan=center": {"edge_last": True, "throw_first": True, "scan": "center"},
}


@pytest.mark.parametrize(
    ("spec", "n_positions"),
    [
        ("wally", scaled(300, 20)),
        pytest.param("wally", 1_000, marks=SLOW),
        *((spec, scaled(100, 5)) for spec in READINGS if spec != "wally"),
    ],
)
def test_the_kernel_plays_as_outlined(spec: str, n_positions: int) -> None:
    rng = random.Random(1)
    kernel = make_player(spec)
    kernel.new_game(Rules(), default_rng(0))
    reasons: Counter[str] = Counter()
    for _ in range(n_positions):
        board = random_position(rng)
        before = board.diagram(), board.to_play
        chosen = kernel.choose(board)
        assert vertex(chosen) == vertex(wally(board, **READINGS[spec])), f"{board}\n{board.moves}"
        assert board.is_legal(chosen)
        assert (board.diagram(), board.to_play) == before
        reasons[kernel.explain().text.partition(": ")[2]] += 1
    assert n_positions < 300 or len(reasons) == 7, reasons  # everything but noise has been seen


CASES = {
    "it captures at once": (". . . . .\n. X . . .\n. O X . .\n. X . . .\n. . . . .", "A3", "captures"),
    "it saves what it can": (". . . . .\n. O . . .\nO X O . .\n. . . . .\n. . . . .", "B2", "short of liberties"),
    "it attacks": (". . . . .\n. . . . .\n. . O . .\n. . . . .\n. . . . .", "C2", "loses a liberty"),
    "it knows its patterns": (". . . . .\n. X . X .\n. . O . .\n. . . . .\n. . . . .", "C4", "pattern"),
    "it throws in": (". . O X X\nO O O X X\nX X X X X\nX . X X .\nX X X . X", "A5", "eye space"),
}


@pytest.mark.parametrize(
    ("spec", "diagram", "move", "why"),
    [
        ("wally", ". . . . .\n. . . . .\nO . . . .\n. . . . .\n. . . . .", "A2", "loses a liberty"),
        ("wally:edge_last=true", ". . . . .\n. . . . .\nO . . . .\n. . . . .\n. . . . .", "B3", "loses a liberty"),
        ("wally:scan=center", ". . . . .\n. O . . .\n. . . . .\n. . . . .\n. . . . .", "B3", "loses a liberty"),
    ],
)
def test_readings(spec: str, diagram: str, move: str, why: str) -> None:
    player = make_player(spec)
    assert vertex(player.choose(Board.from_diagram(diagram))) == move
    assert why in player.explain().text


def test_a_throw_in_comes_before_patterns_where_it_is_read_so() -> None:
    """In games against itself with some random moves it is a rare move, and then no longer."""
    shares = []
    for spec in ("wally:noise=0.1", "wally:noise=0.1,throw_first=true"):
        player, reasons = make_player(spec), Counter()  # type: ignore[var-annotated]
        for seed in range(scaled(20, 4)):
            board = Board(Rules(size=7))
            player.new_game(board.rules, default_rng(seed))
            while board.n_passes < 2 and len(board.moves) < 100:
                board.play(player.choose(board))
                reasons[player.explain().text.partition(": ")[2]] += 1
        shares.append(reasons["it reduces an eye space"] / reasons.total())
    assert shares[0] < shares[1]


@pytest.mark.parametrize("name", CASES)
def test_what_a_move_is_for(name: str) -> None:
    diagram, move, why = CASES[name]
    player = make_player("wally")
    assert vertex(player.choose(Board.from_diagram(diagram))) == move
    assert why in player.explain().text


def test_patterns_in_all_orientations() -> None:
    assert len(WANTED) == 3 * 4 + 4 * 8  # three of the seven are their own mirror images
    assert len(PLACES) == 20  # own stones: next to it, diagonally, a knight's move away; free points: next to it


def test_without_noise_it_repeats_itself() -> None:
    def game(seed: int) -> list[int]:
        board = Board(Rules(size=scaled(9, 5)))
        player = make_player("wally")
        player.new_game(board.rules, default_rng(seed))
        while board.n_passes < 2:
            board.play(player.choose(board))
        return board.moves

    assert game(1) == game(2)


def test_noise_is_a_share_of_random_legal_moves() -> None:
    board = Board.from_diagram(CASES["it captures at once"][0], Rules(size=5, suicide=True))
    player = make_player("wally:noise=0.4")
    player.new_game(board.rules, default_rng(1))
    n = scaled(4_000, 400)
    drawn = Counter(player.choose(board) for _ in range(n))
    legal = board.legal_points()
    assert set(drawn) == set(legal)
    expected = {p: 0.4 / len(legal) * n for p in legal}
    expected[parse_vertex("A3", 5)] += 0.6 * n
    assert sum((drawn[p] - e) ** 2 / e for p, e in expected.items()) < len(legal) + 5 * (2 * len(legal)) ** 0.5


@pytest.mark.parametrize("text", ["wally:noise=2", "wally:noise=-0.1", "wally:noise=nan", "wally:noise=a", "wally:x=1"])
def test_settings_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="wally"):
        make_player(text)


@needs_jit
@pytest.mark.parametrize("size", [5, 7, 9])
@pytest.mark.parametrize("komi", [0.0, 7.5])
def test_it_beats_a_random_player(size: int, komi: float) -> None:
    rules = Rules(size=size, komi=komi)
    players = line_up([make_player(spec).lineup for spec in ("wally", "random")])
    turn = np.arange(400) % 2
    batch = play_batch(rules, [Board(rules)], players, fixtures_of(0, turn, 1 - turn), streams(800, 1).reshape(400, 2))
    wins = np.where(turn == 0, batch.margins > 0, batch.margins < 0)
    assert wins.mean() >= 0.95
