"""Reviewing a game in a browser: candidates, graph, mistakes, other opinions, the look of the board, small boards."""

from typing import Any

import pytest
from numpy.random import default_rng
from playwright.sync_api import expect

from semeai.go.board import Board
from semeai.go.rules import Rules
from semeai.players import make_player
from tests.web.axe import violations
from tests.web.support import TWO_PEOPLE, Player, is_too_wide


@pytest.fixture(scope="module", autouse=True)
def asked() -> None:
    """The kernels of the players that are asked are compiled here, not while a page waits."""
    player = make_player("champion:shape-9x9")
    player.new_game(Rules(size=9), default_rng(0))
    player.choose(Board(Rules(size=9)))


def play_some(page: Any, server: str) -> Player:
    you = Player(page).open(server + TWO_PEOPLE)
    for n, move in enumerate(["E5", "C3", "A1", "G3"], 1):
        you.click(move)
        you.expect_stones(n)
    return you


def choose_reviewer(page: Any, spec: str) -> None:
    page.get_by_role("combobox", name="Reviewer").click()
    page.get_by_role("option", name="Other player...").click()
    page.get_by_label("Reviewer: specification").fill(spec)
    page.get_by_label("Reviewer: specification").press("Enter")


def test_a_game_is_reviewed_with_candidates_graph_and_mistakes(page: Any, server: str) -> None:
    you = play_some(page, server)
    choose_reviewer(page, "rave:playouts=60")
    page.get_by_role("switch", name="Analyze").click()
    expect(page.locator(".analysis")).to_contain_text("Black to play:")
    expect(page.locator(".label circle[stroke='#111']").first).to_be_visible()  # candidates for black have black rings
    page.locator(".label").first.hover()
    expect(page.locator(".board-hand text").first).to_have_text("1")  # the best line
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".analysis")).to_contain_text("White to play:")
    expect(page.locator(".label circle[stroke='#fff']").first).to_be_visible()
    you.press("Review the game")
    expect(page.get_by_role("button", name="Review the game")).to_be_visible()
    for text in ("100%", "50%", "Black's win rate", "Score", "move"):
        expect(page.locator(".g-text", has_text=text).first).to_be_visible()
    page.locator(".graph-svg rect[data-node='1']").click()
    you.expect_stones(1)
    assert violations(page) == []
    page.get_by_text("What would others play?").click()
    you.press("Ask")
    for n in range(3):
        expect(page.locator(".opinion").nth(n).locator("[role=status]")).not_to_have_text("")
        expect(page.locator(".opinion").nth(n).locator("[role=status]")).not_to_have_text("thinking...")


def test_the_look_of_the_board_is_switched_and_kept(page: Any, server: str) -> None:
    play_some(page, server)
    page.get_by_text("Board", exact=True).click()
    for name, mark, n in (("Move numbers", ".number", 4), ("Sound", ".number", 4)):
        page.get_by_role("switch", name=name).click()
        expect(page.locator(mark)).to_have_count(n)
    expect(page.locator(".board-svg")).to_contain_text("J")
    page.get_by_role("switch", name="Coordinates").click()
    expect(page.locator(".board-svg")).not_to_contain_text("J")
    page.get_by_role("button", name="Slate").click()
    expect(page.locator(".board-svg rect[fill='#a9b4b8']")).to_have_count(1)
    page.reload()
    expect(page.locator(".number")).to_have_count(4)
    expect(page.locator(".board-svg rect[fill='#a9b4b8']")).to_have_count(1)
    Player(page).click("E7")
    expect(page.locator(".board-frame[data-knocks='1'], .board[data-knocks='1']")).to_have_count(1)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_small_board_on_a_phone_asks_before_it_plays(phone: Any, server: str, theme: str) -> None:
    phone.emulate_media(color_scheme=theme)
    you = Player(phone, 19).open(f"{server}/?black=you&white=you&size=19")
    box = phone.locator(".board-picture").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.touchscreen.tap(*middle)
    expect(phone.locator(".confirm")).to_have_text("K10: tap again to play")
    assert violations(phone) == []
    assert not is_too_wide(phone)
    you.expect_stones(0)
    phone.touchscreen.tap(*middle)
    you.expect_stones(1)
    expect(phone.locator(".confirm")).to_have_count(0)
