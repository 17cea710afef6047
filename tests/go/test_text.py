"""What is read from or written as text: vertices, colors, diagrams, rules; and handicap points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semeai.go.board import Board
from semeai.go.diagram import DiagramError, draw_board, format_diagram, parse_diagram
from semeai.go.handicap import HandicapError, fixed_handicap, free_handicap, max_fixed_handicap
from semeai.go.points import BLACK, PASS, WHITE, VertexError, parse_vertex, points, transform, vertex
from semeai.go.rules import PRESETS, Rules, RulesError
from tests.conftest import scaled

sizes = st.integers(2, 19)


@given(sizes, st.data())
def test_vertices_round_trip(size: int, data: st.DataObject) -> None:
    p = data.draw(st.sampled_from([*points(size), PASS]))
    assert parse_vertex(vertex(p), size) == parse_vertex(vertex(p).lower(), size) == p


@given(sizes, st.text(max_size=6))
def test_any_text_is_a_vertex_or_an_error(size: int, text: str) -> None:
    try:
        p = parse_vertex(text, size)
    except VertexError:
        return
    assert vertex(p).lower() == text.lower() or text[1:].startswith("0")


@pytest.mark.parametrize("text", ["", "I5", "K1", "A10", "A0", "A-1", "5", "AA1", "A1 ", "A\u0661", "passs"])
def test_no_vertex_of_9x9(text: str) -> None:
    with pytest.raises(VertexError):
        parse_vertex(text, 9)


@given(sizes, st.data())
def test_diagrams_round_trip(size: int, data: st.DataObject) -> None:
    stones = data.draw(st.dictionaries(st.sampled_from(points(size)), st.sampled_from([BLACK, WHITE])))
    assert parse_diagram(format_diagram(size, stones)) == (size, stones)
    assert parse_diagram("# hello\n\n  " + format_diagram(size, stones).replace("X", " x ")) == (size, stones)


@given(st.text(alphabet="XxOo.# \n?", max_size=60))
def test_any_text_is_a_diagram_or_an_error(text: str) -> None:
    try:
        size, stones = parse_diagram(text)
    except DiagramError:
        return
    assert 2 <= size <= 19
    assert set(stones) <= set(points(size))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found 0"),
        ("XX\nX", "line 2: expected 2 points"),
        ("# c\nXX\nX?", r"line 3: expected X, O or ., found '\?'"),
        ("\n".join(["." * 20] * 20), "found 20"),
    ],
)
def test_diagram_errors_say_where(text: str, message: str) -> None:
    with pytest.raises(DiagramError, match=message):
        parse_diagram(text)


def test_the_board_in_a_terminal() -> None:
    stones = {parse_vertex("b2", 9): BLACK, parse_vertex("c3", 9): WHITE}
    rows = draw_board(9, stones, parse_vertex("b2", 9), [parse_vertex("j9", 9)]).splitlines()
    assert rows[0] == rows[-1] == "   A B C D E F G H J"
    assert rows[1] == " 9 . . . . . . . .[.]9"
    assert rows[3] == " 7 . . + . . . + . . 7"
    assert rows[7] == " 3 . . o . . . + . . 3"
    assert rows[8] == " 2 .(#). . . . . . . 2"


def test_diagram_of_another_size_than_the_rules() -> None:
    with pytest.raises(ValueError, match="expected a diagram of 9x9, found 3x3"):
        Board.from_diagram("...\n...\n...", Rules(size=9))


def test_presets_are_as_the_papers_say() -> None:
    """The table in the notes on the papers, as data."""
    table = {
        "drake": ("positional", False, "area", 2, 7.5),
        "zela": ("ko", False, "territory", 3, 0),
        "howlett": ("ko", False, "territory", 2, 0),
        "blackman": ("positional", False, "territory", 2, 5.5),
        "richards": ("ko", False, "area", 3, 0),
        "tromp-taylor": ("positional", True, "area", 2, 7.5),
    }
    for name, row in table.items():
        r = PRESETS[name]
        assert (r.repetition, r.suicide, r.scoring, r.passes_to_end, r.komi) == row
        assert Rules.preset(name, size=13, komi=3).size == 13
    assert PRESETS["richards"].at_move_limit == "black-loses"
    assert Rules.preset("tromp-taylor", size=19).name == "tromp-taylor"
    assert Rules(scoring="territory", suicide=True).name == "custom"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"size": 1}, "size must be 2 to 19"),
        ({"size": 20}, "size must be 2 to 19"),
        ({"komi": 0.3}, "multiple of 0.5"),
        ({"komi": float("nan")}, "komi"),
        ({"komi": float("inf")}, "komi"),
        ({"scoring": "points"}, "scoring must be one of area, territory"),
        ({"repetition": "none"}, "repetition must be one of"),
        ({"passes_to_end": 1}, "passes_to_end must be 2 or 3"),
        ({"move_limit": 0}, "move_limit must be positive"),
        ({"handicap": 1}, "handicap must be 0 or 2"),
        ({"handicap": 81}, "handicap must be 0 or 2"),
    ],
)
def test_rules_that_make_no_game(changes: dict[str, object], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Rules(**changes)


def test_unknown_preset() -> None:
    with pytest.raises(RulesError, match="unknown rules 'go'; choose one of tromp-taylor"):
        Rules.preset("go")


def test_handicap_points() -> None:
    assert [vertex(p) for p in fixed_handicap(6, 19)] == ["D4", "Q16", "D16", "Q4", "D10", "Q10"]
    assert {vertex(p) for p in fixed_handicap(5, 13)} == {"D10", "K10", "G7", "D4", "K4"}
    assert {vertex(p) for p in fixed_handicap(3, 12)} == {"D9", "J9", "D4"}
    assert [max_fixed_handicap(size) for size in (5, 7, 8, 9, 19)] == [0, 4, 4, 9, 9]
    for n, size in ((1, 19), (10, 19), (5, 8), (2, 6)):
        with pytest.raises(HandicapError):
            fixed_handicap(n, size)


@pytest.mark.parametrize("size", range(2, scaled(20, 10)))
def test_handicap_points_are_different_and_leave_liberties(size: int) -> None:
    for n in range(2, min(size * size, 30)):
        places = free_handicap(n, size)
        assert len(set(places)) == n
        Board(Rules(size=size), dict.fromkeys(places, BLACK))
    for n in range(2, max_fixed_handicap(size) + 1):
        assert len(set(fixed_handicap(n, size))) == n
    nine = fixed_handicap(9, size) if max_fixed_handicap(size) == 9 else []
    assert {transform(p, size, 4) for p in nine} == set(nine)
