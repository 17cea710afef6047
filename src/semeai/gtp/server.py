"""The GTP server: reads commands, writes responses, and keeps reading while the engine thinks.

A thread reads the input into an `Inbox`. The main thread answers one command after the other. So an analysis ends when
the next line comes, as Sabaki expects, and `# interrupt` reaches a player in the middle of a move.

Commands about the engine itself are answered here. The engine, and with it everything that knows Go, is created by the
first command that needs it.
"""

import contextlib
import io
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, BinaryIO

from semeai.gtp.commands import (
    ADMINISTRATION,
    COMMANDS,
    GOGUI_ANALYZE_COMMANDS,
    check_arguments,
    method_name,
)
from semeai.gtp.protocol import (
    Command,
    GtpError,
    LineSplitter,
    begin_success,
    format_failure,
    format_lines,
    format_success,
    is_interrupt,
    parse_command,
)

if TYPE_CHECKING:
    from semeai.gtp.engine import Engine

READ_AHEAD = 10_000
"""maximum lines to read ahead"""
LETTERS_AHEAD = 1 << 20
"""approximate maximum number of characters in these lines"""
MAX_LINE = 1 << 16
"""maximum bytes of a line; the longest command, a free handicap, has some 1,500"""


class Signals:
    """The signals of a controller to a busy engine. This class is for engines without a controller: it never
    interrupts, and an analysis ends after its first line."""

    def is_input_waiting(self) -> bool:
        """True if another line or the end of the input has come, which ends an analysis."""
        return False

    def is_interrupted(self) -> bool:
        """True if the controller has interrupted the running command."""
        return False

    def wait_for_input(self, seconds: float) -> bool:
        """Wait at most `seconds`, and return `is_input_waiting`."""
        return True


