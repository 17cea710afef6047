"""The engine's commands, as sessions with their exact answers and as Python calls."""

import json
from pathlib import Path

import pytest
from numpy.random import SeedSequence, default_rng

from semeai.go.board import Board
from semeai.go.clock import Clock, TimeLeft, TimeSystem
from semeai.go.points import BLACK, PASS, RESIGN, WHITE, parse_vertex, point
from semeai.go.rules import Repetition, Rules, Scoring
from semeai.gtp.commands import ADMINISTRATION, COMMANDS, GOGUI_ANALYZE_COMMANDS, PLAY, method_name
from semeai.gtp.engine import Engine
from semeai.gtp.protocol import GtpError
from semeai.gtp.server import Server
from semeai.players import make_player
from tests.gtp.support import ScriptedPlayer, ThinkingPlayer, answers, session

# Name -> lines of a session: a command, then after `->` its response; ` / ` stands for a newline in it.
SESSIONS = {
    "who is there": """
        1 protocol_version -> =1 2
        name -> = semeai test
        3 known_command genmove -> =3 true
        known_command fly -> = false
        known_command known_command -> = true
        quit -> =
    """,
    "ids, comments and empty lines": """
        # nothing to answer

        0 name -> =0 semeai test
        00 name # and more -> =00 semeai test
        2147483647 name -> =2147483647 semeai test
        17 -> ?17 unknown command
        4 fly -> ?4 unknown command
        Name -> ? unknown command
    """,
    "after quit nothing is answered": """
        9 quit -> =9
        name
        genmove b
    """,
    "boardsize": """
        boardsize 2 -> =
        boardsize 19 -> =
        boardsize 1 -> ? unacceptable size
        boardsize 20 -> ? unacceptable size
        boardsize -9 -> ? unacceptable size
        boardsize 999999999999 -> ? unacceptable size
        boardsize x -> ? syntax error: expected an integer, found 'x'
        boardsize 9 9 -> ? syntax error: boardsize takes size
        boardsize -> ? syntax error: boardsize takes size
    """,
    "komi": """
        komi 6.5 -> =
        final_score -> = W+6.5
        komi -10 -> =
        final_score -> = B+10
        komi 0 -> =
        final_score -> = 0
        komi 6.3 -> ? komi must be a multiple of 0.5, not 6.3
        komi 1000 -> ? komi must be at most 361 points, not 1000.0
        komi nan -> ? syntax error: expected a number, found 'nan'
        final_score -> = 0
    """,
    "komi in the middle keeps the game": """
        play b D4 -> =
        komi 0.5 -> =
        list_stones black -> = D4
        undo -> =
        list_stones black -> =
        final_score -> = W+0.5
    """,
    "play": """
        boardsize 9 -> =
        play b D4 -> =
        play W d5 -> =
        play black pass -> =
        play WHITE PASS -> =
        play white A1 -> =
        play b D4 -> ? illegal move
        play b T19 -> ? illegal move
        play b Z3 -> ? illegal move
        play b I3 -> ? syntax error: expected a point of a 9x9 board, found 'I3'
        play red D3 -> ? syntax error: expected black or white, found 'red'
        play b -> ? syntax error: play takes color vertex
        list_stones b -> = D4
        list_stones w -> = A1 D5
    """,
    "ko, suicide, and one side moving twice": """
        boardsize 5 -> =
        gogui-play_sequence b A2 b B1 b B3 w D2 w C1 w C3 w B2 -> =
        play b C2 -> =
        list_stones w -> = C1 D2 C3
        play w A1 -> ? illegal move
        play w B2 -> ? illegal move
        play w E5 -> =
        play b E1 -> =
        play w B2 -> =
        list_stones b -> = B1 E1 A2 B3
    """,
    "the game goes on after two passes": """
        boardsize 5 -> =
        play b pass -> =
        play w pass -> =
        play b C3 -> =
        play w pass -> =
        play b pass -> =
        play w pass -> =
        play w C4 -> =
        undo -> =
        undo -> =
        list_stones w -> =
        list_stones b -> = C3
    """,
    "undo": """
        boardsize 5 -> =
        undo -> ? cannot undo
        play b C3 -> =
        play w C4 -> =
        undo -> =
        play w C5 -> =
        undo -> =
        undo -> =
        undo -> ? cannot undo
        play b A1 -> =
        play w B1 -> =
        play b C1 -> =
        gg-undo 4 -> ? cannot undo
        gg-undo 2 -> =
        list_stones b -> = A1
        gg-undo -> =
        gg-undo -1 -> ? cannot undo
        gg-undo 0 -> =
    """,
    "undo brings captured stones back": """
        boardsize 5 -> =
        play b A1 -> =
        play w B1 -> =
        play w A2 -> =
        list_stones b -> =
        undo -> =
        list_stones b -> = A1
    """,
    "clear_board": """
        boardsize 5 -> =
        play b C3 -> =
        clear_board -> =
        undo -> ? cannot undo
        list_stones b -> =
        play b F6 -> ? illegal move
    """,
    "fixed handicap": """
        boardsize 9 -> =
        fixed_handicap 1 -> ? invalid number of stones
        fixed_handicap 10 -> ? invalid number of stones
        fixed_handicap -2 -> ? invalid number of stones
        fixed_handicap x -> ? syntax error: expected an integer, found 'x'
        fixed_handicap 5 -> = C3 G7 C7 G3 E5
        fixed_handicap 5 -> ? board not empty
        undo -> ? cannot undo
        list_stones b -> = C3 G3 E5 C7 G7
        boardsize 6 -> =
        fixed_handicap 2 -> ? invalid number of stones
    """,
    "a handicap needs a board without moves": """
        boardsize 9 -> =
        play b pass -> =
        fixed_handicap 2 -> ? board not empty
        undo -> =
        fixed_handicap 2 -> = C3 G7
    """,
    "handicap of one's own choice": """
        boardsize 2 -> =
        place_free_handicap 1 -> ? invalid number of stones
        place_free_handicap 4 -> ? invalid number of stones
        boardsize 9 -> =
        place_free_handicap 2 -> = C3 G7
        place_free_handicap 2 -> ? board not empty
    """,
    "handicap of the other's choice": """
        boardsize 5 -> =
        set_free_handicap A1 -> ? bad vertex list
        set_free_handicap -> ? bad vertex list
        set_free_handicap A1 A1 -> ? bad vertex list
        set_free_handicap A1 pass -> ? bad vertex list
        set_free_handicap A1 F6 -> ? bad vertex list
        set_free_handicap A1 xyz -> ? bad vertex list
        set_free_handicap a1 B2 C3 -> =
        set_free_handicap D4 E5 -> ? board not empty
        list_stones b -> = A1 B2 C3
        clear_board -> =
        list_stones b -> =
    """,
    "a sequence is played as a whole or not at all": """
        boardsize 5 -> =
        gogui-play_sequence b A1 w B2 b C3 -> =
        list_stones b -> = A1 C3
        gogui-play_sequence b D4 w D4 b E5 -> ? illegal move
        gogui-play_sequence b D4 w -> ? syntax error: a vertex must follow each color
        gogui-play_sequence b D4 w x -> ? syntax error: expected a point of a 5x5 board, found 'x'
        list_stones b -> = A1 C3
        gogui-play_sequence -> =
        gg-undo 3 -> =
        list_stones b -> =
    """,
    "setup": """
        boardsize 5 -> =
        gogui-setup b A1 w B2 b C3 -> =
        gogui-setup e A1 w C3 -> =
        list_stones b -> =
        list_stones w -> = B2 C3
        gogui-setup b pass -> ? syntax error: expected a point, found pass
        gogui-setup b A1 w A2 w B1 -> ? a chain of the position has no liberty
        gogui-setup x A1 -> ? syntax error: expected black or white, found 'x'
        list_stones w -> = B2 C3
        gogui-setup_player w -> =
        undo -> =
        undo -> =
        list_stones b -> = A1 C3
    """,
    "time": """
        time_settings 300 30 5 -> =
        time_left b 120 0 -> =
        time_left w -3 0 -> =
        time_left w 10.5 3 -> =
        time_settings 300 30 -> ? syntax error: time_settings takes main_time byo_yomi_time byo_yomi_stones
        time_settings -1 30 5 -> ? syntax error: expected a time of zero or more, found -1
        time_settings 1 30 x -> ? syntax error: expected an integer, found 'x'
        time_left b 1 -1 -> ? syntax error: expected zero or more stones, found -1
        time_left g 1 1 -> ? syntax error: expected black or white, found 'g'
        kgs-time_settings none -> =
        kgs-time_settings absolute 600 -> =
        kgs-time_settings byoyomi 60 10 5 -> =
        kgs-time_settings canadian 60 300 25 -> =
        kgs-time_settings absolute -> ? syntax error: expected 1 numbers for absolute time, found 0
        kgs-time_settings x 9 -> ? syntax error: expected a time system (none, absolute, canadian, byoyomi), found 'x'
    """,
    "what is final": """
        boardsize 5 -> =
        komi 0.5 -> =
        gogui-play_sequence b C1 w D1 b C2 w D2 b C3 w D3 b C4 w D4 b C5 w D5 b A1 w E5 -> =
        final_score -> = B+4.5
        final_status_list alive -> = A1 / C1 C2 C3 C4 C5 / D1 D2 D3 D4 D5 E5
        final_status_list dead -> =
        final_status_list seki -> =
        final_status_list territory -> ? syntax error: expected a status: alive, dead or seki
        kgs-game_over -> =
    """,
    "rules": """
        kgs-rules japanese -> =
        kata-set-rules {"ko": "SITUATIONAL", "suicide": true} -> =
        kata-set-rules {"hasButton": true} -> ? unsupported rules: 'hasButton' 'True'
        kata-set-rules {"ko": ["SIMPLE"]} -> ? unsupported rules: 'ko' "['SIMPLE']"
        kata-set-rules {"ko": -> ? syntax error: expected a name of rules or JSON
        kgs-rules ing -> ? unknown rules 'ing'; choose one of chinese, aga, japanese, new_zealand
    """,
    "rules that the game so far breaks": """
        boardsize 5 -> =
        kata-set-rules {"suicide": true, "ko": "SIMPLE"} -> =
        gogui-play_sequence b B1 b A2 w E5 -> =
        play w A1 -> =
        kgs-rules chinese -> ? cannot change the rules: the game so far breaks them
        list_stones b -> = B1 A2
        undo -> =
        kgs-rules chinese -> =
        play w A1 -> ? illegal move
    """,
    "a random player on the smallest board": """
        boardsize 2 -> =
        explain -> ? no move has been chosen yet
        genmove x -> ? syntax error: expected black or white, found 'x'
        genmove -> ? syntax error: genmove takes color
        gogui-play_sequence b A1 b B2 -> =
        genmove w -> = pass
        explain -> = random passed: no legal move was left but own eyes
        clear_board -> =
        explain -> ? no move has been chosen yet
    """,
}


