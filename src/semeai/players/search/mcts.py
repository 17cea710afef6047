"""`mcts`: plain Monte-Carlo tree search, which descends the tree by random moves (Howlett).

From the root it follows random moves to the first untried one, adds it to the tree, and runs a playout from there. It
plays the move with the best share of playouts won.
"""

from dataclasses import dataclass

from semeai.go.knowing import Policy
from semeai.players.search.search import Final, SearchParams, SearchPlayer, settings_of
from semeai.players.search.tree_kernel import RANDOM


@dataclass(frozen=True)
class MctsParams(SearchParams):
    policy: Policy = Policy.LIGHT
    """playout policy"""


class MctsPlayer(SearchPlayer):
    """The player: selection, which is random here, expansion, simulation and backpropagation."""

    def __init__(self, params: MctsParams) -> None:
        super().__init__("mcts", params, settings_of(RANDOM, params.policy, params), Final.RATE)
