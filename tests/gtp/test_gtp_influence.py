"""The command `influence`, as GoGui asks for it and reads its answer."""

import pytest

from semeai.go.influence import AREA, MOYO, TERRITORY
from semeai.gtp.commands import GOGUI_ANALYZE_COMMANDS
from tests.gtp.support import answers

# 5x5, black on B4 and white on D1: a square of GoGui's is black where a number is positive.
MAPS = {
    "influence 1 0": """
         0.00  0.25  0.00  0.00  0.00
         0.25  1.00  0.25  0.00  0.00
         0.00  0.25  0.00  0.00  0.00
         0.00  0.00  0.00 -0.25  0.00
         0.00  0.00 -0.25 -1.00 -0.25
    """,
    "influence 0 0": """
         0.00  0.00  0.00  0.00  0.00
         0.00  1.00  0.00  0.00  0.00
         0.00  0.00  0.00  0.00  0.00
         0.00  0.00  0.00  0.00  0.00
         0.00  0.00  0.00 -1.00  0.00
    """,
}


@pytest.mark.parametrize("command", MAPS)
def test_a_map_as_a_board_of_numbers(command: str) -> None:
    said = answers(f"boardsize 5\nplay b B4\nplay w D1\n{command}\n")[-1]
    assert said.startswith("= \n")
    assert [line.split() for line in said.splitlines()[1:]] == [
        line.split() for line in MAPS[command].split("\n")[1:-1]
    ]


def test_territory_unless_told() -> None:
    said = answers("boardsize 9\nplay b C3\nplay w G7\ninfluence\ninfluence 5\ninfluence 5 21\ninfluence 5 10\n")
    assert said[3] == said[4] == said[5] != said[6]
    bottom = said[3].splitlines()[-1].split()
    assert bottom[:4] == ["0.20", "0.35", "0.00", "0.00"]  # 4 and 7 of at most 20


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("-1 0", "? expected 0 to 1000 dilations and erosions, found -1/0"),
        ("5 1001", "? expected 0 to 1000 dilations and erosions, found 5/1001"),
        ("5/21", "? syntax error: expected an integer, found '5/21'"),
        ("5 21 3", "? syntax error: influence takes [dilations] [erosions]"),
    ],
)
def test_mistakes(arguments: str, said: str) -> None:
    assert answers(f"influence {arguments}\n") == [said]


def test_gogui_is_offered_the_classics() -> None:
    offered = [line.split("/") for line in GOGUI_ANALYZE_COMMANDS.splitlines() if line.startswith("dboard/")]
    assert [command for _, _, command in offered] == [
        f"influence {which.dilations} {which.erosions}" for which in (TERRITORY, MOYO, AREA)
    ]
    for _, _, command in offered:
        rows = answers(f"boardsize 7\nplay w D4\n{command}\n")[-1].splitlines()[1:]
        numbers = [[float(number) for number in row.split()] for row in rows]
        assert [len(row) for row in numbers] == [7] * 7
        assert min(map(min, numbers)) == numbers[3][3] == -1
