"""Untrusted texts for people: as lines of a terminal, and as HTML for notebooks."""

import re
import sys
from collections.abc import Mapping
from html import escape
from shutil import get_terminal_size
from textwrap import wrap

MAX_SHOWN = 300
"""maximum number of characters shown"""


def printable(text: object, length: int = MAX_SHOWN) -> str:
    """A text as one line that is safe for a terminal."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(str(text).split()))
    return line if len(line) <= length else line[:length] + " ..."


def fold(text: str, width: int) -> str:
    """Wrap long lines between words, and indent the rest to its own column, so that tables stay readable."""
    lines = []
    for line in text.splitlines():
        columns = [match.end() for match in re.finditer(r"(?<=\S)  +|^ +", line) if match.end() <= width // 2]
        indent = " " * (columns[-1] if columns else 4)
        lines += wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [""]
    return "\n".join(lines)


def for_screen(text: str) -> str:
    """The text folded for the terminal that it is printed to; unchanged for files and pipes."""
    return fold(text, get_terminal_size().columns) if sys.stdout.isatty() else text


def facts(title: str, values: Mapping[str, object], more: str = "") -> str:
    """HTML with a title and a table of names and values, followed by the HTML `more`."""
    rows = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th><td style="text-align:left">{escape(str(value))}</td></tr>'
        for name, value in values.items()
    )
    return f"<div><strong>{escape(title)}</strong><table>{rows}</table>{more}</div>"
