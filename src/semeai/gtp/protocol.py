"""GTP 2 as text: lines become commands, answers become responses, and responses are read back. Nothing knows Go here.

command:   [id] name arguments...      one line; `#` starts a comment; control characters do not count
success:   =[id] text                  both may run over several lines and end with an empty line,
failure:   ?[id] message               so that none can stand inside
"""

import re
import sys
from dataclasses import dataclass


class GtpError(ValueError):
    """A command that fails; the message is what the controller reads after `?`."""


class ResponseError(ValueError):
    """A text that is no GTP response."""


@dataclass(frozen=True)
class Command:
    """A command line, taken apart."""

    name: str
    arguments: tuple[str, ...] = ()
    id: str = ""
    """the digits before the name, as they were written; the response repeats them"""


@dataclass(frozen=True)
class Response:
    """An engine's answer, taken apart."""

    is_success: bool
    text: str
    id: str = ""


INTERRUPT = "# interrupt"
"""GoGui's comment line that asks for an end of the running command"""

# Everything below space but for the tab and the newline, and DEL (GTP 2, section 3.1).
_CONTROLS = dict.fromkeys((*range(9), *range(11, 32), 127))


def clean(text: str) -> str:
    """`text` without control characters but for newlines; tabs become spaces."""
    return text.translate(_CONTROLS).replace("\t", " ")


def parse_command(line: str) -> Command | None:
    """The command of a line; None when there is none, as in comments and empty lines.

    A line that holds an id alone is a command with an empty name, which no engine knows.
    """
    words = clean(line.removeprefix("\ufeff")).partition("#")[0].split()
    if not words:
        return None
    number = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
    return Command(words[0] if words else "", tuple(words[1:]), number)


def is_interrupt(line: str) -> bool:
    """Whether `line` is GoGui's comment that asks for an end of the running command."""
    return clean(line).strip() == INTERRUPT


def shorten(text: str) -> str:
    """An argument, quoted, as short and printable as a message wants it."""
    return ascii(text if len(text) <= 30 else text[:27] + "...")


def begin_success(number: str = "") -> str:
    """How the response to a command with the id `number` begins."""
    return f"={number} "


def format_lines(text: str) -> str:
    """The lines of a response after its first one: each ends with a newline, empty ones are left out."""
    return "".join(f"{line}\n" for line in clean(text).split("\n") if line.strip())


def format_success(text: str = "", number: str = "") -> str:
    """The response with `text` to the command with the id `number`."""
    first, _, rest = clean(text).partition("\n")
    return f"{begin_success(number)}{first}\n{format_lines(rest)}\n"


def format_failure(message: str, number: str = "") -> str:
    """The response that a command has failed; a message of several lines becomes one."""
    return f"?{number} {' '.join(clean(message).split())}\n\n"


def parse_response(text: str) -> Response:
    """The response in `text`, with or without the empty line at its end. Raises ResponseError."""
    match = re.match(r"([=?])([0-9]*)", text)
    if match is None:
        raise ResponseError(f"a response begins with = or ?, not with {shorten(text.partition(chr(10))[0])}")
    body = text[match.end() :].rstrip("\n")
    if body[:1] not in ("", " ", "\t", "\n"):
        raise ResponseError(f"no space after the id: {shorten(text.partition(chr(10))[0])}")
    return Response(match[1] == "=", body.lstrip(" \t"), match[2])


class LineSplitter:
    """Makes lines of a stream of bytes, as they come."""

    def __init__(self, most: int = sys.maxsize) -> None:
        """Of a line that is longer, `most` bytes and one more are kept."""
        self._most = most
        self.rest = bytearray()
        """the line that has not ended yet"""

    def feed(self, chunk: bytes) -> list[str]:
        """The lines that end in `chunk`, without their newlines. What is no UTF-8 in them is replaced, and what a
        line has too much is dropped."""
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
