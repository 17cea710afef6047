"""SGF as text: `parse` and `serialise` know brackets, identifiers and escapes, and nothing of Go.

An `SgfNode` holds values raw: what stands between the brackets, escapes and all. `text_value`, `escape`,
`split_compose` and `compose` lead from raw values to plain texts and back.

Malformed input raises SgfError, which says where. No input makes this module recurse, and the MAX constants bound what
it may cost.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

MAX_LENGTH = 16_000_000
"""bytes or characters of a file; the largest joseki dictionaries have some four million"""
MAX_NODES = 500_000
"""nodes of a file"""
MAX_VALUES = 2_000_000
"""values of a file; in a game, also the stones that compressed lists of points stand for"""


class SgfError(ValueError):
    """Text that is no SGF, or no game of Go. `line` and `column` say where, both counted from 1.

    What is wrong with a value is reported at the node it belongs to, and the message names the property.
    """

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message, line, column)  # all three, so that the error survives the way between processes
        self.message, self.line, self.column = message, line, column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


# -- text <-> tree ---------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class SgfNode:
    """A node of a game tree. Compared by identity: a deep tree is nothing to recurse into."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    """identifier -> raw values, in the order of the file"""
    children: "list[SgfNode]" = field(default_factory=list, repr=False)
    """variations, the main one first"""
    offset: int = field(default=0, repr=False)
    """where the node starts in the text it was read from, for messages"""


# The possessive quantifiers (*+, ++) keep the matcher from remembering, in memory, ways back that cannot help.
_SPACE = r"[ \t\n\r\f\v]*+"
_RAW = r"[^\]\\]*+(?:\\.[^\]\\]*+)*+"
_IDENTIFIER = r"[A-Za-z][A-Za-z0-9]*+"
_START = re.compile(rf"\({_SPACE};")
_VALUE = re.compile(rf"{_SPACE}\[({_RAW})\]", re.DOTALL)
_TOKEN = re.compile(rf"{_SPACE}(?:([;()])|({_IDENTIFIER})((?:{_SPACE}\[{_RAW}\])++))", re.DOTALL)
_VALID_RAW = re.compile(_RAW, re.DOTALL)
_VALID_IDENTIFIER = re.compile(r"[A-Z][A-Z0-9]*")
_BREAK = re.compile(r"\r\n?|\n\r?")
_ESCAPE = re.compile(r"\\(?:\n|(.))", re.DOTALL)
_COMPOSED = re.compile(r"((?:[^\\:]|\\.)*+):(.*)", re.DOTALL)
_NO_LOWER_CASE = dict.fromkeys(map(ord, "abcdefghijklmnopqrstuvwxyz"))
_NO_TABS = dict.fromkeys(map(ord, "\t\f\v"), " ")
_MISPLACED = {  # by the tokens, of which P is a property
    "((": "a variation that does not start with a node",
    "()": "a variation without nodes",
    "(P": "a property outside a node",
    ")P": "a property outside a node",
    ");": "a node after a variation",
}


def parse(data: bytes | str) -> list[SgfNode]:
    """The roots of the game trees in `data`, at least one.

    - Text before, between and after the game trees is skipped: mail headers, signatures.
    - Lower-case letters in identifiers are dropped, as FF[3] says: `AddBlack` is AB.
    - The values of a property that a node has twice are joined.
    - Bytes are decoded by the CA of the first root, unless they start with the mark of UTF-8. Without a CA they are
      UTF-8 where they can be, else Latin-1: FF[4] says always Latin-1, but most writers of today do not, and text in
      Latin-1 is hardly ever valid UTF-8. The charset must contain ASCII, as UTF-16 does not.

    Raises SgfError.
    """
    text = data if isinstance(data, str) else decode(data)
    if len(text) > MAX_LENGTH:
        raise SgfError(f"{len(text)} characters are more than {MAX_LENGTH}", 1, 1)
    roots: list[SgfNode] = []
    n_nodes = n_values = 0
    position = 0
    while start := _START.search(text, position):
        position = start.start()
        forks: list[SgfNode | None] = []  # the node that each open parenthesis hangs on
        node: SgfNode | None = None  # the last one
        before = ""
        while before != ")" or forks:
            token = _TOKEN.match(text, position)
            if token is None:
                raise _syntax_error(text, position)
            delimiter, identifier, values = token.groups()
            here, position = token.start(1 if delimiter else 2), token.end()
            if message := _MISPLACED.get(before + (delimiter or "P")):
                raise error_at(text, here, message)
            before = delimiter or "P"
            if delimiter == "(":
                forks.append(node)
            elif delimiter == ")":
                node = forks.pop()
            elif delimiter == ";":
                siblings = roots if node is None else node.children
                node = SgfNode(offset=here)
                siblings.append(node)
                n_nodes += 1
                if n_nodes > MAX_NODES:
                    raise error_at(text, here, f"more than {MAX_NODES} nodes")
            else:
                assert node is not None  # a property stands behind ; or a property
                name = identifier if identifier.isupper() else identifier.translate(_NO_LOWER_CASE)
                if not _VALID_IDENTIFIER.fullmatch(name):
                    raise error_at(text, here, f"property {identifier[:20]} has no capital letter")
                found = _VALUE.findall(values)
                node.properties.setdefault(name, []).extend(found)
                n_values += len(found)
                if n_values > MAX_VALUES:
                    raise error_at(text, here, f"more than {MAX_VALUES} values")
    if not roots:
        raise error_at(text, len(text), "no game found")
    return roots


def serialise(roots: Iterable[SgfNode]) -> str:
    """The text of a collection of game trees, one node a line; `parse` reads the same trees from it.

    Raises ValueError for identifiers and raw values that would break the file.
    """
    pieces: list[str] = []
    for root in roots:
        pending: list[SgfNode | str] = [")\n", root, "("]
        while pending:
            item = pending.pop()
            if isinstance(item, str):
                pieces.append(item)
                continue
            pieces.append(_format_node(item))
            if len(item.children) == 1:
                pending += [item.children[0], "\n"]
            else:
                for child in reversed(item.children):
                    pending += [")", child, "\n("]
    return "".join(pieces)


def _format_node(node: SgfNode) -> str:
    pieces = [";"]
    for name, values in node.properties.items():
        if not _VALID_IDENTIFIER.fullmatch(name):
            raise ValueError(f"not the identifier of an SGF property: {name[:20]!r}")
        for value in values:
            if not _VALID_RAW.fullmatch(value):
                raise ValueError(f"a value of {name} is not escaped: {value[:20]!r}")
        if values:
            pieces.append(name + "[" + "][".join(values) + "]")
    return "".join(pieces)


def error_at(text: str, offset: int, message: str) -> SgfError:
    line, line_start = 1, 0
    for line_break in _BREAK.finditer(text, 0, offset):
        line, line_start = line + 1, line_break.end()
    return SgfError(message, line, offset - line_start + 1)


def _syntax_error(text: str, position: int) -> SgfError:
    """Why no token starts at `position`."""
    match = re.compile(rf"{_SPACE}({_IDENTIFIER})?{_SPACE}").match(text, position)
    assert match is not None  # it matches nothing, too
    identifier, here = match[1], match.end()
    if text[here : here + 1] == "[":
        is_closed = _VALUE.match(text, here)
        return error_at(text, here, "a value without a property" if is_closed else "a value that no ] ends")
    if identifier:
        return error_at(text, match.start(1), f"property {identifier[:20]} has no value")
    return error_at(
        text, here, f"unexpected {text[here]!r}" if here < len(text) else "the text ends inside a game tree"
    )


# A charset is fit for SGF when it reads ASCII as it is. The tail unmasks codecs that do more than that.
_ASCII = bytes(c for c in range(ord(" "), 127) if c != ord("\\")) + b"\\\\ \\u0041 .xn--bcher-kva."


def decode(data: bytes) -> str:
    """The text of a file; `parse` says how. Raises SgfError."""
    if len(data) > MAX_LENGTH:
        raise SgfError(f"{len(data)} bytes are more than {MAX_LENGTH}", 1, 1)
    mark = b"\xef\xbb\xbf"
    charset = "utf-8" if data.startswith(mark) else _charset(data)
    data = data.removeprefix(mark)
    if charset is None:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("latin-1")
    try:
        return data.decode(charset)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(charset, "replace")
        raise error_at(before, len(before), f"byte 0x{data[error.start]:02x} is no {charset}") from None


def _charset(data: bytes) -> str | None:
    """The CA of the first root, None where it says nothing. Raises SgfError when Python cannot read it."""
    text = data.decode("latin-1")  # where every byte is a character
    start = _START.search(text)
    position = start.end() if start else len(text)
    while (token := _TOKEN.match(text, position)) and token[2]:
        position = token.end()
        if token[2].translate(_NO_LOWER_CASE) == "CA":
            name = text_value(_VALUE.findall(token[3])[0]).strip()
            if not name:
                return None
            try:
                # not any length: Python remembers the names of all codecs it was asked for
                is_fit = len(name) < 50 and _ASCII.decode(name) == _ASCII.decode("ascii")
            except (LookupError, ValueError):  # no such codec, or one that chokes
                is_fit = False
            if not is_fit:
                raise error_at(text, token.start(2), f"unknown charset {name[:20]!r}")
            return name
    return None


# -- values ----------------------------------------------------------------------------------------------------------


def text_value(raw: str, simple: bool = False) -> str:
    """The plain text of a raw Text value, or of a SimpleText: there a line break is a space.

    Escapes are resolved, escaped line breaks vanish, line breaks of all kinds become newlines and tabs become spaces.
    """
    text = _BREAK.sub("\n", raw).translate(_NO_TABS)
    text = _ESCAPE.sub(r"\1", text)
    return text.replace("\n", " ") if simple else text


def escape(text: str) -> str:
    """The raw value of a plain text, for properties that are not composed."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def split_compose(raw: str) -> tuple[str, str] | None:
    """The plain texts of a composed value such as LB's "aa:label", or None when no colon parts it."""
    match = _COMPOSED.fullmatch(raw)
    return (text_value(match[1], simple=True), text_value(match[2], simple=True)) if match else None


def compose(first: str, second: str) -> str:
    """The raw value of two plain texts, the inverse of `split_compose`."""
    return ":".join(escape(text).replace(":", "\\:") for text in (first, second))
