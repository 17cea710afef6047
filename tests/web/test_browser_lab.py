"""Evolve, Papers and Arena in real Chromium."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from semeai.web import jobs
from tests.processes import wait_until
from tests.web.conftest import Lab, working


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with working(tmp_path_factory.mktemp("work")) as lab:
        yield lab


def n_generations(page: Any) -> int:
    found = re.search(r"([\d,]+)(?: of [\d,]+)? generation", page.locator(".run-head").inner_text())
    return int(found[1].replace(",", "")) if found else 0


def test_an_evolution_is_started_watched_stopped_resumed_and_its_champion_played(lab: Lab, page: Any) -> None:
    page.goto(f"{lab.address}/evolve")
    page.get_by_text("Settings of the method").click()
    page.get_by_label("population").fill("1")
    page.get_by_text("ga:population must be 2 or more, not 1").wait_for()
    assert page.get_by_role("button", name="Start", exact=True).is_disabled()
    page.get_by_label("population").fill("8")
    page.get_by_label("Generations", exact=True).fill("100000")
    page.get_by_label("Games per candidate").fill("4")
    page.get_by_label("Name", exact=True).fill("bred-here")
    page.locator("button[type=submit]:not([disabled])", has_text="Start").click()

    page.wait_for_url("**/evolve/bred-here")
    words = "/([3-9]|\\d\\d+) of 100,000 generations, .* s each, .* left/"
    page.wait_for_function(f"{words}.test(document.querySelector('.run-head').innerText)")
    assert page.locator(".state-running").is_visible()
    page.locator("figure", has_text="Fitness").locator("path[stroke='#3b7dd8']").first.wait_for(state="attached")
    page.get_by_role("button", name="Stop").click()
    page.locator(".state-stopped").wait_for()
    n_before = n_generations(page)

    page.reload()
    page.get_by_role("button", name="Continue").wait_for()
    wait_until(lambda: n_generations(page) >= n_before)
    page.get_by_role("button", name="Continue").click()
    page.locator(".state-running").wait_for()
    wait_until(lambda: page.wait_for_timeout(100) or n_generations(page) > n_before)

    page.get_by_role("img", name="weights").wait_for()
    page.get_by_role("button", name="Play against it").click()
    page.wait_for_url(re.compile(r"/\?(white|game)="))
    page.get_by_text(re.compile(r"bred-here, generation \d+")).first.wait_for()
    page.get_by_label(re.compile("Go board, 5 by 5")).wait_for()

    page.goto(f"{lab.address}/evolve/bred-here")
    page.get_by_role("button", name="Stop").click()
    page.locator(".state-stopped").wait_for()


def test_no_more_run_than_may(lab: Lab, page: Any) -> None:
    others = [lab.folder / "matches" / name for name in ("one", "two")]
    for job in others:
        jobs.Jobs(lab.folder, 9).start(job, ("match", "wally", "random", "--games", "1000000", "--size", "19"))
    try:
        page.goto(f"{lab.address}/arena")
        page.get_by_role("button", name="Start").click()
        page.get_by_text("which is the limit").wait_for()
    finally:
        for job in others:
            wait_until(lambda job=job: jobs.stop(job) or not jobs.is_running(job))
    wait_until(lambda: not any(map(jobs.is_running, others)))


def test_a_match_is_started_and_its_games_are_replayed(lab: Lab, page: Any) -> None:
    page.goto(f"{lab.address}/arena")
    page.get_by_label("Games").fill("14")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/arena/matches/wally-random-9x9")
    page.get_by_text("14 of 14 games").wait_for()
    page.locator(".state-done").wait_for()
    ratings = page.get_by_role("table").first
    assert "Wally" in ratings.inner_text()
    page.get_by_role("button", name="Later games").click()
    page.get_by_role("button", name=re.compile("^14. Random - Wally")).click()
    page.locator(".replay-title", has_text=re.compile("random - wally", re.IGNORECASE)).wait_for()
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_text(re.compile("Move 0 of [1-9]")).wait_for()
    page.goto(f"{lab.address}/arena")
    page.get_by_role("link", name="matches/wally-random-9x9").get_by_text("14 games").wait_for()


def test_pages_fit_a_phone(lab: Lab, phone: Any) -> None:
    paths = (
        "evolve",
        "papers",
        "papers/zela",
        "arena",
        "evolve/bred-here",
        "arena/matches/wally-random-9x9",
        "evolve/nothing",
    )
    for path in paths:
        phone.goto(f"{lab.address}/{path}")
        phone.wait_for_load_state("networkidle")
        assert phone.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0, path


@pytest.mark.parametrize("path", ["evolve/../../etc/passwd", "evolve/%2e%2e/%2e%2e/etc", "arena/..%2f..%2fetc"])
def test_no_page_leads_out_of_the_work_folder(lab: Lab, page: Any, path: str) -> None:
    (lab.folder.parent / "etc").mkdir(exist_ok=True)
    (lab.folder.parent / "etc" / "games.sgf").touch()
    (lab.folder.parent / "etc" / "run.json").touch()
    answer = page.request.get(f"{lab.address}/{path}")
    assert "no such" in answer.text() or answer.status == 404


@pytest.mark.parametrize("path", ["richards/..%2f..%2fsecret", "nobody/generations", "../richards/generations"])
def test_figures_are_those_of_papers(lab: Lab, page: Any, path: str) -> None:
    assert page.request.get(f"{lab.address}/figures/{path}.svg").status == 404