@pytest.mark.parametrize("name", SESSIONS)
def test_sessions(name: str) -> None:
    lines = [line.strip() for line in SESSIONS[name].splitlines()]
    expected = [line.partition(" -> ")[2].replace(" / ", "\n") for line in lines if " -> " in line]
    commands = "\n".join(line.partition(" -> ")[0] for line in lines)
    assert [answer.rstrip(" ") for answer in answers(commands)] == expected


def test_line_ends_do_not_matter() -> None:
    commands = "1 boardsize 5\n\n# comment\nplay b C3\n3 genmove w\nquit\n"
    assert session(commands.replace("\n", "\r\n")) == session(commands)
    assert session(commands.rstrip("\n")) == session(commands)  # the last line lacks its newline


def test_showboard() -> None:
    expected = """\
=\x20
   A B C
 3 . . . 3
 2 .(#). 2
 1 . . . 1
   A B C
white to play, stones captured: 0 black, 0 white

"""
    assert session("boardsize 3\nplay b B2\nshowboard\n").endswith(expected)


def test_every_command_has_its_method() -> None:
    for owner, names in ((Server, ADMINISTRATION), (Engine, PLAY)):
        for name in names:
            assert callable(getattr(owner, method_name(name))), name
    assert not ADMINISTRATION.keys() & PLAY.keys()


