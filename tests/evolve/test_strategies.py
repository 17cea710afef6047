"""Coevolution of strategies: the step as it is printed, and what strategies have to say."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from semeai.evolve.strategies import FIRST, SECOND, Strategies, StrategiesParams
from semeai.evolve.trees_kernel import NULL
from semeai.go.board import Board
from semeai.go.points import parse_vertex, points, vertex
from semeai.parallel.team import Team
from tests.conftest import needs_jit
from tests.evolve.test_strategy_games import EMPTY_3, HALVES, SMALL, board_of, tree_of
from tests.evolve.test_trees import Tree, read, record

# -- a step ------------------------------------------------------------------------------------------------------------

# On the empty board of 3x3 black wins with B2, and loses by passing, whatever white's strategies have to say.
GOOD, BAD = "* . b2 . pass . .", "* . pass . pass . ."
ONE, OTHER = "* . pass . pass . .", "* . pass . pass . pass . ."
PLAIN = StrategiesParams(population=40, threads=7, crossover=0, mutation=0, renewal=1)


def set_match(params: StrategiesParams, seed: int) -> Strategies:
    """Populations of which all games are decided. All champions are bad, but white's tell themselves apart."""
    strategies = Strategies(params, board_of(EMPTY_3), seed)
    for i in range(params.population):
        strategies._populations[FIRST, i] = record(tree_of(GOOD if (i + seed) % 3 == 0 else BAD, 3))
        strategies._populations[SECOND, i] = record(tree_of(ONE, 3))
    for thread in strategies._threads:
        thread["champions"][FIRST] = record(tree_of(BAD, 3))
        thread["champions"][SECOND] = record(tree_of(OTHER, 3))
    return strategies


def read_all(trees: Any) -> list[Tree]:
    return [read(tree) for tree in trees]


@pytest.mark.parametrize("seed", range(4))
def test_a_round(seed: int) -> None:
    strategies = set_match(PLAIN, seed)
    before = [read_all(strategies.trees(side)) for side in (FIRST, SECOND)]
    with Team(1) as team:
        strategies.run(1, team)
    assert strategies.n_steps == PLAIN.threads
    drawn = strategies._drawn
    good, bad = tree_of(GOOD, 3), tree_of(BAD, 3)
    for side in (FIRST, SECOND):
        assert len(set(drawn[side].tolist())) == 2 * PLAIN.threads  # nobody twice
        assert strategies._threads["losers"].shape == (PLAIN.threads, 2)
        losers = strategies._threads["losers"][:, side].tolist()
        after = read_all(strategies.trees(side))
        for i in range(PLAIN.population):
            if i not in losers:
                assert after[i] == before[side][i]
        for t, loser in enumerate(losers):
            assert loser in drawn[side, 2 * t : 2 * t + 2]
            assert after[loser] in before[side]  # a clone
            assert after[loser] == read(strategies._threads["children"][t, side])
    for t, thread in enumerate(strategies._threads):
        pair = [before[FIRST][i] for i in drawn[FIRST, 2 * t : 2 * t + 2]]
        assert thread["wins"][FIRST].tolist() == [3 if tree == good else 0 for tree in pair]
        assert thread["wins"][SECOND].tolist() == [pair.count(bad) + 1] * 2  # the champion is one more who passes
        if set(pair) == {good, bad}:
            assert before[FIRST][thread["losers"][FIRST]] == bad
        # Who has won all three games is the champion now; else it is who it was.
        champions = read(thread["champions"][FIRST]), read(thread["champions"][SECOND])
        assert champions == (good if good in pair else bad, tree_of(OTHER if good in pair else ONE, 3))


@needs_jit
def test_equals_lose_by_chance() -> None:
    """Which of the two was drawn first tells nothing."""
    strategies = set_match(PLAIN, 1)
    found = Counter[bool]()
    with Team(1) as team:
        for _ in range(60):
            strategies.run(1, team)
            found.update((strategies._threads["losers"][:, SECOND] == strategies._drawn[SECOND, ::2]).tolist())
    n = found.total()
    assert found[True] / n == pytest.approx(0.5, abs=2 / n**0.5)


