"""Many recorded games at once: `read_collection` reads a file or a folder and keeps the games that can be replayed.

Collections usually contain errors. A broken file, a broken game of a file, or the rest of a game is skipped and
reported. A game is stored as a few numbers per move, and boards are created on demand. Time is linear in the size of a
file, and memory stays below 20 times that size, for any content.
"""

import re
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import chain, pairwise
from pathlib import Path

from semeai.files import read_bounded
from semeai.go.board import Board, IllegalMove
from semeai.go.game import MAX_MOVES_A_GAME, Node
from semeai.go.points import BLACK, EMPTY, PASS, opponent
from semeai.go.rules import Rules
from semeai.sgf.games import GameReader
from semeai.sgf.seal import check_seal, is_sealed, split_sealed
from semeai.sgf.tree import MAX_LENGTH, ParsedNode, SgfError, decode, parse

MAX_SKIPPED_A_FILE = 1_000
"""broken games of one file that are reported one by one; the others are counted"""
MAX_UNREADABLE = 10_000
"""unreadable games of a file after which the rest is skipped, if most games so far were unreadable"""
SPARE_GAMES, LETTERS_A_GAME = 10_000, 100
"""The maximum number of games in a file, and the characters that allow one more. Typical games have some 1,000."""
MAX_TEXT = 100
"""characters kept of a name or a result"""

Watch = Callable[[int, int], None]
"""called with the number of files read and the number of all files"""
Opener = Callable[[], tuple[GameReader, ParsedNode]]
"""opens a game and returns its reader and its tree. Raises SgfError"""

# The start of a game in a text that does not parse as a whole. Variations have no such properties. The look-ahead is
# short, so that no text makes it slow.
_ROOT = re.compile(r"\([ \t\n\r]{0,9};(?=[^(]{0,300}?(?:FF|GM|SZ)[ \t\n\r]{0,9}\[)")


@dataclass(frozen=True, slots=True)
class Record:
    """The main line of a game, as far as it can be replayed."""

    source: str
    """the file, and the number of the game if the file has several: "dan.sgf#12" """
    rules: Rules
    stones: dict[int, int]
    """point -> color of the stones on the board before the first move"""
    to_play: int
    """the side that makes the first move"""
    moves: tuple[tuple[int, int], ...]
    """(color, point), including passes; all are legal"""
    cut: str = ""
    """the reason why `moves` ends before the record does; "" if it does not"""
    black: str = ""
    white: str = ""
    """the players' names, if known"""
    result: str = ""
    """as written in the file: "B+3.5" """

    @property
    def n_positions(self) -> int:
        """The number of `positions`."""
        movers = [self.to_play, *(opponent(color) for color, _ in self.moves)]
        return sum(p != PASS and color == mover for mover, (color, p) in zip(movers, self.moves, strict=False))

    def positions(self) -> Iterator[tuple[Board, int]]:
        """Each position whose next move is a point, with that point. All positions share one board that moves on."""
        board = Board(self.rules, self.stones, self.to_play)
        for color, p in self.moves:
            if p != PASS and color == board.to_play:
                yield board, p
            board.play(p, color)


@dataclass(frozen=True, slots=True)
class Skipped:
    """A skipped file or game, or the last of many."""

    source: str
    reason: str


@dataclass
class Collection:
    """The games of a file or a folder, in order, and the skipped ones."""

    games: list[Record] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)


def read_collection(path: Path, watch: Watch | None = None) -> Collection:
    """The games of a file, or of all `*.sgf` files in a folder and its subfolders, by name.

    Only the main line of each game is read, up to an illegal move or a setup after the first move. If one game of a
    file is not valid SGF, the others are still read if their start can be found (by FF, GM or SZ).

    Raises FileNotFoundError if there is no such file, or no `*.sgf` file in the folder. No content raises anything.
    """
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.suffix.lower() == ".sgf" and not file.is_dir())
        if not files:
            raise FileNotFoundError(f"no *.sgf files in {path}")
    elif path.exists():
        files = [path]
    else:
        raise FileNotFoundError(f"no file or folder {path}")
    reader = _Reader()
    for n_read, file in enumerate(files):
        if watch:
            watch(n_read, len(files))
        reader.read(file, str(file.relative_to(path)) if file != path else file.name)
    if watch:
        watch(len(files), len(files))
    return reader.found


