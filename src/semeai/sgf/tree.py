"""SGF as text: `parse` and `serialise` know brackets, identifiers and escapes, but nothing about Go.

An `SgfNode` holds raw values: the text between the brackets, including escapes. `text_value`, `escape`,
`split_compose` and `compose` convert between raw values and plain texts.

Malformed input raises SgfError with the line and column. No input makes this module recurse. Time is linear in the
length of the text, and memory stays below 20 times its size: parsed trees are a few arrays of numbers, and a
`ParsedNode` reads its properties from the text on every access.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, overload

MAX_LENGTH = 16_000_000
"""maximum bytes or characters of a file; the largest joseki dictionaries have some four million"""
MAX_NODES = 500_000
"""maximum nodes of a file"""
MAX_PROPERTIES = 10_000
"""maximum properties of a node"""
MAX_VALUES = 2_000_000
"""maximum values of a file; in a game, also the maximum number of stones in compressed point lists"""


class SgfError(ValueError):
    """Text that is not valid SGF, or not a game of Go. `line` and `column` count from 1.

    An error in a value is reported at its node, and the message names the property.
    """

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message, line, column)  # all three, so that the error can be pickled
        self.message, self.line, self.column = message, line, column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


# -- text <-> tree ---------------------------------------------------------------------------------------------------


class TreeNode(Protocol):
    """A node of a game tree, either parsed or to be written."""

    @property
    def properties(self) -> Mapping[str, list[str]]:
        """identifier -> raw values, in the order of the file"""

    @property
    def children(self) -> "Sequence[TreeNode]":
        """variations, the main one first"""


@dataclass(eq=False, slots=True)
class SgfNode:
    """A node to be written. Nodes compare by identity, so that a deep tree causes no recursion."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    children: "list[SgfNode]" = field(default_factory=list, repr=False)