@needs_jit
def test_everybody_is_drawn() -> None:
    strategies = set_match(PLAIN, 1)
    n_rounds, found = 400, [Counter[int](), Counter[int]()]
    with Team(1) as team:
        for _ in range(n_rounds):
            strategies.run(1, team)
            for side in (FIRST, SECOND):
                found[side].update(strategies._drawn[side].tolist())
    n = n_rounds * 2 * PLAIN.threads / PLAIN.population
    for counts in found:
        assert all(abs(counts[i] - n) < 4.5 * n**0.5 for i in range(PLAIN.population))
    assert found[FIRST] != found[SECOND]


@needs_jit
def test_who_is_good_takes_over() -> None:
    """And the champions with them."""
    strategies = set_match(PLAIN, 1)
    with Team(1) as team:
        strategies.run(PLAIN.population * 30, team)
    assert set(read_all(strategies.trees(FIRST))) == {tree_of(GOOD, 3)}
    assert set(read_all(strategies.champions(FIRST))) == {tree_of(GOOD, 3)}
    assert strategies.shares() == {parse_vertex("b2", 3): 1}


@needs_jit
def test_champions_stay_for_a_while() -> None:
    """One in `renewal` of those who have won all their games replaces the champion."""
    strategies = set_match(StrategiesParams(population=400, threads=200, crossover=0, mutation=0, renewal=10), 1)
    with Team(1) as team:
        strategies.run(1, team)
    won = (strategies._threads["wins"][:, FIRST] == 3).any(axis=1)
    changed = np.array([tree == tree_of(GOOD, 3) for tree in read_all(strategies.champions(FIRST))])
    assert not (changed & ~won).any()
    assert 0 < changed.sum() < 0.3 * won.sum()


@pytest.mark.parametrize("seed", range(4))
def test_steps_one_by_one(seed: int) -> None:
    """The threads take turns, and the child of a step has its place before the next."""
    strategies = set_match(replace(PLAIN, sequential=True), seed)
    with Team(1) as team:
        for t in (*range(PLAIN.threads), 0, 1):
            before = [read_all(strategies.trees(side)) for side in (FIRST, SECOND)]
            threads = strategies._threads.copy()
            strategies.run(1, team)
            assert [i for i in range(PLAIN.threads) if threads[i] != strategies._threads[i]] == [t]
            for side in (FIRST, SECOND):
                pair = strategies._drawn[side, 2 * t : 2 * t + 2].tolist()
                loser = int(strategies._threads["losers"][t, side])
                assert len(set(pair)) == 2
                assert loser in pair
                after = read_all(strategies.trees(side))
                assert after[loser] == read(strategies._threads["children"][t, side])
                assert after[:loser] + after[loser + 1 :] == before[side][:loser] + before[side][loser + 1 :]
    assert strategies.n_steps == PLAIN.threads + 2


@needs_jit
def test_steps_one_by_one_can_be_stopped_anywhere() -> None:
    params = replace(PLAIN, sequential=True, threads=30, renewal=2)  # more champions than pairs of individuals
    whole, parts = set_match(params, 1), set_match(params, 1)
    with Team(1) as team:
        whole.run(100, team)
        parts.run(33, team)
        parts.restore(parts.state())
        parts.run(67, team)
    assert all(np.array_equal(whole.state()[name], array) for name, array in parts.state().items())


def test_nobody_plays_champions_that_there_are_not() -> None:
    strategies = set_match(replace(PLAIN, champions=False), 1)
    before = strategies.champions(FIRST).tobytes()
    with Team(1) as team:
        strategies.run(50, team)
    assert strategies._threads["wins"].max() == 2
    assert strategies.champions(FIRST).tobytes() == before


