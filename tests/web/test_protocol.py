"""Slow and many connections: those who dawdle are cut off, and others are served meanwhile."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from semeai.web.guard import Guard
from semeai.web.protocol import TimedProtocol, limits
from semeai.web.settings import Settings
from tests.processes import wait_until

SECONDS = 1.0
MOST = 20
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 5\r\n\r\n"


class Impatient(TimedProtocol):
    seconds = SECONDS
    most = MOST


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the length of the body; for GET without reading it."""
    request = Request(scope, receive)
    n = 0 if scope["method"] == "GET" else len(await request.body())
    await PlainTextResponse(f"{n}")(scope, receive, send)


@contextmanager
def served(app: Any) -> Iterator[int]:
    """The port of a server with short patience."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        config = uvicorn.Config(app, log_level="critical", lifespan="off", **(limits() | {"http": Impatient}))
        server = uvicorn.Server(config)
        thread = threading.Thread(target=lambda: server.run([line]))
        thread.start()
        try:
            wait_until(lambda: server.started)
            yield line.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    settings = Settings(tmp_path_factory.mktemp("lab"))
    with served(Guard(echo, settings, body_seconds=SECONDS)) as found:
        yield found


def drip(port: int, beginning: bytes) -> bytes:
    """All that the server says to somebody who sends the beginning and then a byte now and then, until it hangs up."""
    said = b""
    with socket.create_connection(("127.0.0.1", port), timeout=0.1) as line:
        line.sendall(beginning)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                line.sendall(b"x")
                new = line.recv(1000)
                if not new:
                    return said
                said += new
            except TimeoutError:
                continue
            except ConnectionError:
                return said
    raise AssertionError("the connection stays open")


@pytest.mark.parametrize("beginning", [b"", b"GET / HT", HEAD, HEAD + b"A: "])
def test_a_head_that_never_ends_is_cut_off(port: int, beginning: bytes) -> None:
    assert b" 200 " not in drip(port, beginning)


def test_a_second_head_that_never_ends_is_cut_off(port: int) -> None:
    assert drip(port, HEAD + b"\r\n").count(b" 200 ") == 1


def test_a_body_that_never_ends_is_cut_off(port: int) -> None:
    assert b" 408 " in drip(port, POST.replace(b"5", b"1000000"))


def test_a_body_that_nobody_reads_is_cut_off(port: int) -> None:
    assert b" 200 " in drip(port, HEAD + b"Content-Length: 1000000\r\n\r\n")


def ask(port: int) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(POST + b"hello")
        try:
            return line.recv(1000).partition(b"\r\n")[0]
        except ConnectionError:
            return b""


def test_many_who_say_nothing_keep_others_out_for_a_short_time_only(port: int) -> None:
    wait_until(lambda: b" 200 " in ask(port))
    with ExitStack() as lines:
        for _ in range(2 * MOST):
            lines.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
        wait_until(lambda: b" 200 " in ask(port))
