"""Untrusted texts for people: as lines of a terminal, and as HTML for notebooks."""

from collections.abc import Mapping
from html import escape

MAX_SHOWN = 300
"""maximum number of characters shown"""


def printable(text: object, length: int = MAX_SHOWN) -> str:
    """A text as one line that is safe for a terminal."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(str(text).split()))
    return line if len(line) <= length else line[:length] + " ..."


def facts(title: str, values: Mapping[str, object], more: str = "") -> str:
    """HTML with a title and a table of names and values, followed by the HTML `more`."""
    rows = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th><td style="text-align:left">{escape(str(value))}</td></tr>'
        for name, value in values.items()
    )
    return f"<div><strong>{escape(title)}</strong><table>{rows}</table>{more}</div>"
