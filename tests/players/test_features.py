"""The features of priors that evolution may weigh: each is found where it is, and not next to it."""

import numpy as np
import pytest

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD
from semeai.go.points import BLACK, PASS, WHITE, opponent, parse_vertex
from semeai.go.rules import Rules
from semeai.players.search.genome import FEATURES
from semeai.players.search.priors_kernel import DOUBLE_ATARI, MAX_ACTIVE, N_FEATURES, PRIORS, features_of
from tests.players.tactics import PROBLEMS


def found(board: Board, move: str, last: str = "pass", is_wide: bool = True) -> set[str]:
    """The names of the features from DOUBLE_ATARI on that a move has."""
    position, priors, scratch = (np.zeros(1, dtype=kind) for kind in (BOARD, PRIORS, BOARD))
    position[0] = board.record
    priors["is_wide"] = is_wide
    active = np.full((1, MAX_ACTIVE), N_FEATURES, dtype=np.uint16)
    points = np.array([parse_vertex(move, board.size)], dtype=np.uint16)
    codes = np.zeros(1, dtype=np.uint32)
    features_of(
        position,
        parse_vertex(last, board.size),
        PASS,
        priors,
        scratch,
        points,
        1,
        active,
        codes,
        np.zeros((1, 0), np.uint32),
    )
    assert position.tobytes() == board.record.tobytes()
    return {FEATURES[i] for i in active[0].tolist() if DOUBLE_ATARI <= i < N_FEATURES}


def board_of(black: str, white: str, color: int = BLACK) -> Board:
    """A position with black to play; with `color` white, the same with colors changed."""
    stones = {parse_vertex(v, 9): color for v in black.split()}
    stones |= {parse_vertex(v, 9): opponent(color) for v in white.split()}
    return Board(Rules(), stones, color)


@pytest.mark.parametrize("color", [BLACK, WHITE])
@pytest.mark.parametrize(
    ("black", "white", "move", "last", "expected"),
    [
        ("C5 D6 C3 D2", "D5 D3", "D4", "pass", {"double_atari", "cut"}),
        ("C5 D6", "D5 D3", "D4", "pass", {"cut"}),  # the other chain has three liberties left
        ("C5 D6 E5 C3 D2", "D5 D3", "D4", "pass", {"capture_atari", "cut"}),
        ("C5 D6 E5", "D5 E6 F5", "D4", "pass", {"saving_capture"}),
        ("C5 D6 E5", "D5", "D4", "D5", {"recapture"}),
        ("C5 D6 E5", "D5 G7", "D4", "G7", set()),
        ("B4 C5 C3", "C4 D5 D3 E4", "D4", "pass", {"ko"}),
        ("B4 C5 C3", "C4 D5 D3", "D4", "pass", {"cut"}),  # E4 is empty: a capture, and not a ko
        ("D4 B5 C6", "C5 E4 D3", "D5", "pass", {"race"}),
        ("D4 F4", "D5 D3", "E4", "pass", {"connection"}),
        ("A2 B1 B2", "", "C3", "pass", set()),
        ("A2 B1", "", "B2", "pass", {"own_eye"}),
        ("", "A2 B1", "B2", "pass", {"enemy_eye"}),
    ],
)
def test_features(black: str, white: str, move: str, last: str, expected: set[str], color: int) -> None:
    board = board_of(black, white, color)
    assert found(board, move, last) == expected
    assert found(board, move, last, is_wide=False) == set()


def test_snapback() -> None:
    problem = next(problem for problem in PROBLEMS if problem.name == "snapback")
    assert "snapback" in found(problem.board(), "D5")
    assert "snapback" not in found(problem.board(), "E5")


def test_a_large_chain_is_caught() -> None:
    board = board_of("B1 B2 B4 C3", "A1 A2 A3 A4")
    assert "caught_many" in found(board, "A5")
