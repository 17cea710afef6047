"""Playout policies by name, and the probabilities of the knowing one, tuned by matches (docs/log.md)."""

from enum import StrEnum

import numpy as np
import numpy.typing as npt

from semeai.go.patterns import pattern_table


class Policy(StrEnum):
    """The policy that chooses the moves of a playout."""

    LIGHT = "light"
    KNOWING = "knowing"


PLAYOUTS: dict[str, float] = {
    "nakade": 1.0,
    "capture": 0.95,
    "two_liberties": 0.8,
    "pattern": 0.95,
    "self_atari": 0.05,
}
"""the probability of each step of `knowing_kernel`"""


def enter_policy(knowing: npt.NDArray[np.void]) -> None:
    """Write the policy to records of `knowing_kernel.KNOWING`."""
    for name, chance in PLAYOUTS.items():
        knowing[name] = chance
    knowing["patterns"] = pattern_table()
