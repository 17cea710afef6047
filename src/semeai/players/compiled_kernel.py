# mypy: ignore-errors
"""The compiled players behind one function: `choose`.

A kind of player is compiled only where one of its players takes part. `nets`, `tactics` and `local` are None otherwise,
and numba leaves out the code behind `is not None`. `nets` are the networks (`nets/network_kernel.py`), `tactics` the
genomes of players that know tactics (`go/genomes_kernel.py`) and an array with a desk, `local` is True.

A player is a record: its kind and its settings. A game is then played without leaving the kernel
(`arena/games_kernel.py`), and the same function answers to Python (`compiled.py`).
"""

import numpy as np

from semeai.go.board_kernel import EMPTY, PASS, STRIDE, breathes, is_eye, repeats
from semeai.jit import kernel
from semeai.players.agents.summation_kernel import summation_move
from semeai.players.local_kernel import N_FEATURES, local_move
from semeai.players.network_kernel import network_move
from semeai.players.shape.shape_kernel import shape_move
from semeai.players.wally_kernel import ANY, NOISE, NOTHING, wally_move
from semeai.rng import below, uniform

RANDOM, WALLY, LOCAL, NETWORK, SHAPE, SUMMATION = range(6)
_FIELDS = [
    ("kind", np.uint16),
    ("noise", np.float64),  # the share of random legal moves, whatever the kind
    ("weights", np.float64, N_FEATURES),  # of local
    ("only", np.uint16),  # the size of the only board that it plays on, or 0
    ("net", np.int64),  # of network: its number in `nets`
    ("avoids_eyes", np.uint8),  # of network: 1 if it does not play into enemy eyes
    ("avoids_airless", np.uint8),  # of network: 1 if its moves need an empty neighbor or a capture
    ("genome", np.int64),  # of shape and summation: its number in `genomes`
    ("edge_last", np.uint8),  # of wally: 1 if it attacks on the edge line only as a last resort
    ("throws_first", np.uint8),  # of wally: 1 if throw-ins come before patterns
    ("scan", np.uint8),  # of wally: its order of points, a number in `SCANS`
]
COMPILED = np.dtype((np.record, np.dtype(_FIELDS, align=True)))


@kernel
def choose(player, nets, tactics, local, b, keys, n, trail, rng, w, memory, seat):
    """A legal move of `player` for the side to play.

    `keys[:n]` are the keys of the game so far. `trail` is the last move, the move before it and the number of stones
    played. `w` is working memory. `memory`, or the sight of the player's seat, holds the player's observations of this
    game."""
    if player.noise > 0 and uniform(rng) < player.noise:
        p = random_move(b, keys, n, rng, True, w)
        w.reason = NOISE
        return p
    if tactics is not None:
        heads, table, numbers, desks = tactics
        last, before, n_played = trail
        if player.kind == SHAPE:
            head = heads[player.genome]
            return shape_move(head, table, desks[0], seat, b, keys, n, last, before, rng)
        if player.kind == SUMMATION:
            head = heads[player.genome]
            return summation_move(head, numbers, desks[0], b, keys, n, last, before, n_played)
    if player.kind == WALLY:
        return wally_move(player, b, keys, n, w)
    if nets is not None and player.kind == NETWORK:
        return network_move(player, nets, memory, b, keys, n)
    if local is not None and player.kind == LOCAL:
        return local_move(player, b, keys, n, rng, w)
    return random_move(b, keys, n, rng, False, w)


@kernel
def random_move(b, keys, n, rng, fills_eyes, w):
    """A random legal point, but not the player's own eye unless `fills_eyes`; PASS if there is none.

    `w.points` are the moves it chose from. Superko is checked only for the chosen one.
    """
    w.n_points = 0
    w.reason = ANY
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = np.uint16(STRIDE * row + column)
            if b.color[p] != EMPTY or p == b.ko or not (b.suicide or breathes(b, p)):
                continue
            if fills_eyes or not is_eye(b, p, b.to_play):
                w.points[w.n_points] = p
                w.n_points += 1
    while w.n_points > 0:
        i = below(rng, np.uint32(w.n_points))
        p = w.points[i]
        if not repeats(b, p, keys, n):
            return p
        w.n_points -= 1
        w.points[i] = w.points[w.n_points]
    w.reason = NOTHING
    return np.uint16(PASS)


@kernel
def choose_on(players, nets, tactics, local, boards, keys, trail, streams, notes, memories):
    """`choose` for Python: the first entry of each array, and all keys."""
    last, before, n_played = trail
    past = (np.uint16(last), np.uint16(before), np.int64(n_played))
    b, n = boards[0], len(keys)
    return choose(players[0], nets, tactics, local, b, keys, n, past, streams[0], notes[0], memories[0], 0)
