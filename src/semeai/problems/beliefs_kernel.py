# mypy: ignore-errors
"""How well the beliefs of `rave` predict lessons: priors the moves of a search, playouts the results of games."""

import numpy as np

from semeai.go.score_kernel import count
from semeai.jit import kernel
from semeai.players.search.priors_kernel import N_FEATURES
from semeai.players.search.search_kernel import OVER, end_count, play_on


@kernel
def log_probability(features, classes, base, starts, chosen, weights, patterns):
    """The mean log of the prior probability of the chosen moves.

    The moves of position i are rows `starts[i]` to `starts[i + 1]` of `features`, which end with N_FEATURES, of
    `classes`, and of `base`, the sums of all other weights. `chosen[i]` is the row of the chosen one.
    """
    total = 0.0
    n = len(chosen)
    for i in range(n):
        # The log of a sum of exponentials in one pass: the sum is kept relative to the largest score so far.
        most, rest, own = -1e30, 0.0, 0.0
        for row in range(starts[i], starts[i + 1]):
            score = base[row] + patterns[classes[row]]
            for k in range(features.shape[1]):
                if features[row, k] == N_FEATURES:
                    break
                score += weights[features[row, k]]
            if score > most:
                rest = rest * np.exp(most - score) + 1.0
                most = score
            else:
                rest += np.exp(score - most)
            if row == chosen[i]:
                own = score
        total += own - most - np.log(rest)
    return total / n


@kernel
def win_rates(searches, boards, lasts, befores, work, n, rates):
    """Write to `rates` black's share of `n` playouts from each of `boards`, by the policy of the first search.

    `lasts` and `befores` are the last two moves before each position. `work` is room for one board.
    """
    s, b = searches[0], work[0]
    w = s.knowing
    for i in range(len(boards)):
        won = 0.0
        for _ in range(n):
            work[0] = boards[i]
            w.last = lasts[i]
            w.before = befores[i]
            w.is_in_atari = 1  # unknown, so assume it
            w.n_taken = 0
            s.n_trail = 0
            end = play_on(s, b, True, None)
            margin = end_count(s, b) if end == OVER else count(b, False, s.counting)
            lead = np.float32(margin) - s.komi
            won += 1.0 if lead > 0 else (0.0 if lead < 0 else 0.5)
        rates[i] = won / n
