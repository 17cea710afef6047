"""`Engine`: a player behind GTP. Every command of `commands.PLAY` is a method here: strings in, a string out.

The methods can be called from Python as well: `Engine(player).genmove("b")` plays a move and returns its vertex.
"""

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from numpy.random import SeedSequence, default_rng

from semeai.files import read_bounded, write_whole
from semeai.go.board import Board, IllegalMove
from semeai.go.clock import Clock
from semeai.go.game import Node
from semeai.go.handicap import HandicapError, fixed_handicap, free_handicap
from semeai.go.player import Explanation, Player
from semeai.go.points import BLACK, COLOR_NAMES, EMPTY, RESIGN, WHITE, parse_vertex, vertex
from semeai.go.rules import MAX_SIZE, MIN_SIZE, Rules, RulesError
from semeai.gtp import analysis
from semeai.gtp.answers import influence_board, read_status, status_list
from semeai.gtp.arguments import (
    read_color,
    read_file_name,
    read_integer,
    read_move,
    read_number,
    read_pairs,
    read_point,
)
from semeai.gtp.clock import parse_kgs_time_settings, parse_time_left, parse_time_settings
from semeai.gtp.commands import check_arguments, method_name
from semeai.gtp.errors import EngineError
from semeai.gtp.keeper import Keeper
from semeai.gtp.protocol import GtpError
from semeai.gtp.rules_text import kata_json, parse_kata_rules, parse_kgs_rules
from semeai.gtp.server import Signals

Line = Callable[[Explanation, analysis.Request], str]


