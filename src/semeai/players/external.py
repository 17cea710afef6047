"""`gtp:COMMAND`: any program that speaks GTP, e.g. `gtp:gnugo --mode gtp --level 1`.

The program plays on a board of its own. Before each choice that board is brought to ours: with the moves that are
missing there, by taking some back, or from the start.

Engines pass as soon as they know which stones are dead. Our count holds every stone on the board for alive, so a pass
under area scoring is not taken at its word: where the engine knows `kgs-genmove_cleanup`, it is asked once more, for a
move that captures what is dead. Under area scoring such moves cost nothing. It passes when it passes again.
"""

import contextlib
import time
from dataclasses import dataclass

from numpy.random import Generator

from semeai.go.board import Board
from semeai.go.clock import Clock, TimeSystem
from semeai.go.player import Explanation, Player
from semeai.go.points import BLACK, COLOR_NAMES, PASS, RESIGN, WHITE, parse_vertex, vertex
from semeai.go.rules import Rules, Scoring
from semeai.gtp.client import GtpClient
from semeai.gtp.errors import EngineDied, EngineNonsense, EngineTimeout, GtpFailure
from semeai.gtp.protocol import shorten
from semeai.gtp.rules_text import kata_json

MAX_UNDO = 10
"""moves that are taken back one by one; for more the game is played anew"""

_KGS_RULES = {Scoring.AREA: "chinese", Scoring.TERRITORY: "japanese"}
_CLEANUP = {"kgs-genmove_cleanup", "undo"}

Past = tuple[dict[int, int], int, list[tuple[int, int]]]
"""what `Board.past` returns"""


@dataclass(frozen=True)
class ExternalParams:
    """The program to start."""

    command: str
    """a line that is split into words as a shell would; no shell is involved"""


