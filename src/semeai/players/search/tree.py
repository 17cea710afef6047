"""`Tree`: one search tree, its memory and its root. The readable shell over `tree_kernel` and `search_kernel`."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from semeai.go.board import Board
from semeai.go.board_kernel import BLACK, BOARD, N_POINTS, WHITE
from semeai.go.points import PASS
from semeai.go.rules import Rules, Scoring
from semeai.players.search import tree_kernel as kernel
from semeai.players.search.search_kernel import search_on
from semeai.rng import streams

TAKE_ROOT = 0
EDGES_A_NODE = 8  # on small or crowded boards; otherwise nodes have more edges, and edges run out first


@dataclass(frozen=True)
class Findings:
    """The results of a search at its root."""

    points: npt.NDArray[np.int64]
    """the moves, including PASS, in no particular order"""
    visits: npt.NDArray[np.float64]
    wins: npt.NDArray[np.float64]
    """wins of the side to play"""
    prior: npt.NDArray[np.float64]
    """prior value of each move, 0 to 1"""
    n_playouts: int
    """playouts of this search; visits include those of earlier searches"""
    ownership: npt.NDArray[np.float64]
    """ownership by point, from -1 (white) to 1 (black)"""
    margin: float
    """black's points minus white's at the end of playouts, without komi"""


class Tree:
    """A tree that follows a game. All randomness of a thread comes from one stream."""

    def __init__(self, settings: npt.NDArray[np.void], n_bytes: int, n_threads: int = 1) -> None:
        """`settings` is one record of `tree_kernel.SEARCH`; the tree takes about `n_bytes` when it is full.

        With several threads each has a record of its own.
        """
        self._search = np.repeat(settings, n_threads)
        self._search["is_shared"] = n_threads > 1
        self._uses = tuple(
            True if is_used else None
            for is_used in (
                int(settings["policy"][0]) == kernel.KNOWS,
                int(settings["kind"][0]) == kernel.SPREAD,
                float(settings["early_stop"][0]) > 0,
            )
        )
        """the arguments `knows`, `spreads` and `maps` of `search_kernel`"""
        n_edges = max(4 * N_POINTS, n_bytes // (2 * kernel.EDGE.itemsize + 2 * kernel.NODE.itemsize // EDGES_A_NODE))
        n_nodes = n_edges // EDGES_A_NODE
        # Two of each: useful nodes are copied from one to the other when the first fills up. The system provides memory
        # only when it is written.
        self._nodes, self._other_nodes = (np.zeros(n_nodes, dtype=kernel.NODE) for _ in range(2))
        self._edges, self._other_edges = (np.zeros(n_edges, dtype=kernel.EDGE) for _ in range(2))
        self._table = np.empty(1 << int(2 * n_nodes).bit_length(), dtype=np.int32)
        self._roots = np.zeros(1, dtype=BOARD)
        self._boards = np.zeros(n_threads, dtype=BOARD)
        self._keys = np.zeros((n_threads, 1), dtype=np.uint64)

    def new_game(self, rules: Rules, seed: int) -> None:
        """Forget everything."""
        search = self._search
        search["rng"]["state"] = streams(len(search), seed)["state"]
        search["komi"] = rules.komi
        search["is_territory"] = rules.scoring is Scoring.TERRITORY
        search["passes_to_end"] = rules.passes_to_end
        kernel.forget(search, self._table)
        self._divide()

    def go_to(self, board: Board) -> None:
        """Make `board` the root, and keep the part of the tree below it."""
        search = self._search
        self._roots[0] = board.record
        n_keys = len(board.keys)
        self._keys = np.zeros((len(search), n_keys + kernel.MAX_DEPTH + 1), dtype=np.uint64)
        self._keys[:, :n_keys] = board.keys
        search["n_keys"] = n_keys
        search["last"] = search["knowing"]["last"] = board.moves[-1] if board.moves else PASS
        search["before"] = search["knowing"]["before"] = board.moves[-2] if len(board.moves) > 1 else PASS
        search["lead"] = _stones_played(board, BLACK) - _stones_played(board, WHITE)
        if self._is_half_full():
            self._drop_the_rest()
        for name in ("n_playouts", "n_forbidden", "n_moves", "margin", "owner", "is_full"):
            search[name] = 0
        self._call(TAKE_ROOT, 0)
        search["root"] = search["root"][0]

    def _is_half_full(self) -> bool:
        """True if a thread has used half of its part of the arrays."""
        return any(
            bool((2 * (self._search[f"n_{name}"] - starts) > self._search[f"{name}_end"] - starts).any())
            for name, starts in self._starts.items()
        )

    def _divide(self) -> None:
        """Give each thread an equal part of the room that the first one has left."""
        n = len(self._search)
        self._starts = {}
        for name, array in (("nodes", self._nodes), ("edges", self._edges)):
            used = int(self._search[f"n_{name}"][0])
            ends = used + (len(array) - used) * np.arange(1, n + 1) // n
            self._search[f"n_{name}"] = np.append(used, ends[:-1])
            self._search[f"{name}_end"] = ends
            self._starts[name] = np.append(0, ends[:-1])
        self._search["edges_half"] = (self._starts["edges"] + self._search["edges_end"]) // 2

    def _drop_the_rest(self) -> None:
        """Drop the nodes that can no longer be reached from the root."""
        kernel.keep_reachable(
            self._search, self._nodes, self._edges, self._table, self._other_nodes, self._other_edges, self._roots
        )
        self._nodes, self._other_nodes = self._other_nodes, self._nodes
        self._edges, self._other_edges = self._other_edges, self._edges
        self._divide()

    def search(self, n: int, thread: int = 0) -> None:
        """Add `n` playouts. Every thread searches with its own number."""
        if n > 0:
            self._call(n, thread)

    def _call(self, n: int, thread: int) -> None:
        """Let the kernel add playouts, or take the root if `n` is 0."""
        one = slice(thread, thread + 1)
        search_on(
            self._search[one],
            self._nodes,
            self._edges,
            self._table,
            self._keys[thread],
            self._roots,
            self._boards[one],
            n,
            *self._uses,
        )

    @property
    def n_threads(self) -> int:
        return len(self._search)

    def n_searched(self, thread: int = 0) -> int:
        """The playouts of a thread since the root was set, including those that superko ended at once."""
        return int(self._search["n_playouts"][thread] + self._search["n_forbidden"][thread])

    @property
    def n_playouts(self) -> int:
        """The playouts since the root was set, including those that superko ended at once."""
        return sum(map(self.n_searched, range(self.n_threads)))

    @property
    def mean_length(self) -> float:
        """The mean number of moves from the root to the end of a playout."""
        return float(self._search["n_moves"].sum() / max(1, self._search["n_playouts"].sum()))

    @property
    def is_full(self) -> bool:
        """True if a node could not be added for lack of room."""
        return bool(self._search["is_full"].any())

    @property
    def n_nodes(self) -> int:
        return int((self._search["n_nodes"] - self._starts["nodes"]).sum())

    def findings(self) -> Findings:
        """The results of the search at the root."""
        search = self._search[0]
        edges = self._edges_of(int(search["root"]))
        n_playouts = int(self._search["n_playouts"].sum())
        n = max(1, n_playouts)
        visits, wins = self._counts(edges)
        prior_visits = edges["prior_visits"].astype(np.float64)
        prior = np.divide(edges["prior_wins"], prior_visits, out=np.zeros(len(edges)), where=prior_visits > 0)
        return Findings(
            points=edges["point"].astype(np.int64),
            visits=visits,
            wins=wins,
            prior=prior,
            n_playouts=n_playouts,
            ownership=self._search["owner"].sum(axis=0) / n,
            margin=float(self._search["margin"].sum()) / n,
        )

    def _counts(self, edges: Any) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """The visits and wins of edges of the root, including those spread to them (`spread_kernel`)."""
        visits, wins = (edges[name].astype(np.float64) for name in ("visits", "wins"))
        if int(self._search["kind"][0]) == kernel.SPREAD:
            places = (int(self._roots["to_play"][0]) - 1) * N_POINTS + edges["point"].astype(np.int64)
            is_tried = visits > 0
            visits += is_tried * (self._search["spread_visits"][0][places] - edges["rave_visits"])
            wins += is_tried * (self._search["spread_wins"][0][places] - edges["rave_wins"])
        return visits, wins

    def variation(self, first: int, most: int = 12) -> tuple[int, ...]:
        """The variation with most visits that starts with `first`."""
        moves: list[int] = []
        node, wanted = int(self._search["root"][0]), [first]
        while node != kernel.NO_NODE and len(moves) < most:
            edges = self._edges_of(node)
            if wanted:
                places = np.flatnonzero(edges["point"] == wanted.pop())
                if not len(places):
                    break
                edge = edges[places[0]]
            else:
                edge = edges[int(np.argmax(edges["visits"]))]
            if edge["visits"] < 1:
                break
            moves.append(int(edge["point"]))
            node = int(edge["node"])
        return tuple(moves) or (first,)

    def _edges_of(self, node: int) -> Any:
        first, n = int(self._nodes[node]["first"]), int(self._nodes[node]["n"])
        return self._edges[first : first + n]


def _stones_played(board: Board, color: int) -> int:
    return int((board.colors == color).sum()) + board.prisoners(color)
