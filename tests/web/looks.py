"""The four ways in which tests look at a page: at a desk and in a hand, light and dark."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.web.conftest import PATIENCE, cookie_of

WINDOWS = {"desk": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
LOOKS = tuple((window, theme) for window in WINDOWS for theme in ("light", "dark"))
QUICK = (("desk", "light"), ("phone", "dark"))
"""each window and each theme once; the slow tests look in the two other ways"""


@contextmanager
def looking(
    chromium: Any, address: str, window: str = "desk", theme: str = "light", missing: str = ""
) -> Iterator[Any]:
    """A page of a browser; afterwards it must not have told of an error, but of a 404 at the path `missing`."""
    context = chromium.new_context(viewport=WINDOWS[window], color_scheme=theme, accept_downloads=True)
    context.set_default_timeout(PATIENCE)
    context.add_cookies([cookie_of(f"{address}/")])
    page = context.new_page()
    errors: list[str] = []

    def hear(message: Any) -> None:
        is_known = missing and "404" in message.text and message.location["url"] == f"{address}{missing}"
        if message.type == "error" and not is_known:
            errors.append(f"{page.url}: {message.text}")

    page.on("console", hear)
    page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
    try:
        yield page
    finally:
        context.close()
    assert errors == []


def check_looks(chromium: Any, address: str, path: str, is_there: Callable[[Any], object]) -> None:
    """Open a page in two ways. It fits its window, and `is_there` waits for what it must show. `test_every_page` has
    all four."""
    for window, theme in QUICK:
        with looking(chromium, address, window, theme) as page:
            page.goto(f"{address}{path}")
            is_there(page)
            wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert wide <= 0, (path, window, theme)
