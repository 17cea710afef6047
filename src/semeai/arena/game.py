"""The referee of one game between any two players, written in Python or connected by GTP.

An error of a player loses its game and is reported in the result. It never reaches the caller:

- an illegal move, or no move: "forfeit";
- an exception, including all failures of an engine: "forfeit";
- more time than its clock allows: "time", even if there was another error.

The referee applies our rules and does not ask players for the winner.
"""

import threading
import time
from collections.abc import Callable, Mapping

import numpy as np
from numpy.random import Generator, SeedSequence, default_rng

from semeai.arena.clock import allowance, spend, start_clock
from semeai.go.board import MAX_MOVES, Board
from semeai.go.clock import Clock
from semeai.go.game import Game, Result
from semeai.go.player import Player
from semeai.go.points import BLACK, COLOR_NAMES, RESIGN, WHITE, opponent
from semeai.go.rules import Rules
from semeai.gtp.errors import EngineError
from semeai.gtp.protocol import clean
from semeai.sgf.values import WINRATE, format_winrate

GRACE = 0.5
"""seconds beyond its allowance after which a hanging player is abandoned"""
MARGIN = 0.1
"""seconds before the end of its allowance at which a player is told to stop; less if the allowance is short"""
MAX_DETAIL = 500


def play_game(
    game: Game,
    players: Mapping[int, Player],
    seeds: Mapping[int, int],
    clock: Clock | None = None,
    patience: float = 60.0,
    ponder: bool = False,
    now: Callable[[], float] = time.monotonic,
) -> Result:
    """Play `game` from its current position to the end. Returns the result, which `game` also has.

    `players`, two objects, and the `seeds` of their random numbers are given by color. Each player sees only copies of
    the board. `patience` is the number of seconds that a player may hang, with or without a clock. It applies to
    players that respect their `timeout`, and to the end of pondering. With `ponder`, players that can ponder think in
    the opponent's time. A game that reaches the maximum length is a draw. The win rates that players estimate are
    written to the nodes of their moves.

    Does not raise exceptions of players, except KeyboardInterrupt and SystemExit.
    """
    sides = {color: _Side(color, players[color], patience, now) for color in (BLACK, WHITE)}
    clock = start_clock(clock or Clock())
    try:
        for color, side in sides.items():
            side.begin(game.rules, default_rng(SeedSequence(seeds[color])), clock)
        while game.result is None:
            mover, waiting = sides[game.to_play], sides[opponent(game.to_play)]
            if ponder:
                waiting.start_pondering(game.board)
            move, clock = mover.choose(game.board, clock)
            mover.play(game, move)
            if len(game.board.moves) >= MAX_MOVES and game.result is None:
                game.declare(Result(None, "limit", detail=f"no end after {MAX_MOVES} moves"))
    except _Loss as loss:
        game.declare(Result(opponent(loss.color), loss.reason, detail=loss.detail))
    finally:
        for side in sides.values():
            side.leave()
    assert game.result is not None
    return game.result


