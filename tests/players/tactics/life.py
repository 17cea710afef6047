"""Two eyes or not: nakade of three to six, and other life and death."""

from semeai.go.points import BLACK, WHITE
from tests.players.tactics.problem import Problem

LIFE = [
    Problem(
        "straight three",
        "nakade",
        BLACK,
        komi=35.5,
        right="E1",
        why="the middle of three",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            XXXXXXXXX
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            XXXXXXXXX
            XXOOOOOXX
            XXO...OXX
        """,
    ),
    Problem(
        "bent three in the corner",
        "nakade",
        WHITE,
        komi=-36.5,
        right="J2",
        why="the middle of three, where the bend is",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            OOOOOOOOO
            .OOOOOOO.
            OOOOOOOOO
            OOOOOOOOO
            OOOOOOXXX
            OOOOOOX..
            OOOOOOXX.
        """,
    ),
    Problem(
        "pyramid four",
        "nakade",
        BLACK,
        komi=20.5,
        right="E1",
        why="the point with three neighbors",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            XXXXXXXXX
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            XXXOOOXXX
            XXOO.OOXX
            XXO...OXX
        """,
    ),
    Problem(
        "bulky five",
        "nakade",
        WHITE,
        komi=-20.5,
        right="E1",
        why="the point with three neighbors",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            OOOOOOOOO
            .OOOOOOO.
            OOOOOOOOO
            OOOOOOOOO
            OOOXXXXOO
            OOXX..XOO
            OOX...XOO
        """,
    ),
    Problem(
        "rabbity six in the corner",
        "nakade",
        BLACK,
        komi=16.5,
        right="B2",
        why="the point with four neighbors",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            XXXXXXXXX
            .XXXXXXX.
            XXXXXXXXX
            OOOXXXXXX
            O.OOXXXXX
            ...OXXXXX
            ..OOXXXXX
        """,
    ),
    Problem(
        "rectangular six in the corner",
        "nakade",
        WHITE,
        komi=-33.5,
        right="B1 B2",
        why="without outside liberties even six points die, from the middle",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            OOOOOOOOO
            .OOOOOOO.
            OOOOOOOOO
            OOOOOOOOO
            XXXXOOOOO
            ...XOOOOO
            ...XOOOOO
        """,
    ),
    Problem(
        "five on the second line",
        "life",
        WHITE,
        komi=-36.5,
        right="B1 E1",
        why="from either end of the eye space; anything else lets black live",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            OOOOOOOOO
            .OOOOOOO.
            OOOOOOOOO
            OOOOOOOOO
            OOOOOOOOO
            XXXXXOOOO
            ......OOO
        """,
    ),
    Problem(
        "corner with an open end",
        "life",
        WHITE,
        komi=34.5,
        right="B1",
        why="the only way to two eyes",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            XXXXXXXXX
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            OOOOXXXXX
            ...OXXXXX
            ....XXXXX
        """,
    ),
    Problem(
        "carpenter's square",
        "life",
        BLACK,
        komi=17.5,
        right="B2",
        why="the centre; all else leaves white the whole corner",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            XXXXXXXXX
            .XXXXXXX.
            XXXXXXXXX
            OOOOXXXXX
            ...OXXXXX
            ...OXXXXX
            ...OXXXXX
        """,
    ),
    Problem(
        "false eye at the edge",
        "life",
        WHITE,
        komi=-36.5,
        right="B3",
        why="the eye at A2 becomes false",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            OOOOOOOOO
            .OOOOOOO.
            OOOOOOOOO
            OOOOOOOOO
            X.OOOOOOO
            .XXXOOOOO
            X.X.OOOOO
        """,
    ),
    Problem(
        "hold it together",
        "life",
        WHITE,
        komi=34.5,
        right="D2",
        why="the stones around two eyes are joined",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            XXXXXXXXX
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            X..OXXXXX
            OOO.XXXXX
            .O.OXXXXX
        """,
    ),
    Problem(
        "strike at the link",
        "life",
        BLACK,
        komi=34.5,
        right="D2",
        why="the eye below becomes false",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            XXXXXXXXX
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            O.OOXXXXX
            OO..XXXXX
            .O.OXXXXX
        """,
    ),
    Problem(
        "take the second eye away",
        "life",
        WHITE,
        komi=-32.5,
        right="E2",
        why="D2 makes no eye once E2 is gone",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            OOOOOOOOO
            .OOOOOOO.
            OOOOOOOOO
            OOOOOOOOO
            ...XXOOOO
            XXX..OOOO
            X.XXXOOOO
        """,
    ),
    Problem(
        "three and a loose end",
        "life",
        BLACK,
        komi=36.5,
        right="B2",
        why="the vital point first, the loose end at D1 can wait",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            XXXXXXXXX
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            OOOXXXXXX
            ..OXXXXXX
            O.O.XXXXX
        """,
    ),
]
