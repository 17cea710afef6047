"""Reviews: players analyze positions of a game on demand.

All reviews of a server share one thread with a low priority, so they do not slow down the players. The position on a
viewer's board goes first, then questions to several players, then the rest of a game that is reviewed as a whole.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

from semeai.go.board import Board
from semeai.go.clock import Clock
from semeai.go.game import Game, Node
from semeai.go.player import Explanation
from semeai.go.points import BLACK, RESIGN, vertex
from semeai.web.notes import kept, number, write_values
from semeai.web.paths import shown
from semeai.web.seats import ChosenMove, Seat, admit, is_program
from semeai.web.settings import Settings
from semeai.web.table import Table
from semeai.web.thinking import Thinkers

REVIEWER = "rave:playouts=600"
"""the default reviewer"""
N_ASKED = 3
"""players that are asked at once"""
MAX_SEATS = 4
"""maximum number of reviewers that are kept ready for a game"""
NICE = 12
"""how much lower the priority of reviews is than that of the threads that serve pages"""
PACE = 2.0
"""minimum number of seconds between two updates of the pages that show the review of a whole game"""


@dataclass
class Desk:
    """The reviews of one game."""

    thoughts: dict[tuple[Node, str], Explanation] = field(default_factory=dict)
    """a player's explanation of a position, for the side to play"""
    choices: dict[tuple[Node, str], int] = field(default_factory=dict)
    """the move that a player would make, or RESIGN"""
    failures: dict[str, str] = field(default_factory=dict)
    """the reasons why players cannot review this game"""
    owned: tuple[Node, Mapping[int, float]] | None = None
    """the expected owner of each point in the position that was analyzed last"""
    look: tuple[Node, str] | None = None
    """the position on a viewer's board and its reviewer, until it is analyzed"""
    questions: deque[tuple[Node, str]] = field(default_factory=deque)
    rest: deque[tuple[Node, str]] = field(default_factory=deque)
    """positions of a whole game that are still to be reviewed"""
    n_rest: int = 0
    """the number of positions of the whole review"""
    is_busy: bool = False
    is_closed: bool = False
    seats: dict[str, Seat] = field(default_factory=dict)

    def next(self) -> tuple[Node, str] | None:
        """The next position to analyze, and its reviewer; None if there is nothing to do."""
        self.drop_done()
        return self.look or next((jobs[0] for jobs in (self.questions, self.rest) if jobs), None)

    def drop_done(self) -> None:
        """Forget the jobs that are done."""
        for jobs in (self.questions, self.rest):
            while jobs and (jobs[0] in self.choices or jobs[0][1] in self.failures):
                jobs.popleft()

    def close(self) -> None:
        """Drop all waiting jobs and release the players."""
        self.is_closed = True
        self.look = None
        self.questions.clear()
        self.rest.clear()
        for seat in self.seats.values():
            seat.close()


