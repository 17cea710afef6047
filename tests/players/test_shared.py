"""One tree for several threads: sound whatever they do to it at the same time, within its memory, kept from move to
move."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng

from semeai.go.board import Board
from semeai.go.knowing import Policy
from semeai.go.points import PASS
from semeai.go.rules import Repetition, Rules
from semeai.players import make_player
from semeai.players.search.search import SearchParams, settings_of
from semeai.players.search.tree import Tree
from semeai.players.search.tree_kernel import NO_NODE, RAVE
from tests.conftest import needs_jit, scaled

N_THREADS = 3


def make_tree(board: Board, n_bytes: int = 10_000_000, policy: Policy = Policy.LIGHT) -> Tree:
    settings = settings_of(RAVE, policy, SearchParams())
    settings["cp"], settings["equivalence"] = 0.1, 1000.0
    tree = Tree(settings, n_bytes, N_THREADS)
    tree.new_game(board.rules, seed=3)
    tree.go_to(board)
    return tree


def search_together(tree: Tree, n: int) -> None:
    """`n` playouts by each thread, some at a time."""

    def work(thread: int) -> None:
        for _ in range(n // 10):
            tree.search(10, thread)

    with ThreadPoolExecutor(N_THREADS) as pool:
        list(pool.map(work, range(N_THREADS)))


def assert_sound(tree: Tree, board: Board) -> int:
    """Go down every edge with a board. A node has the moves of its position, and no counts that make no sense. Returns
    the number of nodes."""
    todo = [(int(tree._search["root"][0]), board)]
    seen: dict[int, Any] = {}
    while todo:
        i, here = todo.pop()
        diagram = (here.diagram(), here.to_play, here.ko, min(here.n_passes, 3))
        assert seen.setdefault(i, diagram) == diagram
        edges: Any = tree._edges_of(i)
        assert PASS in edges["point"].tolist()
        assert len(set(edges["point"].tolist())) == len(edges)
        assert all(p == PASS or here.colors[p] == 0 for p in edges["point"].tolist())
        assert (edges["visits"] >= 0).all()
        for edge in edges[edges["node"] != NO_NODE]:
            if int(edge["node"]) not in seen and here.is_legal(int(edge["point"])):
                after = here.copy()
                after.play(int(edge["point"]))
                todo.append((int(edge["node"]), after))
    return len(seen)


@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("size", [3, 9])
def test_threads_search_one_tree(size: int, policy: Policy) -> None:
    board = Board(Rules(size=size, repetition=Repetition.KO))
    tree = make_tree(board, policy=policy)
    n = scaled(2_000, 20)
    search_together(tree, n)
    findings = tree.findings()
    assert tree.n_playouts == N_THREADS * n
    assert findings.visits.sum() == pytest.approx(N_THREADS * n, rel=0.05)  # a few counts may be lost
    assert (findings.wins <= 1.05 * findings.visits + 2).all()
    assert np.abs(findings.ownership).max() <= 1
    n_nodes = assert_sound(tree, board)
    assert 1 < n_nodes <= tree.n_nodes


def test_a_small_tree_fills_up_and_is_cleared_from_move_to_move() -> None:
    board = Board(Rules(size=5, komi=0.5))
    tree = make_tree(board, n_bytes=200_000)
    for _ in range(8):
        search_together(tree, scaled(600, 20))
        findings = tree.findings()
        best = int(findings.points[np.argmax(findings.visits)])
        assert_sound(tree, board)
        assert (tree._search["n_nodes"] <= tree._search["nodes_end"]).all()
        assert (tree._search["n_edges"] <= tree._search["edges_end"]).all()
        board.play(best)
        tree.go_to(board)


@needs_jit
def test_it_plays_whole_games() -> None:
    for spec in ("rave:playouts=200,threads=3,resign=0", "rave:policy=light,playouts=200,threads=2,resign=0"):
        board = Board(Rules(size=5, komi=0.5))
        player = make_player(spec)
        player.new_game(board.rules, default_rng(1))
        while board.n_passes < 2 and len(board.moves) < 100:
            board.play(player.choose(board))
        assert board.n_passes == 2