class _Loss(Exception):
    """A side has lost the game by an error or on time."""

    def __init__(self, color: int, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.color, self.reason, self.detail = color, reason, detail[:MAX_DETAIL]


class _Side:
    """A player of one color, with the requests of the referee. The methods raise _Loss."""

    def __init__(self, color: int, player: Player, patience: float, now: Callable[[], float]) -> None:
        self.color = color
        self._player = player
        self._patience = patience
        self._now = now
        self._pondering: _Pondering | None = None
        self._winrate: float | None = None

    def begin(self, rules: Rules, rng: Generator, clock: Clock) -> None:
        """Start the player's new game. Its clock does not run, but the referee's patience applies."""
        try:
            self._set_limits(clock, self._patience, lambda: False)
            self._player.new_game(rules, rng)
        except Exception as error:
            raise _Loss(self.color, "forfeit", _describe(error)) from None

    def choose(self, board: Board, clock: Clock) -> tuple[int, Clock]:
        """The player's choice, legal or not, and the clock after it."""
        allowed = allowance(clock, self.color)
        limit = self._patience if allowed is None else min(self._patience, allowed + GRACE)
        own_board = board.copy()
        problem = None
        start = self._now()
        try:
            self._end_pondering(limit)
            self._set_limits(clock, limit, self._stop_at(start, allowed))
            choice: object = self._player.choose(own_board)
            self._winrate = self._player.winrate
        except Exception as error:
            problem = _describe(error)
        used = self._now() - start
        left = spend(clock, self.color, used)
        if left is None:
            detail = f"used {used:.3f} s of {allowed:.3f} s" + (f"; {problem}" if problem is not None else "")
            raise _Loss(self.color, "time", detail)
        if problem is not None:
            raise _Loss(self.color, "forfeit", problem)
        if isinstance(choice, bool) or not isinstance(choice, int | np.integer):
            detail = f"{COLOR_NAMES[self.color]} chose no move: expected an integer, found {type(choice).__name__}"
            raise _Loss(self.color, "forfeit", detail)
        return int(choice), left

    def play(self, game: Game, move: int) -> None:
        """Make the move that the player has chosen, or take its resignation."""
        try:
            game.play(move)
        except ValueError as error:  # IllegalMove, or a number with too many digits to print
            raise _Loss(self.color, "forfeit", f"illegal move: {error}") from None
        if move != RESIGN and isinstance(self._winrate, float) and 0 <= self._winrate <= 1:
            game.node.properties[WINRATE] = [format_winrate(self._winrate, self.color)]

    def start_pondering(self, board: Board) -> None:
        """Let the player think in the opponent's time, if it can."""
        if self._player.can_ponder:
            self._pondering = _Pondering(self._player, board.copy())

    def leave(self) -> None:
        """End the game: stop all background work, and ignore errors."""
        if self._pondering is not None:
            self._pondering.stop(self._patience)

    def _end_pondering(self, seconds: float) -> None:
        """Stop pondering. Raises the exception of `ponder`, and TimeoutError if it does not stop."""
        if self._pondering is not None:
            pondering, self._pondering = self._pondering, None
            pondering.stop(seconds)
            if pondering.error is not None:
                raise pondering.error

    def _set_limits(self, clock: Clock, limit: float, stop: Callable[[], bool]) -> None:
        self._player.timeout, self._player.clock, self._player.stop = limit, clock, stop

    def _stop_at(self, start: float, allowed: float | None) -> Callable[[], bool]:
        """The `stop` function that returns True when the player's time is nearly over."""
        if allowed is None:
            return lambda: False
        end = start + allowed - min(MARGIN, allowed / 10)
        return lambda: self._now() >= end


class _Pondering:
    """The pondering of a player in the opponent's time, in a thread of its own."""

    def __init__(self, player: Player, board: Board) -> None:
        self.error: Exception | None = None
        """the exception of the player, if there was one"""
        self._player = player
        self._board = board
        self._is_over = threading.Event()
        # A daemon, so that a player that does not stop cannot block the end of the program.
        self._thread = threading.Thread(target=self._run, name="ponder", daemon=True)
        self._thread.start()

    def stop(self, seconds: float) -> None:
        """Tell the player to stop and wait for it, at most `seconds`."""
        self._is_over.set()
        self._thread.join(seconds)
        if self._thread.is_alive():
            self.error = TimeoutError(f"did not stop pondering within {seconds:g} s")

    def _run(self) -> None:
        try:
            self._player.ponder(self._board, self._is_over.is_set)
        except Exception as error:
            self.error = error


def _describe(error: Exception) -> str:
    """An exception as one line for people. Errors of engines explain themselves; others are shown with their type."""
    kind, message = type(error).__name__, clean(str(error)).strip().partition("\n")[0]
    if not message or not isinstance(error, EngineError):
        message = f"{kind}: {message}" if message else kind
    return message
