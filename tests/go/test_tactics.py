"""Tactics: as sets of points say it on random positions, and by hand where it takes an eye for shape, or a ladder."""

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from semeai.go.board import Board
from semeai.go.board_kernel import BOARD
from semeai.go.playout_kernel import light_move
from semeai.go.points import BLACK, PASS, WHITE, parse_vertex, point, points, transform, vertex
from semeai.go.rules import Rules
from semeai.go.tactics_kernel import (
    LOOK,
    attack_works,
    captures_next_to,
    escapes,
    freedom,
    is_self_atari,
    is_throw_in,
    liberties_after,
    only_liberty,
    two_liberties,
    vital_point,
)
from semeai.rng import stream
from tests.conftest import JIT, needs_jit, scaled


def positions(n: int, rng: random.Random) -> Iterator[Board]:
    """`n` positions out of light games on boards of many sizes."""
    while True:
        size = rng.choice([3, 4, 5, 6, 7, 8, 9, 9, 9, 19] if JIT else [3, 4, 5])
        board = Board(Rules(size=size, repetition="ko"))
        moves = stream(rng.randrange(1 << 30))
        for _ in range(2 * size**2):
            board.play(int(light_move(board.record, moves)))
            if rng.random() < 5 / size**2:
                yield board.transformed(0)  # without its past, which is costly to copy
                n -= 1
                if n == 0:
                    return


def liberties_of_enemies(board: Board, p: int) -> set[frozenset[int]]:
    """Of each enemy chain next to the chain at `p`."""
    around = {q + step for q in board.chain(p) for step in (1, -1, 20, -20)}
    return {board.liberties(q) for q in {min(board.chain(q)) for q in around if board.colors[q] == 3 - board.colors[p]}}


def liberties_after_playing(board: Board, p: int) -> int:
    """Of the chain at `p` after a move there, ko or not; 0 for suicide."""
    trial = board.copy()
    trial.record.ko = PASS
    if not trial.is_legal(p):
        return 0
    trial.play(p)
    return len(trial.liberties(p))


def test_liberties_of_chains() -> None:
    rng = random.Random(1)
    seen: Counter[str] = Counter()
    for board in positions(scaled(1_000, 60), rng):
        before = board.record.tobytes()
        for p in rng.sample(list(board.stones), min(8, len(board.stones))):
            x, free = board.record.chain[p], board.liberties(p)
            n = len(free)
            assert only_liberty(board.record, x) == (min(free) if n == 1 else PASS), f"{board}\n{vertex(p)}"
            found = [int(q) for q in two_liberties(board.record, x)]
            assert sorted(found) == (sorted([*free, PASS])[-2:] if n <= 2 else [PASS, PASS]), f"{board}\n{vertex(p)}"
            assert n > 1 or found[1] == PASS
            captures = {min(free) for free in liberties_of_enemies(board, p) if len(free) == 1} - {board.ko}
            assert captures_next_to(board.record, x) in (captures or {PASS}), f"{board}\n{vertex(p)}"
            seen[f"{min(n, 3)} liberties"] += 1
            seen["captures"] += bool(captures)
        assert board.record.tobytes() == before
    assert not JIT or min(seen[key] for key in ("1 liberties", "2 liberties", "3 liberties", "captures")) > 200, seen


def test_liberties_after_a_move() -> None:
    rng = random.Random(2)
    seen: Counter[int] = Counter()
    for board in positions(scaled(1_000, 60), rng):
        before = board.record.tobytes()
        free = [p for p in points(board.size) if p not in board.stones]
        for p in rng.sample(free, min(6, len(free))):
            n, q = liberties_after_playing(board, p), np.uint16(p)
            counted = [int(liberties_after(board.record, q, most)) for most in (2, 3, 4)]
            assert counted == [min(n, most) for most in (2, 3, 4)], f"{board}\n{vertex(p)}"
            assert freedom(board.record, q) == min(n, 2), f"{board}\n{vertex(p)}"
            assert is_self_atari(board.record, q) == (n < 2)
            seen[min(n, 4)] += 1
        assert board.record.tobytes() == before
    assert not JIT or min(seen[n] for n in range(5)) > 100, seen


