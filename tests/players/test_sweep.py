"""The constant that tunes itself: it settles on what gains most, and forgets all in a new game."""

import pytest

from semeai.go.board import Board
from semeai.go.rules import Rules
from semeai.players.search.search import settings_of
from semeai.players.search.sweep import STEPS, Sweep, SweepingTree
from semeai.players.search.tree_kernel import UCB
from semeai.players.search.uct import Policy, UctParams
from tests.conftest import scaled


@pytest.mark.parametrize("good", range(len(STEPS)))
def test_it_settles_on_what_gains_most(good: int) -> None:
    sweep = Sweep(1.0)
    assert sweep.next() == (0, 1.0)
    for _ in range(400):
        i, cp = sweep.next()
        assert cp == 2.0 ** STEPS[i]
        sweep.tell(i, 0.05 if i == good else -0.05)
    assert sweep.best == 2.0 ** STEPS[good]
    assert sweep.next()[0] == good


def test_every_constant_is_tried_from_the_given_one_on() -> None:
    sweep, tried = Sweep(3.0), []
    for _ in STEPS:
        i, cp = sweep.next()
        tried.append(cp)
        sweep.tell(i, 0.0)
    assert tried == [3.0 * 2.0**step for step in STEPS]


def test_a_tree_searches_with_all_of_them_and_visits_add_up() -> None:
    board = Board(Rules(size=3, komi=0.5))
    settings = settings_of(UCB, Policy.LIGHT, UctParams())
    settings["cp"] = 1.0
    tree = SweepingTree(settings, 10_000_000)
    tree.new_game(board.rules, seed=1)
    tree.go_to(board)
    used = []
    for _ in range(10):
        tree.search(scaled(32, 4))
        used.append(float(tree._search["cp"][0]))
    assert set(used) == {2.0**step for step in STEPS}
    assert tree.findings().visits.sum() == tree.n_playouts == 10 * scaled(32, 4)
    tree.new_game(board.rules, seed=1)
    tree.go_to(board)
    tree.search(1)
    assert float(tree._search["cp"][0]) == tree.cp == 1.0
