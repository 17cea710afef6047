"""`rave`: tree search by rapid action value estimates; by default with playouts and priors that know some Go.

A move is as good in the tree as it was later in the same playouts, until enough visits say otherwise. Its value is

    beta * rave value + (1 - beta) * value,    beta = r / (r + n + r * n / equivalence)

with n visits and r playouts in which its side played there first: the schedule of least squared error of S. Gelly and
D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", Artificial Intelligence 175
(2011), section 5.3, with 4 b^2 = 1 / equivalence. It plays the move with most visits.
"""

from dataclasses import dataclass

from semeai.players.search import Policy, SearchParams, SearchPlayer, require, settings_of
from semeai.players.tree_kernel import RAVE

EXPAND_AT = 4.0  # visits: a node with priors is expensive, and most moves are not visited that often
EXPLORE = 0.1  # times the prior chance of a move and the root of its node's visits, over its own


@dataclass(frozen=True)
class RaveParams(SearchParams):
    policy: Policy = Policy.KNOWING
    """how playouts are played, and whether moves have priors"""
    equivalence: float = 3000.0
    """visits from which on they count more than rave's"""

    def __post_init__(self) -> None:
        super().__post_init__()
        require(0 < self.equivalence < float("inf"), f"equivalence is positive, not {self.equivalence:g}")


class RavePlayer(SearchPlayer):
    """Rapid action value estimation."""

    def __init__(self, params: RaveParams) -> None:
        settings = settings_of(RAVE, params.policy, params)
        settings["equivalence"] = params.equivalence
        if params.policy is Policy.KNOWING:
            settings["expand_at"] = EXPAND_AT
            settings["cp"] = EXPLORE
        super().__init__("rave", params, settings)
