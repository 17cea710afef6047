"""The GTP client: an external engine as a supervised child process.

    with GtpClient("gnugo --mode gtp --level 1") as gnugo:
        gnugo.send("boardsize 9")
        move = gnugo.send("genmove b")

An engine that is missing, dies, hangs or sends invalid answers raises an `EngineError` with a one-line message. By then
the engine and every process it started have been ended. The same holds when our own process ends, even by SIGKILL:
`supervisor.py` takes care of that. Only on Linux does it also catch processes that have left the engine's process
group. The length of an answer and the engine's memory are limited.
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
"""maximum bytes of a response"""
CHUNK = 1 << 16
MAX_CHUNKS = 16
"""chunks of output to read ahead; after that the engine has to wait"""
STDERR_KEPT = 4096
QUIT_SECONDS = 2.0
"""seconds that an engine may take to quit"""


class GtpClient:
    """An engine and the conversation with it. One thread at a time may send. Others wait.

    `name` is the program's name, `pid` the id of its process and process group, `owner` the id of our own process.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        timeout: float = 60.0,
        memory_limit: int | None = 4 << 30,
        cwd: Path | None = None,
    ) -> None:
        """Start `command`, a list of words or a line with shell-like quoting. No shell is involved.

        `timeout` is the maximum seconds for an answer. `memory_limit` limits the address space in bytes (None: no
        limit; only Linux enforces it). Raises EngineMissing.
        """
        words = split_command(command)
        self.name = Path(words[0]).name
        self._timeout = timeout
        self._lock = threading.RLock()
        self._n_sent = 0
        self._splitter = LineSplitter()
        self._lines: deque[str] = deque()  # complete, not yet processed
        self._ended: str | None = None  # the reason why nothing can be sent any more
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
        """True if the engine still accepts commands."""
        return self._ended is None and self._process.poll() is None

    # -- conversation ------------------------------------------------------------------------------------------------

    def send(self, command: str, timeout: float | None = None) -> str:
        """Send a command and return the text of its answer.

        Raises GtpFailure if the engine reports a failure. Raises another EngineError if the engine has become unusable;
        it is killed if it still runs. Raises ValueError for a command of more than one line.
        """
        if "\n" in command or "\r" in command:
            raise ValueError("expected a GTP command on one line, found several lines")
        with self._lock:
            if self._ended is not None:
                raise EngineDied(f"{self.name} accepts no more commands: {self._ended}")
            seconds = self._timeout if timeout is None else timeout
            deadline = time.monotonic() + seconds
            self._n_sent += 1
            number = str(self._n_sent)
            try:
                self._write(f"{number} {command}\n".encode(), deadline)
                response = parse_response(self._read_response(deadline))
                if response.id != number:
                    raise ResponseError(f"expected an answer to command {number}, found one to {response.id or 'none'}")
            except ResponseError as error:
                raise self._fail(EngineNonsense(f"{self.name} sent an invalid answer: {error}")) from None
            except TimeoutError:
                late = f"{self.name} did not answer {shorten(command)} within {round(seconds, 2):g} s"
                raise self._fail(EngineTimeout(late)) from None
            except (EOFError, BrokenPipeError):
                raise self._fail(self._why_gone()) from None
            except BaseException:  # after a Ctrl-C the next answer would belong to the wrong command
                self._end("it was interrupted", politely=False)
                raise
            if not response.is_success:
                raise GtpFailure(f"{self.name} refuses {shorten(command)}: {response.text}")
            return response.text

    def _write(self, data: bytes, deadline: float) -> None:
        """Send bytes. Raises BrokenPipeError, and TimeoutError if the engine does not read them."""
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
                        parse_response(line)  # an invalid start is reported without waiting for the end
                elif response:
                    return "\n".join(response)
            if n_bytes + len(self._splitter.rest) > MAX_RESPONSE:
                raise ResponseError(f"expected a response of at most {MAX_RESPONSE} bytes, found no end of it")
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
        """Queue the output, as long as there is room. Runs in its own thread."""
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
        """Keep the end of the engine's stderr. Runs in its own thread."""
        with contextlib.suppress(OSError):
            while chunk := os.read(self._process.stderr.fileno(), CHUNK):
                self._errors = (self._errors + chunk)[-STDERR_KEPT:]

    # -- the end -----------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Ask the engine to quit, kill it if it does not, and leave no process behind. May be called again.

        A thread that is waiting for an answer gets two more seconds, then an EngineDied.
        """
        if not self._lock.acquire(timeout=QUIT_SECONDS):
            self._process.kill()
            self._lock.acquire()
        try:
            self._end("it was closed", politely=True)
        finally:
            self._lock.release()

    def _fail(self, error: EngineError) -> EngineError:
        """End the engine because of `error`. Returns the error to raise."""
        self._end(str(error), politely=False)
        return error

    def _why_gone(self) -> EngineDied:
        """The error for an engine that sends no more output."""
        status = self._process.wait(1.0)
        if status is None:
            return EngineDied(f"{self.name} closed its output without ending")
        self._threads[1].join(0.5)  # the last output may still be on its way
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
        finally:  # even if the user presses Ctrl-C while waiting
            self._is_closing.set()  # from here on output is dropped, so that its reader can end
            self._process.kill()  # including processes that the engine started and left behind
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
        self._is_closing.set()  # it may still send much output
        if self._process.wait(QUIT_SECONDS) is None:
            self._process.terminate()
            self._process.wait(QUIT_SECONDS)


# At exit, this process closes all open engines. A forked child does not.
_OPEN: set[GtpClient] = set()


def _close_all() -> None:
    for client in list(_OPEN):
        if client.owner == os.getpid():
            client.close()


atexit.register(_close_all)
