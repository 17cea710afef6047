"""`Game`: the moves of a game as a tree of variations, travel through it, and its result."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from semeai.go.board import Board, IllegalMove
from semeai.go.handicap import fixed_handicap
from semeai.go.points import BLACK, PASS, RESIGN, WHITE, is_on_board, opponent
from semeai.go.rules import AtLimit, Placement, Rules
from semeai.go.score import Score

MAX_MOVES_A_GAME = 1_000
"""moves and setups of a record that are replayed, for each position takes 6 kB; the longest game between people had
some 400 moves"""


@dataclass(frozen=True)
class Result:
    """How a game ended. `str` gives it as SGF's RE: "B+3.5", "W+R", "0"."""

    winner: int | None
    """BLACK, WHITE, or None for a draw"""
    reason: str
    """"score", "resign", "time", "forfeit" or "limit" """
    margin: float = 0.0
    """points the winner is ahead, for "score" alone"""
    detail: str = ""
    """what happened, in words, where the reason alone does not say it"""

    def __str__(self) -> str:
        if self.winner is None:
            return "0"
        how = {"score": f"{self.margin:g}", "resign": "R", "time": "T"}.get(self.reason, "F")
        return f"{'B' if self.winner == BLACK else 'W'}+{how}"

    @classmethod
    def of_score(cls, score: Score) -> "Result":
        """The result of a counted game."""
        return cls.of_margin(score.margin)

    @classmethod
    def of_margin(cls, margin: float) -> "Result":
        """The result of a counted game, by black's points minus white's."""
        winner = None if margin == 0 else BLACK if margin > 0 else WHITE
        return cls(winner, "score", abs(margin))


@dataclass(eq=False)
class Node:
    """One step of the tree: a setup, a move, or neither (a comment). The root sets up the start and has no move."""

    parent: "Node | None" = field(default=None, repr=False)
    color: int | None = None
    """who moves here; None when nobody does"""
    point: int = PASS
    """the move: a point or PASS"""
    setup: dict[int, int] = field(default_factory=dict)
    """point -> color (or EMPTY) of stones put down or taken off before the move, outside the order of moves"""
    to_play: int | None = None
    """who is to play after the setup, where that is said"""
    properties: dict[str, list[str]] = field(default_factory=dict)
    """whatever else a game record says here, by SGF identifier: "C" for comments, "N" for a name, ..."""
    children: "list[Node]" = field(default_factory=list, repr=False)

    def path(self) -> "list[Node]":
        """The nodes from the root to this one."""
        node: Node | None = self
        nodes = []
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


class Game:
    """A game under `rules`: the tree of moves, the node we stand at, and the board there.

    Fixed handicap stones are on the board from the start; free ones are put there with `place_handicap`.
    """

    def __init__(self, rules: Rules | None = None, root: Node | None = None) -> None:
        """A new game from the empty board, or the game of a tree (whose root may set up a position), at its root.

        Raises ValueError when the position at the start has a chain without liberties.
        """
        self.rules = rules or Rules()
        self.root = root or Node()
        self.dead: frozenset[int] = frozenset()
        """stones that both sides hold for dead at the end"""
        if root is None and self.rules.handicap and self.rules.placement is Placement.FIXED:
            self._set_handicap(fixed_handicap(self.rules.handicap, self.rules.size))
        self._restart()

    def _repr_svg_(self) -> str:
        return self.board._repr_svg_()

    def __repr__(self) -> str:
        size = self.rules.size
        return f"<Game {size}x{size}, move {self.n_moves}, {self.result or 'not over'}>"

    def _restart(self) -> None:
        """Stand at the root."""
        self._board: Board | None = None
        if self.root.setup:
            self._start_board()  # only stones can make a position impossible
        self.node = self.root
        self._here = {id(self.root)}  # the nodes from the root to here
        self._marks: list[int] = []  # the board's number of moves before each node from the root to here
        self.n_moves = 0
        """moves from the root to here, passes among them"""
        self.declared: Result | None = None

    @property
    def board(self) -> Board:
        """The board where we stand. It is made when it is first asked for: a collection has thousands of games, and a
        board takes 100 kB."""
        if self._board is None:
            self._board = self._start_board()
        return self._board

    def _start_board(self) -> Board:
        return Board(self.rules, self.root.setup, self.root.to_play or BLACK)

    def _set_handicap(self, points: list[int]) -> None:
        self.root.setup = dict.fromkeys(points, BLACK)
        self.root.to_play = WHITE
        self.root.properties["HA"] = [str(len(points))]

    def place_handicap(self, points: list[int]) -> None:
        """Put black's handicap stones on the empty board of a new game; white is to play then. Raises ValueError."""
        if self.root.children or self.root.setup:
            raise ValueError("handicap stones go on an empty board")
        if not 2 <= len(points) < self.rules.size**2 or len(set(points)) < len(points):
            raise ValueError("a handicap is two or more different points, and not the whole board")
        if not all(is_on_board(p, self.rules.size) for p in points):
            raise ValueError("a handicap stone is not on the board")
        self._set_handicap(points)
        self._restart()

    # -- playing -----------------------------------------------------------------------------------------------------

    @property
    def to_play(self) -> int:
        return self.board.to_play

    @property
    def moves(self) -> list[tuple[int, int]]:
        """The moves from the root to here, as (color, point)."""
        return [(node.color, node.point) for node in self.node.path()[1:] if node.color is not None]

    def play(self, point: int, color: int | None = None) -> Node:
        """Play a move (a point, PASS or RESIGN) for `color`, by default the side to play, and stand there.

        A move that the tree has already is followed, another one starts a variation. Raises IllegalMove, also when the
        game is over.
        """
        color = color or self.to_play
        if (result := self.result) is not None:
            raise IllegalMove(f"the game is over ({result})")
        if point == RESIGN:
            self.declare(Result(opponent(color), "resign"))
            return self.node
        for child in self.node.children:
            if (child.color, child.point, child.setup) == (color, point, {}):
                self._enter(child)
                return child
        return self._grow(Node(self.node, color, point))

    def set_up(self, stones: Mapping[int, int], to_play: int | None = None) -> Node:
        """Add a node that puts stones down or takes them off (EMPTY) and says who is to play. Raises ValueError."""
        return self._grow(Node(self.node, setup=dict(stones), to_play=to_play))

    def _grow(self, child: Node) -> Node:
        parent = self.node
        self._enter(child)
        parent.children.append(child)
        return child

    # -- travel ------------------------------------------------------------------------------------------------------

    def go_to(self, node: Node) -> None:
        """Stand at any node of this game's tree. Raises IllegalMove or ValueError where the record breaks the rules,
        standing at the last node before."""
        ahead = []  # from the node up to one that we have come by: so a step costs as much at the end as at the root
        step: Node | None = node
        while step is not None and id(step) not in self._here:
            ahead.append(step)
            step = step.parent
        if step is None:
            raise ValueError("that node is of another game")
        while self.node is not step:
            self.back()
        for step in reversed(ahead):
            self._enter(step)

    def back(self) -> bool:
        """Go one step towards the root; False at the root."""
        self.declared = None
        if self.node.parent is None:
            return False
        before = self._marks.pop()
        self.n_moves -= self.node.color is not None
        while len(self.board.moves) > before:
            self.board.undo()
        self._here.remove(id(self.node))
        self.node = self.node.parent
        return True

    def forward(self, variation: int = 0) -> bool:
        """Go one step along a variation; False where there is none. Raises as `go_to`."""
        if variation >= len(self.node.children):
            return False
        self._enter(self.node.children[variation])
        return True

    def to_end(self) -> None:
        """Go to the end of the first variation from here. Raises as `go_to`."""
        while self.forward():
            pass

    def _enter(self, child: Node) -> None:
        before = len(self.board.moves)
        try:
            if child.setup or child.to_play is not None:
                self.board.set_up(child.setup, child.to_play)
            if child.color is not None:
                self.board.play(child.point, child.color)
        except ValueError:
            while len(self.board.moves) > before:
                self.board.undo()
            raise
        self._marks.append(before)
        self.n_moves += child.color is not None
        self._here.add(id(child))
        self.node = child

    # -- the end -----------------------------------------------------------------------------------------------------

    def declare(self, result: Result) -> None:
        """End the game from outside the board: resignation, time, forfeit. Going back takes it back."""
        self.declared = result

    @property
    def result(self) -> Result | None:
        """The result where we stand, or None while the game goes on."""
        if self.declared is not None:
            return self.declared
        if self.board.n_passes >= self.rules.passes_to_end:
            return Result.of_score(self.board.score(self.dead))
        if self.rules.move_limit is not None and self.n_moves >= self.rules.move_limit:
            loser = LOSER[self.rules.at_move_limit]
            return Result(opponent(loser), "limit") if loser else Result.of_score(self.board.score(self.dead))
        return None

    @property
    def is_over(self) -> bool:
        return self.result is not None


def check_replayed(game: Game) -> None:
    """Raises ValueError where the game has come further than a record may go."""
    if len(game.board.moves) > MAX_MOVES_A_GAME:
        raise ValueError(f"expected a game of up to {MAX_MOVES_A_GAME} moves and setups, found a longer one")


LOSER: dict[AtLimit, int | None] = {AtLimit.SCORE: None, AtLimit.BLACK_LOSES: BLACK, AtLimit.WHITE_LOSES: WHITE}
"""who loses a game that reaches its limit of moves; None when it is counted"""