class Inbox(Signals):
    """The unanswered lines, at most READ_AHEAD. Busy threads can ask whether there are any."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        self._n_interrupts = 0  # number of interrupts among the lines
        self._n_letters = 0  # total characters of the lines
        self._is_closed = False
        self._changed = threading.Condition()

    def put(self, line: str) -> None:
        """Add a line. Waits while there is no room. After `close` the line is dropped."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._has_room())
            if not self._is_closed:
                self._lines.append(line)
                self._n_letters += len(line)
                self._n_interrupts += is_interrupt(line)
                self._changed.notify_all()

    def _has_room(self) -> bool:
        return len(self._lines) < READ_AHEAD and self._n_letters < LETTERS_AHEAD

    def close(self) -> None:
        """Mark the end of the input."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def get(self) -> str | None:
        """Wait for the next line and return it; None after the last one."""
        with self._changed:
            self._changed.wait_for(self.is_input_waiting)
            if not self._lines:
                return None
            line = self._lines.popleft()
            self._n_letters -= len(line)
            self._n_interrupts -= is_interrupt(line)
            self._changed.notify_all()
            return line

    def is_input_waiting(self) -> bool:
        return bool(self._lines) or self._is_closed

    def is_interrupted(self) -> bool:
        """True for all commands before the interrupt."""
        return self._n_interrupts > 0

    def wait_for_input(self, seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(self.is_input_waiting, seconds)


class Server:
    """Answers the commands of one controller. Its methods handle `commands.ADMINISTRATION`."""

    def __init__(self, name: str, make_engine: "Callable[[], Engine]", stdin: BinaryIO, stdout: BinaryIO) -> None:
        self.inbox = Inbox()
        self._name = name
        self._make_engine = make_engine
        self._engine: Engine | None = None
        self._stdin = stdin
        self._stdout = stdout

    def run(self) -> None:
        """Answer commands until `quit`, the end of the input, or a closed output."""
        # A daemon: when the output is closed we end, though the reader may still wait for a line.
        threading.Thread(target=self._read, name="gtp reader", daemon=True).start()
        try:
            with contextlib.redirect_stdout(sys.stderr):  # a player that prints must not corrupt the protocol
                while (line := self.inbox.get()) is not None:
                    if len(line) > MAX_LINE:
                        self._write(format_failure(f"expected a line of at most {MAX_LINE} bytes, found a longer one"))
                        continue
                    command = parse_command(line)
                    if command is not None:
                        self._answer(command)
                    if command is not None and command.name == "quit":
                        return
        except (ConnectionError, KeyboardInterrupt):  # a broken pipe is a ConnectionError
            pass
        finally:
            self.inbox.close()

    def _read(self) -> None:
        """Fill the inbox up to `quit` or the end of the input. Runs in its own thread."""
        try:
            for line in read_lines(self._stdin):
                self.inbox.put(line)
                command = parse_command(line) if len(line) <= MAX_LINE else None
                if command is not None and command.name == "quit":
                    break
        except (OSError, ValueError):
            pass  # another thread closed the input
        finally:
            self.inbox.close()

    # -- answers -----------------------------------------------------------------------------------------------------

    def _answer(self, command: Command) -> None:
        try:
            reply = self._reply(command)
        except GtpError as error:
            return self._write(format_failure(str(error), command.id))
        except Exception as error:  # a failing player must not stop the server
            traceback.print_exc(file=sys.stderr)
            return self._write(format_failure(f"internal error: {type(error).__name__}: {error}", command.id))
        if isinstance(reply, str):
            return self._write(format_success(reply, command.id))
        self._write(f"{begin_success(command.id)}\n")
        for lines in reply:
            self._write(format_lines(lines))
        return self._write("\n")

    def _reply(self, command: Command) -> str | Iterator[str]:
        """The answer to a command. Raises GtpError, and any exception of the player."""
        check_arguments(command.name, command.arguments)
        if command.name in ADMINISTRATION:
            handler: Callable[..., str] = getattr(self, method_name(command.name))
            return handler(*command.arguments)
        if self._engine is None:
            try:
                self._engine = self._make_engine()
            except (ValueError, OSError) as error:  # an unknown player, or an unreadable file
                raise GtpError(f"cannot create the player: {error}") from None
            self._engine.signals = self.inbox
        return self._engine.run(command.name, command.arguments)

    def _write(self, text: str) -> None:
        data = memoryview(text.encode("utf-8", errors="replace"))
        while data:  # a raw stream may accept only a part
            data = data[self._stdout.write(data) :]
        self._stdout.flush()

    # -- commands about the engine itself ----------------------------------------------------------------------------

    def protocol_version(self) -> str:
        return "2"

    def name(self) -> str:
        return self._name

    def version(self) -> str:
        from importlib import metadata

        try:
            return metadata.version("semeai")
        except metadata.PackageNotFoundError:  # a source tree without installation
            return "unknown"

    def known_command(self, command: str) -> str:
        return "true" if command in COMMANDS else "false"

    def list_commands(self) -> str:
        return "\n".join(COMMANDS)

    def quit(self, *ignored: str) -> str:
        return ""

    def cputime(self) -> str:
        """The processor time this process has used, in seconds."""
        return f"{time.process_time():.3f}"

    def gogui_interrupt(self) -> str:
        """Tells GoGui, by existing, that the comment line `# interrupt` works."""
        return ""

    def gogui_analyze_commands(self) -> str:
        return GOGUI_ANALYZE_COMMANDS


def read_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream without their newlines, each as soon as it is complete. The last one may lack a newline."""
    # `read` of available bytes instead of `readline`: a buffered reader is locked while a thread waits in it, and
    # Python cannot end with that lock held.
    read = getattr(stream, "read1", stream.read)
    splitter = LineSplitter(MAX_LINE)
    while chunk := read(65536):
        yield from splitter.feed(chunk)
    if splitter.rest:
        yield from splitter.feed(b"\n")


def serve(
    name: str,
    make_engine: "Callable[[], Engine]",
    stdin: BinaryIO | None = None,
    stdout: BinaryIO | None = None,
) -> None:
    """Serve GTP over a pair of streams, by default stdin and stdout, until `quit` or the end of the input.

    `name` is the answer to the command `name`. The first command that needs a board calls `make_engine`.
    """
    # Raw views of the file descriptors: see `read_lines`. Also, a broken pipe then leaves nothing to flush at the end.
    source = stdin or io.FileIO(0, "rb", closefd=False)
    sink = stdout or io.FileIO(1, "wb", closefd=False)
    Server(name, make_engine, source, sink).run()
