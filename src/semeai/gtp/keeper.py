"""`Keeper`: a game under the control of a GTP controller.

A controller may do more than two players. It may play on after two passes, let one side move twice, place stones,
delete moves by undo, and change the rules in the middle. The keeper allows all this and keeps a single line of moves:
the game from the controller's point of view.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from semeai.go.board import Board, IllegalMove
from semeai.go.game import Game, Node, Result, check_replayed
from semeai.go.points import opponent
from semeai.go.rules import Rules


class Keeper:
    """Keeps a `Game`. Commands place the handicap stones, so the handicap of `rules` is ignored."""

    def __init__(self, rules: Rules) -> None:
        self.game = Game(replace(rules, handicap=0))

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def board(self) -> Board:
        """The current position. Do not change it."""
        return self.game.board

    @property
    def is_untouched(self) -> bool:
        """True if the board is empty and no move was made."""
        return self.game.node is self.game.root and not self.game.root.setup

    def position(self, color: int) -> Board:
        """A copy of the current position with `color` to play, for a player."""
        board = self.board.copy()
        if board.to_play != color:
            board.set_up({}, color)
        return board

    def clear(self, size: int | None = None) -> None:
        """Start a new game, on a board of `size` if given. Raises RulesError."""
        self.game = Game(replace(self.rules, size=size or self.rules.size, handicap=0))

    def play(self, point: int, color: int) -> None:
        """Play a point or PASS for `color`, even if the game is over. Raises IllegalMove."""
        # `Game.play` rejects moves after the end, but an existing node of the tree can always be entered.
        self._enter(Node(self.game.node, color, point))
        self.game.declared = None

    def set_up(self, stones: Mapping[int, int], to_play: int) -> None:
        """Place stones or remove them (EMPTY) and set the side to play. Raises ValueError."""
        self._enter(Node(self.game.node, setup=dict(stones), to_play=to_play))
        self.game.declared = None

    def _enter(self, child: Node) -> None:
        siblings = self.game.node.children
        siblings.append(child)
        try:
            self.game.forward(len(siblings) - 1)
        except ValueError:
            siblings.remove(child)
            raise

    def play_all(self, moves: Iterable[tuple[int, int]]) -> None:
        """Play moves given as (color, point), all or none. Raises IllegalMove."""
        n_played = 0
        try:
            for color, point in moves:
                self.play(point, color)
                n_played += 1
        except IllegalMove:
            self.undo(n_played)
            raise

    def resign(self, color: int) -> None:
        """Record that `color` has resigned. The board stays the same, and the next move cancels it."""
        self.game.declare(Result(opponent(color), "resign"))

    def undo(self, n: int = 1) -> bool:
        """Delete the last `n` steps. Returns False and changes nothing if there are fewer."""
        if n >= len(self.game.node.path()):
            return False
        for _ in range(n):
            undone = self.game.node
            self.game.back()
            self.game.node.children.remove(undone)
        return True

    def place_handicap(self, points: list[int]) -> None:
        """Place handicap stones on the empty board. Raises ValueError."""
        self.game.place_handicap(points)

    def change_rules(self, rules: Rules) -> None:
        """Continue under other rules for the same board size. Raises ValueError if the game so far breaks them."""
        game = Game(rules, self.game.root)
        game.go_to(self.game.node)
        game.dead, game.declared = self.game.dead, self.game.declared
        self.game = game

    def load(self, record: Game, n_moves: int | None = None) -> None:
        """Load the first `n_moves` moves (by default all) of the main line of `record`, its board and its komi.

        Raises ValueError and changes nothing if the record breaks the current rules or is too long.
        """
        game = Game(replace(self.rules, size=record.rules.size, komi=record.rules.komi, handicap=0), record.root)
        n_left = n_moves
        while game.node.children and n_left != 0:
            game.forward()
            check_replayed(game)
            if n_left is not None and game.node.color is not None:
                n_left -= 1
        game.root.properties.pop("RE", None)  # the game can be continued
        line = game.node.path()
        for node, child in zip(line, [*line[1:], None], strict=True):
            node.children[:] = [child] if child else []
        self.game = game
