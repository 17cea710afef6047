# mypy: ignore-errors
"""Knowing playouts: moves that answer the last one by simple tactics, else careful random ones.

In this order, each with its own probability (`players/search/knowledge.py`):

1. the vital point of an eye space after a capture by the last move;
2. captures and escapes around the last move, and the capture of chains that did not answer our last atari;
3. attack and defence of chains with two liberties around the last move;
4. a 3x3 pattern next to it (Gelly, Wang, Munos, Teytaud, 2006), or next to the move before it;
5. any safe move next to it;
6. any move, but no own eye, and rarely a self-atari unless it is a throw-in; a refused self-atari may become an
   extension.

Nothing is allocated. `w` is a record of `KNOWING`: the policy, and working memory.
"""

import numpy as np

from semeai.go.board_kernel import BOARD, EMPTY, PASS, STRIDE, breathes, is_eye
from semeai.go.patterns_kernel import N_PATTERNS, pattern_at
from semeai.go.tactics_kernel import (
    LOOK,
    escapes,
    freedom,
    is_self_atari,
    is_throw_in,
    liberties_after,
    only_liberty,
    two_liberties,
    vital_point,
)
from semeai.jit import kernel
from semeai.rng import below, draw, uniform

MAX_POINTS = 64
ALWAYS = 255  # the chance of a pattern that is never refused, of 256
AROUND = np.array([1, STRIDE + 1, STRIDE, STRIDE - 1, -1, -STRIDE - 1, -STRIDE, -STRIDE + 1], dtype=np.int64)

_FIELDS = [
    ("scratch", BOARD),
    ("look", LOOK),
    # the policy: chances
    ("nakade", np.float32),
    ("capture", np.float32),
    ("two_liberties", np.float32),
    ("pattern", np.float32),
    ("pattern_before", np.float32),
    ("near", np.float32),
    ("self_atari", np.float32),  # of accepting a senseless self-atari
    ("throw_in", np.float32),  # of accepting a throw-in
    ("redirect", np.float32),  # of turning a refused self-atari into an extension
    ("patterns", np.uint8, N_PATTERNS),  # chances, of 256; ALWAYS is 1
    # the playout
    ("last", np.uint16),
    ("before", np.uint16),  # the move before the last
    ("n_taken", np.uint16),  # stones that the last move captured
    ("is_in_atari", np.uint16),  # 1 if `chains` has a friendly chain with one liberty
    ("n_chains", np.uint16),
    ("chains", np.uint16, 10),  # ids, and their one or two liberties
    ("first", np.uint16, 10),
    ("second", np.uint16, 10),
    ("n", np.uint16),
    ("points", np.uint16, MAX_POINTS),  # moves to choose from
    ("stakes", np.uint16, MAX_POINTS),  # the number of stones at stake
]
KNOWING = np.dtype((np.record, np.dtype(_FIELDS, align=True)))


@kernel
def knowing_move(b, w, rng):
    """A move of the side to play, chosen as described above; PASS if none is left."""
    last = w.last
    if last != PASS:
        chances = draw(rng)  # sixteen bits for each of the four steps
        if w.n_taken >= 3 and happens(chances, 0, w.nakade):
            p = find_nakade(b, last, w)
            if p != PASS:
                return p
        look_at_chains(b, last, w)
        if happens(chances, 1, w.capture):
            find_captures(b, w)
            if w.n:
                return best_point(w, rng)
        if happens(chances, 2, w.two_liberties):
            find_attacks(b, w)
            if w.n:
                return w.points[below(rng, np.uint32(w.n))]
        if happens(chances, 3, w.pattern):
            p = find_pattern(b, last, below(rng, np.uint32(8)), w, rng)
            if p != PASS:
                return p
        if w.pattern_before > 0 and w.before != PASS and uniform(rng) < w.pattern_before:
            p = find_pattern(b, w.before, below(rng, np.uint32(8)), w, rng)
            if p != PASS:
                return p
        if w.near > 0 and uniform(rng) < w.near:
            p = find_near(b, last, below(rng, np.uint32(8)))
            if p != PASS:
                return p
    return careful_move(b, w, rng)


