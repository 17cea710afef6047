"""Games: variations, travel, results under all the ways a game can end."""

import pytest

from semeai.go.board import IllegalMove
from semeai.go.game import Game, Node, Result
from semeai.go.points import BLACK, EMPTY, PASS, RESIGN, WHITE, parse_vertex, vertex
from semeai.go.rules import Rules


def V(text: str, size: int = 9) -> int:
    return parse_vertex(text, size)


def test_variations_and_travel() -> None:
    game = Game(Rules(size=9))
    main = [game.play(V(v)) for v in ("e5", "c3", "g7")]
    game.back()
    game.back()
    side = game.play(V("c7"))
    assert [child.point for child in main[0].children] == [V("c3"), V("c7")]
    assert game.play(V("g3")).parent is side
    game.go_to(main[2])
    assert game.moves == [(BLACK, V("e5")), (WHITE, V("c3")), (BLACK, V("g7"))]
    assert set(game.board.stones) == {V("e5"), V("c3"), V("g7")}
    game.go_to(side)
    assert set(game.board.stones) == {V("e5"), V("c7")}
    game.go_to(game.root)
    assert not game.board.stones
    assert game.play(V("e5")) is main[0]  # a known move is followed, not added
    assert len(game.root.children) == 1
    assert game.forward(1)
    assert game.node is side
    assert not game.forward(1)
    game.to_end()
    assert vertex(game.node.point) == "G3"
    with pytest.raises(ValueError, match="another game"):
        game.go_to(Node())


def test_an_illegal_move_changes_nothing() -> None:
    game = Game(Rules(size=9))
    game.play(V("e5"))
    with pytest.raises(IllegalMove, match="white E5 is occupied"):
        game.play(V("e5"))
    assert game.to_play == WHITE
    assert game.node.children == []
    with pytest.raises(IllegalMove):
        game.play(V("e5"), BLACK)
    assert game.to_play == WHITE


def test_setup_in_the_middle() -> None:
    game = Game(Rules(size=5))
    game.play(V("c3", 5))
    node = game.set_up({V("a1", 5): WHITE, V("c3", 5): EMPTY}, BLACK)
    game.play(V("b1", 5))
    assert set(game.board.stones) == {V("a1", 5), V("b1", 5)}
    game.go_to(node)
    assert game.to_play == BLACK
    game.back()
    assert set(game.board.stones) == {V("c3", 5)}
    with pytest.raises(ValueError, match="no liberty"):
        game.set_up({V("a1", 5): WHITE, V("a2", 5): BLACK, V("b1", 5): BLACK})
    assert len(game.node.children) == 1


@pytest.mark.parametrize(
    ("rules", "moves", "result"),
    [
        (Rules(size=5, komi=0.5), "c3 pass pass", "B+24.5"),
        (Rules(size=5, komi=0.5, passes_to_end=3), "c3 pass pass", None),
        (Rules(size=5, komi=0.5, passes_to_end=3), "c3 pass pass pass", "B+24.5"),
        (Rules(size=5, komi=25), "c3 pass pass", "0"),
        (Rules(size=5, komi=0, scoring="territory"), "c3 pass pass", "B+24"),
        (Rules(size=5, komi=0.5, move_limit=2), "c3 c4", "W+0.5"),
        (Rules(size=5, move_limit=3), "c3 c4", None),
        (Rules(size=5, move_limit=2, at_move_limit="black-loses"), "c3 c4", "W+F"),
        (Rules(size=5, move_limit=2, at_move_limit="white-loses"), "c3 c4", "B+F"),
    ],
)
def test_results(rules: Rules, moves: str, result: str | None) -> None:
    game = Game(rules)
    for move in moves.split():
        game.play(V(move, 5))
    assert (str(game.result) if game.result else None) == result
    if result:
        with pytest.raises(IllegalMove, match="over"):
            game.play(V("a1", 5))


def test_only_moves_count_towards_the_limit() -> None:
    game = Game(Rules(size=5, move_limit=2))
    game.play(V("c3", 5))
    game.set_up({V("a1", 5): WHITE})
    assert (game.n_moves, game.result) == (1, None)
    game.play(V("c4", 5))
    assert game.n_moves == 2
    assert game.is_over
    game.back()
    game.back()
    assert game.n_moves == 1


def test_resignation_time_and_taking_it_back() -> None:
    game = Game(Rules(size=5))
    game.play(V("c3", 5))
    game.play(RESIGN)
    assert str(game.result) == "B+R"
    game.back()
    assert game.result is None
    game.declare(Result(WHITE, "time"))
    assert str(game.result) == "W+T"


def test_dead_stones_count_at_the_end() -> None:
    game = Game(Rules(size=5, komi=0))
    for move in ("c3", "a1", "pass", "pass"):
        game.play(V(move, 5))
    assert str(game.result) == "0"
    game.dead = frozenset([V("a1", 5)])
    assert str(game.result) == "B+25"


def test_fixed_handicap() -> None:
    game = Game(Rules(size=9, handicap=3))
    assert {vertex(p) for p in game.board.stones} == {"C3", "G7", "C7"}
    assert game.to_play == WHITE
    with pytest.raises(ValueError, match="fixed handicap"):
        Game(Rules(size=5, handicap=2))


def test_free_handicap() -> None:
    game = Game(Rules(size=5, handicap=2, placement="free"))
    assert not game.board.stones
    for bad in ([V("a1", 5)], [V("a1", 5)] * 2, [V("a1", 5), V("j9", 9)]):
        with pytest.raises(ValueError):  # noqa: PT011  each has its own words
            game.place_handicap(bad)
    game.place_handicap([V("b2", 5), V("d4", 5)])
    assert game.to_play == WHITE
    game.play(PASS)
    with pytest.raises(ValueError, match="empty board"):
        game.place_handicap([V("b4", 5), V("d2", 5)])
    game.go_to(game.root)
    assert set(game.board.stones) == {V("b2", 5), V("d4", 5)}
