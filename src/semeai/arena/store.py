"""The games of a match or tournament on disk: `games.sgf` in a folder of its own, a collection with one game per line.

A line is written and synced to disk before the next game counts, so a crash loses only the current game. An incomplete
last line is cut off when the file is opened again. Each game has a digest (`semeai.sgf.seal`), so any other damage is
detected. It is reported, not repaired, because the file is evidence. Games of older versions have no digest and are
read as unchecked. One process at a time may write.

The root of a game contains everything: PB and PW (specifications), RO (the number within the pairing), GC (the terms),
RE (the result), C (the reason in words), SEEDS (of black's and white's random streams), and the usual SZ, KM, RU.
Moves of players that estimate their win rate have it in SBKV, so Sabaki and others draw a graph.
"""

import hashlib
import io
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from semeai.arena.schedule import Fixture, Played, Terms, one_line
from semeai.files import DamagedFile, Lock, make_folder, sweep, sync_name, writing
from semeai.go.game import Game, Node, Result
from semeai.go.points import BLACK, COLOR_NAMES, WHITE, opponent
from semeai.sgf import point_to_sgf, text_value, write_game
from semeai.sgf.seal import UNSEALED, check_seal, is_sealed, seal_game
from semeai.sgf.values import WINRATE

FILE = "games.sgf"
REPORTS = ("report.txt", "report.json", "ratings.csv", "crosstable.csv", "report.svg")
"""report files in the same folder, written after the games"""

# Possessive (*+, ++), since backtracking would need memory for every letter.
_PROPERTY = re.compile(r"([A-Z]++)((?:\[[^\\\]]*+(?:\\.[^\\\]]*+)*+\])++)")
_WINRATE = re.compile(rf"{WINRATE}\[[0-9.]++\]")
_MOVES = re.compile(rf"(?:;[BW]\[(?:[a-s]{{2}})?\](?:{_WINRATE.pattern})?)*+\)\n")
_RESULT = re.compile(r"([BW])\+([0-9.]+|[RTF])")
_REASONS = {"R": "resign", "T": "time", "F": "forfeit"}
_AT_LIMIT = "at the limit of moves"


@dataclass(frozen=True)
class Finished:
    """A fixture that has just been played."""

    fixture: Fixture
    seeds: tuple[int, int]
    """seeds of black's and white's random streams"""
    moves: npt.NDArray[np.uint16]
    """the moves after the opening"""
    result: Result
    winrates: tuple[str, ...] = ()
    """black's win rate after each move in percent, by the player of the move; "" if unknown; empty if all are"""

    def played(self, terms: Terms) -> Played:
        """Its outcome."""
        start = terms.openings.kind(self.fixture.opening)
        digest = hashlib.sha256(f"{start} ".encode() + self.moves.tobytes()).hexdigest()
        return Played(self.fixture.black, self.fixture.white, self.fixture.number, self.result, digest[:16])


@runtime_checkable
class GameKeeper(Protocol):
    """A place where games are kept as they end."""

    def games(self, terms: Terms) -> list[Played]:
        """Return the games that were played under `terms`."""

    def add(self, games: Iterable[Finished], terms: Terms) -> list[Played]:
        """Store `games` safely on disk. Returns their outcomes."""


class StoredGames:
    """The games in a folder, for reading. Another process may be adding more."""

    def __init__(self, folder: Path) -> None:
        """Read the games in a folder. Raises OSError and DamagedFile."""
        self.path = folder / FILE
        data = self.path.read_bytes()
        lines, self._n_whole = _whole_lines(self.path, data)
        self._games = _parse(self.path, lines)
        self.n_unchecked = sum(line.startswith(UNSEALED.encode()) for line in io.BytesIO(data[: self._n_whole]))
        """number of games without a digest, written by an older version"""

    def games(self, terms: Terms) -> list[Played]:
        """The games played under `terms`."""
        wanted = terms.describe()
        return [played for text, played in self._games if text == wanted]

    def all_games(self) -> list[tuple[str, Played]]:
        """All games with their terms, in the order of the file."""
        return list(self._games)

    def n_other(self, terms: Terms) -> int:
        """The number of games under other terms."""
        return len(self._games) - len(self.games(terms))


class Store(StoredGames):
    """The stored games in `folder`, open for more. Use it in a `with`."""

    def __init__(self, folder: Path) -> None:
        """Open the games in a folder. Raises OSError, also if another process has it open, and DamagedFile.

        An incomplete last line is cut off, but not in a file with other damage.
        """
        make_folder(folder)
        self._lock = Lock(folder / "lock")
        try:
            sweep(folder, (FILE, *REPORTS))
            self._file = os.open(folder / FILE, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
            try:
                super().__init__(folder)
                os.truncate(self._file, self._n_whole)
                sync_name(self.path)
            except BaseException:
                os.close(self._file)
                raise
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *exception: object) -> None:
        os.close(self._file)
        self._lock.release()

    def add(self, games: Iterable[Finished], terms: Terms) -> list[Played]:
        """Store `games` safely on disk. Returns their outcomes. Raises CannotWrite."""
        lines = [format_line(game, terms) for game in games]
        data = "".join(lines).encode()
        with writing(self.path):
            while data:
                data = data[os.write(self._file, data) :]
            os.fsync(self._file)
        new = [parse_line(line) for line in lines]
        self._games += new
        return [played for _, played in new]


