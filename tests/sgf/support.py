"""Trees and games as lists, to be compared without recursion."""

from collections.abc import Mapping, Sequence

from semeai.go.game import Game
from semeai.sgf.tree import TreeNode


def flat(roots: Sequence[TreeNode]) -> list[tuple[int, Mapping[str, list[str]]]]:
    """Trees as (depth, properties) in the order of the file: equal lists, equal trees."""
    found = []
    pending = [(0, root) for root in reversed(roots)]
    while pending:
        depth, node = pending.pop()
        found.append((depth, node.properties))
        pending.extend((depth + 1, child) for child in reversed(node.children))
    return found


def flat_game(game: Game) -> list[tuple[object, ...]]:
    """The same of a game."""
    found: list[tuple[object, ...]] = []
    pending = [(0, game.root)]
    while pending:
        depth, node = pending.pop()
        found.append((depth, node.color, node.point, node.setup, node.to_play, node.properties))
        assert all(child.parent is node for child in node.children)
        pending.extend((depth + 1, child) for child in reversed(node.children))
    return found
