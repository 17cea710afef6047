"""How pictures are made here: the same look, and the same bytes every time."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from semeai.files import write_whole

INK, GREY, PALE = "#222222", "#777777", "#e6e6e6"
BLUE, RUST = "#1f4e79", "#b5532f"  # dark and middling when printed without color, so lines differ in style as well

# Letters stay letters in an SVG, its ids are the same every time, and a label with dollars is no formula.
SETTINGS: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": "semeai", "text.parse_math": False}


def save_picture(make: Callable[[], Any], path: Path) -> None:
    """Make `path` the figure that `make` gives, .svg or .png by its name; the same figure gives the same SVG.

    Raises ValueError for another name, and OSError.
    """
    form = path.suffix.lower().removeprefix(".")
    if form not in ("svg", "png"):
        raise ValueError(f"a picture is .svg or .png, which {path.name} is not")
    write_whole(path, render(make, form))


def render(make: Callable[[], Any], form: str = "svg") -> bytes:
    """The figure that `make` gives as the content of a file, svg or png."""
    import matplotlib

    picture = io.BytesIO()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # whatever the user has set for other pictures
        matplotlib.rcParams.update(SETTINGS)
        make().savefig(picture, format=form, metadata={"Date": None} if form == "svg" else None)
    return picture.getvalue()


def plain_axes(axes: Any) -> None:
    """No frame, a pale grid, small grey numbers."""
    axes.tick_params(length=0, labelsize=8, labelcolor=GREY)
    axes.grid(color=PALE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[:].set_visible(False)
