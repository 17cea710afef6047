"""The client and engines of all sorts, most of them bad: one line of error, and nothing left behind."""

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from semeai.gtp.client import GtpClient
from semeai.gtp.errors import EngineDied, EngineError, EngineMissing, EngineNonsense, EngineTimeout, GtpFailure
from tests.gtp.support import OWN_ENGINE
from tests.processes import Mark, wait_until

PATIENCE = 60.0


def python(script: str) -> list[str]:
    """A command that runs a small engine; `ask()` reads a command and returns its id."""
    preamble = """
        import os, signal, subprocess, sys, time
        def ask():
            line = sys.stdin.readline()
            return line.split()[0] if line.strip() else sys.exit()
        def say(text):
            sys.stdout.write(text)
            sys.stdout.flush()
    """
    return [sys.executable, "-S", "-c", textwrap.dedent(preamble) + textwrap.dedent(script)]


GOOD = """
    while True:
        say(f"={ask()} fine\\n\\n")
"""


def is_alive(pid: int) -> bool:
    """Whether a process runs; what waits for its parent to take note of its end does not."""
    return _stat(pid)[:1] not in ([], ["Z"])


def group(pgid: int) -> list[int]:
    """The living processes of a process group."""
    pids = [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit()]
    return [pid for pid in pids if is_alive(pid) and _stat(pid)[2:3] == [str(pgid)]]


