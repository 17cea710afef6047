"""What the knowing player knows, in numbers. All are chosen, by matches of one against the other (docs/log.md)."""

import numpy as np
import numpy.typing as npt

from semeai.go.knowing import enter_policy
from semeai.players.search.priors import load_priors

# `rave` can be told others.
EVEN = 10.0  # visits, half of them won, that every move begins with
SURE = 60.0  # and visits, all won, where a move is sure to be a good player's
MERCY = 0.2  # of the board: a playout in which one side has lost so much more than the other is over


def add_knowledge(settings: npt.NDArray[np.void]) -> None:
    """Enter all this in a record of `tree_kernel.SEARCH`."""
    settings["mercy"] = MERCY
    enter_policy(settings["knowing"])
    weights = load_priors()
    settings["priors"]["even"] = EVEN
    settings["priors"]["sure"] = SURE
    settings["priors"]["weights"] = weights.features
    settings["priors"]["patterns"] = weights.patterns
