"""No game is lost: resuming, the shelf, records of others, resigning, counting."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from semeai.sgf import read_game
from tests.conftest import SLOW
from tests.web.axe import violations
from tests.web.support import TWO_PEOPLE, Player, is_too_wide

RECORD = (
    "(;FF[4]GM[1]SZ[9]KM[6.5]RU[japanese]PB[Ann]BR[3d]PW[Ben]WR[2k]RE[B+R]EV[Open]GN[Final]XX[kept];B[dd]C["
    + "many words\\n" * 40
    + "];W[ff])"
)


def test_leaving_and_coming_back_resumes_the_game(page: Any, server: str) -> None:
    you = Player(page).open(server + TWO_PEOPLE)
    you.click("D4")
    you.expect_stones(1)
    page.get_by_role("link", name="Games").click()
    page.get_by_role("link", name="Play", exact=True).click()
    you.expect_stones(1)
    you.click("F6")
    you.expect_stones(2)


def test_the_shelf_renames_downloads_deletes_and_restores(page: Any, server: str, tmp_path: Path) -> None:
    you = Player(page).open(server + TWO_PEOPLE)
    name = page.url.partition("game=")[2]
    you.click("D4")
    you.expect_stones(1)
    page.goto(f"{server}/games")
    card = page.locator("article", has=page.locator(f'a[href="/?game={name}"]'))
    expect(card).to_contain_text("Not finished")
    card.get_by_role("button", name="Rename").click()
    page.get_by_label("Title").fill("My <i>first</i> game")
    you.press("Save")
    expect(card).to_contain_text("My <i>first</i> game")
    with page.expect_download() as download:
        card.get_by_role("button", name="Download").click()
    download.value.save_as(tmp_path / "game.sgf")
    assert read_game((tmp_path / "game.sgf").read_text()).root.properties["GN"] == ["My <i>first</i> game"]
    with page.expect_download() as download:  # this browser cannot share, so it saves the file
        card.get_by_role("button", name="Share").click()
    assert download.value.suggested_filename == f"semeai-{name}.sgf"
    card.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card).to_contain_text("Not finished")
    page.reload()
    expect(card).to_contain_text("My <i>first</i> game")
    card.get_by_role("link").click()
    you.expect_stones(1)


def test_a_record_shows_its_names_and_comments_and_keeps_its_properties(page: Any, server: str, tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(RECORD)
    you = Player(page).open(server + TWO_PEOPLE)
    you.load(tmp_path / "game.sgf")
    expect(page.locator(".players")).to_contain_text("Ann 3d")
    expect(page.locator(".players")).to_contain_text("Ben 2k")
    for word in ("Final", "Open", "B+R"):
        expect(page.locator(".record")).to_contain_text(word)
    page.keyboard.press("ArrowRight")
    comment = page.get_by_role("region", name="Comment")
    expect(comment).to_contain_text("many words")
    assert comment.evaluate("x => x.scrollHeight > x.clientHeight && x.clientHeight < 200")
    with page.expect_download() as download:
        you.press("Save SGF")
    download.value.save_as(tmp_path / "saved.sgf")
    old, new = read_game(RECORD).root.properties, read_game((tmp_path / "saved.sgf").read_text()).root.properties
    assert old.items() <= new.items()


def test_resigning_asks(page: Any, server: str) -> None:
    you = Player(page).open(server + TWO_PEOPLE)
    you.click("D4")
    you.expect_stones(1)
    you.press("Resign")
    you.press("Cancel")
    you.expect_status("White to play")
    you.press("Resign")
    page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    you.expect_status("Black wins: White resigned")


def test_a_handicap_sets_komi(page: Any, server: str) -> None:
    you = Player(page).open(server + TWO_PEOPLE)
    you.press("New game")
    expect(page.get_by_label("Komi")).to_have_value("7.5")
    page.get_by_label("Handicap").click()
    page.get_by_role("option", name="4", exact=True).click()
    expect(page.get_by_label("Komi")).to_have_value("0.5")
    you.press("Start")
    you.expect_stones(4)
    expect(page.locator(".players")).to_contain_text("komi 0.5")


def test_the_count_shows_its_sum(page: Any, server: str) -> None:
    you = Player(page, 5).open(f"{server}/?black=you&white=you&size=5&komi=0.5")
    for n, move in enumerate([f"{column}{row}" for row in range(1, 6) for column in "BD"], 1):
        you.click(move)
        you.expect_stones(n)
    you.press("Pass")
    you.press("Pass")
    expect(page.locator(".count")).to_contain_text("Black: 5 stones + 5 territory = 10")
    expect(page.locator(".count")).to_contain_text("White: 5 stones + 5 territory + 0.5 komi = 10.5")


OTHERS = (("page", "dark"), ("phone", "light"))


@pytest.mark.parametrize(
    ("window", "theme"), [("page", "light"), ("phone", "dark"), *(pytest.param(*look, marks=SLOW) for look in OTHERS)]
)
def test_the_pages_are_accessible(request: pytest.FixtureRequest, server: str, window: str, theme: str) -> None:
    page = request.getfixturevalue(window)
    page.emulate_media(color_scheme=theme)
    you = Player(page).open(server + TWO_PEOPLE)
    you.click("D4")
    you.expect_stones(1)
    assert violations(page) == []
    assert not is_too_wide(page)
    page.goto(f"{server}/games")
    expect(page.locator(".thumbnail").first).to_be_visible()
    assert violations(page) == []
    assert not is_too_wide(page)