# -- shapes ------------------------------------------------------------------------------------------------------------

Shape = frozenset[tuple[int, int]]

# All shapes that leave one eye when they are taken; * is the point that makes one eye of such an eye space.
KILLING = "o  oo  o*o  *o/o.  o*o/.o.  oo/oo  .o./o*o/.o.  oo./o*o  oo./o*o/.o.".split()


def turned(shape: Shape) -> list[Shape]:
    """The eight symmetries of a shape, moved to (0, 0)."""
    found = []
    for symmetry in range(8):
        cells = [(-r if symmetry & 1 else r, -c if symmetry & 2 else c) for r, c in shape]
        cells = [(c, r) if symmetry & 4 else (r, c) for r, c in cells]
        low, left = min(r for r, _ in cells), min(c for _, c in cells)
        found.append(frozenset((r - low, c - left) for r, c in cells))
    return found


def all_shapes(n: int) -> set[Shape]:
    """The connected shapes of `n` points, but for symmetry; each grows from those of one point less."""
    if n == 1:
        return {frozenset([(0, 0)])}
    grown = set()
    for shape in all_shapes(n - 1):
        for r, c in shape:
            for cell in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if cell not in shape:
                    grown.add(min(turned(shape | {cell}), key=sorted))
    return grown


def read_shape(text: str) -> tuple[Shape, tuple[int, int] | None]:
    """The shape of a drawing and its vital point."""
    cells = {(r, c): mark for r, row in enumerate(text.split("/")) for c, mark in enumerate(row) if mark != "."}
    return frozenset(cells), next((cell for cell, mark in cells.items() if mark == "*"), None)


def drawing_of(shape: Shape) -> str | None:
    """The drawing in KILLING that is this shape in some orientation."""
    return next((text for text in KILLING if shape in turned(read_shape(text)[0])), None)


def degree(shape: Shape, cell: tuple[int, int]) -> int:
    return sum(abs(r - cell[0]) + abs(c - cell[1]) == 1 for r, c in shape)


@pytest.mark.parametrize(
    ("n", "n_shapes"),
    [(1, 1), (2, 1), (3, 2), (4, 5), *(pytest.param(*each, marks=needs_jit) for each in ((5, 12), (6, 35), (7, 108)))],
)
def test_shapes_that_kill(n: int, n_shapes: int) -> None:
    shapes = all_shapes(n)
    assert len(shapes) == n_shapes
    look = np.zeros(1, dtype=LOOK)[0]
    for free in shapes:
        for shape in set(turned(free)):
            text = drawing_of(shape)
            place = {point(1 + r, 1 + c): (r, c) for r, c in shape}  # in a corner of the board
            # An eye space in the middle of black stones: what is vital there?
            black = Board(Rules(size=9), {p: BLACK for p in points(9) if p not in place}, WHITE)
            vital = read_shape(text)[1] if text else None
            found = {int(vital_point(black.record, np.uint16(p), BLACK, look)) for p in place}
            if vital is None or text is None:
                assert found == {PASS}, black
            else:  # the vital point is the only one with so many neighbors
                most = degree(read_shape(text)[0], vital)
                assert found == {p for p, cell in place.items() if degree(shape, cell) == most}, black
            # The same shape of own stones, its last stone to be played: is that a throw-in?
            for p in place:
                white = Board(Rules(size=9), {q: WHITE for q in place if q != p}, WHITE)
                assert is_throw_in(white.record, np.uint16(p)) == (text is not None), f"{white}\n{vertex(p)}"


def test_an_eye_space_is_of_one_color() -> None:
    look = np.zeros(1, dtype=LOOK)[0]
    three = point(1, 1)
    board = Board(Rules(size=5), {p: BLACK for p in points(5) if p not in (three, three + 1, three + 2)}, WHITE)
    assert vertex(vital_point(board.record, np.uint16(three), BLACK, look)) == "B1"
    assert vital_point(board.record, np.uint16(three), WHITE, look) == PASS
    board.set_up({three + 20: WHITE})
    assert vital_point(board.record, np.uint16(three), BLACK, look) == PASS


# -- ladders -----------------------------------------------------------------------------------------------------------


