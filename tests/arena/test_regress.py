"""Suites are read as they are meant, in both formats; what is wrong with one is told in a line; answers are judged."""

import contextlib
import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semeai.arena.regress import Answer, AnswerVerdict, put, summary
from semeai.arena.suites import NotAsked, Question, SuiteError, parse_expected, read_suite
from semeai.go.board import Board
from semeai.go.player import Player
from semeai.go.points import BLACK, COLOR_NAMES, PASS, RESIGN, parse_vertex, vertex
from semeai.gtp.errors import EngineDied
from semeai.players import make_player
from tests.commands import call
from tests.players.tactics import PROBLEMS

SUITES = Path(__file__).parents[1] / "regress"


class Parrot(Player):
    """A player that always says the same."""

    def __init__(self, move: int) -> None:
        self.move = move

    def choose(self, board: Board) -> int:
        return self.move


class Dying(Parrot):
    def choose(self, board: Board) -> int:
        raise EngineDied("no more")


def suite(tmp_path: Path, text: str, name: str = "a.tst") -> Path:
    path = tmp_path / name
    path.write_text(text)
    return path


def told(item: Question | NotAsked) -> tuple[str, str, int, str, str]:
    """A question as text: who is to play where, and the answer."""
    assert isinstance(item, Question)
    stones = " ".join(f"{'XO'[c - BLACK]}{vertex(p)}" for p, c in item.board.stones.items())
    return COLOR_NAMES[item.board.to_play], stones, item.board.size, f"{item.board.rules.komi:g}", item.expected.text


# -- .tst --------------------------------------------------------------------------------------------------------------


def test_positions_of_a_tst(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    suite(tmp_path, "(;SZ[5]KM[0.5];B[cc];W[bb](;B[dd];W[ee])(;B[aa]))", "games/one game.sgf")
    path = suite(
        tmp_path,
        """# a comment
boardsize 7
komi 5.5
play black D4   # another
1 play white C3
10 reg_genmove black
#? [D4|E5]
20 genmove_white
#? [C1]
#? [an answer without a question is a comment]
clear_board
white A1
30 gg_genmove white
#? [PASS]*

loadsgf games/one game.sgf 4
40 genmove white
#? [!(A1|B1)]
loadsgf games/one game.sgf
genmove_black
#? [!E5]
loadsgf games/one game.sgf 1
50 reg_genmove black
# nobody says what is right
quit
""",
    )
    assert [told(item) for item in read_suite(path)] == [
        ("black", "OC3 XD4", 7, "5.5", "D4|E5"),
        ("white", "OC3 XD4", 7, "5.5", "C1"),
        ("white", "OA1", 7, "5.5", "PASS"),
        ("white", "XD2 XC3 OB4", 5, "0.5", "!(A1|B1)"),
        ("black", "OE1 XD2 XC3 OB4", 5, "0.5", "!E5"),
    ]
    sources = [item.source for item in read_suite(path)]
    assert sources[0] == f"{path}:7 (10)"
    assert sources[-1] == f"{path}:21"


def test_what_is_no_question_for_a_move_is_not_asked(tmp_path: Path) -> None:
    path = suite(tmp_path, "10 attack A1\n#? [1 B1]\n20 owl_defend B2\n30 reg_genmove black\n#? [D4]\n")
    found = list(read_suite(path))
    assert found[0] == NotAsked(f"{path}:2 (10)", "attack A1")
    assert len(found) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "a.tst:1: cannot execute 'hello'"),
        ("\nundo", "a.tst:2: cannot execute 'undo'"),
        ("boardsize 99", "a.tst:1: size must be 2 to 19, not 99"),
        ("boardsize many", "cannot execute 'boardsize many'"),
        ("komi much", "could not convert"),
        ("komi nan", "komi must be"),
        ("play black Z9", "expected a point"),
        ("play red A1", "expected black or white"),
        ("play black A1\nplay white A1", "a.tst:2: white A1 is occupied"),
        ("genmove_black\n#? D4", "expected an answer such as"),
        ("genmove_black\n#? []", "expected a point"),
        ("genmove_black\n#? [D4-E5]", "expected a point"),
        ("reg_genmove\n#? [D4]", "expected black or white"),
        ("loadsgf missing.sgf", "missing.sgf"),
        ("loadsgf ../outside.sgf", "../outside.sgf is not in the folder of the suite"),
        ("loadsgf /etc/passwd", "/etc/passwd is not in the folder of the suite"),
        ("loadsgf .", "expected a file"),
        ("loadsgf short.sgf 3", "short.sgf has 1 moves, too few for 3"),
        ("loadsgf a.tst", "no game found"),
    ],
)
def test_wrong_suites(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "suites").mkdir()
    suite(tmp_path, "(;SZ[9];B[ee])", "outside.sgf")
    suite(tmp_path, "(;SZ[9];B[ee])", "suites/short.sgf")
    with pytest.raises(SuiteError) as error:
        list(read_suite(suite(tmp_path, text, "suites/a.tst")))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_link_does_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "suites").mkdir()
    suite(tmp_path, "(;SZ[9];B[ee])", "outside.sgf")
    (tmp_path / "suites" / "link.sgf").symlink_to(tmp_path / "outside.sgf")
    with pytest.raises(SuiteError, match="not in the folder"):
        list(read_suite(suite(tmp_path, "loadsgf link.sgf", "suites/a.tst")))


