"""A ladder on disk: its terms, entries and current plan in `ladder.json`, its results in `games.csv`.

A line of `games.csv` is one game: the indices of two entries, the number of the game in their pairing, the result of
the first one, a digest of the moves, and a checksum of the line. The first entry is black in games with even numbers.
Lines are appended as games end; a line that a crash cut short is dropped. When a round is complete the lines are
sorted, so that the same games make the same file in whatever order they ended. The moves themselves are not kept:
games between our own players can be played again from the seed.
"""

import os
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from semeai.archive import read_sealed, write_sealed
from semeai.arena.openings import Openings
from semeai.arena.roster import LadderEntry
from semeai.arena.schedule import Colors, Pairing, Played, Terms
from semeai.arena.store import Finished
from semeai.files import DamagedFile, Lock, make_folder, sweep, sync_name, write_whole, writing
from semeai.go.game import Result
from semeai.go.points import BLACK, opponent
from semeai.go.rules import Rules

LADDER, GAMES = "ladder.json", "games.csv"
HEADER = "a,b,game,result,moves,checksum\n"
KOMI = 7.5
OPENING_MOVES = 4
N_DIGEST = 8  # letters of the digest of a game's moves
_RESULTS = {"1": 1.0, "d": 0.5, "0": 0.0}
FAILED = "!"
"""marks games that were lost by an illegal move, a crash or a hang"""


@dataclass(frozen=True)
class GameLine:
    """One game of a ladder."""

    a: int
    b: int
    number: int
    points: float
    """points of entry `a`"""
    is_failure: bool
    moves: str
    """digest of the moves"""

    @property
    def place(self) -> tuple[int, int, int]:
        """Its sort key in the file."""
        return self.a, self.b, self.number


@dataclass
class LadderState:
    """The terms, entries and results of a ladder."""

    size: int
    seed: int
    entries: list[LadderEntry] = field(default_factory=list)
    plan: dict[tuple[int, int], int] = field(default_factory=dict)
    """total number of games of each pairing after the current round"""
    newcomers: list[int] = field(default_factory=list)
    """entries that the current round places; empty if it is about all entries"""
    lines: list[GameLine] = field(default_factory=list)

    @property
    def current(self) -> dict[str, int]:
        """The entry that still plays under each specification: the last one."""
        return {entry.spec: i for i, entry in enumerate(self.entries)}

    @property
    def terms(self) -> Terms:
        """Conditions of all games."""
        rules = Rules.preset("chinese", size=self.size, komi=KOMI)
        return Terms(rules, Openings(OPENING_MOVES), self.seed, Colors.SWAP)


def read_ladder(folder: Path) -> LadderState:
    """Read a ladder. Raises OSError and DamagedFile."""
    path = folder / LADDER
    said, _ = read_sealed(path, "ladder")
    try:
        state = LadderState(
            size=int(said["size"]),
            seed=int(said["seed"]),
            entries=[LadderEntry(str(entry["spec"]), str(entry["digest"])) for entry in said["entries"]],
            plan={(int(a), int(b)): int(n) for a, b, n in said["plan"]},
            newcomers=[int(i) for i in said["newcomers"]],
        )
        n = len(state.entries)
        if any(not 0 <= a < b < n for a, b in state.plan) or any(not 0 <= i < n for i in state.newcomers):
            raise ValueError("its plan names an unknown entry")
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedFile(f"{path}: not a ladder that semeai wrote ({error})") from None
    games = folder / GAMES
    state.lines = _read_lines(games, n)[0] if games.exists() else []
    return state


def write_state(folder: Path, state: LadderState) -> None:
    """Write terms, entries and plan. Raises OSError."""
    content: dict[str, Any] = {
        "size": state.size,
        "seed": state.seed,
        "entries": [{"spec": entry.spec, "digest": entry.digest} for entry in state.entries],
        "plan": [[a, b, n] for (a, b), n in sorted(state.plan.items())],
        "newcomers": state.newcomers,
    }
    write_sealed(folder / LADDER, content)


