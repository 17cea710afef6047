# mypy: ignore-errors
"""Whole games between compiled players, refereed, without leaving the kernel."""

import numpy as np

from semeai.go.board_kernel import BLACK, BOARD, LEGAL, PASS, key, play, verdict
from semeai.go.score_kernel import COUNTING, count
from semeai.jit import kernel
from semeai.players.compiled_kernel import choose
from semeai.players.network_kernel import MEMORY
from semeai.players.wally_kernel import NOTES

# The ways in which a game ends.
PASSED, AT_LIMIT, BLACK_ERRED, WHITE_ERRED = range(4)

_FIXTURE = [
    ("start", np.int64),  # index of the start position
    ("players", np.int64, 3),  # indices of the players, by color
]
FIXTURE = np.dtype((np.record, np.dtype(_FIXTURE, align=True)))

_END = [
    ("margin", np.int32),  # black's points minus white's, without komi
    ("n_moves", np.int32),  # from the start position on, passes among them
    ("end", np.uint8),  # PASSED, AT_LIMIT, BLACK_ERRED or WHITE_ERRED
]
END = np.dtype((np.record, np.dtype(_END, align=True)))

_WORK = [("memories", MEMORY, 2), ("board", BOARD), ("notes", NOTES), ("counting", COUNTING)]
WORK = np.dtype((np.record, np.dtype(_WORK, align=True)))  # working memory of one thread


@kernel
def play_games(
    fixtures, starts, past, n_past, trails, players, nets, tactics, local, streams, rules, work, keys, ends, moves
):
    """Play `fixtures[i]` with the streams `streams[i]` (black's, white's), and write the outcome to `ends[i]`.

    `starts[s]` is a start position, `past[s, :n_past[s]]` the keys of the game up to it, `trails[s]` its last move, the
    move before and the number of stones played. `nets`, `tactics` and `local` select the kinds of players that take
    part (`compiled_kernel.py`). `rules` are the number of passes that end a game, its move limit and whether territory
    counts. `keys` has room for the keys of one game. The moves go to `moves[i]`, or all to the same row if there is
    only one.
    """
    w = work[0]
    for i in range(len(fixtures)):
        game = fixtures[i]
        w.board = starts[game.start]
        n = n_past[game.start]
        for k in range(n):  # assigning a slice would take two seconds to compile
            keys[k] = past[game.start, k]
        row = i if len(moves) == len(fixtures) else 0
        black, white = players[game.players[1]], players[game.players[2]]
        trail, end = trails[game.start], ends[i]
        play_one(w, black, white, nets, tactics, local, streams[i], rules, keys, n, trail, end, moves[row])


@kernel
def play_one(w, black, white, nets, tactics, local, streams, rules, keys, n, trail, end, moves):
    """Play the game on `w.board` to its end. `keys[:n]` are the keys so far: one more than the moves."""
    b = w.board
    passes_to_end, limit, is_territory = rules
    end.n_moves = 0
    w.memories[0].is_new = w.memories[1].is_new = 1
    if tactics is not None:
        desk = tactics[3][0]
        desk.sights[0].is_new = desk.sights[1].is_new = 1
    last, before, n_played = np.uint16(trail[0]), np.uint16(trail[1]), np.int64(trail[2])
    while True:
        if b.n_passes >= passes_to_end:
            end.end = PASSED
            break
        if n > limit:
            end.end = AT_LIMIT
            break
        past = (last, before, n_played)
        if b.to_play == BLACK:
            p = choose(black, nets, tactics, local, b, keys, n, past, streams[0], w.notes, w.memories[0], 0)
        else:
            p = choose(white, nets, tactics, local, b, keys, n, past, streams[1], w.notes, w.memories[1], 1)
        if p != PASS and verdict(b, p, keys, n) != LEGAL:
            end.end = BLACK_ERRED if b.to_play == BLACK else WHITE_ERRED
            break
        play(b, p)
        keys[n] = key(b)
        moves[end.n_moves] = p
        n += 1
        n_played += p != PASS
        before, last = last, np.uint16(p)
        end.n_moves += 1
    end.margin = count(b, is_territory, w.counting)