class ExternalPlayer(Player):
    """Another program as a player. All methods but `close` and `explain` raise EngineError when it lets us down.

    What it chooses is not judged here: the move may be illegal. Use it as a context manager, or `close` it. The engine
    may take `timeout` for a move, or to begin a game. `stop` is never asked, for GTP cannot hurry an engine.
    """

    def __init__(self, params: ExternalParams) -> None:
        """Starts nothing yet: `check` and `new_game` do."""
        self.params = params
        self._deadline = 0.0  # of the question that is being answered, on the monotonic clock
        self._client: GtpClient | None = None
        self._title = ""  # name and version, as the engine says
        self._commands: frozenset[str] = frozenset()
        self._rules = Rules()
        self._past: Past | None = None  # of the engine's board; None when that may be anything
        self._told: Clock | None = None  # the time settings that the engine has; None when they have to be said again
        self._choice = "no move has been chosen yet"

    def check(self) -> None:
        """Check that the program is there and starts within `timeout` seconds.

        Raises EngineMissing, with a hint, or another EngineError.
        """
        self._deadline = time.monotonic() + self.timeout
        try:
            self._start()
            self._send("protocol_version")
        except EngineTimeout:
            raise EngineTimeout(
                f"the engine {shorten(self.params.command)} did not answer its first commands within "
                f"{self.timeout:g} s; if it starts slowly, give it more with --patience"
            ) from None

    def close(self) -> None:
        """End the engine; a new game starts it again. May be called again."""
        if self._client is not None:
            self._client.close()

    def _start(self) -> None:
        """See to it that the engine runs, also after it has died."""
        if self._client is not None and self._client.is_running:
            return
        self.close()
        self._client = GtpClient(self.params.command)
        try:
            self._title = " ".join([*self._send("name").split(), *self._send("version").split()])
            self._commands = frozenset(self._send("list_commands").split())
        except GtpFailure:  # of commands that every engine must have: it is of no use
            self.close()
            raise
        self._told = Clock()

    def _send(self, command: str) -> str:
        """The answer to a command, if it comes before the deadline."""
        if self._client is None:
            raise EngineDied("the engine has not been started: there is no game yet")
        return self._client.send(command, max(0.0, self._deadline - time.monotonic()))

    # -- a game ------------------------------------------------------------------------------------------------------

    def new_game(self, rules: Rules, rng: Generator) -> None:
        """As in `Player`. Raises GtpFailure when the engine refuses the board or the komi."""
        self._deadline = time.monotonic() + self.timeout
        self._past = None
        self._rules = rules
        self._start()
        for command in (f"boardsize {rules.size}", "clear_board", f"komi {rules.komi:g}"):
            self._send(command)
        self._tell_rules()
        if "set_random_seed" in self._commands:
            self._send(f"set_random_seed {rng.integers(1, 1 << 31)}")
        if "clear_cache" in self._commands:  # what it remembers of earlier games can change its moves
            self._send("clear_cache")
        if self._told != Clock():  # its clock has run in the game before
            self._told = None
        self._past = ({}, BLACK, [])

    def _tell_rules(self) -> None:
        """As well as the engine can take them; what it does not know of them is settled by the referee."""
        with contextlib.suppress(GtpFailure):
            if "kata-set-rules" in self._commands:
                self._send(f"kata-set-rules {kata_json(self._rules)}")
            elif "kgs-rules" in self._commands:
                self._send(f"kgs-rules {_KGS_RULES[self._rules.scoring]}")

    def choose(self, board: Board) -> int:
        """As in `Player`. Raises GtpFailure, too, when the engine refuses a move of the game."""
        self._deadline = time.monotonic() + self.timeout
        theirs, self._past = self._past, None  # should anything fail from here on
        ours = board.past()
        self._follow(theirs, ours)
        color = board.to_play
        self._tell_time(color)
        chosen = self._generate(COLOR_NAMES[color])
        stones, to_play, moves = ours
        self._past = (stones, to_play, moves if chosen == RESIGN else [*moves, (color, chosen)])
        what = {PASS: "passes", RESIGN: "resigns"}.get(chosen, f"plays {vertex(chosen)}")
        self._choice = f"{self._title} {what}"
        return chosen

    def explain(self) -> Explanation:
        return Explanation(self._choice)

    def _generate(self, color: str) -> int:
        """The engine's move, which it has made on its board."""
        chosen = self._read_move(self._send(f"genmove {color}"))
        if chosen == PASS and self._rules.scoring is Scoring.AREA and self._commands >= _CLEANUP:
            self._send("undo")
            chosen = self._read_move(self._send(f"kgs-genmove_cleanup {color}"))
        return chosen

    def _read_move(self, answer: str) -> int:
        """The move that an answer names. Raises EngineNonsense, and ends the engine, when it names none."""
        text = answer.strip()
        if text.lower() == "resign":
            return RESIGN
        try:
            return parse_vertex(text, self._rules.size)
        except ValueError as error:
            self.close()
            raise EngineNonsense(f"{self._title} chose no move: {error}") from None

    # -- its board ---------------------------------------------------------------------------------------------------

    def _follow(self, theirs: Past | None, ours: Past) -> None:
        """Bring the engine's board to ours."""
        stones, to_play, moves = ours
        n_played = 0
        if theirs is not None and theirs[:2] == (stones, to_play) and self._take_back(theirs[2], moves):
            n_played = _shared(theirs[2], moves)
        else:
            self._send("clear_board")
            self._set_up(stones, to_play)
        for color, point in moves[n_played:]:
            self._play(color, point)

    def _take_back(self, theirs: list[tuple[int, int]], ours: list[tuple[int, int]]) -> bool:
        """Take back what the engine has beyond the moves that both have. False when it cannot."""
        n = len(theirs) - _shared(theirs, ours)
        if n == 0:
            return True
        if n > MAX_UNDO or "undo" not in self._commands:
            return False
        try:
            for _ in range(n):
                self._send("undo")
        except GtpFailure:
            return False
        return True

    def _set_up(self, stones: dict[int, int], to_play: int) -> None:
        """Put the stones of a start position on the engine's empty board."""
        is_handicap = set(stones.values()) == {BLACK} and to_play == WHITE and len(stones) == self._rules.handicap
        if is_handicap and "set_free_handicap" in self._commands:
            with contextlib.suppress(GtpFailure):
                self._send(f"set_free_handicap {' '.join(map(vertex, stones))}")
                return
        # In any order: on the way nothing is captured, and no move is suicide. A chain that is complete has at least
        # the liberties it has in the end, and one that is not has those where its own stones are missing.
        for point, color in stones.items():
            self._play(color, point)

    def _play(self, color: int, point: int) -> None:
        self._send(f"play {COLOR_NAMES[color]} {vertex(point)}")

    # -- its clock ---------------------------------------------------------------------------------------------------

    def _tell_time(self, color: int) -> None:
        """Tell the time settings, once a game, and what `color` has left, as far as the engine wants to know."""
        settings = self.clock.restarted()
        is_kgs = "kgs-time_settings" in self._commands
        if settings != self._told:
            if is_kgs:
                self._send(f"kgs-time_settings {_kgs_settings(settings)}")
            elif "time_settings" in self._commands:
                self._send(f"time_settings {_plain_settings(settings)}")
            self._told = settings
        left = self.clock.left.get(color)
        if left is not None and "time_left" in self._commands:
            # The byoyomi periods left mean nothing to an engine that was told of Canadian periods with one stone.
            stones = min(left.stones, 1) if settings.system is TimeSystem.BYOYOMI and not is_kgs else left.stones
            self._send(f"time_left {COLOR_NAMES[color]} {int(left.seconds)} {stones}")


def _shared(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> int:
    """How many moves both begin with."""
    n = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        n += 1
    return n


# GTP counts whole seconds. They are rounded down, for an engine must not believe in more than it has; but a period of
# no seconds would mean that there is none.


def _kgs_settings(clock: Clock) -> str:
    """The arguments of `kgs-time_settings`."""
    if clock.system is TimeSystem.NONE:
        return "none"
    if clock.system is TimeSystem.ABSOLUTE:
        return f"absolute {int(clock.main_time)}"
    return f"{clock.system} {int(clock.main_time)} {max(1, int(clock.period_time))} {clock.period_count}"


def _plain_settings(clock: Clock) -> str:
    """The arguments of `time_settings`, which knows no byoyomi: it becomes Canadian periods of one stone."""
    if clock.system is TimeSystem.NONE:
        return "0 1 0"  # a period without stones: the specification's way to say that there is no limit
    if clock.system is TimeSystem.ABSOLUTE:
        return f"{int(clock.main_time)} 0 0"
    stones = 1 if clock.system is TimeSystem.BYOYOMI else clock.period_count
    return f"{int(clock.main_time)} {max(1, int(clock.period_time))} {stones}"