# Each command with arguments that it likes.
HAPPY = {
    **dict.fromkeys(COMMANDS, ""),
    "known_command": "play",
    "boardsize": "7",
    "komi": "5.5",
    "play": "b D4",
    "gogui-play_sequence": "b A1 w B1",
    "gogui-setup": "b A1 w B1 e C1",
    "gogui-setup_player": "w",
    "list_stones": "b",
    "fixed_handicap": "2",
    "place_free_handicap": "3",
    "set_free_handicap": "A1 B2",
    "genmove": "w",
    "reg_genmove": "b",
    "kgs-genmove_cleanup": "b",
    "lz-analyze": "b 10",
    "kata-analyze": "interval 10 ownership true",
    "lz-genmove_analyze": "w 10 maxmoves 3",
    "kata-genmove_analyze": "b interval 10 rootInfo true",
    "time_settings": "60 10 1",
    "time_left": "b 30 0",
    "kgs-time_settings": "byoyomi 60 10 5",
    "kata-set-rules": "tromp-taylor",
    "kgs-rules": "chinese",
    "final_status_list": "alive",
}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_answered(name: str, tmp_path: Path) -> None:
    arguments = HAPPY[name]
    before = "boardsize 9\nclear_board\n"
    if name in ("undo", "gg-undo", "explain"):
        before = "boardsize 9\ngenmove b\n"
    if name == "loadsgf":
        (tmp_path / "a.sgf").write_text("(;SZ[9];B[aa])")
        arguments = str(tmp_path / "a.sgf")
    said = answers(f"{before}5 {name} {arguments}\n6 protocol_version\n")
    if name == "quit":
        assert said[2:] == ["=5 "]
    else:
        assert said[2].startswith("=5 ")
        assert said[3:] == ["=6 2"]


