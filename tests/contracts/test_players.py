"""The contract of a player: everything in PLAYERS keeps it, and what does not is found."""

from collections.abc import Callable
from functools import partial

import pytest
from numpy.random import Generator

from semeai.go.board import Board
from semeai.go.player import Explanation, Player
from semeai.go.points import PASS, points
from semeai.go.rules import Rules
from semeai.players import PLAYERS, breedable, playable
from semeai.testing import check_bred, check_player

CHEAP = {
    "wally": "wally:noise=0.3",
    "local": "local:enemy=1,own=-0.5",
    "mcts": "mcts:playouts=4,memory=1",
    "uct": "uct:playouts=4,memory=1,threads=2",
    "rave": "rave:playouts=4,memory=1",
    "strategy": "strategy:population=8,threads=4,renewal=2,steps=2",
}
SLOW = {"mcts", "uct", "rave", "strategy"}


@pytest.mark.parametrize("name", [name for name in PLAYERS if name not in ("champion", "gtp")])
def test_players(name: str) -> None:
    if name in breedable():
        check_bred(name)
    if name in playable():
        check_player(CHEAP.get(name, name), sizes=[2, 9, 19] if name in SLOW else None, n_moves=6)


def test_a_champion() -> None:
    check_player("champion:sane-7x7")


def test_another_program(gnugo: str) -> None:
    check_player(f"gtp:{gnugo} --mode gtp --level 1", sizes=[5, 9])


# -- players that break it ---------------------------------------------------------------------------------------------


class First:
    """A plain class: the first legal point."""

    def choose(self, board: Board) -> int:
        return next(iter(board.legal_points()), PASS)


class Forgetful(First):
    """Draws its random numbers from nowhere."""

    n = 0

    def choose(self, board: Board) -> int:
        Forgetful.n += 1
        return board.legal_points()[Forgetful.n % 7]


class Vandal(First):
    def choose(self, board: Board) -> int:
        chosen = super().choose(board)
        board.play(chosen)
        return chosen


class Choosy(Player):
    """Claims two sizes."""

    board_sizes = (5, 7)

    def new_game(self, rules: Rules, rng: Generator) -> None:
        self.check_rules(rules)

    def choose(self, board: Board) -> int:
        return next(iter(board.legal_points()), PASS)


class Braggart(Choosy):
    """Claims more than it plays on."""

    board_sizes = (5, 7, 9)

    def check_rules(self, rules: Rules) -> None:
        super().check_rules(rules)
        if rules.size == 9:
            raise ValueError("too large")


class Silent(Choosy):
    def explain(self) -> Explanation:
        return Explanation("")


class Mortal(Choosy):
    """Does not come back."""

    is_closed = False

    def choose(self, board: Board) -> int:
        return PASS if self.is_closed else super().choose(board)

    def close(self) -> None:
        self.is_closed = True


@pytest.mark.parametrize("player", [First, Choosy, partial(First)])
def test_classes_of_ones_own(player: Callable[[], object]) -> None:
    check_player(player)


@pytest.mark.parametrize(
    ("player", "said"),
    [
        (Forgetful, "the same seed gives the same game"),
        (Vandal, "choose does not change the board"),
        (Braggart, "check_rules accepts the board_sizes: 9"),
        (Silent, "an explanation has text"),
        (Mortal, "close does not end a player"),
        (lambda: lambda board: True, "choose returns a point: True"),
        (lambda: lambda board: points(board.size)[0], "choose returns a legal move: A1"),
        (lambda: lambda board: "D4", "choose returns a point: 'D4'"),
    ],
)
def test_the_contract_is_tested(player: Callable[[], object], said: str) -> None:
    with pytest.raises(AssertionError, match=f"^{said}"):
        check_player(player, sizes=[5])
