"""Suites: files of positions, each with its right or wrong moves.

A `.tst` file is one of GNU Go's regression suites, with one GTP command per line:

    loadsgf games/ladder.sgf 20     the position before move 20; also: boardsize, clear_board, komi, play
    10 reg_genmove black            a question, with a number of its own; also: genmove, gg_genmove, genmove_black
    #? [D4|E5]*                     the right moves; [!D4] the wrong ones; * is known to fail
    # a comment

An SGF file asks in its comments, at any node: a line `expect: D4 E5`, `expect: !D4`, or `expect*: D4` for a known
failure. Numbered commands that do not ask for a move are counted, but not asked.
"""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from semeai.files import read_bounded
from semeai.go.board import Board
from semeai.go.game import Game, check_replayed
from semeai.go.points import BLACK, RESIGN, WHITE, parse_color, parse_vertex
from semeai.go.rules import Rules
from semeai.positions import MAX_BYTES
from semeai.sgf import read_game, read_games, replay

_EXPECTED = re.compile(r"#\?\s*+\[(.*)\]\s*+(\*?)")  # possessive: no backtracking over long runs of spaces
_COMMAND = re.compile(r"(?:(\d+)\s+)?(\S+)\s*(.*)")
_COMMENT = re.compile(r"^[ \t]*expect(\*?):[ \t]*(.*)$", re.MULTILINE)
_ASKS = {"genmove": None, "reg_genmove": None, "gg_genmove": None, "genmove_black": BLACK, "genmove_white": WHITE}
_OBEYED = {"boardsize", "clear_board", "komi", "loadsgf", "play", "black", "white", "quit"}
MAX_LOADED = 4 * MAX_BYTES
"""maximum number of bytes of game records that the lines of a suite load"""
MAX_NODES = 10_000
"""maximum number of nodes of the games of a suite in SGF"""
MAX_LINE = 10_000
"""maximum number of characters of a line, or of an expectation"""
_SIZE, _NUMBER = re.compile(r"[0-9]{1,2}"), re.compile(r"[0-9]{1,5}")


@dataclass(frozen=True)
class Expected:
    """The expected answer."""

    moves: frozenset[int]
    is_wrong: bool
    """True if these are the wrong moves, and all others are right"""
    may_fail: bool
    """True if it is known to fail"""
    text: str
    """text in the suite"""

    def is_met(self, move: int) -> bool:
        return (move in self.moves) != self.is_wrong


@dataclass(frozen=True)
class Question:
    """A position with a known answer. The board is valid only until the next question is read."""

    source: str
    """file, line and number, for people"""
    board: Board
    expected: Expected


@dataclass(frozen=True)
class NotAsked:
    """A question whose answer is not a move."""

    source: str
    command: str


class SuiteError(ValueError):
    """A suite that cannot be read. The message gives the place."""


def read_suite(path: Path) -> Iterator[Question | NotAsked]:
    """Yield the questions of a suite, in order. Raises OSError, DamagedFile and, possibly after some questions,
    SuiteError."""
    data = read_bounded(path, MAX_BYTES)
    if path.suffix == ".tst":
        yield from _Tst(path).questions(data)
    else:
        try:
            games = read_games(data)
        except ValueError as error:
            raise SuiteError(f"{path}: {error}") from None
        for number, game in enumerate(games, 1):
            yield from _questions_of(game, f"{path}#{number}" if len(games) > 1 else str(path))


def parse_expected(text: str, size: int, may_fail: bool) -> Expected:
    """Parse an expectation of a suite: "D4|E5", "D4 E5", "!D4", "!(D4|E5)", "PASS". Raises ValueError."""
    is_wrong = text.lstrip().startswith("!")
    inner = text.strip().removeprefix("!").strip()
    if inner.startswith("(") and inner.endswith(")"):
        inner = inner[1:-1]
    words = re.split(r"\s*\|\s*|\s+", inner.strip())
    moves = frozenset(RESIGN if word.lower() == "resign" else parse_vertex(word, size) for word in words)
    return Expected(moves, is_wrong, may_fail, text.strip())


def _check_length(line: str) -> None:
    """Refuse an overlong line: splitting it takes 20 times its size in memory. Raises ValueError."""
    if len(line) > MAX_LINE:
        raise ValueError(f"expected a line of at most {MAX_LINE} characters, found {len(line)}")


# -- SGF ---------------------------------------------------------------------------------------------------------------


