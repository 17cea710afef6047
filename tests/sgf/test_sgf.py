"""SGF by example: what each part of the format means to us. Fuzz and sgfmill's opinion are in test_sgf_fuzz.py."""

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from semeai import sgf
from semeai.go.board import IllegalMove
from semeai.go.game import Game, Node, Result
from semeai.go.points import BLACK, EMPTY, PASS, RESIGN, WHITE, VertexError, parse_vertex, points
from semeai.go.rules import PRESETS, AtLimit, Placement, Repetition, Rules, Scoring
from semeai.sgf import SgfError, SgfNode, parse, read_game, read_games, serialise, write_game
from tests.conftest import SLOW
from tests.sgf.support import flat, flat_game

FILES = sorted((Path(__file__).parent / "data").glob("*.sgf"))


def at(vertex: str, size: int = 9) -> int:
    return parse_vertex(vertex, size)


def error_of(data: bytes | str) -> SgfError:
    with pytest.raises(SgfError) as caught:
        read_games(data)
    return caught.value


# -- text <-> tree ---------------------------------------------------------------------------------------------------

TREES = {
    "one node": ("(;)", [(0, {})]),
    "sequence": ("(;A[1];B[2];C[])", [(0, {"A": ["1"]}), (1, {"B": ["2"]}), (2, {"C": [""]})]),
    "variations": (
        "(;A[];B[](;C[];D[])(;E[](;F[])(;G[])))",
        [(i, {name: [""]}) for i, name in [(0, "A"), (1, "B"), (2, "C"), (3, "D"), (2, "E"), (3, "F"), (3, "G")]],
    ),
    "a lone variation is the sequence": ("(;A[](;B[](;C[])))", [(0, {"A": [""]}), (1, {"B": [""]}), (2, {"C": [""]})]),
    "collection": ("(;A[])(;B[];C[])", [(0, {"A": [""]}), (0, {"B": [""]}), (1, {"C": [""]})]),
    "values": ("(;AB[aa][bb] [cc]\n[dd])", [(0, {"AB": ["aa", "bb", "cc", "dd"]})]),
    "space": (" \t\n\r\f\v(\n;\tB \n [aa] )", [(0, {"B": ["aa"]})]),
    "order is kept": ("(;Z[]A[]M[])", [(0, {"Z": [""], "A": [""], "M": [""]})]),
    "raw": (r"(;C[a\]b\\c\:d\e(;)[])", [(0, {"C": [r"a\]b\\c\:d\e(;)["]})]),
    "duplicates are joined": ("(;AB[aa]C[x]AB[bb])", [(0, {"AB": ["aa", "bb"], "C": ["x"]})]),
    "ff3": (
        "(;GaMe[1]SiZe[9];Black[aa]CoPyright[x])",
        [(0, {"GM": ["1"], "SZ": ["9"]}), (1, {"B": ["aa"], "CP": ["x"]})],
    ),
    "long and numbered": ("(;MULTIGOGM[1]M1[x])", [(0, {"MULTIGOGM": ["1"], "M1": ["x"]})]),
    "mail": ("To: me (you)\n; (x)\n\n(;B[aa])\n-- \n) bye (\n", [(0, {"B": ["aa"]})]),
    "junk between": ("(;A[]) and ] ) ; (;B[])", [(0, {"A": [""]}), (0, {"B": [""]})]),
    "an outer parenthesis is junk": ("((;A[]))", [(0, {"A": [""]})]),
}


@pytest.mark.parametrize("name", TREES)
def test_trees(name: str) -> None:
    text, expected = TREES[name]
    for data in (text, text.encode(), b"\xef\xbb\xbf" + text.encode()):
        roots = parse(data)
        assert flat(roots) == expected
        # not even the order of properties is lost
        assert [list(p) for _, p in flat(parse(serialise(roots)))] == [list(p) for _, p in expected]
        assert flat(parse(serialise(roots))) == expected


def test_serialise_writes_one_node_a_line() -> None:
    text = "(;A[1][2]B[]\n;C[x]\n(;D[]\n;E[])\n(;F[]))\n(;)\n"
    assert serialise(parse(text)) == text


