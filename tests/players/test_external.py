"""Other programs as players: what they are told, what is made of their answers, and whole games against GNU Go."""

import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from numpy.random import default_rng

from semeai.go.board import Board
from semeai.go.clock import Clock, TimeSystem
from semeai.go.game import Game
from semeai.go.player import Player
from semeai.go.points import BLACK, COLOR_NAMES, EMPTY, PASS, RESIGN, WHITE, parse_vertex, vertex
from semeai.go.rules import Rules
from semeai.gtp.errors import EngineDied, EngineError, EngineMissing, EngineNonsense, EngineTimeout, GtpFailure
from semeai.players import PLAYERS, check_spec, make_player
from semeai.players.external import MAX_UNDO, ExternalParams, ExternalPlayer
from semeai.specs import SpecError

# Says what it was told to say, writes down what it was asked, and knows nothing of Go. An answer that is a number is
# the exit status with which it dies, null means that it never comes.
ENGINE = """
import json, sys, time
log, answers = sys.argv[1], json.loads(sys.argv[2])
for line in sys.stdin:
    number, _, command = line.strip().partition(" ")
    with open(log, "a") as file:
        print(command or number, file=file)
    if number == "quit":
        sys.exit()
    name = command.partition(" ")[0]
    answer = answers[name].pop(0) if answers.get(name) else ""
    if name == "list_commands":
        answer = " ".join(answers)
    if answer is None:
        time.sleep(1000)
    if isinstance(answer, int):
        sys.exit(answer)
    sign, text = ("?", answer[1:]) if answer.startswith("?") else ("=", answer)
    print(f"{sign}{number} {text}\\n", flush=True)
"""

STARTED = ["name", "version", "list_commands"]
RULES = Rules(size=9, komi=6.5)
NEW = ["boardsize 9", "clear_board", "komi 6.5"]

Answers = dict[str, list[str | int | None]]