class Trees(Sequence["ParsedNode"]):
    """The game trees of a text: a sequence of their roots.

    Nodes are columns of numbers, in the order of the text. A Python object for each node would take 200 times as much
    memory as its `;` in the text.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.roots = array("i")
        self.offsets = array("i")
        """by node: its offset in the text"""
        self.first_children = array("i")
        """by node: the number of another node, -1 for none"""
        self.next_siblings = array("i")
        self._last_children = array("i")

    def __len__(self) -> int:
        return len(self.roots)

    @overload
    def __getitem__(self, i: int) -> "ParsedNode": ...
    @overload
    def __getitem__(self, i: slice) -> "list[ParsedNode]": ...
    def __getitem__(self, i: int | slice) -> "ParsedNode | list[ParsedNode]":
        if isinstance(i, slice):
            return [ParsedNode(self, root) for root in self.roots[i]]
        return ParsedNode(self, self.roots[i])

    def finish(self) -> None:
        """Drop the data that only `add` needs."""
        self._last_children = array("i")

    def add(self, offset: int, parent: int) -> int:
        """Add a node as the last child of `parent`, or as a root for -1. Returns its number."""
        number = len(self.offsets)
        self.offsets.append(offset)
        for column in (self.first_children, self.next_siblings, self._last_children):
            column.append(-1)
        if parent < 0:
            self.roots.append(number)
            return number
        if self.first_children[parent] < 0:
            self.first_children[parent] = number
        else:
            self.next_siblings[self._last_children[parent]] = number
        self._last_children[parent] = number
        return number


@dataclass(frozen=True, slots=True)
class ParsedNode:
    """A node of a parsed text. It is a read-only view. Equal views are the same node."""

    trees: Trees = field(repr=False)
    number: int

    @property
    def offset(self) -> int:
        """the start of the node in the text, for messages"""
        return self.trees.offsets[self.number]

    @property
    def properties(self) -> dict[str, list[str]]:
        """identifier -> raw values, in the order of the file; a fresh copy, so the caller may change it"""
        found: dict[str, list[str]] = {}
        shared: dict[str, str] = {}  # one string per name of a point, since lists of points may be long
        text, position = self.trees.text, self.offset + 1
        while (token := _TOKEN.match(text, position)) and token[2]:
            values = found.setdefault(_capitals(token[2]), [])
            for value in _VALUE.finditer(text, *token.span(3)):
                raw = value[1]
                values.append(shared.setdefault(raw, raw) if len(raw) <= 2 else raw)
            position = token.end()
        return found

    @property
    def first_child(self) -> "ParsedNode | None":
        """the main variation"""
        child = self.trees.first_children[self.number]
        return None if child < 0 else ParsedNode(self.trees, child)

    @property
    def has_sibling(self) -> bool:
        """True if there is a variation after this one"""
        return self.trees.next_siblings[self.number] >= 0

    def all_nodes(self) -> "Iterator[ParsedNode]":
        """The nodes of the tree whose root this is, in the order of the text."""
        roots = self.trees.roots
        place = bisect_right(roots, self.number)
        end = roots[place] if place < len(roots) else len(self.trees.offsets)
        return (ParsedNode(self.trees, number) for number in range(self.number, end))

    @property
    def children(self) -> "list[ParsedNode]":
        """variations, the main one first"""
        found = []
        child = self.trees.first_children[self.number]
        while child >= 0:
            found.append(ParsedNode(self.trees, child))
            child = self.trees.next_siblings[child]
        return found


# The possessive quantifiers (*+, ++) keep the matcher from storing useless backtracking points.
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
_PIECE = re.compile(r"(?:[^\\\r\n]++|\\?(?:\r\n?|\n\r?)|\\.?){1,10000}+", re.DOTALL)  # cuts no escape and no line break
_COMPOSED = re.compile(r"((?:[^\\:]|\\.)*+):(.*)", re.DOTALL)
_NO_LOWER_CASE = dict.fromkeys(map(ord, "abcdefghijklmnopqrstuvwxyz"))
_NO_TABS = dict.fromkeys(map(ord, "\t\f\v"), " ")
_MISPLACED = {  # by pairs of tokens; P is a property
    "((": "expected a node at the start of a variation",
    "()": "expected a node, found an empty variation",
    "(P": "a property outside a node",
    ")P": "a property outside a node",
    ");": "a node after a variation",
}


def parse(data: bytes | str) -> Trees:
    """The roots of the game trees in `data`, at least one.

    - Text before, between and after the game trees is skipped: mail headers, signatures.
    - Lower-case letters in identifiers are dropped, as in FF[3]: `AddBlack` is AB.
    - If a node has a property twice, the values are joined.
    - Bytes are decoded by the CA of the first root, unless they start with a byte order mark. Without CA they are read
      as UTF-8 if valid, else as Latin-1. FF[4] prescribes Latin-1, but most programs write UTF-8, and Latin-1 text is
      hardly ever valid UTF-8. The charset must contain ASCII, which UTF-16 does not.

    Raises SgfError.
    """
    text = data if isinstance(data, str) else decode(data)
    if len(text) > MAX_LENGTH:
        raise SgfError(f"expected at most {MAX_LENGTH} characters, found {len(text)}", 1, 1)
    trees = Trees(text)
    n_values = n_properties = 0
    position = 0
    while start := _START.search(text, position):
        position = start.start()
        forks = array("i")  # the parent node of each open parenthesis, -1 for none
        node = -1  # the last node
        before = ""
        while before != ")" or forks:
            token = _TOKEN.match(text, position)
            if token is None:
                raise _syntax_error(text, position)
            delimiter, identifier = token[1], token[2]
            here, position = token.start(1 if delimiter else 2), token.end()
            if message := _MISPLACED.get(before + (delimiter or "P")):
                raise error_at(text, here, message)
            before = delimiter or "P"
            if delimiter == "(":
                forks.append(node)
            elif delimiter == ")":
                node = forks.pop()
            elif delimiter == ";":
                node = trees.add(here, node)
                n_properties = 0
                if node >= MAX_NODES:
                    raise error_at(text, here, f"expected at most {MAX_NODES} nodes, found more")
            else:
                if not _capitals(identifier):
                    raise error_at(text, here, f"property {identifier[:20]} has no capital letter")
                n_properties += 1
                if n_properties > MAX_PROPERTIES:
                    raise error_at(text, here, f"expected at most {MAX_PROPERTIES} properties in a node, found more")
                n_values += _count_values(text, *token.span(3))
                if n_values > MAX_VALUES:
                    raise error_at(text, here, f"expected at most {MAX_VALUES} values, found more")
    if not trees:
        raise error_at(text, len(text), "no game found")
    trees.finish()
    return trees


def _capitals(identifier: str) -> str:
    """An identifier without its lower-case letters; "" if none are left."""
    name = identifier if identifier.isupper() else identifier.translate(_NO_LOWER_CASE)
    return name if _VALID_IDENTIFIER.fullmatch(name) else ""


def _count_values(text: str, start: int, end: int) -> int:
    """The number of values in a part of a text that consists of values only."""
    if text.find("\\", start, end) < 0:
        return text.count("]", start, end)
    return sum(1 for _ in _VALUE.finditer(text, start, end))


def serialise(roots: Iterable[TreeNode]) -> str:
    """The text of a collection of game trees, one node per line. `parse` reads the same trees from it.

    Raises ValueError for identifiers and raw values that would break the file.
    """
    pieces: list[str] = []
    for root in roots:
        pending: list[TreeNode | str] = [")\n", root, "("]
        while pending:
            item = pending.pop()
            if isinstance(item, str):
                pieces.append(item)
                continue
            pieces.append(_format_node(item))
            children = item.children
            if len(children) == 1:
                pending += [children[0], "\n"]
            else:
                for child in reversed(children):
                    pending += [")", child, "\n("]
    return "".join(pieces)


def _format_node(node: TreeNode) -> str:
    pieces = [";"]
    for name, values in node.properties.items():
        if not _VALID_IDENTIFIER.fullmatch(name):
            raise ValueError(f"expected the identifier of an SGF property, found {name[:20]!r}")
        for value in values:
            if not _VALID_RAW.fullmatch(value):
                raise ValueError(f"expected an escaped value of {name}, found {value[:20]!r}")
        if values:
            pieces.append(name + "[" + "][".join(values) + "]")
    return "".join(pieces)


def error_at(text: str, offset: int, message: str) -> SgfError:
    return Places(text).error(offset, message)


class Places:
    """Lines and columns of a text. Lookups in ascending order read the text only once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset, self._line, self._line_start = 0, 1, 0  # the last place looked up

    def error(self, offset: int, message: str) -> SgfError:
        """An error at `offset`, which is never inside a line break."""
        if offset < self._offset:
            self._offset, self._line, self._line_start = 0, 1, 0
        for line_break in _BREAK.finditer(self._text, self._offset, offset):
            self._line, self._line_start = self._line + 1, line_break.end()
        self._offset = offset
        return SgfError(message, self._line, offset - self._line_start + 1)


