"""Games between strategies: by hand, by the chances of all games there are, and as figures 4 and 7 have them."""

from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semeai.evolve.strategies import Strategies, StrategiesParams
from semeai.evolve.strategies_kernel import play_game
from semeai.go.board import Board
from semeai.go.board_kernel import EDGE
from semeai.go.knowing import Policy
from semeai.go.points import BLACK, PASS, WHITE, parse_vertex, points
from semeai.go.rules import Rules
from semeai.papers.drake.runs import load_board
from semeai.rng import stream
from tests.conftest import needs_jit, scaled
from tests.evolve.test_strategy_text import FIGURE_7
from tests.evolve.test_trees import Node, Tree, assert_drawn, follow, next_move, record, trees

SMALL = StrategiesParams(population=24, threads=4, renewal=2)


def board_of(rows: str, komi: float = 0.5, to_play: int = BLACK) -> Board:
    rules = Rules(size=len(rows.split()), komi=komi, repetition="ko")
    return Board.from_diagram("\n".join(rows.split()), rules, to_play)


def tree_of(text: str, size: int) -> Tree:
    """A strategy by its prefix listing, in which a dot is a leaf and a star any move."""
    words = iter(text.split())

    def node() -> Tree:
        word = next(words)
        return None if word == "." else Node(PASS if word == "*" else parse_vertex(word, size), node(), node())

    made = node()
    assert next(words, None) is None
    return made


def game(
    board: Board, first: Tree, second: Tree, seed: int = 1, policy: Policy = Policy.LIGHT, **settings: bool
) -> float:
    """By how much the first to move wins, as the kernel plays it."""
    params = StrategiesParams(population=2, threads=1, policy=policy, **settings)
    return float(play_game(Strategies(params, board, 1)._tables[0], record(first), record(second), stream(seed)))


# -- games, move by move -----------------------------------------------------------------------------------------------

# Black has 15 points, white 10. Nobody has a free move but PASS: all empty points are eyes, or suicide.
HALVES = ".XXO. XXXOO .XXO. XXXOO .XXO."
KO = ".XXO. XXO.O .XXO. XXXOO .XXO."  # the same but for black's D4, which takes C4 in a ko
EMPTY_3 = "... ... ..."


@pytest.mark.parametrize(
    ("rows", "komi", "to_play", "first", "second", "margin"),
    [
        # two passes that were suggested: what is empty is counted, be it ever so large
        (EMPTY_3, 0.5, BLACK, "* . b2 . pass . .", "* . pass . .", 8.5),
        (EMPTY_3, 9.5, BLACK, "* . b2 . pass . .", "* . pass . .", -0.5),
        (EMPTY_3, -3.5, BLACK, "* . b2 . pass . .", "* . pass . .", 12.5),
        (EMPTY_3, 0.5, WHITE, "* . b2 . pass . .", "* . pass . .", 9.5),
        (EMPTY_3, 2.0, WHITE, "* . pass . .", "* . pass . .", 2.0),
        # free passes, when nothing or too little is said
        (HALVES, 0.5, BLACK, ".", ".", 4.5),
        (HALVES, 0.5, WHITE, "*  a5 e5 . . .  .", ".", -4.5),
        # black fills two of its three eyes, and is taken
        (HALVES, 0.5, BLACK, "* . a5 . a3 . pass . .", "* . pass . a1 . pass . .", -25.5),
        (HALVES, 0.5, WHITE, "* . pass . pass . a1 . pass . .", "* . a5 . a3 . pass . .", 25.5),
        # after an illegal suggestion (occupied, or suicide) a free move is made, a PASS, and the strategy goes on
        (HALVES, 0.5, BLACK, "* . b5 . a5 . a3 . pass . .", "* . e5 . pass . a1 . pass . .", -25.5),
        (HALVES, 0.5, BLACK, "* . e5 . a5 . a3 . pass . .", "* . e5 . pass . a1 . pass . .", -25.5),
        # an exception; the first one for a move; the second in a list; one for a pass; none
        (EMPTY_3, 0.5, BLACK, "* . b2  a1 pass . . .  c1 . .", "*  b2 a1 . pass . . .  pass . .", -0.5),
        (EMPTY_3, 0.5, BLACK, "* . b2 . pass . .", "*  b2 a1 . pass . .  b2 pass . . .  .", -0.5),
        (EMPTY_3, 0.5, BLACK, "* . b2 . pass . .", "*  a1 a2 . .  b2 a1 . pass . . .  .", -0.5),
        (EMPTY_3, 0.5, BLACK, "* . pass . pass . .", "*  pass a1 . pass . . .  pass . .", -9.5),
        (EMPTY_3, 0.5, BLACK, "* . b2 . pass . .", "*  a1 a2 . . .  pass . .", 8.5),
        # an exception without a response ends the strategy: by default white would fill its eyes, and be taken
        (HALVES, 0.5, BLACK, "* . a5 . .", "*  a5 . .  e5 . e3 . .", 4.5),
        # ko forbids to take back at once; white has another free move, which costs nothing
        (KO, 0.5, BLACK, "* . d4 . c4 . pass . .", "* . c4 . pass . .", 6.5),
    ],
)
def test_games_that_strategies_decide(
    rows: str, komi: float, to_play: int, first: str, second: str, margin: float
) -> None:
    board = board_of(rows, komi, to_play)
    trees = tree_of(first, board.size), tree_of(second, board.size)
    assert {game(board, *trees, seed=seed) for seed in range(10)} == {margin}