class Fake:
    """A player with the fake engine behind it."""

    def __init__(self, folder: Path, answers: Answers) -> None:
        script, self.log = folder / "engine.py", folder / "log"
        script.write_text(ENGINE)
        said = json.dumps({"name": ["Fake"], "version": ["1.0"], **answers})
        command = shlex.join([sys.executable, "-S", str(script), str(self.log), said])
        self.player = ExternalPlayer(ExternalParams(command))

    def told(self) -> list[str]:
        """What the engine was asked since the last time."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.write_text("")
        return lines

    def begin(self, rules: Rules = RULES, seed: int = 0) -> None:
        """A new game, of which nothing is shown."""
        self.player.new_game(rules, default_rng(seed))
        self.told()


@pytest.fixture
def fake(tmp_path: Path) -> Iterator[Callable[..., Fake]]:
    """Makes a fake engine with these answers, a list a command; it lists those commands and knows no others."""
    made: list[Fake] = []

    def make(**answers: list[str | int | None]) -> Fake:
        made.append(Fake(tmp_path, {name.replace("__", "-"): given for name, given in answers.items()}))
        return made[-1]

    yield make
    for engine in made:
        engine.player.close()


def V(text: str) -> int:
    return parse_vertex(text, 9)


def board_after(moves: str, rules: Rules = RULES) -> Board:
    board = Board(rules)
    for move in moves.split():
        board.play(V(move))
    return board


# -- specifications ----------------------------------------------------------------------------------------------------


def test_the_whole_rest_is_the_command() -> None:
    player = make_player("gtp:gnugo --mode gtp, --level=1 : x")
    assert isinstance(player, ExternalPlayer)
    assert player.params.command == "gnugo --mode gtp, --level=1 : x"
    assert "gtp:COMMAND" in PLAYERS.describe()


@pytest.mark.parametrize("spec", ["gtp", "gtp:", "gtp:  "])
def test_a_command_is_needed(spec: str) -> None:
    for read in (check_spec, make_player):
        with pytest.raises(SpecError, match="gtp needs the command of a program, such as gtp:gnugo --mode gtp"):
            read(spec)


def test_checking_a_specification_loads_nothing() -> None:
    code = (
        "import sys; from semeai.players import check_spec; check_spec('gtp:gnugo --mode gtp,a=b')\n"
        "assert not {'numpy', 'numba', 'semeai.gtp.client'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


# -- start and end -----------------------------------------------------------------------------------------------------


def test_check_finds_out_whether_the_program_is_there(fake: Callable[..., Fake]) -> None:
    engine = fake()
    engine.player.check()
    engine.player.check()
    assert engine.told() == [*STARTED, "protocol_version", "protocol_version"]
    with pytest.raises(EngineMissing, match="cannot find the engine no-such-engine"):
        ExternalPlayer(ExternalParams("no-such-engine --mode gtp")).check()


def test_a_missing_gnugo_comes_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr("semeai.gtp.process.GAMES_FOLDER", "/nowhere")
    with pytest.raises(EngineMissing, match="apt-get install gnugo"):
        ExternalPlayer(ExternalParams("gnugo --mode gtp")).check()


def test_it_is_quit_at_the_end_and_started_again_for_a_new_game(fake: Callable[..., Fake]) -> None:
    engine = fake(genmove=["D4"])
    with pytest.raises(EngineDied, match="has not been started"):
        engine.player.choose(Board(RULES))
    engine.player.close()
    with engine.player as player:
        engine.begin()
    player.close()
    assert engine.told() == ["quit"]
    with pytest.raises(EngineDied, match="it was closed"):
        player.choose(Board(RULES))
    player.new_game(RULES, default_rng(0))
    assert player.choose(Board(RULES)) == V("d4")


def test_an_engine_without_the_commands_that_all_have(fake: Callable[..., Fake]) -> None:
    engine = fake(version=["?unknown command", "1.0"])
    for _ in range(2):  # it is not taken for well the second time either
        with pytest.raises(GtpFailure, match="refuses 'version'"):
            engine.player.check()
    assert engine.told() == ["name", "version", "quit"] * 2


@pytest.mark.parametrize(
    ("answer", "error"),
    [(3, EngineDied), (None, EngineTimeout), ("Z99", EngineNonsense), ("", EngineNonsense), ("?no idea", GtpFailure)],
)
def test_a_failure_loses_one_game_only(fake: Callable[..., Fake], answer: str | int | None, error: type) -> None:
    engine = fake(genmove=["E5", answer, "D4"])
    engine.begin()
    engine.player.choose(Board(RULES))
    engine.player.timeout = 0.5
    with pytest.raises(EngineError) as caught:
        engine.player.choose(board_after("e5 c3"))
    assert type(caught.value) is error
    engine.player.timeout = 60.0
    engine.told()
    engine.player.new_game(RULES, default_rng(0))
    is_well = error is GtpFailure
    assert engine.told() == ([] if is_well else STARTED) + NEW
    assert engine.player.choose(Board(RULES)) == V("d4" if is_well else "e5")


def test_nonsense_is_named_and_ends_the_engine(fake: Callable[..., Fake]) -> None:
    engine = fake(genmove=["T19"])
    engine.begin()
    with pytest.raises(
        EngineNonsense, match=r"^Fake 1\.0 chose no move: expected a point of a 9x9 board, found 'T19'$"
    ):
        engine.player.choose(Board(RULES))
    assert engine.told() == ["genmove black", "quit"]
    with pytest.raises(EngineDied):
        engine.player.choose(Board(RULES))


def test_an_engine_that_dies_between_two_games(fake: Callable[..., Fake]) -> None:
    engine = fake(genmove=["D4"])
    engine.begin()
    assert engine.player._client is not None
    engine.player._client._process.kill()
    engine.player._client._process.wait(60.0)
    engine.player.new_game(RULES, default_rng(0))
    assert engine.player.choose(Board(RULES)) == V("d4")


# -- a new game --------------------------------------------------------------------------------------------------------

KATA = (
    '{"friendlyPassOk":false,"hasButton":false,"ko":"%s","scoring":"%s",'
    '"suicide":%s,"tax":"NONE","whiteHandicapBonus":"0"}'
)


@pytest.mark.parametrize(
    ("rules", "listed", "told"),
    [
        ("chinese", [], []),
        ("chinese", ["kgs-rules"], ["kgs-rules chinese"]),
        ("japanese", ["kgs-rules"], ["kgs-rules japanese"]),
        (
            "tromp-taylor",
            ["kgs-rules", "kata-set-rules"],
            [f"kata-set-rules {KATA % ('POSITIONAL', 'AREA', 'true')}"],
        ),
        ("japanese", ["kata-set-rules"], [f"kata-set-rules {KATA % ('SIMPLE', 'TERRITORY', 'false')}"]),
        ("chinese", ["clear_cache"], ["clear_cache"]),
    ],
)
@pytest.mark.parametrize("answer", ["", "?these rules are too hard for me"])
def test_rules(fake: Callable[..., Fake], rules: str, listed: list[str], told: list[str], answer: str) -> None:
    engine = fake(**{name.replace("-", "__"): [answer if "rules" in name else ""] for name in listed})
    engine.player.new_game(Rules.preset(rules, size=13, komi=0.5), default_rng(0))
    assert engine.told() == [*STARTED, "boardsize 13", "clear_board", "komi 0.5", *told]


def test_a_size_that_the_engine_does_not_play(fake: Callable[..., Fake]) -> None:
    engine = fake(boardsize=["?unacceptable size"])
    with pytest.raises(GtpFailure, match="refuses 'boardsize 9': unacceptable size"):
        engine.begin()


def test_seeds_are_drawn_from_the_generator(fake: Callable[..., Fake]) -> None:
    engine = fake(set_random_seed=[])
    seeds = []
    for seed in (1, 1, 2):
        engine.told()
        engine.player.new_game(RULES, default_rng(seed))
        name, number = engine.told()[-1].split()
        assert name == "set_random_seed"
        assert 0 < int(number) < 1 << 31
        seeds.append(number)
    assert seeds[0] == seeds[1] != seeds[2]


# -- moves -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "move", "text"),
    [
        ("D4", "D4", "Fake 1.0 plays D4"),
        ("j9 ", "J9", "Fake 1.0 plays J9"),
        ("PASS", "pass", "Fake 1.0 passes"),
        ("pass", "pass", "Fake 1.0 passes"),
        ("Resign", "resign", "Fake 1.0 resigns"),
        ("E5", "E5", "Fake 1.0 plays E5"),  # occupied: the referee's affair
    ],
)
def test_answers(fake: Callable[..., Fake], answer: str, move: str, text: str) -> None:
    engine = fake(genmove=[answer])
    engine.begin()
    assert engine.player.explain().text == "no move has been chosen yet"
    assert vertex(engine.player.choose(board_after("E5"))) == move
    assert engine.player.explain().text == text


def test_a_game_is_followed_move_by_move(fake: Callable[..., Fake]) -> None:
    engine = fake(genmove=["D4", "E5", "pass", "resign", "resign"])
    engine.begin()
    board = Board(RULES)
    engine.player.choose(board)
    assert engine.told() == ["genmove black"]
    for move in ("D4", "C3"):
        board.play(V(move))
    engine.player.choose(board)
    assert engine.told() == ["play white C3", "genmove black"]
    for move, color in [("E5", BLACK), ("pass", WHITE), ("G7", WHITE)]:  # white twice
        board.play(V(move), color)
    engine.player.choose(board)
    assert engine.told() == ["play white pass", "play white G7", "genmove black"]
    for _ in range(2):  # a resignation changes nothing on the board
        board.play(PASS)
        assert engine.player.choose(board) == RESIGN
    assert engine.told() == ["genmove white", "play white pass", "genmove black"]


# what the engine has, what we have, whether it can undo, what it is told
SYNC = [
    ("A1 B1 C1", "A1 B1", True, ["undo"]),
    ("A1 B1 C1", "", True, ["undo"] * 3),
    ("A1 B1 C1", "A1 B2 C3", True, ["undo", "undo", "play white B2", "play black C3"]),
    ("A1 B1 C1", "A1 B1", False, ["clear_board", "play black A1", "play white B1"]),
    ("A1 B1 C1", "A1 B1 C1 D1", False, ["play white D1"]),
    ("A1 B1 C1", "A2", False, ["clear_board", "play black A2"]),
    ("pass " * (MAX_UNDO + 1), "", True, ["clear_board"]),
]


@pytest.mark.parametrize(("theirs", "ours", "can_undo", "told"), SYNC)
def test_boards_are_brought_together(
    fake: Callable[..., Fake], theirs: str, ours: str, can_undo: bool, told: list[str]
) -> None:
    *before, last = theirs.split()
    engine = fake(genmove=[last, "J9"], **({"undo": []} if can_undo else {}))
    engine.begin(Rules.preset("japanese"))
    engine.player.choose(board_after(" ".join(before)))
    engine.told()
    assert engine.player.choose(board := board_after(ours)) == V("J9")
    assert engine.told() == [*told, f"genmove {COLOR_NAMES[board.to_play]}"]


def test_an_engine_that_lists_undo_and_refuses(fake: Callable[..., Fake]) -> None:
    engine = fake(genmove=["C1", "C2"], undo=["", "?cannot undo"])
    engine.begin()
    engine.player.choose(board_after("A1 B1"))
    engine.told()
    assert engine.player.choose(board_after("D1")) == V("C2")
    assert engine.told() == ["undo", "undo", "clear_board", "play black D1", "genmove white"]


def test_a_move_that_the_engine_refuses(fake: Callable[..., Fake]) -> None:
    engine = fake(genmove=["D4"], play=["", "?illegal move"])
    engine.begin()
    with pytest.raises(GtpFailure, match="refuses 'play white B1': illegal move"):
        engine.player.choose(board_after("A1 B1"))
    engine.told()
    assert engine.player.choose(board_after("A1 B1")) == V("D4")
    assert engine.told() == ["clear_board", "play black A1", "play white B1", "genmove black"]


def test_a_position_is_put_down_stone_by_stone(fake: Callable[..., Fake]) -> None:
    engine = fake(genmove=["D4", "D4", "D4"], set_free_handicap=[])
    engine.begin()
    board = Board(RULES, {V("A1"): WHITE, V("B1"): BLACK}, WHITE)
    engine.player.choose(board)
    assert engine.told() == ["clear_board", "play white A1", "play black B1", "genmove white"]
    board.play(V("D4"))
    board.play(V("A2"))  # captures
    board.set_up({V("B1"): EMPTY, V("C3"): WHITE}, WHITE)
    board.play(V("H8"))
    engine.player.choose(board)
    stones = ["play black A2", "play white C3", "play white D4"]
    assert engine.told() == ["clear_board", *stones, "play white H8", "genmove black"]
    board.play(V("E3"))  # and not D4, as it wanted; taking back is not among its commands
    engine.player.choose(board)
    assert engine.told() == ["clear_board", *stones, "play white H8", "play black E3", "genmove white"]


@pytest.mark.parametrize(
    ("answer", "n_placed", "to_play", "is_taken"),
    [("", 2, WHITE, True), ("?no", 2, WHITE, False), ("", 3, WHITE, False), ("", 2, BLACK, False)],
)
def test_handicap(fake: Callable[..., Fake], answer: str, n_placed: int, to_play: int, is_taken: bool) -> None:
    engine = fake(genmove=["E5"], set_free_handicap=[answer])
    rules = Rules(handicap=2)
    engine.begin(rules)
    points = [V(name) for name in ("C3", "G7", "G3")][:n_placed]
    engine.player.choose(Board(rules, dict.fromkeys(points, BLACK), to_play))
    told = engine.told()
    assert ("set_free_handicap C3 G7" in told) == (n_placed == 2 and to_play == WHITE)
    assert [line for line in told if line.startswith("play")] == (
        [] if is_taken else [f"play black {vertex(p)}" for p in sorted(points)]
    )


CLEANUP = ["undo", "kgs-genmove_cleanup black"]


@pytest.mark.parametrize(
    ("scoring", "listed", "told", "move"),
    [
        ("area", {"undo": [], "kgs__genmove_cleanup": ["A1"]}, CLEANUP, "A1"),
        ("area", {"undo": [], "kgs__genmove_cleanup": ["PASS"]}, CLEANUP, "pass"),
        ("area", {"kgs__genmove_cleanup": ["A1"]}, [], "pass"),
        ("area", {"undo": []}, [], "pass"),
        ("territory", {"undo": [], "kgs__genmove_cleanup": ["A1"]}, [], "pass"),
    ],
)
def test_a_pass_under_area_scoring(
    fake: Callable[..., Fake], scoring: str, listed: Answers, told: list[str], move: str
) -> None:
    engine = fake(genmove=["pass", "D4"], **listed)
    rules = Rules(scoring=scoring)
    engine.begin(rules)
    assert vertex(engine.player.choose(Board(rules))) == move
    assert engine.told() == ["genmove black", *told]
    board = board_after(f"{move} C3", rules)
    assert engine.player.choose(board) == V("D4")  # and no cleanup, as it is no pass
    assert engine.told() == ["play white C3", "genmove black"]


# -- time --------------------------------------------------------------------------------------------------------------

ABSOLUTE = Clock(TimeSystem.ABSOLUTE, 300.0)
CANADIAN = Clock(TimeSystem.CANADIAN, 60.0, 30.5, 5)
BYOYOMI = Clock(TimeSystem.BYOYOMI, 0.0, 0.5, 3)


@pytest.mark.parametrize(
    ("clock", "plain", "kgs"),
    [
        (ABSOLUTE, "300 0 0", "absolute 300"),
        (CANADIAN, "60 30 5", "canadian 60 30 5"),
        (BYOYOMI, "0 1 1", "byoyomi 0 1 3"),
    ],
)
@pytest.mark.parametrize("is_kgs", [False, True])
def test_time_settings(fake: Callable[..., Fake], clock: Clock, plain: str, kgs: str, is_kgs: bool) -> None:
    engine = fake(genmove=["pass"] * 9, time_settings=[], **({"kgs__time_settings": []} if is_kgs else {}))
    engine.begin()
    told = f"kgs-time_settings {kgs}" if is_kgs else f"time_settings {plain}"
    for first in ([told], [told]):
        engine.player.clock = clock
        engine.player.choose(Board(RULES))
        assert engine.told() == [*first, "genmove black"]
        engine.player.clock = clock.with_time_left(BLACK, 10, 0)  # the engine has not listed time_left
        engine.player.choose(board_after("pass pass"))
        assert engine.told() == ["play white pass", "genmove black"]
        engine.begin()
    engine.player.clock = Clock()  # after games with a limit, one without
    engine.player.choose(Board(RULES))
    assert engine.told() == ["kgs-time_settings none" if is_kgs else "time_settings 0 1 0", "genmove black"]
    engine.begin()
    engine.player.choose(Board(RULES))
    assert engine.told() == ["genmove black"]


@pytest.mark.parametrize(
    ("clock", "is_kgs", "stones"), [(CANADIAN, False, 3), (CANADIAN, True, 3), (BYOYOMI, False, 1), (BYOYOMI, True, 3)]
)
def test_time_left(fake: Callable[..., Fake], clock: Clock, is_kgs: bool, stones: int) -> None:
    engine = fake(genmove=["pass"] * 3, time_left=[], **({"kgs__time_settings": [], "undo": []} if is_kgs else {}))
    engine.begin()
    engine.player.clock = clock.with_time_left(WHITE, 9.9, 0)
    engine.player.choose(Board(RULES))
    assert engine.told()[-1:] == ["genmove black"]
    engine.player.choose(board_after("pass"))
    assert engine.told() == ["time_left white 9 0", "genmove white"]
    engine.player.clock = clock.with_time_left(WHITE, 25, 3)
    engine.player.choose(board_after("pass pass pass"))
    assert engine.told() == ["play black pass", f"time_left white 25 {stones}", "genmove white"]


# -- GNU Go ------------------------------------------------------------------------------------------------------------

OPTIONS = "--mode gtp --level 1 --chinese-rules --positional-superko --never-resign"


def play(black: Player, white: Player, seeds: tuple[int, int], rules: Rules) -> Game:
    """A game to its end; what is illegal raises."""
    game = Game(rules)
    players = {BLACK: black, WHITE: white}
    for player, seed in zip(players.values(), seeds, strict=True):
        player.new_game(rules, default_rng(seed))
    while not game.is_over:
        game.play(players[game.to_play].choose(game.board))
        assert len(game.moves) < 1000
    return game


@pytest.fixture
def gnugo_player(gnugo: str) -> Iterator[ExternalPlayer]:
    player = make_player(f"gtp:{gnugo} {OPTIONS}")
    assert isinstance(player, ExternalPlayer)
    with player:
        yield player


@pytest.mark.parametrize("number", range(4))
def test_random_plays_gnugo(gnugo_player: ExternalPlayer, number: int) -> None:
    rules = Rules(size=9, komi=7.5, handicap=4 * (number == 3))
    random = make_player("random")
    black, white = (gnugo_player, random) if number % 2 else (random, gnugo_player)
    game = play(black, white, (number, number), rules)
    for color in (BLACK, WHITE):
        stones = {vertex(p) for p, c in game.board.stones.items() if c == color}
        assert set(gnugo_player._send(f"list_stones {COLOR_NAMES[color]}").split()) == stones
    # It has captured whatever is dead, though it was not started with --capture-all-dead: the counts are the same.
    assert gnugo_player._send("final_status_list dead") == ""
    assert game.result is not None
    score = gnugo_player._send("final_score")
    compensation = rules.handicap  # which GNU Go gives to white under Chinese rules, and we do not
    assert (score[:2], float(score[2:])) == (str(game.result)[:2], game.result.margin - compensation)
    assert gnugo_player.explain().text.startswith("GNU Go 3.8 p")


def test_the_seed_makes_the_game(gnugo_player: ExternalPlayer) -> None:
    games = [play(gnugo_player, make_player("random"), (seed, 0), RULES).moves for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_gnugo_plays_on_from_any_position(gnugo_player: ExternalPlayer) -> None:
    gnugo_player.new_game(RULES, default_rng(0))
    board = Board.from_diagram(
        """
        .........
        .XXXX....
        .XOOOX...
        .XO.OX...
        .XOO.X...
        ..XXXX...
        .........
        .........
        .........
        """,
        RULES,
        WHITE,
    )
    gnugo_player.choose(board)
    for undo_to in (40, 12, 30, 3, 0, 25):
        while len(board.moves) > undo_to:
            board.undo()
        while len(board.moves) < undo_to:
            board.play(board.legal_points()[len(board.moves) % 5])
        move = gnugo_player.choose(board)
        assert board.is_legal(move)
        board.play(move)
        for color in (BLACK, WHITE):
            stones = {vertex(p) for p, c in board.stones.items() if c == color}
            assert set(gnugo_player._send(f"list_stones {COLOR_NAMES[color]}").split()) == stones
