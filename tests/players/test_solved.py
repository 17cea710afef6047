"""The two positions of the drake paper, which the exact solver has proven (tests/go/test_solver.py): the knowing player
answers them every time, however they lie and whoever is to play."""

import pytest
from numpy.random import default_rng

from semeai.go.board import Board
from semeai.go.points import BLACK, WHITE, opponent, parse_vertex, transform, vertex
from semeai.go.rules import Rules
from semeai.players import make_player
from tests.conftest import SLOW
from tests.go.test_solver import FLOWER_SIX, MULTIPLE_CUT

N_RUNS = [16, pytest.param(50, marks=SLOW)]  # 16: each symmetry with each color


def position(diagram: str, symmetry: int, is_swapped: bool) -> Board:
    """The diagram with black to play and komi 7.5, turned or mirrored; with the colors swapped, komi goes with them."""
    stones = Board.from_diagram(diagram).stones
    if is_swapped:
        stones = {p: opponent(c) for p, c in stones.items()}
    board = Board(Rules(komi=-7.5 if is_swapped else 7.5), stones, WHITE if is_swapped else BLACK)
    return board.transformed(symmetry)


@pytest.mark.parametrize("n_runs", N_RUNS)
@pytest.mark.parametrize(
    ("diagram", "right"), [(FLOWER_SIX, "e2"), (MULTIPLE_CUT, "c2 e2 g2")], ids=["flower six", "multiple cut"]
)
def test_every_run_finds_a_winning_move(diagram: str, right: str, n_runs: int) -> None:
    player = make_player("rave:playouts=5000")
    wrong = []
    for run in range(n_runs):
        symmetry = run % 8
        board = position(diagram, symmetry, run // 8 % 2 == 1)
        player.new_game(board.rules, default_rng(run))
        chosen = player.choose(board)
        if chosen not in {transform(parse_vertex(text, 9), 9, symmetry) for text in right.split()}:
            wrong.append((run, vertex(chosen), player.explain().text))
    assert not wrong
