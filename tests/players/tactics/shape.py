"""Links and cuts, and the last points of the game."""

from semeai.go.points import BLACK, WHITE
from tests.players.tactics.problem import Problem

SHAPE = [
    Problem(
        "cut underneath",
        "connect",
        BLACK,
        komi=26.5,
        right="E1",
        why="two groups of one eye each must not meet on the first line",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            XXXXXXXXX
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            XOOOXOOOX
            XO.OXO.OX
            XOO...OOX
        """,
    ),
    Problem(
        "link underneath",
        "connect",
        BLACK,
        komi=-33.5,
        right="E2",
        why="the one point that makes both links sure",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            OOOOOOOOO
            .OOOOOOO.
            OOOOOOOOO
            OXXXOOOOO
            OX.XOXXXO
            OXX..X.XO
            OOOO..XXO
        """,
    ),
    Problem(
        "cut in the middle",
        "connect",
        WHITE,
        komi=-28.5,
        right="E2",
        why="both halves die",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            OOOOOOOOO
            .OOOOOOO.
            OOOOOOOOO
            OOXXOOXXO
            OOX.X.X.X
            OOXX..XXX
            OOOO.OOOO
        """,
    ),
    Problem(
        "hold the stone",
        "connect",
        BLACK,
        komi=8.5,
        right="D1",
        why="E1 is held; D2 at once loses stones",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            XXXXXXXXX
            .XXXXXXX.
            XXXXXXXXX
            XOOOXXXXX
            XO.OXOOOX
            XOO.OO.OX
            XXX.X.OOX
        """,
    ),
    Problem(
        "cut off four stones",
        "connect",
        BLACK,
        komi=8.5,
        right="G5",
        why="white's way home",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            XXXXOOXXX
            XX..OO.OO
            OOXXXXOOO
            OOOOOOOOO
            OOOOOOOOO
            .OOOOOOO.
        """,
    ),
    Problem(
        "cut from the top",
        "connect",
        BLACK,
        komi=6.5,
        right="E6",
        why="black links up, and white's stones below are alone",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            OOOOOOOOO
            OOX..X.OO
            OO.XOOXXX
            XXX..O.XX
            XXXXXXXXX
            XXXXXXXXX
            .XXXXXXX.
        """,
    ),
    Problem(
        "wall in",
        "connect",
        WHITE,
        komi=-1.5,
        right="E6",
        why="the link closes the door on four black stones",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            XXXO.OXXX
            XXO.XO.OO
            OOXXXOXOO
            OOOOOOOOO
            OOOOOOOOO
            .OOOOOOO.
        """,
    ),
    Problem(
        "bring it home",
        "connect",
        BLACK,
        komi=8.5,
        right="E6",
        why="two stones are taken and the third comes home",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            OOOOOOOOO
            OOOX.XXOO
            OO..OOXXX
            XXXOX..XX
            XXXXXXXXX
            XXXXXXXXX
            .XXXXXXX.
        """,
    ),
    Problem(
        "last neutral point",
        "endgame",
        BLACK,
        komi=0.5,
        right="E5",
        why="one point wins by area",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            XXXXXXXXX
            XXXX.OOOO
            OOOOOOOOO
            OOOOOOOOO
            OOOOOOOOO
            .OOOOOOO.
        """,
    ),
    Problem(
        "the longest corridor",
        "endgame",
        BLACK,
        komi=14.5,
        right="H4",
        why="three corridors of one, two and three points",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            XXXXXXXXX
            XXXXXXXXX
            O.OO.OO.O
            OOOO.OO.O
            OOOOOOO.O
            .OOOOOOO.
        """,
    ),
    Problem(
        "the deeper gap",
        "endgame",
        WHITE,
        komi=-10.5,
        right="F4",
        why="a step further in than the other gap",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            OOOOOOOOO
            OOOOOOOOO
            OO.OO.OOO
            XX.XX.XXX
            XXXXX.XXX
            XXXXXXXXX
            .XXXXXXX.
        """,
    ),
    Problem(
        "hane on the first line",
        "endgame",
        BLACK,
        komi=-7.5,
        right="E1",
        why="the middle of the gap",
        diagram="""
            .XXXOOOO.
            XXXXOOOOO
            XXXXOOOOO
            XXXXOOOOO
            .XXXOOOO.
            XXXXOOOOO
            XXXXOOOOO
            XXXXOOOOO
            XX.....OO
        """,
    ),
    Problem(
        "hole on the second line",
        "endgame",
        BLACK,
        komi=-5.5,
        right="E2",
        why="the middle of the gap, not the first line",
        diagram="""
            .XXXOOOO.
            XXXXOOOOO
            XXXXOOOOO
            XXXXOOOOO
            .XXXOOOO.
            XXXXOOOOO
            XXXXOOOOO
            XXX...OOO
            XX.....OO
        """,
    ),
    Problem(
        "jump along the edge",
        "endgame",
        BLACK,
        komi=-3.5,
        right="F1",
        why="F1 reaches just far enough",
        diagram="""
            .XXXOOOO.
            XXXXOOOOO
            .XXXOOOO.
            XXXXOOOOO
            XXXXOOOOO
            XXXXOOOOO
            XXX.OOOOO
            XX.XX.OOO
            XX.....OO
        """,
    ),
]
