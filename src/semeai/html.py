"""Small pieces of HTML, for notebooks. Every text is escaped."""

from collections.abc import Mapping
from html import escape


def facts(title: str, values: Mapping[str, object], more: str = "") -> str:
    """A title and a table of names and values; `more` is HTML that comes after it."""
    rows = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th><td style="text-align:left">{escape(str(value))}</td></tr>'
        for name, value in values.items()
    )
    return f"<div><strong>{escape(title)}</strong><table>{rows}</table>{more}</div>"
