"""How quick the page Play is: the time from a click to its stone, while players think on all cores.

python -m tests.web.measure     for people: no test runs it
"""

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from semeai.go.points import points, vertex
from tests.web.conftest import cookie_of, serving
from tests.web.support import Player

CLICKS = 50
_WATCH = """() => {
  const box = document.querySelector('.board-picture');
  window.shown = null;
  new MutationObserver(() => { window.shown = performance.now(); }).observe(box, {childList: true});
  document.querySelector('.board-frame').addEventListener('click', () => { window.clicked = performance.now(); }, true);
}"""


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

    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        clicks(browser)
        browser.close()
