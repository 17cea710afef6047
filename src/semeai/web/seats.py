"""Players at a table: the specifications that a page may use, and the thread-safe seat of a player."""

import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from numpy.random import SeedSequence, default_rng

from semeai.go.board import Board
from semeai.go.clock import Clock
from semeai.go.player import Explanation, Player
from semeai.go.rules import Rules
from semeai.players import check_spec, make_player, playable
from semeai.players.champion import SHIPPED
from semeai.web.paths import inside
from semeai.web.settings import Settings
from semeai.web.table import YOU

MEMORY = 64
"""megabytes for the trees of one player, unless its specification says more"""
MAX_THREADS = 8
ANALYST = "rave:playouts=600,resign=0"
"""the player that finds dead stones and the owners of points"""
_SEARCHES = ("mcts", "uct", "rave")


def admit(spec: str, settings: Settings) -> str:
    """The specification for a player that a page asks for. Raises ValueError with a message of one line.

    Champions come from the work folder, or with semeai. Other programs start only for people at this machine.
    """
    if len(spec) > 300:
        raise ValueError(f"expected the name of a player of at most 300 characters, found {len(spec)}")
    check_spec(spec)
    name, _, rest = spec.partition(":")
    if is_program(spec) and not settings.is_loopback:
        raise ValueError("visitors cannot start other programs; choose a player of semeai")
    if name == "champion" and not is_shipped(rest):
        path = inside(settings.folder, rest)
        if not path.is_file():
            raise ValueError(f"no champion called {rest} in the work folder")
        return f"champion:{path}"
    if name in _SEARCHES:
        wants = dict(part.partition("=")[::2] for part in filter(None, rest.split(",")))
        if int(wants.get("threads", 1)) > MAX_THREADS or int(wants.get("memory", 1)) > 1024:
            raise ValueError(f"expected up to {MAX_THREADS} threads and 1024 megabytes for a player on a page")
        if "memory" not in wants:
            return f"{name}:{rest + ',' if rest else ''}memory={MEMORY}"
    return spec


def is_program(spec: str) -> bool:
    """True if the player is another program, which runs with all rights of the user."""
    return spec.partition(":")[0].strip() == "gtp"


def is_shipped(name: str) -> bool:
    """True if a champion of that name comes with semeai. A path is never such a name."""
    return Path(name).name == name and (SHIPPED / f"{name}.npz").is_file()


def offered(settings: Settings) -> list[str]:
    """The players that a page offers, people first; other specifications may be typed."""
    names = [YOU, *playable()]
    names += [f"champion:{path.stem}" for path in sorted(SHIPPED.glob("*.npz"))]
    names += [f"champion:{path}" for path in champions(settings.folder)]
    gnugo = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    return [*names, f"gtp:{gnugo} --mode gtp --level 1"] if gnugo and settings.is_loopback else names


def champions(folder: Path, at_most: int = 30) -> list[str]:
    """The latest champion of each run, the newest run first, as paths in the work folder, without trials of papers."""
    latest = {}
    for path in sorted(folder.glob("runs/**/champions/*.npz")):
        if "trials" not in path.parts:
            latest[path.parent] = path
    newest = sorted(latest.values(), key=lambda path: -path.stat().st_mtime)
    return [path.relative_to(folder).as_posix() for path in newest[:at_most]]


@dataclass(frozen=True)
class ChosenMove:
    """A player's move, its explanation and its duration."""

    point: int
    explanation: Explanation
    seconds: float


class Seat:
    """A player whose methods may be called in several threads. Calls wait for each other."""

    def __init__(self, spec: str, seed: int) -> None:
        """`spec` is a specification from `admit`."""
        self._spec = spec
        self._seed = seed
        self._player: Player | None = None
        self._rules: Rules | None = None
        self._lock = threading.Lock()

    def choose(self, board: Board, clock: Clock, stop: Callable[[], bool]) -> ChosenMove:
        """A move for the side to play, at once when `stop` returns True. Raises ValueError, OSError or EngineError if
        the player cannot be created, does not support the board, or fails."""
        with self._lock:
            player = self._ready(board.rules, clock, stop)
            start = time.monotonic()
            point = player.choose(board)
            seconds = time.monotonic() - start
            return ChosenMove(point, player.explain(), seconds)

    def judge(self, board: Board) -> frozenset[int]:
        """The dead stones; empty if the player cannot judge. Raises the same errors as `choose`."""
        with self._lock:
            player = self._ready(board.rules, Clock(), lambda: False)
            return player.judge(board)

    def _ready(self, rules: Rules, clock: Clock, stop: Callable[[], bool]) -> Player:
        if self._player is None:
            self._player = make_player(self._spec)
        player = self._player
        player.clock, player.stop = clock, stop
        if self._rules != rules:
            player.check_rules(rules)
            player.new_game(rules, default_rng(SeedSequence([self._seed])))
            self._rules = rules
        return player

    def close(self) -> None:
        """Release the player and its program, if it has one."""
        player, self._player = self._player, None
        if player is not None:
            player.close()