@pytest.mark.parametrize(
    ("first", "second", "margin"),
    [
        ("* . a5 . a3 . pass . .", "* . pass . a1 . pass . .", -25.5),  # nothing illegal
        ("* . b5 . .", "* . e5 . .", -1),  # occupied
        ("* . pass . .", "* . a1 . .", 1),  # suicide, of the other side
        (".", "* . pass . a1 . .", 4.5),  # nobody is asked: both have passed
    ],
)
def test_an_illegal_suggestion_loses_where_that_is_the_rule(first: str, second: str, margin: float) -> None:
    trees = tree_of(first, 5), tree_of(second, 5)
    assert {game(board_of(HALVES), *trees, seed=seed, forfeit=True) for seed in range(5)} == {margin}


@pytest.mark.parametrize(
    ("first", "second", "margin"),
    [
        # what stands to the right of a move is a second list of answers
        ("* . a5 . pass a3 . a1 pass . . . .", "* . a5 pass . a3 a1 . pass pass . . . . .", -25.5),
        ("* . a5 pass a3 . a1 pass . . . . .", "* a5 pass a3 a1 . pass pass . . . . . . .", -25.5),
        # who has nothing listed moves at random, and black keeps its eyes
        ("* . a5 . a3 . pass . .", "* . pass . a1 . pass . .", 4.5),
    ],
)
def test_games_without_defaults(first: str, second: str, margin: float) -> None:
    """Black fills two of its three eyes, and is taken, as far as answers are listed."""
    trees = tree_of(first, 5), tree_of(second, 5)
    assert {game(board_of(HALVES), *trees, seed=seed, default=False) for seed in range(5)} == {margin}


def test_a_library_holds_throughout_the_game() -> None:
    """Answers to A5 and A3 stand at the root. White finds both, whatever its plan says, and goes on with the plan."""
    board = board_of(HALVES)
    black = tree_of("* . a5 . a3 . pass . .", 5)
    white = tree_of("*  a5 pass . pass . .  a3 a1 . .  pass pass . . .  .", 5)
    assert {game(board, black, white, seed=seed, library=True) for seed in range(5)} == {-25.5}
    assert {game(board, black, white, seed=seed) for seed in range(5)} == {4.5}


def test_a_game_leaves_the_position_alone() -> None:
    board = board_of(HALVES)
    table = Strategies(SMALL, board, 1)._tables[0]
    before = table["start"].tobytes()
    for seed in range(5):
        play_game(table, record(None), record(tree_of("* . e1 . .", 5)), stream(seed))
    assert table["start"].tobytes() == before == board.record.tobytes()


# -- games, by chance --------------------------------------------------------------------------------------------------


def at_a_glance(board: Board) -> int:
    """The margin of a game that was cut: stones, and single points that one color surrounds."""
    margin = 0
    for p in points(board.size):
        near = {int(board.colors[p + step]) for step in (1, -1, 20, -20)} - {EDGE}
        owner = {int(board.colors[p])} if board.colors[p] else near
        margin += (owner == {BLACK}) - (owner == {WHITE})
    return margin


