"""Every page at a desk and on a phone, light and dark, in real Chromium.

One browser and one server serve all pages. A page is opened once for each window and theme, and then everything is
checked together: it reports no error, does not scroll sideways, works without a mouse, and axe finds no fault.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SLOW
from tests.web.axe import violations
from tests.web.conftest import serving
from tests.web.looks import LOOKS, QUICK, looking
from tests.web.sights import SIGHTS, play_some

MOUSE_ONLY = """() => [...document.querySelectorAll('body *')].filter(x => {
    const box = x.getBoundingClientRect(), style = getComputedStyle(x);
    if (style.cursor !== 'pointer' || style.visibility === 'hidden' || !box.width || !box.height) return false;
    return !x.closest('a[href], button, input, select, textarea, label, summary, [tabindex], [disabled]')
        && !x.querySelector('a[href], button, input, [tabindex]');
}).map(x => x.tagName + '.' + [...x.classList].join('.'))"""
"""Elements that invite a click and that the keyboard does not reach."""


@pytest.fixture(scope="module")
def address(bred: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose work folder has runs, a tournament and a game."""
    folder = tmp_path_factory.mktemp("work")
    shutil.copytree(bred, folder, dirs_exist_ok=True)
    play_some(folder)
    with serving(folder) as address:
        yield address.rstrip("/")


def faults(page: Any) -> list[str]:
    """Everything that is wrong with the page in the browser."""
    found = violations(page)
    if (wide := page.evaluate("document.documentElement.scrollWidth - window.innerWidth")) > 0:
        found.append(f"{wide} pixels too wide")
    return found + [f"not for the keyboard: {name}" for name in page.evaluate(MOUSE_ONLY)]


@pytest.mark.parametrize(
    ("window", "theme"), [pytest.param(*look, marks=() if look in QUICK else SLOW) for look in LOOKS]
)
def test_every_page(address: str, chromium: Any, window: str, theme: str) -> None:
    found = {}
    with looking(chromium, address, window, theme, missing="/nowhere") as page:
        for path, sight in SIGHTS.items():
            page.goto(f"{address}{path}")
            page.locator(sight).first.wait_for()
            if wrong := faults(page):
                found[path] = wrong
    assert found == {}
