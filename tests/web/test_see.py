"""Pictures of boards, trees and graphs, and what is said beside them."""

import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semeai.go.clock import TimeLeft
from semeai.go.game import Node
from semeai.go.picture import Label, Picture, Shade, draw
from semeai.go.player import CandidateMove, Explanation
from semeai.go.points import BLACK, PASS, WHITE, parse_vertex, points
from semeai.go.rules import Rules
from semeai.web.notes import nodes
from semeai.web.review_card import graph_words
from semeai.web.see import MAPS, Overlays, labels, ownership_shades, picture, variations
from semeai.web.side import format_left, thought_words, tree_words
from semeai.web.table import YOU, Setup, Table
from semeai.web.tree_svg import draw_graph, draw_tree, lanes


def table_of(*moves: str) -> Table:
    table = Table.new(Setup(Rules(size=9)))
    for move in moves:
        table.play(parse_vertex(move, 9))
    return table


def count(svg: str, mark: str) -> int:
    """Elements of a class, in a picture that is well formed."""
    root = ElementTree.fromstring(svg)
    return sum(mark in element.get("class", "").split() for element in root.iter())


@pytest.mark.parametrize("size", range(5, 20))
def test_a_board_of_every_size_is_well_formed(size: int) -> None:
    on_board = points(size)
    stones = {p: BLACK if p % 2 else WHITE for p in on_board[::3]}
    svg = draw(
        Picture(
            size,
            stones,
            last_move=on_board[0],
            dead=frozenset(on_board[3:4]),
            shades={p: Shade(BLACK, 2.0) for p in on_board},
            labels={on_board[1]: Label("<&>", "x")},
            territory={on_board[3]: WHITE},
            children=(on_board[2], PASS, on_board[0]),
        )
    )
    assert len(re.findall("data-stone", svg)) == len(stones)
    counts = {mark: count(svg, mark) for mark in ("last", "dead", "shade", "label", "owned", "child")}
    assert counts == {"last": 1, "dead": 1, "shade": size**2, "label": 1, "owned": 1, "child": 1}


@pytest.mark.parametrize(("size", "n"), [(9, 5), (13, 5), (19, 9), (5, 0)])
def test_stars_stand_where_boards_have_them(size: int, n: int) -> None:
    assert draw(Picture(size)).count('r="4"') == n


@pytest.mark.parametrize("name", MAPS)
def test_influence_shades_empty_points_by_color(name: str) -> None:
    table = table_of("B2", "H8", "C3", "G7", "C2", "G8")
    shown = picture(table, Overlays(influence=name))
    assert not shown.shades.keys() & table.game.board.stones.keys()
    assert shown.shades[parse_vertex("B3", 9)].color == BLACK
    assert shown.shades[parse_vertex("H7", 9)].color == WHITE
    assert not picture(table, Overlays()).shades


def test_ownership_leaves_out_what_is_open() -> None:
    shades = ownership_shades({21: 0.9, 22: -0.5, 23: 0.05})
    assert shades == {21: Shade(BLACK, 0.9), 22: Shade(WHITE, 0.5)}


def test_labels_speak_as_the_player_does() -> None:
    search = Explanation(
        "", {21: 0.5}, (CandidateMove(21, 12_000, 0.513), CandidateMove(PASS, 50, 0.4), CandidateMove(22, 6_000))
    )
    assert labels(search) == {21: Label("51", "12k", 1.0), 22: Label("50", "6000", 0.5)}
    network = Explanation("", {21: -1.25, 22: 0.75}, (CandidateMove(22, variation=(22,)),))
    assert labels(network) == {22: Label(".75", "", 1.0), 21: Label("-1.25", "", 0.0)}
    assert labels(Explanation("passed")) == {}


def test_variations_are_those_of_the_candidates() -> None:
    thought = Explanation("", candidates=(CandidateMove(21, variation=(21, 22)), CandidateMove(23)))
    assert variations(thought) == {21: (21, 22)}
    assert variations(None) == {}


