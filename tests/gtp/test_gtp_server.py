"""The server: reading while it thinks, ending cleanly, surviving its players, and starting at once."""

import io
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

import pytest

from semeai.go.player import Player
from semeai.gtp.engine import Engine
from semeai.gtp.server import READ_AHEAD, Inbox, serve
from tests.gtp.support import OWN_ENGINE, BrokenPlayer, ScriptedPlayer, ThinkingPlayer, answers, session

PATIENCE = 60.0  # for what should happen at once


class Conversation:
    """A server in a thread of this process, with pipes."""

    def __init__(self, player: Player) -> None:
        self.close: Callable[[], None]
        to_server, self._to_server = os.pipe()
        self._from_server, from_server = os.pipe()
        self._said: BinaryIO = open(self._from_server, "rb")  # noqa: SIM115

        def run() -> None:
            with open(to_server, "rb") as stdin, open(from_server, "wb") as stdout:
                serve("semeai test", lambda: Engine(player), stdin, stdout)

        self.thread = threading.Thread(target=run)
        self.thread.start()

    def say(self, text: str) -> None:
        os.write(self._to_server, text.encode())

    def hang_up(self) -> None:
        os.close(self._to_server)
        self._to_server = -1

    def line(self) -> str:
        return self._said.readline().decode()

    def response(self) -> str:
        return "".join(iter(self.line, "\n"))

    def end(self) -> str:
        """Everything that is still said, until the server has ended."""
        if self._to_server >= 0:
            self.hang_up()
        rest = self._said.read().decode()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        self._said.close()
        return rest


@pytest.fixture
def talk() -> Iterator[Callable[[Player], Conversation]]:
    conversations: list[Conversation] = []

    def start(player: Player) -> Conversation:
        conversations.append(Conversation(player))
        return conversations[-1]

    yield start
    for conversation in conversations:
        if conversation.thread.is_alive():
            conversation.end()


Talk = Callable[[Player], Conversation]
INFO = "info move pass visits 1 winrate 5000 prior 0 order 0 pv pass\n"


@pytest.mark.parametrize("line", ["4 name\n", "\n", "# interrupt\n", "# any comment\n"])
def test_an_analysis_ends_when_a_line_arrives(talk: Talk, line: str) -> None:
    controller = talk(ScriptedPlayer())
    controller.say("3 lz-analyze b 1\n")
    assert [controller.line() for _ in range(4)] == ["=3 \n", INFO, INFO, INFO]  # it goes on and on
    controller.say(line)
    while (said := controller.line()) != "\n":
        assert said == INFO
    assert controller.end() == ("=4 semeai test\n\n" if "name" in line else "")


def test_an_analysis_ends_at_the_end_of_the_input(talk: Talk) -> None:
    controller = talk(ScriptedPlayer())
    controller.say("kata-analyze interval 1\n")
    assert controller.line() == "= \n"
    assert controller.line().startswith("info move pass visits 1 utility 0.0")
    controller.hang_up()
    assert controller.end().endswith("\n")


def test_an_analysis_ends_with_quit(talk: Talk) -> None:
    controller = talk(ScriptedPlayer())
    controller.say("lz-analyze 6000\n")  # a minute between lines, but nobody waits for it
    assert controller.line() + controller.line() == f"= \n{INFO}"
    controller.say("quit\n")
    assert controller.end() == "\n= \n\n"


@pytest.mark.parametrize("how", ["a command", "the end"])
def test_a_search_for_an_analysis_is_stopped(talk: Talk, how: str) -> None:
    player = ThinkingPlayer()
    controller = talk(player)
    controller.say("lz-analyze b 1\n")
    assert player.searches.acquire(timeout=PATIENCE)
    if how == "a command":
        controller.say("name\n")
        assert controller.response() == f"= \n{INFO}"
        assert controller.response() == "= semeai test\n"
    else:
        controller.hang_up()
        assert controller.end() == f"= \n{INFO}\n"


