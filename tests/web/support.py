"""What a person does on the page Play, for tests in a browser."""

from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from semeai.go.points import parse_vertex, row_column

expect.set_options(timeout=180_000)
TWO_PEOPLE = "/?black=you&white=you&size=9"


def is_too_wide(page: Any) -> bool:
    """True if the page scrolls sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


class Player:
    """Plays on a page."""

    def __init__(self, page: Any, size: int = 9) -> None:
        self.page = page
        self.size = size

    def open(self, address: str) -> "Player":
        self.page.goto(address)
        expect(self.page.locator(".board-svg")).to_be_visible()
        self.page.wait_for_url("**/?game=*")
        return self

    def click(self, vertex: str) -> None:
        row, column = row_column(parse_vertex(vertex, self.size))
        box = self.page.locator(".board-picture").bounding_box()
        unit = box["width"] / (self.size + 1)
        self.page.mouse.click(box["x"] + unit * column, box["y"] + unit * (self.size + 1 - row))

    def stones(self) -> set[int]:
        """The points with stones, as the browser shows them."""
        found = self.page.eval_on_selector_all("[data-stone]", "all => all.map(x => Number(x.dataset.stone))")
        return set(found)

    def expect_stones(self, n: int) -> None:
        expect(self.page.locator("[data-stone]")).to_have_count(n)

    def expect_status(self, words: str) -> None:
        expect(self.page.locator(".status")).to_contain_text(words)

    def load(self, path: Path) -> None:
        """Open a game record, and wait for it."""
        address = self.page.url
        self.page.set_input_files("input[type=file]", str(path))
        self.page.wait_for_url(lambda url: url != address)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()