@kernel
def happens(chances, i, chance):
    """True with probability `chance`, by the i-th sixteen bits of `chances`."""
    return np.float32((chances >> np.uint64(16 * i)) & np.uint64(0xFFFF)) < chance * np.float32(65536.0)


@kernel
def find_nakade(b, last, w):
    """The vital point of an enemy eye space next to the last move, or PASS."""
    enemy = 3 - b.to_play
    shift = 4 * (enemy - 1)
    for q in (np.uint16(last + 1), np.uint16(last - 1), np.uint16(last + STRIDE), np.uint16(last - STRIDE)):
        if b.color[q] == EMPTY:
            around = b.around[q]
            if (around >> 8) + ((around >> shift) & 15) == 4 and around >> 8 != 0:
                p = vital_point(b, q, enemy, w.look)
                if p != PASS and p != b.ko and breathes(b, p):
                    return p
    return np.uint16(PASS)


@kernel
def look_at_chains(b, last, w):
    """Collect in `w.chains` the chains with one or two liberties that the last move concerns: the enemy chain that
    moved, own chains next to it, and enemy chains in atari next to our own last move."""
    w.n_chains = 0
    was_in_atari = w.is_in_atari  # it existed at the opponent's turn: otherwise there is none now
    w.is_in_atari = 0
    if b.color[last] != EMPTY and b.pseudo[b.chain[last]] <= 8:
        note_chain(b, last, w)
    for q in (np.uint16(last + 1), np.uint16(last - 1), np.uint16(last + STRIDE), np.uint16(last - STRIDE)):
        if b.color[q] == b.to_play and b.pseudo[b.chain[q]] <= 8:
            note_chain(b, q, w)
    before = w.before
    if was_in_atari and before != PASS:
        enemy = 3 - b.to_play
        for q in (
            np.uint16(before + 1),
            np.uint16(before - 1),
            np.uint16(before + STRIDE),
            np.uint16(before - STRIDE),
        ):
            if b.color[q] == enemy and b.pseudo[b.chain[q]] <= 4 and only_liberty(b, q) != PASS:
                note_chain(b, q, w)


@kernel
def note_chain(b, q, w):
    """Add the chain at the stone `q` to `w.chains`, once, if it has one or two liberties."""
    x = b.chain[q]
    for i in range(w.n_chains):
        if w.chains[i] == x:
            return
    first, second = two_liberties(b, q)
    if first != PASS:
        w.chains[w.n_chains] = x
        w.first[w.n_chains] = first
        w.second[w.n_chains] = second
        w.n_chains += 1
        w.is_in_atari |= second == PASS and b.color[q] == b.to_play


@kernel
def find_captures(b, w):
    """Collect in `w.points` the captures of the chain that moved last, and rescues of own chains in atari."""
    w.n = 0
    for i in range(w.n_chains):
        if w.second[i] != PASS:
            continue
        e = w.first[i]
        if b.color[w.chains[i]] == b.to_play:
            add_rescues(b, w.chains[i], e, w)
        elif e != b.ko:
            add_point(e, b.stones[w.chains[i]], w)


@kernel
def add_rescues(b, x, e, w):
    """Add to `w.points` the moves that save the friendly chain with id `x`, whose last liberty is `e`."""
    enemy = 3 - b.color[x]
    met = np.uint16(0)  # the last chain checked, which is often also the next one
    p = x
    while True:
        for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
            if b.color[q] == enemy and b.pseudo[b.chain[q]] <= 4 and b.chain[q] != met:
                met = b.chain[q]
                f = only_liberty(b, q)
                if f != PASS and f != b.ko:
                    add_point(f, b.stones[x] + b.stones[met], w)
        p = b.link[p]
        if p == x:
            break
    if e != b.ko:
        n_liberties = liberties_after(b, e, 3)
        if n_liberties == 3 or (n_liberties == 2 and escapes(b, x, w.scratch)):
            add_point(e, b.stones[x], w)


@kernel
def add_point(p, stake, w):
    """Add `p` to `w.points`, with a stake in stones."""
    if w.n < MAX_POINTS:
        w.points[w.n] = p
        w.stakes[w.n] = stake
        w.n += 1


