"""Knowing playouts: legal, no own eye filled, the board left whole, and each step for what it is there for."""

import random
from collections import Counter

import numpy as np
import pytest

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD
from semeai.go.knowing import PLAYOUTS
from semeai.go.knowing_kernel import ALWAYS, KNOWING, knowing_move
from semeai.go.patterns import pattern_table
from semeai.go.points import BLACK, PASS, WHITE, opponent, parse_vertex, points, vertex
from semeai.go.rules import Rules
from semeai.go.tactics_kernel import is_throw_in
from semeai.rng import stream
from tests.conftest import JIT, scaled


def policy(**chances: float) -> np.record:
    """A policy of these chances; those not named are 0."""
    w = np.zeros(1, dtype=KNOWING)
    for name, chance in chances.items():
        w[name] = chance
    w["patterns"] = ALWAYS * pattern_table()
    made: np.record = w[0]
    return made


def random_start(rng: random.Random) -> Board:
    """Some random moves into a game."""
    size = rng.choice([2, 3, 4, 5, 6, 7, 9, 9, 13] if JIT else [2, 3, 4])
    board = Board(Rules(size=size, repetition="ko"))
    for _ in range(rng.randrange(size**2)):
        board.play(rng.choice(board.legal_points() or [PASS]))
    return board.transformed(0)


def is_whole(board: Board) -> bool:
    """Whether the record says of stones and liberties what a fresh one would."""
    record, fresh = board.record, Board(board.rules, board.stones, board.to_play).record
    free = record.empty[: record.n_empty]
    same = all(np.array_equal(record[name], fresh[name]) for name in ("hash", "n_empty", "color", "around"))
    same &= set(free.tolist()) == {p for p in points(board.size) if p not in board.stones}
    same &= np.array_equal(record.slot[free], np.arange(len(free)))
    for p in board.stones:
        x, y = record.chain[p], fresh.chain[p]
        same &= record.pseudo[x] == fresh.pseudo[y] and record.stones[x] == fresh.stones[y] == len(board.chain(p))
    return bool(same)


def step(board: Board, w: np.record, p: int) -> None:
    """Play `p` and tell the policy, as a playout does."""
    n = board.prisoners(opponent(board.to_play))
    board.play(p)
    w.n_taken = board.prisoners(board.to_play) - n
    w.before, w.last = w.last, p


@pytest.mark.parametrize("chances", [PLAYOUTS, dict.fromkeys(PLAYOUTS, 1.0), dict.fromkeys(PLAYOUTS, 0.5)])
def test_whole_playouts(chances: dict[str, float]) -> None:
    rng = random.Random(1)
    w = policy(**chances)
    seen: Counter[str] = Counter()
    for seed in range(scaled(16, 3)):
        board, moves = random_start(rng), stream(seed)
        history = []
        w.last = PASS
        while board.n_passes < 2 and len(history) < 3 * board.size**2:
            before = {name: board.record[name].copy() for name in BOARD.names or () if name not in ("empty", "slot")}
            p = int(knowing_move(board.record, w, moves))
            assert all(np.array_equal(board.record[name], value) for name, value in before.items())
            assert board.is_legal(p), f"{board}\n{vertex(p)} {board.why_illegal(p)}"
            if p != PASS and board.is_eye(p, board.to_play):  # only to get out of trouble
                near = [q for q in (p + 1, p - 1, p + 20, p - 20) if board.colors[q] == board.to_play]
                assert min(len(board.liberties(q)) for q in near) <= 2, f"{board}\n{vertex(p)}"
            history.append(p)
            step(board, w, p)
            seen["captures"] += bool(w.n_taken)
        assert is_whole(board)
        seen["ended"] += board.n_passes == 2
    assert seen["captures"] > scaled(50, 0)
    assert seen["ended"] > scaled(12, 0)


def test_careful_moves() -> None:
    """Without any answer to the last move: no eye, no self-atari but a throw-in, and PASS only when nothing is left."""
    rng = random.Random(2)
    w = policy(throw_in=1.0)
    for seed in range(scaled(400, 20)):
        board = random_start(rng)
        careful = {PASS}
        for p in board.legal_points():
            after = board.copy()
            after.play(p)
            is_safe = len(after.liberties(p)) >= 2 or is_throw_in(board.record, np.uint16(p))
            if is_safe and not board.is_eye(p, board.to_play):
                careful.add(p)
        if len(careful) > 1:
            careful.remove(PASS)
        p = int(knowing_move(board.record, w, stream(seed)))
        assert p in careful, f"{board}\n{vertex(p)}"


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_only_own_eyes_are_left(to_play: int) -> None:
    """Three eyes a side: filling one is no self-atari, so nothing but the eye forbids it."""
    board = Board.from_diagram(".XXO.\nXXXOO\n.XXO.\nXXXOO\n.XXO.", Rules(size=5, repetition="ko"), to_play)
    w = policy()
    assert {int(knowing_move(board.record, w, stream(seed))) for seed in range(40)} == {PASS}


# White plays a move; what black may answer with one step of the policy, None where it has no answer.
CASES = {
    "captures": ("..... .X... X.... .X... .....", "B3", "capture", "C3"),
    "captures at the edge": ("..... ..... X.... .X... .....", "A2", "capture", "A1"),
    "does not retake a ko": ("..... .XO.. X.XO. .XO.. .....", "B3", "capture", None),
    "escapes": ("..... .O... OX... ..... .....", "B2", "capture", "C3"),
    "escapes by captures": ("..... ..... .X... XOX.. .....", "A3", "capture", "A4 B1"),
    "does not escape in vain": ("..... ..... ..... .O... X....", "A2", "capture", None),
    "extends": ("..... ..O.. ..X.. ..... .....", "D3", "two_liberties", "B3 C2"),
    "gives atari where there is no way out": ("..... ..... ..... .X... .....", "A2", "two_liberties", "A3"),
    "gives no atari that helps": ("..... ..X.. .X... ..... .....", "C3", "two_liberties", None),
    "plays patterns": ("..... ..... .X... ..... .....", "C3", "pattern", "B2 B4 C2 C4"),
    "takes vital points": ("XXX.X OOOOX XXXXX ..... .....", "D5", "nakade", "B5"),
    "takes none where less was captured": (".XX.X OOOOX XXXXX ..... .....", "D5", "nakade", None),
}


@pytest.mark.parametrize("name", CASES)
def test_answers(name: str) -> None:
    diagram, last, step_name, expected = CASES[name]
    board = Board.from_diagram("\n".join(diagram.split()), Rules(size=5, repetition="ko"), WHITE)
    w = policy(**{step_name: 1.0})
    step(board, w, parse_vertex(last, 5))
    found = {vertex(knowing_move(board.record, w, stream(seed))) for seed in range(40)}
    if expected is None:
        assert len(found) > 3  # any careful move
    else:
        assert found == set(expected.split())
