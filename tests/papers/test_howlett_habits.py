"""What is counted of howlett's programs at the board: corners, far moves, captures, games without an end."""

from pathlib import Path

import pytest

from semeai.go.board import Board
from semeai.go.points import PASS, RESIGN, parse_vertex, vertex
from semeai.go.rules import Rules
from semeai.papers.howlett.endless import LITERAL, SPARING, try_endless
from semeai.papers.howlett.habits import HABITS, Habit, beyond_chance, corner_points, is_far, n_captured, try_habits
from semeai.papers.howlett.literal import HIS_RAVE, HIS_UCT, MATCHES
from semeai.papers.howlett.sweep import SWEEP, try_sweep
from semeai.papers.paper import Bench, Row, Scale
from semeai.parallel.executors import Workers
from semeai.players import check_spec
from tests.conftest import needs_jit


def bench(workers: Workers) -> Bench:
    return Bench(Path("nowhere"), workers, lambda text: None)


def test_corners_are_the_points_that_two_stones_surround() -> None:
    found = {vertex(p) for p in corner_points(9)}
    assert found == {"A1", "A2", "B1", "A9", "A8", "B9", "J1", "J2", "H1", "J9", "J8", "H9"}
    assert len(corner_points(19)) == 12


@pytest.mark.parametrize(("a", "b", "expected"), [("C3", "C6", False), ("C3", "C7", True), ("C3", "G4", True)])
def test_far_is_four_lines(a: str, b: str, expected: bool) -> None:
    p, q = parse_vertex(a, 9), parse_vertex(b, 9)
    assert is_far(p, q) == is_far(q, p) == expected
    assert not is_far(PASS, q)
    assert not is_far(RESIGN, q)


def test_captured_stones_are_counted_and_the_board_stays() -> None:
    board = Board.from_diagram(".XO.\n.XO.\n..X.\n....", Rules(size=4))
    before = board.diagram()
    assert n_captured(board, parse_vertex("D4", 4)) == 0
    board = Board.from_diagram("XO.X\n.XOX\n..X.\n....", Rules(size=4))
    assert n_captured(board, parse_vertex("C4", 4)) == 2
    assert before != board.diagram()
    assert board.prisoners(2) == 0


@needs_jit
def test_one_game_and_some_positions() -> None:
    params = HABITS.trials(Scale.SMOKE)[0].params | {"size": 5, "moves": 6, "positions": 3, "playouts": 200}
    with Workers() as workers:
        (row,) = try_habits(params, 1, bench(workers))
        assert [row] == try_habits(params, 1, bench(workers)) != try_habits(params, 2, bench(workers))
    assert HABITS.fits([row])
    assert (row["moves"], row["positions"]) == (6, 3)
    assert 0 <= row["corner"] <= 6
    assert 0 <= row["captures"] <= 3
    assert 0 < row["corner_chance"] < 6
    assert 0 < row["capture_chance"] < 3


def test_a_habit_is_beyond_chance() -> None:
    rows: list[Row] = [{"moves": 10, "corner": 5, "corner_chance": 2.0}, {"moves": 10, "corner": 7, "corner_chance": 2}]
    found = beyond_chance(rows, "corner", "corner_chance", "moves")
    assert (found.mean, found.low, found.high) == (40, 30, 50)
    table = [row | {"size": 9, "playouts": 100, "player": HIS_UCT, "seed": i} for i, row in enumerate(rows)]
    table += [row | {"player": player} for row in table for player in ("mcts", HIS_RAVE)]
    habit = Habit(9, "corner", "corner_chance", "moves")
    assert habit.found(table)["his UCT"][0].mean == 60
    assert habit.by_chance(table) == 20


@needs_jit
@pytest.mark.parametrize(("player", "ended"), [(LITERAL, 0), (SPARING, 1)])
def test_a_game_with_filled_eyes_has_no_end(player: str, ended: int) -> None:
    params = {"rules": "howlett", "size": 5, "limit": 20, "player": player}
    with Workers() as workers:
        rows = [try_endless(params, seed, bench(workers))[0] for seed in range(5)]
    assert [row["ended"] for row in rows] == [ended] * 5
    assert all((row["moves"] == 500) != ended for row in rows)


@needs_jit
def test_the_constant_that_was_tuned_is_told() -> None:
    params = SWEEP.trials(Scale.SMOKE)[0].params | {"size": 5, "games": 2, "playouts": 200}
    with Workers() as workers:
        (row,) = try_sweep(params, 1, bench(workers))
    assert SWEEP.fits([row])
    assert 2**0.5 / 16 <= row["tuned"] <= 2**1.5
    assert row["games"] == 2


def test_his_programs_can_be_made() -> None:
    for player, opponent, _ in MATCHES:
        check_spec(player)
        check_spec(opponent)
