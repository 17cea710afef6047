"""`mcts`: plain Monte-Carlo tree search, which goes down the tree by random moves (Howlett).

From the root it goes along random moves to the first that has not been tried, adds that to the tree, and plays a
playout from there. It plays the move with the best share of playouts won.
"""

from dataclasses import dataclass

from semeai.go.knowing import Policy
from semeai.players.search.search import Final, SearchParams, SearchPlayer, settings_of
from semeai.players.search.tree_kernel import RANDOM


@dataclass(frozen=True)
class MctsParams(SearchParams):
    policy: Policy = Policy.LIGHT
    """how playouts are played"""


class MctsPlayer(SearchPlayer):
    """Selection, expansion, simulation, backpropagation: the first of them at random."""

    def __init__(self, params: MctsParams) -> None:
        super().__init__("mcts", params, settings_of(RANDOM, params.policy, params), Final.RATE)
