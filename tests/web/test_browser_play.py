"""The page Play in a real browser: whole games, travel, files, overlays, a phone, a keyboard."""

from pathlib import Path
from typing import Any

from numpy.random import default_rng
from playwright.sync_api import expect

from semeai.go.game import Game
from semeai.go.points import PASS, points, vertex
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.sgf import read_game
from tests.web.conftest import cookie_of, serving
from tests.web.support import TWO_PEOPLE, Player


def test_a_whole_game_against_rave_to_a_scored_end(page: Any, server: str) -> None:
    you = Player(page).open(f"{server}/?black=you&white=rave:playouts=50,resign=0&size=9")
    game, adviser = Game(Rules.preset("chinese")), make_player("rave:playouts=100,resign=0")
    adviser.new_game(game.rules, default_rng(1))
    while game.result is None:
        game.play(adviser.choose(game.board))
        if game.node.point == PASS:
            you.press("Pass")
        else:
            you.click(vertex(game.node.point))
        if game.result is not None:
            break
        expect(page.locator(".tree-svg circle")).to_have_count(len(game.moves) + 2)  # the root, and white's answer
        new = you.stones() - game.board.stones.keys()
        game.play(new.pop() if new else PASS)
        assert you.stones() == game.board.stones.keys()
    assert len(game.moves) > 30
    you.expect_status("Click a group to mark it dead or alive")
    expect(page.locator(".owned").first).to_be_visible()
    n_dead = page.locator(".dead").count()
    you.click(vertex(min(you.stones())))
    expect(page.locator(".dead")).not_to_have_count(n_dead)
    page.reload()
    expect(page.locator(".status")).to_contain_text("wins")
    expect(page.locator(".dead")).not_to_have_count(n_dead)


def vertex_point(text: str) -> int:
    return {vertex(p): p for p in points(9)}[text]


def test_illegal_moves_are_explained_softly(page: Any, server: str) -> None:
    you = Player(page).open(server + TWO_PEOPLE)
    you.click("D4")
    you.expect_stones(1)
    you.click("D4")
    expect(page.locator(".q-notification")).to_contain_text("D4 is occupied")
    you.expect_stones(1)


def test_undo_branch_and_steps_by_keyboard(page: Any, server: str) -> None:
    you = Player(page).open(server + TWO_PEOPLE)
    for n, move in enumerate(["D4", "F6", "C7"], 1):
        you.click(move)
        you.expect_stones(n)
    you.press("Undo")
    you.expect_stones(2)
    you.press("Redo")
    you.expect_stones(3)
    page.keyboard.press("u")
    you.expect_stones(2)
    you.click("G3")
    you.expect_stones(3)
    expect(page.locator(".tree-svg circle")).to_have_count(5)  # the root, two moves, two variations
    page.keyboard.press("ArrowUp")
    expect(page.locator(f'[data-stone="{vertex_point("C7")}"]')).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(page.locator(f'[data-stone="{vertex_point("G3")}"]')).to_have_count(1)
    for key, n in (("Home", 0), ("ArrowRight", 1), ("End", 3), ("ArrowLeft", 2)):
        page.keyboard.press(key)
        you.expect_stones(n)
    page.locator(".tree-svg circle").first.click()
    you.expect_stones(0)
    page.reload()
    you.expect_stones(0)
    expect(page.locator(".tree-svg circle")).to_have_count(5)


