"""The whole server, asked by hand: what it serves to whom. No browser."""

import http.client
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from semeai.web.guard import MAX_BODY
from tests.web.conftest import TOKENS, cookie_of, serving


def ask(address: str, **headers: str) -> tuple[int, str]:
    """The status and the text of an answer to somebody who knows the token, unless a Cookie says otherwise."""
    known = next((known for known in TOKENS if address.startswith(known)), None)
    cookie = cookie_of(known) if known else {"name": "none", "value": ""}
    headers = {"Cookie": f"{cookie['name']}={cookie['value']}", **headers}
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
            return answer.status, answer.read().decode(errors="replace")
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(errors="replace")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("lab")) as found:
        yield found


@pytest.mark.parametrize("page", ["", "evolve", "papers", "arena", "static/style.css"])
def test_pages_are_served(address: str, page: str) -> None:
    assert ask(address + page)[0] == 200


@pytest.mark.parametrize("path", ["", "static/style.css"])
def test_other_origins_are_refused_everywhere(address: str, path: str) -> None:
    assert ask(address + path)[0] == 200
    assert ask(address + path, Origin="http://evil.example")[0] == 403
    assert ask(address + path, Host="evil.example")[0] == 403


@pytest.mark.parametrize(
    "path",
    [
        "static/..%2fapp.py",
        "static/%2e%2e/app.py",
        "static//etc/passwd",
        "_nicegui/x/../../../../etc/passwd",
        "games/x.sgf",
    ],
)
def test_no_file_is_served_that_should_not_be(address: str, path: str) -> None:
    assert ask(address + path)[0] == 404


def test_a_game_that_is_no_name_is_a_new_one(address: str) -> None:
    status, text = ask(f"{address}?game=../../etc/passwd")
    assert status == 200
    assert "root:" not in text


@pytest.mark.parametrize(
    "query", ["black=nobody", "white=champion:/etc/passwd", "white=you&size=99", "black=you&komi=x"]
)
def test_a_game_that_cannot_be_is_told_softly(address: str, query: str) -> None:
    status, text = ask(f"{address}?{query}")
    assert status == 200
    assert "Traceback" not in text


def test_large_bodies_are_refused(address: str) -> None:
    connection = http.client.HTTPConnection(urlsplit(address).netloc)
    connection.putrequest("POST", "/_nicegui/client/x/upload/1")
    connection.putheader("Origin", address.rstrip("/"))
    connection.putheader("Content-Length", str(MAX_BODY + 1))
    connection.endheaders()  # it is not even read
    assert connection.getresponse().status == 413
    connection.close()


@pytest.mark.parametrize(
    "path", ["x" * 5000, "evolve/" + "x" * 5000, "arena/" + "x/" * 2500, "papers/langton/" + "x" * 5000]
)
def test_a_path_of_5000_letters_is_a_plain_404_with_navigation(address: str, path: str) -> None:
    status, text = ask(address + path)
    assert status == 404
    assert "/arena" in text
    assert "x" * 100 not in text


@pytest.mark.parametrize("path", ["nothing", "evolve/nothing", "arena/nothing", "papers/richards/nothing", "static/x"])
def test_a_page_that_is_not_there_is_a_404(address: str, path: str) -> None:
    assert ask(address + path)[0] == 404


# -- tokens ------------------------------------------------------------------------------------------------------------


def test_nobody_is_let_in_without_the_token_on_loopback_neither(address: str) -> None:
    name = cookie_of(address)["name"]
    for page in ("", "evolve", "static/style.css", "figures/richards/opponent.svg", "nothing"):
        for cookie in ("", f"{name}=", f"{name}=wrong", f"semeai_token={TOKENS[address]}"):
            assert ask(address + page, Cookie=cookie)[0] == 401
    assert ask(f"{address}?token=wrong")[0] == 401
    status, text = ask(f"{address}evolve?token={TOKENS[address]}", Cookie="")
    assert status == 200
    assert TOKENS[address] not in text
    assert "url=/evolve" in text