def test_list_commands_lists_what_is_known() -> None:
    listed = answers("list_commands\n")[0].removeprefix("= ").split("\n")
    assert listed == list(COMMANDS)
    assert answers("\n".join(f"known_command {name}" for name in listed)) == ["= true"] * len(listed)


def test_gogui_analyze_commands_are_known() -> None:
    assert answers("gogui-analyze_commands\n") == [f"= {GOGUI_ANALYZE_COMMANDS}"]
    for line in GOGUI_ANALYZE_COMMANDS.splitlines():
        _, _, command = line.split("/")
        assert command.split()[0] in COMMANDS


def test_cputime_is_a_number() -> None:
    assert float(answers("cputime\n")[0].removeprefix("= ")) > 0


# -- from Python -------------------------------------------------------------------------------------------------------


def test_handlers_are_methods() -> None:
    engine = Engine(ScriptedPlayer([parse_vertex("C3", 5)]))
    engine.boardsize("5")
    assert engine.genmove("b") == "C3"
    assert engine.explain() == "as I was told"
    assert engine.keeper.board.stones == {point(3, 3): BLACK}
    with pytest.raises(GtpError, match=r"^illegal move$"):
        engine.play("w", "C3")


def test_reg_genmove_leaves_the_game_alone() -> None:
    engine = Engine(ScriptedPlayer([point(3, 3)]))
    assert engine.reg_genmove("b") == "C3"
    assert engine.keeper.is_untouched


def test_the_player_sees_the_color_it_plays() -> None:
    player = ScriptedPlayer()
    engine = Engine(player)
    for color in "bbww":
        engine.genmove(color)
    assert [board.to_play for board in player.boards] == [BLACK, BLACK, WHITE, WHITE]
    assert engine.keeper.game.moves == [(BLACK, PASS), (BLACK, PASS), (WHITE, PASS), (WHITE, PASS)]


