"""The pages of papers, in real Chromium."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from semeai.web import jobs
from tests.processes import wait_until
from tests.web.conftest import working
from tests.web.looks import check_looks, looking

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle r="5"/></svg>'


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("work")
    mine = folder / "results" / "richards" / "opponent.svg"
    mine.parent.mkdir(parents=True)
    mine.write_text(SVG)
    return folder


@pytest.fixture(scope="module")
def address(work: Path) -> Iterator[str]:
    with working(work) as lab:
        yield lab.address


def test_a_figure_fits_its_windows(address: str, chromium: Any) -> None:
    check_looks(chromium, address, "/papers/richards/opponent", lambda page: page.locator(".figure-large").wait_for())


def test_the_way_from_all_papers_to_a_figure(address: str, chromium: Any) -> None:
    with looking(chromium, address) as page:
        page.goto(f"{address}/papers")
        page.get_by_role("link", name=re.compile("Evolving Neural Networks to Play Go")).click()
        page.get_by_role("region", name="Claims").wait_for()
        page.get_by_role("link", name=re.compile("wally with random moves is weaker")).click()
        page.wait_for_url("**/papers/richards/opponent")
        page.get_by_role("region", name="The claim").get_by_text("confirmed", exact=True).wait_for()
        picture = page.locator("img[src='/figures/richards/opponent.svg']")
        page.wait_for_function("e => e.complete && e.naturalWidth > 0", arg=picture.element_handle())
        page.get_by_text("semeai reproduce richards/opponent").wait_for()
        page.get_by_role("button", name="Run at laptop scale").wait_for()


def test_a_figure_is_run_watched_and_stopped(address: str, chromium: Any, work: Path) -> None:
    job = work / "reproductions" / "richards-opponent-laptop"
    with looking(chromium, address) as page:
        page.goto(f"{address}/papers/richards/opponent")
        card = page.get_by_role("region", name="Run it")
        card.get_by_role("button", name="Run at laptop scale").click()
        card.get_by_text("running", exact=True).wait_for()
        card.get_by_text(re.compile(r"laptop scale, \d+ of \d+ trials")).wait_for()
        card.get_by_role("button", name="Stop").click()
        card.get_by_text(re.compile("^(stopped|done)$")).wait_for()
    wait_until(lambda: not jobs.is_running(job))
    assert (work / "results" / "richards" / "opponent.svg").read_text() == SVG  # other results are left alone


def test_the_picture_of_a_run_is_shown(address: str, chromium: Any, work: Path) -> None:
    job = work / "reproductions" / "richards-pool-smoke"
    job.mkdir(parents=True)
    (job / "job.json").write_text("{}")
    (job / "pool.svg").write_text(SVG)
    with looking(chromium, address) as page:
        page.goto(f"{address}/papers/richards/pool")
        page.get_by_text("Your run at smoke scale").wait_for()
        picture = page.get_by_role("img", name=re.compile("your run"))
        page.wait_for_function("e => e.complete && e.naturalWidth > 0", arg=picture.element_handle())


@pytest.mark.parametrize(
    "path",
    [
        "papers/nobody",
        "papers/richards/nothing",
        "papers/richards/..%2f..%2fsecret",
        "reproductions/richards/opponent/paper.svg",
        "reproductions/richards/..%2fx/smoke.svg",
    ],
)
def test_other_addresses_lead_nowhere(address: str, chromium: Any, path: str) -> None:
    with looking(chromium, address) as page:
        assert page.request.get(f"{address}/{path}").status == 404
