"""`uct`: Monte-Carlo tree search that goes down the tree by upper confidence bounds.

At each node it takes the move with the highest `wins / visits + cp * sqrt(ln(visits of the node) / visits)`, one never
tried before first (L. Kocsis, C. Szepesvari, "Bandit based Monte-Carlo planning", 2006; the formula as Howlett prints
it). It plays the move with most visits.

With `sweep` the constant is tuned while it plays (`sweep.py`).
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
    """how playouts are played"""
    cp: float = sqrt(2)
    """how much it explores"""
    sweep: bool = False
    """tunes cp while it plays, from the given value on"""
    final: Final = Final.VISITS
    """which move is played in the end"""

    def __post_init__(self) -> None:
        super().__post_init__()
        require(0 <= self.cp < float("inf"), f"cp is not negative, not {self.cp:g}")


class UctPlayer(SearchPlayer):
    """Upper confidence bounds applied to trees."""

    def __init__(self, params: UctParams) -> None:
        settings = settings_of(UCB, params.policy, params)
        settings["cp"] = self._cp = params.cp
        super().__init__("uct", params, settings, params.final, SweepingTree if params.sweep else Tree)

    @property
    def cp(self) -> float:
        """The constant in use; with `sweep` the one that was used most in this game."""
        tree = self._trees[0]
        return tree.cp if isinstance(tree, SweepingTree) else self._cp