def test_serialise_skips_properties_without_values() -> None:
    assert serialise([SgfNode({"TR": [], "C": ["x"]})]) == "(;C[x])\n"


@pytest.mark.parametrize(
    "properties", [{"C": ["a]b"]}, {"C": ["a\\"]}, {"C": ["\\\\\\"]}, {"c": ["x"]}, {"": ["x"]}, {"A B": ["x"]}]
)
def test_serialise_refuses_what_would_break_the_file(properties: dict[str, list[str]]) -> None:
    with pytest.raises(ValueError, match=r"identifier|escaped"):
        serialise([SgfNode(properties)])


ERRORS = [
    # data, line, column, part of the message
    ("", 1, 1, "no game found"),
    ("hello\nworld", 2, 6, "no game found"),
    ("()", 1, 3, "no game found"),
    ("(;", 1, 3, "ends inside"),
    ("(;B[aa]", 1, 8, "ends inside"),
    ("(;B[aa](;W[bb])\n ", 2, 2, "ends inside"),
    ("(;B[aa", 1, 4, "missing closing ]"),
    ("(;B[aa]\n[bb\\]", 2, 1, "missing closing ]"),
    ("(;B[aa]\r\nC[x\\", 2, 2, "missing closing ]"),
    ("(;B", 1, 3, "property B has no value"),
    ("(;\nB;W[aa])", 2, 1, "property B has no value"),
    ("(;AB(;))", 1, 3, "property AB has no value"),
    ("(;[aa])", 1, 3, "without a property"),
    ("(;B[aa]x[bb])", 1, 8, "property x has no capital letter"),
    ("(;B[aa]*)", 1, 8, "unexpected '*'"),
    ("(;1A[aa])", 1, 3, "unexpected '1'"),
    ("(;É[aa])", 1, 3, "unexpected 'É'"),
    ("(;\u00a0B[aa])", 1, 3, "unexpected"),  # no-break space is no space to SGF
    ("(;(B[aa]))", 1, 4, "outside a node"),
    ("(;(;)B[aa])", 1, 6, "outside a node"),
    ("(;(;);)", 1, 6, "a node after a variation"),
    ("(;())", 1, 4, "expected a node, found an empty variation"),
    ("(;((;)))", 1, 4, "at the start of a variation"),
    ("(;)(;B)", 1, 6, "property B has no value"),
    ("(;\r\n;\n\r;\r;\n;B[)", 5, 3, "missing closing ]"),  # all four line breaks count
    ("(;\n\n;C[\\\n]*", 4, 2, "unexpected '*'"),
    (b"(;\nCA[klingon])", 2, 1, "unknown charset 'klingon'"),
    (b"(;CA[UTF-16])", 1, 3, "unknown charset"),  # not a superset of ASCII
    (b"(;CA[" + b"x" * 10_000 + b"])", 1, 3, "unknown charset"),
    (b"(;CA[a\0b])", 1, 3, "unknown charset"),
    # a value is reported at its node
    ("(;GM[2])", 1, 2, "expected a game of Go, GM[1], found GM[2]"),
    ("(;GM[])", 1, 2, "expected a game of Go"),
    ("(;SZ[9:13])", 1, 2, "expected the size of a square board, found SZ[9:13]"),
    ("(;SZ[x])", 1, 2, "found SZ[x]"),
    ("(;SZ[])", 1, 2, "found SZ[]"),
    ("(;SZ[9][9])", 1, 2, "found 2"),
    ("(;SZ[1])", 1, 2, "size must be 2 to 19, not 1"),
    ("(;SZ[20])", 1, 2, "size must be 2 to 19, not 20"),
    ("(;SZ[9999999])", 1, 2, "the size of a square board"),
    ("(;SZ[9]\n;B[ii]\n ;W[jj])", 3, 2, "W: expected a point of a 9x9 board, found 'jj'"),
    ("(;B[aaa])", 1, 2, "B: expected a point"),
    ("(;B[AA])", 1, 2, "B: expected a point"),
    ("(;B[a`])", 1, 2, "B: expected a point"),
    ("(;B[aa][bb])", 1, 2, "B: expected one value, found 2"),
    ("(;B[aa]B[bb])", 1, 2, "B: expected one value, found 2"),
    ("(;AB[tt])", 1, 2, "AB: expected a point"),
    ("(;AB[aa][])", 1, 2, "AB: expected a point"),
    ("(;AB[aa:])", 1, 2, "AB: expected a point"),
    ("(;AB[aa:bb:cc])", 1, 2, "AB: expected a point"),
    ("(;AB[aa:tt])", 1, 2, "AB: expected a point"),
    ("(;AB[aa:cc]AW[bb])", 1, 2, "AW: bb is set up twice"),
    ("(;PL[x])", 1, 2, "PL: expected black or white"),
    ("(;)\n(;SZ[5]AB[aa:ee];B[aa])", 2, 2, "no liberty"),
    ("(;SZ[9];B[aa](;W[bb])(;W[cc]\n;B[zz]))", 2, 1, "B: expected a point"),
]


