"""`gtp:COMMAND`: an external engine that speaks GTP, e.g. `gtp:gnugo --mode gtp --level 1`.

The engine has a board of its own. Before each choice it is synchronized with ours: by playing the missing moves, by
undoing some, or by starting again.

Engines pass as soon as they know which stones are dead. Our score counts every stone on the board as alive. So a pass
under area scoring is not accepted at once: an engine that knows `kgs-genmove_cleanup` is asked again, for a move that
captures dead stones. Under area scoring such moves cost nothing. A second pass is accepted.
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
"""maximum moves to undo one by one; for more, the game is replayed"""

_KGS_RULES = {Scoring.AREA: "chinese", Scoring.TERRITORY: "japanese"}
_CLEANUP = {"kgs-genmove_cleanup", "undo"}

Past = tuple[dict[int, int], int, list[tuple[int, int]]]
"""the result of `Board.past`"""


@dataclass(frozen=True)
class ExternalParams:
    """The program to start."""

    command: str
    """a command line with shell-like quoting; no shell is involved"""


class ExternalPlayer(Player):
    """An external engine as a player. All methods except `close` and `explain` raise EngineError if it fails.

    The chosen move may be illegal; the caller checks it. Use the player as a context manager, or `close` it. The engine
    may take `timeout` seconds for a move or a new game. `stop` is never called, since GTP cannot interrupt an engine.
    """

    def __init__(self, params: ExternalParams) -> None:
        """Does not start the engine; `check` and `new_game` do."""
        self.params = params
        self._deadline = 0.0  # deadline of the current command, on the monotonic clock
        self._client: GtpClient | None = None
        self._title = ""  # name and version from the engine
        self._commands: frozenset[str] = frozenset()
        self._rules = Rules()
        self._past: Past | None = None  # the history of the engine's board; None if unknown
        self._told: Clock | None = None  # the time settings that the engine has; None if they must be sent again
        self._choice = "no move has been chosen yet"

    def check(self) -> None:
        """Check that the engine exists and starts within `timeout` seconds.

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
        """End the engine. A new game starts it again. May be called again."""
        if self._client is not None:
            self._client.close()

    def _start(self) -> None:
        """Start the engine if it does not run, for example after it died."""
        if self._client is not None and self._client.is_running:
            return
        self.close()
        self._client = GtpClient(self.params.command)
        try:
            self._title = " ".join([*self._send("name").split(), *self._send("version").split()])
            self._commands = frozenset(self._send("list_commands").split())
        except GtpFailure:  # it lacks a mandatory command and is unusable
            self.close()
            raise
        self._told = Clock()

    def _send(self, command: str) -> str:
        """The answer to a command, which must come before the deadline."""
        if self._client is None:
            raise EngineDied("the engine has not been started: there is no game yet")
        return self._client.send(command, max(0.0, self._deadline - time.monotonic()))

    # -- a game ------------------------------------------------------------------------------------------------------

    def new_game(self, rules: Rules, rng: Generator) -> None:
        """As in `Player`. Raises GtpFailure if the engine refuses the board or the komi."""
        self._deadline = time.monotonic() + self.timeout
        self._past = None
        self._rules = rules
        self._start()
        for command in (f"boardsize {rules.size}", "clear_board", f"komi {rules.komi:g}"):
            self._send(command)
        self._tell_rules()
        if "set_random_seed" in self._commands:
            self._send(f"set_random_seed {rng.integers(1, 1 << 31)}")
        if "clear_cache" in self._commands:  # memory of earlier games can change its moves
            self._send("clear_cache")
        if self._told != Clock():  # its clock may have run in the previous game
            self._told = None
        self._past = ({}, BLACK, [])

    def _tell_rules(self) -> None:
        """Send the rules as far as the engine supports them. The referee takes care of the rest."""
        with contextlib.suppress(GtpFailure):
            if "kata-set-rules" in self._commands:
                self._send(f"kata-set-rules {kata_json(self._rules)}")
            elif "kgs-rules" in self._commands:
                self._send(f"kgs-rules {_KGS_RULES[self._rules.scoring]}")

    def choose(self, board: Board) -> int:
        """As in `Player`. Also raises GtpFailure if the engine refuses a move of the game."""
        self._deadline = time.monotonic() + self.timeout
        theirs, self._past = self._past, None  # in case anything fails from here on
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
        """Generate the engine's move. It has played the move on its own board."""
        chosen = self._read_move(self._send(f"genmove {color}"))
        if chosen == PASS and self._rules.scoring is Scoring.AREA and self._commands >= _CLEANUP:
            self._send("undo")
            chosen = self._read_move(self._send(f"kgs-genmove_cleanup {color}"))
        return chosen

    def _read_move(self, answer: str) -> int:
        """The move in an answer. If there is none, ends the engine and raises EngineNonsense."""
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
        """Synchronize the engine's board with ours."""
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
        """Undo the engine's moves after the common ones. Returns False if that is impossible."""
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
        """Place the stones of a start position on the engine's empty board."""
        is_handicap = set(stones.values()) == {BLACK} and to_play == WHITE and len(stones) == self._rules.handicap
        if is_handicap and "set_free_handicap" in self._commands:
            with contextlib.suppress(GtpFailure):
                self._send(f"set_free_handicap {' '.join(map(vertex, stones))}")
                return
        # Any order works: nothing is captured on the way, and no move is suicide. A complete chain has at least its
        # final liberties, and an incomplete one has liberties at its missing stones.
        for point, color in stones.items():
            self._play(color, point)

    def _play(self, color: int, point: int) -> None:
        self._send(f"play {COLOR_NAMES[color]} {vertex(point)}")

    # -- its clock ---------------------------------------------------------------------------------------------------

    def _tell_time(self, color: int) -> None:
        """Send the time settings once per game, and the time left of `color`, if the engine supports them."""
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
            # Byoyomi periods were sent as Canadian periods with one stone, so their number means nothing to the engine.
            stones = min(left.stones, 1) if settings.system is TimeSystem.BYOYOMI and not is_kgs else left.stones
            self._send(f"time_left {COLOR_NAMES[color]} {int(left.seconds)} {stones}")


def _shared(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> int:
    """The number of common moves at the start of both lists."""
    n = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        n += 1
    return n


# GTP counts whole seconds. They are rounded down, so that an engine never assumes too much time. But a period of zero
# seconds would mean that there is no period.


def _kgs_settings(clock: Clock) -> str:
    """The arguments of `kgs-time_settings`."""
    if clock.system is TimeSystem.NONE:
        return "none"
    if clock.system is TimeSystem.ABSOLUTE:
        return f"absolute {int(clock.main_time)}"
    return f"{clock.system} {int(clock.main_time)} {max(1, int(clock.period_time))} {clock.period_count}"


def _plain_settings(clock: Clock) -> str:
    """The arguments of `time_settings`. Byoyomi is sent as Canadian periods of one stone, since it is not supported."""
    if clock.system is TimeSystem.NONE:
        return "0 1 0"  # a period without stones is the specification's code for no limit
    if clock.system is TimeSystem.ABSOLUTE:
        return f"{int(clock.main_time)} 0 0"
    stones = 1 if clock.system is TimeSystem.BYOYOMI else clock.period_count
    return f"{int(clock.main_time)} {max(1, int(clock.period_time))} {stones}"
