"""The search tree: the same for the same seed, sound in all its counts, within its memory, and with the rules."""

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng

from semeai.go.board import Board
from semeai.go.knowing import Policy
from semeai.go.points import BLACK, PASS, parse_vertex, vertex
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.players.search.search import SearchParams, settings_of
from semeai.players.search.tree import Tree
from semeai.players.search.tree_kernel import NO_NODE, RANDOM, RAVE, SPREAD, UCB
from tests.conftest import needs_jit, scaled

from .golden import FILE, SPECS, golden

KINDS = {"mcts": RANDOM, "uct": UCB, "rave": RAVE}


def make_tree(kind: str, board: Board, n_bytes: int = 10_000_000, policy: Policy = Policy.LIGHT) -> Tree:
    """A tree of this kind with `board` as its root."""
    settings = settings_of(KINDS[kind], policy, SearchParams())
    settings["cp"] = 0.5
    settings["equivalence"] = 1000.0
    settings["mercy"] = 0.5
    tree = Tree(settings, n_bytes)
    tree.new_game(board.rules, seed=3)
    tree.go_to(board)
    return tree


@pytest.mark.parametrize(
    ("kind", "policy", "early_stop", "uses"),
    [
        (UCB, Policy.LIGHT, 0.0, (None, None, None)),
        (RAVE, Policy.KNOWING, 0.0, (True, None, None)),
        (SPREAD, Policy.LIGHT, 0.0, (None, True, None)),
        (UCB, Policy.LIGHT, 0.7, (None, None, True)),
    ],
)
def test_a_search_compiles_what_it_uses(kind: int, policy: Policy, early_stop: float, uses: tuple[Any, ...]) -> None:
    tree = Tree(settings_of(kind, policy, SearchParams(early_stop=early_stop)), 1)
    assert tree._uses == uses


def root_of(tree: Tree) -> int:
    return int(tree._search["root"][0])


def reachable(tree: Tree) -> dict[int, tuple[Any, ...]]:
    """By hash, all that the tree holds of the nodes that can be reached from its root."""
    found: dict[int, tuple[Any, ...]] = {}
    todo = [root_of(tree)]
    while todo:
        node = tree._nodes[todo.pop()]
        if int(node["hash"]) in found:
            continue
        edges = edges_of(tree, node)
        children = [int(i) for i in edges["node"] if i != NO_NODE]
        todo += children
        counts = [edges[name].tolist() for name in edges.dtype.names if name != "node"]
        leads_to = [int(tree._nodes[i]["hash"]) if i != NO_NODE else None for i in edges["node"]]
        found[int(node["hash"])] = (int(node["visits"]), counts, leads_to)
    return found


def edges_of(tree: Tree, node: Any) -> Any:
    return tree._edges[int(node["first"]) : int(node["first"]) + int(node["n"])]


def assert_sound(tree: Tree) -> None:
    """Nodes stand side by side, so do their edges, and visits add up."""
    n_nodes, n_edges = tree.n_nodes, int(tree._search["n_edges"][0])
    nodes, edges = tree._nodes[:n_nodes], tree._edges[:n_edges]
    assert nodes["first"].tolist() == [0, *np.cumsum(nodes["n"])[:-1].tolist()]
    assert n_edges == nodes["n"].sum()
    visits = np.add.reduceat(edges["visits"], nodes["first"])
    assert visits.tolist() == nodes["visits"].tolist()
    assert edges["node"].max() < n_nodes
    assert (edges["wins"] >= 0).all()
    assert (edges["wins"] <= edges["visits"]).all()
    assert (edges["rave_wins"] <= edges["rave_visits"]).all()


@needs_jit
@pytest.mark.parametrize("spec", SPECS)
def test_same_seed_same_tree(spec: str) -> None:
    """After a change that is meant: python -m tests.players.golden"""
    assert golden(spec) == json.loads(FILE.read_text())[spec]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("policy", Policy)
def test_visits_add_up(kind: str, policy: Policy) -> None:
    tree = make_tree(kind, Board(Rules(size=5)), policy=policy)
    for n in (1, 2, scaled(3_000, 30)):
        before = tree._nodes[root_of(tree)]["visits"]
        tree.search(n)
        assert tree._nodes[root_of(tree)]["visits"] == before + n
        assert_sound(tree)
    findings = tree.findings()
    assert findings.visits.sum() == tree.n_playouts == findings.n_playouts
    assert set(findings.points.tolist()) == {PASS, *Board(Rules(size=5)).legal_points()}


@pytest.mark.parametrize("size", [2, 3])
def test_nodes_are_positions_and_edges_their_moves(size: int) -> None:
    """Go down every edge with a board: a node is one position however it is reached, and no position has two nodes."""
    rules = Rules(size=size, repetition="ko")
    tree = make_tree("uct", Board(rules))
    tree.search(scaled(3_000, 40))
    position: dict[int, Any] = {}
    parents: Counter[int] = Counter()
    todo = [(root_of(tree), Board(rules))]
    while todo:
        i, board = todo.pop()
        here = (board.diagram(), board.to_play, board.ko, min(board.n_passes, 3))
        assert position.setdefault(i, here) == here
        parents[i] += 1
        if parents[i] > 1:
            continue
        edges = edges_of(tree, tree._nodes[i])
        own = [p for p in board.legal_points() if board.is_eye(p, board.to_play)]
        needed = [p for p in own if any(len(board.liberties(q)) == 1 for q in (p + 1, p - 1, p + 20, p - 20)
                                        if board.colors[q] == board.to_play)]  # fmt: skip
        expected = {PASS, *board.legal_points()} - set(own) | set(needed)
        assert sorted(edges["point"].tolist()) == sorted(expected), board
        for edge in edges[edges["node"] != NO_NODE]:
            after = board.copy()
            after.play(int(edge["point"]))
            todo.append((int(edge["node"]), after))
    assert len(set(position.values())) == len(position) == tree.n_nodes
    assert max(parents.values()) > scaled(1, 0)  # two orders of moves share a node


