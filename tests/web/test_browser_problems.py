"""The page Problems in a browser: solve by clicking, hints, progress, evolution, own problems."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from semeai.go.points import vertex
from semeai.web.beliefs import Beliefs
from semeai.web.trainer import PuzzleLine, reply
from tests.conftest import SLOW
from tests.web.axe import violations
from tests.web.support import Player, is_too_wide
from tests.web.test_trainer import BY_NAME, RACE, record_of


@pytest.fixture(scope="module", autouse=True)
def evolved() -> None:
    """The kernels of evolution and of the solver are compiled here, not while a page waits."""
    Beliefs(RACE.board()).advance()
    reply(PuzzleLine(RACE, (min(RACE.winners),)))


def open_problem(page: Any, server: str, name: str) -> Player:
    page.goto(f"{server}/problems?problem={name}")
    expect(page.locator(".board-svg")).to_be_visible()
    expect(page.locator(".status")).to_contain_text("to play and win")
    return Player(page)


def test_a_problem_is_failed_hinted_and_solved(page: Any, server: str) -> None:
    puzzle = BY_NAME["straight_three_kill"]
    you = open_problem(page, server, puzzle.name)
    wrong = next(p for p in puzzle.board().legal_points() if p not in puzzle.winners)
    you.click(vertex(wrong))
    you.expect_status("This loses")
    you.press("Try again")
    for n in range(1, 4):
        you.press("Hint")
        expect(page.locator(".hints li")).to_have_count(n)
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()
    you.click(vertex(min(puzzle.winners)))
    expect(page.locator(".status")).to_contain_text(re.compile("Solved|Right so far"))
    page.goto(f"{server}/problems")
    expect(page.locator(".status")).to_contain_text("to play and win")


NUMBERS_SEEN = """() => {
  window.seen = new Set();
  const look = () => { for (const found of document.body.innerText.matchAll(/([0-9,]+) steps:/g)) seen.add(found[1]); };
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
"""collects every number of steps that the page shows from now on: evolution may be over before a test looks"""


def test_evolution_moves_while_it_is_watched(page: Any, server: str) -> None:
    you = open_problem(page, server, "one_cut")
    page.evaluate(NUMBERS_SEEN)
    you.press("Watch it evolve")
    expect(page.locator(".label").first).to_contain_text("%")
    page.wait_for_function("seen.size > 1")


def test_an_own_problem_is_proven(page: Any, server: str, tmp_path: Path) -> None:
    (tmp_path / "own.sgf").write_text(record_of(RACE))
    open_problem(page, server, "one_cut")
    page.set_input_files("input[type=file]", str(tmp_path / "own.sgf"))
    expect(page.get_by_text("Proven.")).to_be_visible()


OTHERS = (("page", "dark"), ("phone", "light"))


@pytest.mark.parametrize(
    ("window", "theme"), [("page", "light"), ("phone", "dark"), *(pytest.param(*look, marks=SLOW) for look in OTHERS)]
)
def test_the_page_is_accessible(request: pytest.FixtureRequest, server: str, window: str, theme: str) -> None:
    page = request.getfixturevalue(window)
    page.emulate_media(color_scheme=theme)
    you = open_problem(page, server, "bulky_five_kill")
    you.press("Hint")
    expect(page.locator(".hints li")).to_have_count(1)
    assert violations(page) == []
    assert not is_too_wide(page)