def test_a_player_cannot_change_the_game() -> None:
    class Vandal(ScriptedPlayer):
        def choose(self, board: Board) -> int:
            board.play(point(1, 1))
            return point(2, 2)

    engine = Engine(Vandal())
    engine.genmove("b")
    assert engine.keeper.board.stones == {point(2, 2): BLACK}


def test_resignation() -> None:
    engine = Engine(ScriptedPlayer([point(3, 3), RESIGN]))
    engine.boardsize("5")
    assert [engine.genmove("b"), engine.genmove("w")] == ["C3", "resign"]
    assert "RE[B+R]" in engine.printsgf()
    engine.play("w", "D4")  # the controller knows better
    assert "RE" not in engine.printsgf()
    engine.undo()
    engine.undo()
    assert engine.keeper.is_untouched


def test_an_illegal_choice_is_the_players_fault(capsys: pytest.CaptureFixture[str]) -> None:
    said = answers("play w A1\ngenmove b\nname\n", ScriptedPlayer([point(1, 1)]))
    assert said[1] == "? internal error: IllegalMove: black A1 is occupied"
    assert said[2] == "= semeai test"
    assert "IllegalMove" in capsys.readouterr().err


def test_new_games_are_announced_once_with_their_rules_and_stream() -> None:
    player = ScriptedPlayer()
    engine = Engine(player, Rules(size=7), seed=5)
    for command in ("boardsize 5", "clear_board", "komi 0.5", "genmove b", "genmove w", "komi 0.5", "genmove b"):
        name, *arguments = command.split()
        engine.run(name, tuple(arguments))
    assert [rules for rules, _ in player.games] == [Rules(size=5, komi=0.5)]
    engine.komi("1.5")
    assert len(player.games) == 1  # nobody has thought yet
    engine.genmove("w")
    engine.clear_board()
    engine.genmove("b")
    assert [rules.komi for rules, _ in player.games] == [0.5, 1.5, 1.5]
    streams = [rng.integers(1 << 60) for _, rng in player.games]
    assert streams == [default_rng(SeedSequence([5, n])).integers(1 << 60) for n in range(3)]


def test_the_same_seed_plays_the_same_game() -> None:
    def game(seed: int) -> list[str]:
        engine = Engine(make_player("random"), seed=seed)
        return [engine.genmove("bw"[i % 2]) for i in range(30)]

    assert game(1) == game(1)
    assert game(1) != game(2)


def test_handicap_in_the_rules_does_not_count() -> None:
    assert Engine(ScriptedPlayer(), Rules(handicap=4)).keeper.is_untouched


def test_moves_after_the_move_limit() -> None:
    engine = Engine(ScriptedPlayer(), Rules(move_limit=2))
    for vertex in ("A1", "B2", "C3", "D4"):
        engine.play("b", vertex)
    assert len(engine.keeper.game.moves) == 4


@pytest.mark.parametrize(
    ("commands", "clock"),
    [
        (["time_settings 300 30 5"], Clock(TimeSystem.CANADIAN, 300, 30, 5)),
        (["time_settings 300 0 0"], Clock(TimeSystem.ABSOLUTE, 300)),
        (["time_settings 0 1 0"], Clock()),
        (["kgs-time_settings byoyomi 60 10.5 5"], Clock(TimeSystem.BYOYOMI, 60, 10.5, 5)),
        (["kgs-time_settings absolute 60"], Clock(TimeSystem.ABSOLUTE, 60)),
        (["kgs-time_settings absolute 60", "kgs-time_settings none"], Clock()),
        (["time_left w -1 0", "time_left b 9 2"], Clock(left={WHITE: TimeLeft(0, 0), BLACK: TimeLeft(9, 2)})),
        (["time_settings 9 0 0", "time_left b 3 0", "clear_board"], Clock(TimeSystem.ABSOLUTE, 9)),
    ],
)
def test_the_clock(commands: list[str], clock: Clock) -> None:
    player = ThinkingPlayer()
    engine = Engine(player)
    for command in commands:
        name, *arguments = command.split()
        engine.run(name, tuple(arguments))
    assert engine.clock == clock
    engine._choose(BLACK, lambda: True)
    assert player.clock == clock


