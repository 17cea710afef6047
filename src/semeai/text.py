"""Texts from files and names for people: as lines of a terminal, and as HTML for notebooks. None of it is trusted."""

from collections.abc import Mapping
from html import escape

MAX_SHOWN = 300
"""characters of a text that are shown"""


def printable(text: object, length: int = MAX_SHOWN) -> str:
    """A text as one line that a terminal can be trusted with."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(str(text).split()))
    return line if len(line) <= length else line[:length] + " ..."


def facts(title: str, values: Mapping[str, object], more: str = "") -> str:
    """A title and a table of names and values; `more` is HTML that comes after it."""
    rows = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th><td style="text-align:left">{escape(str(value))}</td></tr>'
        for name, value in values.items()
    )
    return f"<div><strong>{escape(title)}</strong><table>{rows}</table>{more}</div>"