class _Reader:
    """Reads files into one collection."""

    def __init__(self) -> None:
        self.found = Collection()
        self._rules: dict[Rules, Rules] = {}
        self._board = Board()  # the board to try moves on; most games of a collection start from the same one

    def read(self, file: Path, name: str) -> None:
        """Add the games of a file."""
        try:
            text = decode(read_bounded(file, MAX_LENGTH))
            games, n_games = _games_in(text)
        except (ValueError, OSError) as error:
            self._skip(name, error if isinstance(error, OSError) else str(error).removeprefix(f"{file}: "))
            return
        n_before, n_skipped = len(self.found.games), 0
        most = SPARE_GAMES + len(text) // LETTERS_A_GAME
        for number, open_game in enumerate(games, 1):
            source = f"{name}#{number}" if n_games > 1 else name
            if len(self.found.games) - n_before == most:
                self._skip(source, f"the rest of the file is skipped: it has more than {most} games")
                break
            try:
                self.found.games.append(self._record(*open_game(), source))
            except ValueError as error:
                n_skipped += 1
                if n_skipped <= MAX_SKIPPED_A_FILE:
                    self._skip(source, error)
            if n_skipped == MAX_UNREADABLE and n_skipped > len(self.found.games) - n_before:
                self._skip(source, f"the rest of the file is skipped: {MAX_UNREADABLE:,} of its games cannot be read")
                break
        if (n_more := n_skipped - MAX_SKIPPED_A_FILE) > 0:
            self._skip(name, f"{n_more} more games that cannot be read")

    def _skip(self, source: str, why: Exception | str) -> None:
        reason = why.strerror if isinstance(why, OSError) and why.strerror else str(why)
        self.found.skipped.append(Skipped(source, reason))

    def _record(self, reader: GameReader, tree: ParsedNode, source: str) -> Record:
        """The record of a game. Raises ValueError if there is nothing to replay."""
        rules, nodes, cut = reader.main_line(tree)
        rules = self._rules.setdefault(rules, rules)  # most games share their rules with another one
        stones: dict[int, int] = {}
        n_before = next((i for i, node in enumerate(nodes) if node.color is not None), len(nodes))
        for node in nodes[: n_before + 1]:  # some programs set up stones in a second node, or with the first move
            stones |= node.setup
        stones = {p: color for p, color in stones.items() if color != EMPTY}
        to_play = nodes[n_before].color if n_before < len(nodes) else None
        board = self._start(rules, stones, to_play or BLACK)
        moves: list[tuple[int, int]] = []
        for node in nodes[n_before:]:
            if problem := _play(board, node, is_first=not moves):
                cut = problem
                break
            if node.color is not None:
                moves.append(_move(node.color, node.point))
        else:
            cut = f"move {len(moves) + 1}: {cut}" if cut else ""
        if all(p == PASS for _, p in moves):
            raise ValueError(f"no moves: {cut}" if cut else "no moves")
        names = (_one_line(nodes[0].properties.get(key, [""])[0]) for key in ("PB", "PW", "RE"))
        return Record(source, rules, stones or _NO_STONES, moves[0][0], tuple(moves), cut, *names)

    def _start(self, rules: Rules, stones: dict[int, int], to_play: int) -> Board:
        """A board at the start of a game, if possible that of the previous game: a new one takes 100 kB."""
        while self._board.moves:
            self._board.undo()
        if stones or (self._board.rules, self._board.to_play) != (rules, to_play):
            board = Board(rules, stones, to_play)
            if stones:
                return board
            self._board = board
        return self._board


_NO_STONES: dict[int, int] = {}


@cache
def _move(color: int, p: int) -> tuple[int, int]:
    """A shared tuple for a move: there are a few hundred different moves, and records have millions."""
    return color, p


def _games_in(text: str) -> tuple[Iterator[Opener], int]:
    """The games of a file, each opened by a call, and their number. If the text as a whole is not valid SGF, the pieces
    that may be valid. Raises SgfError if there are none."""
    if is_sealed(text):
        sealed = split_sealed(text)
        return (partial(_open_sealed, game) for game in sealed), len(sealed)
    try:
        trees = parse(text)
    except SgfError:
        starts = array("i", (match.start() for match in _ROOT.finditer(text)))
        if len(starts) < 2:
            raise
        spans = pairwise(chain(starts, [len(text)]))
        return (partial(_open_piece, text[start:end]) for start, end in spans), len(starts)
    reader = GameReader(text)
    return (partial(_open_tree, reader, tree) for tree in trees), len(trees)


def _open_sealed(text: str) -> tuple[GameReader, ParsedNode]:
    """Open a sealed game. Raises ValueError if the digest does not match."""
    check_seal(text)
    return _open_piece(text)


def _open_tree(reader: GameReader, tree: ParsedNode) -> tuple[GameReader, ParsedNode]:
    return reader, tree


def _open_piece(text: str) -> tuple[GameReader, ParsedNode]:
    """Open a piece of a broken file. Raises SgfError."""
    return GameReader(text), parse(text)[0]


def _play(board: Board, node: Node, is_first: bool) -> str:
    """Play one node. Returns the reason why that is impossible, or ""."""
    number = f"move {len(board.moves) + 1}"
    if len(board.moves) >= MAX_MOVES_A_GAME:
        return f"{number}: a game may have at most {MAX_MOVES_A_GAME} moves"
    if not is_first and (node.setup or node.to_play not in (None, board.to_play)):
        return f"{number}: stones are set up after the first move"
    if node.color is not None:
        try:
            board.play(node.point, node.color)
        except IllegalMove as error:
            return f"{number}: {error}"
    return ""


def _one_line(text: str) -> str:
    """A text of a file on one short line, without control characters."""
    return "".join(c if c.isprintable() else " " for c in text[:MAX_TEXT]).strip()
