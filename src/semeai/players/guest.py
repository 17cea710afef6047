"""Plain objects and functions as players."""

from collections.abc import Callable
from typing import Any

from numpy.random import Generator

from semeai.go.board import Board
from semeai.go.player import Explanation, Player
from semeai.go.rules import Rules


class Guest(Player):
    """An object with `choose(board)`, or a function of the board. Other methods are called if they exist."""

    def __init__(self, thing: Any) -> None:
        """Wrap an object or a function. Raises TypeError if `thing` is neither."""
        choose = getattr(thing, "choose", thing)
        if not callable(choose):
            raise TypeError(
                "expected a player: a specification, an object with choose(board) or a function of the board; "
                f"found {type(thing).__name__}"
            )
        self.thing = thing
        self._choose: Callable[[Board], int] = choose
        self._name = getattr(thing, "__name__", type(thing).__name__)

    def new_game(self, rules: Rules, rng: Generator) -> None:
        if hasattr(self.thing, "new_game"):
            self.thing.new_game(rules, rng)

    def choose(self, board: Board) -> int:
        return self._choose(board)

    def explain(self) -> Explanation:
        if not hasattr(self.thing, "explain"):
            return Explanation(f"{self._name} does not explain its moves")
        said = self.thing.explain()
        return Explanation(said) if isinstance(said, str) else said

    def close(self) -> None:
        if hasattr(self.thing, "close"):
            self.thing.close()
