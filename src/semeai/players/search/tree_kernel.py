# mypy: ignore-errors
"""The common tree of `mcts`, `uct` and `rave`: positions and the moves from them. `search_kernel` searches it.

A node is a position (stones, side to play, ko, passes), found by its Zobrist hash: two orders of moves that lead to the
same position share it. Its moves are edges, which are stored side by side and hold the counts. An edge gets its own
node once it has been visited often enough; until then playouts start from the position after the move.

All counts of an edge are those of the side to play at its node. `SEARCH` is a record with the settings, the counters
and working memory. Nodes, edges and the hash table are arrays that never grow: when they are full, the tree stays as it
is and playouts start from its leaves.

Several threads may search one tree, each with its own record (M. Enzenberger, M. Mueller, "A lock-free multithreaded
Monte-Carlo tree search algorithm", 2009). There are no locks. Each thread makes nodes and edges in its own part of the
arrays, and enters a node in the hash table when it is complete. Two threads that count at the same edge at the same
moment may lose a count, and two that make the same node may both keep theirs; neither harms the tree. A visit is
counted on the way down, the win on the way back. Until then the visit looks like a loss, so other threads choose other
moves (virtual loss).
"""

import numpy as np

from semeai.go.board_kernel import EMPTY, MAX_AREA, N_POINTS, PASS, STRIDE, ZOBRIST, breathes, is_eye
from semeai.go.influence_kernel import MAP
from semeai.go.knowing_kernel import KNOWING
from semeai.go.playout_kernel import MOVES_A_POINT
from semeai.go.score_kernel import COUNTING
from semeai.go.tactics_kernel import only_liberty
from semeai.jit import kernel
from semeai.players.search.priors_kernel import PRIORS, add_priors
from semeai.rng import STREAM, below

RANDOM, UCB, RAVE, SPREAD = range(4)
LIGHT, KNOWS = range(2)
MAX_DEPTH = 512
NO_NODE = -1

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("hash", np.uint64),
                ("visits", np.int32),
                ("first", np.int32),  # of its edges
                ("n", np.int32),  # edges
            ],
            align=True,
        ),
    )
)

EDGE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("point", np.uint16),
                ("node", np.int32),  # where it leads, or NO_NODE
                ("visits", np.float32),
                ("wins", np.float32),
                ("rave_visits", np.float32),
                ("rave_wins", np.float32),
                ("prior_visits", np.float32),
                ("prior_wins", np.float32),
                ("prior", np.float32),  # probability that a good player chooses it
            ],
            align=True,
        ),
    )
)

_FIELDS = [
    # nested records, the widest fields first, because numpy does not align them
    ("rng", STREAM),
    ("knowing", KNOWING),
    ("priors", PRIORS),
    ("counting", COUNTING),
    ("map", MAP),
    # settings
    ("kind", np.uint16),  # RANDOM, UCB, RAVE or SPREAD
    ("policy", np.uint16),  # LIGHT or KNOWS
    ("cp", np.float32),
    ("equivalence", np.float32),
    ("expand_at", np.float32),
    ("early_stop", np.float32),  # a playout ends when one side has this share of the board; 0: never
    ("mercy", np.float32),  # lead in captures, as a share of the board, that ends a knowing playout
    ("komi", np.float32),
    ("is_territory", np.uint16),
    ("passes_to_end", np.uint16),
    ("is_shared", np.uint16),  # other threads search the same tree
    # this thread's part of the arrays ends here
    ("nodes_end", np.int32),
    ("edges_end", np.int32),
    ("edges_half", np.int32),  # and is half full here
    # counters
    ("n_nodes", np.int32),
    ("n_edges", np.int32),
    ("root", np.int32),
    ("n_keys", np.int32),  # positions of the game so far
    ("lead", np.int32),  # black's stones minus white's, up to the root
    ("is_full", np.uint16),
    ("before", np.uint16),  # the last two moves before the root
    ("last", np.uint16),
    ("n_playouts", np.int64),
    ("n_forbidden", np.int64),  # descents that superko ended before a playout
    ("n_moves", np.int64),  # of all playouts together
    ("margin", np.int64),  # black's, summed over playouts
    ("owner", np.int32, N_POINTS),  # black's minus white's, summed over playouts
    # working memory
    ("depth", np.int32),
    ("path", np.int32, MAX_DEPTH + 1),  # edges of this descent
    ("path_nodes", np.int32, MAX_DEPTH + 1),
    ("n_trail", np.int32),
    ("trail", np.uint16, MAX_DEPTH + MOVES_A_POINT * MAX_AREA),  # the moves of this descent and its playout
    ("first_by", np.uint8, N_POINTS),  # the side that played first at a point, from the current node on
    # of SPREAD, by side and point
    ("spread_visits", np.float32, 2 * N_POINTS),
    ("spread_wins", np.float32, 2 * N_POINTS),
]
SEARCH = np.dtype((np.record, np.dtype(_FIELDS, align=True)))

CROWDED = 64  # visits that a move needs for its own node when the tree is nearly full
HELD_BY_TURN = 3  # places in row 0 of ZOBRIST: 0 to 2 are the side to play's, then come the passes


