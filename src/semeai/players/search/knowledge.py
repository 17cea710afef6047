"""The constants of the knowing player. All were chosen by matches between variants (docs/log.md)."""

import numpy as np
import numpy.typing as npt

from semeai.go.knowing import enter_policy
from semeai.players.search.priors import load_priors

# Defaults of settings of `rave`.
EVEN = 10.0  # prior visits of every move, half of them won
SURE = 60.0  # prior visits, all won, of a move whose prior probability is 1
MERCY = 0.2  # a playout ends if one side has lost this share of the board more than the other


def add_knowledge(settings: npt.NDArray[np.void]) -> None:
    """Write these constants and the learned weights to a record of `tree_kernel.SEARCH`."""
    settings["mercy"] = MERCY
    enter_policy(settings["knowing"])
    weights = load_priors()
    settings["priors"]["even"] = EVEN
    settings["priors"]["sure"] = SURE
    settings["priors"]["weights"] = weights.features
    settings["priors"]["patterns"] = weights.patterns
