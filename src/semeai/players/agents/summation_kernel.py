# mypy: ignore-errors
"""Agents' ratings of positions in the format of summation networks (`nets/summation_kernel.py`), and the moves of a
single network, which stores no ratings."""

import numpy as np

from semeai.go.board_kernel import (
    EMPTY,
    KO,
    PASS,
    STRIDE,
    breathes,
    is_eye,
    play,
    repeats,
    reset,
    set_stones,
)
from semeai.jit import kernel
from semeai.players.agents.agents_kernel import rate


@kernel
def look(b, last, before, n_played, agents, looks, i, points):
    """Write the ratings of `b` by `agents` to `looks` as position `i`, and its candidates to `points`: all legal
    points, superko aside, row by row from the bottom. Returns their number. `before` and `last` are the previous moves.

    `agents` are the requested channels, the stored channels in order, and working memory for `rate`.
    """
    wanted, written, values, strengths, rooms = agents
    candidates, entries, counts, channels, said, own_strengths, sums, _ = looks
    n_stones = b.size_ * b.size_ - b.n_empty  # stones of the start position count as played
    rate(b, np.uint16(last), np.uint16(before), np.uint16(max(n_stones, n_played)), wanted, values, strengths, rooms[0])
    for c in range(len(written)):
        own_strengths[i, c] = strengths[written[c]]
        sums[i, c] = 0
    first, entry = candidates[i], entries[i]
    n = 0
    for row in range(1, b.size_ + 1):
        for column in range(1, b.size_ + 1):
            p = np.uint16(STRIDE * row + column)
            if b.color[p] != EMPTY or p == b.ko or not (b.suicide or breathes(b, p)):
                continue
            points[n] = p
            start = entry
            for c in range(len(written)):
                value = values[written[c], p]
                if value:
                    channels[entry] = c
                    said[entry] = value
                    sums[i, c] += np.float32(value)
                    entry += 1
            counts[first + n] = entry - start
            n += 1
    candidates[i + 1] = first + n
    entries[i + 1] = entry
    return n


@kernel
def look_at_board(boards, last, before, n_played, agents, looks, points):
    """`look` at the first of `boards`."""
    return look(boards[0], last, before, n_played, agents, looks, 0, points)


@kernel
def look_at_game(boards, size, suicide, colors, to_play, movers, moves, agents, looks, points):
    """Replay a game, and look at all positions in which the side to play chose a point. Returns their number.

    The game begins with the stones of `colors`; `boards` is room for one board.
    """
    b = boards[0]
    b.suicide = suicide
    b.superko = KO
    reset(b, size)
    b.to_play = to_play
    set_stones(b, colors)
    chosen = looks[7]
    last = before = np.uint16(PASS)
    n_played = i = 0
    for t in range(len(moves)):
        p = moves[t]
        if movers[t] != b.to_play:
            b.to_play = movers[t]
            b.ko = PASS
        elif p != PASS:
            n = look(b, last, before, n_played, agents, looks, i, points)
            for j in range(n):
                if points[j] == p:
                    chosen[i] = j
            i += 1
        play(b, p)
        n_played += p != PASS
        before, last = last, p
    return i


# -- the moves of one network ------------------------------------------------------------------------------------------

_ZERO = np.float32(0)


@kernel
def summation_move(head, numbers, desk, b, keys, n, last, before, n_played):
    """The first move with the highest score, row by row from the bottom; PASS if only own eyes are left.

    The operations and their order are those of `nets/summation_kernel.py`, so that all scores are equal to the last
    bit.
    """
    n_channels = head.n_channels
    for c in range(len(desk.wanted)):
        desk.wanted[c] = 0
    for c in range(n_channels):
        desk.wanted[head.channels[c]] = 1
    n_stones = np.int64(b.size_) * b.size_ - b.n_empty
    n_moves = np.uint16(max(n_stones, n_played))
    rate(b, last, before, n_moves, desk.wanted, desk.values, desk.strengths, desk.room)
    desk.n_heard = 0
    for c in range(n_channels):
        total = 0
        for i in range(b.n_empty):
            total += desk.values[head.channels[c], b.empty[i]]  # 0 if the move is illegal
        desk.sums[c] = np.float32(total)
        desk.heard[desk.n_heard] = c
        desk.n_heard += total > 0
    weigh_channels(head, numbers, desk)
    chosen, most = np.uint16(PASS), np.float32(-np.inf)
    for row in range(1, b.size_ + 1):
        for at in range(STRIDE * row + 1, STRIDE * row + b.size_ + 1):
            p = np.uint16(at)
            if b.color[p] != EMPTY or p == b.ko or not (b.suicide or breathes(b, p)) or is_eye(b, p, b.to_play):
                continue
            score = _ZERO
            for i in range(desk.n_heard):
                c = desk.heard[i]
                value = desk.values[head.channels[c], p]
                if value:
                    score += np.float32(value) * desk.worth[c]
            if score > most and not repeats(b, p, keys, n):
                chosen, most = p, score
    return chosen


@kernel
def weigh_channels(head, numbers, desk):
    """The worth of a value of 1 in each channel for one genome; see `nets.summation_kernel.weigh`."""
    n_channels = head.n_channels
    outer = head.first + head.n_nodes * n_channels
    for k in range(head.n_nodes):
        at = head.first + k * n_channels
        share = _ZERO
        for c in range(n_channels):
            volume = desk.strengths[head.channels[c]] * desk.sums[c]
            if volume != _ZERO:
                share += abs(numbers[at + c]) * volume
        share = numbers[outer + k] / share if share > _ZERO else _ZERO
        for c in range(n_channels):
            was = desk.worth[c] if k else _ZERO
            desk.worth[c] = was + desk.strengths[head.channels[c]] * numbers[at + c] * share
