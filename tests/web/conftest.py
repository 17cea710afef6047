"""Browser tests: a server of their own on a free port, and a Chromium to look at it with."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pytest
from numpy.random import default_rng

from semeai.api import breed
from semeai.go.board import Board
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.problems.games import GoProblem
from semeai.web import jobs
from semeai.web.guard import cookie_name
from tests.conftest import missing
from tests.processes import wait_until

PATIENCE = 180_000  # milliseconds; the first who plays may have to compile kernels on a busy machine


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Kernels that pages ask for are compiled here, where nobody waits for them with a watch."""
    for spec in ("random", "wally", "uct:playouts=5", "rave:playouts=5"):
        player = make_player(spec)
        player.new_game(Rules(size=5), default_rng(0))
        player.choose(Board(Rules(size=5)))
    GoProblem("local").rate(np.zeros((1, GoProblem("local").genes.n)), np.ones(1, dtype=np.uint64))


@pytest.fixture(scope="session", autouse=True)
def own_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keys of servers and jobs lie in a folder of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


TOKENS: dict[str, str] = {}
"""of the servers that run, by their addresses"""


def cookie_of(address: str) -> dict[str, str]:
    """The cookie that a server gives to those who know its token, for a browser."""
    port = urlsplit(address).port or 0
    return {"name": cookie_name(port), "value": TOKENS[address], "url": address}


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """The address of a server that ends with the `with`, without its token, which is in TOKENS."""
    command = [sys.executable, "-m", "semeai", "web", "--port", "0", "--folder", str(folder), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"(http://[^?\s]+)(?:\?token=(\S+))?", process.stdout.readline())
            assert found, "the server has not started"
            address = found[1]
            if found[2]:
                TOKENS[address] = found[2]
            yield address
            TOKENS.pop(address, None)
        finally:
            process.terminate()
            process.wait(20)


@dataclass(frozen=True)
class Lab:
    """A server, and its work folder."""

    address: str
    folder: Path


@contextmanager
def working(folder: Path) -> Iterator[Lab]:
    """A server whose jobs end with it."""
    with serving(folder) as address:
        yield Lab(address.rstrip("/"), folder)
    running = jobs.Jobs(folder, 1).running()
    for job in running:
        jobs.stop(job)
    wait_until(lambda: not any(map(jobs.is_running, running)))


@pytest.fixture(scope="module")  # while it lives, an event loop runs here, and tests of others need their own
def chromium() -> Iterator[Any]:
    """A browser without a window."""
    program = shutil.which("chromium") or missing("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def bred(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A work folder with three small runs: two that differ in their seed alone, and one of another population."""
    folder = tmp_path_factory.mktemp("bred")
    for name, population, seed in (("small-1", 6, 1), ("small-2", 6, 2), ("large-1", 10, 1)):
        method, runs = f"ga:population={population}", folder / "runs"
        breed(method, run=name, folder=runs, quiet=True, size=5, games=4, generations=12, exam=10, seed=seed)
    return folder


@pytest.fixture(scope="module")
def bred_lab(bred: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A server of a copy of these runs."""
    folder = tmp_path_factory.mktemp("work")
    shutil.copytree(bred, folder, dirs_exist_ok=True)
    with working(folder) as lab:
        yield lab


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that all tests share, without its last slash."""
    with serving(tmp_path_factory.mktemp("lab")) as address:
        yield address.rstrip("/")


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """A page at a desk; the test fails when the browser has an error to tell."""
    yield from _page(chromium, width=1280, height=900)


@pytest.fixture
def phone(chromium: Any) -> Iterator[Any]:
    """A page in a hand."""
    yield from _page(chromium, width=390, height=844, has_touch=True)


def _page(chromium: Any, width: int, height: int, **more: Any) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": width, "height": height}, **more)
    context.set_default_timeout(PATIENCE)
    context.add_cookies([cookie_of(address) for address in TOKENS])
    page = context.new_page()
    errors: list[str] = []

    def hear(message: Any) -> None:
        is_own_404 = "404" in message.text and message.location["url"] == page.url  # it shows that it is not there
        if message.type == "error" and not is_own_404:
            errors.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []
