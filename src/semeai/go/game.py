"""`Game`: a tree of variations, a current node in it, and the result."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from semeai.go.board import Board, IllegalMove
from semeai.go.handicap import fixed_handicap
from semeai.go.points import BLACK, PASS, RESIGN, WHITE, is_on_board, opponent
from semeai.go.rules import AtLimit, Placement, Rules
from semeai.go.score import Score

MAX_MOVES_A_GAME = 1_000
"""maximum number of moves and setups that are replayed from a record, since each position takes 6 kB; the longest game
between people had some 400 moves"""


@dataclass(frozen=True)
class Result:
    """The outcome of a game. `str` writes it as in SGF's RE: "B+3.5", "W+R", "0"."""

    winner: int | None
    """BLACK, WHITE, or None for a draw"""
    reason: str
    """"score", "resign", "time", "forfeit" or "limit" """
    margin: float = 0.0
    """points by which the winner is ahead; only for "score" """
    detail: str = ""
    """an explanation, where the reason alone is not enough"""

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
        """The result of a counted game, from black's points minus white's."""
        winner = None if margin == 0 else BLACK if margin > 0 else WHITE
        return cls(winner, "score", abs(margin))


@dataclass(eq=False)
class Node:
    """A node of the tree: a setup, a move, or neither (a comment). The root holds the start position and no move."""

    parent: "Node | None" = field(default=None, repr=False)
    color: int | None = None
    """the side that moves here; None if there is no move"""
    point: int = PASS
    """the move: a point or PASS"""
    setup: dict[int, int] = field(default_factory=dict)
    """point -> color (or EMPTY) of the stones placed or removed before the move"""
    to_play: int | None = None
    """the side to play after the setup, if the record says it"""
    properties: dict[str, list[str]] = field(default_factory=dict)
    """all other properties of the record, by SGF identifier: "C" for comments, "N" for a name, ..."""
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
    """A game under `rules`: the tree of moves, the current node, and the board at that node.

    Fixed handicap stones are on the board from the start. `place_handicap` adds free ones.
    """

    def __init__(self, rules: Rules | None = None, root: Node | None = None) -> None:
        """A new game, or the game of a tree whose root may set up a position. The root is the current node.

        Raises ValueError if the start position has a chain without liberties.
        """
        self.rules = rules or Rules()
        self.root = root or Node()
        self.dead: frozenset[int] = frozenset()
        """stones that both sides agree are dead at the end"""
        if root is None and self.rules.handicap and self.rules.placement is Placement.FIXED:
            self._set_handicap(fixed_handicap(self.rules.handicap, self.rules.size))
        self._restart()

    def _repr_svg_(self) -> str:
        return self.board._repr_svg_()

    def __repr__(self) -> str:
        size = self.rules.size
        return f"<Game {size}x{size}, move {self.n_moves}, {self.result or 'not over'}>"

    def _restart(self) -> None:
        """Make the root the current node."""
        self._board: Board | None = None
        if self.root.setup:
            self._start_board()  # only stones can make a position impossible
        self.node = self.root
        self._here = {id(self.root)}  # the nodes from the root to here
        self._marks: list[int] = []  # the board's number of moves before each node from the root to here
        self.n_moves = 0
        """moves from the root to here, including passes"""
        self.declared: Result | None = None

    @property
    def board(self) -> Board:
        """The board at the current node. It is created on first use: a collection has thousands of games, and a board
        takes 100 kB."""
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
        """Place black's handicap stones on the empty board of a new game. White plays next. Raises ValueError."""
        if self.root.children or self.root.setup:
            raise ValueError("handicap stones can be placed on an empty board only")
        if not 2 <= len(points) < self.rules.size**2 or len(set(points)) < len(points):
            raise ValueError("expected two or more different handicap points, fewer than the whole board")
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
        """The moves from the root to the current node, as (color, point)."""
        return [(node.color, node.point) for node in self.node.path()[1:] if node.color is not None]

    def play(self, point: int, color: int | None = None) -> Node:
        """Play a move (a point, PASS or RESIGN) for `color`, by default the side to play, and go to its node.

        A move that is already in the tree is followed. A new one starts a variation. Raises IllegalMove, also if the
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
        """Add a node that places stones or removes them (EMPTY) and sets the side to play. Raises ValueError."""
        return self._grow(Node(self.node, setup=dict(stones), to_play=to_play))

    def _grow(self, child: Node) -> Node:
        parent = self.node
        self._enter(child)
        parent.children.append(child)
        return child

    # -- travel ------------------------------------------------------------------------------------------------------

    def go_to(self, node: Node) -> None:
        """Go to a node of this game's tree. Raises IllegalMove or ValueError where the record breaks the rules; the
        last node before that becomes the current one."""
        ahead = []  # from the node up to the path we are on, so that a step costs the same at the end as at the root
        step: Node | None = node
        while step is not None and id(step) not in self._here:
            ahead.append(step)
            step = step.parent
        if step is None:
            raise ValueError("the node belongs to another game")
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
        """Go one step along a variation; False if there is none. Raises the same errors as `go_to`."""
        if variation >= len(self.node.children):
            return False
        self._enter(self.node.children[variation])
        return True

    def to_end(self) -> None:
        """Go to the end of the first variation from here. Raises the same errors as `go_to`."""
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
        """End the game by resignation, time or forfeit. Going back one step reverts it."""
        self.declared = result

    @property
    def result(self) -> Result | None:
        """The result at the current node, or None if the game is not over."""
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
    """Check that the game is not longer than a record may be. Raises ValueError."""
    if len(game.board.moves) > MAX_MOVES_A_GAME:
        raise ValueError(f"expected a game of up to {MAX_MOVES_A_GAME} moves and setups, found a longer one")


LOSER: dict[AtLimit, int | None] = {AtLimit.SCORE: None, AtLimit.BLACK_LOSES: BLACK, AtLimit.WHITE_LOSES: WHITE}
"""the side that loses a game at the move limit; None if the game is scored"""
