# mypy: ignore-errors
"""Howlett's RAVE: the result of a playout counts for the same move everywhere in the tree.

"Whenever a move is evaluated by simulation the program checks for similar moves elsewhere in the game tree and updates
the values of these nodes too", and "the count of wins and number of times passed through a node will be changed". So
these are the counts of UCT itself. The move that is evaluated is the last one of the descent, and a similar move is one
of the same side at the same point, at any node where it has been tried. Passes do not spread.

No other node is touched. `spread_visits` and `spread_wins` add up all evaluations of a move, and an edge stores, in
`rave_visits` and `rave_wins`, the part of these sums that does not count for it: the sums when it was first tried, and
its own evaluations. The rest was added by other nodes.
"""

import numpy as np

from semeai.go.board_kernel import BLACK, N_POINTS, PASS
from semeai.jit import kernel


@kernel
def place_of(c, p):
    """The index of the sums for moves of `c` at `p`."""
    return (np.int64(c) - 1) * N_POINTS + p


@kernel
def select_spread(s, nodes, edges, i, c):
    """The edge of node `i`, where `c` is to play, with the highest upper confidence bound; untried edges come first."""
    node = nodes[i]
    n_parent = np.float32(node.visits)
    if s.depth > 0:  # below the root, the visits of a node are the count of the move to it
        way = edges[s.path[s.depth - 1]]
        n_parent = way.visits + s.spread_visits[place_of(3 - c, way.point)] - way.rave_visits
    explore = np.float32(s.cp * np.sqrt(np.log(n_parent + np.float32(1.0))))
    best, best_value = node.first, np.float32(-1e9)
    for e in range(node.first, node.first + node.n):
        edge = edges[e]
        if edge.visits == 0:
            return np.int32(e)
        k = place_of(c, edge.point)
        visits = edge.visits + s.spread_visits[k] - edge.rave_visits
        wins = edge.wins + s.spread_wins[k] - edge.rave_wins
        value = wins / visits + explore / np.sqrt(visits)
        if value > best_value:
            best, best_value = e, value
    return np.int32(best)


@kernel
def back_up_spread(s, nodes, edges, to_play, black, is_evaluated):
    """`back_up` of `search_kernel` with these counts. A move that superko forbids is not evaluated: nothing spreads."""
    for d in range(s.depth - 1, -1, -1):
        c = to_play if d % 2 == 0 else 3 - to_play
        value = np.float32(black if c == BLACK else 1.0 - black)
        edge = edges[s.path[d]]
        k = place_of(c, edge.point)
        if edge.visits == 0:
            edge.rave_visits = s.spread_visits[k]
            edge.rave_wins = s.spread_wins[k]
        edge.visits += 1
        edge.wins += value
        nodes[s.path_nodes[d]].visits += 1
        if is_evaluated and d == s.depth - 1 and edge.point != PASS:
            s.spread_visits[k] += 1
            s.spread_wins[k] += value
            edge.rave_visits += 1
            edge.rave_wins += value
