"""Proofs: small empty boards, and everything the two positions of the drake paper are said to be."""

import pytest

from semeai.go.board import Board
from semeai.go.points import BLACK, PASS, WHITE, parse_vertex, vertex
from semeai.go.rules import Rules
from semeai.go.solver import NotSolved, Solver
from tests.conftest import needs_jit

DRAKE = Rules.preset("drake")

FLOWER_SIX = """
    .XXXXXXX.
    XXXXXXXXX
    OOOOOOOOO
    OOOOOOOOO
    OOOOOOOOO
    OOOOOOOOO
    OOO..OOOO
    OOO...OOO
    OOOO.OOOO
"""

MULTIPLE_CUT = """
    ..O...O..
    OOOOOOOOO
    OOOXXXXXX
    XXXXXXXXX
    .........
    XXXXXXXXX
    XXXXXXXXX
    OO.O.O.OO
    .O.O.O.O.
"""


def played(board: Board, moves: str) -> Board:
    after = board.copy()
    for text in moves.split():
        after.play(parse_vertex(text, board.size))
    return after


@needs_jit
@pytest.mark.parametrize(("size", "table_bits", "value"), [(2, 0, 1), (3, 18, 9)])
def test_empty_boards_under_positional_superko(size: int, table_bits: int, value: int) -> None:
    board = Board(Rules(size=size, komi=0))
    assert Solver(table_bits=table_bits).value(board) == value


@needs_jit
class TestFlowerSix:
    """Who captures the other wins by far, so the moves outside the eight empty points of the position are left out."""

    board = Board.from_diagram(FLOWER_SIX, DRAKE)
    solver = Solver(region=[parse_vertex(v, 9) for v in "a9 j9 d2 d3 e1 e2 e3 f2".split()])

    def winning(self, moves: str) -> set[str]:
        return {vertex(p).lower() for p in self.solver.winning_moves(played(self.board, moves))}

    def test_legal_first_moves(self) -> None:
        assert {vertex(p) for p in self.board.legal_points()} == {"A9", "J9", "D2", "D3", "E1", "E2", "E3", "F2"}

    def test_black_cannot_be_captured(self) -> None:
        white = Board.from_diagram(FLOWER_SIX, DRAKE, WHITE)
        assert white.why_illegal(parse_vertex("a9", 9)) == "is suicide"
        assert white.why_illegal(parse_vertex("j9", 9)) == "is suicide"

    def test_e2_is_the_only_winning_move(self) -> None:
        assert self.winning("") == {"e2"}

    @pytest.mark.parametrize(("answer", "refutation"), [("e3", "d2"), ("d2", "e3")])
    def test_only_answers(self, answer: str, refutation: str) -> None:
        assert self.winning(f"e2 {answer}") == {refutation}


@needs_jit
class TestMultipleCut:
    """The bottom is searched, without a table: every repetition is exact."""

    board = Board.from_diagram(MULTIPLE_CUT, DRAKE)
    solver = Solver(region=[parse_vertex(v, 9) for v in "a1 c1 c2 e1 e2 g1 g2 j1".split()], table_bits=0)

    def value(self, moves: str) -> int:
        return self.solver.value(played(self.board, moves))

    def test_winning_moves(self) -> None:
        assert {vertex(p) for p in self.solver.winning_moves(self.board)} == {"C2", "E2", "G2"}

    @pytest.mark.parametrize("move", ["c1", "e1", "g1", "pass", "f5"])
    def test_losing_moves(self, move: str) -> None:
        assert self.solver.winner(played(self.board, move)) == WHITE

    @pytest.mark.parametrize(("cut", "answer"), [("c2", "c1"), ("e2", "e1"), ("g2", "g1")])
    def test_white_must_answer_in_the_same_column(self, cut: str, answer: str) -> None:
        after = played(self.board, cut)
        right = parse_vertex(answer, 9)
        assert self.value(f"{cut} {answer}") == 9
        for p in [*self.solver.region, PASS]:
            if p != right and after.is_legal(p):
                assert self.value(f"{cut} {vertex(p)}") > 9 + 1, vertex(p)

    def test_score_of_three_cuts_and_of_two(self) -> None:
        assert str(played(self.board, "c2 c1 e2 e1 g2 g1 pass pass").score()) == "B+1.5"
        assert str(played(self.board, "c2 c1 e2 e1 g1 g2 pass pass").score()) == "W+0.5"


@needs_jit
def test_winner_of_a_drawn_game_is_nobody() -> None:
    board = Board(Rules(size=2, komi=1))
    assert Solver(table_bits=0).winner(board) is None


@needs_jit
def test_too_little_depth_is_said() -> None:
    with pytest.raises(NotSolved, match="within 4 moves"):
        Solver(max_depth=4).winner(Board(Rules(size=3)))


@needs_jit
def test_winner_follows_komi() -> None:
    assert Solver().winner(Board(Rules(size=3, komi=8.5))) == BLACK
    assert Solver().winner(Board(Rules(size=3, komi=9.5))) == WHITE


@needs_jit
def test_without_points_to_play_the_board_stands_as_it_is() -> None:
    board = Board.from_diagram("X..\n...\n..O", Rules(size=3, komi=0.5))
    assert Solver(region=[]).value(board) == 0
    assert Solver(region=[]).winner(board) == WHITE
