"""Supervised worker processes: one that dies or hangs is replaced, and its task is repeated.

A worker has one task at a time. The task and the answer are sent over a socket with a time limit. So nobody waits for a
worker that is dead, in an endless loop or stopped in the middle of an answer.

The threads that use a crew wait for the workers: one thread for each busy worker.
"""

import multiprocessing
import os
import pickle
import signal
import socket
import struct
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, TypeVar

from semeai.parallel.interrupts import deaf

A = TypeVar("A")
R = TypeVar("R")

TRIES = 3
START = 60.0
"""seconds that a new process may take to start on a busy machine"""
GRACE = 1.0
"""seconds that a process may take to exit"""


class WorkerLost(RuntimeError):
    """A task that has killed several workers. The message names the task and the fate of the last worker."""


class Crew:
    """Worker processes, one for each thread that uses them. They start on first use."""

    def __init__(self, patience: float) -> None:
        """`patience` is the number of seconds that a worker may take for a task, once it has started."""
        self._patience = patience
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []
        self._busy: dict[_Worker, object] = {}  # and its call
        self._calls: set[object] = set()  # the calls in progress

    @contextmanager
    def call(self, task: Callable[[A], R]) -> Iterator[Callable[[int, A], R]]:
        """The function that sends a task, by number and argument, to a worker and waits for the answer.

        It raises the exceptions of the task, and WorkerLost. After the end of the call, its tasks are stopped or not
        started.
        """
        call = object()
        with self._lock:
            self._calls.add(call)
        try:
            yield partial(self._do, call, task)
        finally:
            with self._lock:
                self._calls.discard(call)
                for worker, its_call in self._busy.items():
                    if its_call is call:
                        worker.kill()

    def _do(self, call: object, task: Callable[[A], R], number: int, argument: A) -> R:
        message = pickle.dumps((task, argument), pickle.HIGHEST_PROTOCOL)
        n_lost = 0
        while n_lost < TRIES:
            try:
                with self._worker(call) as worker:
                    reply = worker.ask(message, self._patience)
            except _Lost as lost:
                reason = lost
                n_lost += lost.has_begun
            else:
                found: R = unpack(reply)
                return found
        raise WorkerLost(f"task {number} has lost {TRIES} worker processes and is given up; the last one: {reason}")

    @contextmanager
    def _worker(self, call: object) -> Iterator["_Worker"]:
        """An idle worker, or a new one. It is not used again after an error, since its answer may still arrive."""
        with self._lock:
            if call not in self._calls:
                raise CancelledError
            worker = self._living() or _Worker()
            self._busy[worker] = call
        try:
            yield worker
        except BaseException:
            worker.end()
            with self._lock:
                del self._busy[worker]
            raise
        with self._lock:
            del self._busy[worker]
            self._idle.append(worker)

    def _living(self) -> "_Worker | None":
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive():
                return worker
            worker.end()
        return None

    def stop(self) -> None:
        """End all calls."""
        with self._lock:
            self._calls.clear()
            for worker in self._busy:
                worker.kill()

    def dismiss(self) -> None:
        """End the workers, all of which are idle."""
        for worker in self._idle:
            worker.let_go()
        end = time.monotonic() + GRACE
        while self._idle:
            self._idle.pop().end(max(0.0, end - time.monotonic()))


# -- one worker, seen from here ----------------------------------------------------------------------------------------


class _Lost(Exception):
    """A worker that gave no answer. The message gives the reason."""

    def __init__(self, reason: str, has_begun: bool) -> None:
        super().__init__(reason)
        self.has_begun = has_begun
        """True if the task may be the cause; False if an idle worker was lost before it received the task"""


# Whenever a process is started, multiprocessing asks all others for their exit codes. Each reports it once, so two
# threads must not ask at the same time.
_PROCESSES = threading.Lock()


