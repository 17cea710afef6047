"""Howlett's RAVE: what the kernel keeps in sums is what he does, a walk through the whole tree after each playout."""

from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng

from semeai.go.board import Board
from semeai.go.knowing import Policy
from semeai.go.points import PASS
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.players.search.search import SearchParams, SearchPlayer, settings_of
from semeai.players.search.tree import Tree
from semeai.players.search.tree_kernel import NO_NODE, SPREAD
from tests.conftest import needs_jit, scaled


def make_tree(board: Board) -> Tree:
    settings = settings_of(SPREAD, Policy.LIGHT, SearchParams())
    settings["cp"] = 0.5
    tree = Tree(settings, 10_000_000)
    tree.new_game(board.rules, seed=3)
    tree.go_to(board)
    return tree


def colors_of(tree: Tree, to_play: int) -> dict[int, int]:
    """By number of the edge, who plays it: from the root on, for a node has one side to play however it is reached."""
    colors: dict[int, int] = {}
    todo = [(int(tree._search["root"][0]), to_play)]
    seen = set()
    while todo:
        i, color = todo.pop()
        if i in seen:
            continue
        seen.add(i)
        node = tree._nodes[i]
        for e in range(int(node["first"]), int(node["first"]) + int(node["n"])):
            colors[e] = color
            if tree._edges[e]["node"] != NO_NODE:
                todo.append((int(tree._edges[e]["node"]), 3 - color))
    return colors


def walk(counts: dict[int, list[float]], tree: Tree, colors: dict[int, int], black: float) -> None:
    """Count a playout as he does: along the path, then at all nodes that have been tried with the last move of it."""
    path = tree._search["path"][0][: int(tree._search["depth"][0])].tolist()
    for e in path:
        visits, wins = counts.get(e, [0.0, 0.0])
        counts[e] = [visits + 1, wins + (black if colors[e] == 1 else 1 - black)]
    last = path[-1]
    move = (colors[last], int(tree._edges[last]["point"]))
    if move[1] != PASS:
        for e, count in counts.items():
            if e != last and (colors[e], int(tree._edges[e]["point"])) == move:
                count[0] += 1
                count[1] += black if move[0] == 1 else 1 - black


def changed_counts(tree: Tree, e: int, color: int) -> tuple[float, float]:
    """The counts of an edge that the kernel works with."""
    edge: Any = tree._edges[e]
    place = (color - 1) * (len(tree._search["spread_visits"][0]) // 2) + int(edge["point"])
    search = tree._search[0]
    return (
        float(edge["visits"] + search["spread_visits"][place] - edge["rave_visits"]),
        float(edge["wins"] + search["spread_wins"][place] - edge["rave_wins"]),
    )


@pytest.mark.parametrize("size", [2, 3])
def test_a_walk_through_the_tree_gives_the_same_counts(size: int) -> None:
    board = Board(Rules(size=size, komi=0.5, repetition="ko"))
    tree = make_tree(board)
    counts: dict[int, list[float]] = {}
    n_spread = 0.0
    for _ in range(scaled(300, 60)):
        before = float(tree._search["margin"][0])
        tree.search(1)
        black = float(tree._search["margin"][0] - before > 0.5)
        walk(counts, tree, colors_of(tree, board.to_play), black)
    colors = colors_of(tree, board.to_play)
    for e, (visits, wins) in counts.items():
        assert changed_counts(tree, e, colors[e]) == (visits, wins)
        n_spread += visits - float(tree._edges[e]["visits"])
    assert n_spread > 0
    tried = set(np.flatnonzero(tree._edges["visits"][: int(tree._search["n_edges"][0])]).tolist())
    assert tried == set(counts)


def test_findings_have_what_has_spread() -> None:
    board = Board(Rules(size=3, komi=0.5))
    tree = make_tree(board)
    tree.search(scaled(500, 60))
    findings = tree.findings()
    first = int(tree._nodes[int(tree._search["root"][0])]["first"])
    expected = [changed_counts(tree, first + k, board.to_play) for k in range(len(findings.points))]
    tried = findings.visits > 0
    assert [(v, w) for v, w in zip(findings.visits[tried], findings.wins[tried], strict=True)] == [
        pair for pair, is_tried in zip(expected, tried, strict=True) if is_tried
    ]
    assert findings.visits.sum() > tree.n_playouts
    tree.new_game(board.rules, seed=4)
    assert not tree._search["spread_visits"].any()


@needs_jit
@pytest.mark.parametrize("spec", ["rave:counts=tree", "rave:counts=tree,policy=light,final=rate", "uct:sweep=true"])
@pytest.mark.parametrize("threads", [1, 2])
def test_same_seed_same_game(spec: str, threads: int) -> None:
    def game(seed: int) -> list[int]:
        board = Board(Rules(size=5, komi=0.5))
        player = make_player(f"{spec},playouts=101,threads={threads},resign=0")
        player.new_game(board.rules, default_rng(seed))
        for _ in range(12):
            board.play(player.choose(board))
        return board.moves

    assert game(1) == game(1)
    assert game(1) != game(2)


@needs_jit
def test_the_best_share_is_played_where_that_is_asked_for() -> None:
    board = Board(Rules(size=5))
    chosen = {}
    for final in ("visits", "rate"):
        player = make_player(f"uct:playouts=300,cp=2,final={final}")
        assert isinstance(player, SearchPlayer)
        player.new_game(board.rules, default_rng(1))
        p = player.choose(board)
        findings = player._findings()
        rates = findings.wins / np.maximum(findings.visits, 1)
        best = findings.points[(findings.visits if final == "visits" else rates).argmax()]
        assert p == best
        chosen[final] = (findings.visits.tolist(), rates.tolist())
    assert chosen["visits"] == chosen["rate"]  # the same search


@needs_jit
@pytest.mark.parametrize("settings", ["cp=-1", "cp=inf", "cp=nan"])
def test_constants_that_rave_cannot_have(settings: str) -> None:
    with pytest.raises(ValueError, match=r"^cp must be"):
        make_player(f"rave:{settings}")
