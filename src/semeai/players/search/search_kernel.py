# mypy: ignore-errors
"""The search of the tree of `tree_kernel`: selection on the way down, a playout, and the result on the way back.

`s` is a record of `SEARCH`, which holds the settings and the path of the descent. `mcts`, `uct` and `rave` differ only
in `select` and in the counts of `rave`, which `back_up` updates. Howlett's own way of counting is in `spread_kernel`.

Three arguments switch on parts of the search: `knows` (knowing playouts and priors), `spreads` (Howlett's way of
counting) and `maps` (playouts may end early by influence). They are True or None. Code for None is not compiled.
"""

import numpy as np

from semeai.go.board_kernel import BLACK, EMPTY, PASS, STRIDE, WHITE, breathes, key, play, repeats
from semeai.go.influence_kernel import counts, fill
from semeai.go.knowing_kernel import knowing_move
from semeai.go.playout_kernel import MOVES_A_POINT, light_move
from semeai.go.score_kernel import count
from semeai.jit import kernel
from semeai.players.search.spread_kernel import back_up_spread, select_spread
from semeai.players.search.tree_kernel import MAX_DEPTH, NO_NODE, RANDOM, RAVE, UCB, grow, take_root, visits_needed
from semeai.rng import below

OVER, EARLY, MERCY = range(3)


@kernel
def select(s, nodes, edges, i):
    """The edge of node `i` to follow."""
    node = nodes[i]
    first, n = node.first, node.n
    if s.kind == RANDOM:
        return first + np.int32(below(s.rng, np.uint32(n)))
    best, best_value = first, np.float32(-1e9)
    if s.kind == UCB:
        explore = np.float32(s.cp * np.sqrt(np.log(np.float32(node.visits + 1))))
        for e in range(first, first + n):
            edge = edges[e]
            if edge.visits == 0:
                return np.int32(e)
            value = edge.wins / edge.visits + explore / np.sqrt(edge.visits)
            if value > best_value:
                best, best_value = e, value
        return np.int32(best)
    per_equivalence = np.float32(1.0) / s.equivalence
    explore = np.float32(s.cp * np.sqrt(np.float32(node.visits + 1)))
    for e in range(first, first + n):
        edge = edges[e]
        visits = edge.visits + edge.prior_visits
        rave = edge.rave_visits
        # beta * rave value + (1 - beta) * value with beta = rave / (rave + visits + rave * visits / equivalence)
        rest = visits * (np.float32(1.0) + rave * per_equivalence)
        if rave + rest == 0:
            return np.int32(e)
        value = edge.rave_wins + (edge.wins + edge.prior_wins) * (np.float32(1.0) + rave * per_equivalence)
        value /= rave + rest
        value += explore * edge.prior / (np.float32(1.0) + edge.visits)
        if value > best_value:
            best, best_value = e, value
    return np.int32(best)


@kernel
def search(s, nodes, edges, table, keys, roots, boards, n, knows, spreads, maps):
    """Add `n` playouts to the tree under `s.root`, the position `roots[0]`.

    `keys[: s.n_keys]` are the superko keys of the game so far, with room for `MAX_DEPTH` more. `boards` is room
    for one board.
    """
    b = boards[0]
    w = s.knowing
    for _ in range(n):
        boards[0] = roots[0]
        to_play = b.to_play
        w.last = s.last
        w.before = s.before
        w.is_in_atari = 1  # unknown, so assume it
        s.n_trail = 0
        s.depth = 0
        lead = s.lead
        i = s.root
        is_forbidden = False
        while True:
            e = select(s, nodes, edges, i) if spreads is None else select_spread(s, nodes, edges, i, b.to_play)
            edge = edges[e]
            p = edge.point
            n_visits = edge.visits
            if s.is_shared:
                if p != PASS and not (b.color[p] == EMPTY and p != b.ko and breathes(b, p)):
                    break  # another thread is changing this node
                edge.visits += 1
                nodes[i].visits += 1
            s.path[s.depth] = e
            s.path_nodes[s.depth] = i
            s.depth += 1
            if p != PASS and repeats(b, p, keys, s.n_keys + s.depth - 1):
                is_forbidden = True
                break
            if p != PASS:
                lead += 1 if b.to_play == BLACK else -1
            n_stones = b.prisoners[3 - b.to_play]
            play(b, p)
            w.n_taken = b.prisoners[b.to_play] - n_stones
            keys[s.n_keys + s.depth - 1] = key(b)
            s.trail[s.n_trail] = p
            s.n_trail += 1
            w.before = w.last
            w.last = p
            if b.n_passes >= s.passes_to_end or s.depth == MAX_DEPTH:
                break
            if edge.node == NO_NODE:
                if n_visits < (s.expand_at if knows is None else visits_needed(s)):
                    break
                i = grow(s, nodes, edges, table, b, knows)
                edge.node = i
                if i == NO_NODE:
                    break
            else:
                i = edge.node
        if is_forbidden:  # counts as a loss of the side that played it
            loser = BLACK if (s.depth % 2 == 1) == (to_play == BLACK) else WHITE
            black = 0.0 if loser == BLACK else 1.0
            if spreads is not None:
                back_up_spread(s, nodes, edges, to_play, black, False)
            else:
                back_up(s, nodes, edges, to_play, black, False)
            s.n_forbidden += 1
            continue
        if b.n_passes >= s.passes_to_end and not s.is_territory:
            margin = count(b, False, s.counting)
            own(s, b)
        else:
            b.n_passes = 0
            end = play_on(s, b, knows, maps)
            if end == OVER:
                margin = end_count(s, b)
            elif end == MERCY:
                margin = count(b, False, s.counting)
                own(s, b)
            elif maps is not None:
                margin = map_count(s, b)
            if s.is_territory:
                margin -= lead
        s.n_playouts += 1
        s.n_moves += s.n_trail
        s.margin += margin
        lead_over = np.float32(margin) - s.komi
        black = 1.0 if lead_over > 0 else (0.0 if lead_over < 0 else 0.5)
        if spreads is not None:
            back_up_spread(s, nodes, edges, to_play, black, True)
        else:
            back_up(s, nodes, edges, to_play, black, s.kind == RAVE)


