"""The one tree of `mcts`, `uct` and `rave`: positions, the moves from them, and the search through both.

A node is a position (stones, side to play, ko, passes), found by its Zobrist hash: two orders of moves that lead to the
same position share it. Its moves are edges, which stand side by side and hold the counts. An edge gets a node of its
own once it has been visited often enough; until then a playout starts right behind it.

All counts of an edge are those of the side to play at its node. `SEARCH` is a record with the settings, the counters
and room to scribble; nodes, edges and the hash table are arrays that never grow: when they are full the tree stays as
it is and playouts go on from its leaves.
"""

import numpy as np

from semeai.go.board_kernel import (
    BLACK,
    EMPTY,
    MAX_AREA,
    N_POINTS,
    PASS,
    STRIDE,
    WHITE,
    ZOBRIST,
    breathes,
    is_eye,
    key,
    play,
    repeats,
)
from semeai.go.influence_kernel import MAP, counts, fill
from semeai.go.knowing_kernel import KNOWING, knowing_move
from semeai.go.playout_kernel import MOVES_A_POINT, light_move
from semeai.go.score_kernel import COUNTING, count
from semeai.go.tactics_kernel import only_liberty
from semeai.jit import kernel
from semeai.players.priors_kernel import PRIORS, add_priors
from semeai.rng import STREAM, below

RANDOM, UCB, RAVE = range(3)
LIGHT, KNOWS = range(2)
OVER, EARLY, MERCY = range(3)
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
                ("prior", np.float32),  # how likely it is a good player's move
            ],
            align=True,
        ),
    )
)

_FIELDS = [
    # records, those with the widest fields first: numpy does not align them
    ("rng", STREAM),
    ("knowing", KNOWING),
    ("priors", PRIORS),
    ("counting", COUNTING),
    ("map", MAP),
    # settings
    ("kind", np.uint16),  # RANDOM, UCB or RAVE
    ("policy", np.uint16),  # LIGHT or KNOWS
    ("cp", np.float32),
    ("equivalence", np.float32),
    ("expand_at", np.float32),
    ("early_stop", np.float32),  # share of the board that ends a playout when one side has it; 0 is never
    ("mercy", np.float32),  # knowing playouts end when one side has lost this share of the board more than the other
    ("komi", np.float32),
    ("is_territory", np.uint16),
    ("passes_to_end", np.uint16),
    # counters
    ("n_nodes", np.int32),
    ("n_edges", np.int32),
    ("root", np.int32),
    ("n_keys", np.int32),  # positions of the game so far
    ("lead", np.int32),  # stones that black has played more than white, up to the root
    ("is_full", np.uint16),
    ("before", np.uint16),  # the last two moves that led to the root
    ("last", np.uint16),
    ("n_playouts", np.int64),
    ("n_forbidden", np.int64),  # descents that superko ended before a playout
    ("n_moves", np.int64),  # of all playouts together
    ("margin", np.int64),  # black's, summed over playouts
    ("owner", np.int32, N_POINTS),  # black's minus white's, summed over playouts
    # room
    ("depth", np.int32),
    ("path", np.int32, MAX_DEPTH + 1),  # edges of this descent
    ("path_nodes", np.int32, MAX_DEPTH + 1),
    ("n_trail", np.int32),
    ("trail", np.uint16, MAX_DEPTH + MOVES_A_POINT * MAX_AREA),  # the moves of this descent and its playout
    ("first_by", np.uint8, N_POINTS),  # who played first at a point, from the node in hand on
]
SEARCH = np.dtype((np.record, np.dtype(_FIELDS, align=True)))

HELD_BY_TURN = 3  # places in row 0 of ZOBRIST: 0 to 2 are the side to play's, then come the passes


@kernel
def position_hash(b):
    """Names the position for the tree: stones, side to play, ko, passes in a row."""
    return b.hash ^ ZOBRIST[0, b.to_play] ^ ZOBRIST[0, HELD_BY_TURN + min(b.n_passes, 3)] ^ ZOBRIST[0, b.ko + 10]


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
def grow(s, nodes, edges, table, b):
    """The node of the position `b`, made if there is none yet; NO_NODE when there is no room."""
    h = position_hash(b)
    mask = np.uint64(len(table) - 1)
    i = h & mask
    while table[i] != NO_NODE:
        if nodes[table[i]].hash == h:
            return table[i]
        i = (i + np.uint64(1)) & mask
    if s.n_nodes >= len(nodes) or s.n_edges + b.n_empty + 1 > len(edges):
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
                # Each goes to a random place among those before, so that the order is random.
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
    table[i] = s.n_nodes
    s.n_nodes += 1
    if s.policy == KNOWS:
        add_priors(edges, node.first, n, b, s.knowing.last, s.knowing.before, s.priors, s.knowing.scratch)
    return np.int32(s.n_nodes - 1)


