"""`make screenshots`: every page in light and dark, at a desk and in a hand, as small PNG files.

    python -m tests.web.screenshots [FOLDER]      (default: docs/pictures/web)

What the pages show is made for the purpose in a work folder of its own, the same every time.
"""

import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

import semeai
from semeai.sgf import write_game
from tests.web.conftest import PATIENCE, cookie_of, serving

ROOT = Path(__file__).parents[2]
WINDOWS = {"desk": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
THEMES = ("light", "dark")
GAME = "0123456789ab"
PAGES = {
    "start": "/start",
    "play": "/?black=wally&white=wally:noise=0.2&size=9",
    "review": f"/?game={GAME}",
    "games": "/games",
    "problems": "/problems",
    "evolve": "/evolve",
    "run": "/evolve/networks-5x5",
    "papers": "/papers",
    "paper": "/papers/richards",
    "figure": "/papers/richards/generations",
    "compare": "/compare?runs=weights-5x5&runs=networks-5x5",
    "arena": "/arena",
    "tournament": "/arena/runs/friends",
}
SIGHTS = {
    "start": ".steps",
    "games": ".game-card",
    "problems": ".board-svg",
    "run": ".genome line",
    "papers": ".paper-card",
    "paper": ".thumbnail img",
    "figure": ".figure-large img",
    "compare": ".settings",
    "tournament": ".cross",
}
"""what must be there before a picture is taken"""
N_COLORS = 128
TOURNAMENT = """
games = 10
size = 7
[players]
random = "random"
"wally, half random" = "wally:noise=0.5"
wally = "wally"
"uct, 50 playouts" = "uct:playouts=50"
"""


def prepare(folder: Path) -> None:
    """Breed and play a little, so that there is something to see."""
    (folder / "friends.toml").write_text(TOURNAMENT)
    (folder / "results").symlink_to(ROOT / "results")
    sane = "sane:neurons=400,blueprints=60,hidden=20"
    for arguments in (
        ["evolve", "ga:population=20", "--generations", "40", "--run", "weights-5x5", "--quiet"],
        ["evolve", sane, "--generations", "60", "--opponent", "random", "--run", "networks-5x5", "--quiet"],
        ["tournament", "friends.toml", "--json"],
    ):
        command = [sys.executable, "-m", "semeai", *arguments]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)

    game = semeai.play("champion:summation-9x9", "champion:shape-9x9", size=9, seed=1)
    game.root.properties |= {"PB": ["Agents 9x9"], "PW": ["Shape 9x9"]}
    (folder / "games").mkdir(exist_ok=True)
    (folder / "games" / f"{GAME}.sgf").write_text(write_game(game))


def review(page: Any) -> None:
    """Review the game on the page, unless that was done for another picture, and go to the worst mistake."""
    page.get_by_role("button", name="Review the game").click()
    page.locator(".mistakes button").first.wait_for()
    page.get_by_role("button", name="Review the game").wait_for()
    page.locator(".mistakes button").first.click()
    page.get_by_role("switch", name="Analyze").click()
    page.locator(".label").first.wait_for()
    page.evaluate("document.activeElement.blur()")


def save(page: Any, path: Path) -> None:
    """What a window shows, with few colors: a third of the bytes, and nobody sees it."""
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.convert("RGB").quantize(N_COLORS).save(path, optimize=True)


def take(browser: Any, address: str, folder: Path) -> None:
    """Take all pictures."""
    for window, viewport in WINDOWS.items():
        for theme in THEMES:
            context = browser.new_context(viewport=viewport, color_scheme=theme)
            context.set_default_timeout(PATIENCE)
            context.add_cookies([cookie_of(f"{address}/")])
            page = context.new_page()
            for name, path in PAGES.items():
                page.goto(address + path)
                page.wait_for_load_state("networkidle")
                if name in SIGHTS:
                    page.locator(SIGHTS[name]).first.wait_for(state="attached")
                if name == "review":
                    review(page)
                page.wait_for_timeout(15_000 if name == "play" else 1_500)  # so many moves; and pictures fade in
                save(page, folder / f"{name}-{window}-{theme}.png")
            context.close()


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures" / "web"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        work = Path(name)
        prepare(work)
        with serving(work) as address:
            program = shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            take(browser, address.rstrip("/"), folder)
            browser.close()
    for path in sorted(folder.glob("*.png")):
        print(f"{path}  {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
