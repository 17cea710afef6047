"""`local`: every move is worth what the features say, and the best is played. Ties are drawn."""

import random
from collections import Counter

import pytest
from numpy.random import default_rng

from semeai.go.board import Board
from semeai.go.points import PASS, WHITE, parse_vertex, vertex
from semeai.go.rules import Rules
from semeai.players import make_player
from semeai.players.local import FEATURES, LocalParams, LocalPlayer
from semeai.players.local_kernel import N_FEATURES
from tests.conftest import JIT, scaled

from .naive_local import features, values


def random_weights(rng: random.Random) -> dict[str, float]:
    """Multiples of 1/8, with which sums are exact, and some of them 0."""
    return {name: rng.choice([0, rng.randint(-8, 8)]) / 8 for name in FEATURES}


def random_position(rng: random.Random) -> Board:
    """Some way into a game of random, wally's or local's moves, under varied rules."""
    rules = Rules(
        size=rng.choice([2, 3, 4, 5, 7, 9] if JIT else [2, 3, 5]),
        repetition=rng.choice(["ko", "positional", "situational"]),
        suicide=rng.random() < 0.5,
    )
    board = Board(rules)
    player = rng.choice([make_player("random"), make_player("wally:noise=0.3"), LocalPlayer(LocalParams(enemy=1))])
    player.new_game(rules, default_rng(rng.randrange(1 << 30)))
    for _ in range(rng.randrange(2 * rules.size**2)):
        board.play(player.choose(board))
    return board


def best(found: dict[int, float]) -> set[str]:
    return {vertex(p) for p in found if found[p] == max(found.values())}


def test_values_are_what_the_features_say() -> None:
    rng = random.Random(1)
    seen: Counter[str] = Counter()
    for _ in range(scaled(2_000, 30)):
        board = random_position(rng)
        before = board.record.tobytes()
        weights = random_weights(rng)
        player = LocalPlayer(LocalParams(**weights))
        player.new_game(board.rules, default_rng(rng.randrange(1 << 30)))
        chosen = player.choose(board)
        assert board.record.tobytes() == before
        expected = values(board, weights)
        explanation = player.explain()
        assert dict(explanation.values) == expected, f"{board}\n{weights}"
        assert vertex(chosen) in (best(expected) or {"pass"})
        assert [c.point for c in explanation.candidates[:1]] == ([chosen] if expected else [])
        ranks = [expected[c.point] for c in explanation.candidates]
        assert ranks == sorted(expected.values(), reverse=True)
        if expected:
            counts = features(board, chosen)
            seen.update(name for name, count in counts.items() if count)
            seen[f"takes {counts['capture']:d}, in atari {counts['self_atari']:d}"] += 1
        else:
            seen["passes"] += 1
    wanted = [*FEATURES, "passes", "takes 1, in atari 0", "takes 1, in atari 1", "takes 2, in atari 0"]
    assert not JIT or min(seen[name] for name in wanted) > 10, seen


def test_a_weight_for_each_feature() -> None:
    assert len(FEATURES) == N_FEATURES


EMPTY = ". . . . .\n" * 5
STONE = ". . . . .\n. . . . .\n. . O . .\n. . . . .\n. . . . ."
OWN_STONE = STONE.replace("O", "X")
TWO_STONES = ". X . . .\nX O X . .\n. . . . .\n. X O . .\n. . X . ."
CASES = {
    "the edge": (EMPTY, "line_1", "A1 A2 A3 A4 A5 B1 B5 C1 C5 D1 D5 E1 E2 E3 E4 E5"),
    "the second line": (EMPTY, "line_2", "B2 B3 B4 C2 C4 D2 D3 D4"),
    "the third line": (EMPTY, "line_3", "C3"),
    "next to own stones": (OWN_STONE, "own", "B3 C2 C4 D3"),
    "next to enemy stones": (STONE, "enemy", "B3 C2 C4 D3"),
    "between enemy stones": (STONE.replace("O . .", "O . O"), "enemy", "D3"),
    "diagonal to own stones": (OWN_STONE, "own_diagonal", "B2 B4 D2 D4"),
    "diagonal to enemy stones": (STONE, "enemy_diagonal", "B2 B4 D2 D4"),
    "takes a stone": (". . . . .\n. X . . .\n. O X . .\n. X . . .\n. . . . .", "capture", "A3"),
    "takes two chains": (". . X . .\n. X O X .\n. O . O X\n. X . X .\n. . . . .", "capture", "C3"),
    "saves a stone": (". . . . .\n. O . . .\nO X O . .\n. . . . .\n. . . . .", "rescue", "B2"),
    "gives atari": (". . . . .\n. . . . .\n. X O . .\n. . X . .\n. . . . .", "atari", "C4 D3"),
    "what can be taken is in atari already": (TWO_STONES, "atari", "C3 D2"),
    "goes into atari": (". . .\nO . .\n. . .", "self_atari", "A1 A3"),
    "a chain into atari": ("X . O .\nX O O .\n. O . .\nO O . .", "self_atari", "A2 B4 D4"),
}


