"""Who is let in: hosts, origins, tokens, sizes. The guard stands before an application that lets everybody in."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from semeai.web.guard import MAX_BODY, MAX_HEADERS, Guard, cookie_name, new_token
from semeai.web.paths import OutsidePath, inside
from semeai.web.settings import Settings

LOCAL = "http://127.0.0.1:8080"
COOKIE = cookie_name(8080)


async def hello(request: Request) -> PlainTextResponse:
    return PlainTextResponse(f"{len(await request.body())}")


async def talk(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("hello")
    await socket.close()


def visitor(tmp_path: Path, base: str = LOCAL, **settings: Any) -> TestClient:
    app = Starlette(routes=[Route("/{path:path}", hello, methods=["GET", "POST"]), WebSocketRoute("/socket", talk)])
    return TestClient(Guard(app, Settings(tmp_path, **settings)), base_url=base, follow_redirects=False)


@pytest.mark.parametrize("base", [LOCAL, "http://localhost:8080", "http://[::1]:8080"])
def test_this_machine_is_let_in(tmp_path: Path, base: str) -> None:
    answer = visitor(tmp_path, base).get("/", headers={"Origin": base})
    assert answer.status_code == 200
    assert answer.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:9999"},  # another program of this machine
        {"Origin": "null"},  # a page from a file, or in a sandbox
        {"Host": "evil.example:8080"},  # a name that was made to point here
        {"Host": "127.0.0.1.evil.example"},
        {"Host": "[::1"},
        {"Host": ""},
        {"Origin": "http://127.0.0.1:8080@evil.example"},
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_other_sites_are_refused(tmp_path: Path, headers: dict[str, str], method: str) -> None:
    assert visitor(tmp_path).request(method, "/", headers=headers).status_code == 403


def test_sockets_of_other_sites_are_refused(tmp_path: Path) -> None:
    client = visitor(tmp_path)
    with client.websocket_connect(f"ws{LOCAL[4:]}/socket", headers={"Origin": LOCAL}) as socket:
        assert socket.receive_text() == "hello"
    for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example", "Origin": "http://evil.example"}):
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"ws{LOCAL[4:]}/socket", headers=headers):
            pass


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_changes_without_an_origin_are_refused(tmp_path: Path, method: str) -> None:
    client = visitor(tmp_path)
    assert client.request(method, "/").status_code == 403
    assert client.request(method, "/", headers={"Origin": LOCAL}).status_code in (200, 405)
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"ws{LOCAL[4:]}/socket"):
        pass


def test_the_socket_is_no_place_for_polling(tmp_path: Path) -> None:
    assert visitor(tmp_path).get("/_nicegui_ws/socket.io/?transport=polling").status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_other_sites_can_link_to_pages_and_not_embed_them(tmp_path: Path, site: str) -> None:
    """The same site is another port of this machine, perhaps another account's."""
    client = visitor(tmp_path)
    link = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert client.get("/", headers=link).status_code == 200
    for other in ({"Sec-Fetch-Mode": "no-cors"}, {"Sec-Fetch-Dest": "iframe"}, {"Sec-Fetch-Dest": "image"}):
        assert client.get("/", headers=link | other).status_code == 403


@pytest.mark.parametrize("name", ["Host", "Origin", "Content-Length"])
def test_a_header_that_is_given_twice_is_refused(tmp_path: Path, name: str) -> None:
    headers = [("Host", "127.0.0.1:8080"), ("Origin", LOCAL), ("Content-Length", "0")]
    twice = [*headers, next(header for header in headers if header[0] == name)]
    assert visitor(tmp_path).post("/", headers=twice).status_code == 400


def test_headers_are_counted(tmp_path: Path) -> None:
    assert visitor(tmp_path).get("/", headers={f"X-{i}": "1" for i in range(MAX_HEADERS)}).status_code == 431


PUBLIC = {"host": "0.0.0.0", "token": "secret"}
THERE = "http://lab.example:8080"