def test_interrupt_ends_a_search_but_a_command_does_not(talk: Talk) -> None:
    player = ThinkingPlayer()
    controller = talk(player)
    controller.say("1 genmove b\n2 name\n")
    assert player.searches.acquire(timeout=PATIENCE)
    assert not player.stop()
    controller.say("# interrupt\n3 genmove w\n")
    assert controller.response() == "=1 pass\n"
    assert controller.response() == "=2 semeai test\n"
    assert player.searches.acquire(timeout=PATIENCE)
    assert not player.stop()  # the interrupt was not meant for this one
    controller.say("# interrupt\n")
    assert controller.response() == "=3 pass\n"


def test_an_interrupt_holds_for_the_commands_before_it() -> None:
    inbox = Inbox()
    for sent in ("genmove b", "# interrupt", "genmove w", "# interrupt", "genmove b"):
        inbox.put(sent)
    inbox.close()
    seen = []
    while (line := inbox.get()) is not None:
        seen.append((line, inbox.is_interrupted()))
    assert seen == [
        ("genmove b", True),
        ("# interrupt", True),
        ("genmove w", True),
        ("# interrupt", False),
        ("genmove b", False),
    ]


def test_the_inbox_is_bounded() -> None:
    inbox = Inbox()
    for _ in range(READ_AHEAD):
        inbox.put("name")
    writer = threading.Thread(target=inbox.put, args=("one more",))
    writer.start()
    writer.join(0.05)
    assert writer.is_alive()
    inbox.get()
    writer.join(PATIENCE)
    assert not writer.is_alive()


def test_a_failing_player_fails_its_command_alone(capsys: pytest.CaptureFixture[str]) -> None:
    said = session("1 genmove b\n2 lz-analyze b 1\n3 kata-genmove_analyze b\n4 play b D4\n5 name\n", BrokenPlayer())
    failures = [f"?{n} internal error: RuntimeError: out of ideas\n\n" for n in (1, 2, 3)]
    assert said == "".join([*failures, "=4 \n\n", "=5 semeai test\n\n"])
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "garbage on stdout" in captured.err
    assert "Traceback" in captured.err


def test_a_player_that_cannot_be_made() -> None:
    def make_engine() -> Engine:
        raise ValueError("no player called 'x'")

    out = io.BytesIO()
    serve("semeai x", make_engine, io.BytesIO(b"name\nboardsize 9\n7 genmove b\n"), out)
    message = "cannot create the player: no player called 'x'"
    assert out.getvalue().decode() == f"= semeai x\n\n? {message}\n\n?7 {message}\n\n"


def test_bytes_that_are_no_text() -> None:
    assert answers(b"\xff\xfe name\n\x80\n1 n\x00ame\n") == ["? unknown command", "? unknown command", "=1 semeai test"]


def test_no_input() -> None:
    assert session("") == ""
    assert session("\n\n#\n") == ""


# -- as a process ------------------------------------------------------------------------------------------------------


def test_a_process_starts_without_loading_what_knows_go() -> None:
    script = OWN_ENGINE[2] + "import sys\nprint(*sorted(sys.modules), file=sys.stderr)\n"
    commands = b"name\nversion\nprotocol_version\nlist_commands\nknown_command play\ngogui-analyze_commands\nquit\n"
    ended = subprocess.run([sys.executable, "-c", script], input=commands, capture_output=True, check=True)
    loaded = {name.partition(".")[0] for name in ended.stderr.decode().split()}
    assert "semeai" in loaded
    assert not loaded & {"numba", "numpy", "llvmlite"}
    assert not [name for name in ended.stderr.decode().split() if name.startswith("semeai.go")]
    assert ended.stdout.count(b"\n\n") == 7


def test_the_version_is_the_packages() -> None:
    from importlib import metadata

    assert answers("version\n") == [f"= {metadata.version('semeai')}"]


def test_a_process_ends_when_nobody_reads() -> None:
    with subprocess.Popen(OWN_ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"name\nname\n")
        process.stdin.flush()  # and it stays open
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""


def test_a_process_ends_after_quit_though_its_input_stays_open() -> None:
    with subprocess.Popen(OWN_ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(b"1 boardsize 5\n2 genmove b\n3 quit\n")
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0
        assert process.stdout is not None
        assert process.stdout.read().count(b"\n\n") == 3