def _questions_of(game: Game, source: str) -> Iterator[Question]:
    pending, n_nodes = [game.root], 0
    while pending:
        node = pending.pop()
        pending.extend(reversed(node.children))
        n_nodes += 1
        if n_nodes > MAX_NODES:
            raise SuiteError(f"{source}: expected a suite of at most {MAX_NODES} nodes, found more")
        for match in _COMMENT.finditer("\n".join(node.properties.get("C", []))):
            star, text = match.groups()
            try:
                _check_length(text)
                game.go_to(node)
                check_replayed(game)
                expected = parse_expected(text, game.rules.size, may_fail=bool(star))
            except ValueError as error:
                raise SuiteError(f"{source}, after move {game.n_moves}: {error}") from None
            yield Question(f"{source}, after move {game.n_moves}", game.board, expected)


# -- .tst --------------------------------------------------------------------------------------------------------------


class _Tst:
    """The reader of a `.tst` file. It reads line by line, with a board of its own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._board = Board(Rules(size=19))
        self._n_loaded = 0  # bytes of all files, since a line of the suite may load a large one

    def questions(self, data: bytes) -> Iterator[Question | NotAsked]:
        asked: tuple[str, str, str] | None = None  # number, command and argument that await their answer
        for line_number, raw in enumerate(io.BytesIO(data), 1):  # a list of short lines takes 20 times their size
            line = raw.decode(errors="replace")
            source = f"{self._path}:{line_number}"
            try:
                _check_length(line)
                if line.startswith("#?"):
                    if asked is not None:
                        yield self._question(source, *asked, line)
                    asked = None
                elif command := _COMMAND.fullmatch(line.partition("#")[0].strip()):
                    number, name, argument = command.groups(default="")
                    asked = None
                    if name in _ASKS or (number and name not in _OBEYED):
                        asked = number, name, argument
                    else:
                        self._obey(name, argument)
            except (ValueError, OSError) as error:
                raise SuiteError(f"{source}: {error}") from None

    def _question(self, source: str, number: str, name: str, argument: str, line: str) -> Question | NotAsked:
        """Return the question of a command and the expected answer below it. Raises ValueError."""
        source = f"{source} ({number})" if number else source
        if name not in _ASKS:
            return NotAsked(source, f"{name} {argument}".strip())
        expected = _EXPECTED.fullmatch(line.rstrip())
        if expected is None:
            raise ValueError(f"expected an answer such as #? [D4|E5] or #? [!D4]*, found {line[:40]!r}")
        board = self._board
        color = _ASKS[name] or parse_color(argument)
        if color != board.to_play:
            board = Board(board.rules, board.stones, color)
        return Question(source, board, parse_expected(expected[1], board.size, may_fail=bool(expected[2])))

    def _obey(self, name: str, argument: str) -> None:
        """Carry out a command. Raises ValueError and OSError."""
        words = argument.split()
        if name == "loadsgf" and words:
            self._load(words)
        elif name == "boardsize" and _SIZE.fullmatch(argument):
            self._board = Board(replace(self._board.rules, size=int(argument)))
        elif name == "clear_board" and not words:
            self._board = Board(self._board.rules)
        elif name == "komi" and len(words) == 1:
            rules = replace(self._board.rules, komi=float(argument))
            self._board = Board(rules, self._board.stones, self._board.to_play)
        elif name == "play" and len(words) == 2:
            self._board.play(parse_vertex(words[1], self._board.size), parse_color(words[0]))
        elif name in ("black", "white") and len(words) == 1:
            self._board.play(parse_vertex(words[0], self._board.size), parse_color(name))
        elif name != "quit":
            raise ValueError(f"cannot execute {f'{name} {argument}'.strip()[:40]!r}")

    def _load(self, words: list[str]) -> None:
        """Go to the position of a file before a move, which is how GTP counts."""
        has_number = len(words) > 1 and _NUMBER.fullmatch(words[-1])
        name = " ".join(words[:-1] if has_number else words)
        folder = self._path.parent.resolve()
        path = (folder / name).resolve()
        if not path.is_relative_to(folder):
            raise ValueError(f"{name} is not in the folder of the suite")
        data = read_bounded(path, MAX_BYTES)
        self._n_loaded += len(data)
        if self._n_loaded > MAX_LOADED:
            raise ValueError(f"expected at most {MAX_LOADED} bytes in all files of loadsgf, found more")
        game = read_game(data)
        n_moves = max(0, int(words[-1]) - 1) if has_number else None
        replay(game, n_moves)
        if n_moves is not None and game.n_moves < n_moves:
            raise ValueError(f"{name} has {game.n_moves} moves, too few for {words[-1]}")
        self._board = game.board
