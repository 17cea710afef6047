"""Common settings for pictures: the same style, and the same bytes every time."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from semeai.files import write_whole

INK, GREY, PALE = "#222222", "#777777", "#e6e6e6"
BLUE, RUST = "#1f4e79", "#b5532f"  # in black and white these are dark to medium, so lines also differ in style

# Text stays text in an SVG, its ids are the same every time, and a label with dollars is not a formula.
SETTINGS: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": "semeai", "text.parse_math": False}


def save_picture(make: Callable[[], Any], path: Path) -> None:
    """Write the figure of `make` to `path`, .svg or .png. The same figure gives the same SVG.

    Raises ValueError for another suffix, and OSError.
    """
    form = path.suffix.lower().removeprefix(".")
    if form not in ("svg", "png"):
        raise ValueError(f"expected a picture as .svg or .png, found {path.name}")
    write_whole(path, render(make, form))


def render(make: Callable[[], Any], form: str = "svg") -> bytes:
    """The figure of `make` as the content of an svg or png file."""
    import matplotlib

    picture = io.BytesIO()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # ignore the user's settings for other pictures
        matplotlib.rcParams.update(SETTINGS)
        make().savefig(picture, format=form, metadata={"Date": None} if form == "svg" else None)
    return picture.getvalue()


def plain_axes(axes: Any) -> None:
    """Style axes with a pale grid, small grey numbers and no frame."""
    axes.tick_params(length=0, labelsize=8, labelcolor=GREY)
    axes.grid(color=PALE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[:].set_visible(False)
