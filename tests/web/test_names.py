"""Names of players on the pages."""

import pytest

from semeai.go.points import BLACK, WHITE
from semeai.go.rules import Rules
from semeai.web.names import player_name, side_name, side_title
from semeai.web.table import Setup, Table


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("you", "You"),
        ("wally", "Wally"),
        ("rave:playouts=600", "RAVE, 600 playouts"),
        ("champion:sane-9x9", "SANE network 9x9"),
        ("champion:runs/quick-5x5/champions/000012.npz", "quick-5x5, generation 12"),
        ("gtp:/usr/games/gnugo --mode gtp --level 1", "GNU Go 3.8, level 1"),
        ("champion:elsewhere/best.npz", "champion:elsewhere/best.npz"),
        ("champion:no-such-one", "champion:no-such-one"),
        ("rave:nonsense=1", "rave:nonsense=1"),
        ("uct, 50 playouts", "uct, 50 playouts"),
        ("<b>", "<b>"),
        ("", ""),
    ],
)
def test_a_player_has_a_name_or_keeps_its_specification(spec: str, name: str) -> None:
    assert player_name(spec) == name


def test_a_side_of_a_table_has_its_specification_behind_its_name() -> None:
    table = Table.new(Setup(Rules(size=9), "you", "rave:playouts=600"))
    assert [side_name(table, color) for color in (BLACK, WHITE)] == ["You", "RAVE, 600 playouts"]
    assert [side_title(table, color) for color in (BLACK, WHITE)] == ["black", "white: rave:playouts=600"]