def _whole_lines(path: Path, data: bytes) -> tuple[Iterable[bytes], int]:
    """Yield the lines of a file and their sizes in bytes, one by one, since a list of short lines is large. An
    incomplete last line is left out. Raises DamagedFile."""
    n_whole = data.rfind(b"\n") + 1
    if _is_whole(data[n_whole:-1]):  # after a crash, only a line break can follow the end of a game
        raise DamagedFile(f"{path} is damaged: its last game does not end with a line break")
    return io.BytesIO(data[:n_whole]), n_whole


def _is_whole(line: bytes) -> bool:
    try:
        parse_line(line.decode() + "\n")
    except ValueError:
        return False
    return True


def _parse(path: Path, lines: Iterable[bytes]) -> list[tuple[str, Played]]:
    return [check_line(path, i, line) for i, line in enumerate(lines)]


def check_line(path: Path, number: int, line: bytes) -> tuple[str, Played]:
    """Parse line `number`, from 0, of a file. Raises DamagedFile with the file and the line."""
    try:
        return parse_line(line.decode())
    except ValueError as error:
        raise DamagedFile(f"{path}: line {number + 1} is not a game that semeai wrote ({error})") from None


# -- a game as a line --------------------------------------------------------------------------------------------------


def format_line(game: Finished, terms: Terms) -> str:
    """A game in SGF, on one line, with its digest."""
    fixture, result = game.fixture, game.result
    start = terms.openings.start(fixture.opening, terms.rules, terms.seed)
    properties = {
        "PB": fixture.black,
        "PW": fixture.white,
        "RE": str(result),
        "RO": str(fixture.number),
        "GC": terms.describe(),
        "SEEDS": f"{game.seeds[0]} {game.seeds[1]}",
        "C": describe_result(result),
    }
    root = Node(setup=start.root.setup, to_play=start.root.to_play)
    root.properties = {name: [one_line(text)] for name, text in properties.items()}
    node = root
    for color, p in start.moves:
        node.children.append(Node(node, color, p))
        node = node.children[0]
    head = "".join(write_game(Game(start.rules, root)).splitlines()).removesuffix(")")
    letters = "BW" if start.to_play == BLACK else "WB"
    size = terms.rules.size
    rates = [f"{WINRATE}[{rate}]" if rate else "" for rate in game.winrates]
    steps = zip_longest(game.moves.tolist(), rates, fillvalue="")
    moves = "".join(f";{letters[i % 2]}[{_sgf(p, size)}]{rate}" for i, (p, rate) in enumerate(steps))
    return seal_game(f"{head}{moves})\n")


_sgf = cache(point_to_sgf)


def parse_line(line: str) -> tuple[str, Played]:
    """Parse a line of `format_line`. Returns the terms and the outcome of the game. Raises ValueError."""
    if is_sealed(line):
        check_seal(line)
    elif not line.startswith(UNSEALED):
        raise ValueError("expected a game record at the start of the line")
    root: dict[str, str] = {}
    end = 2
    while match := _PROPERTY.match(line, end):
        if match[1] in root:
            raise ValueError(f"it has {match[1]} twice")
        root[match[1]] = text_value(match[2][1:-1])
        end = match.end()
    if missing := {"GC", "PB", "PW", "RO", "RE", "C"} - root.keys():
        raise ValueError(f"its {min(missing)} is missing")
    if not _MOVES.fullmatch(line, end):
        raise ValueError("it does not end with moves and a parenthesis")
    setup = [root.get(name, "") for name in ("SZ", "AB", "AW", "PL")]
    moves = hashlib.sha256(" ".join([*setup, _WINRATE.sub("", line[end:])]).encode()).hexdigest()[:16]
    return root["GC"], Played(root["PB"], root["PW"], int(root["RO"]), _parse_result(root["RE"], root["C"]), moves)


def describe_result(result: Result) -> str:
    """The winner and the reason, in words: "white forfeits: ..."."""
    if result.winner is None:
        words = f"a draw {_AT_LIMIT}" if result.reason == "limit" else "a draw"
    else:
        winner, loser = COLOR_NAMES[result.winner], COLOR_NAMES[opponent(result.winner)]
        words = {
            "score": f"{winner} wins by {result.margin:g}",
            "resign": f"{loser} resigns",
            "time": f"{loser} loses on time",
            "forfeit": f"{loser} forfeits",
            "limit": f"{loser} loses {_AT_LIMIT}",
        }[result.reason]
    detail = one_line(result.detail)
    return f"{words}: {detail}" if detail else words


def _parse_result(text: str, comment: str) -> Result:
    words, _, detail = comment.partition(": ")
    is_at_limit = words.endswith(_AT_LIMIT)
    if text == "0":
        return Result(None, "limit" if is_at_limit else "score", detail=detail)
    found = _RESULT.fullmatch(text)
    if found is None:
        raise ValueError(f"expected a result such as B+3.5, found {text[:20]!r}")
    winner, how = {"B": BLACK, "W": WHITE}[found[1]], found[2]
    if how not in _REASONS:
        return Result(winner, "score", float(how), detail)
    return Result(winner, "limit" if is_at_limit else _REASONS[how], detail=detail)
