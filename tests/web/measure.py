"""How quick the page Play is, and what many visitors at once do to it. For people: no test runs it.

python -m tests.web.measure clicks     the time from a click to its stone, while players think on all cores
python -m tests.web.measure crowd      20 browsers at once, two minutes, against uct
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from semeai.go.points import points, vertex
from tests.web.conftest import serving
from tests.web.support import Player

CLICKS = 50
VISITORS, SECONDS = 20, 120.0
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
        page = chromium.new_page(viewport={"width": 1280, "height": 900})
        you = Player(page, 19).open(f"{address}?black=you&white=you&size=19")
        print(f"usable {time.monotonic() - printed:.2f} s after the address was printed")
        for _ in range(2):
            busy = chromium.new_page()
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


def crowd(chromium: Any) -> None:
    """Visitors who play the first free point as soon as it is their turn, and count their moves."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address:
        server = _server_of(folder)
        errors: list[str] = []
        pages = []
        for _ in range(VISITORS):
            page = chromium.new_page(viewport={"width": 600, "height": 900})
            page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
            page.on("pageerror", lambda error: errors.append(str(error)))
            pages.append(Player(page).open(f"{address}?black=you&white=uct&size=9"))
        most, end = 0, time.monotonic() + SECONDS
        moves = [0] * VISITORS
        while time.monotonic() < end:
            for i, you in enumerate(pages):
                if "your move" in you.page.locator(".status").inner_text():
                    free = [p for p in points(9) if p not in you.stones()]
                    you.click(vertex(free[(7 * moves[i]) % len(free)]))
                    moves[i] += 1
            most = max(most, _memory(server))
        print(f"{VISITORS} visitors, {SECONDS:.0f} s: {sum(moves)} moves, {min(moves)} to {max(moves)} each")
        print(f"errors: {errors or 'none'}; the server took up to {most >> 20} MB")


def _server_of(folder: str) -> int:
    """The process that serves a folder."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        words = path.read_bytes().split(b"\0")
        if b"web" in words and folder.encode() in words:
            return int(path.parent.name)
    raise RuntimeError("no server")


def _memory(process: int) -> int:
    """The bytes that a process has in memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096


if __name__ == "__main__":
    import shutil

    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        {"clicks": clicks, "crowd": crowd}[sys.argv[1]](browser)
        browser.close()
