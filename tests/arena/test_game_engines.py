"""The referee and engines in other processes: whatever they do, they lose one game by it, and in time."""

import re
import shlex
import sys
import textwrap
import time
from pathlib import Path

import pytest

from semeai.arena.clock import parse_time
from semeai.go.game import Result
from semeai.go.points import BLACK, WHITE
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.players.external import ExternalParams, ExternalPlayer

from .test_game import PATIENCE, Actor, V, referee


def engine(folder: Path, command: str, bad: str) -> ExternalPlayer:
    """An engine that passes always, but does `bad` when it is asked `command`, until there is a file called `good`.

    Each process of it adds its id to the file `pids`.
    """
    script = f"""
        import os, sys, time
        def say(text):
            sys.stdout.write(text)
            sys.stdout.flush()
        with open({str(folder / "pids")!r}, "a") as pids:
            pids.write(f"{{os.getpid()}}\\n")
        for line in iter(sys.stdin.readline, "quit\\n"):
            number, name = [*line.split(), ""][:2]
            answer = {{"genmove": "pass", "list_commands": "genmove\\nplay\\nboardsize\\nclear_board"}}.get(name, "")
            if name == {command!r} and not os.path.exists({str(folder / "good")!r}):
                {bad}
            say(f"={{number}} {{answer}}\\n\\n")
    """
    file = folder / "engine.py"
    file.write_text(textwrap.dedent(script))
    return ExternalPlayer(ExternalParams(shlex.join([sys.executable, "-S", str(file)])))


# at which command, what an engine does wrong; the reason and a part of the detail; how many processes two games take
BAD_ENGINES = {
    "plays an occupied point": ("genmove", "answer = 'C3'", "forfeit", "illegal move: white C3 is occupied", 1),
    "plays off the board": ("genmove", "answer = 'T19'", "forfeit", "expected a point of a 5x5 board, found 'T19'", 2),
    "chats": ("genmove", "answer = 'Good question!'", "forfeit", "'Good question!'", 2),
    "refuses": ("genmove", "say(f'?{number} no idea\\n\\n'); continue", "forfeit", "'genmove white': no idea", 1),
    "never answers": ("genmove", "time.sleep(1000)", "time", r"did not answer 'genmove white' within 2\.\d+ s", 2),
    "hangs at a move": ("play", "time.sleep(1000)", "time", r"did not answer 'play black C3' within 2\.\d+ s", 2),
    "exits": ("genmove", "sys.exit(3)", "forfeit", "ended with exit status 3", 2),
    "exits before the game": ("boardsize", "sys.exit(4)", "forfeit", "ended with exit status 4", 2),
    "refuses the opponent's move": ("play", "say(f'?{number} illegal\\n\\n'); continue", "forfeit", "illegal", 1),
    "floods": ("genmove", "while True: say(f'={number} ' + 'x' * 100_000)", "forfeit", "found no end of it", 2),
}


@pytest.mark.parametrize("name", BAD_ENGINES)
def test_an_engine_loses_this_game_only(name: str, tmp_path: Path) -> None:
    command, bad, reason, detail, n_processes = BAD_ENGINES[name]
    start = time.monotonic()
    with engine(tmp_path, command, bad) as white:
        _, result = referee(Actor(V("c3")), white, clock=parse_time("2s/move" if reason == "time" else "1h"))
        assert (result.winner, result.reason) == (BLACK, reason)
        assert re.search(detail, result.detail)
        assert "\n" not in result.detail
        assert time.monotonic() - start < PATIENCE
        (tmp_path / "good").touch()
        game, result = referee(Actor(V("c3")), white, clock=parse_time("1h"))
        assert result == Result(BLACK, "score", 24.5)
        assert game.n_moves == 3
    assert len(set((tmp_path / "pids").read_text().split())) == n_processes


def test_patience_ends_before_the_clock(tmp_path: Path) -> None:
    with engine(tmp_path, "genmove", "time.sleep(1000)") as black:
        _, result = referee(black, Actor(), clock=parse_time("1h"), patience=1.0)
    assert (result.winner, result.reason) == (WHITE, "forfeit")
    assert re.search(r"did not answer 'genmove black' within (1|0\.9\d?) s$", result.detail)  # a little is gone by then


def test_patience_before_the_game(tmp_path: Path) -> None:
    start = time.monotonic()
    with engine(tmp_path, "boardsize", "time.sleep(1000)") as black:
        _, result = referee(black, Actor(), patience=3.0)
    assert (result.winner, result.reason) == (WHITE, "forfeit")
    assert "did not answer 'boardsize 5'" in result.detail
    assert time.monotonic() - start < PATIENCE


def test_an_engine_that_is_missing() -> None:
    with ExternalPlayer(ExternalParams("/no/such/engine")) as white:
        game, result = referee(Actor(), white)
    assert (result.winner, result.reason) == (BLACK, "forfeit")
    assert "cannot find the engine /no/such/engine" in result.detail
    assert not game.n_moves


def test_a_game_with_gnugo(gnugo: str) -> None:
    with ExternalPlayer(ExternalParams(f"{gnugo} --mode gtp --level 1")) as player:
        game, result = referee(make_player("random"), player, Rules(size=5), clock=parse_time("5m+5x30s"))
    assert (result.winner, result.reason) == (WHITE, "score"), result.detail
    assert game.n_moves > 10