class Reviews:
    """The worker that serves all desks."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._thinkers = Thinkers(1, NICE)
        self._tasks: set[asyncio.Task[None]] = set()

    def position(
        self, desk: Desk, table: Table, spec: str, tell: Callable[[], None], is_owned: bool = False
    ) -> Explanation | None:
        """A player's explanation of the position; None until it is ready, and then `tell` is called.

        With `is_owned` the owner of each point is computed too.
        """
        node = table.game.node
        found = desk.thoughts.get((node, spec))
        has_owners = not is_owned or (desk.owned is not None and desk.owned[0] is node)
        desk.look = None
        if (found is None or not has_owners) and spec not in desk.failures and not desk.is_closed:
            desk.look = (node, spec)
            self._start(desk, table, tell)
        return found

    def ask(self, desk: Desk, table: Table, specs: Sequence[str], tell: Callable[[], None]) -> None:
        """Ask several players what they would play in the position on the board."""
        for spec in specs:
            desk.failures.pop(spec, None)
        desk.questions = deque((table.game.node, spec) for spec in dict.fromkeys(specs))
        self._start(desk, table, tell)

    def review(self, desk: Desk, table: Table, spec: str, tell: Callable[[], None]) -> None:
        """Analyze every position of the line on the board, from the start on."""
        desk.failures.pop(spec, None)
        line = table.line()
        desk.rest = deque((node, spec) for node in line)
        desk.n_rest = len(line)
        self._start(desk, table, tell)

    def stop(self, desk: Desk) -> None:
        """End the review of a whole game."""
        desk.rest.clear()

    def _start(self, desk: Desk, table: Table, tell: Callable[[], None]) -> None:
        if not desk.is_busy:
            desk.is_busy = True
            task = asyncio.get_running_loop().create_task(self._work(desk, table, tell))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self, desk: Desk, table: Table, tell: Callable[[], None]) -> None:
        walker = Game(table.game.rules, table.game.root)
        told, is_told = 0.0, False
        try:
            while (job := desk.next()) is not None:
                node, spec = job
                is_awaited = job == desk.look or job in desk.questions
                try:
                    walker.go_to(node)
                    choice = await self._think(desk, walker.board.copy(), job)
                except Exception as error:  # the page must survive any error of a player
                    desk.failures[spec] = shown(str(error), 200)
                else:
                    if choice is not None:
                        self._keep(desk, job, choice, walker.board.to_play)
                if desk.look == job:
                    desk.look = None
                desk.drop_done()
                is_told = is_awaited or time.monotonic() >= told + PACE
                if is_told:
                    told = time.monotonic()
                    tell()
            if not is_told:  # the last position, or all positions were known
                tell()
        finally:
            desk.is_busy = False

    async def _think(self, desk: Desk, board: Board, job: tuple[Node, str]) -> ChosenMove | None:
        """The choice of a player; None if the viewer has moved to another position meanwhile."""
        is_look = desk.look == job

        def is_over() -> bool:
            return desk.is_closed or (is_look and desk.look != job)

        seat = self._seat(desk, job[1])
        task = partial(seat.choose, board, Clock(), is_over)
        choice: ChosenMove = await asyncio.wrap_future(self._thinkers.submit(task))
        return None if is_over() else choice

    def _seat(self, desk: Desk, spec: str) -> Seat:
        """The player of a specification. Raises ValueError for players that may not review."""
        if spec not in desk.seats:
            if is_program(spec):
                raise ValueError("other programs cannot review; choose a player of semeai")
            admitted = admit(without_resigning(spec), self._settings)
            while len(desk.seats) >= MAX_SEATS:
                desk.seats.pop(next(iter(desk.seats))).close()
            desk.seats[spec] = Seat(admitted, 0)
        return desk.seats[spec]

    def _keep(self, desk: Desk, job: tuple[Node, str], choice: ChosenMove, color: int) -> None:
        node, _ = job
        explanation = choice.explanation
        write_values(node, explanation, color)
        desk.thoughts[job] = replace(kept(explanation), text=explanation.text.partition("\n")[0])
        desk.choices[job] = choice.point
        if explanation.ownership:
            desk.owned = (node, explanation.ownership)

    def close(self) -> None:
        self._thinkers.close()


def without_resigning(spec: str) -> str:
    """The specification of a search that never resigns; others as they are. A reviewer must name a move."""
    name, _, rest = spec.partition(":")
    if name not in ("mcts", "uct", "rave") or "resign" in rest:
        return spec
    return f"{name}:{rest + ',' if rest else ''}resign=0"


def move_words(point: int) -> str:
    """The move of a reviewer, in words."""
    return "resigns" if point == RESIGN else vertex(point)


# -- mistakes ----------------------------------------------------------------------------------------------------------

COSTS = {5.0: "inaccuracy", 10.0: "mistake", 20.0: "blunder"}
"""minimum loss of win rate in percentage points -> name of the mistake"""


@dataclass(frozen=True)
class Mistake:
    """A move that made the win rate of its side worse."""

    node: Node
    cost: float
    """percentage points"""

    @property
    def kind(self) -> str:
        """One of COSTS."""
        return next(name for least, name in reversed(COSTS.items()) if self.cost >= least)


def mistakes(line: Sequence[Node]) -> list[Mistake]:
    """The mistakes of a line of nodes, in their order. A move is judged if the positions before and after it are."""
    found = []
    for before, after in pairwise(line):
        old, new = number(before, "SBKV"), number(after, "SBKV")
        if after.color is not None and old is not None and new is not None:
            cost = old - new if after.color == BLACK else new - old
            if cost >= min(COSTS):
                found.append(Mistake(after, cost))
    return found