def test_thoughts_are_of_the_move_on_the_board() -> None:
    table = Table.new(Setup(Rules(size=9), "you", "rave"))
    table.play(parse_vertex("D4", 9))
    table.play_for(parse_vertex("E5", 9), 0.1, Explanation("because", {parse_vertex("E5", 9): 0.6}))
    assert picture(table, Overlays(thoughts=True)).labels.keys() == {parse_vertex("E5", 9)}
    assert thought_words(table).endswith(": because")
    table.step(-1)
    assert picture(table, Overlays(thoughts=True)).labels == {}
    assert thought_words(table) == "No comment for this move."


# -- trees and graphs --------------------------------------------------------------------------------------------------


@st.composite
def trees(draw_: st.DrawFn) -> Node:
    """A tree of up to 40 nodes; each hangs on one before it."""
    found = [Node()]
    for parent in draw_(st.lists(st.integers(0, 39), max_size=39)):
        above = found[min(parent, len(found) - 1)]
        above.children.append(Node(above, BLACK, PASS))
        found.append(above.children[-1])
    return found[0]


@given(trees())
def test_no_two_nodes_of_a_tree_share_a_place_and_first_children_go_straight_on(root: Node) -> None:
    order = nodes(root)
    places = lanes(order)
    assert len(set(places.values())) == len(order)
    for node in order[1:]:
        x, y = places[node.parent]
        assert places[node][0] == x + 1
        assert places[node][1] == y if node.parent.children[0] is node else places[node][1] > y
    assert count(draw_tree(root, order[-1]), "here") == 1


def test_the_graph_shows_what_is_known() -> None:
    table = table_of("D4", "E5", "C3")
    line = table.line()
    assert draw_graph(table.game.root, line, line[-1]) == ""
    line[1].properties |= {"SBKV": ["60"], "V": ["4.5"]}
    line[3].properties |= {"SBKV": ["30"], "V": ["nonsense"]}
    svg = draw_graph(table.game.root, line, line[-1])
    assert count(svg, "g-rate") == 2  # the area, and its mark in the legend
    assert len(re.findall("data-node", svg)) == 4
    assert graph_words(line[2]) == "Black wins 60%, B+4.5 expected"
    assert graph_words(line[3]) == "Black wins 30%"
    assert graph_words(line[0]) == ""


def test_words_for_where_we_stand() -> None:
    table = table_of("D4", "E5")
    table.undo()
    table.play(parse_vertex("F6", 9))
    assert tree_words(table) == "The tree of the game: move 2 of 2, variation 2 of 2"


@pytest.mark.parametrize(
    ("left", "text"), [(TimeLeft(65.9, 0), "1:05"), (TimeLeft(3725, 0), "1:02:05"), (TimeLeft(9, 3), "0:09 (3)")]
)
def test_time_as_clocks_show_it(left: TimeLeft, text: str) -> None:
    assert format_left(left) == text


def test_maps_of_agents_stay_out_of_the_record_and_of_the_words() -> None:
    table = Table.new(Setup(Rules(size=5), YOU, "random"))
    table.play(parse_vertex("C3", 5))
    table.play_for(parse_vertex("C2", 5), 0.1, Explanation("summation plays C2\nfollower:\n . 1 ."))
    assert thought_words(table).endswith(": summation plays C2")
    assert table.game.node.properties["C"] == ["summation plays C2"]


def test_each_of_those_who_were_asked_can_be_heard() -> None:
    c2, d4 = parse_vertex("C2", 5), parse_vertex("D4", 5)
    thought = Explanation("summation", {c2: 0.7, d4: 0.3}, maps={"follower": {d4: 2.0}})
    assert {p: label.text for p, label in labels(thought).items()} == {c2: ".70", d4: ".30"}
    assert {p: label.text for p, label in labels(thought, "follower").items()} == {d4: "2.00"}
    assert labels(thought, "nobody") == labels(thought)