def test_a_second_tab_and_a_restarted_server_show_the_same(page: Any, tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        page.context.add_cookies([cookie_of(address)])
        you = Player(page).open(address.rstrip("/") + TWO_PEOPLE)
        name = page.url.partition("game=")[2]
        you.click("D4")
        you.expect_stones(1)
        tab = Player(page.context.new_page())
        tab.open(f"{address}?game={name}").expect_stones(1)
        tab.click("F6")
        you.expect_stones(2)
        tab.page.close()
        page.goto("about:blank")
    with serving(tmp_path) as address:
        page.context.add_cookies([cookie_of(address)])
        you.open(f"{address}?game={name}").expect_stones(2)
        page.goto("about:blank")


def test_sgf_with_variations_round_trips(page: Any, server: str, tmp_path: Path) -> None:
    text = "(;FF[4]GM[1]SZ[9]KM[6.5]RU[japanese]PB[Ann]PW[Ben]C[a game];B[dd](;W[ff]N[one];B[cc])(;W[gg];B[fc]C[two]))"
    source, target = tmp_path / "game.sgf", tmp_path / "saved.sgf"
    source.write_text(text)
    you = Player(page).open(server + TWO_PEOPLE)
    you.load(source)
    page.keyboard.press("End")
    you.expect_stones(3)
    with page.expect_download() as download:
        you.press("Save SGF")
    download.value.save_as(target)
    old, new = read_game(text), read_game(target.read_text())
    assert new.rules == old.rules
    pairs = [(old.root, new.root)]
    while pairs:
        one, other = pairs.pop()
        assert (one.color, one.point, one.setup) == (other.color, other.point, other.setup)
        assert one.properties.items() <= other.properties.items()
        pairs += zip(one.children, other.children, strict=True)


def test_a_broken_record_is_refused_with_a_word(page: Any, server: str, tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;GM[1]SZ[99])")
    Player(page).open(server + TWO_PEOPLE)
    page.set_input_files("input[type=file]", str(tmp_path / "game.sgf"))
    expect(page.locator(".q-notification")).to_contain_text("Not a game record")


def test_each_overlay_changes_what_is_seen(page: Any, server: str) -> None:
    you = Player(page).open(f"{server}/?black=you&white=rave:playouts=200&size=9")
    you.click("E5")
    you.expect_stones(2)
    for name, mark in (("Influence", ".shade"), ("Ownership", ".shade"), ("Thoughts", ".label")):
        expect(page.locator(mark)).to_have_count(0)
        switch = page.get_by_role("switch", name=name)
        switch.click()
        if name == "Influence":
            you.press("area (4/0)")
        expect(page.locator(mark).first).to_be_visible()
        if name == "Thoughts":
            expect(page.locator(".thought")).to_contain_text("playouts")
            box = page.locator(".label").first.bounding_box()
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            expect(page.locator(".board-hand text").first).to_have_text("1")  # the variation it expects
        switch.click()
        expect(page.locator(mark)).to_have_count(0)
    expect(page.locator(".graph-svg")).to_be_visible()


def test_two_players_are_watched_and_paused(page: Any, server: str) -> None:
    you = Player(page, 5).open(f"{server}/?black=random&white=random&size=5")
    expect(page.locator("[data-stone]").nth(2)).to_be_visible()
    you.press("Pause")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    you.expect_status("paused")


def test_the_keyboard_alone_can_play(page: Any, server: str) -> None:
    you = Player(page).open(server + TWO_PEOPLE)
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('board-frame')"):
            break
    for key in ("ArrowLeft", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(f'[data-stone="{vertex_point("D6")}"]')).to_have_count(1)
    for key in ("ArrowDown", " "):
        page.keyboard.press(key)
    you.expect_stones(2)
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    you.expect_stones(1)


def test_a_new_game_from_the_form_with_a_clock(page: Any, server: str) -> None:
    you = Player(page, 13).open(server + TWO_PEOPLE)
    you.press("New game")
    page.get_by_role("button", name="13").click()
    page.get_by_label("Time").fill("nonsense")
    you.press("Start")
    expect(page.get_by_role("alert")).to_contain_text("expected a time limit")
    page.get_by_label("Time").fill("10m")
    you.press("Start")
    expect(page.locator(".clock").nth(1)).to_have_text("10:00")
    you.click("N13")
    you.expect_stones(1)


def test_a_phone_shows_it_all_without_scrolling_sideways(phone: Any, server: str) -> None:
    you = Player(phone).open(server + TWO_PEOPLE)
    box = phone.locator(".board-picture").bounding_box()
    phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    you.expect_stones(1)
    for path in ("/", "/games", "/evolve", "/papers", "/arena"):
        phone.goto(server + path)
        phone.wait_for_selector(".page")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_all_that_can_be_used_has_a_name(page: Any, server: str) -> None:
    Player(page).open(server + TWO_PEOPLE)
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll("button, a, input, [role=switch], [tabindex='0']")]
            .filter(x => x.checkVisibility() && !x.closest(".unseen"))
            .filter(x => !(x.getAttribute("aria-label") || x.innerText || x.closest("label") || x.labels?.length))
            .map(x => x.outerHTML.slice(0, 120))"""
    )
    assert unnamed == []
    seen = []
    page.evaluate("document.activeElement.blur()")
    for _ in range(12):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("(x => x.getAttribute('aria-label') || x.innerText)(document.activeElement)"))
    wanted = ("Play", "Colors", "Go board", "To the start")
    order = [next(i for i, name in enumerate(seen) if word in name) for word in wanted]
    assert order == sorted(order)


def test_each_agent_of_a_player_can_be_heard(page: Any, server: str) -> None:
    you = Player(page).open(f"{server}/?black=you&white=champion:summation-9x9&size=9")
    you.click("E5")
    you.expect_stones(2)
    page.get_by_text("Thoughts", exact=True).click()
    page.get_by_text("summation plays").first.wait_for()
    together = page.locator(".board-picture").inner_html()
    page.get_by_label("Ratings by").click()
    page.get_by_role("option", name="follower", exact=True).click()
    page.wait_for_function("html => document.querySelector('.board-picture').innerHTML != html", arg=together)