def margins(board: Board, first: Tree, second: Tree) -> dict[float, float]:
    """The chances of all outcomes of a game, by playing all games there are."""
    seen: dict[Any, dict[float, float]] = {}
    trees = {board.to_play: first, 3 - board.to_play: second}
    sign = 1 if board.to_play == BLACK else -1

    def end(board: Board, n_free: int) -> float:
        if board.n_passes < 2 and n_free >= 2:
            return sign * (at_a_glance(board) - board.rules.komi)
        return sign * board.score().margin

    def play_on(board: Board, at: str | None, waiting: str | None, n_free: int) -> dict[float, float]:
        """From here on. `at` is where in its tree the side to play stands, `n_free` how many free moves came last."""
        if board.n_passes == 2 or len(board.moves) == 3 * board.size**2:
            return {end(board, n_free): 1.0}
        key = bytes(board.colors), board.ko, board.n_passes, len(board.moves), at, waiting, n_free
        if key not in seen:
            node = None if at is None else follow(trees[board.to_play], at)
            if node is not None and board.is_legal(node.value):
                moves, n_free = [node.value], 0
            else:
                moves = [p for p in board.legal_points() if not board.is_eye(p, board.to_play)] or [PASS]
                n_free = min(2, n_free + 1)
            seen[key] = defaultdict(float)
            for p in moves:
                after = board.copy()
                after.play(p)
                place = None if waiting is None else next_move(trees[after.to_play], waiting, p)
                for margin, chance in play_on(after, place, at, n_free).items():
                    seen[key][margin] += chance / len(moves)
        return seen[key]

    return play_on(board, "r" if first and first.right else None, "", 0)


def with_moves(tree: Tree, moves: list[int]) -> Tree:
    """The tree with moves for the numbers in it."""
    return tree and Node(moves[tree.value], with_moves(tree.left, moves), with_moves(tree.right, moves))


TINY_TREES = trees(most=41, moves=5).map(lambda tree: with_moves(tree, [PASS, *points(2)]))


@settings(max_examples=scaled(12, 2))
@given(TINY_TREES, TINY_TREES, st.sampled_from([BLACK, WHITE]), st.sampled_from([0.5, -1.0]))
def test_margins_are_as_likely_as_they_should_be(first: Tree, second: Tree, to_play: int, komi: float) -> None:
    """On 2x2, where light playouts often have to be cut."""
    board = board_of(".. ..", komi, to_play)
    table, one, other = Strategies(SMALL, board, 1)._tables[0], record(first), record(second)
    assert_drawn(lambda rng: float(play_game(table, one, other, rng)), margins(board, first, second))


# -- the claims of figures 4 and 7 -------------------------------------------------------------------------------------

WHITE_D2, WHITE_E3 = "a1  e2 d2 . e3 . .  .  .", "a1  e2 e3 . d2 . .  .  ."
UNPREPARED, ELSEWHERE = "a1 . e2 . a9 . .", "a1 . a9 . ."


def share_won(black: str, white: str, policy: Policy = Policy.LIGHT) -> float:
    """Of 200 games from the flower six position."""
    board = load_board("flower_six", 7.5)
    table = Strategies(StrategiesParams(population=2, threads=1, policy=policy), board, 1)._tables[0]
    trees = record(tree_of(black, 9)), record(tree_of(white, 9))
    return float(np.mean([play_game(table, *trees, stream(seed)) > 0 for seed in range(200)]))


@needs_jit
@pytest.mark.parametrize(("policy", "most"), [(Policy.LIGHT, 0.45), (Policy.KNOWING, 0.85)])
@pytest.mark.parametrize("white", [WHITE_D2, WHITE_E3])
def test_the_strategies_of_figure_7_win(white: str, policy: Policy, most: float) -> None:
    """As far as random moves do not spoil it in the end; nobody else comes near."""
    for black in FIGURE_7:
        assert share_won(black, white, policy) > most
    for black in (UNPREPARED, ELSEWHERE):
        assert share_won(black, white, policy) < most / 3
