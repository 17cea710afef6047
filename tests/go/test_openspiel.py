"""OpenSpiel's Go as referee: 200 random 9x9 games, legal moves compared at every move."""

import random

from semeai.go.board import Board
from semeai.go.points import PASS, point, row_column
from semeai.go.rules import Rules
from tests.conftest import missing, needs_jit

SIZE = 9


@needs_jit
def test_random_games() -> None:
    try:
        import pyspiel
    except ImportError:
        missing("open_spiel")
    game = pyspiel.load_game(f"go(board_size={SIZE},komi=7.5)")
    rng = random.Random(9)
    n_moves = 0
    for _ in range(200):
        state = game.new_initial_state()
        board = Board(Rules(size=SIZE, repetition="ko"))
        while not state.is_terminal():  # two passes, too many moves, or a repetition: it has no superko to compare
            legal = {PASS if a == SIZE**2 else point(a // SIZE + 1, a % SIZE + 1) for a in state.legal_actions()}
            assert legal == {*board.legal_points(), PASS}
            moves = sorted(legal - {PASS}) or [PASS]
            move = rng.choice(moves)
            row, column = row_column(move)
            state.apply_action(SIZE**2 if move == PASS else (row - 1) * SIZE + column - 1)
            board.play(move)
            n_moves += 1
        theirs = [line.split()[1] for line in str(state).splitlines() if line.strip()[:1].isdigit()]
        assert [row.replace(".", "+") for row in board.diagram().split()] == theirs
        if board.n_passes == 2:
            assert (board.score().margin > 0) == (state.returns()[0] > 0)
    assert n_moves > 10_000
