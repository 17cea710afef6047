"""How much reviews slow a player down: one person plays against `uct`, first alone, then beside reviews of long games.

    python -m tests.web.load_reviews [SECONDS] [REVIEWS]      (default: 60 seconds each, 5 reviews)

It prints one JSON object: the median seconds from a click to the answer without and with reviews, their ratio, the
positions that were reviewed meanwhile, and errors. It ends with code 1 after an error, if a review ended before the
game did, or if the ratio is above LIMIT.
"""

import asyncio
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from numpy.random import default_rng
from playwright.async_api import async_playwright

from semeai.go.game import Game
from semeai.go.points import PASS
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.sgf import write_game
from tests.web.conftest import PATIENCE, cookie_of, serving
from tests.web.load import Session, play

LIMIT = 1.5
MOVES = 300
"""of a reviewed game on 19x19, so that its review takes longer than the measurement"""


def write_games(folder: Path, n: int) -> list[str]:
    """Write so many long games to the shelf. Returns their names."""
    (folder / "games").mkdir()
    names = []
    for i in range(n):
        game, player = Game(Rules(size=19)), make_player("random")
        player.new_game(game.rules, default_rng(i))
        while game.n_moves < MOVES and (move := player.choose(game.board)) != PASS:
            game.play(move)
        names.append(f"{i:012x}")
        (folder / "games" / f"{names[-1]}.sgf").write_text(write_game(game))
    return names


async def measure(browser: Any, address: str, seconds: float) -> Session:
    """Play for so long, after a game that is too short to count but loads everything."""
    for duration in (5.0, seconds):
        session = Session()
        await play(browser, address, session, duration, asyncio.Barrier(1))
        if session.errors:
            break
    return session


async def start_review(browser: Any, address: str, name: str, errors: list[str]) -> Any:
    """Open a game and start its review. Returns the page."""
    context = await browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    await context.add_cookies([cookie_of(f"{address}/")])
    page = await context.new_page()
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    await page.goto(f"{address}/?game={name}")
    await page.locator(".board-svg").wait_for()
    await page.get_by_role("button", name="Review the game").click()
    await page.get_by_role("button", name="Stop the review").wait_for()
    return page


async def positions(page: Any) -> int:
    """The number of positions that a review has finished; the whole game if it is over."""
    found = re.search(r"(\d+) of \d+ positions", await page.locator(".review").inner_text())
    return int(found[1]) if found else MOVES + 1


async def compare(address: str, names: list[str], seconds: float) -> dict[str, Any]:
    """Measure without and with reviews."""
    errors: list[str] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        alone = await measure(browser, address, seconds)
        pages = [await start_review(browser, address, name, errors) for name in names]
        before = sum([await positions(page) for page in pages])
        beside = await measure(browser, address, seconds)
        done = [await positions(page) for page in pages]
        await browser.close()
    if max(done) > MOVES:
        errors.append("a review ended before the measurement did")
    errors += [*alone.errors, *beside.errors]
    times = [median(session.seconds) if session.seconds else float("nan") for session in (alone, beside)]
    return {
        "reviews": len(names),
        "turns": {"alone": alone.n_turns, "beside_reviews": beside.n_turns},
        "answer_seconds": {"alone": round(times[0], 3), "beside_reviews": round(times[1], 3)},
        "ratio": round(times[1] / times[0], 2),
        "positions_reviewed": sum(done) - before,
        "errors": errors,
    }


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    n_reviews = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as name:
        games = write_games(Path(name), n_reviews)
        with serving(Path(name)) as address:
            found = asyncio.run(compare(address.rstrip("/"), games, seconds))
    print(json.dumps(found, indent=1))
    sys.exit(bool(found["errors"]) or not found["ratio"] <= LIMIT)


if __name__ == "__main__":
    main()
