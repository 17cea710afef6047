"""`uct`: Monte-Carlo tree search that descends the tree by upper confidence bounds.

At each node it takes the move with the highest `wins / visits + cp * sqrt(ln(visits of the node) / visits)`, untried
moves first (L. Kocsis, C. Szepesvari, "Bandit based Monte-Carlo planning", 2006; the formula as in Howlett's text). It
plays the move with most visits.

With `sweep` the constant is tuned during play (`sweep.py`).
"""

from dataclasses import dataclass
from math import sqrt

from semeai.go.knowing import Policy
from semeai.players.search.search import Final, SearchParams, SearchPlayer, require, settings_of
from semeai.players.search.sweep import SweepingTree
from semeai.players.search.tree import Tree
from semeai.players.search.tree_kernel import UCB


@dataclass(frozen=True)
class UctParams(SearchParams):
    policy: Policy = Policy.LIGHT
    """playout policy"""
    cp: float = sqrt(2)
    """exploration constant"""
    sweep: bool = False
    """tune cp during play, starting from the given value"""
    final: Final = Final.VISITS
    """final choice of the move"""

    def __post_init__(self) -> None:
        super().__post_init__()
        require(0 <= self.cp < float("inf"), f"cp must be 0 or more, not {self.cp:g}")


class UctPlayer(SearchPlayer):
    """The player: upper confidence bounds applied to trees."""

    def __init__(self, params: UctParams) -> None:
        settings = settings_of(UCB, params.policy, params)
        settings["cp"] = self._cp = params.cp
        super().__init__("uct", params, settings, params.final, SweepingTree if params.sweep else Tree)

    @property
    def cp(self) -> float:
        """The constant in use; with `sweep` the one that was used most in this game."""
        tree = self._trees[0]
        return tree.cp if isinstance(tree, SweepingTree) else self._cp
