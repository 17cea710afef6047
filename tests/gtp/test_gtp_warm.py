"""`semeai gtp` loads its player while it already answers, and ends at once even then."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.processes import PATIENCE, wait_until

# A player that prints, says in the file `begun` that it loads, and is not done before there is a file `done`.
SLOW = """\
import sys, time
from pathlib import Path
import semeai.players
from semeai.cli import main
folder = Path(sys.argv.pop(1))
make_player = semeai.players.make_player
def make_slowly(spec):
    print("garbage on stdout", flush=True)
    (folder / "begun").touch()
    while not (folder / "done").exists():
        time.sleep(0.002)
    return make_player(spec)
semeai.players.make_player = make_slowly
main()
"""


class Controller:
    """The other side of a process that speaks GTP."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self._to_engine, self._from_engine = process.stdin, process.stdout

    def say(self, text: str) -> None:
        self._to_engine.write(text)
        self._to_engine.flush()

    def response(self) -> str:
        return "".join(iter(self._from_engine.readline, "\n"))

    def end(self) -> tuple[int, str]:
        """The exit code, and all that is still said. The input stays open until then."""
        code = self.process.wait(PATIENCE)
        return code, self._from_engine.read()


@contextmanager
def slow_engine(folder: Path) -> Iterator[Controller]:
    """An engine whose player has begun to load, though nobody has asked for it."""
    command = [sys.executable, "-c", SLOW, str(folder), "gtp", "random", "--size", "5"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            wait_until(lambda: (folder / "begun").exists() or process.poll() is not None)
            yield Controller(process)
        finally:
            process.kill()


def test_commands_are_answered_while_the_player_loads_and_those_that_need_it_wait(tmp_path: Path) -> None:
    with slow_engine(tmp_path) as engine:
        engine.say("1 name\n")
        assert engine.response() == "=1 semeai Random\n"
        engine.say("2 play b c3\n3 list_stones b\n4 version\nquit\n")
        (tmp_path / "done").touch()
        assert [engine.response() for _ in range(2)] == ["=2 \n", "=3 C3\n"]
        assert engine.response().startswith("=4 ")
        assert engine.end() == (0, "= \n\n")


def test_quit_does_not_wait_for_the_player(tmp_path: Path) -> None:
    with slow_engine(tmp_path) as engine:
        engine.say("name\nquit\n")
        assert engine.end() == (0, "= semeai Random\n\n= \n\n")


@pytest.mark.parametrize("said", ["", "genmove b\n"])
def test_a_ctrl_c_does_not_wait_for_the_player(tmp_path: Path, said: str) -> None:
    with slow_engine(tmp_path) as engine:
        engine.say("name\n")
        assert engine.response() == "= semeai Random\n"
        engine.say(said)
        engine.process.send_signal(signal.SIGINT)
        assert engine.end() == (0, "")
        assert engine.process.stderr is not None
        assert "Traceback" not in engine.process.stderr.read()


@pytest.mark.parametrize(
    ("asked", "code", "answers", "said"),
    [
        ("name\nquit\n", 0, "= semeai champion:/nowhere\n\n= \n\n", ""),  # nobody has missed the player
        ("name\nboardsize 5\nquit\n", 2, "= semeai champion:/nowhere\n\n", "/nowhere: no such file or directory\n"),
    ],
)
def test_a_player_that_cannot_be_loaded(asked: str, code: int, answers: str, said: str) -> None:
    command = [sys.executable, "-m", "semeai", "gtp", "champion:/nowhere"]
    ended = subprocess.run(command, input=asked, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout) == (code, answers)
    assert ended.stderr.endswith(said)
    assert ended.stderr.count("\n") == said.count("\n")
