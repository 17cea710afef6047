"""Agreement with a deep search as a fitness: bounded, the same for all candidates, and its file is checked."""

from pathlib import Path

import numpy as np
import pytest
from numpy.random import default_rng

from semeai.archive import pack
from semeai.files import DamagedFile
from semeai.go.points import parse_vertex
from semeai.parallel.executors import Workers
from semeai.players.search.genome import N_GENES
from semeai.problems import make_problem
from semeai.problems.agreement import (
    FILE,
    KIND,
    VERSION,
    Agreement,
    Lesson,
    judge_positions,
    pack_lessons,
    read_lessons,
)
from tests.conftest import needs_jit


def lesson(*moves: str) -> Lesson:
    return Lesson(tuple(parse_vertex(move, 9) for move in moves), parse_vertex("D5", 9), 0.5)


def test_the_positions_that_come_with_semeai() -> None:
    lessons = read_lessons(FILE)
    assert len(lessons) >= 200
    assert all(0 <= found.value <= 1 for found in lessons)
    assert len({found.board().hash for found in lessons}) > 0.95 * len(lessons)
    assert make_problem("agreement:playouts=50,origin=nothing").player.endswith(
        "playouts=50,resign=0,memory=16,origin=nothing"
    )


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "some.npz"
    path.write_bytes(pack_lessons([lesson("E5", "C3"), lesson("E5", "pass", "G7")]))
    found = read_lessons(path)
    assert [len(one.moves) for one in found] == [2, 3]
    assert found[1].best == parse_vertex("D5", 9)
    assert found[0].board().to_play == 1


@pytest.mark.parametrize(
    "change",
    [
        {"moves": np.array([70, 70], dtype=np.uint16)},  # the same point twice
        {"moves": np.array([0.5])},
        {"ends": np.array([5])},
        {"ends": np.zeros(0, dtype=np.int64)},
        {"values": np.array([2.0])},
        {"values": np.array([np.nan])},
        {"best": np.array([parse_vertex("E5", 9)], dtype=np.uint16)},  # there is a stone
    ],
)
def test_damaged_files(tmp_path: Path, change: dict[str, np.ndarray]) -> None:
    arrays = {
        "moves": np.array([parse_vertex("E5", 9), parse_vertex("C3", 9)], dtype=np.uint16),
        "ends": np.array([2]),
        "best": np.array([parse_vertex("D5", 9)], dtype=np.uint16),
        "values": np.array([0.5]),
    }
    path = tmp_path / "bad.npz"
    path.write_bytes(pack(KIND, VERSION, {}, arrays | change))
    with pytest.raises(DamagedFile, match="not a file of judged positions"):
        Agreement(file=str(path))


@needs_jit
def test_all_candidates_search_the_same_positions() -> None:
    problem = Agreement(playouts=10, positions=2)
    zeros, other = np.zeros(N_GENES), default_rng(1).uniform(-1, 1, N_GENES)
    with Workers(1) as workers:
        one, two, three = problem.answer(np.array([zeros, zeros, other]), (1, 0), workers).tolist()
        (again,) = problem.answer(np.array([zeros]), (1, 1), workers).tolist()
    assert one == two
    assert one != three
    assert one != again
    assert all(-1 <= fitness <= 1 for fitness in (one, two, three, again))


@needs_jit
def test_positions_are_judged() -> None:
    first, second = judge_positions(2, "rave:playouts=20,resign=0,memory=16")
    assert len(second.moves) > len(first.moves)
    assert second.moves[: len(first.moves)] == first.moves
    assert first.board().is_legal(first.best)
