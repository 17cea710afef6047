"""The page that compares runs, in real Chromium."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import Lab
from tests.web.looks import check_looks, looking

ALL = "/compare?runs=small-1&runs=small-2&runs=large-1"


@pytest.fixture(scope="module")
def address(bred_lab: Lab) -> str:
    return bred_lab.address


def test_the_comparison_fits_every_window(address: str, chromium: Any) -> None:
    def is_there(page: Any) -> None:
        page.get_by_role("region", name="Confirmed results").wait_for()
        page.locator("figure", has_text="Exam").locator("path[stroke='#3b7dd8']").first.wait_for(state="attached")

    check_looks(chromium, address, ALL, is_there)


def test_runs_are_chosen_compared_and_saved(address: str, chromium: Any) -> None:
    with looking(chromium, address) as page:
        page.goto(f"{address}/evolve")
        page.get_by_role("link", name="Compare runs").click()
        page.get_by_text("Choose two or more runs.").wait_for()
        for name in ("small-1", "small-2", "large-1"):
            page.get_by_role("checkbox", name=name).focus()
            page.keyboard.press("Space")
        page.wait_for_function("['small-1', 'small-2', 'large-1'].every(name => location.href.includes(name))")
        page.locator("figure", has_text="Exam").get_by_text("population 6 (2 seeds)").wait_for()
        settings = page.get_by_role("region", name="Settings")
        assert settings.locator("tr.differs").all_inner_texts()[0].split()[:2] == ["differs:", "seed"]
        assert settings.locator("tr.differs").count() == 2
        with page.expect_download() as download:
            page.get_by_role("button", name="Download CSV").click()
        lines = Path(download.value.path()).read_text().splitlines()
        assert len(lines) == 1 + 3 * 12
        assert lines[0].startswith("run,seed,generation,")


def test_champions_meet_with_one_click(address: str, chromium: Any) -> None:
    with looking(chromium, address) as page:
        page.goto(f"{address}/compare?runs=small-1&runs=large-1&runs=nobody")
        page.get_by_role("button", name="Play 40 games").click()
        page.wait_for_url(
            re.compile(r"/arena/matches/(small-1-large-1|large-1-small-1)$")
        )  # the better one stands first
        page.get_by_text("40 of 40 games").wait_for()


@pytest.mark.parametrize(
    "query", ["", "?runs=..%2f..%2fetc", "?runs=%00", "?runs=" + "&runs=".join(map(str, range(99)))]
)
def test_odd_addresses_choose_nothing(address: str, chromium: Any, query: str) -> None:
    with looking(chromium, address) as page:
        page.goto(f"{address}/compare{query}")
        page.get_by_text("Choose two or more runs.").wait_for()