def _read_lines(path: Path, n_entries: int) -> tuple[list[GameLine], int]:
    """The games of a file without a torn last line, and the bytes up to there. Raises DamagedFile."""
    data = path.read_bytes()
    n_whole = data.rfind(b"\n") + 1
    lines = data[:n_whole].decode(errors="replace").splitlines(keepends=True)
    if lines and lines[0] != HEADER:
        raise DamagedFile(f"{path}: line 1 is not the header {HEADER.strip()}")
    found = []
    for i, line in enumerate(lines[1:], 2):
        try:
            found.append(_parse_line(line, n_entries))
        except ValueError as error:
            raise DamagedFile(f"{path}: line {i} is not a game that semeai wrote ({error})") from None
    return found, n_whole


def _format_line(line: GameLine) -> str:
    result = next(letter for letter, points in _RESULTS.items() if points == line.points)
    text = f"{line.a},{line.b},{line.number},{result}{FAILED * line.is_failure},{line.moves}"
    return f"{text},{_checksum(text)}\n"


def _parse_line(text: str, n_entries: int) -> GameLine:
    content, _, checksum = text.rstrip("\n").rpartition(",")
    if checksum != _checksum(content):
        raise ValueError("its checksum is wrong")
    a, b, number, result, moves = content.split(",")
    if not 0 <= int(a) < int(b) < n_entries or int(number) < 0:
        raise ValueError("it names an unknown entry")
    return GameLine(int(a), int(b), int(number), _RESULTS[result.removesuffix(FAILED)], result.endswith(FAILED), moves)


def _checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"


class LadderGames:
    """The games of a ladder, open for more. Use it in a `with`. Only one process at a time may have it open."""

    def __init__(self, folder: Path, state: LadderState) -> None:
        """Open the games of a ladder. Raises OSError, also if another process has the folder open, and DamagedFile."""
        make_folder(folder)
        self._path = folder / GAMES
        self._state = state
        self._lock = Lock(folder / "lock")
        try:
            sweep(folder, (LADDER, GAMES))
            if not self._path.exists():
                write_whole(self._path, HEADER)
            self._file = os.open(self._path, os.O_RDWR | os.O_APPEND)
            state.lines, n_whole = _read_lines(self._path, len(state.entries))
            os.truncate(self._file, n_whole)
            sync_name(self._path)
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> "LadderGames":
        return self

    def __exit__(self, *exception: object) -> None:
        os.close(self._file)
        self._lock.release()

    def games(self, terms: Terms) -> list[Played]:
        """Return the games of current entries, as a competition counts them."""
        specs = {i: spec for spec, i in self._state.current.items()}
        lines = (line for line in self._state.lines if line.a in specs and line.b in specs)
        return [_played(line, specs[line.a], specs[line.b]) for line in lines]

    def add(self, games: Iterable[Finished], terms: Terms) -> list[Played]:
        """Keep `games`; when this returns they are safe. Raises CannotWrite."""
        numbers = self._state.current
        played = [game.played(terms) for game in games]
        lines = []
        for game in played:
            black, white = numbers[game.black], numbers[game.white]
            points = game.points(BLACK)
            a, b = min(black, white), max(black, white)
            moves = game.moves[:N_DIGEST]
            lines.append(GameLine(a, b, game.number, points if a == black else 1 - points, game.is_failure, moves))
        data = "".join(map(_format_line, lines)).encode()
        with writing(self._path):
            while data:
                data = data[os.write(self._file, data) :]
            os.fsync(self._file)
        self._state.lines += lines
        return played

    def sort(self) -> None:
        """Bring the file into the order of pairings and numbers. Raises OSError."""
        self._state.lines.sort(key=lambda line: line.place)
        write_whole(self._path, HEADER + "".join(map(_format_line, self._state.lines)))
        os.close(self._file)
        self._file = os.open(self._path, os.O_RDWR | os.O_APPEND)


def _played(line: GameLine, a: str, b: str) -> Played:
    """A line as a game of a competition; the margin is not known."""
    is_a_black = Pairing(a, b, 0).is_a_black(line.number, Colors.SWAP)
    black, white = (a, b) if is_a_black else (b, a)
    points = line.points if is_a_black else 1 - line.points
    winner = None if points == 0.5 else BLACK if points == 1 else opponent(BLACK)
    return Played(black, white, line.number, Result(winner, "forfeit" if line.is_failure else "score"), line.moves)
