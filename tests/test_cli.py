"""The commands as a newcomer types them: what they print, how they end, and what they say about mistakes."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from semeai.go.points import BLACK, parse_vertex
from semeai.sgf import read_game


def semeai(*arguments: str, text: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "semeai", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"NO_COLOR": "1", "COLUMNS": "200"} | env,
    )


@pytest.mark.parametrize("verb", ["", "list", "play", "gtp", "bench"])
def test_help(verb: str) -> None:
    run = semeai(*filter(None, [verb, "--help"]))
    assert run.returncode == 0
    assert "Usage: " in run.stdout
    assert not verb or "Example" in run.stdout


def test_help_needs_no_heavy_module() -> None:
    code = (
        "import sys; sys.argv = ['semeai', '--help']\n"
        "from semeai.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numba', 'numpy', 'scipy', 'matplotlib', 'nicegui'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=60)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "nobody"], "no player called 'nobody'; there are"),
        (["play", "random:speed=3"], "random has no setting 'speed'"),
        (["gtp", "nobody"], "no player called 'nobody'"),
        (["play", "random", "--size", "20"], "size is 2 to 19, not 20"),
        (["play", "random", "--komi", "0.3"], "komi is a multiple of 0.5"),
        (["play", "random", "--rules", "chess"], "no rules called 'chess'"),
        (["play", "random", "--color", "red"], "not a color: 'red'"),
        (["play", "random", "--handicap", "2", "--size", "5"], "has no fixed handicap"),
        (["play", "random", "--position", "/nowhere"], "/nowhere"),
        (["list", "wishes"], "nothing to list called 'wishes'"),
        (["bench", "wishes"], "no benchmark called 'wishes'"),
    ],
)
def test_mistakes_end_in_one_line(arguments: list[str], said: str) -> None:
    run = semeai(*arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    lines = [line for line in run.stderr.splitlines() if "compiling kernels" not in line]
    assert len(lines) == 1
    assert said in lines[0]


def test_list() -> None:
    assert "random" in semeai("list").stdout
    rules = semeai("list", "rules").stdout
    assert "tromp-taylor  9x9, komi 7.5, area scoring, positional superko, suicide allowed, 2 passes end" in rules
    assert len(rules.splitlines()) == 8


def test_playing_in_the_terminal(tmp_path: Path) -> None:
    words = "help\nZ9\nC3\nC3\nundo\nB2\nexplain\nscore\n\nresign\n"
    record = tmp_path / "game.sgf"
    run = semeai("play", "random", "--size", "5", "--seed", "3", "--save", str(record), text=words)
    assert run.returncode == 0, run.stderr
    for said in (
        "you are black (#)",
        "not a point of a 5x5 board: 'z9'",
        "C3 is occupied",
        "random chose",
        "as it stands, all stones alive: ",
        ": W+R",
    ):
        assert said in run.stdout
    assert "RE[W+R]" in record.read_text()
    assert "B[bd]" in record.read_text()


def test_the_end_of_the_input_ends_the_game() -> None:
    assert semeai("play", "random", text="C3\n").returncode == 0


def test_watching_is_repeatable() -> None:
    command = ["play", "random", "--against", "random", "--size", "7"]
    first = semeai(*command, "--seed", "1").stdout
    assert first == semeai(*command, "--seed", "1").stdout
    assert first != semeai(*command, "--seed", "2").stdout
    assert "the game ended by passing after" in first


def test_positions_from_files(tmp_path: Path) -> None:
    diagram = tmp_path / "position.txt"
    diagram.write_text("# a comment\n.X.\nOO.\n...\n")
    record = tmp_path / "position.sgf"
    record.write_text("(;SZ[3]AB[ba]AW[ab][bb]PL[B])")
    boards = []
    for path in (diagram, record):
        run = semeai("play", "random", "--position", str(path), text="quit\n")
        assert run.returncode == 0, run.stderr
        boards.append(run.stdout)
    assert boards[0] == boards[1]
    assert " 3 . # . 3" in boards[0]
    diagram.write_text("XX\nX\n")
    run = semeai("play", "random", "--position", str(diagram))
    assert (run.returncode, run.stderr) == (
        2,
        f"semeai: {diagram}: line 2: 1 points in a row of a diagram with 2 rows\n",
    )


def test_gtp(tmp_path: Path) -> None:
    words = "1 name\n2 query\n3 list_stones b\nplay b c3\n4 genmove w\n5 list_stones b\nquit\n"
    run = semeai("gtp", "random", "--size", "5", text=words)
    assert run.returncode == 0, run.stderr
    answers = dict(answer.partition(" ")[::2] for answer in run.stdout.strip().split("\n\n"))
    assert answers["=1"] == "semeai random"
    assert answers["?2"] == "unknown command"
    assert answers["=3"] == ""
    assert parse_vertex(answers["=4"], 5) != parse_vertex("c3", 5)
    assert "C3" in answers["=5"].split()
    diagram = tmp_path / "position.txt"
    diagram.write_text(".X.\nOO.\n...\n")
    run = semeai("gtp", "random", "--position", str(diagram), text="list_stones b\nlist_stones w\nquit\n")
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


def test_bench_as_json_is_one_object(monkeypatch: pytest.MonkeyPatch) -> None:
    from typer.testing import CliRunner

    from semeai.bench import playouts
    from semeai.cli import app

    monkeypatch.setattr(playouts, "SIZES", {9: 20, 19: 10})
    monkeypatch.setattr(playouts, "ROUNDS", 1)
    run = CliRunner().invoke(app, ["bench", "playouts", "--json"])
    assert run.exit_code == 0, run.output
    report = json.loads(run.stdout)
    assert set(report) == {"bench", "figures", "machine"}
    assert report["bench"] == "playouts"
    assert {"speedup_2", "playouts_per_s_9", "board_play_us", "help_s", "gtp_name_s"} <= set(report["figures"])
    assert all(isinstance(figure, float) for figure in report["figures"].values())
