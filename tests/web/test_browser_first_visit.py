"""The first visit, in real Chromium."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import working
from tests.web.looks import LOOKS, check_looks, looking


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def address(work: Path) -> Iterator[str]:
    with working(work) as lab:
        yield lab.address


def test_the_three_steps(address: str, chromium: Any, work: Path) -> None:
    check_looks(chromium, address, "/start", lambda page: page.get_by_text("Breed a player first.").wait_for())
    with looking(chromium, address) as page:
        page.goto(f"{address}/start")
        page.get_by_role("link", name="Play on 5x5").click()
        page.get_by_label(re.compile("Go board, 5 by 5")).wait_for()
        assert page.get_by_role("note", name="First visit").count() == 0  # this visitor knows the steps
        page.get_by_role("link", name="semeai", exact=True).click()
        page.get_by_role("button", name="Breed a player").focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/evolve/quick-5x5")
        page.get_by_role("region", name="Play your way up").wait_for()
        page.get_by_role("button", name="Stop").click()
        page.locator(".state-stopped").wait_for()
        page.goto(f"{address}/start")
        assert page.locator(".steps .state", has_text="done").count() >= 1
        page.get_by_role("link", name="Play your champion").click()
        player = page.get_by_text(re.compile("^quick-5x5, generation [0-9]+$")).first
        assert "champion:runs/quick-5x5/champions/" in player.get_attribute("title")


def test_new_visitors_are_invited_until_they_close_it(address: str, chromium: Any) -> None:
    for window, theme in LOOKS[1:3]:
        with looking(chromium, address, window, theme) as page:
            page.goto(address)
            page.get_by_role("note", name="First visit").wait_for()
            assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
            page.get_by_role("button", name="Close the invitation").click()
            page.get_by_role("note", name="First visit").wait_for(state="detached")
            page.goto(address)
            page.locator(".board-svg").wait_for()
            assert page.get_by_role("note", name="First visit").count() == 0