class Engine:
    """A player, its game and its clock.

    All methods named after commands raise GtpError with the message for the controller, and then change nothing.
    """

    def __init__(
        self, player: Player, rules: Rules | None = None, seed: int = 0, signals: Signals | None = None
    ) -> None:
        """`rules` are valid until the controller changes them. The default is `Rules()`, on the player's smallest board
        if it cannot play on the usual one. The player's n-th game (from 0) gets random numbers from (seed, n)."""
        self.player = player
        sizes = player.board_sizes
        self.keeper = Keeper(rules or Rules(size=Rules.size if Rules.size in sizes else min(sizes)))
        self.clock = Clock()
        self.signals = signals or Signals()
        self._seed = seed
        self._n_games = 0
        # `new_game` is called when the player first has to think: controllers send boardsize, clear_board and komi in
        # any order, and only then are the rules known.
        self._is_player_ready = False
        self._has_chosen = False
        self._judged_at: tuple[Board, Node] | None = None  # the last judged position, since controllers ask often
        self._judged: frozenset[int] = frozenset()

    def run(self, name: str, arguments: tuple[str, ...] = ()) -> str | Iterator[str]:
        """Execute a command. Returns its answer, or an iterator over the lines of it. Raises GtpError."""
        check_arguments(name, arguments)
        handler: Callable[..., str | Iterator[str]] = getattr(self, method_name(name))
        return handler(*arguments)

    # -- the board ---------------------------------------------------------------------------------------------------

    def boardsize(self, size: str) -> str:
        lines = read_integer(size)
        if not MIN_SIZE <= lines <= MAX_SIZE or lines not in self.player.board_sizes:
            raise GtpError("unacceptable size")
        self.keeper.clear(lines)
        return self._begin()

    def clear_board(self) -> str:
        self.keeper.clear()
        return self._begin()

    def komi(self, komi: str) -> str:
        try:
            rules = replace(self.keeper.rules, komi=read_number(komi))
        except RulesError as error:
            raise GtpError(str(error)) from None
        return self._change_rules(rules)

    def play(self, color: str, point: str) -> str:
        self._play_all([(color, point)])
        return ""

    def gogui_play_sequence(self, *words: str) -> str:
        self._play_all(read_pairs(words))
        return ""

    def _play_all(self, moves: list[tuple[str, str]]) -> None:
        size = self.keeper.rules.size
        try:
            self.keeper.play_all([(read_color(color), read_move(point, size)) for color, point in moves])
        except IllegalMove:
            raise GtpError("illegal move") from None

    def undo(self) -> str:
        return self.gg_undo()

    def gg_undo(self, n: str = "1") -> str:
        n_moves = read_integer(n)
        if n_moves < 0 or not self.keeper.undo(n_moves):
            raise GtpError("cannot undo")
        return ""

    def gogui_setup(self, *words: str) -> str:
        stones = {}
        for color, point in read_pairs(words):
            stones[read_point(point, self.keeper.rules.size)] = (
                EMPTY if color.lower() in ("e", "empty") else read_color(color)
            )
        return self._set_up(stones, self.keeper.board.to_play)

    def gogui_setup_player(self, color: str) -> str:
        return self._set_up({}, read_color(color))

    def _set_up(self, stones: dict[int, int], to_play: int) -> str:
        try:
            self.keeper.set_up(stones, to_play)
        except ValueError as error:
            raise GtpError(str(error)) from None
        return ""

    def showboard(self) -> str:
        board = self.keeper.board
        captured = ", ".join(f"{board.prisoners(c)} {COLOR_NAMES[c]}" for c in (BLACK, WHITE))
        return f"\n{board}\n{COLOR_NAMES[board.to_play]} to play, stones captured: {captured}"

    def list_stones(self, color: str) -> str:
        wanted = read_color(color)
        return " ".join(vertex(p) for p, c in self.keeper.board.stones.items() if c == wanted)

    def influence(self, dilations: str = "5", erosions: str = "21") -> str:
        return influence_board(self.keeper.board, dilations, erosions)

    def loadsgf(self, *words: str) -> str:
        from semeai.sgf import read_game  # loaded only for records
        from semeai.sgf.tree import MAX_LENGTH

        n_moves = None
        if len(words) > 1 and words[-1].isascii() and words[-1].isdigit():
            n_moves = max(0, read_integer(words[-1]) - 1)  # the position *before* that move
            words = words[:-1]
        file = read_file_name(words)
        try:
            self.keeper.load(read_game(read_bounded(file, MAX_LENGTH)), n_moves)
        except (OSError, ValueError):
            raise GtpError("cannot load file") from None
        return self._begin()

    def printsgf(self, *words: str) -> str:
        from semeai.sgf import write_game

        text = write_game(self.keeper.game)
        if not words or words == ("-",):
            return text
        try:
            write_whole(read_file_name(words), text)
        except (OSError, ValueError) as error:
            raise GtpError(f"cannot write the file: {getattr(error, 'strerror', None) or error}") from None
        return ""

    # -- handicap ----------------------------------------------------------------------------------------------------

    def fixed_handicap(self, stones: str) -> str:
        return self._place_some_handicap(stones, fixed_handicap)

    def place_free_handicap(self, stones: str) -> str:
        return self._place_some_handicap(stones, free_handicap)

    def _place_some_handicap(self, stones: str, places: Callable[[int, int], list[int]]) -> str:
        try:
            chosen = places(read_integer(stones), self.keeper.rules.size)
        except HandicapError:
            raise GtpError("invalid number of stones") from None
        self._place_handicap(chosen)
        return " ".join(map(vertex, chosen))

    def set_free_handicap(self, *vertices: str) -> str:
        try:
            chosen = [parse_vertex(text, self.keeper.rules.size) for text in vertices]
        except ValueError:
            raise GtpError("bad vertex list") from None
        self._place_handicap(chosen)
        return ""

    def _place_handicap(self, chosen: list[int]) -> None:
        if not self.keeper.is_untouched:
            raise GtpError("board not empty")
        try:
            self.keeper.place_handicap(chosen)
        except ValueError:
            raise GtpError("bad vertex list") from None

    # -- the player --------------------------------------------------------------------------------------------------

    def genmove(self, color: str) -> str:
        side = read_color(color)
        return self._make(self._choose(side, self.signals.is_interrupted), side)

    def reg_genmove(self, color: str) -> str:
        return vertex(self._choose(read_color(color), self.signals.is_interrupted))

    def kgs_genmove_cleanup(self, color: str) -> str:
        """A move that captures dead stones. A player that cannot judge dead stones plays as usual."""
        return self.genmove(color)

    def explain(self) -> str:
        if not self._has_chosen:
            raise GtpError("no move has been chosen yet")
        return self.player.explain().text

    def lz_analyze(self, *arguments: str) -> Iterator[str]:
        return self._analyze(arguments, analysis.lz_line)

    def kata_analyze(self, *arguments: str) -> Iterator[str]:
        return self._analyze(arguments, analysis.kata_line)

    def lz_genmove_analyze(self, *arguments: str) -> Iterator[str]:
        return self._genmove_analyze(arguments, analysis.lz_line)

    def kata_genmove_analyze(self, *arguments: str) -> Iterator[str]:
        return self._genmove_analyze(arguments, analysis.kata_line)

    def _analyze(self, arguments: tuple[str, ...], line: Line) -> Iterator[str]:
        """The player's candidates, repeated until the next command comes. The game does not change."""
        request = self._request(arguments)
        if self.player.can_analyze:
            with self._at_work(self.signals.is_input_waiting):
                found = self.player.analyze(self.keeper.position(request.color), request.interval / 100)
            return self._lines_as_found(found, request, line)
        chosen = self._choose(request.color, self.signals.is_input_waiting)
        text = line(analysis.with_choice(self.player.explain(), chosen), request)

        def lines() -> Iterator[str]:
            yield text
            while not self.signals.wait_for_input(request.interval / 100):
                yield text

        return lines()

    def _lines_as_found(self, found: Iterator[Explanation], request: analysis.Request, line: Line) -> Iterator[str]:
        """One line per explanation, until the next command comes."""
        try:
            for explanation in found:
                yield line(explanation, request)
                if self.signals.wait_for_input(0):  # True at once if there is no controller
                    return
        except Exception:  # the response has begun and can no longer fail, so it ends and the next command is answered
            self._is_player_ready = False
            traceback.print_exc(file=sys.stderr)

    def _genmove_analyze(self, arguments: tuple[str, ...], line: Line) -> Iterator[str]:
        request = self._request(arguments)
        chosen = self._choose(request.color, self.signals.is_interrupted)
        text = line(analysis.with_choice(self.player.explain(), chosen), request)
        return iter([text, f"play {self._make(chosen, request.color)}"])

    def _request(self, arguments: tuple[str, ...]) -> analysis.Request:
        return analysis.parse_request(arguments, self.keeper.board.to_play, self.keeper.rules.size)

    def _choose(self, color: int, stop: Callable[[], bool]) -> int:
        """Let the player choose a move for `color` on a copy of the board. Raises the errors of `_at_work`."""
        with self._at_work(stop):
            chosen = self.player.choose(self.keeper.position(color))
        self._has_chosen = True
        return chosen

    @contextmanager
    def _at_work(self, stop: Callable[[], bool]) -> Iterator[None]:
        """Give the player the game, the clock and `stop`. Raises GtpError if it cannot play on this board, or if
        an external engine fails; the next command starts it again."""
        self.player.clock, self.player.stop = self.clock, stop
        try:
            if not self._is_player_ready:
                self._check_board()
                self.player.new_game(self.keeper.rules, default_rng(SeedSequence([self._seed, self._n_games])))
                self._n_games += 1
                self._is_player_ready = True
            yield
        except EngineError as error:
            self._is_player_ready = False
            raise GtpError(str(error)) from None

    def _check_board(self) -> None:
        """Check that the player can play on this size: a loaded record may have any. Raises GtpError."""
        try:
            self.player.check_rules(self.keeper.rules)
        except ValueError as error:
            raise GtpError(str(error)) from None

    def _make(self, chosen: int, color: int) -> str:
        """Play the chosen move and return its vertex."""
        if chosen == RESIGN:
            self.keeper.resign(color)
        else:
            self.keeper.play(chosen, color)
        return vertex(chosen)

    # -- time --------------------------------------------------------------------------------------------------------

    def time_settings(self, main_time: str, period_time: str, stones: str) -> str:
        self.clock = parse_time_settings(main_time, period_time, stones)
        return ""

    def kgs_time_settings(self, system: str, *numbers: str) -> str:
        self.clock = parse_kgs_time_settings(system, *numbers)
        return ""

    def time_left(self, color: str, seconds: str, stones: str) -> str:
        self.clock = self.clock.with_time_left(read_color(color), *parse_time_left(seconds, stones))
        return ""

    # -- the rules and the end ---------------------------------------------------------------------------------------

    def kata_get_rules(self) -> str:
        return kata_json(self.keeper.rules)

    def kata_set_rules(self, *words: str) -> str:
        return self._change_rules(parse_kata_rules(" ".join(words), self.keeper.rules))

    def kgs_rules(self, name: str) -> str:
        return self._change_rules(parse_kgs_rules(name, self.keeper.rules))

    def final_score(self) -> str:
        return str(self.keeper.board.score(self._dead()))

    def final_status_list(self, status: str) -> str:
        wanted = read_status(status)
        return status_list(self.keeper.board, wanted, self._dead(), self.player.can_judge)

    def _dead(self) -> frozenset[int]:
        """The dead stones, as far as the game or the player knows. Raises the errors of `_at_work`."""
        game = self.keeper.game
        if game.dead or not self.player.can_judge:
            return game.dead
        place = (game.board, game.node)  # every change of the game makes one of the two new
        if self._judged_at != place:
            with self._at_work(self.signals.is_interrupted):
                self._judged = self.player.judge(game.board.copy())
            self._judged_at = place
        return self._judged

    def kgs_game_over(self) -> str:
        return ""

    def _begin(self) -> str:
        """Start a new game."""
        self.clock = self.clock.restarted()
        self._is_player_ready = self._has_chosen = False
        return ""

    def _change_rules(self, rules: Rules) -> str:
        if rules != self.keeper.rules:
            try:
                self.keeper.change_rules(rules)
            except ValueError:
                raise GtpError("cannot change the rules: the game so far breaks them") from None
            self._is_player_ready = self._has_chosen = False
        return ""
