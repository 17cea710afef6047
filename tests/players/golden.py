"""The trees of the golden test: `python -m tests.players.golden` writes them anew, after a change that is meant."""

import hashlib
import json
from pathlib import Path

from numpy.random import default_rng

from semeai.go.board import Board
from semeai.go.points import vertex
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.players.search.search import SearchPlayer

FILE = Path(__file__).with_name("golden_trees.json")
SPECS = [
    "mcts:playouts=2000",
    "uct:playouts=2000",
    "rave:playouts=2000,policy=light",
    "rave:playouts=2000,priors=learned,expand_at=4",  # the default until large patterns came
    "rave:playouts=2000,expand_at=4",  # the default with them, until nodes were made at once
    "rave:playouts=2000",
]


def golden(spec: str) -> dict[str, int | str]:
    """What is told of the tree that grows from the empty 9x9 board with seed 7."""
    player = make_player(spec)
    assert isinstance(player, SearchPlayer)
    player.new_game(Rules(), default_rng(7))
    chosen = player.choose(Board(Rules()))
    tree = player._trees[0]
    n_edges = int(tree._search["n_edges"][0])
    digest = hashlib.sha256()
    for name in tree._edges.dtype.names or ():  # field by field: the bytes between fields are nobody's
        digest.update(tree._edges[name][:n_edges].tobytes())
    return {"move": vertex(chosen), "nodes": tree.n_nodes, "edges": n_edges, "sha256": digest.hexdigest()}


if __name__ == "__main__":
    FILE.write_text(json.dumps({spec: golden(spec) for spec in SPECS}, indent=2) + "\n")
    print(f"wrote {FILE}")
