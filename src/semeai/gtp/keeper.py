"""`Keeper`: a game as a GTP controller drives it.

A controller is freer than two players are. It may play on after two passes, let one side move twice, put stones down,
take moves back as if they had never been, and change the rules in the middle. The keeper allows all this and keeps one
straight line of moves: what the controller would say the game was.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from semeai.go.board import Board, IllegalMove
from semeai.go.game import Game, Node, Result, check_replayed
from semeai.go.points import opponent
from semeai.go.rules import Rules


class Keeper:
    """Keeps a `Game`. Handicap stones are placed by command, so those of `rules` are left out."""

    def __init__(self, rules: Rules) -> None:
        self.game = Game(replace(rules, handicap=0))

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def board(self) -> Board:
        """The present position. Not to be changed."""
        return self.game.board

    @property
    def is_untouched(self) -> bool:
        """Whether the board is empty and no move was made."""
        return self.game.node is self.game.root and not self.game.root.setup

    def position(self, color: int) -> Board:
        """A copy of the present position with `color` to play, for a player to think about."""
        board = self.board.copy()
        if board.to_play != color:
            board.set_up({}, color)
        return board

    def clear(self, size: int | None = None) -> None:
        """Start a new game, on a board of `size` where it is given. Raises RulesError."""
        self.game = Game(replace(self.rules, size=size or self.rules.size, handicap=0))

    def play(self, point: int, color: int) -> None:
        """Play a point or PASS for `color`, be the game over or not. Raises IllegalMove."""
        # `Game.play` refuses moves after the end, rightly; a node that the tree has already may be entered at any time.
        self._enter(Node(self.game.node, color, point))
        self.game.declared = None

    def set_up(self, stones: Mapping[int, int], to_play: int) -> None:
        """Put stones down or take them off (EMPTY) and say who is to play. Raises ValueError."""
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
        """Note that `color` has resigned. The board stays as it is, and a next move makes it undone."""
        self.game.declare(Result(opponent(color), "resign"))

    def undo(self, n: int = 1) -> bool:
        """Take the last `n` steps back, as if they had never been; False, and nothing changed, when there are fewer."""
        if n >= len(self.game.node.path()):
            return False
        for _ in range(n):
            undone = self.game.node
            self.game.back()
            self.game.node.children.remove(undone)
        return True

    def place_handicap(self, points: list[int]) -> None:
        """Put handicap stones on the untouched board. Raises ValueError."""
        self.game.place_handicap(points)

    def change_rules(self, rules: Rules) -> None:
        """Go on under other rules for a board of the same size. Raises ValueError where the game so far breaks them."""
        game = Game(rules, self.game.root)
        game.go_to(self.game.node)
        game.dead, game.declared = self.game.dead, self.game.declared
        self.game = game

    def load(self, record: Game, n_moves: int | None = None) -> None:
        """Take over the first `n_moves` moves (by default all) of the main line of `record`, its board and its komi.

        Raises ValueError where the record breaks the present rules or is too long, and changes nothing then.
        """
        game = Game(replace(self.rules, size=record.rules.size, komi=record.rules.komi, handicap=0), record.root)
        n_left = n_moves
        while game.node.children and n_left != 0:
            game.forward()
            check_replayed(game)
            if n_left is not None and game.node.color is not None:
                n_left -= 1
        game.root.properties.pop("RE", None)  # the game goes on
        line = game.node.path()
        for node, child in zip(line, [*line[1:], None], strict=True):
            node.children[:] = [child] if child else []
        self.game = game