# -- rules -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "repetition", "scoring", "suicide"),
    [
        ("kata-set-rules tromp-taylor", Repetition.POSITIONAL, Scoring.AREA, True),
        ("kata-set-rules Chinese", Repetition.KO, Scoring.AREA, False),
        ("kata-set-rules japanese", Repetition.KO, Scoring.TERRITORY, False),
        ("kata-set-rules new-zealand", Repetition.SITUATIONAL, Scoring.AREA, True),
        ("kgs-rules chinese", Repetition.POSITIONAL, Scoring.AREA, False),
        ("kgs-rules aga", Repetition.SITUATIONAL, Scoring.AREA, False),
        ("kgs-rules new_zealand", Repetition.SITUATIONAL, Scoring.AREA, True),
        (
            'kata-set-rules {"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI",'
            '"whiteHandicapBonus":"N-1","friendlyPassOk":true}',
            Repetition.KO,
            Scoring.TERRITORY,
            False,
        ),
    ],
)
def test_rules(command: str, repetition: Repetition, scoring: Scoring, suicide: bool) -> None:
    engine = Engine(ScriptedPlayer(), Rules(size=7, komi=3.5))
    name, *arguments = command.split()
    engine.run(name, tuple(arguments))
    assert engine.keeper.rules == Rules(7, 3.5, scoring, repetition, suicide)
    engine.kata_set_rules(engine.kata_get_rules())  # what is told is understood
    assert engine.keeper.rules == Rules(7, 3.5, scoring, repetition, suicide)


@pytest.mark.parametrize(
    "rules",
    ["stone-scoring", "aga-button", "xyz", "{}x", "[]", '{"tax":"ALL"}', '{"komi":7}', '{"suicide":1}', '{"a":' * 5000],
)
def test_rules_that_are_not_played(rules: str) -> None:
    engine = Engine(ScriptedPlayer())
    with pytest.raises(GtpError):
        engine.kata_set_rules(rules)
    assert engine.keeper.rules == Rules()


def test_kata_get_rules() -> None:
    assert json.loads(Engine(ScriptedPlayer(), Rules.preset("japanese")).kata_get_rules()) == {
        "friendlyPassOk": False,
        "hasButton": False,
        "ko": "SIMPLE",
        "scoring": "TERRITORY",
        "suicide": False,
        "tax": "NONE",
        "whiteHandicapBonus": "0",
    }


def test_changed_rules_hold_on_the_board() -> None:
    engine = Engine(ScriptedPlayer(), Rules(size=5))
    engine.gogui_setup("b", "A2", "b", "B1")
    with pytest.raises(GtpError, match="illegal move"):
        engine.play("w", "A1")
    engine.kata_set_rules(json.dumps({"suicide": True, "ko": "SIMPLE"}))
    engine.play("w", "A1")


# -- game records ------------------------------------------------------------------------------------------------------

RECORD = "(;GM[1]FF[4]SZ[5]KM[3.5]RE[W+R]PB[Ann];B[cc];W[bb](;B[aa];W[ee])(;B[ea]))"