@pytest.mark.parametrize("name", CASES)
def test_each_feature_alone(name: str) -> None:
    diagram, feature, moves = CASES[name]
    board = Board.from_diagram(diagram)
    player = make_player(f"local:{feature}=1")
    assert vertex(player.choose(board)) in moves.split()
    assert best(dict(player.explain().values)) == set(moves.split())
    player = make_player(f"local:{feature}=-1")
    assert vertex(player.choose(board)) not in moves.split()


def test_ties_are_drawn() -> None:
    board = Board.from_diagram(STONE)
    player = make_player("local:enemy=1")
    n = scaled(4_000, 400)
    drawn = Counter(vertex(player.choose(board)) for _ in range(n))
    assert set(drawn) == {"B3", "C2", "C4", "D3"}
    assert sum((count - n / 4) ** 2 / (n / 4) for count in drawn.values()) < 20


def test_without_weights_it_plays_as_random_does() -> None:
    rules = Rules(size=5, repetition="ko")
    board = Board(rules)
    players = [make_player("local"), make_player("random")]
    for player in players:
        player.new_game(rules, default_rng(1))
    while board.n_passes < 2 and len(board.moves) < 100:
        moves = {player.choose(board) for player in players}
        assert len(moves) == 1
        board.play(moves.pop())


KO = ". . . . .\n. X O . .\nX . X O .\n. X O . .\n. . . . ."


@pytest.mark.parametrize(("repetition", "moves"), [("ko", "C3"), ("positional", "A2 A4"), ("situational", "A2 A4")])
def test_superko_leaves_the_next_best(repetition: str, moves: str) -> None:
    """White takes a ko, both pass, and black would take it back."""
    board = Board.from_diagram(KO, Rules(size=5, repetition=repetition), WHITE)
    for name in ("B3", "pass", "pass"):
        board.play(parse_vertex(name, 5))
    player = make_player("local:capture=1,own=0.25")
    assert {vertex(player.choose(board)) for _ in range(40)} == set(moves.split())
    assert best(dict(player.explain().values)) == set(moves.split())


EYES = ". X X . X\nX X X X X\nX X . X X\nX X X X X\nX X X X ."


def test_it_never_fills_eyes() -> None:
    player = make_player("local:own=1")
    assert player.choose(Board.from_diagram(EYES)) == PASS
    assert player.explain().text == "local passed: no legal move was left but own eyes"
    assert player.explain().values == {}


EXPLAINED = {
    "local:enemy=0.15,capture=0.9": "local plays C3 (value 1.20): capture 1 x 0.90, enemy 2 x 0.15",
    "local:enemy=-0.48,capture=0.9,line_3=1": "local plays C3 (value 0.94): line_3 1 x 1.00, enemy 2 x -0.48, "
    "capture 1 x 0.90",
    "local:own=-1,line_1=-1,line_2=-1,own_diagonal=1e-9": "local plays C3 (value 0.00): own_diagonal 2 x 0.00",
    "local:own=-1,line_1=-1,line_2=-1": "local plays C3 (value 0.00): no feature applies",
}


@pytest.mark.parametrize("spec", EXPLAINED)
def test_explanations(spec: str) -> None:
    player = make_player(spec)
    board = Board.from_diagram(". . X . .\n. X O X .\n. . . . .\n. . O . .\n. . . . .")
    assert vertex(player.choose(board)) == "C3"
    assert player.explain().text == EXPLAINED[spec]


def test_an_explanation_is_of_the_board_that_was_seen() -> None:
    board = Board.from_diagram(STONE)
    player = make_player("local:enemy=1")
    board_before = board.copy()
    board.play(player.choose(board))
    board.play(parse_vertex("A1", 5))
    assert dict(player.explain().values) == values(board_before, {"enemy": 1})


@pytest.mark.parametrize("text", ["local:own=nan", "local:own=-inf", "local:own=1e7", "local:own=a", "local:liberty=1"])
def test_settings_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"^local[^\n]*(own|liberty)[^\n]*$"):
        make_player(text)
