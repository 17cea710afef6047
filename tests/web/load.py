"""A load test on loopback: many browser sessions at once, each playing against `uct`.

    python -m tests.web.load [SECONDS] [SESSIONS]      (default: 120 seconds, 20 sessions)

It prints one JSON object: errors, turns a session (least, median, most), how long an answer took, and the memory of the
server. It ends with code 1 when there was an error, when a session had no turn, or when the fastest session had more
than FAIR times the turns of the slowest.
"""

import asyncio
import json
import os
import random
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from playwright.async_api import async_playwright

from tests.web.conftest import PATIENCE, cookie_of, serving

OPPONENT = "uct:playouts=200"
SIZE = 9
FAIR = 3.0
# Empty points next to an empty one, where any move is legal; as numbers, 20 * row + column.
FREE = """size => {
  const stones = new Set([...document.querySelectorAll('[data-stone]')].map(x => Number(x.dataset.stone)));
  const points = [];
  for (let row = 1; row <= size; row++) for (let column = 1; column <= size; column++) points.push(20 * row + column);
  const empty = new Set(points.filter(p => !stones.has(p)));
  return [...empty].filter(p => [1, -1, 20, -20].some(d => empty.has(p + d)));
}"""
N_NODES = "document.querySelectorAll('.tree-svg circle').length"


@dataclass
class Session:
    """What became of one."""

    n_turns: int = 0
    n_games: int = 0
    seconds: list[float] = field(default_factory=list)
    """from each click to the answer"""
    errors: list[str] = field(default_factory=list)


async def play(browser: Any, address: str, session: Session, seconds: float, start: asyncio.Barrier) -> None:
    """Play for so many seconds from when all sessions have a board before them."""
    context = await browser.new_context(viewport={"width": 900, "height": 900})
    context.set_default_timeout(PATIENCE)
    await context.add_cookies([cookie_of(f"{address}/")])
    page = await context.new_page()
    page.on("console", lambda said: session.errors.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: session.errors.append(str(error)))
    try:
        await _open(page, address)
        number = await start.wait()
        rng, end = random.Random(number), time.monotonic() + seconds
        while time.monotonic() < end:
            session.n_games += 1
            await _play_game(page, session, end, rng)
            await _open(page, address)
    except Exception as error:  # whatever goes wrong in a session is what this is about
        await start.abort()
        session.errors.append(repr(error)[:300])
    finally:
        await context.close()


async def _open(page: Any, address: str) -> None:
    await page.goto(f"{address}/?black=you&white={OPPONENT}&size={SIZE}")
    await page.wait_for_url("**/?game=*")


async def _play_game(page: Any, session: Session, end: float, rng: random.Random) -> None:
    while time.monotonic() < end:
        free = await page.evaluate(FREE, SIZE)
        if len(free) < SIZE or "wins" in await page.locator(".status").inner_text():
            return
        row, column = divmod(rng.choice(free), 20)
        box = await page.locator(".board-picture").bounding_box()
        unit = box["width"] / (SIZE + 1)
        n_before = await page.evaluate(N_NODES)
        began = time.monotonic()
        await page.mouse.click(box["x"] + unit * column, box["y"] + unit * (SIZE + 1 - row))
        # an answer, or the end of the game where there is none
        done = f"n => {N_NODES} >= n + 2 || document.querySelector('.status').innerText.includes('wins')"
        await page.wait_for_function(done, arg=n_before)
        session.seconds.append(time.monotonic() - began)
        session.n_turns += 1


async def watch_memory(found: list[float]) -> None:
    """Note the server's megabytes every second."""
    (server,) = _servers()
    while True:
        lines = (server / "status").read_text().splitlines()
        found.append(next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024)
        await asyncio.sleep(1)


def _servers() -> list[Path]:
    """The processes that this one has started and that are servers."""
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return [Path("/proc", pid) for pid in children if b"\0web\0" in Path("/proc", pid, "cmdline").read_bytes()]


async def load(address: str, seconds: float, n_sessions: int) -> tuple[list[Session], list[float]]:
    """All sessions at once. Returns what became of them, and the memory of the server second by second."""
    memory: list[float] = []
    sessions = [Session() for _ in range(n_sessions)]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        watcher = asyncio.create_task(watch_memory(memory))
        start = asyncio.Barrier(n_sessions)
        await asyncio.gather(*(play(browser, address, session, seconds, start) for session in sessions))
        watcher.cancel()
        await browser.close()
    return sessions, memory


def report(sessions: list[Session], memory: list[float]) -> dict[str, Any]:
    """What came of it, in plain types."""
    turns = sorted(session.n_turns for session in sessions)
    answers = sorted(second for session in sessions for second in session.seconds)
    return {
        "sessions": len(sessions),
        "games": sum(session.n_games for session in sessions),
        "turns": {"least": turns[0], "median": median(turns), "most": turns[-1], "all": sum(turns)},
        "answer_seconds": {
            "median": round(median(answers), 3),
            "slowest_5_percent": round(answers[int(0.95 * len(answers))], 3),
        }
        if answers
        else {},
        "server_megabytes": {"first": round(memory[0]), "most": round(max(memory)), "last": round(memory[-1])},
        "errors": [error for session in sessions for error in session.errors],
    }


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 120.0
    n_sessions = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address:
        found = report(*asyncio.run(load(address.rstrip("/"), seconds, n_sessions)))
    print(json.dumps(found, indent=1))
    least, most = found["turns"]["least"], found["turns"]["most"]
    sys.exit(bool(found["errors"]) or least == 0 or most > FAIR * least)


if __name__ == "__main__":
    main()
