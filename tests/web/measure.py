"""How quick the pages are. For people: no test runs it.

python -m tests.web.measure                 first and largest contentful paint of every page, medians of 10, warm; then
                                            the time from a click to its stone, while players think on all cores
python -m tests.web.measure paints [PATH]   paints alone, of one page if a path such as /papers is given
python -m tests.web.measure clicks          clicks alone
"""

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from semeai.go.points import points, vertex
from tests.web.conftest import PATIENCE, cookie_of, serving
from tests.web.sights import SIGHTS, breed_some, play_some
from tests.web.support import Player

CLICKS = 50
LOADS = 10
FIRST_LIMIT, LARGEST_LIMIT = 1000.0, 2000.0
"""milliseconds"""
_PAINTS = """() => new Promise(done => {
  let largest = 0;
  new PerformanceObserver(list => { for (const x of list.getEntries()) largest = Math.max(largest, x.startTime); })
    .observe({type: 'largest-contentful-paint', buffered: true});
  const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null;
  setTimeout(() => done([first, largest]), 0);
})"""
_WATCH = """() => {
  const box = document.querySelector('.board-picture');
  window.shown = null;
  new MutationObserver(() => { window.shown = performance.now(); }).observe(box, {childList: true});
  document.querySelector('.board-frame').addEventListener('click', () => { window.clicked = performance.now(); }, true);
}"""


def paints(chromium: Any, only: str = "") -> None:
    """Load every page so many times, after once to warm up, and print the medians of its paints."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        breed_some(folder)
        play_some(folder)
        with serving(folder) as address:
            context = chromium.new_context(viewport={"width": 1280, "height": 900})
            context.set_default_timeout(PATIENCE)
            context.add_cookies([cookie_of(address)])
            for path, sight in SIGHTS.items():
                if only in ("", path):
                    _print_paints(path, [_paint(context, address + path[1:], sight) for _ in range(LOADS + 1)][1:])


def _paint(context: Any, address: str, sight: str) -> tuple[float, float]:
    """First and largest contentful paint of a page in milliseconds, when it shows everything."""
    page = context.new_page()
    page.goto(address)
    page.locator(sight).first.wait_for()
    page.wait_for_load_state("networkidle")
    first, largest = page.evaluate(_PAINTS)
    page.close()
    return first, largest


def _print_paints(path: str, found: list[tuple[float, float]]) -> None:
    first, largest = (statistics.median(column) for column in zip(*found, strict=True))
    verdict = "below" if first < FIRST_LIMIT and largest < LARGEST_LIMIT else "ABOVE"
    print(f"{path}: first paint {first:.0f} ms, largest {largest:.0f} ms, {verdict} the limits", flush=True)


def clicks(chromium: Any) -> None:
    """A person plays against themselves in one browser, while in two others players think without end."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address:
        printed = time.monotonic()
        context = chromium.new_context(viewport={"width": 1280, "height": 900})
        context.add_cookies([cookie_of(address)])
        page = context.new_page()
        you = Player(page, 19).open(f"{address}?black=you&white=you&size=19")
        print(f"usable {time.monotonic() - printed:.2f} s after the address was printed")
        for _ in range(2):
            busy = context.new_page()
            Player(busy, 19).open(f"{address}?black=rave:playouts=0,seconds=600&white=rave&size=19&komi=7.5")
        time.sleep(20)  # they load, and think
        page.bring_to_front()
        page.evaluate(_WATCH)
        times = []
        for n, point in enumerate(points(19)[: 7 * CLICKS : 7], 1):
            you.click(vertex(point))
            you.expect_stones(n)
            times.append(page.evaluate("window.shown - window.clicked"))
        print(f"click to stone: median {statistics.median(times):.0f} ms, worst of {CLICKS} {max(times):.0f} ms")


if __name__ == "__main__":
    import shutil
    import sys

    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        wanted = sys.argv[1:2]
        if wanted != ["clicks"]:
            paints(browser, *sys.argv[2:3])
        if wanted != ["paints"]:
            clicks(browser)
        browser.close()
