"""The problems of drake are what they say: of every kind, well-formed, and proven, from whatever side they are seen."""

from collections import Counter
from pathlib import Path

import pytest

from semeai.go.board import Board
from semeai.go.points import BLACK, WHITE, vertex
from semeai.go.solver import Solver
from semeai.papers.drake.problems import ProvenProblem, load_problems, read_problem, variants
from semeai.positions import read_position
from tests.conftest import needs_jit

PROBLEMS = load_problems()
BY_NAME = {problem.name: problem for problem in PROBLEMS}
EYE_SHAPES = "straight three", "bent three", "pyramid four", "bulky five", "cross five", "flower six"
# One proof of each takes so little time that there may be sixteen.
QUICK = """
    flower_six straight_three_kill pyramid_four_live semeai_extend semeai_shared one_cut one_connection two_cuts
    cut_and_race cut_and_race_white
""".split()

RACE = """\
# A race.
# kind: semeai
# to_play: black
# komi: 7.5
# winners: a5
.OOOOOO..
OOOOOOOOO
OOOOOOXXX
..O.OXXXX
.XXXOXXX.
OOOOXXXXX
.XX.XXXXX
XXXXXXXX.
XXXXXXXXX
"""


def winning_moves(board: Board, problem: ProvenProblem) -> set[str]:
    """The first moves that win, pass perhaps among them; all others lose, for nothing is drawn and all is proven.

    The whole board is searched. After the sixty stones of the paper's flower six are captured that would take too long,
    so there nobody plays elsewhere than on the eight points that are empty now.
    """
    region = board.legal_points() if problem.name == "flower_six" else None
    return {vertex(p).lower() for p in Solver(region=region).winning_moves(board)}


def name_of(problem: ProvenProblem) -> str:
    return problem.name


def test_there_are_enough_of_every_kind() -> None:
    tasks = Counter((problem.kind, problem.to_play) for problem in PROBLEMS)
    assert len(PROBLEMS) >= 14
    for shape in EYE_SHAPES:  # black kills, white makes eyes
        assert tasks[shape, BLACK] >= 1
        assert tasks[shape, WHITE] >= 1
    assert tasks["semeai", BLACK] + tasks["semeai", WHITE] >= 2
    assert tasks["cut", BLACK] >= 3
    assert set(BY_NAME) >= {"flower_six", "multiple_cut"}


@pytest.mark.parametrize("problem", PROBLEMS, ids=name_of)
def test_guessing_does_not_do(problem: ProvenProblem) -> None:
    board = problem.board()
    assert 5 <= len(board.legal_points()) <= 25
    assert 1 <= len(problem.winners) <= 3
    assert problem.komi == 7.5


@pytest.mark.parametrize("problem", PROBLEMS, ids=name_of)
def test_the_file_is_a_position_file(problem: ProvenProblem) -> None:
    assert dict(read_position(problem.path).stones) == problem.board().stones


@needs_jit
@pytest.mark.parametrize("problem", PROBLEMS, ids=name_of)
def test_winners_win_and_all_other_moves_lose(problem: ProvenProblem) -> None:
    assert winning_moves(problem.board(), problem) == set(problem.winners)


@pytest.mark.parametrize("problem", PROBLEMS, ids=name_of)
def test_sixteen_variants(problem: ProvenProblem) -> None:
    found = list(variants(problem))
    assert len({(variant.symmetry, variant.swapped) for variant in found}) == 16
    assert {variant.board.to_play for variant in found if variant.swapped} == {BLACK + WHITE - problem.to_play}
    assert {variant.board.rules.komi for variant in found} == {7.5, -7.5}
    looks = {variant.board.diagram() for variant in found}
    assert len(looks) in (8, 16)  # half, where left mirrors right
    assert {len(variant.board.legal_points()) for variant in found} == {len(problem.board().legal_points())}


@needs_jit
@pytest.mark.parametrize("name", QUICK)
def test_variants_have_the_winners_they_name(name: str) -> None:
    problem = BY_NAME[name]
    for variant in variants(problem):
        assert winning_moves(variant.board, problem) == set(variant.winners), (variant.symmetry, variant.swapped)


def test_read_problem(tmp_path: Path) -> None:
    path = tmp_path / "race.txt"
    path.write_text(RACE)
    assert read_problem(path) == ProvenProblem("race", "semeai", path, BLACK, 7.5, ("a5",))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("# kind: semeai\n", "", "0 lines start with '# kind: '"),
        ("# kind: semeai", "# kind:semeai", "0 lines start with '# kind: '"),
        ("# komi: 7.5", "# komi: 7.5\n# komi: 6.5", "2 lines start with '# komi: '"),
        ("7.5", "much", "could not convert string to float: 'much'"),
        ("7.5", "7.3", "komi must be a multiple of 0.5"),
        ("black", "red", "expected black or white, found 'red'"),
        ("winners: a5", "winners: A5", "expected winners as legal moves in lower case, found A5"),
        ("winners: a5", "winners: a4", "expected winners as legal moves in lower case, found a4"),
        ("winners: a5", "winners: i5", "expected a point of a 9x9 board, found 'i5'"),
        (".XXXOXXX.\n", "", "line 6: expected 8 points, one for each row, found 9"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(RACE.replace(old, new))
    with pytest.raises(ValueError, match=r"bad\.txt: ") as caught:
        read_problem(path)
    assert message in str(caught.value)