@pytest.mark.parametrize(("data", "line", "column", "message"), ERRORS)
def test_errors_say_where(data: bytes | str, line: int, column: int, message: str) -> None:
    error = error_of(data)
    assert (error.line, error.column) == (line, column)
    assert message in error.message
    assert str(error) == f"line {line}, column {column}: {error.message}"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.column) == (str(error), line, column)


# -- hostile sizes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [10_000, pytest.param(100_000, marks=SLOW)])
def test_deep_nesting(depth: int) -> None:
    text = "(;B[aa]" * depth + ")" * depth
    roots = parse(text)
    assert flat(roots)[-1] == (depth - 1, {"B": ["aa"]})
    game = read_game(text)  # no move is played, so they may all be illegal
    assert flat_game(read_game(write_game(game))) == flat_game(game)
    assert error_of("(;" * depth).message == "the text ends inside a game tree"


def test_deep_nesting_with_a_fork_at_each_level() -> None:
    depth = 20_000
    roots = parse("(;" * depth + "(;)(;)" + ")" * depth)
    assert flat(parse(serialise(roots))) == flat(roots)
    left = parse("(;(;)" * depth + "(;)" + ")" * depth)
    assert flat(parse(serialise(left))) == flat(left)


@pytest.mark.parametrize("n_pairs", [10_000, pytest.param(100_000, marks=SLOW)])
def test_many_nodes_in_one_line(n_pairs: int) -> None:
    text = "(;SZ[9]" + ";B[aa];W[]" * n_pairs + ")"
    node = read_game(text).root
    n = 0
    while node.children:
        node = node.children[0]
        n += 1
    assert n == 2 * n_pairs
    assert error_of(text[:-1] + ";B[zz])").column == len(text)


def test_huge_properties() -> None:
    comment = "x]\\" * 1_000_000
    game = Game()
    game.root.properties["C"] = [comment]
    assert read_game(write_game(game)).root.properties["C"] == [comment]
    assert error_of("(;C[" + "\\]" * 1_000_000).column == 4
    assert len(parse("(;TR" + "[aa]" * 200_000 + ")")[0].properties["TR"]) == 200_000
    assert list(parse("(;" + "A" * 1_000_000 + "[])")[0].properties) == ["A" * 1_000_000]
    assert read_game("(;SZ[9]KM[" + "9" * 1_000_000 + "])").rules.komi == 0


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf.tree, "MAX_LENGTH", 60)
    monkeypatch.setattr(sgf.tree, "MAX_NODES", 5)
    monkeypatch.setattr(sgf.tree, "MAX_VALUES", 10)
    monkeypatch.setattr(sgf.games, "MAX_VALUES", 10)
    monkeypatch.setattr(sgf.games, "MAX_GAMES", 3)
    assert parse("(;)" + " " * 57)
    assert "characters, found 61" in error_of("(;)" + " " * 58).message
    assert "bytes, found 61" in error_of(b"(;)" + b" " * 58).message
    assert parse("(;;)(;;;)")
    assert (error_of("(;;)\n(;;;;)").line, error_of("(;;)\n(;;;;)").column) == (2, 5)
    assert parse("(;A[][][][][];B[][][][][])")
    assert error_of("(;A[][][][][];B[][][][][][])").message == "expected at most 10 values, found more"
    assert len(read_games("(;)(;)(;)")) == 3
    assert error_of("(;)(;)(;)(;)").column == 11
    assert read_game("(;AB[aa:ea];AW[af:ef])")  # a rectangle costs what it stands for
    assert error_of("(;AB[aa:ea];AW[af:ff])").message == "AW: expected at most 10 stones in setups, found more"


