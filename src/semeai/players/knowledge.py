"""What the knowing player knows, in numbers. All are chosen, by matches of one against the other (docs/log.md)."""

import numpy as np
import numpy.typing as npt

from semeai.go.patterns import pattern_table
from semeai.players.priors import load_priors

PLAYOUTS: dict[str, float] = {
    "nakade": 1.0,
    "capture": 0.95,
    "two_liberties": 0.8,
    "pattern": 0.95,
    "self_atari": 0.05,
}
"""how likely each step of `knowing_kernel` is taken"""

EVEN = 10.0  # visits, half of them won, that every move begins with
SURE = 60.0  # and visits, all won, where a move is sure to be a good player's
MERCY = 0.2  # of the board: a playout in which one side has lost so much more than the other is over


def add_knowledge(settings: npt.NDArray[np.void]) -> None:
    """Enter all this in a record of `tree_kernel.SEARCH`."""
    settings["mercy"] = MERCY
    for name, chance in PLAYOUTS.items():
        settings["knowing"][name] = chance
    settings["knowing"]["patterns"] = pattern_table()
    weights = load_priors()
    settings["priors"]["even"] = EVEN
    settings["priors"]["sure"] = SURE
    settings["priors"]["weights"] = weights.features
    settings["priors"]["patterns"] = weights.patterns