@kernel
def clear(edge):
    """Nothing is known of this edge yet."""
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
    """Whether a move of `c` at `p` fills an eye of its own that no neighbor in atari needs."""
    if not is_eye(b, p, c):
        return False
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        if b.color[q] == c and only_liberty(b, b.chain[q]) != PASS:
            return False
    return True


@kernel
def select(s, nodes, edges, i):
    """The edge of node `i` to go along."""
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
def search(s, nodes, edges, table, keys, roots, boards, n):
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
        w.is_in_atari = 1  # for all we know
        s.n_trail = 0
        s.depth = 0
        lead = s.lead
        i = s.root
        is_forbidden = False
        while True:
            e = select(s, nodes, edges, i)
            edge = edges[e]
            p = edge.point
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
                if edge.visits < s.expand_at:
                    break
                edge.node = grow(s, nodes, edges, table, b)
                if edge.node == NO_NODE:
                    break
            i = edge.node
        if is_forbidden:  # as good as lost for whoever played it
            loser = BLACK if (s.depth % 2 == 1) == (to_play == BLACK) else WHITE
            back_up(s, nodes, edges, to_play, 0.0 if loser == BLACK else 1.0, False)
            s.n_forbidden += 1
            continue
        if b.n_passes >= s.passes_to_end and not s.is_territory:
            margin = count(b, False, s.counting)
            own(s, b)
        else:
            b.n_passes = 0
            end = play_on(s, b)
            if end == OVER:
                margin = end_count(s, b)
            elif end == EARLY:
                margin = map_count(s, b)
            else:
                margin = count(b, False, s.counting)
                own(s, b)
            if s.is_territory:
                margin -= lead
        s.n_playouts += 1
        s.n_moves += s.n_trail
        s.margin += margin
        lead_over = np.float32(margin) - s.komi
        black = 1.0 if lead_over > 0 else (0.0 if lead_over < 0 else 0.5)
        back_up(s, nodes, edges, to_play, black, s.kind == RAVE)


@kernel
def play_on(s, b):
    """Play `b` to the end of a playout, remember the moves, and return how it ended: OVER, or before, by the influence
    in `s.map` (EARLY) or because one side has lost too many stones (MERCY)."""
    w = s.knowing
    area = np.int64(b.size_) * b.size_
    limit = MOVES_A_POINT * area
    mercy = s.mercy * area
    taken = b.prisoners[BLACK] - b.prisoners[WHITE]
    n = 0
    while b.n_passes < 2 and n < limit:
        if s.early_stop > 0 and n >= area // 2 and (n - area // 2) % (area // 4) == 0:
            fill(b, s.map)
            black, white = counts(b, s.map)
            if max(black, white) >= s.early_stop * area:
                return EARLY
        if s.policy == KNOWS:
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
    """Black's points minus white's by the influence in `s.map`, and remember whose each point is."""
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
    """Black's area minus white's where a playout ended, and remember whose each point is."""
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
    """Remember whose each point is after `count`."""
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = STRIDE * row + column
            s.owner[p] += np.int32(s.counting.owner[p] == BLACK) - np.int32(s.counting.owner[p] == WHITE)


@kernel
def back_up(s, nodes, edges, to_play, black, with_rave):
    """Tell the edges of the path how it ended: `black` is black's share of the win. `to_play` moved at the root."""
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
        edge.visits += 1
        edge.wins += value
        node = nodes[s.path_nodes[d]]
        node.visits += 1
        if with_rave:
            s.first_by[edge.point] = c
            s.first_by[PASS] = 0
            for e in range(node.first, node.first + node.n):
                other = edges[e]
                if s.first_by[other.point] == c:
                    other.rave_visits += 1
                    other.rave_wins += value


@kernel
def search_on(searches, nodes, edges, table, keys, roots, boards, n):
    """`search` for Python, with the first of `searches`."""
    search(searches[0], nodes, edges, table, keys, roots, boards, n)


@kernel
def take_root(searches, nodes, edges, table, roots):
    """Make the position `roots[0]` the root; what is known of it is kept. False when the tree is full."""
    s = searches[0]
    s.is_full = 0
    s.n_playouts = 0
    s.n_forbidden = 0
    s.n_moves = 0
    s.margin = 0
    s.owner[:] = 0
    root = grow(s, nodes, edges, table, roots[0])
    s.root = root
    return root != NO_NODE


@kernel
def forget(searches, table):
    """Empty the tree."""
    s = searches[0]
    s.n_nodes = 0
    s.n_edges = 0
    table[:] = NO_NODE


@kernel
def keep_reachable(searches, nodes, edges, table, to_nodes, to_edges, roots):
    """Copy what can be reached from the position `roots[0]` to `to_nodes` and `to_edges`, which are the tree from now
    on; nothing, when it is not in the tree."""
    s = searches[0]
    root = find(nodes, table, position_hash(roots[0]))
    n_nodes, n_edges, done = 0, 0, 0
    if root != NO_NODE:
        to_nodes[0] = nodes[root]
        nodes[root].visits = -1  # from now on the new place of a node that has been copied, as -1 - place
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