# -- charsets --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "comment"),
    [
        ("(;CA[UTF-8]C[呉清源])".encode(), "呉清源"),
        ("(;C[呉清源])".encode(), "呉清源"),  # no CA: UTF-8 where it can be
        ("(;C[déjà vu])".encode("latin-1"), "déjà vu"),  # else Latin-1
        ("(;CA[]C[déjà vu])".encode("latin-1"), "déjà vu"),
        ("(;CA[ISO-8859-1]C[Ã©])".encode("latin-1"), "Ã©"),  # a CA is believed, even where UTF-8 would do
        ("\ufeff(;CA[ISO-8859-1]C[é])".encode(), "é"),  # but the mark of UTF-8 more so
        ("(;C[表示])".encode("shift_jis").replace(b"(;", b"(;ChArset[ Shift_JIS ]"), "表示"),  # a \ within
        ("(;CA[Big5]C[許功蓋])".encode("big5"), "許功蓋"),
        ("(;CA[GBK]C[誠])".encode("gbk"), "誠"),
        ("(;CA[euc-kr]C[바둑])".encode("euc-kr"), "바둑"),
        ("(;CA[koi8-r]C[щя])".encode("koi8-r"), "щя"),
        ("(;PB[x]GC[;CA[\\]CA]CA[cp1251]C[щя];CA[utf-8])".encode("cp1251"), "щя"),  # CA of the root alone
        ("(;C[déjà])(;CA[utf-8])".encode("latin-1"), "déjà"),  # the first one
    ],
)
def test_charsets(data: bytes, comment: str) -> None:
    assert read_game(data).root.properties["C"] == [comment]
    assert read_game(write_game(read_game(data)).encode()).root.properties["C"] == [comment]


def test_text_is_already_decoded() -> None:
    assert read_game("(;CA[klingon]C[呉])").root.properties["C"] == ["呉"]


@pytest.mark.parametrize(
    "name",
    ["utf-7", "utf-32", "unicode_escape", "raw_unicode_escape", "idna", "punycode", "hz", "rot13", "zip", "cp037"],
)
def test_codecs_that_are_no_charsets(name: str) -> None:
    assert "unknown charset" in error_of(f"(;CA[{name}])".encode()).message


# -- values ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "text", "simple"),
    [
        ("plain", "plain", "plain"),
        (r"a\]b", "a]b", "a]b"),
        (r"a\\b", "a\\b", "a\\b"),
        (r"a\:b:c", "a:b:c", "a:b:c"),
        (r"\a\b\\\c", "ab\\c", "ab\\c"),
        ("a\nb", "a\nb", "a b"),
        ("a\rb\r\nc\n\rd", "a\nb\nc\nd", "a b c d"),
        ("a\n\nb", "a\n\nb", "a  b"),
        ("a\\\nb\\\rc\\\r\nd\\\n\re", "abcde", "abcde"),  # soft line breaks
        ("a\\\\\nb", "a\\\nb", "a\\ b"),  # an escaped backslash makes none
        ("a\\\n\nb", "a\nb", "a b"),
        ("a\tb\vc\fd\\\te", "a b c d e", "a b c d e"),
        ("  x ", "  x ", "  x "),
        ("", "", ""),
    ],
)
def test_text_values(raw: str, text: str, simple: str) -> None:
    assert sgf.text_value(raw) == text
    assert sgf.text_value(raw, simple=True) == simple
    assert sgf.text_value(sgf.escape(text)) == text


