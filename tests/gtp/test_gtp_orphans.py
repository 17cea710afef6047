"""Engines that try to leave processes behind: none is there after the match, nor after semeai has been killed.

The environment variable SEMEAI_TEST_TIMES says how often each of them tries.
"""

import os
import shlex
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from semeai.gtp.client import GtpClient
from tests.commands import call
from tests.gtp.test_gtp_client import is_alive, python
from tests.processes import PATIENCE, Mark, wait_until

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a child subreaper")

N_TIMES = int(os.environ.get("SEMEAI_TEST_TIMES", "1"))

# An engine that passes.
ENGINE = """
    def serve():
        for line in sys.stdin:
            if line == "quit\\n":
                sys.exit()
            number, command, *_ = [*line.split(), ""]
            say(f"={number} {'pass' if command == 'genmove' else 'fine'}\\n\\n")
            afterwards()

    def afterwards():
        pass

    def sleep():
        time.sleep(1000)

    def orphan(work):
        # `work` in a process that has lost its parent, in a session of its own
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                work()
            os._exit(0)
        os.wait()

    def ignore_signals():
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:
            signal.signal(number, signal.SIG_IGN)

    def run_away():
        # a chain of processes, each in a session of its own; it ends by itself if a test run is killed
        end = time.monotonic() + 300
        while time.monotonic() < end and os.fork() == 0:
            os.setsid()
        os._exit(0)

    def multiply():
        for _ in range(6):
            if os.fork() == 0:
                os.setsid()
        sleep()
"""

# what an engine does before it answers for the first time
HOSTILE = {
    "forks twice and holds its pipes": "orphan(sleep)",
    "forks twice and closes everything": "orphan(lambda: (os.closerange(0, 99), sleep()))",
    "does not want to end": "ignore_signals(); sys.exit = sleep; orphan(sleep)",
    "has an orphan that is stopped": "orphan(lambda: os.kill(os.getpid(), signal.SIGSTOP))",
    "stops itself": "orphan(sleep); afterwards = lambda: os.kill(os.getpid(), signal.SIGSTOP)",
    "ends by itself": "orphan(sleep); afterwards = os.abort",
    "runs away": "orphan(run_away)",
    "multiplies": "orphan(multiply)",
    "stops its supervisor": "orphan(sleep); os.kill(os.getppid(), signal.SIGSTOP)",
    "asks its supervisor to end": "orphan(sleep); os.kill(os.getppid(), signal.SIGTERM)",
}


def hostile(name: str) -> list[str]:
    """The command of a hostile engine."""
    *words, script = python(ENGINE)
    return [*words, f"{script}\n{HOSTILE[name]}\nserve()\n"]


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> Mark:
    """A mark on all processes that the test starts."""
    mark = Mark()
    for name, value in mark.environment.items():
        monkeypatch.setenv(name, value)
    return mark


@pytest.mark.parametrize("name", HOSTILE)
def test_no_orphan_of_an_engine_that_is_closed(name: str, mark: Mark, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("semeai.gtp.client.QUIT_SECONDS", 0.2)
    for _ in range(N_TIMES):
        with GtpClient(hostile(name)) as client:
            assert client.send("name") == "fine"
        assert not mark.bearers(but=0)  # the supervisor has waited for the last of them


@pytest.mark.parametrize("name", sorted(HOSTILE.keys() - {"stops its supervisor"}))  # nobody is left who could wake it
def test_no_orphan_when_semeai_is_shot(name: str, mark: Mark) -> None:
    script = f"""
        from semeai.gtp.client import GtpClient
        client = GtpClient({hostile(name)!r})
        say(client.send("name"))
        os.kill(os.getpid(), signal.SIGKILL)
    """
    own, _, *rest = python(script)  # without -S, which would hide semeai
    for _ in range(N_TIMES):
        shot = subprocess.run([own, *rest], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=PATIENCE)
        assert shot.returncode == -signal.SIGKILL
        wait_until(lambda: not mark.bearers(but=0))


def test_no_orphan_of_an_engine_whose_parent_has_forked(mark: Mark) -> None:
    """The copy keeps the leash open."""
    script = f"""
        from semeai.gtp.client import GtpClient
        client = GtpClient({hostile("does not want to end")!r})
        client.send("name")
        say(str(client.pid) + chr(10))
        if os.fork() == 0:
            time.sleep(1000)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    own, _, *rest = python(script)
    with subprocess.Popen([own, *rest], stdout=subprocess.PIPE, text=True) as shot:
        assert shot.stdout is not None
        pid = int(shot.stdout.readline())
        wait_until(lambda: not is_alive(pid))
    for left in mark.bearers(but=0):
        with suppress(ProcessLookupError):  # it may just be ending
            os.kill(left, signal.SIGKILL)


def test_no_orphan_after_a_match(mark: Mark) -> None:
    command = shlex.join(hostile("forks twice and holds its pipes"))
    for _ in range(max(10, N_TIMES)):
        ended = call("match", "random", f"gtp:{command}", "--games", "2", "--size", "5", "-j", "1")
        assert ended.returncode == 0, ended.stderr
        assert not mark.bearers(but=0)
