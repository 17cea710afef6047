"""Many recorded games at once: `read_collection` takes a file or a folder and keeps what can be replayed.

People's collections are never whole. What is broken is skipped and said, and stops nothing: a file, a game of a file,
or the rest of a game. What is kept of a game is light, a few numbers a move; boards are made when somebody looks.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from semeai.go.board import Board, IllegalMove
from semeai.go.game import Node
from semeai.go.points import BLACK, EMPTY, PASS, opponent
from semeai.go.rules import Rules
from semeai.sgf.games import GameReader
from semeai.sgf.seal import check_seal, is_sealed, split_sealed
from semeai.sgf.tree import MAX_LENGTH, SgfError, SgfNode, decode, parse

MAX_MOVES_A_GAME = 2_000
"""moves that are read of one game; the longest between people had some 400"""
MAX_TEXT = 100
"""characters that are kept of a name or a result"""

Watch = Callable[[int, int], None]
"""hears how many files have been read, and of how many"""

# Where a game starts in a text that does not parse as a whole: variations have no such properties. The look ahead is
# short, so that no text makes it slow.
_ROOT = re.compile(r"\([ \t\n\r]{0,9};(?=[^(]{0,300}?(?:FF|GM|SZ)[ \t\n\r]{0,9}\[)")


@dataclass(frozen=True)
class Record:
    """The main line of a game, as far as it can be replayed."""

    source: str
    """the file, and which of its games where it has more than one: "dan.sgf#12" """
    rules: Rules
    stones: dict[int, int]
    """point -> color of the stones on the board before the first move"""
    to_play: int
    """who makes the first move"""
    moves: tuple[tuple[int, int], ...]
    """(color, point), passes among them; all are legal"""
    cut: str = ""
    """why the record goes on where `moves` ends; "" where it does not"""
    black: str = ""
    white: str = ""
    """the players' names, where they are known"""
    result: str = ""
    """as the file has it: "B+3.5" """

    @property
    def n_positions(self) -> int:
        """How many `positions` there are."""
        movers = [self.to_play, *(opponent(color) for color, _ in self.moves)]
        return sum(p != PASS and color == mover for mover, (color, p) in zip(movers, self.moves, strict=False))

    def positions(self) -> Iterator[tuple[Board, int]]:
        """Each position in which the side to play plays a point, with that point. It is one board that moves on."""
        board = Board(self.rules, self.stones, self.to_play)
        for color, p in self.moves:
            if p != PASS and color == board.to_play:
                yield board, p
            board.play(p, color)


@dataclass(frozen=True)
class Skipped:
    """A file or a game that is left out."""

    source: str
    reason: str


@dataclass
class Collection:
    """The games of a file or a folder, in order, and what was left out."""

    games: list[Record] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)


def read_collection(path: Path, watch: Watch | None = None) -> Collection:
    """The games of a file, or of all files *.sgf in a folder and the folders in it, by name.

    Of each game the main line counts, up to an illegal move or to stones that are set up after the first move. Where
    one game of a file is no SGF, the others are read all the same if they tell where they start (FF, GM or SZ).

    Raises FileNotFoundError when there is no such file, and no such file in the folder. Nothing else in them raises.
    """
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.suffix.lower() == ".sgf" and not file.is_dir())
        if not files:
            raise FileNotFoundError(f"no files *.sgf in {path}")
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
        self._board = Board()  # on which moves are tried; most games of a collection start on the same one

    def read(self, file: Path, name: str) -> None:
        """Add the games of a file."""
        try:
            games = _games_in(decode(_bytes_of(file)))
        except (ValueError, OSError) as error:
            self._skip(name, error)
            return
        for number, (text, tree) in enumerate(games, 1):
            source = f"{name}#{number}" if len(games) > 1 else name
            try:
                if is_sealed(text):
                    check_seal(text)
                self.found.games.append(self._record(text, tree or parse(text)[0], source))
            except ValueError as error:
                self._skip(source, error)

    def _skip(self, source: str, error: Exception) -> None:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        self.found.skipped.append(Skipped(source, reason))

    def _record(self, text: str, tree: SgfNode, source: str) -> Record:
        """Raises ValueError where there is nothing to replay."""
        rules, nodes, cut = GameReader(text).main_line(tree)
        stones: dict[int, int] = {}
        n_before = next((i for i, node in enumerate(nodes) if node.color is not None), len(nodes))
        for node in nodes[: n_before + 1]:  # some programs set up in a second node, or in that of the first move
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
                moves.append((node.color, node.point))
        else:
            cut = f"move {len(moves) + 1}: {cut}" if cut else ""
        if all(p == PASS for _, p in moves):
            raise ValueError(f"no moves: {cut}" if cut else "no moves")
        names = (_one_line(nodes[0].properties.get(key, [""])[0]) for key in ("PB", "PW", "RE"))
        return Record(source, rules, stones, moves[0][0], tuple(moves), cut, *names)

    def _start(self, rules: Rules, stones: dict[int, int], to_play: int) -> Board:
        """A board at the start of a game: the one of the game before, where it will do, for a new one is 100 kB."""
        while self._board.moves:
            self._board.undo()
        if stones or (self._board.rules, self._board.to_play) != (rules, to_play):
            board = Board(rules, stones, to_play)
            if stones:
                return board
            self._board = board
        return self._board


def _games_in(text: str) -> list[tuple[str, SgfNode | None]]:
    """The games of a file as texts and trees; of a text that is no SGF as a whole, the pieces that may be. Raises
    SgfError where there are none."""
    if is_sealed(text):
        return [(game, None) for game in split_sealed(text)]
    try:
        return [(text, tree) for tree in parse(text)]
    except SgfError:
        starts = [match.start() for match in _ROOT.finditer(text)]
        if len(starts) < 2:
            raise
        return [(text[start:end], None) for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def _play(board: Board, node: Node, is_first: bool) -> str:
    """Go one step; returns why it cannot be gone, in words, or ""."""
    number = f"move {len(board.moves) + 1}"
    if len(board.moves) >= MAX_MOVES_A_GAME:
        return f"{number}: no game is longer than {MAX_MOVES_A_GAME} moves"
    if not is_first and (node.setup or node.to_play not in (None, board.to_play)):
        return f"{number}: a set-up after the first move"
    if node.color is not None:
        try:
            board.play(node.point, node.color)
        except IllegalMove as error:
            return f"{number}: {error}"
    return ""


def _bytes_of(file: Path) -> bytes:
    """What is in a file. Raises OSError, and ValueError when it is too large or nothing to read, such as a pipe."""
    if not file.is_file():
        raise ValueError("not a file")
    with file.open("rb") as opened:
        data = opened.read(MAX_LENGTH + 1)
    if len(data) > MAX_LENGTH:
        raise ValueError(f"larger than {MAX_LENGTH} bytes")
    return data


def _one_line(text: str) -> str:
    """A text of a file on one line, short, without what a terminal would obey."""
    return "".join(c if c.isprintable() else " " for c in text[:MAX_TEXT]).strip()