@kernel
def play_on(s, b, knows, maps):
    """Play `b` to the end of a playout, and store the moves. Returns how it ended: OVER, or earlier, by the influence
    in `s.map` (EARLY) or because one side lost too many stones (MERCY)."""
    w = s.knowing
    area = np.int64(b.size_) * b.size_
    limit = MOVES_A_POINT * area
    mercy = s.mercy * area
    taken = b.prisoners[BLACK] - b.prisoners[WHITE]
    n = 0
    while b.n_passes < 2 and n < limit:
        if maps is not None and n >= area // 2 and (n - area // 2) % (area // 4) == 0:
            fill(b, s.map)
            black, white = counts(b, s.map)
            if max(black, white) >= s.early_stop * area:
                return EARLY
        if knows is not None:
            p = knowing_move(b, w, s.rng)
            n_stones = b.prisoners[3 - b.to_play]
            play(b, p)
            w.n_taken = b.prisoners[b.to_play] - n_stones
            w.before = w.last
            w.last = p
            if w.n_taken and abs(b.prisoners[BLACK] - b.prisoners[WHITE] - taken) > mercy:
                return MERCY
        else:
            p = light_move(b, s.rng)
            play(b, p)
        s.trail[s.n_trail] = p
        s.n_trail += 1
        n += 1
    return OVER


@kernel
def map_count(s, b):
    """Black's points minus white's by the influence in `s.map`. Also stores the owner of each point."""
    margin = 0
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = np.uint16(STRIDE * row + column)
            whose = np.int32(s.map.value[p] > 0) - np.int32(s.map.value[p] < 0)
            s.owner[p] += whose
            margin += whose
    return margin


@kernel
def end_count(s, b):
    """Black's area minus white's at the end of a playout. Also stores the owner of each point."""
    margin = 0
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = np.uint16(STRIDE * row + column)
            c = b.color[p]
            if c == EMPTY:
                whose = np.int32((b.around[p] & 15) == 4) - np.int32(((b.around[p] >> 4) & 15) == 4)
            else:
                whose = np.int32(1) if c == BLACK else np.int32(-1)
            s.owner[p] += whose
            margin += whose
    return margin


@kernel
def own(s, b):
    """Store the owner of each point after `count`."""
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = STRIDE * row + column
            s.owner[p] += np.int32(s.counting.owner[p] == BLACK) - np.int32(s.counting.owner[p] == WHITE)


@kernel
def back_up(s, nodes, edges, to_play, black, with_rave):
    """Update the edges of the path with the result: `black` is black's share of it. `to_play` moved at the root."""
    if with_rave:
        s.first_by[:] = 0
        c = to_play if s.depth % 2 == 0 else 3 - to_play
        for k in range(s.depth, s.n_trail):
            p = s.trail[k]
            if s.first_by[p] == 0:
                s.first_by[p] = c
            c = 3 - c
    for d in range(s.depth - 1, -1, -1):
        c = to_play if d % 2 == 0 else 3 - to_play
        value = np.float32(black if c == BLACK else 1.0 - black)
        edge = edges[s.path[d]]
        node = nodes[s.path_nodes[d]]
        if not s.is_shared:
            edge.visits += 1
            node.visits += 1
        edge.wins += value
        if with_rave:
            s.first_by[edge.point] = c
            s.first_by[PASS] = 0
            for e in range(node.first, node.first + node.n):
                other = edges[e]
                if s.first_by[other.point] == c:
                    other.rave_visits += 1
                    other.rave_wins += value


@kernel
def search_on(searches, nodes, edges, table, keys, roots, boards, n, knows, spreads, maps):
    """`search` for Python, with the first of `searches`; or `take_root`, if `n` is 0.

    They are one function because both grow the tree: compiling that twice would take a second.
    """
    if n == 0:
        take_root(searches[0], nodes, edges, table, roots[0], knows)
    else:
        search(searches[0], nodes, edges, table, keys, roots, boards, n, knows, spreads, maps)
