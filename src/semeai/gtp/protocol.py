"""GTP 2 as text: parses commands, formats responses, parses responses. This module does not know Go.

command:   [id] name arguments...      one line; `#` starts a comment; control characters are ignored
success:   =[id] text                  one or several lines, ended by an empty line;
failure:   ?[id] message               there is no empty line inside
"""

import re
import sys
from dataclasses import dataclass


class GtpError(ValueError):
    """A failed command. The controller reads the message after `?`."""


class ResponseError(ValueError):
    """A text that is not a GTP response."""


@dataclass(frozen=True)
class Command:
    """A parsed command line."""

    name: str
    arguments: tuple[str, ...] = ()
    id: str = ""
    """the digits before the name; the response repeats them unchanged"""


@dataclass(frozen=True)
class Response:
    """A parsed answer of an engine."""

    is_success: bool
    text: str
    id: str = ""


INTERRUPT = "# interrupt"
"""GoGui's comment line that interrupts the running command"""

# Everything below space except tab and newline, and DEL (GTP 2, section 3.1).
_CONTROLS = dict.fromkeys((*range(9), *range(11, 32), 127))


def clean(text: str) -> str:
    """`text` without control characters except newlines. Tabs become spaces."""
    return text.translate(_CONTROLS).replace("\t", " ")


def parse_command(line: str) -> Command | None:
    """The command of a line; None for comments and empty lines.

    A line with only an id is a command with an empty name, which no engine knows.
    """
    words = clean(line.removeprefix("\ufeff")).partition("#")[0].split()
    if not words:
        return None
    number = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
    return Command(words[0] if words else "", tuple(words[1:]), number)


def is_interrupt(line: str) -> bool:
    """True if `line` is GoGui's comment that interrupts the running command."""
    return clean(line).strip() == INTERRUPT


def shorten(text: str) -> str:
    """An argument for a message: quoted, shortened and printable."""
    return ascii(text if len(text) <= 30 else text[:27] + "...")


def begin_success(number: str = "") -> str:
    """The start of a successful response to the command with the id `number`."""
    return f"={number} "


def format_lines(text: str) -> str:
    """The further lines of a response: each ends with a newline, and empty ones are dropped."""
    return "".join(f"{line}\n" for line in clean(text).split("\n") if line.strip())


def format_success(text: str = "", number: str = "") -> str:
    """A successful response with `text` to the command with the id `number`."""
    first, _, rest = clean(text).partition("\n")
    return f"{begin_success(number)}{first}\n{format_lines(rest)}\n"


def format_failure(message: str, number: str = "") -> str:
    """The response of a failed command. The message is put on one line."""
    return f"?{number} {' '.join(clean(message).split())}\n\n"


def parse_response(text: str) -> Response:
    """The response in `text`, with or without the empty line at its end. Raises ResponseError."""
    match = re.match(r"([=?])([0-9]*)", text)
    if match is None:
        raise ResponseError(f"expected = or ? at the start of a response, found {shorten(text.partition(chr(10))[0])}")
    body = text[match.end() :].rstrip("\n")
    if body[:1] not in ("", " ", "\t", "\n"):
        raise ResponseError(f"expected a space after the id, found {shorten(text.partition(chr(10))[0])}")
    return Response(match[1] == "=", body.lstrip(" \t"), match[2])


class LineSplitter:
    """Splits a stream of bytes into lines."""

    def __init__(self, most: int = sys.maxsize) -> None:
        """A longer line is cut to `most` + 1 bytes."""
        self._most = most
        self.rest = bytearray()
        """the unfinished line"""

    def feed(self, chunk: bytes) -> list[str]:
        """The lines that end in `chunk`, without their newlines. Invalid UTF-8 is replaced, and too long lines are
        cut."""
        *ends, rest = chunk.split(b"\n")
        lines = []
        for end in ends:
            self._add(end)
            lines.append(self.rest.decode("utf-8", errors="replace"))
            self.rest.clear()
        self._add(rest)
        return lines

    def _add(self, piece: bytes) -> None:
        self.rest += piece[: self._most + 1 - len(self.rest)]
