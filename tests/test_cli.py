"""The commands as a newcomer types them: what they print, how they end, and what they say about mistakes."""

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from semeai.go.points import BLACK, parse_vertex
from semeai.go.rules import Rules
from semeai.nets.network import Network
from semeai.players.champion import Champion, pack_champion
from semeai.sgf import read_game
from tests.commands import PLAIN, call, lines, program
from tests.processes import PATIENCE

VERBS = "list agents play gtp match tournament ladder evolve demo runs show reproduce figures bench".split()


@pytest.mark.parametrize("verb", ["", *VERBS])
def test_help(verb: str) -> None:
    run = call(*filter(None, [verb, "--help"]))
    assert run.returncode == 0
    assert "Usage: " in run.stdout
    assert not verb or "Example" in run.stdout


def test_help_shows_a_whole_tournament_file() -> None:
    assert "[players]" in call("tournament", "--help").stdout  # and does not take it for markup


def test_help_needs_no_heavy_module() -> None:
    code = (
        "import sys; sys.argv = ['semeai', '--help']\n"
        "from semeai.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numba', 'numpy', 'scipy', 'matplotlib', 'pydantic', 'nicegui'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=60)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "nobody"], "no player called 'nobody'; there are"),
        (["play", "random:speed=3"], "random has no setting 'speed'"),
        (["gtp", "nobody"], "no player called 'nobody'"),
        (["play", "random", "--size", "20"], "size must be 2 to 19, not 20"),
        (["play", "random", "--komi", "0.3"], "komi must be a multiple of 0.5"),
        (["play", "random", "--rules", "chess"], "unknown rules 'chess'"),
        (["play", "random", "--color", "red"], "expected black or white, found 'red'"),
        (["play", "random", "--handicap", "2", "--size", "5"], "allows no fixed handicap"),
        (["play", "random", "--position", "/nowhere"], "/nowhere"),
        (["match", "wally", "nobody"], "no player called 'nobody'"),
        (["match", "wally", "wally:noise=2"], "wally:noise must be a share, 0 to 1, not 2"),
        (["match", "wally", "gtp:"], "gtp needs the command of a program"),
        (["match", "wally", "gtp:no-such-engine --mode gtp"], "cannot find the engine no-such-engine"),
        (["match", "wally", "random", "--time", "soon"], "expected a time limit such as 10m"),
        (["match", "wally", "random", "--sprt", "5"], "'5'"),
        (["match", "wally", "random", "--openings", "/nowhere"], "/nowhere"),
        (["match", "wally", "random", "--move-limit", "0"], "move_limit must be positive, not 0"),
        (["tournament", "/nowhere.toml"], "/nowhere.toml"),
        (["evolve", "magic"], "no method called 'magic'; there are "),
        (["evolve", "ga:population=1"], "ga:population must be 2 or more, not 1"),
        (
            ["evolve", "ga:selection=luck"],
            "ga:selection must be one of roulette, tournament, truncation, rank, not 'luck'",
        ),
        (["evolve", "ga", "--opponent", "nobody"], "no player called 'nobody'"),
        (["evolve", "ga", "--opponent", "gtp:/no/such/engine"], "cannot find the engine /no/such/engine"),
        (["evolve", "ga", "--size", "1"], "--size must be 2 to 19, not 1"),
        (["evolve", "ga", "--run", "../elsewhere"], "expected the name of a run, a folder below runs"),
        (["evolve", "ga", "--run", "/tmp/elsewhere"], "expected the name of a run, a folder below runs"),
        (["show", "/nowhere.npz"], "/nowhere.npz"),
        (["show", "README.md"], "README.md: not a semeai champion"),
        (["play", "champion:"], "champion needs a file, such as champion:"),
        (["play", "champion:/nowhere.npz"], "/nowhere.npz"),
        (["reproduce", "nobody"], "no paper called 'nobody'; there are drake"),
        (["reproduce", "blackman/fig8"], "blackman has no figure 'fig8'"),
        (["reproduce", "richards/99"], "richards has no figure '99'"),
        (
            ["reproduce", "richards/authors", "--only", "authors8"],
            "no experiment 'authors8' here; did you mean",
        ),
        (["reproduce", "all", "--only", "authors9"], "--only takes an experiment of one paper"),
        (["figures", "richards", "--out", "/nowhere"], "to create it, run: semeai reproduce richards/generations"),
        (["agents", "/nowhere.sgf"], "/nowhere.sgf"),
        (["list", "wishes"], "cannot list 'wishes'"),
        (["bench", "wishes"], "no benchmark called 'wishes'"),
    ],
)
def test_mistakes_end_in_one_line(arguments: list[str], said: str) -> None:
    run = call(*arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    (line,) = lines(run.stderr)
    assert said in line


def test_the_program_ends_as_its_commands_do() -> None:
    words = "play", "nobody"
    ended = program(*words)
    assert (ended.returncode, ended.stderr) == (2, call(*words).stderr)
    assert program("--help").returncode == 0


@pytest.fixture
def network(tmp_path: Path) -> str:
    """A champion for 5x5 that plays A1, then B1, and passes from then on."""
    net = Network(50, 1, 25, np.array([50, 50]), np.array([51, 52]), np.array([4.0, 2.0], dtype=np.float32))
    champion = Champion("network", net.genome(), Rules(size=5, komi=0.5), "sane", {}, 1, 0, {}, {})
    path = tmp_path / "network.npz"
    path.write_bytes(pack_champion(champion))
    return f"champion:{path}"


@pytest.mark.parametrize(
    "words",
    [
        "match NETWORK wally --size 7",
        "match uct:playouts=10 NETWORK --size 7",
        "play NETWORK --size 7",
        "play wally --against NETWORK --size 7",
        "play NETWORK --position POSITION",
        "evolve ga --opponent NETWORK --size 7",
        "tournament FILE",
    ],
)
def test_a_network_on_another_board(words: str, network: str, tmp_path: Path) -> None:
    (tmp_path / "position.txt").write_text("\n".join([". " * 7] * 7))
    (tmp_path / "file.toml").write_text(f'size = 7\nplayers = ["wally", "{network}"]')
    names = {"NETWORK": network, "POSITION": str(tmp_path / "position.txt"), "FILE": str(tmp_path / "file.toml")}
    run = call(*(names.get(word, word) for word in words.split()))
    assert (run.returncode, run.stdout) == (2, "")
    (line,) = lines(run.stderr)
    assert "this player plays only on 5x5, not on 7x7" in line


def test_a_network_on_its_own_board(network: str) -> None:
    play = call("play", network, text="C3\nquit\n")
    assert play.returncode == 0, play.stderr
    assert play.stdout.startswith("5x5, komi 7.5, ")
    assert "white plays A1" in play.stdout
    match = call("match", "random", network, "--games", "2", "--json")
    assert match.returncode == 0, match.stderr
    result = json.loads(match.stdout)
    assert (result["games"], result["failures"]) == (2, 0)


def test_a_network_speaks_gtp(network: str) -> None:
    words = ["genmove b", "boardsize 7", "showboard", "genmove w", "boardsize 5", "genmove b", "explain", "quit"]
    run = program("gtp", network, text="".join(f"{word}\n" for word in words))
    assert run.returncode == 0, run.stderr
    answers = [answer.strip() for answer in run.stdout.split("\n\n")]
    assert [answers[i] for i in (0, 1, 3, 4, 5)] == ["= A1", "? unacceptable size", "= B1", "=", "= A1"]
    assert "5" in answers[2]
    assert "6" not in answers[2]
    assert answers[6] == "= network plays A1 (output 2.00)"
    other = program("gtp", network, "--size", "7", text="genmove b\nboardsize 5\ngenmove b\nquit\n")
    assert other.stdout.split("\n\n")[:3] == ["? this player plays only on 5x5, not on 7x7", "= ", "= A1"]
    assert "Traceback" not in run.stderr + other.stderr


def test_champions_that_come_with_semeai(network: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("semeai.players.champion.SHIPPED", tmp_path)
    monkeypatch.chdir("/")
    listed = call("list", "champions")
    assert (listed.returncode, listed.stdout) == (0, "champion:network\n    5x5, network, sane, generation 0\n")
    shown = call("show", "network")
    assert shown.stdout.splitlines()[0] == "champion network"
    assert shown.stdout.splitlines()[-1] == "play it: semeai play champion:network"
    match = call("match", "champion:network", "wally", "--games", "2", "--json")
    assert json.loads(match.stdout)["games"] == 2
    nobody = call("show", "nobody")
    assert (nobody.returncode, nobody.stdout) == (2, "")
    assert nobody.stderr == "semeai: no champion or file is called 'nobody'; see: semeai list champions\n"


def test_list() -> None:
    assert "random" in call("list").stdout
    assert "    selection=tournament  scheme for selecting parents: roulette, " in call("list", "evolvers").stdout
    assert len(call("list", "papers").stdout.splitlines()) >= 5
    rules = call("list", "rules").stdout
    assert "tromp-taylor  9x9, komi 7.5, area scoring, positional superko, suicide allowed, 2 passes end" in rules
    assert len(rules.splitlines()) == 8


def test_playing_in_the_terminal(tmp_path: Path) -> None:
    words = "help\nZ9\nC3\nC3\nundo\nB2\nexplain\nscore\ninfluence 4/0\n\nresign\n"
    record = tmp_path / "game.sgf"
    run = program("play", "random", "--size", "5", "--seed", "3", "--save", str(record), text=words)
    assert run.returncode == 0, run.stderr
    for said in (
        "you are black (#)",
        "expected a point of a 5x5 board, found 'z9'",
        "C3 is occupied",
        "random chose",
        "current score with all stones alive: ",
        "influence 4/0: black has ",
        ": W+R",
    ):
        assert said in run.stdout
    assert "RE[W+R]" in record.read_text()
    assert "B[bd]" in record.read_text()


def test_the_end_of_the_input_ends_the_game() -> None:
    assert program("play", "random", text="C3\n").returncode == 0


def test_watching_is_repeatable() -> None:
    command = ["play", "random", "--against", "random", "--size", "7"]
    first = call(*command, "--seed", "1").stdout
    assert first == call(*command, "--seed", "1").stdout
    assert first != call(*command, "--seed", "2").stdout
    assert "the game ended by passing after" in first


def test_positions_from_files(tmp_path: Path) -> None:
    diagram = tmp_path / "position.txt"
    diagram.write_text("# a comment\n.X.\nOO.\n...\n")
    record = tmp_path / "position.sgf"
    record.write_text("(;SZ[3]AB[ba]AW[ab][bb]PL[B])")
    boards = []
    for path in (diagram, record):
        run = call("play", "random", "--position", str(path), text="quit\n")
        assert run.returncode == 0, run.stderr
        boards.append(run.stdout)
    assert boards[0] == boards[1]
    assert " 3 . # . 3" in boards[0]
    diagram.write_text("XX\nX\n")
    run = call("play", "random", "--position", str(diagram))
    assert (run.returncode, run.stderr) == (
        2,
        f"semeai: {diagram}: line 2: expected 2 points, one for each row, found 1\n",
    )


def test_gtp(tmp_path: Path) -> None:
    words = "1 name\n2 query\n3 list_stones b\nplay b c3\n4 genmove w\n5 list_stones b\nquit\n"
    run = program("gtp", "random", "--size", "5", text=words)
    assert run.returncode == 0, run.stderr
    answers = dict(answer.partition(" ")[::2] for answer in run.stdout.strip().split("\n\n"))
    assert answers["=1"] == "semeai Random"
    assert answers["?2"] == "unknown command"
    assert answers["=3"] == ""
    assert parse_vertex(answers["=4"], 5) != parse_vertex("c3", 5)
    assert "C3" in answers["=5"].split()
    diagram = tmp_path / "position.txt"
    diagram.write_text(".X.\nOO.\n...\n")
    run = program("gtp", "random", "--position", str(diagram), text="list_stones b\nlist_stones w\nquit\n")
    assert run.stdout.split("\n\n")[:2] == ["= B3", "= A2 B2"]


def test_an_interrupted_game_is_saved(tmp_path: Path) -> None:
    record = tmp_path / "game.sgf"
    command = [sys.executable, "-m", "semeai", "play", "random", "--size", "5", "--save", str(record)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"C3\n")
        process.stdin.flush()
        while b"white plays" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 128 + signal.SIGINT
    game = read_game(record.read_bytes())
    game.to_end()
    assert game.moves[0] == (BLACK, parse_vertex("c3", 5))
    assert len(game.moves) == 2
    assert (game.root.properties["PB"], game.root.properties["PW"]) == (["you"], ["random"])


def test_match() -> None:
    run = call("match", "wally", "random", "--games", "60", "--size", "7", "--seed", "4", "--json")
    assert run.returncode == 0, run.stderr
    result = json.loads(run.stdout)
    assert {key: result[key] for key in ("a", "b", "games", "draws", "failures")} == {
        "a": "wally",
        "b": "random",
        "games": 60,
        "draws": 0,
        "failures": 0,
    }
    assert result["a_wins"] + result["b_wins"] == 60
    assert result["score"] == result["a_wins"] / 60 >= 0.9
    assert 0.8 < result["interval"][0] < result["score"] <= result["interval"][1] <= 1
    for options in (["-j", "1"], ["-j", "2", "--executor", "processes"]):
        again = call("match", "wally", "random", "--games", "60", "--size", "7", "--seed", "4", "--json", *options)
        assert again.stdout == run.stdout
    words = call("match", "wally", "random", "--games", "60", "--size", "7", "--seed", "4").stdout
    assert words.startswith(f"wally beat random: {result['a_wins']} won")


def test_a_match_goes_on_and_says_what_it_skipped(tmp_path: Path) -> None:
    match = ["match", "random", "wally", "--size", "5", "--sgf", str(tmp_path), "--games"]
    assert "skipped" not in call(*match, "10").stderr
    more = call(*match, "16")
    assert "10 games were played before and are skipped; 6 to play" in more.stderr
    assert "of 16" in more.stdout
    again = call(*match, "16")
    assert "16 games were played before and are skipped; nothing left to play" in again.stderr
    assert again.stdout == more.stdout
    assert {"games.sgf", "report.svg", "report.txt", "ratings.csv"} <= {path.name for path in tmp_path.iterdir()}
    other = call(*match, "4", "--komi", "0.5")
    assert "16 stored games were played under other terms and are left out" in other.stderr


def test_a_match_from_positions(tmp_path: Path) -> None:
    position = tmp_path / "corner.txt"
    position.write_text("X X . .\n. X . .\nX X . .\n. . . .\n")
    run = call("match", "random", "wally", "--position", str(position), "--sgf", str(tmp_path), "--games", "2")
    assert run.returncode == 0, run.stderr
    game = read_game((tmp_path / "games.sgf").read_text().splitlines()[0])
    assert game.rules.size == 4
    assert len(game.board.stones) == 5
    wrong = call("match", "random", "wally", "--position", str(position), "--size", "9")
    assert wrong.returncode == 2
    assert "expected a position of 9x9, found 4x4" in wrong.stderr


def test_a_match_with_gnugo(gnugo: str, tmp_path: Path) -> None:
    run = call("match", "wally", "gtp:gnugo --mode gtp --level 1", "--games", "2", "--size", "5", "--json")
    result = json.loads(run.stdout)
    assert (result["games"], result["failures"]) == (2, 0)


def test_gnugo_can_be_installed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from semeai import cli

    monkeypatch.setattr("semeai.gtp.process.GAMES_FOLDER", "/nowhere")
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(sys, "argv", ["semeai", "match", "wally", "gtp:gnugo --mode gtp --level 1", "--size", "9"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 2
    assert "install it with: apt-get install gnugo" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("playouts", {"speedup_2", "playouts_per_s_9", "board_play_us", "help_s", "gtp_name_s"}),
        ("arena", {"games_per_s", "speedup_2", "outside_kernels"}),
        ("lab", {"generations_per_s"}),
        ("influence", {"map_over_playout_9", "map_over_playout_19"}),
        ("search", {"playouts_per_s_9", "ratio_openspiel_9", "knowing_over_light", "speedup_2"}),
        ("agents", {"genomes_per_s", "cached_over_recomputed"}),
    ],
)
def test_bench_as_json_is_one_object(name: str, figures: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from semeai.bench import agents, arena, influence, lab, playouts, rounds, search

    for module in (playouts, search):
        monkeypatch.setattr(module, "SIZES", {9: 20, 19: 10})
    for module in (agents, arena, influence, lab, playouts, rounds, search):
        monkeypatch.setattr(module, "ROUNDS", 1)
    monkeypatch.setattr(playouts, "STARTS", 1)
    monkeypatch.setattr(playouts, "_first_move", lambda: 1.0)  # which compiles everything anew, half a minute
    monkeypatch.setattr(arena, "TASKS", 1)
    for name_, few in {"POSITIONS": 300, "GENOMES": 2, "GAMES": 4}.items():
        monkeypatch.setattr(agents, name_, few)
    monkeypatch.setattr(lab, "GENERATIONS", 2)
    run = call("bench", name, "--json")
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout)
    assert set(report) == {"bench", "figures", "machine"}
    assert report["bench"] == name
    assert figures <= set(report["figures"])
    assert all(isinstance(figure, float) for figure in report["figures"].values())


def test_agents_of_a_game(tmp_path: Path) -> None:
    """Of the position at its end, and what was played last."""
    (tmp_path / "game.sgf").write_text("(;SZ[5];B[cc];W[bc])")
    run = call("agents", str(tmp_path / "game.sgf"), "--out", str(tmp_path / "pictures"))
    assert run.stdout == f"27 pictures in {tmp_path / 'pictures'}\n"
    picture = (tmp_path / "pictures" / "near_last.svg").read_text()
    assert [picture.count(f">{letter}</text>") for letter in "abc"] == [3, 7, 7]
    assert all(f"\n{name} " in f"\n{call('list', 'agents').stdout}" for name in ("follower", "near_last"))


@pytest.mark.parametrize(
    "arguments",
    [
        ("list", "evolvers"),
        ("show", "sane-5x5"),
        ("runs",),
        ("--help",),
        ("evolve", "--help"),
        ("evolve", "ga", "--problem", "sphere", "-n", "200", "--run", "x", "--json", "--quiet"),
        ("match", "random", "random", "--size", "3", "--games", "2", "--json"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_reader_that_goes_away(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """As in `semeai show ... | head`: nothing is said, and the exit code is that of the signal."""
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run(
        [sys.executable, "-m", "semeai", *arguments],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        cwd=tmp_path,
        env=os.environ | PLAIN,
    )
    os.close(writer)
    assert (ended.returncode, lines(ended.stderr)) == (141, [])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no file here is always full")
def test_output_to_a_full_disk() -> None:
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "semeai", "list", "rules"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert ended.returncode == 1
    assert ended.stderr == f"semeai: cannot write the output: {os.strerror(errno.ENOSPC)}\n"