def with_fences(tree: Tree) -> list[np.ndarray[Any, Any]]:
    """Make the tree's arrays parts of longer ones, and return what stands behind them: nothing may ever be there."""
    fences = []
    for name in ("_nodes", "_other_nodes", "_edges", "_other_edges"):
        array = getattr(tree, name)
        longer = np.zeros(len(array) + 500, dtype=array.dtype)
        longer[: len(array)] = array
        setattr(tree, name, longer[: len(array)])
        fences.append(longer[len(array) :].view(np.uint8))
    return fences


@needs_jit
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [3, 9])  # nodes are short on the one, edges on the other
def test_a_full_tree_grows_no_more_and_searches_on(kind: str, size: int) -> None:
    board = Board(Rules(size=size))
    tree = make_tree(kind, board, n_bytes=1)
    fences = with_fences(tree)
    n_full = 0
    for _ in range(4 * size):
        tree.go_to(board)
        assert root_of(tree) != NO_NODE
        before = int(tree._nodes[root_of(tree)]["visits"])
        for _ in range(8):
            tree.search(200)
            assert_sound(tree)
        assert int(tree._nodes[root_of(tree)]["visits"]) == before + 1600
        n_full += tree.is_full
        assert not any(fence.any() for fence in fences)
        findings = tree.findings()
        moves = [int(p) for p in findings.points[np.argsort(-findings.visits)] if board.is_legal(int(p))]
        board.play(next((p for p in moves if p != PASS), PASS))
    assert n_full > 0


@needs_jit
def test_a_crowded_tree_grows_below_good_moves_only() -> None:
    """A knowing tree has room for some 170 nodes here, and would have 600 after 1,000 playouts."""
    tree = make_tree("rave", Board(Rules()), n_bytes=1_000_000, policy=Policy.KNOWING)
    tree.search(1000)
    half, end = int(tree._search["edges_half"][0]), int(tree._search["edges_end"][0])
    assert half < int(tree._search["n_edges"][0]) < end
    assert not tree.is_full


def test_only_what_can_still_be_reached_is_kept() -> None:
    board = Board(Rules(size=5))
    tree = make_tree("rave", board)
    tree.search(scaled(3_000, 60))
    findings = tree.findings()
    board.play(int(findings.points[np.argmax(findings.visits)]))
    tree.go_to(board)
    before, n_before = reachable(tree), tree.n_nodes
    tree._drop_the_rest()
    assert tree.n_nodes == len(before) < n_before
    tree.go_to(board)
    assert tree.n_nodes == len(before)  # the root is one of them
    assert reachable(tree) == before
    tree.search(scaled(1_000, 20))
    assert tree._nodes[root_of(tree)]["visits"] == tree._edges_of(root_of(tree))["visits"].sum()

    board.play(PASS)
    board.play(PASS)
    tree._roots[0] = Board(Rules(size=5), {parse_vertex("A1", 5): BLACK}).record  # as if another game had begun
    tree._drop_the_rest()
    assert tree.n_nodes == 0


@pytest.mark.parametrize("kind", KINDS)
def test_superko_is_never_broken(kind: str) -> None:
    """On the smallest boards, where positions come back all the time."""
    n_forbidden = 0
    player = make_player(f"{kind}:playouts={scaled(60, 5)},resign=0,memory=1")
    for size, seed in [(2, 1), (2, 2), (3, 1), (3, 2)][: scaled(4, 2)]:
        rules = Rules(size=size, komi=0.5, repetition="positional")
        board = Board(rules)
        player.new_game(rules, default_rng(seed))
        for _ in range(40):
            p = player.choose(board)
            assert board.is_legal(p), f"{board}\n{vertex(p)}"
            n_forbidden += sum(
                board.why_illegal(q) == "repeats an earlier position" for q in player._findings().points.tolist()
            )
            # A pass is answered by whatever can be played, so that the game goes on.
            board.play(p if p != PASS else next(iter(board.legal_points()), PASS))
    assert n_forbidden > 0


QUIET = "..XO. XXXOO .XXO. XXXOO XXXO."  # nothing is left to do; A5 is a point of black's


@needs_jit
@pytest.mark.parametrize("kind", ["uct", "rave"])
@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize(("scoring", "komi", "is_free"), [("territory", -0.5, False), ("area", 4.5, True)])
def test_a_move_in_own_territory_costs_a_point(
    kind: str, policy: Policy, scoring: str, komi: float, is_free: bool
) -> None:
    """Black is ahead by half a point."""
    board = Board.from_diagram("\n".join(QUIET.split()), Rules(size=5, komi=komi, scoring=scoring))
    tree = make_tree(kind, board, policy=policy)
    tree.search(2_000)
    findings = tree.findings()
    seen = findings.visits > 0
    shares = findings.wins[seen] / findings.visits[seen]
    rates = dict(zip(findings.points[seen].tolist(), shares.tolist(), strict=True))
    if is_free:
        assert min(rates.values()) > 0.9
    else:
        assert rates[PASS] > 0.9
        assert rates.get(parse_vertex("A5", 5), 0.0) < 0.5
