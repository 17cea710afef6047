"""The GTP client: another program's engine as a child process, kept on a short leash.

    with GtpClient("gnugo --mode gtp --level 1") as gnugo:
        gnugo.send("boardsize 9")
        move = gnugo.send("genmove b")

A program that is missing, dies, hangs or talks nonsense raises an `EngineError` with a one-line message. By then the
program is gone, and so is every process it has started. The same holds when our own process ends, even by SIGKILL. A
supervisor (`supervisor.py`) sees to that; only on Linux does it also catch processes that have left the engine's
process group. The length of an answer and the program's memory are bounded.
"""

import atexit
import contextlib
import os
import queue
import threading
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from semeai.gtp.errors import EngineDied, EngineError, EngineNonsense, EngineTimeout, GtpFailure
from semeai.gtp.process import signal_name, split_command, start_process
from semeai.gtp.protocol import LineSplitter, ResponseError, clean, parse_response, shorten

MAX_RESPONSE = 1 << 20
"""bytes of the longest response that is believed"""
CHUNK = 1 << 16
MAX_CHUNKS = 16
"""chunks of output that are read ahead; then the program has to wait"""
STDERR_KEPT = 4096
QUIT_SECONDS = 2.0
"""how long a program may take to end when it is asked to"""


class GtpClient:
    """An engine and the conversation with it. One thread at a time may send; others wait.

    `name` is the name of the program, `pid` the id of its process and its group, `owner` the id of our own process.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        timeout: float = 60.0,
        memory_limit: int | None = 4 << 30,
        cwd: Path | None = None,
    ) -> None:
        """Start `command`, a list of words or a line to be split as a shell would; no shell is involved.

        `timeout` is the seconds an answer may take, `memory_limit` the bytes of address space that the program may have
        (None: as much as there is; only Linux enforces it). Raises EngineMissing.
        """
        words = split_command(command)
        self.name = Path(words[0]).name
        self._timeout = timeout
        self._lock = threading.RLock()
        self._n_sent = 0
        self._splitter = LineSplitter()
        self._lines: deque[str] = deque()  # complete, and not yet looked at
        self._ended: str | None = None  # why nothing can be sent any more
        self._process = start_process(words, cwd, memory_limit)
        self.pid = self._process.pid
        self.owner = os.getpid()
        self._output: queue.Queue[bytes] = queue.Queue(MAX_CHUNKS)  # b"" is the end
        self._errors = b""
        self._is_closing = threading.Event()
        self._threads = [
            threading.Thread(target=self._read_output, name=f"{self.name} stdout", daemon=True),
            threading.Thread(target=self._read_errors, name=f"{self.name} stderr", daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        _OPEN.add(self)

    def __enter__(self) -> "GtpClient":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def is_running(self) -> bool:
        """Whether the program can still be asked."""
        return self._ended is None and self._process.poll() is None

    # -- conversation ------------------------------------------------------------------------------------------------

    def send(self, command: str, timeout: float | None = None) -> str:
        """Send a command and return the text of its answer.

        Raises GtpFailure when the engine says so, and any other EngineError when it can no longer be used: it is killed
        then, if it still runs. Raises ValueError for a command of more than one line.
        """
        if "\n" in command or "\r" in command:
            raise ValueError("a GTP command is one line")
        with self._lock:
            if self._ended is not None:
                raise EngineDied(f"{self.name} cannot be asked any more: {self._ended}")
            seconds = self._timeout if timeout is None else timeout
            deadline = time.monotonic() + seconds
            self._n_sent += 1
            number = str(self._n_sent)
            try:
                self._write(f"{number} {command}\n".encode(), deadline)
                response = parse_response(self._read_response(deadline))
                if response.id != number:
                    raise ResponseError(f"an answer to command {response.id or 'without id'} instead of {number}")
            except ResponseError as error:
                raise self._fail(EngineNonsense(f"{self.name} talks nonsense: {error}")) from None
            except TimeoutError:
                late = f"{self.name} did not answer {shorten(command)} within {round(seconds, 2):g} s"
                raise self._fail(EngineTimeout(late)) from None
            except (EOFError, BrokenPipeError):
                raise self._fail(self._why_gone()) from None
            except BaseException:  # a Ctrl-C in the middle: what comes next would answer the wrong question
                self._end("it was interrupted", politely=False)
                raise
            if not response.is_success:
                raise GtpFailure(f"{self.name} refuses {shorten(command)}: {response.text}")
            return response.text

    def _write(self, data: bytes, deadline: float) -> None:
        """Raises BrokenPipeError, and TimeoutError when the program does not read."""
        pipe = self._process.stdin.fileno()
        while data:
            try:
                data = data[os.write(pipe, data) :]
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise TimeoutError from None
                time.sleep(0.005)

    def _read_response(self, deadline: float) -> str:
        """The text up to the next empty line. Raises EOFError, TimeoutError and ResponseError."""
        response: list[str] = []
        n_bytes = 0
        while True:
            while self._lines:
                line = clean(self._lines.popleft())
                n_bytes += len(line) + 1
                if line.strip():
                    response.append(line)
                    if len(response) == 1:
                        parse_response(line)  # nonsense is nonsense before the end of it has come
                elif response:
                    return "\n".join(response)
            if n_bytes + len(self._splitter.rest) > MAX_RESPONSE:
                raise ResponseError(f"more than {MAX_RESPONSE} bytes without an end")
            self._lines.extend(self._splitter.feed(self._next_chunk(deadline)))

    def _next_chunk(self, deadline: float) -> bytes:
        try:
            chunk = self._output.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise TimeoutError from None
        if not chunk:
            raise EOFError
        return chunk

    def _read_output(self) -> None:
        """Pass the output on, as much as there is room for. Runs in its own thread."""
        chunk = b"?"
        while chunk:
            try:
                chunk = os.read(self._process.stdout.fileno(), CHUNK)
            except OSError:
                chunk = b""
            while not self._is_closing.is_set():
                with contextlib.suppress(queue.Full):
                    self._output.put(chunk, timeout=0.05)
                    break

    def _read_errors(self) -> None:
        """Keep the end of what the program says on stderr. Runs in its own thread."""
        with contextlib.suppress(OSError):
            while chunk := os.read(self._process.stderr.fileno(), CHUNK):
                self._errors = (self._errors + chunk)[-STDERR_KEPT:]

    # -- the end -----------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Ask the engine to quit, end it if it does not, and leave no process behind. May be called again.

        Where another thread waits for an answer, it gets two seconds more, and then an EngineDied.
        """
        if not self._lock.acquire(timeout=QUIT_SECONDS):
            self._process.kill()
            self._lock.acquire()
        try:
            self._end("it was closed", politely=True)
        finally:
            self._lock.release()

    def _fail(self, error: EngineError) -> EngineError:
        """End the engine for a reason; returns it, to be raised."""
        self._end(str(error), politely=False)
        return error

    def _why_gone(self) -> EngineDied:
        """What became of a program that does not speak any more."""
        status = self._process.wait(1.0)
        if status is None:
            return EngineDied(f"{self.name} closed its output without ending")
        self._threads[1].join(0.5)  # the last words may still be on their way
        how = f"was killed by {signal_name(-status)}" if status < 0 else f"ended with exit status {status}"
        last = self._errors.decode("utf-8", errors="replace").strip().rpartition("\n")[2]
        return EngineDied(f"{self.name} {how}" + (f": {last}" if last else ""))

    def _end(self, reason: str, politely: bool) -> None:
        if self._ended is not None:
            return
        self._ended = reason
        try:
            if politely and self._process.poll() is None:
                self._ask_to_quit()
        finally:  # also when the user cannot wait and presses Ctrl-C
            self._is_closing.set()  # from here on output is thrown away, so that its reader can end
            self._process.kill()  # also what the program may have started and left
            self._process.wait_after_kill()
            for thread in self._threads:
                thread.join(1.0)
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
                if not any(thread.is_alive() for thread in self._threads):
                    stream.close()
            _OPEN.discard(self)

    def _ask_to_quit(self) -> None:
        with contextlib.suppress(OSError, TimeoutError):
            self._write(b"quit\n", time.monotonic() + QUIT_SECONDS)
        self._is_closing.set()  # it may have much to say before it goes
        if self._process.wait(QUIT_SECONDS) is None:
            self._process.terminate()
            self._process.wait(QUIT_SECONDS)


# Engines still open when this process ends are closed then, but not by a child that was forked from it.
_OPEN: set[GtpClient] = set()


def _close_all() -> None:
    for client in list(_OPEN):
        if client.owner == os.getpid():
            client.close()


atexit.register(_close_all)