@pytest.mark.parametrize(
    ("raw", "parts"),
    [
        ("aa:label", ("aa", "label")),
        (r"a\:b:c\:d", ("a:b", "c:d")),
        ("a:b:c", ("a", "b:c")),
        (r"a\\:b\]", ("a\\", "b]")),
        (":", ("", "")),
        ("a\n:b", ("a ", "b")),
    ],
)
def test_composed_values(raw: str, parts: tuple[str, str]) -> None:
    assert sgf.split_compose(raw) == parts
    assert sgf.split_compose(sgf.compose(*parts)) == parts


def test_not_composed() -> None:
    assert sgf.split_compose(r"no\:colon") is None
    assert sgf.compose("CGoban", "3") == "CGoban:3"


@pytest.mark.parametrize(
    ("text", "vertex", "size"),
    [("aa", "A9", 9), ("ii", "J1", 9), ("ai", "A1", 9), ("ia", "J9", 9), ("ef", "E4", 9), ("pd", "Q16", 19)],
)
def test_points(text: str, vertex: str, size: int) -> None:
    assert sgf.sgf_to_point(text, size) == at(vertex, size)
    assert sgf.point_to_sgf(at(vertex, size), size) == text


@pytest.mark.parametrize("size", [2, 9, 19])
def test_every_point_has_its_own_name(size: int) -> None:
    names = [sgf.point_to_sgf(p, size) for p in points(size)]
    assert len(set(names)) == size * size
    assert [sgf.sgf_to_point(name, size) for name in names] == points(size)
    assert sgf.sgf_to_point("", size) == sgf.sgf_to_point("tt", size) == PASS
    assert sgf.point_to_sgf(PASS, size) == ""


def test_points_off_the_board() -> None:
    for text in ("ja", "aj", "a", "aaa", "AA", "a ", "`a", "éa"):
        with pytest.raises(VertexError):
            sgf.sgf_to_point(text, 9)
    for p in (RESIGN, at("K1", 19), at("A10", 19), -1, 10_000):
        with pytest.raises(VertexError):
            sgf.point_to_sgf(p, 9)


# -- tree -> game ----------------------------------------------------------------------------------------------------


def test_moves_passes_and_variations() -> None:
    game = read_game("(;SZ[9];B[ee];W[];B[tt](;W[cc])(;W[gg];B[cc]))")
    game.to_end()
    assert game.moves == [(BLACK, at("E5")), (WHITE, PASS), (BLACK, PASS), (WHITE, at("C7"))]
    fork = game.root.children[0].children[0].children[0]
    assert [child.point for child in fork.children] == [at("C7"), at("G3")]
    game.go_to(fork.children[1].children[0])
    assert game.moves[-2:] == [(WHITE, at("G3")), (BLACK, at("C7"))]


def test_setup_and_compressed_lists() -> None:
    game = read_game("(;SZ[9]AB[aa:ca][ac]AW[bc:cd]AE[ii]PL[W];AE[ca:aa]AB[ei][ei];B[hh]AW[ha:ha])")
    assert game.root.setup == (
        dict.fromkeys(map(at, ["A9", "B9", "C9", "A7"]), BLACK)
        | dict.fromkeys(map(at, ["B7", "C7", "B6", "C6"]), WHITE)
        | {at("J1"): EMPTY}
    )
    assert game.to_play == WHITE
    game.forward()
    assert game.board.stones == {at("A7"): BLACK, at("E1"): BLACK} | dict.fromkeys(
        map(at, ["B7", "C7", "B6", "C6"]), WHITE
    )
    game.forward()  # setup and move in one node: the setup comes first
    assert game.board.stones[at("H9")] == WHITE
    assert game.board.stones[at("H2")] == BLACK


def test_an_empty_list_sets_nothing_up() -> None:
    assert read_game("(;AB[];AE[])").root.setup == {}


def test_illegal_moves_are_found_when_travelling() -> None:
    game = read_game("(;SZ[9];B[ee];W[ee];B[aa])")
    with pytest.raises(IllegalMove):
        game.to_end()
    assert game.moves == [(BLACK, at("E5"))]


