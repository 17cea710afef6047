"""The trainer without a page: what is shipped, the opponent's proofs, own problems, progress."""

from dataclasses import replace
from pathlib import Path

import pytest

from semeai.go.points import PASS, parse_vertex
from semeai.web.beliefs import MAX_STEPS, Beliefs, belief_labels
from semeai.web.trainer import (
    OwnProblems,
    Prover,
    Puzzle,
    PuzzleLine,
    TrainerProgress,
    from_record,
    prove,
    reply,
    shipped,
)
from tests.conftest import needs_jit

BY_NAME = {puzzle.name: puzzle for puzzle in shipped()}
# The corner of a proven problem as a record: black kills a straight three.
RACE = BY_NAME["straight_three_kill"]


def record_of(puzzle: Puzzle) -> str:
    """A puzzle as SGF."""
    from semeai.go.game import Game, Node
    from semeai.sgf import write_game

    return write_game(Game(puzzle.rules, Node(setup=dict(puzzle.stones), to_play=puzzle.to_play)))


def test_the_problems_of_the_paper_are_shipped() -> None:
    assert len(shipped()) >= 20
    for puzzle in shipped():
        board = puzzle.board()
        assert all(board.is_legal(p) for p in puzzle.winners)
        assert puzzle.words
        assert len(puzzle.hints()) == 3
        assert puzzle.hints()[-1].endswith("wins.")


@needs_jit
@pytest.mark.parametrize("name", ["straight_three_kill", "one_cut", "semeai_extend"])
def test_a_wrong_move_is_refuted_and_a_right_one_resisted(name: str) -> None:
    puzzle = BY_NAME[name]
    wrong = next(p for p in puzzle.board().legal_points() if p not in puzzle.winners)
    refutation = reply(PuzzleLine(puzzle, (wrong,)))
    assert refutation.is_refuted
    assert PuzzleLine(puzzle, (wrong,)).board().is_legal(refutation.point)
    assert not reply(PuzzleLine(puzzle, (min(puzzle.winners),))).is_refuted


@needs_jit
def test_own_problems_are_proven_and_kept(tmp_path: Path) -> None:
    text = record_of(RACE)
    puzzle = prove(from_record(text))
    assert puzzle.winners == RACE.winners
    own = OwnProblems(tmp_path)
    assert own.all() == []
    own.add(puzzle, text)
    assert own.all() == [puzzle]
    (tmp_path / "problems" / f"{puzzle.name}.json").write_text("{}")
    assert own.all() == []


@pytest.mark.parametrize(
    ("winners", "message"), [([PASS], "no move wins"), (RACE.board().legal_points(), "every move wins")]
)
def test_a_position_that_is_no_problem_is_refused(
    winners: list[int], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("semeai.web.trainer.Solver.winning_moves", lambda self, board: winners)
    with pytest.raises(ValueError, match=message):
        prove(RACE)


def test_a_proof_that_takes_too_long_is_given_up() -> None:
    prover = Prover(patience=0.5)
    empty = replace(RACE, stones=(), winners=frozenset(), region=None)
    try:
        assert prover.prove(empty).result(120) is None
    finally:
        prover.close()


def test_progress_and_streak_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    progress = TrainerProgress.read(path)
    progress.succeed("one", True)
    progress.succeed("two", True)
    progress.fail()
    progress.succeed("three", False)
    progress.write(path)
    assert TrainerProgress.read(path) == TrainerProgress({"one", "two", "three"}, 0, 2)
    path.write_text('{"solved": 5}')
    assert TrainerProgress.read(path) == TrainerProgress()


@needs_jit
def test_evolution_finds_the_cut() -> None:
    puzzle = BY_NAME["one_cut"]
    beliefs = Beliefs(puzzle.board())
    first = beliefs.advance()
    assert sum(first.values()) <= 1.0 + 1e-9
    assert beliefs.n_steps >= 2048
    labels = belief_labels({parse_vertex("D4", 9): 0.5, PASS: 0.3}, puzzle.to_play)
    assert [label.text for label in labels.values()] == ["50%"]
    assert Beliefs.is_over({21: 0.95}, 0)
    assert Beliefs.is_over({21: 0.1}, MAX_STEPS)
    assert not Beliefs.is_over({21: 0.1}, 10)
