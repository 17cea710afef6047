"""What is dead and what is left to do: by hand from whose each point is said to be, and by playouts."""

import numpy as np
import numpy.typing as npt
import pytest
from numpy.random import default_rng

from semeai.go.board import Board
from semeai.go.diagram import parse_diagram
from semeai.go.points import BLACK, N_POINTS, WHITE, parse_vertex, transform, vertex
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.players.search.judgement import chains, cleaning_points, dead_stones, is_finished
from tests.conftest import needs_jit


def board_of(rows: str, scoring: str = "area", to_play: int = BLACK) -> Board:
    size = len(rows.split())
    return Board.from_diagram("\n".join(rows.split()), Rules(size=size, scoring=scoring), to_play)


def owned(rows: str, surely: float = 0.9) -> npt.NDArray[np.float64]:
    """The ownership in which a diagram's stones are who will have each point."""
    ownership = np.zeros(N_POINTS)
    for p, color in parse_diagram("\n".join(rows.split()))[1].items():
        ownership[p] = surely if color == BLACK else -surely
    return ownership


SETTLED = ".XXO. XXXOO .XXO. XXXOO .XXO."
DAME = ".XXO. XXXOO .X.O. XXXOO .XXO."
INSIDE = "O.XO. XXXOO .XXO. XXXOO .XXO."
HALVES = "XXXOO XXXOO XXXOO XXXOO XXXOO"
OPEN = "XX.OO XX.OO XX.OO XX.OO XX.OO"


@pytest.mark.parametrize(
    ("rows", "owners", "surely", "area", "territory"),
    [
        (SETTLED, HALVES, 0.9, True, True),
        (SETTLED, HALVES, 0.3, False, False),  # nobody can be sure
        (SETTLED, HALVES.replace("X", "O"), 0.9, False, True),  # black is dead: to be taken first, or by agreement
        (DAME, HALVES, 0.9, False, True),  # C3 is worth a point by area, and none by territory
        (INSIDE, HALVES, 0.9, False, True),  # and so is A5
        (INSIDE, "O" + HALVES[1:], 0.9, False, True),  # A5 is alive, and B5 a neutral point
        ("..... ..... ..... ..... .....", OPEN, 0.9, False, False),  # nothing is there yet
    ],
)
def test_what_is_finished(rows: str, owners: str, surely: float, area: bool, territory: bool) -> None:
    ownership = owned(owners, surely)
    assert is_finished(board_of(rows, "area"), ownership) == area
    assert is_finished(board_of(rows, "territory"), ownership) == territory


def test_dead_stones_are_whole_chains() -> None:
    board = board_of(INSIDE)
    assert {vertex(p) for p in dead_stones(board, owned(HALVES))} == {"A5"}
    # A chain is judged by the mean over its stones: three, and then five, of white's seven are said to be black's.
    assert {vertex(p) for p in dead_stones(board, owned("XXXXX XXXOX XXXOO XXXOX XXXOO"))} == {"A5"}
    assert len(dead_stones(board, owned("XXXXX XXXXX XXXXX XXXOO XXXXO"))) == 1 + 7
    for chain, color in chains(board):
        assert {int(board.colors[p]) for p in chain} == {color}
    assert sum(len(chain) for chain, _ in chains(board)) == len(board.stones)


@pytest.mark.parametrize(("move", "expected"), [("B5", True), ("A3", False), ("E5", False)])
def test_cleaning_up(move: str, expected: bool) -> None:
    assert (parse_vertex(move, 5) in cleaning_points(board_of(INSIDE), owned(HALVES))) == expected
    assert not cleaning_points(board_of(INSIDE, to_play=WHITE), owned(HALVES))


# -- by playouts -------------------------------------------------------------------------------------------------------

# Positions where play is over, and what is dead there.
OVER = {
    "nothing": (".X.XO.. XXXXOOO .X.XO.O XXXXOOO .XXXO.. XXXXOOO X.X.XO.", ""),
    "stones inside": ("O.XXO.. XXXXOOO .X.XOX. XXXXOOO O.XXO.X XXXXOOO ..XXO..", "A7 A3 F5 G3"),
    "a group without eyes": ("..OXX.. XOOOX.. XXXXX.. X.X.... XX..... ....... .......", "C7 B6 C6 D6"),
}


@needs_jit
@pytest.mark.parametrize("name", OVER)
@pytest.mark.parametrize("symmetry", [0, 5])
def test_dead_by_playouts(name: str, symmetry: int) -> None:
    rows, dead = OVER[name]
    player = make_player("rave:playouts=200")
    assert player.can_judge
    for to_play, seed in [(BLACK, 1), (WHITE, 2)]:
        board = board_of(rows, to_play=to_play).transformed(symmetry)
        player.new_game(board.rules, default_rng(seed))
        before = board.diagram()
        expected = {vertex(transform(parse_vertex(v, 7), 7, symmetry)) for v in dead.split()}
        assert {vertex(p) for p in player.judge(board)} == expected, board
        assert board.diagram() == before