@kernel
def position_hash(b):
    """The hash of a position for the tree: stones, side to play, ko, consecutive passes."""
    return b.hash ^ ZOBRIST[0, b.to_play] ^ ZOBRIST[0, HELD_BY_TURN + min(b.n_passes, 3)] ^ ZOBRIST[0, b.ko + 10]


@kernel
def visits_needed(s):
    """The visits after which a move gets its own node: more and more once this thread's part is more than half full, so
    that a long search does not use up all room on moves that are hardly ever tried."""
    crowd = s.n_edges - s.edges_half
    if crowd <= 0:
        return s.expand_at
    return s.expand_at + np.float32(CROWDED) * np.float32(crowd) / np.float32(s.edges_end - s.edges_half)


@kernel
def find(nodes, table, h):
    """The node with the hash `h`, or NO_NODE."""
    mask = np.uint64(len(table) - 1)
    i = h & mask
    while table[i] != NO_NODE:
        if nodes[table[i]].hash == h:
            return table[i]
        i = (i + np.uint64(1)) & mask
    return np.int32(NO_NODE)


@kernel
def grow(s, nodes, edges, table, b, knows):
    """The node of the position `b`, created if there is none yet, with priors if it `knows`; NO_NODE if there is no
    room."""
    h = position_hash(b)
    mask = np.uint64(len(table) - 1)
    i = h & mask
    while table[i] != NO_NODE:
        if nodes[table[i]].hash == h:
            return table[i]
        i = (i + np.uint64(1)) & mask
    if s.n_nodes >= s.nodes_end or s.n_edges + b.n_empty + 1 > s.edges_end:
        s.is_full = 1
        return np.int32(NO_NODE)
    node = nodes[s.n_nodes]
    node.hash = h
    node.visits = 0
    node.first = s.n_edges
    n = 0
    c = b.to_play
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = np.uint16(STRIDE * row + column)
            if b.color[p] == EMPTY and p != b.ko and breathes(b, p) and not fills_eye(b, p, c):
                # Swap each with a random earlier one, so that the order is random.
                j = below(s.rng, np.uint32(n + 1))
                last = edges[node.first + n]
                clear(last)
                last.point = edges[node.first + j].point
                edges[node.first + j].point = p
                n += 1
    clear(edges[node.first + n])  # PASS
    n += 1
    node.n = n
    s.n_edges += n
    if knows is not None:
        add_priors(edges, node.first, n, b, s.knowing.last, s.knowing.before, s.priors, s.knowing.scratch)
    while table[i] != NO_NODE:  # another thread has taken this place
        i = (i + np.uint64(1)) & mask
    table[i] = s.n_nodes
    s.n_nodes += 1
    return np.int32(s.n_nodes - 1)


@kernel
def clear(edge):
    """Reset an edge: no visits yet."""
    edge.point = PASS
    edge.node = NO_NODE
    edge.visits = 0
    edge.wins = 0
    edge.rave_visits = 0
    edge.rave_wins = 0
    edge.prior_visits = 0
    edge.prior_wins = 0
    edge.prior = 0


@kernel
def fills_eye(b, p, c):
    """True if a move of `c` at `p` fills its own eye without saving a neighboring chain from atari."""
    if not is_eye(b, p, c):
        return False
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        if b.color[q] == c and only_liberty(b, b.chain[q]) != PASS:
            return False
    return True


@kernel
def take_root(s, nodes, edges, table, b, knows):
    """Make the position `b` the root, and keep its subtree. The root is NO_NODE if the tree is full."""
    s.is_full = 0
    s.n_playouts = 0
    s.n_forbidden = 0
    s.n_moves = 0
    s.margin = 0
    s.owner[:] = 0
    s.root = grow(s, nodes, edges, table, b, knows)


@kernel
def forget(searches, table):
    """Empty the tree."""
    s = searches[0]
    s.n_nodes = 0
    s.n_edges = 0
    s.spread_visits[:] = 0
    s.spread_wins[:] = 0
    table[:] = NO_NODE


@kernel
def keep_reachable(searches, nodes, edges, table, to_nodes, to_edges, roots):
    """Copy the subtree of the position `roots[0]` to `to_nodes` and `to_edges`, which become the tree; copy nothing if
    the position is not in the tree."""
    s = searches[0]
    root = find(nodes, table, position_hash(roots[0]))
    n_nodes, n_edges, done = 0, 0, 0
    if root != NO_NODE:
        to_nodes[0] = nodes[root]
        nodes[root].visits = -1  # after copying, the new index of a node, as -1 - index
        n_nodes = 1
    while done < n_nodes:
        node = to_nodes[done]
        done += 1
        first = n_edges
        for k in range(node.n):
            to_edges[n_edges] = edges[node.first + k]
            child = to_edges[n_edges].node
            if child != NO_NODE:
                if nodes[child].visits >= 0:
                    to_nodes[n_nodes] = nodes[child]
                    nodes[child].visits = -1 - n_nodes
                    n_nodes += 1
                to_edges[n_edges].node = -1 - nodes[child].visits
            n_edges += 1
        node.first = first
    table[:] = NO_NODE
    mask = np.uint64(len(table) - 1)
    for k in range(n_nodes):
        i = to_nodes[k].hash & mask
        while table[i] != NO_NODE:
            i = (i + np.uint64(1)) & mask
        table[i] = k
    s.n_nodes = n_nodes
    s.n_edges = n_edges
