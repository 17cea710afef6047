"""The count of a finished game, item by item."""

import pytest

from semeai.go.board import Board
from semeai.go.points import BLACK, WHITE, parse_vertex
from semeai.go.rules import Rules
from semeai.web.count import count

WALLS = """
.XO.
.XO.
XXO.
.XOX
"""


@pytest.mark.parametrize(
    ("rules", "black", "white"),
    [
        ("chinese", "5 stones + 3 territory = 8", "4 stones + 4 territory + 7.5 komi = 15.5"),
        ("japanese", "3 territory", "4 territory + 1 dead stones + 6.5 komi = 11.5"),
    ],
)
def test_the_items_of_both_sides(rules: str, black: str, white: str) -> None:
    board = Board.from_diagram(WALLS, Rules.preset(rules, size=4), BLACK)
    dead = frozenset({parse_vertex("D1", 4)})
    found = count(board, dead)
    assert (str(found[BLACK]), str(found[WHITE])) == (black, white)
    score = board.score(dead)
    assert (found[BLACK].total, found[WHITE].total) == (score.black, score.white)


def test_prisoners_count_under_territory_scoring() -> None:
    board = Board(Rules.preset("japanese", size=5, komi=0))
    for move in ("B1", "A1", "A2", "pass"):
        board.play(parse_vertex(move, 5))
    assert dict(count(board, frozenset())[BLACK].items)["prisoners"] == 1
    assert str(count(board, frozenset())[WHITE]) == "0"
