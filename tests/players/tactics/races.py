"""Who is first, and who had better not: semeai, seki and ko."""

from semeai.go.points import BLACK, WHITE
from tests.players.tactics.problem import Problem

RACES = [
    Problem(
        "two against two",
        "semeai",
        WHITE,
        komi=17.5,
        right="C8 D8",
        why="equal liberties, so the first to fill one wins",
        diagram="""
            .OOOOOOO.
            OO..OOOOO
            XXXXXXXXX
            OOOOOOOOO
            XX..XXXXX
            XXXXXXXXX
            XXXXXXXXX
            XXXXXXXXX
            .XXXXXXX.
        """,
    ),
    Problem(
        "from outside",
        "semeai",
        BLACK,
        komi=-17.5,
        right="D8",
        why="the outside liberty first; the shared one is also one's own",
        diagram="""
            .XXXXXXX.
            XXX.XXXXX
            OOOOOOOOO
            OO.OOOOOO
            XXXXXXXXX
            OO.OOOOOO
            OOOOOOOOO
            OOOOOOOOO
            .OOOOOOO.
        """,
    ),
    Problem(
        "race or seki",
        "semeai",
        BLACK,
        komi=-6.5,
        right="C6 D6 D8",
        why="any white liberty wins the race; waiting loses it",
        diagram="""
            .XXXXXXX.
            XXX.XXXXX
            OOOOOOOOO
            OO..OOOOO
            XXXXXXXXX
            OO..OOOOO
            OOOOOOOOO
            OOOOOOOOO
            .OOOOOOO.
        """,
    ),
    Problem(
        "race with a way out",
        "semeai",
        BLACK,
        komi=4.5,
        right="E2",
        why="the race is won either way, but linking up wins a point more",
        diagram="""
            .XXXXOOO.
            XXXXXOOOO
            XXXXXOOOO
            XXXXXOOOO
            .XXXXOOO.
            XX.XXOOOO
            OOOOXOOOO
            O.XX.OOOO
            O.X.OOOOO
        """,
    ),
    Problem(
        "cut into the race",
        "semeai",
        WHITE,
        komi=-2.5,
        right="D3",
        why="black's stones are cut off before they link up, and lose the race",
        diagram="""
            .XXXXOOO.
            XXXXXOOOO
            XXXXXOOOO
            XXXXXOOOO
            .XXXXOOO.
            XXXXXOOOO
            OOO.XOOOO
            O..XOOOOO
            O.XXOOOOO
        """,
    ),
    Problem(
        "into the corner",
        "semeai",
        BLACK,
        komi=-7.5,
        right="B1 B2",
        why="inside at once; anything else leaves white the first move there",
        diagram="""
            .XXXXOOO.
            XXXXXOOOO
            XXXXXOOOO
            XXXXXOOOO
            .XXXXOOO.
            XXXXXOOOO
            OOOOXOOOO
            ..XXOOOOO
            O.X.OOOOO
        """,
    ),
    Problem(
        "thrown-in stone",
        "semeai",
        WHITE,
        komi=-7.5,
        right="B2 C2",
        why="both black chains are short of liberties; C1 is self-atari",
        diagram="""
            .XXXXOOO.
            XXXXXOOOO
            XXXXXOOOO
            XXXXXOOOO
            .XXXXOOO.
            XX.XXOOOO
            OOOOXOOOO
            O..XOOOOO
            OX.XOOOOO
        """,
    ),
    Problem(
        "leave the seki alone",
        "seki",
        BLACK,
        komi=-9.5,
        right="E6",
        why="the last neutral point; who touches the seki dies in it",
        diagram="""
            .XXXXOOO.
            XXXXXOOOO
            XXXXXOOOO
            XXXX.OOOO
            .XXXXOOO.
            XXXXXOOOO
            OOOOXOOOO
            O.XXOOOOO
            O.XXOOOOO
        """,
    ),
    Problem(
        "make a seki",
        "seki",
        BLACK,
        komi=-14.5,
        right="C2",
        why="connected, black shares two liberties with white and lives",
        diagram="""
            .XXXXOOO.
            XXXXXOOOO
            XXXXXOOOO
            XXXXXOOOO
            .XXXXOOO.
            XXXXXOOOO
            OOOOXOOOO
            O..XOOOOO
            O.X.OOOOO
        """,
    ),
    Problem(
        "seki is enough",
        "seki",
        WHITE,
        komi=-4.5,
        right="D1",
        why="black's spare liberty goes, and nobody can approach",
        diagram="""
            .XXXXOOO.
            XXXXXOOOO
            XXXXXOOOO
            XXXXXOOOO
            .XXXXOOO.
            XXXXXOOOO
            OOOOXOOOO
            O.XXOOOOO
            O.X.OOOOO
        """,
    ),
    Problem(
        "better than seki",
        "seki",
        WHITE,
        komi=-14.5,
        right="B1",
        why="an eye wins the race; taking the outside liberty wins less",
        diagram="""
            .XXXXOOO.
            XXXXXOOOO
            XXXXXOOOO
            XXXXXOOOO
            .XXXXOOO.
            XXXXXOOOO
            OOOOXOOOO
            O.XXOOOOO
            ..X.OOOOO
        """,
    ),
    Problem(
        "last ko",
        "ko",
        BLACK,
        komi=9.5,
        right="D5",
        why="take it; there are no threats",
        diagram="""
            .OOOXXXX.
            OOOOXXXXX
            OOOOXXXXX
            OOOOXXXXX
            OOO.OXXXX
            OOOOXXXXX
            OOOOXXXXX
            OOOOXXXXX
            .OOOXXXX.
        """,
    ),
    Problem(
        "connect the ko first",
        "ko",
        WHITE,
        komi=9.5,
        right="D5",
        why="the ko is worth more than either end of the gap below",
        diagram="""
            .OOOXXXX.
            OOOOXXXXX
            OOOOXXXXX
            OOOOXXXXX
            OOO.OXXXX
            OOOOXXXXX
            OOOOXXXXX
            OOO.XXXXX
            .OO.XXXX.
        """,
    ),
    Problem(
        "two ko and a neutral point",
        "ko",
        BLACK,
        komi=10.5,
        right="E3 D5",
        why="the ko at D7 comes too early",
        diagram="""
            .OOOXXXX.
            OOOOXXXXX
            OOO.OXXXX
            OOOOXXXXX
            OOO.XXXXX
            OOOOXXXXX
            OOOX.XXXX
            OOOOXXXXX
            .OOOXXXX.
        """,
    ),
]
