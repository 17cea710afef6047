"""Light playouts: legal, uniform, never into an own eye, the same on any number of threads, the same game as in C."""

import random
import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semeai.bench.rounds import KOMI, compile_reference, run_reference
from semeai.go.board import Board
from semeai.go.board_kernel import BOARD, play
from semeai.go.playout_kernel import MOVES_A_POINT, end_margin, finish, light_move, light_playout
from semeai.go.playouts import play_out
from semeai.go.points import PASS, points
from semeai.go.rules import Rules
from semeai.rng import stream, streams
from tests.conftest import missing, needs_jit, scaled


def random_position(size: int, seed: int) -> Board:
    rng = random.Random(seed)
    board = Board(Rules(size=size, repetition="ko"))
    for _ in range(rng.randrange(2 * size * size)):
        moves = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)]
        board.play(rng.choice(moves) if moves else PASS)
    return board


@pytest.mark.parametrize("seed", range(6))
def test_light_moves_are_uniform_over_what_is_sensible(seed: int) -> None:
    board = random_position(5, seed)
    sensible = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)] or [PASS]
    rng = stream(seed)
    n = scaled(20_000, 300)
    drawn = Counter(int(light_move(board.record, rng)) for _ in range(n))
    assert set(drawn) <= set(sensible)
    expected = n / len(sensible)
    chi_square = sum((drawn[p] - expected) ** 2 / expected for p in sensible)
    assert chi_square < len(sensible) + 5 * (2 * len(sensible)) ** 0.5


@pytest.mark.parametrize("size", [2, 3, 5, 9])
def test_playouts_end_where_the_referee_would_count_the_same(size: int) -> None:
    for seed in range(scaled(60, 4)):
        board = Board(Rules(size=size, komi=0, repetition="ko"))
        length = light_playout(board.record, stream(seed))
        if length < 3 * size * size:
            assert board.n_passes == 2
            assert end_margin(board.record) == board.score().margin
            sensible = [p for p in points(size) if board.is_legal(p) and not board.is_eye(p, board.to_play)]
            assert sensible in ([], [board.ko])


def test_batches_do_not_depend_on_threads_or_neighbours() -> None:
    boards = [Board(Rules(size=5)), *(random_position(size, size) for size in (7, 9))]
    before = [board.diagram() for board in boards]
    n = scaled(50, 2)
    one = play_out(boards, n, seed=7)
    two = play_out(boards, n, seed=7, n_threads=2)
    assert np.array_equal(one.margins, two.margins)
    assert np.array_equal(one.lengths, two.lengths)
    assert not np.array_equal(one.lengths, play_out(boards, n, seed=8).lengths)
    assert np.array_equal(one.lengths[0], play_out(boards[:1], n, seed=7).lengths[0])
    assert before == [board.diagram() for board in boards]


@needs_jit
@pytest.mark.parametrize("size", [9, 13, 19])
def test_same_game_as_the_reference_in_c(size: int, tmp_path: Path) -> None:
    """Mean length and black's share of wins within five standard errors."""
    if shutil.which("gcc") is None:
        missing("gcc")
    n = 40_000 if size == 9 else 15_000
    program = compile_reference(tmp_path)
    assert program is not None
    _, length, wins = run_reference(program, size, n, seed=1)
    ours = play_out([Board(Rules(size=size))], n, seed=1, n_threads=2)
    share = (ours.margins > KOMI).mean()
    assert abs(share - wins) < 5 * (2 * share * (1 - share) / n) ** 0.5
    assert abs(ours.lengths.mean() - length) < 5 * ours.lengths.std() * (2 / n) ** 0.5


@needs_jit
@given(st.integers(2, 9), st.integers(0, 60), st.integers(0, 1 << 32))
def test_the_fast_way_plays_the_same_moves(size: int, n_before: int, seed: int) -> None:
    """`finish` leaves what `light_move` and `play` leave: the board, the list of empty points, and the stream."""
    board = Board(Rules(size=size))
    boards, rngs = np.array([board.record] * 2, dtype=BOARD), streams(2, seed)
    rngs[1] = rngs[0]
    lengths = []
    for i in range(2):
        b, rng, n, limit = boards[i], rngs[i], 0, MOVES_A_POINT * size * size
        while n < n_before and b["n_passes"] < 2:
            play(b, light_move(b, rng))
            n += 1
        if i == 0:
            while b["n_passes"] < 2 and n < limit:
                play(b, light_move(b, rng))
                n += 1
        else:
            n = finish(b, rng, n, limit)
        lengths.append(n)
    assert lengths[0] == lengths[1]
    assert rngs[0] == rngs[1]
    for name in BOARD.names:
        if name not in ("hash", "prisoners", "pseudo"):
            assert np.array_equal(boards[0][name], boards[1][name]), name
    chains = np.unique(boards["chain"][0])[1:]  # entry 0 is a scratch pad
    assert np.array_equal(boards["pseudo"][0, chains], boards["pseudo"][1, chains])