def gets_away(board: Board, p: int) -> bool:
    """Whether the chain at `p`, in atari and to move, can reach three liberties or take something, whatever happens."""
    if any(len(free) == 1 and board.is_legal(min(free)) for free in liberties_of_enemies(board, p)):
        return True
    (e,) = board.liberties(p)
    if not board.is_legal(e):
        return e == board.ko
    after = board.copy()
    after.play(e)
    free = after.liberties(p)
    return len(free) > 2 or (len(free) == 2 and not any(catches(after, p, q) for q in free))


def catches(board: Board, p: int, q: int) -> bool:
    """Whether the chain at `p`, which has two liberties, is caught by a move at one of them, `q`."""
    if liberties_after_playing(board, q) < 2 or q == board.ko:
        return False
    after = board.copy()
    after.play(q)
    return not gets_away(after, p)


LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . O . . . . .
    . . O X O . . . .
    . . O . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""
EDGE_LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . O . . . .
    . . . O X O . . .
    . . . . . . . . ."""


@pytest.mark.parametrize(
    ("diagram", "runner", "black", "white", "expected"),
    [
        (LADDER, "D6", "", "", False),
        (LADDER, "D6", "G3", "", True),  # a breaker on the way
        (LADDER, "D6", "H2", "", True),
        (LADDER, "D6", "J5", "", False),  # beside the way
        (LADDER, "D6", "B2", "", False),
        (LADDER, "D6", "G3", "H3 F3 G2", False),  # a breaker that is shut in itself
        (LADDER, "D6", "E7 F6", "", True),  # on the way a stone is in atari
        (LADDER, "D6", "E7 F6", "E5", False),  # and now it is not
        (EDGE_LADDER, "E2", "", "", False),
        (EDGE_LADDER, "E2", "H1", "", False),
        (EDGE_LADDER, "E2", "F3 G2", "", True),
    ],
)
@pytest.mark.parametrize("symmetry", range(8))
def test_ladders(diagram: str, runner: str, black: str, white: str, expected: bool, symmetry: int) -> None:
    stones = Board.from_diagram(diagram).stones
    stones |= {parse_vertex(v, 9): c for text, c in ((black, BLACK), (white, WHITE)) for v in text.split()}
    board = Board(Rules(size=9), stones).transformed(symmetry)
    p = transform(parse_vertex(runner, 9), 9, symmetry)
    before = board.record.tobytes()
    room = np.zeros(1, dtype=BOARD)[0]
    assert escapes(board.record, board.record.chain[p], room) == expected
    assert gets_away(board, p) == expected
    assert board.record.tobytes() == before
    # One move before, white to play at the liberty that is left now makes the ladder.
    (e,) = board.liberties(p)
    for q in {p + 1, p - 1, p + 20, p - 20} - {e}:
        earlier = Board(Rules(size=9), {s: c for s, c in board.stones.items() if s != q}, WHITE)
        if earlier.liberties(p) == {e, q} and liberties_after_playing(earlier, q) >= 2:
            assert attack_works(earlier.record, earlier.record.chain[p], np.uint16(q), room) != expected


@needs_jit
def test_who_is_said_to_be_caught_is() -> None:
    """The reader tries one line of attack only, so it may miss a ladder; where it sees one, there is one."""
    rng = random.Random(3)
    room = np.zeros(1, dtype=BOARD)[0]
    n, n_missed, n_caught = 0, 0, 0
    for board in positions(1_000, rng):
        before = board.record.tobytes()
        for p in board.stones:
            x, free = board.record.chain[p], board.liberties(p)
            if p != x or len(free) > 2:
                continue
            if board.colors[p] == board.to_play and len(free) == 1:
                is_caught, is_really = not escapes(board.record, x, room), not gets_away(board, p)
            elif board.colors[p] != board.to_play and len(free) == 2:
                q = min(free)
                is_caught, is_really = attack_works(board.record, x, np.uint16(q), room), catches(board, p, q)
            else:
                continue
            assert is_really or not is_caught, f"{board}\n{vertex(p)}"
            n, n_missed, n_caught = n + 1, n_missed + (is_really and not is_caught), n_caught + is_caught
        assert board.record.tobytes() == before
    assert n_missed < 0.05 * n
    assert n_caught > 0.1 * n > 50
