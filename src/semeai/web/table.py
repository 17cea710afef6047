"""`Table`: a game that people and players play on a page. Plain Python: no page, no thread, no file.

Everything that must outlive the server is stored in the game's tree, as properties of SGF: time left (BL, WL, OB, OW),
win rates (SBKV, as in Sabaki), expected scores (V), dead stones (TB, TW over stones), and, as properties of our own,
the players (SEATS), a result that does not follow from the board (END) and the current node (HERE).
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

from semeai.arena.clock import allowance, format_time, parse_time, spend, start_clock, time_left
from semeai.go.board import IllegalMove
from semeai.go.clock import Clock, TimeLeft, TimeSystem
from semeai.go.game import Game, Node, Result
from semeai.go.player import Explanation
from semeai.go.points import BLACK, COLOR_NAMES, EMPTY, PASS, RESIGN, WHITE, opponent, points, vertex
from semeai.go.rules import Rules
from semeai.sgf import escape, point_to_sgf, read_game, text_value, write_game
from semeai.web.notes import kept, nodes, note, read_end, read_point, read_time

YOU = "you"
"""the seat of a person"""
FACTS = {
    "GN": "Game",
    "EV": "Event",
    "RO": "Round",
    "DT": "Date",
    "PC": "Place",
    "BT": "Black team",
    "WT": "White team",
    "RE": "Result",
    "ON": "Opening",
    "AN": "Annotated by",
    "SO": "Source",
    "US": "Entered by",
    "CP": "Copyright",
    "GC": "About",
}
"""properties of the root that a page shows, with their titles"""
_NAMES = {BLACK: ("PB", "BR"), WHITE: ("PW", "WR")}
_TIMES = {BLACK: ("BL", "OB"), WHITE: ("WL", "OW")}
_TERRITORY = {BLACK: "TB", WHITE: "TW"}
_OURS = ("SEATS", "END", "HERE")


@dataclass(frozen=True)
class Setup:
    """The settings of a new game. Raises ValueError for invalid ones."""

    rules: Rules = field(default_factory=Rules)
    black: str = YOU
    white: str = YOU
    time: str = ""
    """a time limit as in `arena.clock`; "" for none"""

    def __post_init__(self) -> None:
        if self.rules.size < 5:
            raise ValueError(f"expected a board of 5 to 19 lines, found {self.rules.size}")
        if self.time:
            parse_time(self.time)


class Table:
    """A game, its players and its clock. Methods raise IllegalMove, with a message for people."""

    def __init__(self, game: Game, seats: dict[int, str], clock: Clock, now: Callable[[], float] = time.monotonic):
        self.game = game
        self.seats = seats
        """color -> specification, or YOU"""
        self.clock = clock
        """the time limit at the start"""
        self.is_paused = False
        """True if players wait although it is their turn, because a person looks at another position"""
        self.thoughts: dict[Node, Explanation] = {}
        """the explanation of the move of a node, if it was made since the server started"""
        self._now = now
        self._began = now()
        self._followed: dict[Node, Node] = {}  # the last visited child

    @classmethod
    def new(cls, setup: Setup, now: Callable[[], float] = time.monotonic) -> "Table":
        """The table of a new game. Raises ValueError."""
        clock = start_clock(parse_time(setup.time)) if setup.time else Clock()
        game = Game(setup.rules)
        game.root.properties["DT"] = [date.today().isoformat()]
        return cls(game, {BLACK: setup.black, WHITE: setup.white}, clock, now)

    # -- the record --------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, text: str, is_ours: bool, now: Callable[[], float] = time.monotonic) -> "Table":
        """The table of an SGF file, at its stored position or else at the start. Players wait.

        Players in foreign files are treated as human, so that a file cannot start a player. Raises SgfError.
        """
        game = read_game(text)
        root = game.root.properties
        seats = [text_value(name, simple=True) for name in root.get("SEATS", [])] if is_ours else []
        black, white = seats if len(seats) == 2 else (YOU, YOU)
        try:
            clock = start_clock(parse_time(root["OT"][0])) if is_ours else Clock()
        except (KeyError, ValueError):
            clock = Clock()
        table = cls(game, {BLACK: black, WHITE: white}, clock, now)
        here = game.root
        for node in nodes(game.root):
            if is_ours and "HERE" in node.properties:
                here = node
            for name in _OURS if not is_ours else ("HERE",):
                node.properties.pop(name, None)
        try:
            table.go_to(here)
        except IllegalMove:  # a file that was changed by hand
            table.go_to(game.root)
        return table

    def write(self) -> str:
        """The whole tree as SGF."""
        root = self.game.root.properties
        names = {"PB": self.seats[BLACK], "PW": self.seats[WHITE]}
        for name, seat in names.items():
            if name not in root or seat != YOU:
                root[name] = [seat]
        root["SEATS"] = [escape(self.seats[BLACK]), escape(self.seats[WHITE])]
        if self.clock.system is not TimeSystem.NONE:
            root["OT"] = [format_time(self.clock.restarted())]
        said = root.get("RE")
        if (result := self.result) is not None:
            root["RE"] = [str(result)]
        self.game.node.properties["HERE"] = ["1"]
        try:
            return write_game(self.game)
        finally:
            del self.game.node.properties["HERE"]
            root.pop("RE", None)
            if said:
                root["RE"] = said

    def export(self) -> str:
        """The whole tree as SGF for others, without the properties of our own."""
        game = read_game(self.write())
        for node in nodes(game.root):
            for name in _OURS:
                node.properties.pop(name, None)
        return write_game(game)

    # -- how it stands -----------------------------------------------------------------------------------------------

    @property
    def to_play(self) -> int:
        return self.game.to_play

    @property
    def result(self) -> Result | None:
        return self.game.result

    @property
    def is_counted(self) -> bool:
        """True if the game is over and its points are counted, so that stones can be marked dead."""
        return self.result is not None and self.game.declared is None

    @property
    def awaited(self) -> str | None:
        """The player that must move; None if it is a person's turn or the game is over."""
        if self.is_paused or self.result is not None:
            return None
        seat = self.seats[self.to_play]
        return None if seat == YOU else seat

    @property
    def is_watched(self) -> bool:
        """True if no person plays at this table."""
        return YOU not in self.seats.values()

    def name_of(self, color: int) -> str:
        """The name of a side: the player's, or for a person the name and rank in the record."""
        if (seat := self.seats[color]) != YOU:
            return seat
        name, rank = (self._said(key) for key in _NAMES[color])
        return " ".join(filter(None, ("" if name == YOU else name, rank))) or "You"

    def _said(self, name: str) -> str:
        """A property of the root as one line; "" if it is missing."""
        return " ".join(" ".join(self.game.root.properties.get(name, [])).split())

    def facts(self) -> dict[str, str]:
        """The facts about the whole game in the record, by title: event, date, result and others."""
        return {title: text for name, title in FACTS.items() if (text := self._said(name))}

    def line(self) -> list[Node]:
        """The nodes from the root to the current one, and on along the last visited variation."""
        found = self.game.node.path()
        while found[-1].children:
            found.append(self._next(found[-1]))
        return found

    def _next(self, node: Node) -> Node:
        return self._followed.get(node, node.children[0])

    # -- moves -------------------------------------------------------------------------------------------------------

    def play(self, point: int) -> None:
        """Play a person's move, a point or PASS, for the side to play. Players continue from there. Raises
        IllegalMove."""
        if self.awaited:
            raise IllegalMove(f"it is {COLOR_NAMES[self.to_play]}'s turn")
        self._play(point, self._now() - self._began)

    def play_for(self, point: int, seconds: float, explanation: Explanation | None = None) -> None:
        """Play the move of a player (a point, PASS or RESIGN) that took `seconds`. Raises IllegalMove."""
        if point == RESIGN:
            return self.resign()
        color = self.to_play
        self._play(point, seconds)
        if explanation is not None:
            note(self.game.node, explanation, color)
            self.thoughts[self.game.node] = kept(explanation)
        return None

    def _play(self, point: int, seconds: float) -> None:
        if self.result is None and point != PASS and (reason := self.game.board.why_illegal(point)) is not None:
            raise IllegalMove(f"{vertex(point)} {reason}")
        color, clock = self.to_play, self.clock_here()
        after = clock if self.is_paused else spend(clock, color, seconds)
        if after is None:
            return self._end(Result(opponent(color), "time"))
        node = self.game.play(point)
        self._write_time(node, after, color)
        self.is_paused = False
        self._arrive()
        return None

    def resign(self) -> None:
        """Resign for the side to play. Raises IllegalMove if the game is over."""
        if self.result is not None:
            raise IllegalMove("the game is over")
        self._end(Result(opponent(self.to_play), "resign"))

    def _end(self, result: Result) -> None:
        self.game.node.properties["END"] = [str(result)]
        self._arrive()

    # -- travel ------------------------------------------------------------------------------------------------------

    def undo(self) -> bool:
        """Take back a declared result, or all moves to the last position in which a person was to play. Returns False
        if there is none."""
        node = self.game.node
        if node.properties.pop("END", None):
            self._arrive()
            return True
        places = [step for step in node.path()[:-1] if self._is_stop(step)]
        if not places:
            return False
        self.go_to(places[-1])
        self.is_paused = self.is_watched
        return True

    def redo(self) -> bool:
        """Revert an undo."""
        ahead = self.line()[len(self.game.node.path()) :]
        if not ahead:
            return False
        self.go_to(next((step for step in ahead if self._is_stop(step)), ahead[-1]))
        self.is_paused = self.is_watched
        return True

    def _is_stop(self, node: Node) -> bool:
        """True if a person is to play after this node."""
        if self.is_watched:
            return True
        to_play = opponent(node.color) if node.color else node.to_play or BLACK
        return self.seats[to_play] == YOU

    def step(self, n: int) -> None:
        """Go `n` moves forward, or back if negative. The players wait."""
        here, line = len(self.game.node.path()) - 1, self.line()
        self.go_to(line[max(0, min(len(line) - 1, here + n))])

    def turn(self, n: int) -> None:
        """Go to the `n`-th variation beside this one, cyclically."""
        parent = self.game.node.parent
        if parent is not None and len(parent.children) > 1:
            twins = parent.children
            self.go_to(twins[(twins.index(self.game.node) + n) % len(twins)])

    def go_to(self, node: Node) -> None:
        """Go to any position of the tree. The players wait. Raises IllegalMove and stays before a move that breaks the
        rules."""
        try:
            self.game.go_to(node)
        except ValueError as error:
            raise IllegalMove(str(error)) from None
        finally:
            self.is_paused = self.seats[self.to_play] != YOU
            self._arrive()

    def resume(self) -> None:
        """Let the players continue from here."""
        self.is_paused = False
        self._began = self._now()

    def pause(self) -> None:
        """Let the players wait."""
        self.is_paused = True

    def _arrive(self) -> None:
        """Update everything that depends on the current node."""
        game, node = self.game, self.game.node
        for parent, child in zip(node.path(), node.path()[1:], strict=False):
            self._followed[parent] = child
        self._began = self._now()
        if (end := read_end(node)) is not None:
            game.declare(end)
        else:
            game.declared = None
        stones = game.board.stones
        size = game.rules.size
        game.dead = frozenset(
            p
            for color, name in _TERRITORY.items()
            for text in node.properties.get(name, [])
            if stones.get(p := read_point(text, size)) == opponent(color)
        )

    # -- counting ----------------------------------------------------------------------------------------------------

    @property
    def is_judged(self) -> bool:
        """True if the dead stones of this position are known."""
        return any(name in self.game.node.properties for name in _TERRITORY.values())

    def set_dead(self, dead: frozenset[int]) -> None:
        """Agree on the dead stones of a counted game."""
        self.game.dead = dead
        owner = self.game.board.score(dead).owner
        size = self.game.rules.size
        for color, name in _TERRITORY.items():
            owned = [p for p in points(size) if owner[p] == color and self.game.board.stones.get(p) != color]
            # one of the two is always present, as a sign that the position was judged
            self.game.node.properties[name] = [point_to_sgf(p, size) for p in owned] or [""]

    def toggle_dead(self, point: int) -> None:
        """Mark the chain at a point dead, or alive again, in a counted game."""
        chain = self.game.board.chain(point)
        self.set_dead(self.game.dead - chain if chain & self.game.dead else self.game.dead | chain)

    def owners(self) -> dict[int, int]:
        """point -> color of the territory of a counted game, including points of dead stones."""
        owner = self.game.board.score(self.game.dead).owner
        colors = self.game.board.colors
        return {
            p: int(owner[p])
            for p in points(self.game.rules.size)
            if owner[p] != EMPTY and (colors[p] == EMPTY or p in self.game.dead)
        }

    # -- time --------------------------------------------------------------------------------------------------------

    def clock_here(self) -> Clock:
        """The clock with the time left to both sides at this position."""
        clock = self.clock
        if clock.system is TimeSystem.NONE:
            return clock
        for color, (seconds, stones) in _TIMES.items():
            for node in reversed(self.game.node.path()):
                if seconds in node.properties:
                    left = read_time(node.properties[seconds], node.properties.get(stones, ["0"]))
                    clock = clock.with_time_left(color, left.seconds, left.stones)
                    break
        return clock

    def _write_time(self, node: Node, clock: Clock, color: int) -> None:
        if clock.system is not TimeSystem.NONE:
            left, (seconds, stones) = time_left(clock, color), _TIMES[color]
            node.properties[seconds] = [f"{left.seconds:.2f}"]
            node.properties[stones] = [str(left.stones)]

    def is_clock_running(self) -> bool:
        return self.clock.system is not TimeSystem.NONE and not self.is_paused and self.result is None

    def time_of(self, color: int) -> TimeLeft | None:
        """The time left to a side; None without a limit."""
        clock = self.clock_here()
        if clock.system is TimeSystem.NONE:
            return None
        if not self.is_clock_running() or color != self.to_play:
            return time_left(clock, color)
        used = self._now() - self._began
        left = time_left(clock, color)
        if used <= left.seconds:
            return TimeLeft(left.seconds - used, left.stones)
        whole = allowance(clock, color) or 0.0
        period = clock.period_time or 1.0
        rest = max(0.0, whole - used)
        return TimeLeft(rest % period if rest else 0.0, int(rest // period) + 1 if clock.period_count else 0)

    def call_time(self) -> bool:
        """End the game if a person has run out of time. Returns True if so."""
        if not self.is_clock_running() or self.awaited:
            return False
        limit = allowance(self.clock_here(), self.to_play)
        if limit is None or self._now() - self._began <= limit:
            return False
        self._end(Result(opponent(self.to_play), "time"))
        return True
