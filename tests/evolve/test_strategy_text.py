"""Strategies that a person can read: what can be reached of them, in words and as pictures."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.patches import Circle

from semeai.drawing import INK, save_picture
from semeai.evolve.strategy_picture import DEPTH, draw_plan
from semeai.evolve.strategy_text import Plan, plan_text, read_plan
from semeai.evolve.trees_kernel import END, MAX_NODES, NULL, TREE, answer, opening
from semeai.go.points import parse_vertex, vertex

from .test_trees import Tree, record, trees

FIGURE_4 = "a1  e2 d2 . . .  e2 . ."  # white's: at the root, an exception and the default
FIGURE_7 = ["a1  .  e2  d2 e3 . . .  d2 . .", "a1  .  e2  e3 d2 . . .  e3 . ."]  # black's two


def name(move: int) -> str:
    return vertex(move).lower()


def tree(values: list[int]) -> Any:
    """A strategy by its prefix listing."""
    made = np.zeros(1, dtype=TREE)
    made["n"] = len(values)
    made["nodes"][0, : len(values)] = values
    return made[0]


def plan(text: str, side: int) -> Plan:
    """What can be reached of a strategy by its prefix listing, in which a dot is a leaf."""
    return read_plan(tree([NULL if word == "." else parse_vertex(word, 9) for word in text.split()]), side)


# -- in words ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("listing", "side", "text"),
    [
        (FIGURE_4, 1, "default e2; after e2: d2"),
        (FIGURE_7[0], 0, "default e2 (default d2; after d2: e3)"),
        (FIGURE_7[1], 0, "default e2 (default e3; after e3: d2)"),
        (".", 0, "any move"),
        (".", 1, "any move"),
        ("a1 . .", 1, "any move"),
        ("a1 e2 d2 . . . .", 0, "any move"),  # who moves first has nothing to answer yet
        ("a1 e2 d2 . . . .", 1, "after e2: d2"),
        (FIGURE_4, 0, "default e2"),
        ("a1 e2 . . d2 . .", 1, "default d2; after e2: any move"),
        ("a1 e2 d2 . . pass e3 . . . .", 1, "after e2: d2; after pass: e3"),
        ("a1 e2 d2 . . c1 c2 . . e2 e3 . . . .", 1, "after e2: d2; after c1: c2"),  # the first for a move holds
        ("a1 e2 . e2 e3 . . . .", 1, "after e2: any move"),
        ("a1 e2 d2 e3 c3 . . . . . .", 1, "after e2: d2 (after e3: c3)"),
        ("a1 . b1 . b2 . b3 . .", 0, "default b1 (default b2 (default b3))"),
        ("a1 . b1 . b2 . b3 . b4 . .", 0, "default b1 (default b2 (default b3 (...)))"),
    ],
)
def test_strategies_in_words(listing: str, side: int, text: str) -> None:
    assert plan_text(plan(listing, side), name) == text


@pytest.mark.parametrize(
    ("depth", "text"),
    [
        (0, "..."),
        (1, "default b1 (...); after c1: c2 (...); after d1: d2"),
        (2, "default b1 (default b2); after c1: c2 (after c3: c4); after d1: d2"),
    ],
)
def test_what_is_deeper_is_left_out(depth: int, text: str) -> None:
    found = plan("a1  c1 c2 c3 c4 . . . .  d1 d2 . . .  b1 . b2 . .", 1)
    assert plan_text(found, name, depth) == text


def written(found: Plan) -> list[int]:
    """The prefix listing of a plan."""
    values = [0 if found.move is None else found.move]
    for move, response in found.exceptions:
        values += [move, *([NULL] if response is None else written(response))]
    return [*values, NULL, *([NULL] if found.default is None else written(found.default))]


def plans_from(move: st.SearchStrategy[int | None], later: st.SearchStrategy[Any]) -> st.SearchStrategy[Plan]:
    """Plans that begin with this move, and in which everything can be reached."""
    exceptions = st.lists(st.tuples(MOVES, later), max_size=3, unique_by=lambda item: item[0]).map(tuple)
    return st.builds(Plan, move, exceptions, later)


MOVES = st.integers(0, NULL - 1)
LATER = st.recursive(st.none(), lambda later: plans_from(MOVES, later), max_leaves=20)


@given(plans_from(st.none(), LATER).filter(lambda found: len(written(found)) <= MAX_NODES))
def test_plans_are_read_as_they_were_written(found: Plan) -> None:
    values = written(found)
    assert read_plan(tree(values), 1) == found
    assert read_plan(tree(values), 0) == Plan(None, (), found.default)


@given(trees(), st.integers(0, 1), st.lists(st.integers(0, 3), max_size=8))
def test_plans_say_what_is_played(strategy: Tree, side: int, line: list[int]) -> None:
    """Whatever the opponent plays, a strategy and its plan answer the same."""
    listing = record(strategy)
    found: Plan | None = read_plan(listing, side)
    at = 0
    if side == 0:
        at, found = opening(listing), found.default if found else None
    for move in line:
        if at == END or found is None:
            break
        at = answer(listing, at, move, True)
        found = dict(found.exceptions).get(move, found.default)
        assert (None if at == END else listing["nodes"][at]) == (found.move if found else None)
    assert (at == END) == (found is None)


def test_plans_without_defaults_and_with_a_library() -> None:
    listing = tree([NULL if word == "." else parse_vertex(word, 9) for word in "a1  b1 b2 . . .  c1 c2 . . .".split()])
    second, first = (read_plan(listing, side, has_default=False) for side in (1, 0))
    assert plan_text(second, vertex) == "after B1: B2; after C1: C2"
    assert plan_text(first, vertex) == "default C1 (after C2: any move)"
    assert plan_text(read_plan(listing, 0, has_library=True), vertex) == "default C1 (after C2: any move); after B1: B2"


# -- as a picture ------------------------------------------------------------------------------------------------------


def discs(found: Plan, side: int, first_is_black: bool = True) -> list[tuple[float, float, bool]]:
    """Where the discs of a picture are, from the left, and whether they are black."""
    (axes,) = draw_plan(found, side, name, first_is_black, "").axes
    black, white = (Circle((0, 0), facecolor=color).get_facecolor() for color in (INK, "white"))
    circles = [patch for patch in axes.patches if isinstance(patch, Circle)]
    assert {circle.get_facecolor() for circle in circles} <= {black, white}
    return sorted((*circle.center, circle.get_facecolor() == black) for circle in circles)


def n_moves(found: Plan | None, depth: int) -> int:
    """How many moves of both sides there are in a plan, up to so many of the player."""
    if found is None:
        return 0
    n = int(found.move is not None)
    if depth > 0:
        n += len(found.exceptions) + sum(n_moves(later, depth - 1) for _, later in found.exceptions)
        n += n_moves(found.default, depth - 1)
    return n


@pytest.mark.parametrize(
    ("listing", "side", "expected"),
    [
        (FIGURE_4, 1, [(0, -2, False), (0, -1, True), (1, -2, False)]),
        (FIGURE_7[0], 0, [(0, -2, True), (0, -1, False), (0.5, 0, True), (1, -2, True)]),
        ("a1 e2 . . .", 1, [(0, -1, True)]),
        ("a1 e2 . . .", 0, []),
        (".", 1, []),
    ],
)
def test_moves_are_discs(listing: str, side: int, expected: list[tuple[float, float, bool]]) -> None:
    assert discs(plan(listing, side), side) == expected
    assert discs(plan(listing, side), side, first_is_black=False) == [(x, y, not black) for x, y, black in expected]


@settings(max_examples=30)
@given(trees(), st.integers(0, 1))
def test_no_disc_hides_another(strategy: Tree, side: int) -> None:
    found = read_plan(record(strategy), side)
    places = np.array([(x, y) for x, y, _ in discs(found, side)])
    assert len(places) == n_moves(found, DEPTH)
    apart = np.abs(places[:, None] - places[None]).max(axis=2) if len(places) else np.zeros((0, 0))
    assert (apart + np.eye(len(places)) >= 1).all()


def test_a_picture_has_all_words(tmp_path: Path) -> None:
    path = tmp_path / "strategy.svg"
    save_picture(lambda: draw_plan(plan(FIGURE_7[0], 0), 0, name, True, "black's first"), path)
    text = path.read_text()
    words = {word: text.count(f">{word}<") for word in ("e2", "d2", "e3", "else", "black's first")}
    assert words == {"e2": 1, "d2": 2, "e3": 1, "else": 1, "black's first": 1}