def _syntax_error(text: str, position: int) -> SgfError:
    """The error for `position`, where no token starts."""
    match = re.compile(rf"{_SPACE}({_IDENTIFIER})?{_SPACE}").match(text, position)
    assert match is not None  # it also matches the empty string
    identifier, here = match[1], match.end()
    if text[here : here + 1] == "[":
        is_closed = _VALUE.match(text, here)
        return error_at(text, here, "a value without a property" if is_closed else "missing closing ]")
    if identifier:
        return error_at(text, match.start(1), f"property {identifier[:20]} has no value")
    return error_at(
        text, here, f"unexpected {text[here]!r}" if here < len(text) else "the text ends inside a game tree"
    )


# A charset suits SGF if it reads ASCII unchanged. The tail detects codecs that interpret escapes.
_ASCII = bytes(c for c in range(ord(" "), 127) if c != ord("\\")) + b"\\\\ \\u0041 .xn--bcher-kva."


_WIDE = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be", b"(\0": "utf-16-le", b"\0(": "utf-16-be"}
"""charsets with two bytes per character, by the first bytes of a file"""


def decode(data: bytes) -> str:
    """The text of a file, decoded as described in `parse`. Raises SgfError."""
    if len(data) > MAX_LENGTH:
        raise SgfError(f"expected at most {MAX_LENGTH} bytes, found {len(data)}", 1, 1)
    if wide := next((charset for start, charset in _WIDE.items() if data.startswith(start)), None):
        return data.decode(wide, "replace").removeprefix("\ufeff")
    mark = b"\xef\xbb\xbf"
    charset = "utf-8" if data.startswith(mark) else _charset(data)
    data = data.removeprefix(mark)
    if charset is None:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("latin-1")
    return data.decode(charset, "replace")  # one bad byte in a comment must not lose the game


def _charset(data: bytes) -> str | None:
    """The CA of the first root, or None. Raises SgfError if Python does not know the charset."""
    text = data.decode("latin-1")  # Latin-1 reads every byte as a character
    start = _START.search(text)
    position = start.end() if start else len(text)
    while (token := _TOKEN.match(text, position)) and token[2]:
        position = token.end()
        if token[2].translate(_NO_LOWER_CASE) == "CA":
            name = text_value(_VALUE.findall(token[3])[0]).strip()
            if not name:
                return None
            try:
                # limited length: Python caches the names of all codecs it looks up
                is_fit = len(name) < 50 and _ASCII.decode(name) == _ASCII.decode("ascii")
            except (LookupError, ValueError):  # an unknown codec, or one that fails
                is_fit = False
            if not is_fit:
                raise error_at(text, token.start(2), f"unknown charset {name[:20]!r}")
            return name
    return None


# -- values ----------------------------------------------------------------------------------------------------------


def text_value(raw: str, simple: bool = False) -> str:
    """The plain text of a raw Text value, or of a SimpleText, where a line break is a space.

    Escapes are resolved, escaped line breaks vanish, line breaks of all kinds become newlines and tabs become spaces.
    """
    # `sub` holds a string for each match until the end; for a whole text that would take many times its size.
    text = "".join(_plain_piece(piece[0]) for piece in _PIECE.finditer(raw))
    return text.replace("\n", " ") if simple else text


def _plain_piece(piece: str) -> str:
    text = _BREAK.sub("\n", piece).translate(_NO_TABS)
    return _ESCAPE.sub(r"\1", text)


def escape(text: str) -> str:
    """The raw value of a plain text, for properties that are not composed."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def split_compose(raw: str) -> tuple[str, str] | None:
    """The plain texts of a composed value such as LB's "aa:label", or None if there is no colon."""
    match = _COMPOSED.fullmatch(raw)
    return (text_value(match[1], simple=True), text_value(match[2], simple=True)) if match else None


def compose(first: str, second: str) -> str:
    """The raw value of two plain texts, the inverse of `split_compose`."""
    return ":".join(escape(text).replace(":", "\\:") for text in (first, second))