def test_the_token_of_another_start_is_old(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        port, old = urlsplit(first).port, cookie_of(first)
    with serving(tmp_path, "--port", str(port)) as second:
        assert second == first
        assert ask(second, Cookie=f"{old['name']}={old['value']}")[0] == 401
        assert ask(f"{second}?token={old['value']}", Cookie="")[0] == 401
        assert ask(second)[0] == 200


def test_those_who_know_can_do_without_a_token_on_loopback_alone(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-token") as found:
        assert ask(found)[0] == 200
        assert ask(found, Origin="http://evil.example")[0] == 403
    command = [sys.executable, "-m", "semeai", "web", "--port", "0", "--host", "0.0.0.0", "--no-token"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert "needs a loopback address" in done.stderr


def test_other_machines_need_the_token(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0") as found:
        here = found.replace("0.0.0.0", "127.0.0.1")
        cookie = cookie_of(found)
        assert len(cookie["value"]) >= 20
        assert ask(here, Cookie="")[0] == 401
        assert ask(here, Cookie=f"{cookie['name']}={cookie['value']}")[0] == 200


# -- requests that change something ------------------------------------------------------------------------------------


def post(address: str, headers: dict[str, str]) -> int:
    """The status of a form post with the cookie of somebody who is let in: a browser adds it by itself."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    cookie = cookie_of(address)
    given = {"Cookie": f"{cookie['name']}={cookie['value']}", "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/evolve", b"a=1", given | headers)
    with connection.getresponse() as answer:
        return answer.status


def test_cross_site_form_posts_are_refused(address: str) -> None:
    own = address.rstrip("/")
    assert post(address, {"Origin": own}) == 405  # let in; there is nothing to post to
    assert post(address, {}) == 403
    for origin in ("null", "http://evil.example", "http://127.0.0.1:1", own.replace("127.0.0.1", "localhost")):
        assert post(address, {"Origin": origin}) == 403
    assert post(address, {"Origin": "http://evil.example", "Host": "evil.example"}) == 403
    assert post(address, {"Origin": own, "Sec-Fetch-Site": "cross-site"}) == 403


def shake_hands(address: str, **headers: str) -> int:
    """The status of a request for the socket."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    upgrade["Sec-WebSocket-Key"] = "dGhlIHNhbXBsZSBub25jZQ=="
    connection.request("GET", "/_nicegui_ws/socket.io/?EIO=4&transport=websocket", headers=upgrade | headers)
    status = connection.getresponse().status
    connection.close()
    return status


def test_the_socket_needs_the_token_the_origin_and_the_host(address: str) -> None:
    own, cookie = address.rstrip("/"), cookie_of(address)
    right = {"Cookie": f"{cookie['name']}={cookie['value']}", "Origin": own}
    assert shake_hands(address, **right) == 101
    for wrong in (
        {"Cookie": right["Cookie"]},
        {"Origin": own},
        right | {"Cookie": f"{cookie['name']}=wrong"},
        right | {"Origin": "http://evil.example"},
        right | {"Origin": "http://evil.example", "Host": "evil.example"},
    ):
        assert shake_hands(address, **wrong) == 403
    assert ask(f"{address}_nicegui_ws/socket.io/?EIO=4&transport=polling")[0] == 403


# -- limits ------------------------------------------------------------------------------------------------------------


def talk(address: str, data: bytes) -> bytes:
    """The first line of the answer to these bytes; "" if the server hangs up."""
    host, port = urlsplit(address).hostname, urlsplit(address).port
    with socket.create_connection((host, port), timeout=60) as line:
        try:
            line.sendall(data)
            return line.recv(1000).partition(b"\r\n")[0]
        except ConnectionError:
            return b""


def test_heads_are_bounded_in_size_and_number(address: str) -> None:
    head = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    assert b" 401 " in talk(address, head + b"\r\n")
    assert b" 431 " in talk(address, head + b"A: b\r\n" * 100 + b"\r\n")
    assert b" 400 " in talk(address, head + b"A: " + b"b" * 100_000)
    assert b" 400 " in talk(address, b"GET /" + b"x" * 100_000)
    assert b" 400 " in talk(address, head + b"Host: evil.example\r\n\r\n")


def test_every_answer_has_the_security_headers(address: str) -> None:
    for path in ("", "nothing", "static/style.css", "figures/richards/opponent.svg"):
        cookie = cookie_of(address)
        request = urllib.request.Request(address + path, headers={"Cookie": f"{cookie['name']}={cookie['value']}"})
        try:
            answer: Any = urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["X-Frame-Options"] == "DENY"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            policy = answer.headers.get_all("Content-Security-Policy")
            assert len(policy) == 1
            assert "default-src 'none'" in policy[0]
            if "svg" not in path:
                assert "frame-ancestors 'none'" in policy[0]
                assert "'unsafe-inline'" not in policy[0].partition("script-src")[2].partition(";")[0]
