"""SGF as games: `read_game`, `read_games` and `write_game` know the meaning of properties.

In the properties of a game's `Node`, the text properties of FF[4] (C, N, PB, RE, ...) hold plain text, so that a
program may store any string there. All other values stay raw: an escaped colon can be told from a separator only with
the type of the property.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from semeai.go.board_kernel import N_POINTS
from semeai.go.game import Game, Node, check_replayed
from semeai.go.handicap import fixed_handicap, max_fixed_handicap
from semeai.go.points import BLACK, EMPTY, PASS, WHITE, VertexError, is_on_board, parse_color, point, row_column
from semeai.go.rules import MAX_SIZE, PRESETS, Placement, Repetition, Rules
from semeai.sgf.seal import NAME as DIGEST
from semeai.sgf.tree import (
    MAX_VALUES,
    ParsedNode,
    Places,
    SgfNode,
    decode,
    error_at,
    escape,
    parse,
    serialise,
    text_value,
)

MAX_GAMES = 5_000
"""maximum number of games that `read_games` reads from one file"""
MAX_NODES_A_LINE = 10_000
"""maximum number of nodes of a main line, with or without moves"""
SPARE = 20_000
"""stones and variations that every record may have; a long record may have more, in proportion to its length"""


def sgf_to_point(text: str, size: int) -> int:
    """The move that `text` names: a point, or PASS for "" and "tt". Raises VertexError."""
    if text in ("", "tt"):  # FF[4] and FF[3]; "tt" is off the board for every size up to 19
        return PASS
    if len(text) == 2:
        column, row = ord(text[0]) - ord("a") + 1, size - (ord(text[1]) - ord("a"))
        if 1 <= column <= size and 1 <= row <= size:
            return point(row, column)
    raise VertexError(f"expected a point of a {size}x{size} board, found {text[:20]!r}")


def point_to_sgf(p: int, size: int) -> str:
    """The inverse of `sgf_to_point`; a pass is "". Raises VertexError."""
    if p == PASS:
        return ""
    if not is_on_board(p, size):
        raise VertexError(f"point {p} is not on a {size}x{size} board")
    row, column = row_column(p)
    return chr(ord("a") + column - 1) + chr(ord("a") + size - row)


_TEXTS = {"C", "GC"}
_SIMPLE_TEXTS = set(re.findall(r"\w+", "AN BR BT CP DT EV GN N ON OT PB PC PW RE RO RU SO US WR WT"))
_STONES = {"AB": BLACK, "AW": WHITE, "AE": EMPTY}
_MOVES = {"B": BLACK, "W": WHITE}
_POINTS = tuple(range(N_POINTS))  # shared by all stones
_LETTERS = {BLACK: "B", WHITE: "W"}
_OF_THE_GAME = {*_STONES, *_MOVES, "PL"}
_OF_THE_FILE = {"FF", "GM", "CA", "AP", "SZ", DIGEST}  # a digest belongs to the text, not to the game

# The meaning of RU. Records without a known value are read as Japanese: most are, and simple ko forbids the least, so
# that they can be replayed.
_DEFAULT_RULES = PRESETS["japanese"]
_NEW_ZEALAND = Rules(repetition=Repetition.SITUATIONAL, suicide=True)
_RULES = PRESETS | {
    "aga": Rules(repetition=Repetition.SITUATIONAL),
    "goe": PRESETS["tromp-taylor"],
    "ing": PRESETS["tromp-taylor"],
    "korean": PRESETS["japanese"],
    "new-zealand": _NEW_ZEALAND,
    "nz": _NEW_ZEALAND,
}


def read_games(data: bytes | str) -> list[Game]:
    """The games of a file, each at its root.

    - Moves are not played here: an illegal move is found when the game goes to it. The root position must be possible.
    - B, W, AB, AW, AE, PL, GM and SZ (default 19) must be valid, and boards are square. Their content becomes part of
      the game, and FF, CA and AP describe the file, so that no node has them among its properties. All other
      properties are kept.
    - An unreadable KM or HA counts as 0. In KM, the hundredths of the Fox server and the stones of Chinese counting
      (375, 3.75) become points, and other fractions are rounded to halves. RU sets the kind of rules (Japanese if it
      is unknown), but not a move limit. The texts stay in the properties of the root, unless `write_game` would write
      the same.
    - The root of a `Game` is a position: a move there gets a node of its own, and so does a second move in a node.
    - If stones are set up without PL, white is to play if the first move is white's, or if they are a handicap.

    Raises SgfError.
    """
    text = data if isinstance(data, str) else decode(data)
    roots = parse(text)
    if len(roots) > MAX_GAMES:
        raise error_at(text, roots[MAX_GAMES].offset, f"expected at most {MAX_GAMES} games, found more")
    reader = GameReader(text)
    return [reader.game(root) for root in roots]


def replay(game: Game, n_moves: int | None = None) -> None:
    """Go along the main line to its end, or for `n_moves` moves. Raises ValueError for an illegal move, and if the line
    is longer than `go.game.MAX_MOVES_A_GAME`."""
    while (n_moves is None or game.n_moves < n_moves) and game.forward():
        check_replayed(game)


def read_game(data: bytes | str) -> Game:
    """The first game of a file; see `read_games`. Later trees must only be well formed. Raises SgfError."""
    text = data if isinstance(data, str) else decode(data)
    return GameReader(text).game(parse(text)[0])


def write_game(game: Game) -> str:
    """The whole tree of a game as FF[4], to be stored as UTF-8. Concatenated games form a collection.

    KM and RU in the root's properties are kept if they agree with the rules, and HA is always kept. RE comes from the
    properties, else from the result at the current node.

    Raises ValueError for identifiers and raw values that would break the file, and for points off the board.
    """
    size = game.rules.size
    root = _sgf_node(game.root, size)
    header = _header(game.rules, root.properties)
    root.properties = {**header, **root.properties, **header}
    if "RE" not in root.properties and (result := game.result) is not None:
        root.properties["RE"] = [str(result)]
    pending = [(game.root, root)]
    while pending:
        node, written = pending.pop()
        written.children = [_sgf_node(child, size) for child in node.children]
        pending.extend(zip(node.children, written.children, strict=True))
    return serialise([root])


class RecordNode(Node):
    """A node of a record that reads its children on first use. Most are never used, and a node takes a hundred times as
    much memory as its text."""

    _unread: "Callable[[RecordNode], None] | None" = None
    _children: list[Node]

    @property
    def children(self) -> list[Node]:
        if self._unread is not None:
            read, self._unread = self._unread, None
            read(self)
        return self._children

    @children.setter
    def children(self, children: list[Node]) -> None:
        self._children = children


class GameReader:
    """Turns the trees of one text into games."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._places = Places(text)
        self._n_stones = self._n_variations = 0
        self._most_stones = min(MAX_VALUES, SPARE + len(text) // 4)  # a list of points has one point in 4 letters
        self._most_variations = SPARE + len(text) // 50

    def game(self, tree: ParsedNode) -> Game:
        """The game of a tree. Raises SgfError."""
        try:
            rules = _read_rules(tree.properties)
        except ValueError as error:
            raise self._places.error(tree.offset, str(error)) from None
        for step in tree.all_nodes():
            try:
                self._n_variations += step.has_sibling
                if self._n_variations > self._most_variations:
                    raise ValueError(f"expected at most {self._most_variations} variations, found more")
                self._nodes(step, None, rules.size, is_root=step == tree)
            except ValueError as error:
                raise self._places.error(step.offset, str(error)) from None
        try:
            root = GameReader(self._text).grow(tree, None, rules.size)  # a reader with counts of its own
            rules = _finish_root(root, rules)
            return Game(rules, root)
        except ValueError as error:
            raise self._places.error(tree.offset, str(error)) from None

    def main_line(self, tree: ParsedNode) -> tuple[Rules, list[Node], str]:
        """The rules, the nodes of the main line, and the reason why it ends: "" at the end of the tree, else the error
        in the next node. Raises SgfError if the root is invalid."""
        try:
            rules = _read_rules(tree.properties)
            root, last = self._nodes(tree, None, rules.size, is_root=True)
        except ValueError as error:
            raise self._places.error(tree.offset, str(error)) from None
        nodes = last.path()
        step, problem = tree.first_child, ""
        while step is not None and not problem:
            try:
                if len(nodes) >= MAX_NODES_A_LINE:
                    raise ValueError(f"expected at most {MAX_NODES_A_LINE} nodes, found more")
                # Nodes are not linked to each other: the memory of cycles is freed late.
                _, last = self._nodes(step, None, rules.size, is_root=False)
                nodes += last.path()
            except ValueError as error:
                problem = str(error)
            step = step.first_child
        root.children = nodes[1:2]
        rules = _finish_root(root, rules)
        return rules, nodes, problem

    def grow(self, step: ParsedNode, parent: Node | None, size: int) -> RecordNode:
        """The nodes of the checked `step` as a child of `parent`. The nodes below are read on demand."""
        first, last = self._nodes(step, parent, size, is_root=parent is None)

        def read(node: RecordNode) -> None:
            for child in step.children:
                self.grow(child, node, size)

        last._unread = read
        return first

    def _nodes(self, step: ParsedNode, parent: Node | None, size: int, is_root: bool) -> tuple[RecordNode, RecordNode]:
        """The first and the last of the nodes of `step` below `parent`. Raises ValueError."""
        first = last = _add_node(parent)
        moves = []
        for name, values in step.properties.items():
            try:
                if name in _MOVES:
                    moves.append((_MOVES[name], sgf_to_point(_single(values), size)))
                elif name in _STONES:
                    self._set_up(first.setup, _STONES[name], values, size)
                elif name == "PL":
                    first.to_play = parse_color(_single(values))
                elif not is_root or name not in _OF_THE_FILE:
                    for i, value in enumerate(values):  # in place: a second list of a million texts is too large
                        values[i] = _plain(name, value)
                    first.properties[name] = values
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
        for i, (color, p) in enumerate(moves):
            if is_root or i > 0:
                last = _add_node(last)
            last.color, last.point = color, p
        return first, last

    def _set_up(self, setup: dict[int, int], color: int, values: list[str], size: int) -> None:
        """Add the points and rectangles of a list. Raises ValueError."""
        for value in values if values != [""] else []:
            corners = [sgf_to_point(corner.strip(), size) for corner in value.split(":", 1)]
            if PASS in corners:
                raise ValueError(f"expected a point of a {size}x{size} board, found {value[:20]!r}")
            rows, columns = zip(*map(row_column, corners), strict=True)
            for row in range(min(rows), max(rows) + 1):
                for column in range(min(columns), max(columns) + 1):
                    p = _POINTS[point(row, column)]
                    if setup.setdefault(p, color) != color:
                        raise ValueError(f"{point_to_sgf(p, size)} is set up twice, with different colors")
                    self._n_stones += 1
            if self._n_stones > self._most_stones:
                raise ValueError(f"expected at most {self._most_stones} stones in setups, found more")


def _add_node(parent: Node | None) -> RecordNode:
    node = RecordNode(parent)
    if parent is not None:
        parent.children.append(node)
    return node


def _single(values: list[str]) -> str:
    """The only value. Raises ValueError if there are several."""
    if len(values) > 1:
        raise ValueError(f"expected one value, found {len(values)}")
    return values[0].strip()


def _plain(name: str, raw: str) -> str:
    """The value of a property in the form that a `Node` holds."""
    if name in _TEXTS:
        return text_value(raw)
    return text_value(raw, simple=True) if name in _SIMPLE_TEXTS else raw


def _read_rules(properties: Mapping[str, list[str]]) -> Rules:
    """The rules in the raw properties of a root, without the handicap. Raises ValueError."""
    if (text := _single(properties.get("GM", ["1"]))) != "1":
        raise ValueError(f"expected a game of Go, GM[1], found GM[{text[:20]}]")
    text = _single(properties.get("SZ", ["19"]))
    match = re.fullmatch(r"([0-9]{1,3})(?::([0-9]{1,3}))?", text)
    if match is None or match[2] not in (None, match[1]):
        raise ValueError(f"expected the size of a square board, found SZ[{text[:20]}]")
    return Rules(size=int(match[1]), komi=_read_komi(properties), **_kind(_named_rules(properties)))


def _read_komi(properties: Mapping[str, list[str]]) -> float:
    """The komi in points, a multiple of one half; 0 if it cannot be read."""
    try:
        komi = float(properties["KM"][0])
    except (KeyError, ValueError):
        return 0.0
    is_fox = any("foxwq" in name for name in properties.get("AP", []))
    in_hundredths = abs(komi) > MAX_SIZE**2 or (is_fox and abs(komi) >= 50)
    if in_hundredths:
        komi /= 100
    # Chinese counting gives stones, each worth two points: 2.75, 3.25 or 3.75; Fox also writes 3.5 for 7 points
    if komi in (2.75, 3.25, 3.75) or (in_hundredths and komi == 3.5):
        komi *= 2
    return round(2 * komi) / 2 if abs(komi) <= MAX_SIZE**2 else 0.0  # nan and infinity count as 0


def _named_rules(properties: Mapping[str, list[str]]) -> Rules:
    """The rules that RU names."""
    text = text_value(properties.get("RU", [""])[0], simple=True)
    return _RULES.get("-".join(text.lower().split()), _DEFAULT_RULES)


def _kind(rules: Rules) -> dict[str, Any]:
    """The fields of rules that define their name."""
    return {name: getattr(rules, name) for name in ("scoring", "repetition", "suicide", "passes_to_end")}


def _finish_root(root: Node, rules: Rules) -> Rules:
    """Set the handicap and the side to play, and drop the properties that `write_game` writes anyway."""
    text = root.properties.get("HA", [""])[0].strip()
    if re.fullmatch(r"[0-9]{1,3}", text) and 2 <= (n := int(text)) < rules.size**2:
        stones = {p for p, color in root.setup.items() if color == BLACK}
        is_fixed = n <= max_fixed_handicap(rules.size) and stones == set(fixed_handicap(n, rules.size))
        rules = replace(rules, handicap=n, placement=Placement.FIXED if is_fixed else Placement.FREE)
    if root.setup and root.to_play is None:
        first = root.children[0].color if root.children else None
        if first == WHITE or (first is None and rules.handicap):
            root.to_play = WHITE
    header = _header(rules, {})
    for name in ("KM", "RU"):
        if root.properties.get(name) == header[name]:
            del root.properties[name]
    return rules


def _header(rules: Rules, said: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The root properties for the file and the rules. Raw properties in `said` are kept if they agree."""
    header = {"FF": "4", "GM": "1", "CA": "UTF-8", "AP": "semeai", "SZ": str(rules.size)}
    header |= {"KM": f"{rules.komi:g}", "RU": rules.name}
    if rules.handicap:
        header["HA"] = str(rules.handicap)
    will_do = {
        "KM": _read_komi(said) == rules.komi,
        "RU": _kind(_named_rules(said)) == _kind(rules),
        "HA": True,
    }
    return {name: said[name] if will_do.get(name) and said.get(name) else [text] for name, text in header.items()}


def _sgf_node(node: Node, size: int) -> SgfNode:
    """A node of a game, without its children. Raises ValueError."""
    properties: dict[str, list[str]] = {}
    for name, color in _STONES.items():
        if stones := sorted(point_to_sgf(p, size) for p, c in node.setup.items() if c == color):
            properties[name] = stones
    if node.to_play is not None:
        properties["PL"] = [_LETTERS[node.to_play]]
    if node.color is not None:
        properties[_LETTERS[node.color]] = [point_to_sgf(node.point, size)]
    for name, values in node.properties.items():
        if values and name not in _OF_THE_GAME:
            is_plain = name in _TEXTS or name in _SIMPLE_TEXTS
            properties[name] = [escape(value) if is_plain else value for value in values]
    return SgfNode(properties)