def test_a_move_in_the_root_becomes_a_node() -> None:
    game = read_game("(;SZ[9]B[ee]C[first](;W[cc])(;W[gg]))")
    assert (game.root.color, game.root.properties) == (None, {"C": ["first"]})
    (move,) = game.root.children
    assert (move.color, move.point, len(move.children)) == (BLACK, at("E5"), 2)
    assert flat_game(read_game(write_game(game))) == flat_game(game)


def test_two_moves_in_a_node_become_two_nodes() -> None:
    game = read_game("(;SZ[9];W[ee]B[cc]C[both];W[gg])")
    game.to_end()
    assert game.moves == [(WHITE, at("E5")), (BLACK, at("C7")), (WHITE, at("G3"))]
    assert game.root.children[0].properties == {"C": ["both"]}


@pytest.mark.parametrize(
    ("text", "to_play"),
    [
        ("(;SZ[9])", None),
        ("(;SZ[9];W[aa])", None),
        ("(;SZ[9]PL[W])", WHITE),
        ("(;SZ[9]PL[ black ]AB[aa];W[bb])", BLACK),
        ("(;SZ[9]AB[cc][gg]HA[2])", WHITE),
        ("(;SZ[9]AB[cc][gg]HA[2];B[aa])", None),
        ("(;SZ[9]AB[cc];W[aa])", WHITE),
        ("(;SZ[9]AB[cc];B[aa])", None),
        ("(;SZ[9]AB[cc]HA[0])", None),
    ],
)
def test_who_is_to_play(text: str, to_play: int | None) -> None:
    assert read_game(text).root.to_play == to_play
    assert read_game(text).to_play == (to_play or BLACK)


@pytest.mark.parametrize(
    ("text", "size"), [("(;)", 19), ("(;SZ[9])", 9), ("(;SZ[13:13])", 13), ("(;SZ[ 2 ])", 2), ("(;GM[ 1 ]SZ[19])", 19)]
)
def test_size(text: str, size: int) -> None:
    assert read_game(text).rules.size == size


@pytest.mark.parametrize(
    ("properties", "komi"),
    [
        ("", 0),
        ("KM[6.5]", 6.5),
        ("KM[-3]", -3),
        ("KM[ 7.50 ]", 7.5),
        ("KM[361]", 361),
        ("KM[275]", 275),
        ("KM[6.75]", 7),  # to the next half
        ("KM[6.6]", 6.5),
        ("KM[3.75]", 7.5),  # stones, in Chinese counting
        ("KM[2.75]", 5.5),
        ("KM[375]", 7.5),  # hundredths of stones
        ("KM[650]", 6.5),  # hundredths of points
        ("KM[325]AP[GNU Go:3.8]AP[foxwq]", 6.5),
        ("KM[350]AP[foxwq]", 7),
        ("KM[50]AP[foxwq]", 0.5),
        ("KM[0]AP[foxwq]", 0),
        ("KM[6.5]AP[foxwq]", 6.5),
        ("KM[]", 0),
        ("KM[six]", 0),
        ("KM[nan]", 0),
        ("KM[inf]", 0),
        ("KM[-1e999]", 0),
        ("KM[1e9]", 0),
        ("KM[7.5][6.5]", 7.5),
    ],
)
def test_komi(properties: str, komi: float) -> None:
    game = read_game(f"(;SZ[9]{properties})")
    assert game.rules.komi == komi
    assert read_game(write_game(game)).rules.komi == komi


def test_the_texts_of_the_rules_are_kept_while_they_are_true() -> None:
    game = read_game("(;KM[6.75]RU[AGA])")
    assert game.root.properties == {"KM": ["6.75"], "RU": ["AGA"]}
    assert "KM[6.75]RU[AGA]" in write_game(game)
    other = Game(Rules.preset("zela", size=19, komi=5.5), game.root)
    assert "KM[5.5]RU[zela]" in write_game(other)
    # 325 is Fox's own, and the file that we write is not Fox's
    assert "KM[6.5]" in write_game(read_game("(;AP[foxwq]KM[325])"))


