"""Stones that fall at once or soon: captures, ladders, nets, snapbacks."""

from semeai.go.points import BLACK, WHITE
from tests.players.tactics.problem import Problem

CAPTURES = [
    Problem(
        "two chains in atari",
        "capture",
        WHITE,
        komi=8.5,
        right="E6",
        why="whoever takes first lives: white lifts four stones",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            OOOOOOOOO
            XXXX.OOOO
            OOOO.XXXX
            XXXXXXXXX
            XXXXXXXXX
            XXXXXXXXX
            .XXXXXXX.
        """,
    ),
    Problem(
        "double atari",
        "capture",
        BLACK,
        komi=6.5,
        right="C4 E5 G4",
        why="white can save one of two chains only",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            XXXXXXXXX
            XXOO.OOXX
            OO.XXX.OO
            OOOOOOOOO
            OOOOOOOOO
            .OOOOOOO.
        """,
    ),
    Problem(
        "four stones in one breath",
        "capture",
        BLACK,
        komi=7.5,
        right="D4",
        why="the four stones have one liberty left, and would come home there",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            XXXO..XXX
            XXOO.XXOO
            OOX.X..OO
            OOOOOOOOO
            OOOOOOOOO
            .OOOOOOO.
        """,
    ),
    Problem(
        "capture that links",
        "capture",
        WHITE,
        komi=-5.5,
        right="E4",
        why="the capture saves the stones around it; no other move does",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            OOOOOOOOO
            OO.X..OOO
            OOXX.O.XX
            XXOO.OXXX
            XXXXXXXXX
            XXXXXXXXX
            .XXXXXXX.
        """,
    ),
    Problem(
        "atari on both sides",
        "capture",
        BLACK,
        komi=-5.5,
        right="E6",
        why="two chains are in atari, and one of them falls",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            XXOO.OOXX
            XXXOXXOOO
            OOX.O.OOO
            OOOOOOOOO
            OOOOOOOOO
            .OOOOOOO.
        """,
    ),
    Problem(
        "before it connects",
        "capture",
        BLACK,
        komi=5.5,
        right="C5",
        why="three stones are taken before C5 links them to the rest",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            XOOXXXOOX
            XO..X.OXX
            XXOOOXOOX
            OOOOOOOOO
            OOOOOOOOO
            .OOOOOOO.
        """,
    ),
    Problem(
        "ladder to the corner",
        "ladder",
        BLACK,
        komi=35.5,
        right="E4",
        why="driven away from its friends the stone runs into the corner; from D5 it is let go",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            XXXXXXOOO
            XX..OXOOO
            X....OOO.
            XX..XOOOO
            XXXXXOOOO
            .XXXXOOO.
        """,
    ),
    Problem(
        "loose net",
        "net",
        BLACK,
        komi=38.5,
        right="E3 E4",
        why="E3 holds the stones from afar, E4 drives them there; D3 lets them out",
        diagram="""
            .XXXXXXX.
            XXXXXXXXX
            XXXXXXXXX
            XXXXXXXXX
            XXXXXXOOO
            XOOO..OOO
            XXX...OO.
            XXX..OOOO
            .XXXXOOO.
        """,
    ),
    Problem(
        "snapback",
        "snapback",
        WHITE,
        komi=-20.5,
        right="D5",
        why="the stone thrown in is taken, and four stones are taken back",
        diagram="""
            .OOOOOOO.
            OOOOOOOOO
            OOOOOOOOO
            OOXXXOOOO
            OOX..OOOO
            OOOXOOOOO
            XXXXXXXXX
            XXXXXXXXX
            .XXXXXXX.
        """,
    ),
]
