"""The arguments of commands: words become values, or raise a GtpError with the reason."""

import re
from pathlib import Path

from semeai.go.points import PASS, parse_color, parse_vertex
from semeai.gtp.protocol import GtpError, shorten

_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_FLOAT = re.compile(r"[+-]?([0-9]{1,12}(\.[0-9]{0,12})?|\.[0-9]{1,12})")


def read_integer(text: str) -> int:
    """An integer argument. Raises GtpError."""
    if not _INTEGER.fullmatch(text):
        raise GtpError(f"syntax error: expected an integer, found {shorten(text)}")
    return int(text)


def read_number(text: str) -> float:
    """A finite decimal argument. Raises GtpError."""
    if not _FLOAT.fullmatch(text):
        raise GtpError(f"syntax error: expected a number, found {shorten(text)}")
    return float(text)


def read_color(text: str) -> int:
    """BLACK or WHITE. Raises GtpError."""
    try:
        return parse_color(text)
    except ValueError as error:
        raise GtpError(f"syntax error: {error}") from None


def read_move(text: str, size: int) -> int:
    """A point or PASS. A vertex off the board is an illegal move, not a syntax error. Raises GtpError."""
    try:
        return parse_vertex(text, size)
    except ValueError as error:
        raise GtpError("illegal move" if _is_vertex(text) else f"syntax error: {error}") from None


def _is_vertex(text: str) -> bool:
    """True if `text` is a vertex of GTP, which allows boards up to 25x25."""
    letter, digits = text[:1].upper(), text[1:]
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= 2
    return letter.isascii() and letter.isalpha() and letter != "I" and is_number and 1 <= int(digits) <= 25


def read_point(text: str, size: int) -> int:
    """A point of the board. Raises GtpError."""
    move = read_move(text, size)
    if move == PASS:
        raise GtpError("syntax error: expected a point, found pass")
    return move


def read_pairs(words: tuple[str, ...]) -> list[tuple[str, str]]:
    """Pairs of a color and a vertex. Raises GtpError."""
    if len(words) % 2:
        raise GtpError("syntax error: a vertex must follow each color")
    return list(zip(words[::2], words[1::2], strict=True))


def read_file_name(words: tuple[str, ...]) -> Path:
    """A file name. GoGui quotes names with spaces. Raises GtpError."""
    name = " ".join(words).strip('"')
    if not name or "\0" in name:
        raise GtpError(f"syntax error: expected a file name, found {shorten(name)}")
    return Path(name)