@kernel
def best_point(w, rng):
    """One of `w.points` with the highest stake."""
    best = w.stakes[0]
    for i in range(1, w.n):
        best = max(best, w.stakes[i])
    n = 0
    for i in range(w.n):
        if w.stakes[i] == best:
            w.points[n] = w.points[i]
            n += 1
    return w.points[below(rng, np.uint32(n))]


@kernel
def find_attacks(b, w):
    """Collect in `w.points` the ataris that keep the chain that moved last from three liberties, and extensions of own
    chains next to it with two liberties."""
    w.n = 0
    for i in range(w.n_chains):
        first, second = w.first[i], w.second[i]
        if second == PASS:
            continue
        if b.color[w.chains[i]] == b.to_play:
            add_extension(b, first, w)
            add_extension(b, second, w)
        else:
            add_atari(b, first, second, w)
            add_atari(b, second, first, w)


@kernel
def add_atari(b, p, escape, w):
    """Add `p`, a liberty of an enemy chain, if the chain gets no third liberty by a move at `escape`."""
    if p == b.ko or b.around[escape] >> 8 > 1 + is_neighbor(p, escape) or not breathes(b, p) or is_self_atari(b, p):
        return
    w.points[w.n] = p
    w.n += 1


@kernel
def add_extension(b, p, w):
    """Add `p`, a liberty of a friendly chain, if a stone there gives it three."""
    if p != b.ko and not is_eye(b, p, b.to_play) and liberties_after(b, p, 3) >= 3:
        w.points[w.n] = p
        w.n += 1


@kernel
def is_neighbor(p, q):
    """True if two points are next to each other."""
    d = np.int64(p) - np.int64(q)
    return d in (1, -1, STRIDE, -STRIDE)


@kernel
def find_pattern(b, last, start, w, rng):
    """The first point around the last move, from `start` on, where a pattern matches; else PASS."""
    for i in range(8):
        q = np.uint16(last + AROUND[(start + np.uint32(i)) & np.uint32(7)])
        if b.color[q] == EMPTY and q != b.ko:
            chance = w.patterns[pattern_at(b, q)]
            if chance and freedom(b, q) == 2 and (chance == ALWAYS or below(rng, np.uint32(256)) < chance):
                return q
    return np.uint16(PASS)


@kernel
def find_near(b, last, start):
    """The first point around the last move where a stone is safe and fills no eye; PASS if there is none."""
    for i in range(8):
        q = np.uint16(last + AROUND[(start + np.uint32(i)) & np.uint32(7)])
        if b.color[q] == EMPTY and q != b.ko and not is_eye(b, q, b.to_play) and freedom(b, q) == 2:
            return q
    return np.uint16(PASS)


@kernel
def find_extension(b, p):
    """The other liberty of a friendly chain that has two, one of them at `p`, if a stone there is safe; else PASS."""
    for q in (np.uint16(p + 1), np.uint16(p - 1), np.uint16(p + STRIDE), np.uint16(p - STRIDE)):
        if b.color[q] == b.to_play:
            one, other = two_liberties(b, q)
            e = other if one == p else one
            if e != PASS and e != p and e != b.ko and freedom(b, e) == 2:
                return e
    return np.uint16(PASS)


@kernel
def careful_move(b, w, rng):
    """A random move of the side to play that fills no own eye, and mostly no senseless self-atari; PASS if none is
    left.

    Draws from the list of empty points without replacement: refused points move to its end.
    """
    n = np.uint32(b.n_empty)
    c = b.to_play
    while n > 0:
        i = below(rng, n)
        p = b.empty[i]
        if p != b.ko:
            if b.around[p] >> 8 >= 2:  # neither an eye nor a self-atari
                return p
            if not is_eye(b, p, c):
                n_liberties = freedom(b, p)
                if n_liberties == 2:
                    return p
                if n_liberties == 1:
                    if is_throw_in(b, p):
                        if w.throw_in >= 1 or uniform(rng) < w.throw_in:
                            return p
                    elif uniform(rng) < w.self_atari:
                        return p
                    if w.redirect > 0 and uniform(rng) < w.redirect:
                        e = find_extension(b, p)
                        if e != PASS:
                            return e
        n -= np.uint32(1)
        last = b.empty[n]
        b.empty[i] = last
        b.slot[last] = i
        b.empty[n] = p
        b.slot[p] = n
    return np.uint16(PASS)