class _Worker:
    """A process that runs the tasks that it receives."""

    def __init__(self) -> None:
        self._line, its_line = socket.socketpair()
        self._process = multiprocessing.get_context("spawn").Process(target=_work, args=(its_line,), daemon=True)
        self._listens = False
        with its_line, _PROCESSES, deaf():
            self._process.start()

    def ask(self, message: bytes, patience: float) -> bytearray:
        """The answer to a message. Raises _Lost. After any error the worker must be ended."""
        limit = START
        has_begun = not self._listens
        try:
            if not self._listens:
                _receive(self._line, limit)
                self._listens = True
            limit = patience
            end = time.monotonic() + limit
            _send(self._line, message, limit)
            has_begun = True
            return _receive(self._line, end - time.monotonic())
        except TimeoutError:
            raise _Lost(f"no answer within {limit:g} seconds", has_begun) from None
        except (EOFError, OSError):
            raise _Lost(_fate(self.end(GRACE)), has_begun) from None

    def is_alive(self) -> bool:
        with _PROCESSES:
            return self._process.is_alive()

    def kill(self) -> None:
        """End the process while another thread waits for its answer."""
        with _PROCESSES:
            self._process.kill()

    def let_go(self) -> None:
        """Tell the process, which must be idle, to exit."""
        self._line.close()

    def end(self, grace: float = 0.0) -> int:
        """Kill the process unless it exits within `grace` seconds. Returns its exit code."""
        self._line.close()
        with _PROCESSES:
            self._process.join(grace)
            self._process.kill()
            self._process.join()
            return self._process.exitcode or 0


def _fate(exit_code: int) -> str:
    names = {number.value: number.name for number in signal.Signals}
    return f"exit code {exit_code}" if exit_code >= 0 else f"killed by {names.get(-exit_code, -exit_code)}"


def unpack(reply: bytes | bytearray) -> Any:
    """The result of a task from its `answer`. Raises the exception of the task."""
    is_error, value = pickle.loads(reply)
    if is_error:
        raise value
    return value


# -- one worker, seen from inside --------------------------------------------------------------------------------------


def _work(line: socket.socket) -> None:
    """Run the tasks that arrive over the socket until it is closed."""
    threading.Thread(target=_go_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        _send(line, b"listening")
        while True:
            message = _receive(line)
            _send(line, answer(partial(_do, message)))


def _go_with_parent() -> None:
    """Exit when the parent is gone, even if it was killed, and even in the middle of a task."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def answer(work: Callable[[], Any]) -> bytes:
    """The answer for `unpack`. An exception is an answer too, even SystemExit, which does not end a thread either."""
    try:
        return pickle.dumps((False, work()), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:
        sent = _portable(error)
        sent.add_note(f"In a worker process:\n{traceback.format_exc()}")
        return pickle.dumps((True, sent), pickle.HIGHEST_PROTOCOL)


def _do(message: bytearray) -> Any:
    task, argument = pickle.loads(message)
    return task(argument)


def _portable(error: BaseException) -> BaseException:
    """The exception, or a plain one with its text if it cannot be pickled and restored."""
    with suppress(Exception):
        copy = pickle.loads(pickle.dumps(error, pickle.HIGHEST_PROTOCOL))
        if type(copy) is type(error) and str(copy) == str(error):
            return error
    return RuntimeError(f"{type(error).__name__}: {error}")


# -- the line between the two ------------------------------------------------------------------------------------------

_LENGTH = struct.Struct("!Q")


def _send(line: socket.socket, message: bytes, limit: float | None = None) -> None:
    """Send data. Raises OSError, and TimeoutError if it is not read within `limit` seconds."""
    line.settimeout(limit)
    line.sendall(_LENGTH.pack(len(message)) + message)


def _receive(line: socket.socket, limit: float | None = None) -> bytearray:
    """Receive data. Raises EOFError, OSError, and TimeoutError if it does not arrive within `limit` seconds."""
    end = None if limit is None else time.monotonic() + limit

    def read(n: int) -> bytearray:
        data = bytearray(n)
        n_read = 0
        while n_read < n:
            # A timeout of 0 would mean not to wait at all, and raise another error.
            line.settimeout(None if end is None else max(0.001, end - time.monotonic()))
            n_new = line.recv_into(memoryview(data)[n_read:])
            if n_new == 0:
                raise EOFError
            n_read += n_new
        return data

    (n,) = _LENGTH.unpack(read(_LENGTH.size))
    return read(n)