LINES = [
    "loadsgf",
    "boardsize",
    "9",
    "play",
    "black",
    "D4",
    "10",
    "reg_genmove",
    "#?",
    "[",
    "]",
    "*",
    "!",
    "|",
    "\n",
    " ",
]


@given(st.lists(st.sampled_from(LINES) | st.text(max_size=5)))
def test_any_text_is_a_suite_or_a_suite_error(tmp_path_factory: pytest.TempPathFactory, words: list[str]) -> None:
    path = tmp_path_factory.getbasetemp() / "any.tst"
    path.write_text("".join(words), errors="replace")
    with contextlib.suppress(SuiteError):
        for item in read_suite(path):
            assert item.source.startswith(str(path))


# -- SGF ---------------------------------------------------------------------------------------------------------------


def test_questions_in_comments(tmp_path: Path) -> None:
    text = """(;SZ[5]KM[0.5]AB[bb]PL[W]C[A problem.
expect: C3 D4];W[cc]C[I do not expect: anything](;B[dd]C[expect*: pass
expect: !A1])(;B[ee];W[dd]C[ expect:B2]))(;SZ[7]C[expect: resign])"""
    path = suite(tmp_path, text, "a.sgf")
    found = list(read_suite(path))
    assert [item.expected.text for item in found if isinstance(item, Question)] == [
        "C3 D4",
        "pass",
        "!A1",
        "B2",
        "resign",
    ]
    # boards move on: each is looked at as it comes
    assert [told(item)[:3] for item in read_suite(path)] == [
        ("white", "XB4", 5),
        ("white", "XD2 OC3 XB4", 5),
        ("white", "XD2 OC3 XB4", 5),
        ("black", "XE1 OD2 OC3 XB4", 5),
        ("black", "", 7),
    ]
    assert [item.source for item in found][-2:] == [f"{path}#1, after move 3", f"{path}#2, after move 0"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "no game found"),
        ("(;SZ[9]C[expect: Z1])", "after move 0: expected a point"),
        ("(;SZ[9]C[expect:])", "after move 0: expected a point"),
        ("(;SZ[9];B[ee];W[ee]C[expect: A1])", "after move 1: white E5 is occupied"),
    ],
)
def test_wrong_sgf(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SuiteError, match=message):
        list(read_suite(suite(tmp_path, text, "a.sgf")))


# -- answers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("D4", "D4", "E5 pass"),
        ("d4|E5", "D4 E5", "A1"),
        ("(D4|E5)", "D4 E5", "A1"),
        (" D4  E5 ", "D4 E5", "A1"),
        ("!D4", "E5 pass", "D4"),
        ("!(D4|PASS)", "E5", "D4 pass"),
        ("PASS", "pass", "D4"),
    ],
)
def test_what_is_expected(text: str, right: str, wrong: str) -> None:
    expected = parse_expected(text, 9, may_fail=False)
    assert all(expected.is_met(parse_vertex(move, 9)) for move in right.split())
    assert not any(expected.is_met(parse_vertex(move, 9)) for move in wrong.split())