# -- what they say -----------------------------------------------------------------------------------------------------


def with_trees(first: list[str], second: list[str]) -> Strategies:
    """Populations of these strategies on 5x5, in which champions are the first of them."""
    assert len(first) == len(second)
    strategies = Strategies(StrategiesParams(population=len(first), threads=1), board_of("..... " * 5), 1)
    for side, texts in enumerate((first, second)):
        for i, text in enumerate(texts):
            strategies._populations[side, i] = record(tree_of(text, 5))
        strategies._threads["champions"][0, side] = strategies._populations[side, 0]
    return strategies


FIRSTS = [
    "* . a1  b1 a2 . . .  a3 . .",
    "*  b1 b2 . . .  a1  b1 . .  a4 . .",
    "* . a1 . .",
    "* . c1  b1 c2 . . .  .",
    ".",
]
SECONDS = ["*  a1 b1  a2 b2 . . .  b3 . . .  b4 . .", "* . b1 . b2 . .", "*  a1 . .  b1 . .", "*  c1 b1 . . .  .", "."]


def names(moves: Any) -> str:
    return " ".join("-" if move == NULL else vertex(move).lower() for move in moves)


@pytest.mark.parametrize(
    ("side", "line", "said"),
    [
        (FIRST, "", "a1 a1 a1 c1 -"),
        (FIRST, "a1 b1", "a2 - - - -"),
        (FIRST, "a1 e5", "a3 a4 - - -"),
        (FIRST, "c1 b1", "- - - c2 -"),
        (FIRST, "c1 b1 c2 e5", "- - - - -"),
        (SECOND, "a1", "b1 b1 - - -"),
        (SECOND, "c1", "b4 b1 b1 b1 -"),
        (SECOND, "a1 b1 a2", "b2 b2 - - -"),
        (SECOND, "a1 b1 pass", "b3 b2 - - -"),
        (SECOND, "a1 e5 a2", "- - - - -"),
    ],
)
def test_suggestions(side: int, line: str, said: str) -> None:
    moves = [parse_vertex(word, 5) for word in line.split()]
    assert names(with_trees(FIRSTS, SECONDS).suggestions(side, moves)) == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("a1 c1", "a3 a4 - - -"),
        ("a1 b1", "a2 b2 - - -"),
        ("a1 c1 a4 b1", "- b2 - - -"),
        ("a1 b1 b2 c1", "- a4 - - -"),
    ],
)
def test_suggestions_from_a_library(line: str, said: str) -> None:
    """The second has an answer to B1 at its root, and none in its plan; it goes on with the plan afterwards."""
    firsts = ["* . a1  b1 a2 . . .  a3 . .", "*  b1 b2 . . .  a1 . a4 . .", *FIRSTS[2:]]
    strategies = with_trees(firsts, SECONDS)
    strategies._tables["law"]["library"] = 1
    moves = [parse_vertex(word, 5) for word in line.split()]
    assert names(strategies.suggestions(FIRST, moves)) == said


def test_shares() -> None:
    """The largest first, of equals the lower point; who says nothing is none of them, but counts."""
    passes, c1, a1 = "* . pass . .", "* . c1 . .", "* . a1 . ."
    found = with_trees([c1, a1, ".", passes, a1, "*  a1 a2 . . .  ."], [*SECONDS, "."]).shares()
    expected = {"a1": 2 / 6, "pass": 1 / 6, "c1": 1 / 6}
    assert [(vertex(p).lower(), share) for p, share in found.items()] == list(expected.items())


def play_pair(mine: str, theirs: str) -> tuple[Board, int, int]:
    board = board_of("..... " * 5)
    moves = parse_vertex(mine, 5), parse_vertex(theirs, 5)
    for p in moves:
        board.play(p)
    return board, *moves


