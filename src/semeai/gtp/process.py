"""Starts an engine under a supervisor, without a shell. No process is left when the engine ends or when we do."""

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from io import FileIO
from pathlib import Path
from typing import IO

from semeai.gtp import supervisor
from semeai.gtp.errors import EngineMissing
from semeai.gtp.protocol import shorten

GAMES_FOLDER = "/usr/games"
"""Debian installs engines here, but root's PATH does not include it"""

KILL_SECONDS = 30.0
"""seconds that a supervisor may take to kill an engine and its descendants on a busy machine"""

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


class EngineProcess:
    """A running engine and its supervisor (`supervisor.py`), which ends with the engine and with the same status.

    `pid` is the id of the engine's process and of its process group. The supervisor kills all of it when this object
    is deleted, and when this process dies.
    """

    def __init__(self, words: list[str], cwd: Path | None, memory_limit: int | None) -> None:
        """Start the program at the path `words[0]`. Raises OSError and subprocess.SubprocessError."""
        leash, self._leash = _open_pipe()
        report, its_report = _open_pipe()
        with leash, report:
            with its_report:
                pipes = (leash.fileno(), its_report.fileno())
                options = [*map(str, pipes), str(memory_limit or 0)]
                self._supervisor = subprocess.Popen(
                    [sys.executable, "-I", "-S", supervisor.__file__, *options, *words],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    cwd=cwd,
                    pass_fds=pipes,
                    start_new_session=True,  # we handle a Ctrl-C at our terminal ourselves
                )
            try:
                self.pid = _read_report(report)
            except BaseException:  # including Ctrl-C: without its leash the supervisor kills the engine
                self._leash.close()
                with self._supervisor:
                    raise
        self.stdin, self.stdout, self.stderr = _streams(self._supervisor)
        os.set_blocking(self.stdin.fileno(), False)  # an engine that does not read must not block us

    def poll(self) -> int | None:
        """Return the exit status, negative for a signal, or None while the engine runs."""
        return self._supervisor.poll()

    def wait(self, seconds: float) -> int | None:
        """Wait at most `seconds` for the end and return the same as `poll`."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._supervisor.wait(seconds)
        return self._supervisor.returncode

    def terminate(self) -> None:
        """Ask the engine and its process group to end (SIGTERM)."""
        self._tell(supervisor.TERMINATE)

    def kill(self) -> None:
        """Tell the supervisor to kill the engine and everything it started."""
        self._tell(supervisor.KILL)
        self._supervisor.send_signal(signal.SIGCONT)  # the engine may have stopped its supervisor

    def _tell(self, order: bytes) -> None:
        with contextlib.suppress(BrokenPipeError, ValueError):  # it has ended
            self._leash.write(order)

    def wait_after_kill(self) -> None:
        """Wait until no process is left, then release the leash. A supervisor that does not end is killed."""
        if self.wait(KILL_SECONDS) is None:
            self._supervisor.kill()
            self._supervisor.wait()
        self._leash.close()


def start_process(words: list[str], cwd: Path | None, memory_limit: int | None) -> EngineProcess:
    """Start a program with pipes for all streams and at most `memory_limit` bytes of address space (Linux only).

    Raises EngineMissing.
    """
    program = words[0]
    path = shutil.which(program, path=os.pathsep.join([os.environ.get("PATH", os.defpath), GAMES_FOLDER]))
    if path is None:
        hint = _HINTS.get(Path(program).name, "check its name, or give its full path")
        raise EngineMissing(f"cannot find the engine {program}; {hint}")
    try:
        return EngineProcess([path, *words[1:]], cwd, memory_limit)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise EngineMissing(f"cannot start the engine {program}: {getattr(error, 'strerror', None) or error}") from None


def _open_pipe() -> tuple[FileIO, FileIO]:
    """Return the read end and the write end of a new pipe. They close when they are deleted."""
    read, write = os.pipe()
    return FileIO(read, "rb"), FileIO(write, "wb")


def _read_report(report: FileIO) -> int:
    """Return the engine's process id as soon as it runs. Raises OSError if it could not be started."""
    words = report.readall().split()
    if not words:
        raise OSError("its supervisor has died")
    pid, *error = map(int, words)
    if error:
        raise OSError(error[0], os.strerror(error[0]))
    return pid


def _streams(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """Return the pipes to stdin, stdout and stderr of a process that has all three."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdin, process.stdout, process.stderr


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
