"""Pages tell how far the compilation of kernels is."""

import time
from pathlib import Path
from typing import Any

import pytest
from numba.core import event, types
from playwright.sync_api import expect

from semeai.compiler import Kernel
from semeai.web.compilation import LINGER, WORDS, Compilation, compilation
from semeai.web.jobs import LOG
from semeai.web.run_page import FIRST, first_words
from tests.conftest import SLOW
from tests.processes import wait_until
from tests.web.conftest import cookie_of, serving
from tests.web.support import Player


def _inner(n: int) -> int:
    return n + 1


inner = Kernel(_inner)


def _outer(n: int) -> int:
    return inner(n) * 2


outer = Kernel(_outer)


class Watcher(event.Listener):
    """Notes the text of a compilation at all its events."""

    def __init__(self, watched: Compilation) -> None:
        self.watched = watched
        self.texts: list[str] = []

    def on_start(self, event: object) -> None:
        self.texts.append(self.watched.text)

    def on_end(self, event: object) -> None:
        self.texts.append(self.watched.text)


def test_the_text_tells_how_far_a_compilation_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.config.CACHE_DIR", str(tmp_path))
    followed = Compilation()
    assert followed.text == ""
    watcher = Watcher(followed)
    with event.install_listener("numba:compile", followed), event.install_listener("numba:compile", watcher):
        assert outer(4) == 10
    assert watcher.texts == [f"{WORDS}: {n} of about 2 functions" for n in (0, 0, 1, 2)]
    began = time.monotonic()
    wait_until(lambda: followed.text == "")
    assert time.monotonic() < began + LINGER + 30


def test_a_compilation_that_fails_ends_too() -> None:
    followed = Compilation()

    def wrong(n: int) -> int:
        return n.nothing  # type: ignore[attr-defined]

    kernel = Kernel(wrong)
    with event.install_listener("numba:compile", followed), pytest.raises(Exception, match="nothing"):
        kernel.part.compile((types.int64,))
    wait_until(lambda: followed.text == "")


def test_one_follower_serves_all_pages() -> None:
    assert compilation() is compilation()


def test_the_first_words_of_a_run(tmp_path: Path) -> None:
    assert first_words(tmp_path) == FIRST
    (tmp_path / LOG).write_text("semeai: compiling kernels for this machine (once) ...\n")
    assert first_words(tmp_path) == FIRST
    (tmp_path / LOG).write_text("semeai: compiling kernels for this machine (once): 3 of about 9 functions\n")
    assert first_words(tmp_path).endswith("Now compiling kernels for this machine (once): 3 of about 9 functions.")
    (tmp_path / LOG).write_text("something else: 3 of about 9 functions\n")
    assert first_words(tmp_path) == FIRST


@SLOW
def test_a_page_of_a_server_without_kernels(page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every new server compiles here; the line goes away when the player of the page can move."""
    monkeypatch.setenv("SEMEAI_CACHE", str(tmp_path / "cache"))
    with serving(tmp_path) as address:
        page.context.add_cookies([cookie_of(address)])
        you = Player(page).open(f"{address}?black=wally&white=you&size=9")
        line = page.locator(".compiling")
        expect(line).to_contain_text("functions")
        assert line.text_content().startswith(f"{WORDS}: ")
        you.expect_stones(1)
        expect(line).to_be_hidden()