@pytest.mark.parametrize(
    ("player", "line", "verdict", "said"),
    [
        (Parrot(parse_vertex("D4", 9)), "[D4]", AnswerVerdict.PASS, "D4"),
        (Parrot(parse_vertex("D4", 9)), "[E5]", AnswerVerdict.FAIL, "D4"),
        (Parrot(parse_vertex("D4", 9)), "[D4]*", AnswerVerdict.UNEXPECTED_PASS, "D4"),
        (Parrot(parse_vertex("D4", 9)), "[E5] *", AnswerVerdict.KNOWN_FAILURE, "D4"),
        (Parrot(parse_vertex("A1", 9)), "[!D4]", AnswerVerdict.FAIL, "A1, which is illegal"),
        (Parrot(PASS), "[!D4]", AnswerVerdict.PASS, "pass"),
        (Parrot(RESIGN), "[resign]", AnswerVerdict.PASS, "resign"),
        (Dying(PASS), "[!D4]", AnswerVerdict.FAIL, "no more"),
        (Dying(PASS), "[!D4]*", AnswerVerdict.KNOWN_FAILURE, "no more"),
    ],
)
def test_verdicts(tmp_path: Path, player: Parrot, line: str, verdict: AnswerVerdict, said: str) -> None:
    path = suite(tmp_path, f"boardsize 9\nplay white A1\n1 reg_genmove black\n#? {line}\n")
    (answer,) = put(read_suite(path), player, seed=1)
    assert (answer.verdict, answer.move) == (verdict, said)


def test_summary() -> None:
    answers = [
        Answer("x", verdict, "D4")
        for verdict in (AnswerVerdict.PASS, AnswerVerdict.PASS, AnswerVerdict.FAIL, AnswerVerdict.NOT_ASKED)
    ]
    assert summary(answers) == "3 questions: 2 pass, 1 fail, 1 not asked"


def test_chance_follows_from_the_seed() -> None:
    said = [
        [answer.move for answer in put(read_suite(SUITES / "tactics.sgf"), make_player("random"), seed)]
        for seed in (1, 1, 2)
    ]
    assert said[0] == said[1] != said[2]


# -- the suites that come with semeai ----------------------------------------------------------------------------------


def test_the_tactical_suite_is_proven() -> None:
    proven = {(p.board().hash, p.board().rules, p.to_play, p.right) for p in PROBLEMS}
    found = [
        (item.board.hash, item.board.rules, item.board.to_play, item.expected.text)
        for item in read_suite(SUITES / "tactics.sgf")
        if isinstance(item, Question)
    ]
    assert len(found) == 40
    assert set(found) <= proven


def test_wally_knows_the_basics_and_little_tactics() -> None:
    wally = make_player("wally")
    counts = {
        name: Counter(answer.verdict for answer in put(read_suite(SUITES / name), wally, 1))
        for name in ("basics.tst", "tactics.sgf")
    }
    assert counts["basics.tst"] == {AnswerVerdict.PASS: 5, AnswerVerdict.UNEXPECTED_PASS: 1, AnswerVerdict.NOT_ASKED: 1}
    assert 20 < counts["tactics.sgf"][AnswerVerdict.PASS] < 35


# -- the command -------------------------------------------------------------------------------------------------------


def run(*arguments: object) -> tuple[int, str]:
    ended = call(*map(str, arguments))
    return ended.returncode, ended.stdout + ended.stderr


def test_the_command_says_what_is_not_a_pass() -> None:
    code, output = run("regress", SUITES / "basics.tst", "--player", "wally")
    assert code == 0
    lines = output.splitlines()
    assert lines[-1] == "6 questions: 5 pass, 1 unexpected pass, 1 not asked"
    assert [line.split(": ")[1] for line in lines[:-1]] == ["unexpected pass", "not asked"]


def test_the_command_fails_when_something_does(tmp_path: Path) -> None:
    path = suite(tmp_path, "boardsize 9\n1 genmove_black\n#? [resign]\n2 genmove_black\n#? [resign]*\n")
    code, output = run("regress", path, path, "--player", "wally", "--json")
    assert code == 1
    said = json.loads(output)
    assert said["counts"] == {"pass": 0, "fail": 2, "known failure": 2, "unexpected pass": 0, "not asked": 0}
    assert [answer["expected"] for answer in said["answers"]] == ["resign"] * 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.tst", "--player", "wally"], "nowhere.tst"),
        (["wrong.tst", "--player", "wally"], "wrong.tst:1: cannot execute 'nonsense'"),
        (["wrong.tst", "--player", "nobody"], "no player called 'nobody'"),
    ],
)
def test_wrong_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str) -> None:
    monkeypatch.chdir(tmp_path)
    suite(tmp_path, "nonsense", "wrong.tst")
    code, output = run("regress", *arguments)
    assert code == 2
    assert message in output
    assert output.count("\n") == 1


def test_an_engine_answers(gnugo: str) -> None:
    code, output = run("regress", SUITES / "basics.tst", "--player", f"gtp:{gnugo} --mode gtp --level 1")
    assert code == 0, output
    assert "6 questions" in output