def test_loadsgf(tmp_path: Path) -> None:
    file = tmp_path / "a game.sgf"
    file.write_text(RECORD)
    engine = Engine(ScriptedPlayer(), Rules(size=9))
    assert engine.loadsgf(str(file)) == ""
    assert (engine.keeper.rules.size, engine.keeper.rules.komi) == (5, 3.5)
    assert engine.list_stones("b") == "C3 A5"
    for move, stones in [("1", ""), ("2", "C3"), ("3", "C3"), ("4", "C3 A5"), ("99", "C3 A5")]:
        engine.run("loadsgf", (*f'"{file}"'.split(" "), move))  # as GoGui sends a name with a space
        assert engine.list_stones("b") == stones, move
    engine.loadsgf(str(file), "3")
    engine.play("b", "E1")
    assert engine.printsgf().count(";") == 4  # the variations have gone, and so has the result
    assert "RE" not in engine.printsgf()
    assert "PB[Ann]" in engine.printsgf()
    engine.gg_undo("3")
    with pytest.raises(GtpError, match="cannot undo"):
        engine.undo()


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"(;SZ[5];B[cc];W[cc])", b"(;SZ[25])", b"(;SZ[5]AB[aa]AW[ab][ba])", bytes(range(256))]
)
def test_a_file_that_cannot_be_loaded(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "bad.sgf"
    file.write_bytes(content)
    engine = Engine(ScriptedPlayer())
    engine.play("b", "D4")
    for name in (file, tmp_path / "missing.sgf", tmp_path, Path("/dev/zero"), "x" * 5000, "a\0b"):
        with pytest.raises(GtpError, match=r"^cannot load file$|^syntax error"):
            engine.loadsgf(str(name))
    assert engine.list_stones("b") == "D4"


def test_printsgf(tmp_path: Path) -> None:
    engine = Engine(ScriptedPlayer(), Rules(size=5, komi=0.5))
    engine.set_free_handicap("A1", "B2")
    engine.gogui_play_sequence("w", "C3", "b", "D4")
    engine.undo()
    engine.play("b", "pass")
    text = engine.printsgf()
    file = tmp_path / "out put.sgf"
    assert engine.printsgf(*str(file).split(" ")) == ""
    assert file.read_text() == text == engine.printsgf("-")
    other = Engine(ScriptedPlayer())
    other.loadsgf(str(file))
    assert other.keeper.board.stones == engine.keeper.board.stones
    assert other.keeper.game.moves == engine.keeper.game.moves
    assert other.keeper.rules == engine.keeper.rules
    with pytest.raises(GtpError, match=r"^cannot write the file: "):
        engine.printsgf(str(tmp_path / "no" / "such" / "folder"))


def test_a_setup_player_survives_the_record() -> None:
    engine = Engine(ScriptedPlayer(), Rules(size=5))
    engine.gogui_setup("b", "A1")
    engine.gogui_setup_player("w")
    assert engine.keeper.board.to_play == WHITE
    assert engine.showboard().endswith("white to play, stones captured: 0 black, 0 white")


# -- players for boards of one size ------------------------------------------------------------------------------------


class OneBoard(ScriptedPlayer):
    board_sizes = frozenset({5})


def test_a_player_for_one_board() -> None:
    engine = Engine(OneBoard([point(1, 1), point(5, 5)]))
    assert engine.keeper.rules == Rules(size=5)
    assert engine.genmove("b") == "A1"
    for size in ("4", "6", "9", "19"):
        with pytest.raises(GtpError, match=r"^unacceptable size$"):
            engine.boardsize(size)
    assert engine.list_stones("b") == "A1"  # nothing has changed
    assert engine.genmove("w") == "E5"
    assert engine.boardsize("5") == ""
    assert engine.list_stones("b") == ""


def test_a_record_of_another_board(tmp_path: Path) -> None:
    """It can be looked at and counted, but the player does not play there."""
    (tmp_path / "game.sgf").write_text("(;SZ[7];B[aa])")
    player = OneBoard([point(1, 1)])
    engine = Engine(player)
    assert engine.loadsgf(str(tmp_path / "game.sgf")) == ""
    assert engine.list_stones("b") == "A7"
    assert engine.final_score().startswith("B+")
    for ask in (engine.genmove, engine.reg_genmove, engine.lz_analyze):
        with pytest.raises(GtpError, match=r"^this player plays only on 5x5, not on 7x7$"):
            ask("w")
    assert player.games == []
    assert engine.boardsize("5") == ""
    assert engine.genmove("b") == "A1"