@pytest.mark.parametrize(("base", "settings"), [(THERE, PUBLIC), (LOCAL, {"token": "secret"})])
def test_a_token_is_asked_for_and_becomes_a_cookie(tmp_path: Path, base: str, settings: dict[str, str]) -> None:
    client = visitor(tmp_path, base, **settings)
    assert client.get("/").status_code == 401
    answer = client.get("/arena?token=secret&game=a%26b")
    assert answer.status_code == 200
    assert 'content="0;url=/arena?game=a%26b"' in answer.text
    assert "secret" not in answer.text
    assert answer.headers["set-cookie"] == f"{COOKIE}=secret; HttpOnly; Path=/; SameSite=strict"
    assert answer.headers["cache-control"] == "no-store"
    assert client.get("/").text == "0"
    assert "url=/" in client.get("/?token=secret").text  # also with the cookie, the token leaves the address
    with client.websocket_connect(f"ws{base[4:]}/socket", headers={"Origin": base}) as socket:
        assert socket.receive_text() == "hello"


@pytest.mark.parametrize("given", ["wrong", "", "secre", "secretx", "SECRET", "s\u00e9cret"])
@pytest.mark.parametrize(("base", "settings"), [(THERE, PUBLIC), (LOCAL, {"token": "secret"})])
def test_a_wrong_token_is_refused(tmp_path: Path, given: str, base: str, settings: dict[str, str]) -> None:
    client = visitor(tmp_path, base, **settings)
    assert client.get("/", params={"token": given}).status_code == 401
    assert client.get("/", headers={"Cookie": f"{COOKIE}={given}".encode()}).status_code == 401
    assert client.get("/", headers={"Cookie": f"{cookie_name(9999)}=secret"}).status_code == 401
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"ws{base[4:]}/socket?token=secret", headers={"Origin": base}),
    ):
        pass


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "///evil.example/"])
def test_the_way_back_from_the_token_leads_to_no_other_site(tmp_path: Path, path: str) -> None:
    answer = visitor(tmp_path, THERE, **PUBLIC).get(f"{THERE}{path}?token=secret")
    assert 'content="0;url=/evil.example/"' in answer.text


def test_the_way_back_from_the_token_is_escaped(tmp_path: Path) -> None:
    answer = visitor(tmp_path, THERE, **PUBLIC).get('/"><script>alert(1)</script>?token=secret&a="><script>')
    assert "<script" not in answer.text


def test_bodies_are_bounded_with_and_without_a_length(tmp_path: Path) -> None:
    client = visitor(tmp_path)
    client.headers["Origin"] = LOCAL
    assert client.post("/", content=b"x" * 1000).text == "1000"
    assert client.post("/", content=b"x" * (MAX_BODY + 1)).status_code == 413
    assert client.post("/", content=(b"x" * 100_000 for _ in range(MAX_BODY // 100_000 + 2))).status_code == 413
    assert client.post("/", headers={"Content-Length": "-1"}).status_code == 413


@given(st.dictionaries(st.sampled_from(["host", "origin", "cookie", "content-length"]), st.text(max_size=30)))
def test_no_header_breaks_the_guard(headers: dict[str, str]) -> None:
    """Whatever comes, there is one answer, and no error."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await PlainTextResponse("in")(scope, receive, send)

    async def ask() -> list[Any]:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            return {"type": "http.request", "body": b""}

        raw = [(name.encode(), value.encode()[:30]) for name, value in headers.items()]
        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": raw}
        await Guard(app, Settings(Path(), **PUBLIC))(scope, receive, send)
        return sent

    assert [message["type"] for message in asyncio.run(ask())] == ["http.response.start", "http.response.body"]


def test_who_can_be_reached_by_others_needs_a_token(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="needs a loopback address"):
        Settings(tmp_path, host="0.0.0.0")
    assert len({new_token() for _ in range(100)}) == 100


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../x",
        "/etc/passwd",
        "games/../../x",
        "games/../..",
        "link/passwd",
        "a\0b",
        "~/../..",
    ],
)
def test_paths_out_of_the_folder_are_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "lab"
    folder.mkdir()
    (folder / "link").symlink_to("/etc")
    if name == "~/../..":
        (folder / "~").mkdir()
    with pytest.raises(OutsidePath):
        inside(folder, name)


@pytest.mark.parametrize("name", ["games/a.sgf", "runs/x/../y", "./a"])
def test_paths_in_the_folder_are_given(tmp_path: Path, name: str) -> None:
    assert inside(tmp_path, name).is_relative_to(tmp_path)