def _stat(pid: int) -> list[str]:
    """State, parent, group and more of a process; empty when there is none. See proc(5)."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return []


def wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while is_alive(pid):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def assert_gone(client: GtpClient) -> None:
    with pytest.raises(ProcessLookupError):
        os.kill(client.pid, 0)  # not even a zombie
    deadline = time.monotonic() + PATIENCE
    while group(client.pid):  # what the engine had started has been killed, but dies when the system gets to it
        assert time.monotonic() < deadline
        time.sleep(0.01)


# script -> error and a part of its message
BAD = {
    "exits at once": ("sys.exit(3)", EngineDied, "ended with exit status 3"),
    "exits with last words": (
        """
        print("first words\\nout of memory", file=sys.stderr)
        sys.exit(1)
        """,
        EngineDied,
        "ended with exit status 1: out of memory",
    ),
    "exits well": ("ask()", EngineDied, "ended with exit status 0"),
    "is killed": ("ask(); os.kill(os.getpid(), signal.SIGKILL)", EngineDied, "was killed by SIGKILL"),
    "aborts": ("ask(); os.kill(os.getpid(), signal.SIGABRT)", EngineDied, "was killed by SIGABRT"),
    "dies in the middle": ('say(f"={ask()} half of a"); sys.exit(5)', EngineDied, "ended with exit status 5"),
    "dies before the empty line": ('say(f"={ask()} nearly\\n"); sys.exit(6)', EngineDied, "ended with exit status 6"),
    "closes its output": (
        "ask(); os.close(1); os.close(2); time.sleep(1000)",
        EngineDied,
        "closed its output without ending",
    ),
    "hangs": ("ask(); time.sleep(1000)", EngineTimeout, "did not answer 'name' within 1 s"),
    "hangs in the middle": ('say(f"={ask()} wait\\n"); time.sleep(1000)', EngineTimeout, "did not answer 'name'"),
    "does not care for signals": (
        """
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        ask()
        time.sleep(1000)
        """,
        EngineTimeout,
        "did not answer 'name'",
    ),
    "talks before it is asked": ('say("Welcome!\\n"); time.sleep(1000)', EngineNonsense, "found 'Welcome!'"),
    "talks garbage": (
        "ask(); sys.stdout.buffer.write(bytes(range(256)) * 9); sys.stdout.flush(); time.sleep(1000)",
        EngineNonsense,
        "expected = or ? at the start of a response",
    ),
    "answers another question": (
        'ask(); say("=77 D4\\n\\n"); time.sleep(1000)',
        EngineNonsense,
        "command 1, found one to 77",
    ),
    "answers without an id": (
        'ask(); say("= D4\\n\\n"); time.sleep(1000)',
        EngineNonsense,
        "command 1, found one to none",
    ),
    "floods without newlines": ('ask()\nwhile True: say("=1 " + "x" * 100000)', EngineNonsense, "found no end of it"),
    "floods with newlines": (
        'say(f"={ask()} x\\n")\nwhile True: say("x\\n" * 1000)',
        EngineNonsense,
        "found no end of it",
    ),
    "floods its stderr and exits": (
        'ask(); sys.stderr.write("x" * 10_000_000 + "\\nlast words\\n"); sys.exit(2)',
        EngineDied,
        "exit status 2: last words",
    ),
    "takes all memory": ('ask(); say("= " + str(len(bytearray(1 << 40))))', EngineDied, "exit status 1: MemoryError"),
    "leaves a child behind": (
        """
        number = ask()
        subprocess.Popen(["sleep", "1000"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        sys.exit(4)
        """,
        EngineDied,
        "ended with exit status 4",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_engines(name: str) -> None:
    script, kind, message = BAD[name]
    with GtpClient(python(script), timeout=1.0 if kind is EngineTimeout else PATIENCE, memory_limit=1 << 30) as client:
        with pytest.raises(EngineError) as error:
            client.send("name")
        assert type(error.value) is kind
        assert message in str(error.value)
        assert "\n" not in str(error.value)
        assert len(str(error.value)) <= 500
        assert_gone(client)
        assert not client.is_running
        with pytest.raises(EngineDied, match="accepts no more commands: python"):
            client.send("name")
    client.close()  # once more does no harm


def test_an_engine_that_is_killed_from_outside() -> None:
    with GtpClient(python(GOOD)) as client:
        assert client.send("name") == "fine"
        assert client.is_running
        os.kill(client.pid, signal.SIGKILL)
        wait_until(lambda: not client.is_running)
        with pytest.raises(EngineDied, match=r"^python\S* was killed by SIGKILL$"):
            client.send("name")
        assert_gone(client)


def test_an_engine_that_does_not_read() -> None:
    with GtpClient(python("time.sleep(1000)"), timeout=0.5) as client:
        with pytest.raises(EngineTimeout, match=r"did not answer 'gogui-play_sequence b A1 b \.\.\.'"):
            client.send("gogui-play_sequence" + " b A1" * 100_000)
        assert_gone(client)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("no-such-engine --mode gtp", "cannot find the engine no-such-engine; check its name, or give its full path"),
        ("/no/such/engine", "cannot find the engine /no/such/engine"),
        (["/dev/null"], "cannot find the engine /dev/null"),
        ("", "the command is empty"),
        ([], "the command is empty"),
        ("  ", "the command is empty"),
        ("gnugo 'half a quote", 'cannot read the command "gnugo \'half a quote": No closing quotation'),
        ("bad\nname", "cannot find the engine bad; "),
    ],
)
def test_an_engine_that_is_missing(command: str | list[str], message: str) -> None:
    with pytest.raises(EngineMissing) as error:
        GtpClient(command)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_gnugo_comes_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr("semeai.gtp.process.GAMES_FOLDER", "/nowhere")
    with pytest.raises(EngineMissing, match="install it with: apt-get install gnugo"):
        GtpClient("gnugo --mode gtp")


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    file = tmp_path / "engine"
    file.write_bytes(b"\x00\x01\x02")
    with pytest.raises(EngineMissing, match="cannot find the engine"):
        GtpClient([str(file)])
    file.chmod(0o755)
    with pytest.raises(EngineMissing, match=f"cannot start the engine {file}: Exec format error"):
        GtpClient([str(file)])


def test_no_shell_is_involved(tmp_path: Path) -> None:
    with GtpClient([*python(GOOD), f"; touch {tmp_path}/a", f"$(touch {tmp_path}/b)"]) as client:
        assert client.send("name") == "fine"
    with GtpClient(f"{sys.executable} -c 'input(); print(\"=1 `whoami` $HOME\\n\")' > {tmp_path}/c") as client:
        assert client.send("name") == "`whoami` $HOME"
    assert not list(tmp_path.iterdir())


def test_failures_leave_the_engine_alone() -> None:
    with GtpClient(OWN_ENGINE) as client:
        with pytest.raises(GtpFailure, match=r"^python\S* refuses 'fly away': unknown command$"):
            client.send("fly away")
        with pytest.raises(ValueError, match="one line"):
            client.send("name\nquit")
        assert client.send("name") == "semeai random"


def test_responses_of_all_forms() -> None:
    script = """
        forms = ["={} a", "={}", "={} ", "={}\\ta\\r\\n b", "\\n\\n={} late", "={} a\\r"]
        for form in forms:
            say(form.format(ask()) + "\\n\\n")
        say(f"={ask()} " + "x" * 500_000 + "\\n" + "y\\n" * 100_000 + "\\n")
        ask()
    """
    with GtpClient(python(script)) as client:
        assert [client.send("x") for _ in range(6)] == ["a", "", "", "a\n b", "late", "a"]
        assert client.send("x") == "x" * 500_000 + "\ny" * 100_000


def test_a_slow_answer_in_pieces() -> None:
    script = """
        for piece in ("=", ask(), " D", "4", "\\n", "\\n"):
            say(piece)
            time.sleep(0.02)
        ask()
    """
    with GtpClient(python(script)) as client:
        assert client.send("genmove b") == "D4"


def test_stderr_does_not_block_an_engine() -> None:
    script = """
        for _ in range(20):
            number = ask()
            sys.stderr.write("y" * 100_000)
            say(f"={number} ok\\n\\n")
        ask()
    """
    with GtpClient(python(script)) as client:
        assert {client.send("name") for _ in range(20)} == {"ok"}
        assert len(client._errors) <= 4096


def test_an_engine_ends_politely(tmp_path: Path) -> None:
    script = f"""
        while True:
            line = sys.stdin.readline()
            if line == "quit\\n":
                open("{tmp_path}/goodbye", "w").close()
                sys.exit()
    """
    GtpClient(python(script)).close()
    assert (tmp_path / "goodbye").exists()


def test_an_engine_that_does_not_want_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("semeai.gtp.client.QUIT_SECONDS", 0.1)
    script = """
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        say(f"={ask()} ready\\n\\n")
        while True:
            time.sleep(1)
    """
    client = GtpClient(python(script))
    assert client.send("name") == "ready"
    client.close()
    assert_gone(client)
    client.close()
    with pytest.raises(EngineDied, match="accepts no more commands: it was closed"):
        client.send("name")


def test_close_takes_the_children_too() -> None:
    script = """
        child = subprocess.Popen(["sleep", "1000"])
        say(f"={ask()} {child.pid}\\n\\n")
        ask()
    """
    with GtpClient(python(script)) as client:
        child = int(client.send("name"))
    assert_gone(client)
    wait_until_gone(child)


@pytest.mark.parametrize("end", ["", "sys.exit('goodbye')", "os.kill(os.getpid(), signal.SIGKILL)", "raise KeyError"])
def test_no_orphan_when_the_parent_ends(end: str) -> None:
    """Whether it closes its client or not, ends well, fails, or is shot."""
    hung = 'say(f"={ask()} {os.getpid()}\\\\n\\\\n"); time.sleep(1000)'  # such an engine does not notice
    script = f"""
        from semeai.gtp import client
        from tests.gtp.test_gtp_client import python
        client.QUIT_SECONDS = 0.2
        engine = client.GtpClient(python('''{hung}'''))
        say(engine.send("name"))
        {end}
    """
    wait_until_gone(int(run(script)))


def run(script: str) -> str:
    """What a program of its own prints, which may import semeai and these tests."""
    program, _, *rest = python(script)  # without -S, which would hide the package
    root = Path(__file__).parents[2]
    ended = subprocess.run([program, *rest], capture_output=True, timeout=PATIENCE, text=True, cwd=root)
    assert ended.stdout, ended.stderr
    return ended.stdout


def test_no_orphan_of_a_thread_when_the_parent_is_shot() -> None:
    stubborn = "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1000)"
    script = f"""
        import threading
        from semeai.gtp.client import GtpClient
        from tests.gtp.test_gtp_client import python
        engines = []
        threads = [threading.Thread(target=lambda: engines.append(GtpClient(python("{stubborn}")))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        say(" ".join(str(engine.pid) for engine in engines if engine.is_running))
        os.kill(os.getpid(), signal.SIGKILL)
    """
    pids = run(script).split()
    assert len(pids) == 4
    for pid in pids:
        wait_until_gone(int(pid))


def test_an_engine_ends_politely_when_the_parent_does(tmp_path: Path) -> None:
    engine = f"while ask() != 'quit': pass\nopen('{tmp_path}/goodbye', 'w').close()"
    script = f"""
        import threading
        from semeai.gtp.client import GtpClient
        from tests.gtp.test_gtp_client import python
        engines = []
        thread = threading.Thread(target=lambda: engines.append(GtpClient(python({engine!r}))))
        thread.start()
        thread.join()
        say("started")
    """
    assert run(script) == "started"
    assert (tmp_path / "goodbye").exists()


def test_a_forked_process_starts_engines_too() -> None:
    script = f"""
        from semeai.gtp.client import GtpClient
        from tests.gtp.test_gtp_client import GOOD, python
        with GtpClient(python(GOOD)) as engine:
            engine.send("name")
            child = os.fork()
            if child == 0:
                signal.alarm({PATIENCE:.0f})  # an engine that is never started is waited for
                with GtpClient(python(GOOD)) as another:
                    os._exit(another.send("name") != "fine")
            say(str(os.waitpid(child, 0)[1]))
    """
    assert run(script) == "0"


def test_an_interrupted_start_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    mark = Mark()
    monkeypatch.setenv(*next(iter(mark.environment.items())))

    def interrupt(report: object) -> int:
        wait_until(lambda: mark.bearers(but=0, command=b"time.sleep(1000)"))
        raise KeyboardInterrupt

    monkeypatch.setattr("semeai.gtp.process._read_report", interrupt)
    with pytest.raises(KeyboardInterrupt):
        GtpClient(python("time.sleep(1000)"))
    wait_until(lambda: not mark.bearers(but=0))
    monkeypatch.undo()
    with GtpClient(python(GOOD)) as client:
        assert client.send("name") == "fine"


def test_an_engine_outlives_the_thread_that_started_it() -> None:
    clients: list[GtpClient] = []
    thread = threading.Thread(target=lambda: clients.append(GtpClient(python(GOOD))))
    thread.start()
    thread.join()
    with clients[0] as client:
        assert client.send("name") == "fine"


def test_two_threads_may_ask() -> None:
    with GtpClient(OWN_ENGINE) as client:
        said: list[str] = []
        ask = lambda: said.extend(client.send("protocol_version") for _ in range(50))  # noqa: E731
        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert said == ["2"] * 200


def test_close_does_not_wait_for_an_answer_that_never_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("semeai.gtp.client.QUIT_SECONDS", 0.1)
    script = """
        say(f"={ask()} ready\\n\\n")
        ask()
        time.sleep(1000)
    """
    client = GtpClient(python(script), timeout=1000)
    client.send("name")
    errors: list[EngineError] = []

    def ask() -> None:
        try:
            client.send("genmove b")
        except EngineError as error:
            errors.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    while client._n_sent < 2:
        time.sleep(0.01)
    client.close()
    thread.join(PATIENCE)
    assert [type(error) for error in errors] == [EngineDied]
    assert_gone(client)


def test_an_interrupted_question_ends_the_engine() -> None:
    caller, is_over = threading.get_ident(), threading.Event()

    def interrupt() -> None:
        """Python ignores an exception in a callback of a weak reference, so one interrupt may get lost."""
        seconds = 0.3
        while not is_over.wait(seconds):
            signal.pthread_kill(caller, signal.SIGINT)
            seconds = 10

    with GtpClient(python("ask(); time.sleep(1000)")) as client:
        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            client.send("name")
        is_over.set()
        thread.join()
        assert_gone(client)


def test_our_engine_over_pipes() -> None:
    with GtpClient(OWN_ENGINE) as client:
        assert client.send("name") == "semeai random"
        assert client.send("boardsize 5") == ""
        assert client.send("komi 0.5") == ""
        moves = [client.send(f"genmove {'bw'[i % 2]}") for i in range(20)]
        assert len(moves) == 20
        assert client.send("lz-genmove_analyze b 10").partition("\n")[0] == ""
        assert client.send("showboard").count("\n") == 8
    assert_gone(client)
    assert client._process.poll() == 0
