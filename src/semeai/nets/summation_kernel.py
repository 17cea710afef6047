# mypy: ignore-errors
"""Summation networks over stored values of agents for many positions, eight genomes at a time.

This module knows neither the agents nor the meaning of the candidates. The values are stored in a tuple of arrays,
`looks`:

    candidates   index of the first candidate of each position, and the end of the last one's
    entries      the same for the entries
    counts       of each candidate: the number of its entries
    channels     of each entry: a channel that rates the candidate
    values       of each entry: its rating, 1 to 255
    strengths    by position and channel: the factor of all its values
    sums         by position and channel: the sum of its values over all candidates
    chosen       by position: the number of the candidate that was chosen

A network is linear except for its normalisations. So for a genome a position is one number per channel, `worth`, and
the value of a candidate is the sum over its entries of value times worth. Eight genomes are side by side in the last
axis of all arrays, the lanes: an entry is read once for all of them, and processors add eight such numbers at once.

    inner[k, channel, lane]    the weight of the channel's agent at node k, times the channel's allele
    outer[k, lane]             the weight of node k
"""

import numpy as np

from semeai.jit import kernel

LANES = 8
WITHIN = np.array([1, 3, 5, 10], dtype=np.int64)
UNIFORM = 0.01  # uniform part of the probabilities, so that none is zero

_ZERO = np.float32(0)


@kernel
def weigh(looks, i, inner, outer, worth, shares):
    """Compute the worth of a value of 1 in each channel in position `i`: `worth[channel, lane]`. `shares` is room for
    lanes.

    Channels without values in this position, most of them, are not updated, since they are not used.
    """
    strengths, sums = looks[5], looks[6]
    n_nodes, n_channels = inner.shape[0], inner.shape[1]
    for k in range(n_nodes):
        for lane in range(LANES):
            shares[lane] = _ZERO
        for c in range(n_channels):
            volume = strengths[i, c] * sums[i, c]
            if volume != _ZERO:
                for lane in range(LANES):
                    shares[lane] += abs(inner[k, c, lane]) * volume
        for lane in range(LANES):
            shares[lane] = outer[k, lane] / shares[lane] if shares[lane] > _ZERO else _ZERO
        for c in range(n_channels):
            if sums[i, c] != _ZERO:
                strength = strengths[i, c]
                for lane in range(LANES):
                    before = worth[c, lane] if k else _ZERO
                    worth[c, lane] = before + strength * inner[k, c, lane] * shares[lane]


@kernel
def score(looks, i, worth, scores):
    """Compute the value of each candidate of position `i`: `scores[candidate, lane]`. Returns their number."""
    candidates, entries, counts, channels, values = looks[0], looks[1], looks[2], looks[3], looks[4]
    first = candidates[i]
    n, at = candidates[i + 1] - first, entries[i]
    for j in range(n):
        a = b = c = d = e = f = g = h = _ZERO  # separate variables, so that they stay in registers
        for entry in range(at, at + counts[first + j]):
            channel, value = channels[entry], np.float32(values[entry])
            a += value * worth[channel, 0]
            b += value * worth[channel, 1]
            c += value * worth[channel, 2]
            d += value * worth[channel, 3]
            e += value * worth[channel, 4]
            f += value * worth[channel, 5]
            g += value * worth[channel, 6]
            h += value * worth[channel, 7]
        at += counts[first + j]
        scores[j, 0], scores[j, 1], scores[j, 2], scores[j, 3] = a, b, c, d
        scores[j, 4], scores[j, 5], scores[j, 6], scores[j, 7] = e, f, g, h
    return n


@kernel
def rate_genomes(looks, first, last, inner, outer, room, within, logs):
    """For each lane, count in `within[lane]` how often the chosen candidate is among the best 1, 3, 5 and 10 of the
    positions `first` to `last` - 1, and add the log of its probability to `logs[lane]`.

    The earlier of equals is the better one. The probability is the candidate's share of all positive values, mixed with
    a small uniform part; if no value is positive, it is uniform.
    """
    worth, shares, scores, ranks, positive = room
    chosen = looks[7]
    for i in range(first, last):
        weigh(looks, i, inner, outer, worth, shares)
        n = score(looks, i, worth, scores)
        its = np.int64(chosen[i])
        for lane in range(LANES):
            ranks[lane] = 0
            positive[lane] = _ZERO
            shares[lane] = scores[its, lane]
        for j in range(its):
            for lane in range(LANES):
                ranks[lane] += scores[j, lane] >= shares[lane]
        for j in range(its + 1, n):
            for lane in range(LANES):
                ranks[lane] += scores[j, lane] > shares[lane]
        for j in range(n):
            for lane in range(LANES):
                positive[lane] += max(scores[j, lane], _ZERO)
        for lane in range(LANES):
            chance = 1.0 / n
            if positive[lane] > _ZERO:
                chance = UNIFORM / n + (1.0 - UNIFORM) * max(shares[lane], _ZERO) / positive[lane]
            logs[lane] += np.log(chance)
            for w in range(len(WITHIN)):
                within[lane, w] += ranks[lane] < WITHIN[w]
