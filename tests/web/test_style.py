"""The stylesheet: words can be read in both themes, and nothing comes from another site."""

import re

import pytest

from semeai.web.layout import STATIC

CSS = (STATIC / "style.css").read_text()
AA = 4.5  # the contrast that WCAG 2 wants of text


def variables(selector: str) -> dict[str, str]:
    found = re.search(rf"^{re.escape(selector)} {{(.*?)^}}", CSS, re.DOTALL | re.MULTILINE)
    assert found
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", found[1]))


LIGHT = variables(":root")
THEMES = {"light": LIGHT, "dark": LIGHT | variables(".body--dark")}


def brightness(color: str) -> float:
    """The relative luminance of WCAG 2."""
    shares = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(brightness, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("ink", "ground"),
    [(ink, ground) for ink in ("ink", "soft", "accent", "good", "bad") for ground in ("page", "card")]
    + [("on-accent", "accent"), ("page", "ink"), ("page", "bad")],
)
def test_words_can_be_read(theme: str, ink: str, ground: str) -> None:
    assert contrast(THEMES[theme][ink], THEMES[theme][ground]) >= AA


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_nothing_comes_from_another_site() -> None:
    for path in STATIC.iterdir():
        assert not re.search(r"https?://(?!www\.w3\.org)", path.read_text())
