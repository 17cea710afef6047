"""Starting other people's programs, without a shell, so that they end when we do.

Linux can kill a program when the *thread* ends that has started it. So one thread starts them all, and lives as long as
the process does.
"""

import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path

from semeai.gtp.errors import EngineMissing
from semeai.gtp.protocol import shorten

GAMES_FOLDER = "/usr/games"
"""Debian puts engines here, and leaves it out of root's PATH"""

PR_SET_PDEATHSIG = 1
"""from linux/prctl.h"""

_HINTS = {"gnugo": "install it with: apt-get install gnugo"}


def split_command(command: str | Sequence[str]) -> list[str]:
    """The words of a command. Raises EngineMissing."""
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise EngineMissing(f"cannot read the command {shorten(str(command))}: {error}") from None
    if not words or not words[0]:
        raise EngineMissing("no engine given: the command is empty")
    return words


def start_process(words: list[str], cwd: Path | None) -> subprocess.Popen[bytes]:
    """Start a program with pipes on all sides. Raises EngineMissing."""
    program = words[0]
    path = shutil.which(program, path=os.pathsep.join([os.environ.get("PATH", os.defpath), GAMES_FOLDER]))
    if path is None:
        hint = _HINTS.get(Path(program).name, "check its name, or give its full path")
        raise EngineMissing(f"cannot find the engine {program}; {hint}")
    try:
        process = _in_starter_thread(lambda: _popen([path, *words[1:]], cwd))
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise EngineMissing(f"cannot start the engine {program}: {getattr(error, 'strerror', None) or error}") from None
    assert process.stdin is not None
    os.set_blocking(process.stdin.fileno(), False)  # a program that does not read must not make us wait for ever
    return process


def _popen(words: list[str], cwd: Path | None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=cwd,
        # Its own session: a Ctrl-C at our terminal is ours to deal with, and the whole group can be killed.
        start_new_session=True,
        preexec_fn=_die_with_parent(),
    )


def _die_with_parent() -> Callable[[], None] | None:
    """What a child must do so that the kernel kills it when we die, however that happens; None where that cannot be.

    Linux alone offers it, and means by the parent the *thread* that started the child: hence `_Starter`. Elsewhere
    there is still the end of its input that tells an engine to go.
    """
    if not sys.platform.startswith("linux"):
        return None
    import ctypes

    parent = os.getpid()
    prctl = ctypes.CDLL(None).prctl

    def ask() -> None:  # between fork and exec: nothing here may take a lock
        prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL))
        if os.getppid() != parent:  # too late
            os._exit(1)

    return ask


_Start = Callable[[], subprocess.Popen[bytes]]


class _Starter:
    """The thread that starts all engines of a process, and lives as long as the process does.

    A daemon, and no thread of a pool: those are ended before `atexit` closes the engines, and would take them along.
    """

    def __init__(self) -> None:
        self._orders: queue.SimpleQueue[tuple[Future[subprocess.Popen[bytes]], _Start]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._is_running = False

    def order(self, future: Future[subprocess.Popen[bytes]], start: _Start) -> None:
        """Have the thread call `start` and put what comes of it into `future`."""
        with self._lock:
            if not self._is_running:
                threading.Thread(target=self._run, name="engine starter", daemon=True).start()
                self._is_running = True
        self._orders.put((future, start))

    def _run(self) -> None:
        while True:
            future, start = self._orders.get()
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(start())
                except BaseException as error:  # it is the caller's, and the thread goes on
                    future.set_exception(error)
            del future, start  # else the last engine's pipes are held until the next one comes


# By process id: a fork leaves the thread behind, and perhaps its lock held.
_STARTERS: dict[int, _Starter] = {}


def _in_starter_thread(start: _Start) -> subprocess.Popen[bytes]:
    """Call `start` in the starter thread of this process. Raises what it raises."""
    future: Future[subprocess.Popen[bytes]] = Future()
    try:
        _STARTERS.setdefault(os.getpid(), _Starter()).order(future, start)
        return future.result()
    except BaseException:  # after a Ctrl-C nobody waits for the program any more
        if not future.cancel():
            future.add_done_callback(_end_unwanted)
        raise


def _end_unwanted(future: Future[subprocess.Popen[bytes]]) -> None:
    """End the program that was started, if one was."""
    if future.exception() is None:
        with future.result() as process, contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def limit_memory(pid: int, n_bytes: int | None) -> None:
    """Bound the address space of a process just started, where the system can."""
    if n_bytes is None or not sys.platform.startswith("linux"):
        return
    import resource

    with contextlib.suppress(OSError, ValueError):  # it is gone already, or has a lower limit
        resource.prlimit(pid, resource.RLIMIT_AS, (n_bytes, n_bytes))


def has_ended(process: subprocess.Popen[bytes], seconds: float) -> bool:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