@pytest.mark.parametrize(
    ("text", "scoring", "repetition", "suicide"),
    [
        ("Chinese", Scoring.AREA, PRESETS["chinese"].repetition, False),
        ("Japanese", Scoring.TERRITORY, Repetition.KO, False),
        ("AGA", Scoring.AREA, Repetition.SITUATIONAL, False),
        ("NZ", Scoring.AREA, Repetition.SITUATIONAL, True),
        ("New  Zealand", Scoring.AREA, Repetition.SITUATIONAL, True),
        ("GOE", Scoring.AREA, Repetition.POSITIONAL, True),
        ("Tromp-Taylor", Scoring.AREA, Repetition.POSITIONAL, True),
        ("tromp taylor", Scoring.AREA, Repetition.POSITIONAL, True),
        ("korean", Scoring.TERRITORY, Repetition.KO, False),
        ("drake", Scoring.AREA, Repetition.POSITIONAL, False),
        ("blackman", Scoring.TERRITORY, Repetition.POSITIONAL, False),
        ("of my \\] own", Scoring.TERRITORY, Repetition.KO, False),
        ("", Scoring.TERRITORY, Repetition.KO, False),
    ],
)
def test_rules(text: str, scoring: Scoring, repetition: Repetition, suicide: bool) -> None:
    game = read_game(f"(;RU[{text}])")
    rules = game.rules
    assert (rules.scoring, rules.repetition, rules.suicide) == (scoring, repetition, suicide)
    assert f"RU[{text}]" in write_game(game)  # the text is kept
    assert read_game(write_game(game)).rules == rules


@pytest.mark.parametrize("name", PRESETS)
def test_presets_come_back(name: str) -> None:
    rules = replace(PRESETS[name], size=9, move_limit=None, at_move_limit=AtLimit.SCORE)
    game = read_game(write_game(Game(rules)))
    assert game.rules == rules
    assert game.root.properties == {}


def test_rules_without_ru() -> None:
    assert read_game("(;SZ[9]KM[6.5])").rules == Rules.preset("japanese", size=9, komi=6.5)


@pytest.mark.parametrize("name", ["richards", "custom", "who knows"])
def test_ru_sets_no_limit_of_moves(name: str) -> None:
    assert read_game(f"(;RU[{name}])").rules.move_limit is None


@pytest.mark.parametrize(
    ("text", "handicap", "placement"),
    [
        ("HA[2]AB[cg][gc]", 2, Placement.FIXED),
        ("HA[2]AB[cg][ee]", 2, Placement.FREE),
        ("HA[ 2 ]", 2, Placement.FREE),
        ("HA[0]", 0, Placement.FIXED),
        ("HA[1]", 0, Placement.FIXED),
        ("HA[81]", 0, Placement.FIXED),
        ("HA[many]", 0, Placement.FIXED),
        ("HA[-2]", 0, Placement.FIXED),
        ("HA[" + "9" * 9999 + "]", 0, Placement.FIXED),
    ],
)
def test_handicap(text: str, handicap: int, placement: Placement) -> None:
    game = read_game(f"(;SZ[9]{text})")
    assert (game.rules.handicap, game.rules.placement) == (handicap, placement)
    again = read_game(write_game(game))
    assert again.rules == game.rules
    assert again.root.properties == game.root.properties


def test_everything_else_is_kept() -> None:
    text = r"(;SZ[9]PB[a\]b]C[x\\y]LB[aa:p\:q][bb:\\]XX[a\:b][\]]KO[]WV[];B[aa]BL[12.5]C[two" + "\n" + r"lines])"
    game = read_game(text)
    assert game.root.properties == {
        "PB": ["a]b"],  # texts are plain
        "C": ["x\\y"],
        "LB": ["aa:p\\:q", "bb:\\\\"],  # the rest is raw
        "XX": ["a\\:b", "\\]"],
        "KO": [""],
        "WV": [""],
    }
    assert game.root.children[0].properties == {"BL": ["12.5"], "C": ["two\nlines"]}
    again = read_game(write_game(game))
    assert flat_game(again) == flat_game(game)
    assert list(again.root.properties) == list(game.root.properties)