@pytest.mark.parametrize(
    ("mine", "theirs", "first", "second"),
    [
        ("a1", "b1", {0: "a2 . ."}, {0: "*  a2 b2 . . .  b3 . .", 1: "* . b2 . ."}),
        ("a1", "e5", {0: "a3 . .", 1: "a4 . ."}, {}),
        ("c1", "b1", {3: "c2 . ."}, {1: "* . b2 . .", 2: "* . .", 3: "* . ."}),
        ("e5", "pass", {}, {}),
    ],
)
def test_who_has_played_along_goes_on(mine: str, theirs: str, first: dict[int, str], second: dict[int, str]) -> None:
    strategies = with_trees(FIRSTS, SECONDS)
    board, *moves = play_pair(mine, theirs)
    assert strategies.go_on(board, *moves) == (len(first) / 5, len(second) / 5)
    found = [read_all(strategies.trees(side)) for side in (FIRST, SECOND)]
    for i, text in first.items():
        assert found[FIRST][i].right == tree_of(text, 5)
        assert found[FIRST][i].left is None
    for i, text in second.items():
        expected, tree = tree_of(text, 5), found[SECOND][i]
        assert (tree.left, tree.right) == (expected.left, expected.right)  # the value of a root means nothing
    for side, kept in ((FIRST, first), (SECOND, second)):
        before = [tree_of(text, 5) for text in (FIRSTS, SECONDS)[side]]
        assert all(found[side][i] != before[i] for i in range(5) if i not in kept)
        # The champion, who was like the first of them, has gone the same way; or it is one of those there are now.
        champion = read(strategies.champions(side)[0])
        assert champion == found[side][0] if 0 in kept else champion in found[side]


@needs_jit
def test_games_go_on_from_the_new_position() -> None:
    strategies = with_trees(FIRSTS, SECONDS)
    board, *moves = play_pair("a1", "b1")
    strategies.go_on(board, *moves)
    assert strategies._tables["start"][0].tobytes() == board.record.tobytes()
    with Team(1) as team:
        strategies.run(20, team)
    rate, ownership = strategies.survey(50)
    assert 0 <= rate <= 1
    assert (np.abs(ownership) <= 1).all()


def test_a_survey_tells_whose_points_are() -> None:
    strategies = Strategies(SMALL, board_of(HALVES, komi=4.5), 1)
    strategies._populations[:, :] = record(None)  # who says nothing passes there
    rate, ownership = strategies.survey(20)
    assert rate == 1
    owners = {vertex(p): ownership[p] for p in points(5)}
    assert owners == {v: 1 if v[0] in "ABC" else -1 for v in owners}


# -- settings ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"threads": 0}, "strategies:threads must be 1 to 65536, not 0"),
        ({"threads": 65537}, "strategies:threads must be 1 to 65536, not 65537"),
        (
            {"population": 127},
            "strategies:population must be two or more per thread, here 128, up to 4194304, not 127",
        ),
        (
            {"population": 5000000},
            "strategies:population must be two or more per thread, here 128, up to 4194304, not 5000000",
        ),
        ({"height": 0}, "strategies:height must be 1 to 6, not 0"),
        ({"height": 7}, "strategies:height must be 1 to 6, not 7"),
        ({"renewal": 0}, "strategies:renewal must be 1 or more, not 0"),
        *(
            ({name: value}, f"strategies:{name} must be a share, 0 to 1, not {value:g}")
            for name in ("crossover", "mutation", "inner", "bias", "edits", "sharing")
            for value in (-0.1, 1.5, float("nan"))
        ),
    ],
)
def test_settings_that_there_cannot_be(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        StrategiesParams(**given)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "given",
    [
        {"population": 128},
        {"threads": 1, "population": 2},
        {"bias": 1, "inner": 0},
        {"threads": 4096, "population": 2, "sequential": True},
    ],
)
def test_settings_at_the_edge(given: dict[str, Any]) -> None:
    StrategiesParams(**given)
