"""The page of a run as a story, in real Chromium."""

import re
from typing import Any

import pytest

from semeai.web import jobs
from tests.processes import wait_until
from tests.web.conftest import Lab
from tests.web.looks import check_looks, looking


@pytest.fixture(scope="module")
def lab(bred_lab: Lab) -> Lab:
    return bred_lab


def test_the_story_fits_every_window(lab: Lab, chromium: Any) -> None:
    def is_there(page: Any) -> None:
        page.get_by_role("region", name="Lineage").wait_for()
        page.locator(".genome").wait_for()
        page.get_by_role("img", name="The genes of all candidates").wait_for()

    check_looks(chromium, lab.address, "/evolve/small-1", is_there)


def test_two_generations_play_each_other_and_the_genome_follows(lab: Lab, chromium: Any) -> None:
    with looking(chromium, lab.address) as page:
        page.goto(f"{lab.address}/evolve/small-1")
        stage = page.get_by_role("region", name="Champions on one board")
        stage.locator(
            ".replay-title", has_text=re.compile(r"Generation \d+ \(black\) - generation 0 \(white\)")
        ).wait_for()
        drawing = stage.locator(".genome").inner_html()
        stage.get_by_role("slider", name="Generation that plays black").locator("[tabindex]").focus()
        for generation in reversed(range(11)):
            page.keyboard.press("ArrowLeft")
            stage.get_by_text(re.compile(rf"Black: generation {generation}\b")).wait_for()
        stage.locator(".replay-title", has_text="Generation 0 (black) - generation 0 (white)").wait_for()
        stage.get_by_text("The genome of generation 0").wait_for()
        assert stage.locator(".genome").inner_html() != drawing
        stage.get_by_text(re.compile("Move [1-9][0-9]* of [1-9]")).wait_for()  # it plays by itself
        stage.get_by_role("button", name="To the beginning").click()
        stage.get_by_text(re.compile("Move 0 of [1-9]")).wait_for()
        stage.get_by_label("Games of exams").click()
        page.get_by_role("option").first.click()
        stage.locator(".replay-title", has_text="wally").wait_for()


def test_a_champion_is_shown_beating_its_parent(lab: Lab, chromium: Any) -> None:
    with looking(chromium, lab.address) as page:
        page.goto(f"{lab.address}/evolve/small-1")
        last = page.get_by_role("button", name=re.compile("show how it beats generation")).last
        last.focus()
        page.keyboard.press("Enter")
        words = re.compile(r"Generation \d+ beats generation \d+ as|won none of the games")
        page.get_by_role("region", name="Champions on one board").get_by_text(words).wait_for()


def test_the_way_up_remembers_who_was_beaten(lab: Lab, chromium: Any) -> None:
    games = lab.folder / "games"
    games.mkdir(exist_ok=True)
    seats = "SEATS[you][champion:runs/small-1/champions/000000.npz]"
    (games / "0123456789ab.sgf").write_text(f"(;FF[4]GM[1]SZ[5]{seats}RE[B+2.5];B[aa])")
    with looking(chromium, lab.address) as page:
        page.goto(f"{lab.address}/evolve/small-1")
        way = page.get_by_role("region", name="Play your way up")
        way.get_by_text(re.compile("You have beaten 1 of [2-7]")).wait_for()
        assert way.get_by_text("Beaten", exact=True).count() == 1
        assert way.locator("a.next").get_attribute("aria-label") != "Play generation 0"
        way.locator("a.next").click()
        page.get_by_label(re.compile("Go board, 5 by 5")).wait_for()


def test_terms_are_explained_by_mouse_and_keyboard(lab: Lab, chromium: Any) -> None:
    for window in ("desk", "phone"):
        with looking(chromium, lab.address, window) as page:
            page.goto(f"{lab.address}/evolve/small-1")
            term = page.locator(".term", has_text="Lineage")
            tip = term.get_by_role("tooltip", include_hidden=True)
            term.wait_for()
            assert not tip.is_visible()
            term.focus()
            tip.wait_for()
            box = tip.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= page.viewport_size["width"]


def test_a_preset_starts_with_one_click_and_there_is_something_to_read_at_once(lab: Lab, chromium: Any) -> None:
    with looking(chromium, lab.address) as page:
        page.goto(f"{lab.address}/evolve")
        page.get_by_role("button", name="30 seconds on 5x5").click()
        page.wait_for_url("**/evolve/quick-5x5")
        story = page.get_by_role("region", name="The story so far")
        story.get_by_text("local against wally:noise=0.1 on 5x5").wait_for()
        story.get_by_text("A genetic algorithm").wait_for()
        page.get_by_text(re.compile(r"\d+ of 100 generations, [\d.]+ s each, .* left")).wait_for()
        story.get_by_text("Generation 0: the best of a random population").wait_for()
        page.get_by_role("button", name="Stop").click()
        page.locator(".state-stopped").wait_for()
    wait_until(lambda: not jobs.is_running(lab.folder / "runs" / "quick-5x5"))