def test_the_file_speaks_of_itself_anew() -> None:
    game = read_game("(;FF[3]GM[1]CA[latin-1]AP[other:1]SZ[9:9]ST[1])")
    assert game.root.properties == {"ST": ["1"]}
    assert write_game(game) == "(;FF[4]GM[1]CA[UTF-8]AP[semeai]SZ[9]KM[0]RU[japanese]ST[1])\n"


# -- game -> tree ----------------------------------------------------------------------------------------------------


def test_write_game() -> None:
    game = Game(Rules(size=9, komi=7.5))
    game.root.properties |= {"PB": ["uct:playouts=500"], "PW": ["a]b"]}
    game.play(at("E5"))
    game.node.properties["C"] = ["0.5 [maybe]"]
    game.play(at("C7"))
    game.back()
    game.play(PASS)
    game.play(PASS)
    assert write_game(game) == (
        f"(;FF[4]GM[1]CA[UTF-8]AP[semeai]SZ[9]KM[7.5]RU[{game.rules.name}]PB[uct:playouts=500]PW[a\\]b]RE[B+73.5]\n"
        ";B[ee]C[0.5 [maybe\\]]\n"
        "(;W[cc])\n"
        "(;W[]\n"
        ";B[]))\n"
    )


def test_write_result() -> None:
    game = Game()
    assert "RE[" not in write_game(game)
    game.play(RESIGN)
    assert "RE[W+R]" in write_game(game)
    game.root.properties["RE"] = []
    assert "RE[W+R]" in write_game(game)
    game.root.properties["RE"] = ["Void"]
    assert "RE[Void]" in write_game(game)
    game.declare(Result(BLACK, "time"))
    del game.root.properties["RE"]
    assert "RE[B+T]" in write_game(game)


def test_write_handicap_and_setup() -> None:
    game = Game(Rules(size=9, handicap=2))
    game.set_up({at("A1"): WHITE, at("C3"): EMPTY}, to_play=BLACK)
    text = write_game(game)
    assert "HA[2]AB[cg][gc]PL[W]" in text
    assert ";AW[ai]AE[cg]PL[B]" in text
    again = read_game(text)
    assert again.rules == game.rules
    assert flat_game(again) == flat_game(game)
    free = Game(Rules(size=9))
    free.place_handicap([at("E5"), at("A1"), at("J9")])  # more than the rules knew
    assert "HA[3]" in write_game(free)
    assert read_game(write_game(free)).rules.handicap == 3
    assert "HA[2]" in write_game(Game(Rules(handicap=2, placement=Placement.FREE)))


def test_write_game_guards_the_file() -> None:
    game = Game()
    game.root.properties |= {"B": ["zz"], "AB": ["zz"], "FF": ["99"], "SZ": ["7"], "PL": ["x"]}
    assert write_game(game) == f"(;FF[4]GM[1]CA[UTF-8]AP[semeai]SZ[9]KM[7.5]RU[{game.rules.name}])\n"
    game.root.properties["LB"] = ["aa:]"]
    with pytest.raises(ValueError, match="expected an escaped value of LB"):
        write_game(game)
    with pytest.raises(VertexError):
        write_game(Game(Rules(), Node(children=[Node(color=BLACK, point=at("K1", 19))])))


def test_games_in_a_row_are_a_collection() -> None:
    games = [Game(Rules(size=size)) for size in (5, 7)]
    assert [g.rules.size for g in read_games("".join(map(write_game, games)))] == [5, 7]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files_round_trip(path: Path) -> None:
    roots = parse(path.read_bytes())
    assert flat(parse(serialise(roots))) == flat(roots)
    for game in read_games(path.read_bytes()):
        text = write_game(game)
        again = read_game(text.encode())
        assert flat_game(again) == flat_game(game)
        assert again.rules == game.rules
        assert write_game(again) == text
        pending = [game.root]  # these records are of legal games, in all variations
        while pending:
            node = pending.pop()
            game.go_to(node)
            pending += node.children


def test_read_game_takes_the_first() -> None:
    assert read_game("(;SZ[5])(;SZ[99])").rules.size == 5
