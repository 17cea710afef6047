"""The whole server, asked by hand: what it serves to whom. No browser."""

import http.client
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from semeai.web.guard import MAX_BODY
from tests.web.conftest import serving


def ask(address: str, **headers: str) -> tuple[int, str]:
    """The status and the text of an answer."""
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


@pytest.mark.parametrize("path", ["", "static/style.css", "_nicegui_ws/socket.io/?EIO=4&transport=polling"])
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
    connection.putheader("Content-Length", str(MAX_BODY + 1))
    connection.endheaders()  # it is not even read
    assert connection.getresponse().status == 413
    connection.close()


def test_others_than_this_machine_need_the_token(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0") as found:
        base, _, token = found.partition("?token=")
        here = base.replace("0.0.0.0", "127.0.0.1")
        assert len(token) >= 16
        assert ask(here)[0] == 401
        assert ask(f"{here}?token=wrong")[0] == 401
        assert ask(here, Cookie=f"semeai_token={token}")[0] == 200
        socket = f"{here}_nicegui_ws/socket.io/?EIO=4&transport=polling"
        assert ask(socket)[0] == 401
        assert ask(socket, Cookie=f"semeai_token={token}")[0] == 200
