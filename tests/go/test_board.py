"""The board as people use it: tables of moves, diagrams, ko, captures, setup, symmetries."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semeai.go.board import Board, IllegalMove
from semeai.go.points import BLACK, EMPTY, PASS, RESIGN, WHITE, parse_vertex, points, transform, vertex
from semeai.go.rules import Rules
from tests.conftest import scaled


def V(text: str, size: int = 9) -> int:
    return parse_vertex(text, size)


def board_of(text: str, to_play: int = BLACK, **rules: object) -> Board:
    size = len(text.split())
    return Board.from_diagram("\n".join(text.split()), Rules(size=size, **rules), to_play)


# start, who plays, moves, diagram afterwards, prisoners (black, white), ko
TABLE = [
    ("a stone", "... ... ...", BLACK, "b2", "... .X. ...", (0, 0), None),
    ("capture in the corner", "... X.. O..", BLACK, "b1", "... X.. .X.", (0, 1), None),
    ("capture of two chains", ".OX O.. X..", BLACK, "b2 c1 a3", "X.X .X. X.O", (0, 2), None),
    ("ko", ".XO. XO.O .XO. ....", BLACK, "c3", ".XO. X.XO .XO. ....", (0, 1), "b3"),
    ("snapback is no ko", "XO.. .O.. XO.. OO..", WHITE, "a3", ".O.. OO.. .O.. OO..", (2, 0), None),
    ("retaking later", ".XO. XO.O .XO. ....", BLACK, "c3 a1 d1 b3", ".XO. XO.O .XO. O..X", (1, 1), "c3"),
]


@pytest.mark.parametrize(
    ("start", "to_play", "moves", "end", "prisoners", "ko"), [t[1:] for t in TABLE], ids=[t[0] for t in TABLE]
)
def test_table(start: str, to_play: int, moves: str, end: str, prisoners: tuple[int, int], ko: str | None) -> None:
    board = board_of(start, to_play, repetition="ko")
    before = board.diagram()
    for move in moves.split():
        board.play(V(move, board.size))
    assert board.diagram().split() == end.split()
    assert (board.prisoners(BLACK), board.prisoners(WHITE)) == prisoners
    assert board.ko == (V(ko, board.size) if ko else PASS)
    for _ in moves.split():
        board.undo()
    assert board.diagram() == before


def test_every_refusal_has_its_reason() -> None:
    board = board_of(".XO. XO.O .XO. X...", repetition="ko")
    board.play(V("c3", 4))
    for move, reason in [("c3", "is occupied"), ("b3", "retakes a ko at once"), ("a4", "is suicide")]:
        assert board.why_illegal(V(move, 4)) == reason
        with pytest.raises(IllegalMove, match=f"white {move.upper()} {reason}"):
            board.play(V(move, 4))
    for p in (RESIGN, 20 * 5 + 1, 20 * 4 + 5, -1, 421, 10**6):
        assert board.why_illegal(p) == "is not on the board"
        with pytest.raises(IllegalMove, match="is not on the board"):
            board.play(p)
    assert board.is_legal(PASS)
    assert len(board.moves) == 1


@pytest.mark.parametrize(
    ("moves", "last", "allowing"),
    [
        ("a1 b1 a2 b2 a1 a2", "a1", {"ko"}),
        ("a1 b1 a2 pass b2 b1", "a1", {"ko", "situational"}),  # the same stones, but now the other side is to play
    ],
)
@pytest.mark.parametrize("repetition", ["ko", "positional", "situational"])
def test_kinds_of_superko(moves: str, last: str, allowing: set[str], repetition: str) -> None:
    board = Board(Rules(size=2, repetition=repetition))
    for move in moves.split():
        board.play(V(move, 2))
    assert board.is_legal(V(last, 2)) == (repetition in allowing)


def test_suicide_where_allowed() -> None:
    board = board_of(".OX. OXX. X... ....", WHITE, suicide=True, repetition="ko")
    board.play(V("a4", 4))
    assert board.diagram().split() == ["..X.", ".XX.", "X...", "...."]
    assert (board.prisoners(BLACK), board.prisoners(WHITE)) == (0, 3)


def test_suicide_of_one_stone_repeats_the_position() -> None:
    board = board_of(".X. X.. ...", WHITE, suicide=True, repetition="positional")
    assert board.why_illegal(V("a3", 3)) == "repeats an earlier position"


def test_moving_twice_forgets_the_ko() -> None:
    board = board_of(".XO. XO.O .XO. ....", BLACK, repetition="ko")
    board.play(V("c3", 4))
    assert not board.is_legal(V("b3", 4))
    board.play(V("b3", 4), BLACK)
    assert board.colors[V("b3", 4)] == BLACK
    assert board.to_play == WHITE
    board.undo()
    assert board.to_play == WHITE
    assert not board.is_legal(V("b3", 4))


def test_chain_and_liberties() -> None:
    board = board_of("XX. .XO .O.")
    assert {vertex(p) for p in board.chain(V("a3", 3))} == {"A3", "B3", "B2"}
    assert {vertex(p) for p in board.liberties(V("a3", 3))} == {"A2", "C3"}
    assert board.chain(V("a2", 3)) == frozenset()
    assert board.liberties(V("a2", 3)) == frozenset()


def test_set_up_and_undo() -> None:
    board = Board(Rules(size=5))
    board.play(V("c3", 5))
    board.set_up({V("a1", 5): WHITE, V("c3", 5): EMPTY}, BLACK)
    assert board.diagram().split() == [".....", ".....", ".....", ".....", "O...."]
    assert board.to_play == BLACK
    with pytest.raises(ValueError, match="no liberty"):
        board.set_up({V("a2", 5): BLACK, V("b1", 5): BLACK})
    with pytest.raises(ValueError, match="not on the board"):
        board.set_up({V("t19", 19): BLACK})
    assert len(board.moves) == 2
    board.undo()
    assert board.stones == {V("c3", 5): BLACK}
    assert board.to_play == WHITE


def test_the_past() -> None:
    board = board_of("... .X. ...", WHITE, repetition="ko")
    start = {V("b2", 3): BLACK}
    assert board.past() == (start, WHITE, [])
    for move, color in [("a1", WHITE), ("c3", WHITE), ("pass", WHITE), ("pass", BLACK), ("a3", BLACK)]:
        board.play(V(move, 3), color)  # white thrice, black twice
    moves = [(WHITE, V("a1", 3)), (WHITE, V("c3", 3)), (WHITE, PASS), (BLACK, PASS), (BLACK, V("a3", 3))]
    assert board.past() == (start, WHITE, moves)

    board.set_up({V("c1", 3): BLACK, V("c3", 3): EMPTY}, BLACK)
    after = {V("b2", 3): BLACK, V("a1", 3): WHITE, V("a3", 3): BLACK, V("c1", 3): BLACK}
    assert board.past() == (after, BLACK, [])
    board.play(PASS)
    board.set_up({}, BLACK)  # no stones, but another side to play
    board.play(V("b1", 3))
    twin = board.copy()
    assert board.past() == twin.past() == (after, BLACK, [(BLACK, V("b1", 3))])

    board.undo()
    board.undo()
    assert board.past() == (after, BLACK, [(BLACK, PASS)])
    board.play(V("b1", 3))  # where the setup was
    assert board.past() == (after, BLACK, [(BLACK, PASS), (WHITE, V("b1", 3))])
    for _ in range(3):
        board.undo()
    assert board.past() == (start, WHITE, moves)
    assert twin.past() == (after, BLACK, [(BLACK, V("b1", 3))])
    twin.undo()
    twin.undo()
    assert twin.past() == (after, BLACK, [(BLACK, PASS)])


def test_copy_is_independent_and_remembers_the_past() -> None:
    board = board_of(".XO. XO.O .XO. ....", BLACK)
    board.play(V("c3", 4))
    twin = board.copy()
    for move in ("a1", "d1"):
        twin.play(V(move, 4))
    assert len(board.moves) == 1
    twin.undo()
    twin.undo()
    assert not twin.is_legal(V("b3", 4))


def test_no_game_goes_on_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("semeai.go.board.MAX_MOVES", 20)
    board = Board(Rules(size=3))
    for _ in range(20):
        board.play(PASS)
    with pytest.raises(IllegalMove, match="at most 20 moves"):
        board.play(PASS)
    board.undo()
    board.play(PASS)


def test_long_games_grow() -> None:
    board = Board(Rules(size=3))
    for _ in range(200):
        board.play(PASS)
    board.play(V("b2", 3))
    assert board.n_passes == 0
    for _ in range(201):
        board.undo()
    assert not board.stones
    with pytest.raises(IndexError):
        board.undo()


@settings(max_examples=scaled(100, 20))
@given(st.integers(2, 19), st.randoms(use_true_random=False), st.integers(0, 7))
def test_symmetries(size: int, rng: random.Random, symmetry: int) -> None:
    board = Board(Rules(size=size))
    mirror = Board(Rules(size=size))
    for _ in range(40):
        p = rng.choice([*points(size), PASS])
        image = transform(p, size, symmetry)
        assert board.is_legal(p) == mirror.is_legal(image)
        if board.is_legal(p):
            board.play(p)
            mirror.play(image)
    seen = board.transformed(symmetry)
    assert seen.diagram() == mirror.diagram()
    assert seen.hash == mirror.hash
    assert seen.score().margin == board.score().margin
    assert {transform(p, size, symmetry) for p in board.stones} == set(mirror.stones)


def test_eye_test_of_playouts() -> None:
    board = board_of(
        """
        .X.X.
        XX.XX
        ..OX.
        XO.XX
        .XXO.
        """
    )
    # a5 and e5 are corners and e3 is on the edge, all without a white diagonal; c5 is open below; at a1 the one white
    # diagonal is one too many, in a corner.
    assert {vertex(p) for p in points(5) if board.is_eye(p, BLACK)} == {"A5", "E5", "E3"}
    board.set_up({V("b2", 5): EMPTY})
    assert board.is_eye(V("a1", 5), BLACK)


def test_area_and_territory_by_hand() -> None:
    text = "..XO. ..XO. XXXOO OOOOX ....."
    area = board_of(text, komi=0.5)
    assert (area.score().black, area.score().white) == (10, 10.5)
    territory = board_of(text, komi=0.5, scoring="territory")
    assert (territory.score().black, territory.score().white) == (4, 2.5)
    dead = frozenset([V("e2", 5)])
    assert (territory.score(dead).black, territory.score(dead).white) == (4, 9.5)
    assert str(territory.score(dead)) == "W+5.5"
    with pytest.raises(ValueError, match="no stone"):
        area.score(frozenset([V("a1", 5)]))
